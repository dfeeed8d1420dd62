import type { Tribune } from '../seats/place.ts'
import { pitchMarkings } from './pitch-markings.ts'
import { isInside, meanOf, planSeats, sectionOutline } from './venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from './venue-plan.ts'

/**
 * The view from a seat, as flat shapes. `x` is -1 at the left edge and 1 at the right edge of the picture; `y` is
 * measured downwards from the middle. Shapes may extend beyond the picture.
 */
export interface SeatView {
  readonly kind: VenuePlan['field']['kind']
  readonly field: readonly Point[]
  /** Pitch markings and goals, as chains of points. */
  readonly lines: readonly (readonly Point[])[]
  /** Stands in order of decreasing distance; each stand covers the stands before it. */
  readonly stands: readonly StandGeometry[]
  /** `y` coordinate of the horizon. */
  readonly horizon: number
}

interface StandGeometry {
  readonly tribune: Tribune['code']
  readonly outline: readonly Point[]
}

export interface SeatAddress {
  /** Section code, row label and number, as written on the seat. */
  readonly sector: string
  readonly row: string
  readonly seatNumber: number
}

/** Coordinates of the plan and height above the field, in metres. */
type Place3 = readonly [x: number, y: number, height: number]

/** Horizontal angle of a picture in degrees: the field of vision without turning the head. */
const ANGLE = 76

/** Minimum distance from the viewer to a drawn object, in metres. */
const NEAR = 0.6

const LEVEL: SectionSlope = { foot: 0, step: 0 }

/** Heights of a goal (Laws of the Game, law 1) and of a stage, in metres. */
const [GOAL, STAGE] = [2.44, 1.1]

/** Returns the view from a seat of the plan; null if the plan has no such seat. */
export function seatView(plan: VenuePlan, address: SeatAddress): SeatView | null {
  const eye = eyeOf(plan, address)
  if (!eye) return null
  const { kind, outline } = plan.field
  const look = towards(eye, meanOf(outline))
  const field = look.shape(outline.map(([x, y]): Place3 => [x, y, kind === 'stage' ? STAGE : 0]))
  const markings = kind === 'pitch' ? pitchMarkings(outline) : null
  const chalk = markings?.lines.map((line) => line.map(([x, y]): Place3 => [x, y, 0])) ?? []
  return {
    kind,
    field,
    lines: [...chalk, ...(markings?.goals.map(goal) ?? [])].flatMap((line) => look.line(line)),
    stands: farthestFirst(builtOf(plan).slopes, eye).flatMap(({ tribune, surface }) => {
      const seen = look.shape(surface)
      return seen.length > 2 ? [{ tribune, outline: seen }] : []
    }),
    horizon: look.horizon,
  }
}

/** Returns the eye position of a person in a seat; null if the plan has no such seat. */
export function eyeOf(plan: VenuePlan, { sector, row, seatNumber }: SeatAddress): Place3 | null {
  const section = plan.sections.find(({ code }) => code === sector)
  const seat = section && planSeats(section).find((each) => each.rowLabel === row && each.number === seatNumber)
  if (!section || !seat) return null
  const { foot, step } = builtOf(plan).rises.get(sector) ?? LEVEL
  return [...seat.at, foot + seat.row * step + SEATED_EYE_HEIGHT_M]
}

/** Projection from a viewpoint towards a place on the ground. */
interface Look {
  /** Returns the visible parts of a chain of points. */
  readonly line: (points: readonly Place3[]) => readonly (readonly Point[])[]
  /** Returns the visible part of a polygon; empty if the polygon is behind the viewpoint. */
  readonly shape: (points: readonly Place3[]) => readonly Point[]
  readonly horizon: number
}

