import { loneBeside, runsOf } from './seat-runs.ts'
import type { Picked, SeatSearch } from './seat-search.ts'

/** The best block of joined seats in one row; null when no row has one. */
export function bestBlock({ rows, count, viewAt, isFree, isOffered }: SeatSearch): Picked | null {
  let best: { rowIndex: number; from: number; lone: number; penalty: number; price: number } | null = null
  for (const [rowIndex, row] of rows.entries()) {
    for (const run of runsOf(row, (index) => isOffered(rowIndex, index))) {
      let price = 0
      for (let to = run.from; to <= run.to; to++) {
        price += row.seats[to]?.seat.price ?? 0
        const from = to - count + 1
        if (from < run.from) continue
        if (from > run.from) price -= row.seats[from - 1]?.seat.price ?? 0
        const middle = ((row.seats[from]?.x ?? 0) + (row.seats[to]?.x ?? 0)) / 2
        const { penalty } = viewAt(rowIndex, middle)
        const lone = loneBeside(row, (index) => isFree(rowIndex, index), { from, to })
        const difference = best ? lone - best.lone || penalty - best.penalty || price - best.price : -1
        if (difference < 0) best = { rowIndex, from, lone, penalty, price }
      }
    }
  }
  return best && Array.from({ length: count }, (_, i) => ({ rowIndex: best.rowIndex, index: best.from + i }))
}
