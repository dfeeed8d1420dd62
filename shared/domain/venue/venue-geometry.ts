import type { PlanRow, PlanSection, Point } from './venue-plan.ts'
import { seatNumber } from './special-seats.ts'

/** Positions of a plan's seats, and outlines of its sections. Lengths are in metres, angles in degrees. */

export interface PlanSeat {
  /** Index of the row in its section, 0 = front. */
  readonly row: number
  readonly rowLabel: string
  /** Number as written on the seat. */
  readonly number: number
  /** Index of the block in its row; an aisle separates two blocks. */
  readonly block: number
  /** Centre of the seat. */
  readonly at: Point
}

/** Returns every seat of a section, front row first, clockwise in each row; the order is part of the format. */
export function planSeats(section: PlanSection): PlanSeat[] {
  return section.rows.flatMap((row, index) => rowSeats(section, row, index))
}

export function seatCount(section: PlanSection): number {
  return section.rows.reduce((sum, row) => sum + rowSize(row), 0)
}

/** Returns the length of a row between the outer edges of its first and last seats. */
export function rowLength(section: PlanSection, row: PlanRow): number {
  return rowSize(row) * section.seatPitch + (row.blocks.length - 1) * (row.aisleWidth ?? section.aisleWidth)
}

/** Returns the length available to a row between the two sides of the section. */
export function availableLength(section: PlanSection, index: number): number {
  const { front, rowDepth } = section
  if (front.kind === 'arc') return (front.radius + index * rowDepth) * radians(front.to - front.from)
  return Math.hypot(front.to[0] - front.from[0], front.to[1] - front.from[1])
}

/** Returns the outline as a polygon without a closing point; arcs become chords of at most `step` degrees. */
export function sectionOutline(section: PlanSection, step = 2): Point[] {
  const { front, rowDepth, rows } = section
  const near = -rowDepth / 2
  const far = (rows.length - 0.5) * rowDepth
  if (front.kind === 'line') {
    const length = availableLength(section, 0)
    return [
      pointOn(section, near, 0),
      pointOn(section, near, length),
      pointOn(section, far, length),
      pointOn(section, far, 0),
    ]
  }
  const chords = Math.max(1, Math.ceil((front.to - front.from) / step))
  const angles = Array.from({ length: chords + 1 }, (_, i) => front.from + ((front.to - front.from) * i) / chords)
  return [
    ...angles.map((angle) => polar(front.center, front.radius + near, angle)),
    ...angles.toReversed().map((angle) => polar(front.center, front.radius + far, angle)),
  ]
}

function rowSeats(section: PlanSection, row: PlanRow, index: number): PlanSeat[] {
  const size = rowSize(row)
  const aisle = row.aisleWidth ?? section.aisleWidth
  const offset = index * section.rowDepth
  // Rows are centred between the section's sides.
  let along = (availableLength(section, index) - rowLength(section, row) + section.seatPitch) / 2
  let position = 0
  return row.blocks.flatMap((count, block) => {
    if (block > 0) along += aisle
    return Array.from({ length: count }, (): PlanSeat => {
      const seat = {
        row: index,
        rowLabel: row.label,
        number: seatNumber(section.numbering, position, size),
        block,
        at: pointOn(section, offset, along),
      }
      along += section.seatPitch
      position += 1
      return seat
    })
  })
}

/** Returns the point `along` metres clockwise on the row `offset` metres behind the front row. */
function pointOn({ front }: PlanSection, offset: number, along: number): Point {
  if (front.kind === 'arc') {
    const radius = front.radius + offset
    return polar(front.center, radius, front.from + (along / radius) * (180 / Math.PI))
  }
  const length = Math.hypot(front.to[0] - front.from[0], front.to[1] - front.from[1])
  const dx = (front.to[0] - front.from[0]) / length
  const dy = (front.to[1] - front.from[1]) / length
  // For an observer facing clockwise, the field is on the right and outward is on the left: (dy, -dx) with y down.
  return [front.from[0] + dx * along + dy * offset, front.from[1] + dy * along - dx * offset]
}

function polar(center: Point, radius: number, degrees: number): Point {
  const angle = radians(degrees)
  return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function rowSize(row: PlanRow): number {
  return row.blocks.reduce((sum, count) => sum + count, 0)
}

/** Returns whether a point is inside a polygon (even-odd rule); points on an edge may count as inside or outside. */
export function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]]
    if (!a || !b || a[1] > y === b[1] > y) continue
    if (x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

export function meanOf(points: readonly Point[]): Point {
  const { length } = points
  return points.reduce(([x, y], [px, py]): Point => [x + px / length, y + py / length], [0, 0])
}
