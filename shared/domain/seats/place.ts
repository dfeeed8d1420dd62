/**
 * The way to a seat: gate → sector → row → seat, in a tribune with a colour (specification, "Seat": the place block).
 */
export interface Place extends SeatTraits {
  /** `seat_code` / `place`: the seat's code as the partner writes it. */
  readonly seatCode: string
  /** `secteur`: section code. */
  readonly sector: string
  /** `rangee`: row label. */
  readonly row: string
  /** `numero_place`. */
  readonly seatNumber: number
  readonly gate: Gate
  readonly tribune: Tribune
  /** Gate, section, row, seat as the partner words them. */
  readonly route: readonly string[]
  /** `code_litige`: dispute reference; empty when the partner gives none. */
  readonly disputeCode: string
  /** From the street to this seat there is no step. */
  readonly stepFree?: true
}

/** What makes a seat unlike the others, where anybody told. */
export interface SeatTraits {
  /** A space for a wheelchair. */
  readonly accessible?: true
  /** Belongs to a space for a wheelchair beside it. */
  readonly companion?: true
  /** Something hides a part of the field from it. */
  readonly restrictedView?: true
}

/** What people read of a seat beside its number, the most telling first. */
export const seatNotes = ['accessible', 'companion', 'restrictedView', 'stepFree'] as const
export type SeatNote = (typeof seatNotes)[number]

export function notesOf(place: Pick<Place, SeatNote>): readonly SeatNote[] {
  return seatNotes.filter((note) => place[note] === true)
}

/** The place with what is known of the same seat besides: some partners tell it with the seat and not with its ticket. */
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

/** Made when it is first used: it takes milliseconds. */
let labels: Intl.Collator | undefined

/** Compares names and numbers as people order them: 9 before 10. */
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
