import type { SeatRow } from './seat-row.ts'

/** Seats `from` to `to` (both included) of one row, by index into its seats. */
export interface SeatSpan {
  readonly from: number
  readonly to: number
}

type SeatTest = (index: number) => boolean

/** Longest stretches of joined seats that all pass. */
export function runsOf(row: SeatRow, passes: SeatTest): readonly SeatSpan[] {
  const runs: { from: number; to: number }[] = []
  for (let i = 0; i < row.seats.length; i++) {
    if (!passes(i)) continue
    const last = runs.at(-1)
    if (last && last.to === i - 1 && row.seats[i]?.joined) last.to = i
    else runs.push({ from: i, to: i })
  }
  return runs
}

/**
 * Indices of the seats of one row that would be left free with no free neighbour, and had one before. Aisles and row
 * ends are no neighbours; a seat that was alone already is nobody's doing.
 */
export function loneSeats(row: SeatRow, isFree: SeatTest, isTaken: SeatTest): readonly number[] {
  const stays: SeatTest = (index) => isFree(index) && !isTaken(index)
  const alone: number[] = []
  for (const { from, to } of runsOf(row, isFree)) {
    if (from === to) continue
    for (let i = from; i <= to; i++) {
      const hasCompany = (i > from && stays(i - 1)) || (i < to && stays(i + 1))
      if (stays(i) && !hasCompany) alone.push(i)
    }
  }
  return alone
}

/** How many seats one taken span leaves lone: at most one on either side. Same rule as `loneSeats`, without the walk. */
export function loneBeside(row: SeatRow, isFree: SeatTest, { from, to }: SeatSpan): number {
  return (isLoneBeyond(row, isFree, from, -1) ? 1 : 0) + (isLoneBeyond(row, isFree, to, 1) ? 1 : 0)
}

function isLoneBeyond(row: SeatRow, isFree: SeatTest, end: number, side: -1 | 1): boolean {
  const joinsOn = (index: number): boolean => row.seats[side === 1 ? index + 1 : index]?.joined === true
  const beyond = end + side
  return joinsOn(end) && isFree(beyond) && !(joinsOn(beyond) && isFree(beyond + side))
}
