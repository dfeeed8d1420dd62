import type { Place } from './place.ts'

type Placed = Pick<Place, 'sector' | 'row' | 'seatNumber'>

/** Made when it is first used: it takes milliseconds. */
let labels: Intl.Collator | undefined

/** Seats as they stand in the venue: by section, then by row (9 before 10, Z before AA), then by number. */
export function inSeatOrder<S extends { readonly place: Placed }>(seats: readonly S[]): readonly S[] {
  const { compare } = (labels ??= new Intl.Collator('fr', { numeric: true }))
  return [...seats].sort(
    ({ place: one }, { place: other }) =>
      compare(one.sector, other.sector) ||
      one.row.length - other.row.length ||
      compare(one.row, other.row) ||
      one.seatNumber - other.seatNumber,
  )
}
