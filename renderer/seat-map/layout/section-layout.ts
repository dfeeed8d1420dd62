import type { SeatOffer, SectionView } from '../../../shared/domain/seats/offer.ts'
import { type SeatRow, seatRows } from '../../../shared/domain/seats/seat-rows.ts'
import { planSeats, sectionOutline } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point } from '../../../shared/domain/venue/venue-plan.ts'
import { boundsOf, type Rect, turn } from './shapes.ts'

/** Seats of a section without a plan, in metres: what the usual ones measure. */
const PITCH = 0.5
const DEPTH = 0.85

/** One row on the map: seats `first` to `last` of the layout, left to right. */
export interface LayoutRow {
  readonly label: string
  readonly first: number
  readonly last: number
}

/**
 * Where the seats of one section stand, as seen by someone who sits there: the field is above, the front row first.
 * Seats run row by row, each from left to right; all arrays are parallel.
 */
export interface SectionLayout {
  readonly seats: readonly SeatOffer[]
  readonly xs: Float32Array
  readonly ys: Float32Array
  readonly rows: readonly LayoutRow[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Room of one seat: from a seat to its neighbour, and from a row to the next. */
  readonly pitch: number
  readonly depth: number
  readonly outline: readonly Point[]
  /** Its edge towards the field, and the one behind its last row; both from left to right. */
  readonly front: readonly Point[]
  readonly back: readonly Point[]
  readonly bounds: Rect
  /** From the venue plan's coordinates to the section's, where it stands on a plan. */
  readonly fromPlan: ((point: Point) => Point) | null
}

export function sectionLayout(section: SectionView, plan: PlanSection | null): SectionLayout {
  const rows = seatRows(section, plan)
  return (plan && layoutByPlan(rows, plan)) ?? layoutByRows(rows)
}

function layoutByPlan(rows: readonly SeatRow[], plan: PlanSection): SectionLayout | null {
  const places = new Map(planSeats(plan).map(({ rowLabel, number, at }) => [`${rowLabel}\n${number}`, at]))
  const fromPlan = turn(Math.PI / 2 - outward(plan))
  const points: Point[] = []
  for (const { seats } of rows) {
    for (const { seat } of seats) {
      const at = places.get(`${seat.rowLabel}\n${seat.number}`)
      if (!at) return null
      points.push(fromPlan(at))
    }
  }
  const outline = sectionOutline(plan).map(fromPlan)
  // The outline runs clockwise along the front, which is from right to left from here, and back behind the last row.
  const half = outline.length / 2
  const edges = { front: outline.slice(0, half).reverse(), back: outline.slice(half) }
  return layoutOf(rows, points, { pitch: plan.seatPitch, depth: plan.rowDepth, outline, ...edges, fromPlan })
}

/** The angle that points from the field to the back of a section. */
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

/** The same polygon without the points at which it does not turn: rows of one length add nothing to it. */
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
