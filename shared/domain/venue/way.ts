import type { Gate, Place } from '../seats/place.ts'

/** A step of the way to a seat: a name that is also printed on the ticket, or other words of the partner. */
export interface WayStep {
  readonly kind: 'gate' | 'sector' | 'row' | 'seat' | 'words'
  /** For names the bare name, such as `4` or `O5`; for words the text, such as `Escalier B`. */
  readonly text: string
}

/** Words of partners for a section, a row and a seat in their steps, in any language; never shown. */
const NOUNS = {
  sector: new Set(['secteur', 'section', 'sector', 'setor', 'القطاع', 'قطاع']),
  row: new Set(['rang', 'rangée', 'row', 'fila', 'الصف', 'صف']),
  seat: new Set(['place', 'siège', 'seat', 'lugar', 'المقعد', 'مقعد']),
} as const

const kinds = ['sector', 'row', 'seat'] as const

/**
 * Returns the way to a seat, with the names of the seat separated from the partner's own words. Empty if the steps
 * contain only the tribune, gate, section, row and seat, which are shown anyway.
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

/** Words for a gate in the gate names of booking services, in any language; never shown. */
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
 * Returns a gate as shown after the word for "gate" on screens and paper: its name without that word. `Porte 5` with
 * the code `P5` is shown as 5 everywhere. If the gate has no name, returns its code.
 */
export function shownGate({ code, name }: Pick<Gate, 'code' | 'name'>): string {
  const whole = name.trim()
  const [first = '', ...rest] = whole.split(/\s+/u)
  const bare = rest.join(' ')
  return (bare !== '' && WORDS.has(first.toLowerCase()) ? bare : whole) || code
}

/** Returns whether a plan's gate is the one on a ticket: by code, or by the form shown. */
export function isSameGate(one: Pick<Gate, 'code' | 'name'>, other: Pick<Gate, 'code' | 'name'>): boolean {
  return one.code === other.code || shownGate(one) === shownGate(other)
}
