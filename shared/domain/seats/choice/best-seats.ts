import type { Minor } from '../../money/money.ts'
import type { SeatOffer, SectionView } from '../offer.ts'
import type { PlanSection } from '../../venue/venue-plan.ts'
import { nearestSeats } from './nearest-seats.ts'
import { bestBlock } from './one-block.ts'
import type { ProposalReason } from './proposal-reason.ts'
import type { View } from './row-view.ts'
import { laidRows } from './seat-rows.ts'
import { loneSeats } from './seat-runs.ts'
import { seatSearch, type Picked, type SeatSearch } from './seat-search.ts'
import { bestPair } from './two-groups.ts'

export interface Party {
  /** How many seats; at least 1. */
  readonly count: number
  /** Aisles and rows as the venue's plan has them. */
  readonly plan?: PlanSection | null
  /** Most a seat may cost. */
  readonly maxPrice?: Minor
}

export interface SeatChoice {
  /** Row by row, in physical order. */
  readonly seats: readonly SeatOffer[]
  readonly total: Minor
  /** In one row, with neither an aisle nor other people's seats between them as far as plan or numbers tell. */
  readonly together: boolean
  /** Free seats this choice would leave without a free neighbour. */
  readonly lone: readonly string[]
  readonly view: View
  /** Most telling first. */
  readonly reasons: readonly ProposalReason[]
}

/**
 * The best free seats of a section for a party, or null when it has not that many. In this order: one block of joined
 * seats, else two groups in one row or in neighbouring rows (nobody alone where that can be), else the seats nearest to
 * each other; then no lone seat left behind, then the best view, then the lowest price. Seats for people with
 * disabilities are left for them.
 */
export function bestSeats(section: SectionView, { count, plan = null, maxPrice = Infinity }: Party): SeatChoice | null {
  const { rows, byPlan } = laidRows(section, plan)
  const search = seatSearch(rows, count, maxPrice)
  const picked = bestBlock(search) ?? bestPair(search) ?? nearestSeats(search)
  return picked && choiceOf(search, picked, byPlan)
}

function choiceOf({ rows, count, viewAt, isFree }: SeatSearch, picked: Picked, byPlan: boolean): SeatChoice {
  const seats = picked.flatMap(({ rowIndex, index }) => rows[rowIndex]?.seats[index] ?? [])
  const byRow = Map.groupBy(picked, ({ rowIndex }) => rowIndex)
  const lone = [...byRow].flatMap(([rowIndex, members]) => {
    const row = rows[rowIndex]
    const taken = new Set(members.map(({ index }) => index))
    const isRowFree = (index: number): boolean => isFree(rowIndex, index)
    const alone = row ? loneSeats(row, isRowFree, (index) => taken.has(index)) : []
    return alone.flatMap((index) => row?.seats[index]?.seat.seatId ?? [])
  })
  const oneRow = byRow.size === 1
  const together =
    oneRow && seats.every((seat, i) => i === 0 || (seat.joined && picked[i]?.index === (picked[i - 1]?.index ?? 0) + 1))
  const view = viewAt(mean(picked.map(({ rowIndex }) => rowIndex)), mean(seats.map(({ x }) => x)))

  const reasons: ProposalReason[] = []
  if (count > 1) reasons.push(together ? (byPlan ? 'together' : 'in-sequence') : oneRow ? 'split-row' : 'split-rows')
  if (view.offCentre <= CLOSE && view.offRow <= CLOSE) reasons.push('best-view')
  else if (view.offCentre <= CLOSE) reasons.push('central')
  const deepest = picked.at(-1)?.rowIndex ?? 0
  if (rows.length >= TELLING_ROWS && deepest < Math.max(2, rows.length * FRONT_SHARE)) reasons.push('front-rows')

  const offers = seats.map(({ seat }) => seat)
  return { seats: offers, total: offers.reduce((sum, seat) => sum + seat.price, 0), together, lone, view, reasons }
}

/** Of the way from best to worst: near enough to say so. */
const CLOSE = 0.25

/** In a section of fewer rows all are front rows, and none. */
const TELLING_ROWS = 6
const FRONT_SHARE = 0.15

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
