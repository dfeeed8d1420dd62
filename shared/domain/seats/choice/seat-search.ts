import type { Minor } from '../../money/money.ts'
import { viewOf, type View } from './row-view.ts'
import type { SeatRow } from './seat-row.ts'

/** One search in one section: which seats are free, and which of them the party may be offered. */
export interface SeatSearch {
  readonly rows: readonly SeatRow[]
  readonly count: number
  readonly viewAt: (rowIndex: number, x: number) => View
  readonly isFree: (rowIndex: number, index: number) => boolean
  readonly isOffered: (rowIndex: number, index: number) => boolean
}

/** Seats found, by row and by index within the row, in that order. */
export type Picked = readonly PickedSeat[]

export interface PickedSeat {
  readonly rowIndex: number
  readonly index: number
}

/** What a party may be offered of what is free. */
export interface Limits {
  readonly count: number
  readonly maxPrice: Minor
  /** Ids of the seats that are kept for others. */
  readonly kept: ReadonlySet<string>
}

export function seatSearch(rows: readonly SeatRow[], { count, maxPrice, kept }: Limits): SeatSearch {
  const free = rows.map((row) => row.seats.map(({ seat }) => seat.status === 'available'))
  const offered = rows.map((row, r) =>
    row.seats.map(({ seat }, i) => free[r]?.[i] === true && seat.price <= maxPrice && !kept.has(seat.seatId)),
  )
  return {
    rows,
    count,
    viewAt: viewOf(rows),
    isFree: (rowIndex, index) => free[rowIndex]?.[index] ?? false,
    isOffered: (rowIndex, index) => offered[rowIndex]?.[index] ?? false,
  }
}
