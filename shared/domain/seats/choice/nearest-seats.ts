import { exactly } from './seat-row.ts'
import type { Picked, PickedSeat, SeatSearch } from './seat-search.ts'
import { ROW_DISTANCE } from './two-groups.ts'

/**
 * For a party that no two groups hold: some seat and those nearest to it, so that the sum of their distances is the
 * smallest of the section; of equal ones the best view. Null when the section has too few seats.
 */
export function nearestSeats(search: SeatSearch): Picked | null {
  const { count, viewAt } = search
  const rows = offeredRows(search)
  if (rows.reduce((sum, { xs }) => sum + xs.length, 0) < count) return null

  const near = new Nearest(count)
  let best: { seats: Picked; distance: number; penalty: number } | null = null
  for (const [rowIndex, { xs }] of rows.entries()) {
    for (const x of xs) {
      near.search(rows, rowIndex, x)
      const distance = exactly(near.total())
      if (best && distance > best.distance) continue
      const { penalty } = viewAt(rowIndex, x)
      const difference = best ? distance - best.distance || penalty - best.penalty : -1
      if (difference < 0) best = { seats: near.seats(rows), distance, penalty }
    }
  }
  return best && best.seats
}

interface OfferedRow {
  readonly xs: readonly number[]
  /** Index in the row of each. */
  readonly indices: readonly number[]
}

function offeredRows({ rows, isOffered }: SeatSearch): readonly OfferedRow[] {
  return rows.map(({ seats }, rowIndex) => {
    const indices = seats.flatMap((_, index) => (isOffered(rowIndex, index) ? [index] : []))
    return { indices, xs: indices.map((index) => seats[index]?.x ?? 0) }
  })
}

/** The seats nearest to a place, nearest first; one for all searches, for there is one search a seat. */
class Nearest {
  readonly #distances: Float64Array
  readonly #rows: Int32Array
  readonly #positions: Int32Array
  #size = 0

  constructor(count: number) {
    this.#distances = new Float64Array(count)
    this.#rows = new Int32Array(count)
    this.#positions = new Int32Array(count)
  }

  /** Rows are looked at outwards until none can hold a nearer seat. */
  search(rows: readonly OfferedRow[], rowIndex: number, x: number): void {
    this.#size = 0
    for (let step = 0; step < rows.length && ROW_DISTANCE * step < this.#farthest(); step++) {
      this.#look(rows[rowIndex - step], rowIndex - step, x, ROW_DISTANCE * step)
      if (step > 0) this.#look(rows[rowIndex + step], rowIndex + step, x, ROW_DISTANCE * step)
    }
  }

  total(): number {
    return this.#distances.reduce((sum, distance) => sum + distance, 0)
  }

  seats(rows: readonly OfferedRow[]): Picked {
    const seats = Array.from(this.#rows, (rowIndex, i): PickedSeat => {
      return { rowIndex, index: rows[rowIndex]?.indices[this.#positions[i] ?? 0] ?? 0 }
    })
    return seats.toSorted((a, b) => a.rowIndex - b.rowIndex || a.index - b.index)
  }

  #farthest(): number {
    return this.#size < this.#distances.length ? Infinity : (this.#distances[this.#size - 1] ?? Infinity)
  }

  #look(row: OfferedRow | undefined, rowIndex: number, x: number, base: number): void {
    if (!row) return
    const { xs } = row
    const start = firstAtOrAfter(xs, x)
    for (let i = start; i < xs.length; i++) {
      const distance = base + (xs[i] ?? 0) - x
      if (distance >= this.#farthest()) break
      this.#put(distance, rowIndex, i)
    }
    for (let i = start - 1; i >= 0; i--) {
      const distance = base + x - (xs[i] ?? 0)
      if (distance >= this.#farthest()) break
      this.#put(distance, rowIndex, i)
    }
  }

  #put(distance: number, rowIndex: number, position: number): void {
    let at = this.#size < this.#distances.length ? this.#size++ : this.#size - 1
    for (; at > 0 && (this.#distances[at - 1] ?? 0) > distance; at--) {
      this.#distances[at] = this.#distances[at - 1] ?? 0
      this.#rows[at] = this.#rows[at - 1] ?? 0
      this.#positions[at] = this.#positions[at - 1] ?? 0
    }
    this.#distances[at] = distance
    this.#rows[at] = rowIndex
    this.#positions[at] = position
  }
}

function firstAtOrAfter(xs: readonly number[], x: number): number {
  let [low, high] = [0, xs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((xs[middle] ?? Infinity) < x) low = middle + 1
    else high = middle
  }
  return low
}
