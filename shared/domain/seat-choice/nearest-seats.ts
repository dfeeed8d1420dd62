import type { SeatRow } from './seat-row.ts'
import type { Picked, PickedSeat, SeatSearch } from './seat-search.ts'
import { ROW_DISTANCE } from './two-groups.ts'

/**
 * For a party that no two groups hold: some seat and those nearest to it, so that the sum of their distances is the
 * smallest of the section; of equal ones the best view. Null when the section has too few seats.
 */
export function nearestSeats(search: SeatSearch): Picked | null {
  const { rows, count, viewAt } = search
  const offered = rows.map((row, rowIndex) =>
    row.seats.flatMap((seat, index) => (search.isOffered(rowIndex, index) ? [{ index, x: seat.x }] : [])),
  )
  if (offered.reduce((sum, seats) => sum + seats.length, 0) < count) return null

  let best: { seats: readonly PickedSeat[]; distance: number; penalty: number } | null = null
  for (const [rowIndex, seats] of offered.entries()) {
    for (const { x } of seats) {
      const near = nearestTo(offered, rowIndex, x, count)
      const distance = near.reduce((sum, seat) => sum + seat.distance, 0)
      const { penalty } = viewAt(rowIndex, x)
      const difference = best ? distance - best.distance || penalty - best.penalty : -1
      if (difference < 0) best = { seats: near, distance, penalty }
    }
  }
  return (
    best &&
    best.seats
      .map(({ rowIndex, index }) => ({ rowIndex, index }))
      .toSorted((a, b) => a.rowIndex - b.rowIndex || a.index - b.index)
  )
}

interface NearSeat extends PickedSeat {
  readonly distance: number
}

type OfferedRow = readonly { readonly index: number; readonly x: SeatRow['seats'][number]['x'] }[]

/** The `count` seats nearest to a place, nearest first. Rows are looked at outwards until none can hold a nearer one. */
function nearestTo(offered: readonly OfferedRow[], rowIndex: number, x: number, count: number): readonly NearSeat[] {
  const near: NearSeat[] = []
  const farthest = (): number => (near.length < count ? Infinity : (near.at(-1)?.distance ?? Infinity))
  const put = (seat: NearSeat): void => {
    let at = near.length
    while (at > 0 && (near[at - 1]?.distance ?? 0) > seat.distance) at--
    near.splice(at, 0, seat)
    if (near.length > count) near.pop()
  }
  const look = (row: number): void => {
    const seats = offered[row] ?? []
    const base = ROW_DISTANCE * Math.abs(row - rowIndex)
    const start = firstAtOrAfter(seats, x)
    for (let i = start; i < seats.length; i++) {
      const seat = seats[i]
      if (!seat || base + seat.x - x >= farthest()) break
      put({ rowIndex: row, index: seat.index, distance: base + seat.x - x })
    }
    for (let i = start - 1; i >= 0; i--) {
      const seat = seats[i]
      if (!seat || base + x - seat.x >= farthest()) break
      put({ rowIndex: row, index: seat.index, distance: base + x - seat.x })
    }
  }
  for (let step = 0; step < offered.length && ROW_DISTANCE * step < farthest(); step++) {
    look(rowIndex - step)
    if (step > 0) look(rowIndex + step)
  }
  return near
}

function firstAtOrAfter(seats: OfferedRow, x: number): number {
  let [low, high] = [0, seats.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seats[middle]?.x ?? Infinity) < x) low = middle + 1
    else high = middle
  }
  return low
}
