import type { SeatOffer } from '../offer.ts'
import type { SeatRow } from './seat-row.ts'
import { loneSeats, runsOf, type SeatSpan } from './seat-runs.ts'

/** Ids of the free seats that this selection would leave without a free neighbour. */
export function orphansLeft(rows: readonly SeatRow[], selectedIds: ReadonlySet<string>): readonly string[] {
  return rows.flatMap((row) => {
    if (!row.seats.some(({ seat }) => selectedIds.has(seat.seatId))) return []
    const isSelected = (index: number): boolean => selectedIds.has(row.seats[index]?.seat.seatId ?? '')
    const alone = loneSeats(row, (index) => isFree(row.seats[index]?.seat), isSelected)
    return alone.flatMap((index) => row.seats[index]?.seat.seatId ?? [])
  })
}

/**
 * Seats that one tap takes for a party: the `count` joined free seats around the tapped one, of the blocks that hold it the
 * one that leaves the fewest lone seats, then the one it is most in the middle of. Fewer where the row has no more; none when the
 * tapped seat is not free. `except` are seats of the party already.
 */
export function blockAt(
  rows: readonly SeatRow[],
  seatId: string,
  count: number,
  except: ReadonlySet<string> = new Set(),
): readonly string[] {
  for (const row of rows) {
    const tapped = row.seats.findIndex(({ seat }) => seat.seatId === seatId)
    if (tapped >= 0) return blockInRow(row, tapped, count, except)
  }
  return []
}

/**
 * Ids of the free seats that have fewer than `count` free ones side by side, with them. None where no row has so many: no
 * seat is better than these then.
 */
export function tooShortFor(rows: readonly SeatRow[], count: number): ReadonlySet<string> {
  const runs = rows.flatMap((row) =>
    runsOf(row, (index) => isFree(row.seats[index]?.seat)).map(({ from, to }) => row.seats.slice(from, to + 1)),
  )
  if (runs.every(({ length }) => length < count)) return new Set()
  const short = runs.filter(({ length }) => length < count).flat()
  return new Set(short.map(({ seat }) => seat.seatId))
}

function blockInRow(row: SeatRow, tapped: number, count: number, except: ReadonlySet<string>): readonly string[] {
  const idAt = (index: number): string => row.seats[index]?.seat.seatId ?? ''
  const free = (index: number): boolean => isFree(row.seats[index]?.seat)
  const run = runsOf(row, (index) => free(index) && !except.has(idAt(index))).find(
    ({ from, to }) => from <= tapped && tapped <= to,
  )
  if (!run) return []
  const size = Math.min(count, run.to - run.from + 1)
  let best: (SeatSpan & { readonly lone: number; readonly off: number }) | null = null
  for (let from = Math.max(run.from, tapped - size + 1); from <= tapped && from + size - 1 <= run.to; from++) {
    const to = from + size - 1
    const lone = loneSeats(row, free, (index) => (from <= index && index <= to) || except.has(idAt(index))).length
    const off = Math.abs((from + to) / 2 - tapped)
    const difference = best ? lone - best.lone || off - best.off : -1
    if (difference < 0) best = { from, to, lone, off }
  }
  return best ? row.seats.slice(best.from, best.to + 1).map(({ seat }) => seat.seatId) : []
}

function isFree(seat: SeatOffer | undefined): boolean {
  return seat?.status === 'available'
}
