import type { PlanRow, PlanSection, Point, VenuePlan } from './venue-plan.ts'
import { seatNumber } from './special-seats.ts'

/**
 * Positions of a plan's seats, outlines and heights of its sections, and the projection of places into a picture.
 * Lengths are in metres, angles in degrees.
 */

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
  const { rowDepth, rows } = section
  const back = rowLine(section, (rows.length - 0.5) * rowDepth, step)
  return [...rowLine(section, -rowDepth / 2, step), ...back.toReversed()]
}

/** Returns a line `offset` metres behind the front row, clockwise from side to side of the section. */
export function rowLine(section: PlanSection, offset: number, step = 2): Point[] {
  const { front } = section
  if (front.kind === 'line') return [pointOn(section, offset, 0), pointOn(section, offset, availableLength(section, 0))]
  const chords = Math.max(1, Math.ceil((front.to - front.from) / step))
  return Array.from({ length: chords + 1 }, (_, i) =>
    polar(front.center, front.radius + offset, front.from + ((front.to - front.from) * i) / chords),
  )
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

/** Rise of a row relative to its depth, in the lower tier and in the upper tier. */
const SLOPES = { pitch: [0.42, 0.62], stage: [0.12, 0.45] } as const

/** Height of the first row's floor above the field or the foot of the stage, in metres. */
const FIRST_ROW = { pitch: 1.2, stage: 0 } as const

/** Rise from the last row of a tier to the first row of the next tier, in metres. */
export const BETWEEN_TIERS = 2.6

/** Maximum distance to a tier in front, and the distance between the points checked, in metres. */
const [REACH, STEP] = [40, 1.5]

export interface SectionSlope {
  /** Height of the first row's floor in metres. */
  readonly foot: number
  /** Rise from each row to the next row in metres. */
  readonly step: number
  /** True if no section is in front. */
  readonly lowest: boolean
  /** True if no section is behind. */
  readonly outermost: boolean
}

/** Returns the heights of each section by code, which depend on the sections in front. */
export function risesOf(plan: VenuePlan): ReadonlyMap<string, SectionSlope> {
  const { kind } = plan.field
  const [lower, upper] = SLOPES[kind]
  const shapes = plan.sections.map((section) => shapeOf(section))
  const inFront = shapes.map(({ section, outline }) => {
    // Several points of the front are checked, because a single point may be behind an aisle.
    const tiers = [0.25, 0.5, 0.75].map((share) => before(section, frontAt(outline, share), shapes))
    return { section, most: tiers.reduce((best, tier) => (depthOf(tier) > depthOf(best) ? tier : best)) }
  })
  const covered = new Set(inFront.flatMap(({ most }) => most))
  const rises = inFront.map(({ section, most }): readonly [string, SectionSlope] => {
    const lowest = most.length === 0
    const below = most.reduce((sum, tier) => sum + tier.rows.length * stepOf(tier, lower) + BETWEEN_TIERS, 0)
    const step = stepOf(section, lowest ? lower : upper)
    return [section.code, { foot: FIRST_ROW[kind] + below, step, lowest, outermost: !covered.has(section) }]
  })
  return new Map(rises)
}

const stepOf = ({ rowRise, rowDepth }: PlanSection, slope: number): number => rowRise ?? rowDepth * slope

interface Shape {
  readonly section: PlanSection
  readonly outline: readonly Point[]
  /** `radius`: distance from the middle to the farthest point of the outline. */
  readonly middle: Point
  readonly radius: number
}

function shapeOf(section: PlanSection): Shape {
  const outline = sectionOutline(section)
  const middle = meanOf(outline)
  const radius = Math.max(...outline.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])))
  return { section, outline, middle, radius }
}

function depthOf(sections: readonly PlanSection[]): number {
  return sections.reduce((sum, { rows, rowDepth }) => sum + rows.length * rowDepth, 0)
}

/** Returns the sections straight in front of a point on the front edge of a section. */
function before({ front }: PlanSection, [x, y]: Point, shapes: readonly Shape[]): readonly PlanSection[] {
  const [dx, dy] =
    front.kind === 'arc'
      ? [front.center[0] - x, front.center[1] - y]
      : [front.from[1] - front.to[1], front.to[0] - front.from[0]]
  const length = Math.max(Math.hypot(dx, dy), 1e-6)
  const reach = front.kind === 'arc' ? Math.min(REACH, length) : REACH
  const way = Array.from({ length: Math.floor(reach / STEP) }, (_, i): Point => {
    const far = (i + 0.5) * STEP
    return [x + (dx / length) * far, y + (dy / length) * far]
  })
  return shapes
    .filter(({ middle, radius }) => Math.hypot(middle[0] - x, middle[1] - y) < radius + reach)
    .filter(({ outline }) => way.some((point) => isInside(outline, point)))
    .map(({ section }) => section)
}

/** Returns the point at a share of the front edge, which is the first half of the outline. */
function frontAt(outline: readonly Point[], share: number): Point {
  const front = outline.slice(0, outline.length / 2)
  const at = share * (front.length - 1)
  const [a = [0, 0], b = a] = [front[Math.floor(at)], front[Math.ceil(at)]]
  return [a[0] + (b[0] - a[0]) * (at % 1), a[1] + (b[1] - a[1]) * (at % 1)]
}

