import type { Minor } from '../money/money.ts'
import { countOrphansBeside, orphanSeats, runsOf, type SeatSpan } from './hand-picking.ts'
import { exactly, type SeatRow, type View, viewOf } from './seat-rows.ts'

/** Arrangements of a party's seats, closest first. */
export const arrangements = ['together', 'two-groups', 'in-groups', 'apart'] as const

/**
 * `two-groups`: two groups close to each other, in one row or in consecutive rows. `in-groups`: two groups farther
 * apart than in `two-groups`, or more than two groups; each group has at least two seats. `apart`: any other
 * arrangement.
 */
type Arrangement = (typeof arrangements)[number]

export interface Arranged {
  readonly arrangement: Arrangement
  /** Number of groups of joined seats; a single seat counts as one. */
  readonly groups: number
  readonly rows: number
}

/** Returns the arrangement of seats that are sorted by row and index. */
export function arrangedAs(rows: readonly SeatRow[], picked: Picked): Arranged {
  const groups = groupsOf(rows, picked)
  const counts = { groups: groups.length, rows: new Set(groups.map(({ depth }) => depth)).size }
  const [a, b] = groups
  if (groups.length === 1) return { arrangement: 'together', ...counts }
  if (groups.length === 2 && a && b && isClose(a, b)) return { arrangement: 'two-groups', ...counts }
  return { arrangement: groups.every(({ size }) => size > 1) ? 'in-groups' : 'apart', ...counts }
}

interface Group {
  readonly depth: number
  readonly left: number
  right: number
  size: number
}

function groupsOf(rows: readonly SeatRow[], picked: Picked): readonly Group[] {
  const groups: Group[] = []
  for (const [i, { rowIndex, index }] of picked.entries()) {
    const row = rows[rowIndex]
    const seat = row?.seats[index]
    const before = picked[i - 1]
    const last = groups.at(-1)
    if (!row || !seat) continue
    if (last && seat.joined && before?.rowIndex === rowIndex && before.index === index - 1) {
      last.right = seat.x
      last.size += 1
    } else groups.push({ depth: row.depth, left: seat.x, right: seat.x, size: 1 })
  }
  return groups
}

function isClose(a: Group, b: Group): boolean {
  return Math.abs(a.depth - b.depth) <= 1 && Math.max(b.left - a.right, a.left - b.right) <= WIDEST_BETWEEN
}

/** `isOffered`: whether the seat is free and may be offered to the party. */
export interface SeatSearch {
  readonly rows: readonly SeatRow[]
  readonly count: number
  readonly viewAt: (rowIndex: number, x: number) => View
  readonly isFree: (rowIndex: number, index: number) => boolean
  readonly isOffered: (rowIndex: number, index: number) => boolean
}

/** Seats sorted by row, and by index within the row. */
export type Picked = readonly PickedSeat[]

export interface PickedSeat {
  readonly rowIndex: number
  readonly index: number
}

interface Limits {
  readonly count: number
  readonly maxPrice: Minor
  /** Ids of the seats that are reserved for other parties. */
  readonly kept: ReadonlySet<string>
  /** Seats that the party already has. */
  readonly beside: readonly { readonly seatId: string }[]
}

export function seatSearch(rows: readonly SeatRow[], { count, maxPrice, kept, beside }: Limits): SeatSearch {
  const free = rows.map((row) => row.seats.map(({ seat }) => seat.status === 'available'))
  const offered = rows.map((row, r) =>
    row.seats.map(({ seat }, i) => free[r]?.[i] === true && seat.price <= maxPrice && !kept.has(seat.seatId)),
  )
  return {
    rows,
    count,
    viewAt: viewBeside(rows, new Set(beside.map(({ seatId }) => seatId))),
    isFree: (rowIndex, index) => free[rowIndex]?.[index] ?? false,
    isOffered: (rowIndex, index) => offered[rowIndex]?.[index] ?? false,
  }
}

/**
 * Returns a function for the view from a position along a row. If the rows contain some of the seats, the penalty is the
 * distance from the nearest of them, from 0 to 1.
 */
