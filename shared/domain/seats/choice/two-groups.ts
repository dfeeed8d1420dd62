import { exactly, type SeatRow } from './seat-row.ts'
import { loneBeside, loneSeats, runsOf, type SeatSpan } from './seat-runs.ts'
import type { Picked, SeatSearch } from './seat-search.ts'

/** Farthest two groups of one party may lie apart along the row, in seat widths: an aisle and a seat. */
export const WIDEST_BETWEEN = 3

/** What one row between two groups counts, in seat widths. */
export const ROW_DISTANCE = 1.5

interface Group extends SeatSpan {
  readonly left: number
  readonly right: number
  readonly lone: number
}

/**
 * Two groups in one row or in neighbouring rows, close beside or behind each other. Of all such pairs: nobody alone, fewest
 * lone seats left, closest together (between the groups' middles), best view.
 */
export function bestPair(search: SeatSearch): Picked | null {
  return pairOf(search, 2) ?? pairOf(search, 1)
}

function pairOf(search: SeatSearch, smallest: 1 | 2): Picked | null {
  const { rows, count, viewAt } = search
  const found: { best: Pair | null } = { best: null }

  const weigh = (rowIndex: number, a: Group, otherIndex: number, b: Group): void => {
    const { best } = found
    const [middleA, middleB] = [(a.left + a.right) / 2, (b.left + b.right) / 2]
    const spread = exactly(Math.abs(middleA - middleB) + ROW_DISTANCE * Math.abs(otherIndex - rowIndex))
    if (best && best.lone === 0 && spread > best.spread) return
    const lone = otherIndex === rowIndex ? loneOfBoth(search, rowIndex, a, b) : a.lone + b.lone
    if (best && (lone - best.lone || spread - best.spread) > 0) return
    const share = (a.to - a.from + 1) / count
    const meanRow = rowIndex * share + otherIndex * (1 - share)
    const { penalty } = viewAt(meanRow, middleA * share + middleB * (1 - share))
    const difference = best ? lone - best.lone || spread - best.spread || penalty - best.penalty : -1
    if (difference < 0)
      found.best = {
        groups: [
          { rowIndex, ...a },
          { rowIndex: otherIndex, ...b },
        ],
        lone,
        spread,
        penalty,
      }
  }

  const sizes = smallest === 1 ? [1] : range(2, Math.floor(count / 2))
  for (const size of sizes) {
    if (size >= count) continue
    const alike = size * 2 === count
    const few = rows.map((_, rowIndex) => groupsOf(search, rowIndex, size))
    const many = alike ? few : rows.map((_, rowIndex) => groupsOf(search, rowIndex, count - size))
    for (const [rowIndex, groups] of few.entries()) {
      for (const otherIndex of alike ? [rowIndex, rowIndex + 1] : [rowIndex - 1, rowIndex, rowIndex + 1]) {
        const sameRow = otherIndex === rowIndex
        if (!sameRow && !followEachOther(rows[rowIndex], rows[otherIndex])) continue
        eachClose(groups, many[otherIndex] ?? [], (a, b) => {
          if (!sameRow || a.from > b.to || b.from > a.to) weigh(rowIndex, a, otherIndex, b)
        })
      }
    }
  }
  return found.best && seatsOf(found.best.groups)
}

function followEachOther(a: SeatRow | undefined, b: SeatRow | undefined): boolean {
  return a !== undefined && b !== undefined && Math.abs(a.depth - b.depth) === 1
}

/** Both lists run from left to right. */
function eachClose(groups: readonly Group[], others: readonly Group[], visit: (a: Group, b: Group) => void): void {
  let first = 0
  for (const a of groups) {
    while ((others[first]?.right ?? Infinity) < a.left - WIDEST_BETWEEN) first++
    for (let i = first; i < others.length; i++) {
      const b = others[i]
      if (!b || b.left > a.right + WIDEST_BETWEEN) break
      visit(a, b)
    }
  }
}

interface Placed extends SeatSpan {
  readonly rowIndex: number
}

interface Pair {
  readonly groups: readonly Placed[]
  readonly lone: number
  readonly spread: number
  readonly penalty: number
}

function groupsOf({ rows, isFree, isOffered }: SeatSearch, rowIndex: number, size: number): readonly Group[] {
  const row = rows[rowIndex]
  if (!row) return []
  const groups: Group[] = []
  for (const run of runsOf(row, (index) => isOffered(rowIndex, index))) {
    for (let from = run.from; from + size - 1 <= run.to; from++) {
      const span = { from, to: from + size - 1 }
      const [left, right] = [row.seats[span.from]?.x ?? 0, row.seats[span.to]?.x ?? 0]
      groups.push({ ...span, left, right, lone: loneBeside(row, (index) => isFree(rowIndex, index), span) })
    }
  }
  return groups
}

/** In one row two groups may share a lone seat, or leave one between them that neither does alone. */
function loneOfBoth({ rows, isFree }: SeatSearch, rowIndex: number, a: SeatSpan, b: SeatSpan): number {
  const row = rows[rowIndex]
  const within = (index: number, { from, to }: SeatSpan): boolean => from <= index && index <= to
  return row
    ? loneSeats(
        row,
        (index) => isFree(rowIndex, index),
        (index) => within(index, a) || within(index, b),
      ).length
    : 0
}

function seatsOf(groups: readonly Placed[]): Picked {
  return groups
    .flatMap(({ rowIndex, from, to }) => range(from, to).map((index) => ({ rowIndex, index })))
    .toSorted((a, b) => a.rowIndex - b.rowIndex || a.index - b.index)
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}
