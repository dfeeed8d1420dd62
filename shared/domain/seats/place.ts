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
