import type { Place } from './place.ts'

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
