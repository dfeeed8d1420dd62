import { exactly, halfWidth, type SeatRow } from './seat-row.ts'

/** How deep the best rows lie, from the first row (0) to the last (1): above heads and barriers, not far away. */
const BEST_DEPTH = 0.35
const CENTRE_WEIGHT = 0.6
const ROW_WEIGHT = 1 - CENTRE_WEIGHT

/** What a place in a section is worth to the eyes: 0 is the best, 1 the worst. */
export interface View {
  /** Off the middle line: 0 on it, 1 at the section's edge. */
  readonly offCentre: number
  /** Off the best rows: 0 in them, 1 farthest away. */
  readonly offRow: number
  readonly penalty: number
}

/** Gives the view from a row (by its index) at a place along it. */
export function viewOf(rows: readonly SeatRow[]): (rowIndex: number, x: number) => View {
  const half = halfWidth(rows)
  const last = Math.max(rows.length - 1, 1)
  return (rowIndex, x) => {
    const offCentre = Math.abs(x) / half
    const offRow = Math.abs(rowIndex / last - BEST_DEPTH) / (1 - BEST_DEPTH)
    return { offCentre, offRow, penalty: exactly(CENTRE_WEIGHT * offCentre + ROW_WEIGHT * offRow) }
  }
}