function viewBeside(rows: readonly SeatRow[], seatIds: ReadonlySet<string>): SeatSearch['viewAt'] {
  const view = viewOf(rows)
  const own = rows.flatMap(({ seats }, rowIndex) =>
    seats.flatMap(({ seat, x }) => (seatIds.has(seat.seatId) ? [{ rowIndex, x }] : [])),
  )
  if (own.length === 0) return view
  return (rowIndex, x) => {
    const distances = own.map((seat) => Math.abs(seat.x - x) + ROW_DISTANCE * Math.abs(seat.rowIndex - rowIndex))
    const distance = Math.min(...distances)
    return { ...view(rowIndex, x), penalty: exactly(distance / (distance + HALF_PENALTY)) }
  }
}

/** Distance in seat widths from the party's seats at which the penalty is one half. */
const HALF_PENALTY = 10

/**
 * Maximum distance along the row between the nearest seats of two groups of one party, in seat widths. The distance
 * leaves room for an aisle and a seat.
 */
const WIDEST_BETWEEN = 3

/** Distance in seat widths that is counted for each row between two groups. */
export const ROW_DISTANCE = 1.5

interface SeatGroup extends SeatSpan {
  readonly left: number
  readonly right: number
  readonly lone: number
}

/**
 * Returns two close groups in one row or in neighbouring rows; null if there are none. Criteria in order of priority:
 * no single seats, fewest lone seats left, smallest distance between the middles of the groups, best view.
 */
export function bestPair(search: SeatSearch): Picked | null {
  return pairOf(search, 2) ?? pairOf(search, 1)
}

function pairOf(search: SeatSearch, smallest: 1 | 2): Picked | null {
  const { rows, count, viewAt } = search
  const found: { best: Pair | null } = { best: null }

  const weigh = (rowIndex: number, a: SeatGroup, otherIndex: number, b: SeatGroup): void => {
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
    const few = rows.map((_, rowIndex) => freeGroups(search, rowIndex, size))
    const many = alike ? few : rows.map((_, rowIndex) => freeGroups(search, rowIndex, count - size))
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

/** Visits the pairs of groups that are close enough; both lists have to be sorted from left to right. */
function eachClose(
  groups: readonly SeatGroup[],
  others: readonly SeatGroup[],
  visit: (a: SeatGroup, b: SeatGroup) => void,
): void {
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

function freeGroups({ rows, isFree, isOffered }: SeatSearch, rowIndex: number, size: number): readonly SeatGroup[] {
  const row = rows[rowIndex]
  if (!row) return []
  const groups: SeatGroup[] = []
  for (const run of runsOf(row, (index) => isOffered(rowIndex, index))) {
    for (let from = run.from; from + size - 1 <= run.to; from++) {
      const span = { from, to: from + size - 1 }
      const [left, right] = [row.seats[span.from]?.x ?? 0, row.seats[span.to]?.x ?? 0]
      groups.push({ ...span, left, right, lone: countOrphansBeside(row, (index) => isFree(rowIndex, index), span) })
    }
  }
  return groups
}

/** Counts the lone seats left by two groups in one row, including a lone seat between the groups. */
function loneOfBoth({ rows, isFree }: SeatSearch, rowIndex: number, a: SeatSpan, b: SeatSpan): number {
  const row = rows[rowIndex]
  const within = (index: number, { from, to }: SeatSpan): boolean => from <= index && index <= to
  return row
    ? orphanSeats(
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

/** Fact that is true of every seat of an offer and explains the offer. */
export type ProposalReason =
  /** Seats side by side in one row, without an aisle in between according to a plan. */
  | 'together'
  /** Seats with consecutive numbers in one row whose aisles are unknown. */
  | 'in-sequence'
  /** Two groups in one row, with at most an aisle or two seats in between. */
  | 'split-row'
  /** Two groups close to each other, in two consecutive rows. */
  | 'split-rows'
  | 'in-groups'
  | 'apart'
  | 'central'
  /** Seats nearest to their gate, if the distance to the gate is known for all offers. */
  | 'near-gate'
  /** No section of the search has cheaper seats for the party, and some seats cost more. */
  | 'lowest-price'
  /** Seats in the middle and the best rows of a section nearest to the field. */
  | 'best-view'
  | 'front-rows'
  /** Seats in a different price zone from a cheaper offer. */
  | 'dearer-zone'
  /** Seats in a stand that no earlier offer includes. */
  | 'other-tribune'
