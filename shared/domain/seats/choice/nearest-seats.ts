import { exactly } from './seat-row.ts'
import { runsOf, type SeatSpan } from './seat-runs.ts'
import type { Picked, PickedSeat, SeatSearch } from './seat-search.ts'
import { ROW_DISTANCE } from './two-groups.ts'

/**
 * For a party that no two groups hold: some seat and those nearest to it, in groups of at least `smallest` joined ones,
 * so that the sum of their distances is the smallest of the section; of equal ones the best view. Null when the section
 * has no such seats.
 */
export function nearestSeats(search: SeatSearch, smallest: 1 | 2): Picked | null {
  const { count, viewAt } = search
  const rows = runRows(search, smallest)
  const party = new NearestParty(rows, count, smallest)
  let best: { seats: Picked; distance: number; penalty: number } | null = null
  for (const [rowIndex, { runs }] of rows.entries()) {
    for (const { left, right } of runs) {
      for (let x = left; x <= right + 0.5; x++) {
        const distance = exactly(party.gather(rowIndex, x, best?.distance ?? Infinity))
        // The first has looked at all there is.
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

/** Joined seats that the party may be offered; each is 1 from the next. */
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

/** Seats taken of one run, and of those before it. */
interface Taken extends SeatSpan {
  readonly rowIndex: number
  readonly before: Taken | null
}

/** The seats nearest to a place; one for all searches, for there is one search a seat. */
class NearestParty {
  readonly #rows: readonly RunRow[]
  readonly #count: number
  readonly #smallest: number
  /** For each number of seats the sum of their distances where all around the place were free: no section has less. */
  readonly #least: Float64Array
  /** For each number of seats, up to the party's, the smallest sum found. */
  readonly #sums: Float64Array
  readonly #taken: (Taken | null)[]
  /** For each number of seats of the run that is looked at: the first of those nearest, and the sum of their distances. */
  readonly #firsts: Int32Array
  readonly #runSums: Float64Array
  /** The sum above which nobody wants to know. */
  #limit = Infinity

  constructor(rows: readonly RunRow[], count: number, smallest: number) {
    this.#rows = rows
    this.#count = count
    this.#smallest = smallest
    this.#least = leastSums(count)
    this.#sums = new Float64Array(count + 1)
    this.#taken = Array.from({ length: count + 1 }, () => null)
    this.#firsts = new Int32Array(count + 1)
    this.#runSums = new Float64Array(count + 1)
  }

  /** The sum of the distances of the seats nearest to `x` in this row; more than `limit` where it would be. */
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

  /** Of the last search. */
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

  /** Whether seats at this distance and beyond, however many, can still make the sum smaller. */
  #isWithinReach(distance: number): boolean {
    for (let seats = this.#smallest; seats <= this.#count; seats++) {
      if (this.#sum(this.#count - seats) + seats * distance <= this.#bound()) return true
    }
    return false
  }

  /** Takes as many seats of the run as make the sums smaller: those nearest to `x`, which are joined. */
  #offer(run: Run, rowIndex: number, x: number, base: number): void {
    const beside = Math.max(run.left - x, x - run.right, 0)
    const others = this.#least[this.#count - this.#smallest] ?? 0
    if (this.#smallest * (base + beside) + others > this.#bound()) return
    const most = this.#measure(run, x, base)
    for (let seats = this.#count; seats >= this.#smallest; seats--) {
      for (let size = this.#smallest; size <= Math.min(seats, most); size++) {
        const sum = this.#sum(seats - size) + (this.#runSums[size] ?? 0)
        if (sum >= this.#sum(seats)) continue
        this.#sums[seats] = sum
        const from = run.from + (this.#firsts[size] ?? 0)
        this.#taken[seats] = { rowIndex, from, to: from + size - 1, before: this.#taken[seats - size] ?? null }
      }
    }
  }

  /** How many seats of the run there are for the party; their sums, from the nearest outwards. */
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

/** Sums of distances differ in their last bits. */
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
