import type { SeatOffer, SectionView } from '../../../shared/domain/seats/offer.ts'
import { type SeatRow, seatRows } from '../../../shared/domain/seats/seat-rows.ts'
import { planSeats, sectionOutline } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point } from '../../../shared/domain/venue/venue-plan.ts'
import { boundsOf, middleOf, type Rect, turn } from './shapes.ts'

/** Distance between seats in a section without a plan, in metres. */
const PITCH = 0.5

/** Maximum distance between rows as drawn, in units of the distance between seats. */
const ROW_PITCH = 1.2
const DEPTH = ROW_PITCH * PITCH

/** One row on the map: seats `first` to `last` of the layout, left to right. */
interface LayoutRow {
  readonly label: string
  readonly first: number
  readonly last: number
}

/**
 * Positions of a section's seats, with the field at the top and the front row first. Seats are ordered by row, each row
 * from left to right; all arrays are parallel.
 */
export interface SectionLayout {
  readonly seats: readonly SeatOffer[]
  readonly xs: Float32Array
  readonly ys: Float32Array
  readonly rows: readonly LayoutRow[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Distance between neighbouring seats (`pitch`) and between rows (`depth`), in metres. */
  readonly pitch: number
  readonly depth: number
  readonly outline: readonly Point[]
  /** Edges of the section towards the field and behind the last row, both from left to right. */
  readonly front: readonly Point[]
  readonly back: readonly Point[]
  readonly bounds: Rect
  /** Converts coordinates of the venue plan to coordinates of the section; null without a plan. */
  readonly fromPlan: ((point: Point) => Point) | null
}

export function sectionLayout(section: SectionView, plan: PlanSection | null): SectionLayout {
  const rows = seatRows(section, plan)
  return (plan && layoutByPlan(rows, plan)) ?? layoutByRows(rows)
}

function layoutByPlan(rows: readonly SeatRow[], plan: PlanSection): SectionLayout | null {
  const places = new Map(planSeats(plan).map(({ rowLabel, number, at }) => [`${rowLabel}\n${number}`, at]))
  const turned = turn(Math.PI / 2 - outward(plan))
  const depth = Math.min(plan.rowDepth, ROW_PITCH * plan.seatPitch)
  const fromPlan = (point: Point): Point => {
    const [x, y] = turned(point)
    return [x, (y * depth) / plan.rowDepth]
  }
  const points: Point[] = []
  for (const { seats } of rows) {
    for (const { seat } of seats) {
      const at = places.get(`${seat.rowLabel}\n${seat.number}`)
      if (!at) return null
      points.push(fromPlan(at))
    }
  }
  const outline = sectionOutline(plan).map(fromPlan)
  // The outline runs along the front edge from right to left in section coordinates, and then along the back edge.
  const half = outline.length / 2
  const edges = { front: outline.slice(0, half).reverse(), back: outline.slice(half) }
  return layoutOf(rows, points, { pitch: plan.seatPitch, depth, outline, ...edges, fromPlan })
}

/** Returns the angle of the direction from the field to the back of a section, in radians. */
function outward({ front }: PlanSection): number {
  if (front.kind === 'arc') return ((front.from + front.to) / 2) * (Math.PI / 180)
  return Math.atan2(-(front.to[0] - front.from[0]), front.to[1] - front.from[1])
}

function layoutByRows(rows: readonly SeatRow[]): SectionLayout {
  const points = rows.flatMap(({ seats }, row) => seats.map(({ x }): Point => [x * PITCH, row * DEPTH]))
  const left: Point[] = []
  const right: Point[] = []
  for (const [row, { seats }] of rows.entries()) {
    const [from, to] = [((seats[0]?.x ?? 0) - 0.5) * PITCH, ((seats.at(-1)?.x ?? 0) + 0.5) * PITCH]
    left.push([from, (row - 0.5) * DEPTH], [from, (row + 0.5) * DEPTH])
    right.push([to, (row - 0.5) * DEPTH], [to, (row + 0.5) * DEPTH])
  }
  const outline = withoutFlatCorners([...left, ...right.reverse()])
  const { left: from, top, right: to, bottom } = boundsOf(outline)
  const edge = (y: number): readonly Point[] => [
    [from, y],
    [to, y],
  ]
  return layoutOf(rows, points, {
    pitch: PITCH,
    depth: DEPTH,
    outline,
    front: edge(top),
    back: edge(bottom),
    fromPlan: null,
  })
}

/** Returns the polygon without collinear corners, which rows of equal length produce. */
function withoutFlatCorners(polygon: readonly Point[]): readonly Point[] {
  return polygon.filter(([x, y], i) => {
    const [before, after] = [polygon.at(i - 1), polygon[(i + 1) % polygon.length]]
    if (!before || !after) return true
    return Math.abs((x - before[0]) * (after[1] - y) - (y - before[1]) * (after[0] - x)) > 1e-9
  })
}

type Shape = Pick<SectionLayout, 'pitch' | 'depth' | 'outline' | 'front' | 'back' | 'fromPlan'>

function layoutOf(rows: readonly SeatRow[], points: readonly Point[], shape: Shape): SectionLayout {
  const seats = rows.flatMap((row) => row.seats.map(({ seat }) => seat))
  const layoutRows: LayoutRow[] = []
  for (const { label, seats: own } of rows) {
    const first = (layoutRows.at(-1)?.last ?? -1) + 1
    layoutRows.push({ label, first, last: first + own.length - 1 })
  }
  return {
    ...shape,
    seats,
    xs: Float32Array.from(points, ([x]) => x),
    ys: Float32Array.from(points, ([, y]) => y),
    rows: layoutRows,
    indexOf: new Map(seats.map((seat, i) => [seat.seatId, i])),
    bounds: boundsOf(shape.outline),
  }
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function isArrow(key: string): boolean {
  return key in arrows
}

/** Returns the nearest place that is mainly in the direction of an arrow key; undefined without a match. */
export function nextInDirection<T>(places: readonly T[], at: (place: T) => Point, from: T, key: string): T | undefined {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const [x, y] = at(from)
  let best: { readonly place: T; readonly cost: number } | undefined
  for (const place of places) {
    const [dx, dy] = [at(place)[0] - x, at(place)[1] - y]
    const along = dx * arrow[0] + dy * arrow[1]
    const across = Math.abs(dx * arrow[1] - dy * arrow[0])
    if (place === from || along <= 0 || across > along * 1.2) continue
    const cost = along + 2 * across
    if (!best || cost < best.cost) best = { place, cost }
  }
  return best?.place
}

/**
 * Finds the seat at a position by a grid of cells one seat pitch wide, stored in three flat arrays. A query reads nine
 * cells, regardless of the number of seats.
 */
export class SeatIndex {
  readonly #xs: Float32Array
  readonly #ys: Float32Array
  readonly #cell: number
  readonly #left: number
  readonly #top: number
  readonly #columns: number
  readonly #rows: number
  /** The seats of cell `c` are in `#seats`, from index `#starts[c]` to `#starts[c + 1]`. */
  readonly #starts: Uint32Array
  readonly #seats: Uint32Array

  /** `cell`: size of a cell in the unit of the coordinates. */
  constructor(xs: Float32Array, ys: Float32Array, cell: number) {
    this.#xs = xs
    this.#ys = ys
    const [left, right] = range(xs)
    const [top, bottom] = range(ys)
    this.#left = left
    this.#top = top
    // Limits the grid, because a single distant seat would otherwise produce a billion cells.
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

  /**
   * Returns the seat nearest to a position within `reach` in x and in y; -1 without a match. `reach` is at most one
   * cell.
   */
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

  /** Calls `visit` for every seat whose centre is in the rectangle, and possibly for some adjacent seats. */
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

/**
 * Returns the seat to which a key moves. Side arrows move along the row, the other arrows to the nearest seat of the
 * next row, Home and End to the ends of the row. If `from` is -1, returns the seat nearest to the centre of the
 * section.
 */
export function seatBeside(layout: SectionLayout, from: number, key: string): number {
  if (from < 0) return middleSeat(layout)
  const rowIndex = layout.rows.findIndex(({ first, last }) => first <= from && from <= last)
  const row = layout.rows[rowIndex]
  if (!row) return from
  switch (key) {
    case 'ArrowLeft':
      return Math.max(row.first, from - 1)
    case 'ArrowRight':
      return Math.min(row.last, from + 1)
    case 'Home':
      return row.first
    case 'End':
      return row.last
    case 'ArrowUp':
      return nearestInRow(layout, rowIndex - 1, from)
    case 'ArrowDown':
      return nearestInRow(layout, rowIndex + 1, from)
    default:
      return from
  }
}

function nearestInRow({ rows, xs }: SectionLayout, rowIndex: number, from: number): number {
  const row = rows[rowIndex]
  if (!row) return from
  const x = xs[from] ?? 0
  let best = row.first
  for (let seat = row.first; seat <= row.last; seat++) {
    if (Math.abs((xs[seat] ?? 0) - x) < Math.abs((xs[best] ?? 0) - x)) best = seat
  }
  return best
}

function middleSeat({ xs, ys, bounds }: SectionLayout): number {
  const [x, y] = middleOf(bounds)
  let best = 0
  for (let seat = 1; seat < xs.length; seat++) {
    const distance = Math.hypot((xs[seat] ?? 0) - x, (ys[seat] ?? 0) - y)
    if (distance < Math.hypot((xs[best] ?? 0) - x, (ys[best] ?? 0) - y)) best = seat
  }
  return best
}
