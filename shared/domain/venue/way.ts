import type { Gate, Place } from '../seats/place.ts'

/** A step of the way to a seat: one of the names that stand on the ticket anyway, or what the partner says besides. */
export interface WayStep {
  readonly kind: 'gate' | 'sector' | 'row' | 'seat' | 'words'
  /** `4`, `O5` of what is named; `Escalier B` of words. */
  readonly text: string
}

/** What partners call a section, a row and a seat in their steps, in any language; never shown. */
const NOUNS = {
  sector: new Set(['secteur', 'section', 'sector', 'setor', 'القطاع', 'قطاع']),
  row: new Set(['rang', 'rangée', 'row', 'fila', 'الصف', 'صف']),
  seat: new Set(['place', 'siège', 'seat', 'lugar', 'المقعد', 'مقعد']),
} as const

const kinds = ['sector', 'row', 'seat'] as const

/**
 * The way to a seat as far as it is given, the names of the seat told from the partner's own words. Empty where the steps
 * name only the tribune, gate, section, row and seat: who reads those needs no way.
 */
export function wayBeyondNames(route: readonly string[], place: Place): readonly WayStep[] {
  const steps = route.map((step) => wayStep(step, place))
  const tells = steps.some((step) => step.kind === 'words' && step.text.trim() !== place.tribune.name.trim())
  return tells ? steps : []
}

function wayStep(step: string, { gate, sector, row, seatNumber }: Place): WayStep {
  if (shownGate({ code: '', name: step }) === shownGate(gate)) return { kind: 'gate', text: shownGate(gate) }
  const [first = '', ...rest] = step.trim().split(/\s+/u)
  const named = { sector, row, seat: String(seatNumber) }
  const kind = kinds.find((each) => {
    const bare = NOUNS[each].has(first.toLowerCase()) ? rest.join(' ') : step.trim()
    return bare === named[each]
  })
  return kind ? { kind, text: named[kind] } : { kind: 'words', text: step }
}

/** What services call a gate in their names for one, in any language; never shown. */
const WORDS: ReadonlySet<string> = new Set([
  'porte',
  'entrée',
  'gate',
  'entrance',
  'porta',
  'portão',
  'entrada',
  'باب',
  'بوابة',
  'البوابة',
])

/**
 * A gate as screens and paper show it beside the word for one: its name without that word, so that `Porte 5` with the
 * code `P5` is 5 everywhere; its code where it has no name.
 */
export function shownGate({ code, name }: Pick<Gate, 'code' | 'name'>): string {
  const whole = name.trim()
  const [first = '', ...rest] = whole.split(/\s+/u)
  const bare = rest.join(' ')
  return (bare !== '' && WORDS.has(first.toLowerCase()) ? bare : whole) || code
}

/** Whether a plan's gate is the one that a ticket names: by code, or by what both would show. */
export function isSameGate(one: Pick<Gate, 'code' | 'name'>, other: Pick<Gate, 'code' | 'name'>): boolean {
  return one.code === other.code || shownGate(one) === shownGate(other)
}
