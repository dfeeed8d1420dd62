import type { Place } from './place.ts'

type Placed = Pick<Place, 'sector' | 'row' | 'seatNumber'>

const labels = new Intl.Collator('fr', { numeric: true })

/** Seats as they stand in the venue: by section, then by row (9 before 10, Z before AA), then by number. */
export function inSeatOrder<S extends { readonly place: Placed }>(seats: readonly S[]): readonly S[] {
  return [...seats].sort(
    ({ place: one }, { place: other }) =>
      labels.compare(one.sector, other.sector) ||
      one.row.length - other.row.length ||
      labels.compare(one.row, other.row) ||
      one.seatNumber - other.seatNumber,
  )
}