export function towards([x, y, height]: Place3, [toX, toY]: Point): Look {
  const distance = Math.max(Math.hypot(toX - x, toY - y), 1e-6)
  const [ahead, aside] = [(toX - x) / distance, (toY - y) / distance]
  const down = Math.atan2(height, distance)
  const [cos, sin] = [Math.cos(down), Math.sin(down)]
  const scale = 1 / Math.tan((ANGLE * Math.PI) / 360)
  // With y down, the right-hand side of a viewer looking along (a, b) is (-b, a).
  const turned = ([px, py, ph]: Place3): Place3 => {
    const [dx, dy, dh] = [px - x, py - y, ph - height]
    const level = dx * ahead + dy * aside
    return [dy * ahead - dx * aside, level * sin + dh * cos, level * cos - dh * sin]
  }
  const flat = ([right, up, away]: Place3): Point => [(right / away) * scale, (-up / away) * scale]
  return {
    line: (points) => visibleParts(points.map(turned)).map((part) => part.map(flat)),
    shape: (points) => visiblePolygon(points.map(turned)).map(flat),
    horizon: -Math.tan(down) * scale,
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
  return points.flatMap((point, i) => {
    const before = points.at(i - 1) ?? point
    const entered = before[2] > NEAR !== point[2] > NEAR ? [crossing(before, point)] : []
    return point[2] > NEAR ? [...entered, point] : entered
  })
}

function goal([left, right]: readonly [Point, Point]): readonly Place3[] {
  return [
    [...left, 0],
    [...left, GOAL],
    [...right, GOAL],
    [...right, 0],
  ]
}

interface Slope {
  readonly tribune: string
  readonly surface: readonly Place3[]
}

/** Data for all views of a venue, computed once for each plan. */
const known = new WeakMap<
  VenuePlan,
  { readonly rises: ReadonlyMap<string, SectionSlope>; readonly slopes: readonly Slope[] }
>()

function builtOf(plan: VenuePlan) {
  const built = known.get(plan)
  if (built) return built
  const rises = risesOf(plan)
  const slopes = plan.sections.map((section) => ({ tribune: section.tribune, surface: slopeOf(section, rises) }))
  const fresh = { rises, slopes }
  known.set(plan, fresh)
  return fresh
}

/** Returns a section's outline with heights: the near half at the first row, the far half at the last row. */
function slopeOf(section: PlanSection, rises: ReadonlyMap<string, SectionSlope>): readonly Place3[] {
  const { foot, step } = rises.get(section.code) ?? LEVEL
  const outline = sectionOutline(section, 4)
  return outline.map(([x, y], i): Place3 => [x, y, i < outline.length / 2 ? foot : foot + section.rows.length * step])
}

function farthestFirst(slopes: readonly Slope[], [x, y]: Place3): readonly Slope[] {
  const distance = ({ surface }: Slope): number => Math.min(...surface.map(([px, py]) => Math.hypot(px - x, py - y)))
  return slopes
    .map((slope) => ({ slope, away: distance(slope) }))
    .sort((a, b) => b.away - a.away)
    .map(({ slope }) => slope)
}

/** Rise of a row relative to its depth, in the lower tier and in the upper tier. */
const SLOPES = { pitch: [0.42, 0.62], stage: [0.12, 0.45] } as const

/** Height of the first row's floor above the field or the foot of the stage, in metres. */
const FIRST_ROW = { pitch: 1.2, stage: 0 } as const

/** Rise from the last row of a tier to the first row of the next tier, in metres. */
const BETWEEN_TIERS = 2.6

/** Maximum distance to a tier in front, and the distance between the points checked, in metres. */
const [REACH, STEP] = [40, 1.5]

/** Eye height of a seated person above the floor. */
const SEATED_EYE_HEIGHT_M = 1.2

interface SectionSlope {
  /** Height of the first row's floor in metres. */
  readonly foot: number
  /** Rise from each row to the next row in metres. */
  readonly step: number
}

/** Returns the heights of each section by code, which depend on the sections in front. */
export function risesOf(plan: VenuePlan): ReadonlyMap<string, SectionSlope> {
  const { kind } = plan.field
  const [lower, upper] = SLOPES[kind]
  const shapes = plan.sections.map((section) => shapeOf(section))
  const rises = shapes.map(({ section, outline }): readonly [string, SectionSlope] => {
    // Several points of the front are checked, because a single point may be behind an aisle.
    const tiers = [0.25, 0.5, 0.75].map((share) => before(section, frontAt(outline, share), shapes))
    const most = tiers.reduce((best, tier) => (depthOf(tier) > depthOf(best) ? tier : best))
    const below = most.reduce((sum, tier) => sum + tier.rows.length * stepOf(tier, lower) + BETWEEN_TIERS, 0)
    return [section.code, { foot: FIRST_ROW[kind] + below, step: stepOf(section, most.length > 0 ? upper : lower) }]
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