/** Coordinates of the plan and height above the field, in metres. */
export type Place3 = readonly [x: number, y: number, height: number]

/** Half the height of a picture whose half width is 1. */
export const HALF_HEIGHT = 9 / 16

/** Minimum distance from the viewer to a drawn object, in metres. */
const NEAR = 0.6

/** Parameters of a picture. Lengths are tangents of angles, heights are measured from the horizon. */
export interface Lens {
  readonly halfWidth: number
  /** Position of the horizon as a share of the picture's height, from the top. */
  readonly horizon: number
  /**
   * Logarithmic compression of heights below the field and above the opposite stands, so that the picture includes what
   * a viewer sees with a glance down or up. `from`: height at which it starts; `scale`: scale of the logarithm.
   */
  readonly below: readonly [from: number, scale: number]
  readonly above: readonly [from: number, scale: number]
}

const WHOLE = [Infinity, 1] as const
export const PLAIN_LENS: Lens = { halfWidth: Math.tan((33 * Math.PI) / 180), horizon: 0.5, below: WHOLE, above: WHOLE }

/**
 * Tangent above which heights are outside the picture. Such heights are not compressed, so that edges of large shapes
 * stay correct.
 */
const STEEP = 3

const compressed = (height: number, [from, scale]: readonly [number, number]): number => {
  if (height <= from) return height
  const steep = Math.max(height - STEEP, 0)
  return from + scale * Math.log1p((height - steep - from) / scale) + steep
}

/** Returns the scale with which `compressed` maps `height` to `wanted`; a large scale if nothing needs compression. */
export function scaleFor(from: number, height: number, wanted: number): number {
  let [low, high] = [1e-4, 100]
  for (let i = 0; i < 40; i++) {
    const middle = Math.sqrt(low * high)
    if (compressed(height, [from, middle]) < wanted) low = middle
    else high = middle
  }
  return low
}

export interface Spot {
  readonly at: Point
  /** Distance along the line of sight in metres, and picture units of one metre at this distance. */
  readonly away: number
  readonly scale: number
}

export interface Camera {
  readonly horizon: number
  /** Returns the visible parts of a chain of points. */
  readonly line: (points: readonly Place3[]) => readonly (readonly Point[])[]
  /** Returns the visible part of a polygon; empty if the polygon is behind the viewpoint. */
  readonly shape: (points: readonly Place3[]) => readonly Point[]
  /** Returns the position of a point; null behind the viewpoint. */
  readonly spot: (place: Place3) => Spot | null
}

/** Returns the projection of a level camera, in which upright things stay upright. */
export function towards([x, y, height]: Place3, [toX, toY]: Point, lens: Lens = PLAIN_LENS): Camera {
  const distance = Math.max(Math.hypot(toX - x, toY - y), 1e-6)
  const [ahead, aside] = [(toX - x) / distance, (toY - y) / distance]
  const horizon = (lens.horizon - 0.5) * 2 * HALF_HEIGHT
  // With y down, the right-hand side of a viewer looking along (a, b) is (-b, a).
  const turned = ([px, py, ph]: Place3): Place3 => {
    const [dx, dy] = [px - x, py - y]
    return [dy * ahead - dx * aside, height - ph, dx * ahead + dy * aside]
  }
  const flat = ([right, down, away]: Place3): Point => {
    const slope = down / away
    const seen = slope > 0 ? compressed(slope, lens.below) : -compressed(-slope, lens.above)
    return [right / away / lens.halfWidth, horizon + seen / lens.halfWidth]
  }
  return {
    horizon,
    line: (points) => visibleParts(points.map(turned)).map((part) => part.map(flat)),
    shape: (points) => visiblePolygon(points.map(turned)).map(flat),
    spot: (place) => {
      const seen = turned(place)
      const away = seen[2]
      return away > NEAR ? { at: flat(seen), away, scale: 1 / away / lens.halfWidth } : null
    },
  }
}

/** Returns the point at distance `NEAR` on the line between two points. */
function crossing(a: Place3, b: Place3): Place3 {
  const share = (NEAR - a[2]) / (b[2] - a[2])
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, NEAR]
}

function visibleParts(points: readonly Place3[]): readonly (readonly Place3[])[] {
  const parts: Place3[][] = []
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (!before) continue
    const [a, b] = [before[2] > NEAR, point[2] > NEAR]
    if (!a && !b) continue
    const start = a ? before : crossing(before, point)
    const end = b ? point : crossing(before, point)
    const last = parts.at(-1)
    if (a && last) last.push(end)
    else parts.push([start, end])
  }
  return parts
}

/** Clips a polygon at one plane (Sutherland–Hodgman). */
function visiblePolygon(points: readonly Place3[]): readonly Place3[] {
  if (points.every(([, , away]) => away > NEAR)) return points
  return points.flatMap((point, i) => {
    const before = points.at(i - 1) ?? point
    const entered = before[2] > NEAR !== point[2] > NEAR ? [crossing(before, point)] : []
    return point[2] > NEAR ? [...entered, point] : entered
  })
}
