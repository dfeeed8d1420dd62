import type { Minor } from '../money/money.ts'
import type { PlanSection } from '../venue/venue-plan.ts'
import {
  type Arranged,
  arrangedAs,
  bestPair,
  type Picked,
  type PickedSeat,
  type ProposalReason,
  ROW_DISTANCE,
  seatSearch,
  type SeatSearch,
} from './arrangement.ts'
import {
  type SeatQueryOptions,
  reservedAccessibleSeats,
  countOrphansBeside,
  orphanSeats,
  runsOf,
  type SeatSpan,
} from './hand-picking.ts'
import type { SeatOffer, SectionView } from './offer.ts'
import { exactly, laidRows, type View } from './seat-rows.ts'
import { bestPlace } from './wheelchair-places.ts'

/**
 * Returns a seat and others near it, in groups of at least `smallest` joined seats; null if the section has too few.
 * Criteria in order of priority: fewest groups, smallest sum of distances, best view.
 */
function nearestSeats(search: SeatSearch, smallest: 1 | 2): Picked | null {
  const { count, viewAt } = search
  const rows = runRows(search, smallest)
  const party = new NearestParty(rows, count, smallest)
  let best: { seats: Picked; distance: number; penalty: number } | null = null
  for (const [rowIndex, { runs }] of rows.entries()) {
    for (const { left, right } of runs) {
      for (let x = left; x <= right + 0.5; x++) {
        const distance = exactly(party.gather(rowIndex, x, best?.distance ?? Infinity))
        // The first search has no limit and has therefore covered the whole section.
        if (!best && distance === Infinity) return null
        if (best && distance > best.distance) continue
        const { penalty } = viewAt(rowIndex, x)
        const difference = best ? distance - best.distance || penalty - best.penalty : -1
        if (difference < 0) best = { seats: party.seats(), distance, penalty }
      }
    }
  }
  return best && best.seats
}

/** Adjacent seats that may be offered to the party, each one seat width from the next. */
interface Run extends SeatSpan {
  readonly left: number
  readonly right: number
}

interface RunRow {
  readonly depth: number
  readonly runs: readonly Run[]
}

function runRows({ rows, isOffered }: SeatSearch, smallest: number): readonly RunRow[] {
  return rows.map((row, rowIndex) => ({
    depth: row.depth,
    runs: runsOf(row, (index) => isOffered(rowIndex, index)).flatMap(({ from, to }) => {
      const [left, right] = [row.seats[from]?.x ?? 0, row.seats[to]?.x ?? 0]
      return to - from + 1 < smallest ? [] : [{ from, to, left, right }]
    }),
  }))
}

/** Seats taken from one run; `before` links to the seats taken from earlier runs. */
interface Taken extends SeatSpan {
  readonly rowIndex: number
  readonly before: Taken | null
}

/** Finds the seats nearest to a place; all searches share one instance, because each seat needs a search. */
class NearestParty {
  readonly #rows: readonly RunRow[]
  readonly #count: number
  readonly #smallest: number
  /** Minimum sum of distances for each number of seats, as if all seats around the place were free. */
  readonly #least: Float64Array
  /** Minimum sum of group penalties for each number of seats, in any place. */
  readonly #groups: Float64Array
  /** Smallest sum of group penalties and distances found for each number of seats, up to the size of the party. */
  readonly #sums: Float64Array
  readonly #taken: (Taken | null)[]
  /**
   * For each number of seats in the current run: index of the first of the nearest seats, and sum of their distances.
   */
  readonly #firsts: Int32Array
  readonly #runSums: Float64Array
  /** Limit above which an exact sum is not needed. */
  #limit = Infinity

  constructor(rows: readonly RunRow[], count: number, smallest: number) {
    this.#rows = rows
    this.#count = count
    this.#smallest = smallest
    this.#least = leastSums(count)
    this.#groups = groupSums(rows, count, smallest)
    this.#sums = new Float64Array(count + 1)
    this.#taken = Array.from({ length: count + 1 }, () => null)
    this.#firsts = new Int32Array(count + 1)
    this.#runSums = new Float64Array(count + 1)
  }

