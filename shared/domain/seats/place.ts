/**
 * The way to a seat: gate → sector → row → seat, in a tribune with a colour (specification, "Seat": the place block).
 */
export interface Place extends SeatTraits {
  /** `seat_code` / `place`: seat code as written by the partner. */
  readonly seatCode: string
  /** `secteur`: section code. */
  readonly sector: string
  /** `rangee`: row label. */
  readonly row: string
  /** `numero_place`. */
  readonly seatNumber: number
  readonly gate: Gate
  readonly tribune: Tribune
  /** Gate, section, row and seat in the partner's words. */
  readonly route: readonly string[]
  /** `code_litige`: dispute reference; empty if the partner has none. */
  readonly disputeCode: string
  /** Set if there is no step from the street to this seat. */
  readonly stepFree?: true
}

/** Special properties of a seat, as far as they are known. */
export interface SeatTraits {
  /** A wheelchair space. */
  readonly accessible?: true
  /** Belongs to an adjacent wheelchair space. */
  readonly companion?: true
  /** Part of the field is hidden from it. */
  readonly restrictedView?: true
}

/** Notes shown next to the number of a seat, most important first. */
export const seatNotes = ['accessible', 'companion', 'restrictedView', 'stepFree'] as const
export type SeatNote = (typeof seatNotes)[number]

export function notesOf(place: Pick<Place, SeatNote>): readonly SeatNote[] {
  return seatNotes.filter((note) => place[note] === true)
}

/**
 * Returns the place with the notes known about the seat: some partners send them with the seat but not with its ticket.
 */
export function withNotes(place: Place, seat: Pick<Place, SeatNote>): Place {
  return { ...place, ...Object.fromEntries(notesOf(seat).map((note) => [note, true])) }
}

export interface Gate {
  readonly code: string
  readonly name: string
  /** Longer wording for signs and tickets (`libelle`). */
  readonly label: string
}

export interface Tribune {
  readonly code: string
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
}

type Placed = Pick<Place, 'sector' | 'row' | 'seatNumber'>

/** Created on first use, because creating a collator takes milliseconds. */
let labels: Intl.Collator | undefined

/** Compares names and numbers in natural order: 9 before 10. */
export function compareLabels(one: string, other: string): number {
  labels ??= new Intl.Collator('fr', { numeric: true })
  return labels.compare(one, other)
}

/** Returns seats in the order of the venue: by section, then by row (9 before 10, Z before AA), then by number. */
export function inSeatOrder<S extends { readonly place: Placed }>(seats: readonly S[]): readonly S[] {
  return [...seats].sort(
    ({ place: one }, { place: other }) =>
      compareLabels(one.sector, other.sector) ||
      one.row.length - other.row.length ||
      compareLabels(one.row, other.row) ||
      one.seatNumber - other.seatNumber,
  )
}
