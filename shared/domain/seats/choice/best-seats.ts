import type { Minor } from '../../money/money.ts'
import type { SeatOffer, SectionView } from '../offer.ts'
import type { PlanSection } from '../../venue/venue-plan.ts'
import { keptSeats, type Asking } from './kept-seats.ts'
import { arrangedAs, type Arranged } from './arrangement.ts'
import { nearestSeats } from './nearest-seats.ts'
import { bestBlock } from './one-block.ts'
import type { ProposalReason } from './proposal-reason.ts'
import type { View } from './row-view.ts'
import { laidRows } from './seat-rows.ts'
import { loneSeats } from './seat-runs.ts'
import { seatSearch, type Picked, type SeatSearch } from './seat-search.ts'
import { bestPair } from './two-groups.ts'
import { bestPlace } from './wheelchair-places.ts'

export interface Party extends Asking {
  /** How many seats; at least 1. */
  readonly count: number
  /** Aisles and rows as the venue's plan has them. */
  readonly plan?: PlanSection | null
  /** Most a seat may cost. */
  readonly maxPrice?: Minor
}

export interface SeatChoice extends Arranged {
  /** Row by row, in physical order. */
  readonly seats: readonly SeatOffer[]
  readonly total: Minor
  /** Free seats this choice would leave without a free neighbour. */
  readonly lone: readonly string[]
  /** From the middle of the party. */
  readonly view: View
  /** What is true of these seats in their section, most telling first. */
  readonly reasons: readonly ProposalReason[]
}

/**
 * The best free seats of a section for a party, or null when it has not that many. In this order: one block of joined
 * seats, else two groups close to each other (nobody alone where that can be), else groups in which nobody is alone,
 * nearest to each other, else the nearest seats; then none with a restricted view, no lone seat left behind, the best view,
 * the lowest price. Places for wheelchairs are kept for who asks for one, who is offered nothing else: a space alone, or with the
 * seat of a companion.
 */
export function bestSeats(section: SectionView, party: Party): SeatChoice | null {
  const { count, plan = null, maxPrice = Infinity } = party
  const { rows, byPlan } = laidRows(section, plan)
  const kept = keptSeats(section, party)
  const search = seatSearch(rows, { count, maxPrice, kept })
  const hidden = section.seats.filter(({ restrictedView }) => restrictedView).map(({ seatId }) => seatId)
  const clear = hidden.length > 0 && seatSearch(rows, { count, maxPrice, kept: new Set([...kept, ...hidden]) })
  for (const find of party.wheelchair ? [bestPlace] : closestFirst) {
    const picked = (clear && find(clear)) || find(search)
    if (picked) return choiceOf(search, picked, byPlan)
  }
  return null
}

const closestFirst: readonly ((search: SeatSearch) => Picked | null)[] = [
  bestBlock,
  bestPair,
  (search) => nearestSeats(search, 2),
  (search) => nearestSeats(search, 1),
]

function choiceOf(search: SeatSearch, picked: Picked, byPlan: boolean): SeatChoice {
  const { rows, viewAt } = search
  const seats = picked.flatMap(({ rowIndex, index }) => rows[rowIndex]?.seats[index] ?? [])
  const offers = seats.map(({ seat }) => seat)
  const arranged = arrangedAs(rows, picked)
  return {
    ...arranged,
    seats: offers,
    total: offers.reduce((sum, seat) => sum + seat.price, 0),
    lone: loneLeft(search, picked),
    view: viewAt(mean(picked.map(({ rowIndex }) => rowIndex)), mean(seats.map(({ x }) => x))),
    reasons: [...seating(arranged, seats.length, byPlan), ...placing(search, picked)],
  }
}

function loneLeft({ rows, isFree }: SeatSearch, picked: Picked): readonly string[] {
  return [...Map.groupBy(picked, ({ rowIndex }) => rowIndex)].flatMap(([rowIndex, members]) => {
    const row = rows[rowIndex]
    const taken = new Set(members.map(({ index }) => index))
    const isRowFree = (index: number): boolean => isFree(rowIndex, index)
    const alone = row ? loneSeats(row, isRowFree, (index) => taken.has(index)) : []
    return alone.flatMap((index) => row?.seats[index]?.seat.seatId ?? [])
  })
}

function seating({ arrangement, rows }: Arranged, count: number, byPlan: boolean): readonly ProposalReason[] {
  if (count === 1) return []
  if (arrangement === 'together') return [byPlan ? 'together' : 'in-sequence']
  if (arrangement === 'two-groups') return [rows === 1 ? 'split-row' : 'split-rows']
  return [arrangement]
}

/** Where they are; what is not true of the farthest seat is not said of any. */
function placing({ rows, viewAt }: SeatSearch, picked: Picked): readonly ProposalReason[] {
  const views = picked.map(({ rowIndex, index }) => viewAt(rowIndex, rows[rowIndex]?.seats[index]?.x ?? 0))
  const reasons: ProposalReason[] = []
  if (views.every(({ offCentre }) => offCentre <= CLOSE)) {
    const sees = picked.every(({ rowIndex, index }) => !rows[rowIndex]?.seats[index]?.seat.restrictedView)
    reasons.push(sees && views.every(({ offRow }) => offRow <= CLOSE) ? 'best-view' : 'central')
  }
  const depth = (rows.at(-1)?.depth ?? 0) + 1
  const deepest = rows[picked.at(-1)?.rowIndex ?? 0]?.depth ?? 0
  if (depth >= TELLING_ROWS && deepest < Math.max(2, depth * FRONT_SHARE)) reasons.push('front-rows')
  return reasons
}

/** Of the way from best to worst: near enough to say so. */
const CLOSE = 0.25

/** In a section of fewer rows all are front rows, and none. */
const TELLING_ROWS = 6
const FRONT_SHARE = 0.15

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
