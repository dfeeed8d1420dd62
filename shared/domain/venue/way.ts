import type { Gate, Place } from '../seats/place.ts'

/** A step of the way to a seat; `words`: text from the partner that is not a name printed on the ticket. */
export interface WayStep {
  readonly kind: 'gate' | 'sector' | 'row' | 'seat' | 'words'
  /** Bare name, such as `4` or `O5`; for `words`, the partner's text, such as `Escalier B`. */
  readonly text: string
}

/** Words for section, row and seat in the directions that partners send, in any language; never shown. */
const NOUNS = {
  sector: new Set(['secteur', 'section', 'sector', 'setor', 'القطاع', 'قطاع']),
  row: new Set(['rang', 'rangée', 'row', 'fila', 'الصف', 'صف']),
  seat: new Set(['place', 'siège', 'seat', 'lugar', 'المقعد', 'مقعد']),
} as const

const kinds = ['sector', 'row', 'seat'] as const

/** Returns the way to a seat; empty if the steps contain only names that are shown anyway. */
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

/** Returns a gate's name without the word for "gate", or the gate's code: `Porte 5` is shown as 5. */
export function shownGate({ code, name }: Pick<Gate, 'code' | 'name'>): string {
  const whole = name.trim()
  const [first = '', ...rest] = whole.split(/\s+/u)
  const bare = rest.join(' ')
  return (bare !== '' && WORDS.has(first.toLowerCase()) ? bare : whole) || code
}

/** Returns whether two gates have the same code or the same displayed form. */
export function isSameGate(one: Pick<Gate, 'code' | 'name'>, other: Pick<Gate, 'code' | 'name'>): boolean {
  return one.code === other.code || shownGate(one) === shownGate(other)
}
