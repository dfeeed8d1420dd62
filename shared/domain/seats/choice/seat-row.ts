import type { SeatOffer } from '../offer.ts'

/** One row in physical order, left to right for someone who sits in it. */
export interface SeatRow {
  readonly label: string
  /** Rows of the section in front of it: of two rows that follow each other it differs by 1, of others by more. */
  readonly depth: number
  readonly seats: readonly RowSeat[]
}

export interface RowSeat {
  readonly seat: SeatOffer
  /** Place along the row in seat widths; 0 is the middle of the section. Neighbours are 1 apart. */
  readonly x: number
  /** True when the seat before it in the row is its neighbour: nothing, and no aisle, between them. */
  readonly joined: boolean
}

/** Half the width of the widest row, in seat widths; at least 1. */
export function halfWidth(rows: readonly SeatRow[]): number {
  let widest = 1
  for (const { seats } of rows) widest = Math.max(widest, Math.abs(seats[0]?.x ?? 0), Math.abs(seats.at(-1)?.x ?? 0))
  return widest
}

/** Places along a row are sums of fractions: without this, equal distances would differ in their last bits. */
export function exactly(length: number): number {
  return Math.round(length * 1e6) / 1e6
}
