import type { Rect } from './shapes.ts'

/**
 * Finds the seat at a place: a grid of cells one seat pitch wide, in three flat arrays (about 12 bytes a seat). A query
 * looks at nine cells whatever the number of seats.
 */
export class SeatIndex {
  readonly #xs: Float32Array
  readonly #ys: Float32Array
  readonly #cell: number
  readonly #left: number
  readonly #top: number
  readonly #columns: number
  readonly #rows: number
  /** Seats of cell c: `#seats` from `#starts[c]` to `#starts[c + 1]`. */
  readonly #starts: Uint32Array
  readonly #seats: Uint32Array

  /** `cell` is in the unit of the coordinates. */
  constructor(xs: Float32Array, ys: Float32Array, cell: number) {
    this.#xs = xs
    this.#ys = ys
    const [left, right] = range(xs)
    const [top, bottom] = range(ys)
    this.#left = left
    this.#top = top
    // A stray seat far away must not make a grid of a billion cells.
    const most = Math.max(16, 4 * xs.length)
    const area = (right - left + cell) * (bottom - top + cell)
    this.#cell = Math.max(cell, Math.sqrt(area / most))
    this.#columns = Math.floor((right - left) / this.#cell) + 1
    this.#rows = Math.floor((bottom - top) / this.#cell) + 1
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1)
    this.#seats = new Uint32Array(xs.length)
    this.#fill()
  }

  #fill(): void {
    const cells = Uint32Array.from(this.#xs, (x, i) => this.#cellAt(x, this.#ys[i] ?? 0))
    for (const cell of cells) this.#starts[cell + 1] = (this.#starts[cell + 1] ?? 0) + 1
    for (let c = 1; c < this.#starts.length; c++) this.#starts[c] = (this.#starts[c] ?? 0) + (this.#starts[c - 1] ?? 0)
    const next = this.#starts.slice()
    for (const [seat, cell] of cells.entries()) {
      const at = next[cell] ?? 0
      this.#seats[at] = seat
      next[cell] = at + 1
    }
  }

  #cellAt(x: number, y: number): number {
    return Math.floor((y - this.#top) / this.#cell) * this.#columns + Math.floor((x - this.#left) / this.#cell)
  }

  /** The seat whose middle is nearest to a place and within `reach` (at most one cell) of it in x and y; -1 when none is. */
  nearest(x: number, y: number, reach: number): number {
    const column = Math.floor((x - this.#left) / this.#cell)
    const row = Math.floor((y - this.#top) / this.#cell)
    let best = -1
    let distance = Infinity
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, this.#rows - 1); r++) {
      const from = Math.max(column - 1, 0)
      const to = Math.min(column + 1, this.#columns - 1)
      if (from > to) continue
      const start = this.#starts[r * this.#columns + from] ?? 0
      const end = this.#starts[r * this.#columns + to + 1] ?? 0
      for (let i = start; i < end; i++) {
        const seat = this.#seats[i] ?? 0
        const dx = Math.abs((this.#xs[seat] ?? 0) - x)
        const dy = Math.abs((this.#ys[seat] ?? 0) - y)
        if (dx > reach || dy > reach || dx * dx + dy * dy >= distance) continue
        best = seat
        distance = dx * dx + dy * dy
      }
    }
    return best
  }

  /** Calls for every seat whose middle lies in the rectangle, and perhaps for some just beside it. */
  within({ left, top, right, bottom }: Rect, visit: (seat: number) => void): void {
    const fromColumn = Math.max(Math.floor((left - this.#left) / this.#cell), 0)
    const toColumn = Math.min(Math.floor((right - this.#left) / this.#cell), this.#columns - 1)
    const fromRow = Math.max(Math.floor((top - this.#top) / this.#cell), 0)
    const toRow = Math.min(Math.floor((bottom - this.#top) / this.#cell), this.#rows - 1)
    if (fromColumn > toColumn) return
    for (let row = fromRow; row <= toRow; row++) {
      const start = this.#starts[row * this.#columns + fromColumn] ?? 0
      const end = this.#starts[row * this.#columns + toColumn + 1] ?? 0
      for (let i = start; i < end; i++) visit(this.#seats[i] ?? 0)
    }
  }
}

function range(values: Float32Array): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? [0, 0] : [low, high]
}
