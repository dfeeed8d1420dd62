/** The way to a seat: gate, sector, row and seat, in a stand with a colour (specification, "Seat"). */
export interface Place extends SeatTraits {
  /** `seat_code` / `place`: seat code as written by the partner. */
  readonly seatCode: string
  /** `secteur`: section code. */
  readonly sector: string
  /** `rangee`: row label. */
  readonly row: string
  /** `numero_place`: seat number. */
  readonly seatNumber: number
  readonly gate: Gate
  readonly tribune: Tribune
  /** Gate, section, row and seat in the partner's words. */
  readonly route: readonly string[]
  /** `code_litige`: dispute reference; empty if the partner has none. */
  readonly disputeCode: string
  /** Set if there is no step from the street to the seat. */
  readonly stepFree?: true
}

export interface SeatTraits {
  /** The seat is a wheelchair space. */
  readonly accessible?: true
  /** Companion's seat of an adjacent wheelchair space. */
  readonly companion?: true
  /** Part of the field is hidden from the seat. */
  readonly restrictedView?: true
}

/** Notes shown next to the number of a seat, most important first. */
export const seatNotes = ['accessible', 'companion', 'restrictedView', 'stepFree'] as const
export type SeatNote = (typeof seatNotes)[number]

export function notesOf(place: Pick<Place, SeatNote>): readonly SeatNote[] {
  return seatNotes.filter((note) => place[note] === true)
}

/** Adds the seat's notes to a place, since some partners do not send notes with the ticket. */
export function withNotes(place: Place, seat: Pick<Place, SeatNote>): Place {
  return { ...place, ...Object.fromEntries(notesOf(seat).map((note) => [note, true])) }
}

export interface Gate {
  readonly code: string
  readonly name: string
  /** Longer name of the gate for signs and tickets (`libelle`). */
  readonly label: string
}

export interface Tribune {
  readonly code: string
  readonly name: string
  /** Colour in the form `#rrggbb`. */
  readonly color: string
}

type Placed = Pick<Place, 'sector' | 'row' | 'seatNumber'>

/** The collator is created on first use, because creating a collator takes milliseconds. */
let labels: Intl.Collator | undefined

/** Compares names and numbers in natural order: 9 before 10. */
export function compareLabels(one: string, other: string): number {
  labels ??= new Intl.Collator('fr', { numeric: true })
  return labels.compare(one, other)
}

/** Sorts seats by section, then by row (9 before 10, Z before AA), then by number. */
export function inSeatOrder<S extends { readonly place: Placed }>(seats: readonly S[]): readonly S[] {
  return [...seats].sort(
    ({ place: one }, { place: other }) =>
      compareLabels(one.sector, other.sector) ||
      one.row.length - other.row.length ||
      compareLabels(one.row, other.row) ||
      one.seatNumber - other.seatNumber,
  )
}

/** Patterns that identify stands in addition to their colours, and are distinguishable at arm's length. */
export const tribunePatterns = [
  'diamonds',
  'chevrons',
  'bars',
  'rising',
  'bands',
  'dots',
  'lattice',
  'checks',
  'rings',
  'waves',
  'pennants',
  'falling',
] as const

export type TribunePattern = (typeof tribunePatterns)[number]

/** Names of compass directions, which are shortened to their first letter. */
const side = /^(?:nord|north|sud|south|est|east|ouest|west)$/u

/**
 * Returns the pattern for a stand's code. Patterns differ for compass directions, and for up to twelve consecutive
 * letters (A to L) or numbers; other codes are hashed.
 */
export function patternOf(code: string): TribunePattern {
  const plain = code
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '')
    .replace(/^trib(?:une)?/u, '')
  const short = side.test(plain) ? plain.slice(0, 1) : plain
  const spread = Array.from(short).reduce((sum, character) => Math.imul(sum, 31) + (character.codePointAt(0) ?? 0), 0)
  const place = /^\d+$/u.test(short) ? Number(short) : spread >>> 0
  return tribunePatterns[place % tribunePatterns.length] ?? 'bars'
}

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

const namedKinds = ['sector', 'row', 'seat'] as const

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
  const kind = namedKinds.find((each) => {
    const bare = NOUNS[each].has(first.toLowerCase()) ? rest.join(' ') : step.trim()
    return bare === named[each]
  })
  return kind ? { kind, text: named[kind] } : { kind: 'words', text: step }
}

/** Words for a gate in the gate names of booking services, in any language; never shown. */
const GATE_WORDS: ReadonlySet<string> = new Set([
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
  return (bare !== '' && GATE_WORDS.has(first.toLowerCase()) ? bare : whole) || code
}

/** Returns whether two gates have the same code or the same displayed form. */
export function isSameGate(one: Pick<Gate, 'code' | 'name'>, other: Pick<Gate, 'code' | 'name'>): boolean {
  return one.code === other.code || shownGate(one) === shownGate(other)
}