  /** Returns the smallest sum for seats around `x`; if `limit` is exceeded, any value above `limit`. */
  gather(rowIndex: number, x: number, limit: number): number {
    this.#limit = limit
    this.#sums.fill(Infinity)
    this.#sums[0] = 0
    const depth = this.#rows[rowIndex]?.depth ?? 0
    const baseOf = (row: RunRow | undefined): number => (row ? ROW_DISTANCE * Math.abs(row.depth - depth) : Infinity)
    let [before, behind] = [rowIndex, rowIndex + 1]
    for (;;) {
      const [front, back] = [baseOf(this.#rows[before]), baseOf(this.#rows[behind])]
      const base = Math.min(front, back)
      if (base === Infinity || !this.#isWithinReach(base)) break
      const at = front <= back ? before-- : behind++
      for (const run of this.#rows[at]?.runs ?? []) this.#offer(run, at, x, base)
    }
    return this.#sum(this.#count)
  }

  /** Returns the seats that the last search found. */
  seats(): Picked {
    const seats: PickedSeat[] = []
    for (let taken = this.#taken[this.#count] ?? null; taken; taken = taken.before) {
      for (let index = taken.from; index <= taken.to; index++) seats.push({ rowIndex: taken.rowIndex, index })
    }
    return seats.sort((a, b) => a.rowIndex - b.rowIndex || a.index - b.index)
  }

  #sum(seats: number): number {
    return this.#sums[seats] ?? Infinity
  }

  #bound(): number {
    return Math.min(this.#limit, this.#sum(this.#count)) + ROUNDING
  }

  /** Returns whether seats at `distance` or beyond can still reduce the sum. */
  #isWithinReach(distance: number): boolean {
    for (let seats = this.#smallest; seats <= this.#count; seats++) {
      const others = this.#sum(this.#count - seats) + (this.#groups[seats] ?? 0)
      if (others + seats * distance <= this.#bound()) return true
    }
    return false
  }

  /**
   * Takes the joined seats of the run that are nearest to `x`, for each number of seats whose sum they reduce.
   */
  #offer(run: Run, rowIndex: number, x: number, base: number): void {
    const beside = Math.max(run.left - x, x - run.right, 0)
    const others = (this.#least[this.#count - this.#smallest] ?? 0) + (this.#groups[this.#count] ?? 0)
    if (this.#smallest * (base + beside) + others > this.#bound()) return
    const most = this.#measure(run, x, base)
    for (let seats = this.#count; seats >= this.#smallest; seats--) {
      for (let size = this.#smallest; size <= Math.min(seats, most); size++) {
        const sum = this.#sum(seats - size) + GROUP_PENALTY + (this.#runSums[size] ?? 0)
        if (sum >= this.#sum(seats)) continue
        this.#sums[seats] = sum
        const from = run.from + (this.#firsts[size] ?? 0)
        this.#taken[seats] = { rowIndex, from, to: from + size - 1, before: this.#taken[seats - size] ?? null }
      }
    }
  }

  /** Returns the number of usable seats in the run, and stores their sums from the nearest outwards. */
  #measure({ left, right }: Run, x: number, base: number): number {
    const last = Math.round(right - left)
    let low = Math.round(Math.min(Math.max(x, left), right) - left)
    let high = low - 1
    let [sum, size] = [0, 0]
    while (size < this.#count && (low > 0 || high < last)) {
      const [below, above] = [x - (left + low - 1), left + high + 1 - x]
      if (low > 0 && (high === last || below < above)) {
        low -= 1
        sum += base + Math.abs(below)
      } else {
        high += 1
        sum += base + Math.abs(above)
      }
      size += 1
      this.#firsts[size] = low
      this.#runSums[size] = sum
    }
    return size
  }
}

/** Penalty for each group, in seat widths; larger than any sum of distances. */
const GROUP_PENALTY = 1e6

/** Returns the minimum sum of group penalties for each number of seats; `Infinity` if there are too few seats. */
function groupSums(rows: readonly RunRow[], count: number, smallest: number): Float64Array {
  const sums = new Float64Array(count + 1).fill(Infinity)
  sums[0] = 0
  const sizes = rows.flatMap(({ runs }) => runs.map(({ from, to }) => to - from + 1)).toSorted((a, b) => b - a)
  for (const most of sizes.slice(0, count)) {
    for (let seats = count; seats >= smallest; seats--) {
      for (let size = smallest; size <= Math.min(seats, most); size++)
        sums[seats] = Math.min(sums[seats] ?? Infinity, (sums[seats - size] ?? Infinity) + GROUP_PENALTY)
    }
  }
  return sums
}

/** Tolerance for rounding errors in sums of distances. */
const ROUNDING = 1e-6

function leastSums(count: number): Float64Array {
  const distances: number[] = []
  for (let row = -count; row <= count; row++) {
    for (let x = -count; x <= count; x++) distances.push(Math.abs(x) + ROW_DISTANCE * Math.abs(row))
  }
  distances.sort((a, b) => a - b)
  const sums = new Float64Array(count + 1)
  for (let seats = 1; seats <= count; seats++) sums[seats] = (sums[seats - 1] ?? 0) + (distances[seats - 1] ?? 0)
  return sums
}

function bestBlock({ rows, count, viewAt, isFree, isOffered }: SeatSearch): Picked | null {
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
        const lone = countOrphansBeside(row, (index) => isFree(rowIndex, index), { from, to })
        const difference = best ? lone - best.lone || penalty - best.penalty || price - best.price : -1
        if (difference < 0) best = { rowIndex, from, lone, penalty, price }
      }
    }
  }
  return best && Array.from({ length: count }, (_, i) => ({ rowIndex: best.rowIndex, index: best.from + i }))
}

interface Party extends SeatQueryOptions {
  /** Number of seats, at least 1. */
  readonly count: number
  readonly plan?: PlanSection | null
  readonly maxPrice?: Minor
  /** Seats that the party already has; those of the section determine the best view. */
  readonly beside?: readonly Pick<SeatOffer, 'seatId'>[]
}

export interface SeatChoice extends Arranged {
  /** The chosen seats, row by row in physical order. */
  readonly seats: readonly SeatOffer[]
  readonly total: Minor
  /** Free seats that the choice would leave without a free neighbour. */
  readonly lone: readonly string[]
  /** View from the middle of the party. */
  readonly view: View
  /** Facts about the chosen seats in their section, most important first. */
  readonly reasons: readonly ProposalReason[]
}

/**
 * Returns the best free seats of a section for a party; null if there are too few. The first possible arrangement is
 * used: one block of joined seats, two close groups, the fewest groups without single seats, the fewest groups. Further
 * criteria: no restricted view, no lone seat left, best view, lowest price. A party that requests a wheelchair space is offered
 * only seats with a wheelchair space.
 */
export function bestSeats(section: SectionView, party: Party): SeatChoice | null {
  const { count, plan = null, maxPrice = Infinity } = party
  const { rows, byPlan } = laidRows(section, plan)
  const kept = reservedAccessibleSeats(section, party)
  const limits = { count, maxPrice, kept, beside: party.beside ?? [] }
  const search = seatSearch(rows, limits)
  const hidden = section.seats.filter(({ restrictedView }) => restrictedView).map(({ seatId }) => seatId)
  const clear = hidden.length > 0 && seatSearch(rows, { ...limits, kept: new Set([...kept, ...hidden]) })
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
    const alone = row ? orphanSeats(row, isRowFree, (index) => taken.has(index)) : []
    return alone.flatMap((index) => row?.seats[index]?.seat.seatId ?? [])
  })
}

function seating({ arrangement, rows }: Arranged, count: number, byPlan: boolean): readonly ProposalReason[] {
  if (count === 1) return []
  if (arrangement === 'together') return [byPlan ? 'together' : 'in-sequence']
  if (arrangement === 'two-groups') return [rows === 1 ? 'split-row' : 'split-rows']
  return [arrangement]
}

/** Returns the reasons to recommend the seats that concern their location and apply to each of them. */
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

/** Share of the range from best to worst that counts as close to the best. */
const CLOSE = 0.25

/** Minimum number of rows in a section for `front-rows` to be given as a reason. */
const TELLING_ROWS = 6
const FRONT_SHARE = 0.15

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
