import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'

/** Seats by row, by their numbers: so they are read out. */
export function rowsOf(
  seats: readonly ChosenSeat[],
): readonly { readonly row: string; readonly numbers: readonly string[] }[] {
  const rows = Map.groupBy(seats, ({ place }) => place.row)
  return [...rows].map(([row, members]) => ({
    row,
    numbers: members
      .map(({ place }) => place.seatNumber)
      .toSorted((a, b) => a - b)
      .map(String),
  }))
}
