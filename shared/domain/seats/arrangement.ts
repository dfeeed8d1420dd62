import type { Minor } from '../money/money.ts'
import { loneBeside, loneSeats, runsOf, type SeatSpan } from './hand-picking.ts'
import { exactly, type SeatRow, type View, viewOf } from './seat-rows.ts'

/** How close a party sits, the closest first. */
export const arrangements = ['together', 'two-groups', 'in-groups', 'apart'] as const

/**
 * All joined in one row; two groups close to each other, in one row or in rows that follow each other; groups, farther
 * from each other or more of them, in which nobody is alone; or else.
 */
type Arrangement = (typeof arrangements)[number]

export interface Arranged {
  readonly arrangement: Arrangement
  /** How many groups of joined seats; a seat alone is one. */
  readonly groups: number
  readonly rows: number
}

/** Seats by row and index, in that order. */
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
interface Limits {
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

/** Farthest two groups of one party may lie apart along the row, in seat widths: an aisle and a seat. */
const WIDEST_BETWEEN = 3

/** What one row between two groups counts, in seat widths. */
export const ROW_DISTANCE = 1.5

interface SeatGroup extends SeatSpan {
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

/** Both lists run from left to right. */
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

/** A fact that explains why these seats are offered; screens word it. It is true of every seat of the offer. */
export type ProposalReason =
  /** Side by side in one row, no aisle between, as a plan tells. */
  | 'together'
  /** Their numbers follow each other in one row; nobody has told whether an aisle is between. */
  | 'in-sequence'
  /** One row, two groups with no more than an aisle or two seats between. */
  | 'split-row'
  /** Two groups, as close, in two rows that follow each other. */
  | 'split-rows'
  /** Groups, farther from each other or more of them; nobody is alone. */
  | 'in-groups'
  /** Not close; somebody has no neighbour of the party. */
  | 'apart'
  /** In the middle of their section. */
  | 'central'
  /** The shortest way to their gate, where the ways of all offers are known. */
  | 'near-gate'
  /** No seats of this party's size cost less in one section of what was searched, and some cost more. */
  | 'lowest-price'
  /** In the middle of a section nearest to the field, in its best rows; no other offer has a better view. */
  | 'best-view'
  /** In the front rows of their section. */
  | 'front-rows'
  /** In another price zone than an offer that costs less. */
  | 'dearer-zone'
  /** In another tribune than the offers before it. */
  | 'other-tribune'
