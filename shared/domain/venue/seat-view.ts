import type { Tribune } from '../seats/place.ts'
import { pitchMarkings } from './pitch-markings.ts'
import { isInside, meanOf, planSeats, sectionOutline } from './venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from './venue-plan.ts'

/**
 * What somebody sees from a seat, as flat shapes: `x` from -1 at the left edge of the picture to 1 at its right, `y` down from its middle,
 * in the same unit. Shapes may reach beyond the picture.
 */
export interface SeatView {
  readonly kind: VenuePlan['field']['kind']
  readonly field: readonly Point[]
  /** Chalk lines and goals, as chains. */
  readonly lines: readonly (readonly Point[])[]
  /** The stands, the farthest first: each covers what comes before it. */
  readonly stands: readonly Stand[]
  /** Where the ground ends far away. */
  readonly horizon: number
}

interface Stand {
  /** Code of its tribune. */
  readonly tribune: Tribune['code']
  readonly outline: readonly Point[]
}

export interface SeatAddress {
  /** Section code, row label and number as written on the seat. */
  readonly sector: string
  readonly row: string
  readonly seatNumber: number
}

/** x and y of the plan, height above the field: metres. */
type Place3 = readonly [x: number, y: number, height: number]

/** How much of the world a picture shows from left to right, in degrees: what eyes take in without a turn of the head. */
const ANGLE = 76

/** Nothing nearer than this is drawn, metres. */
const NEAR = 0.6

const LEVEL: Rise = { foot: 0, step: 0 }

/** Height of a goal, metres (Laws of the Game, law 1), and of a stage. */
const [GOAL, STAGE] = [2.44, 1.1]

/** What is seen from a seat of the plan; null where the plan has no such seat. */
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

/** Where somebody's eyes are who sits there; null where the plan has no such seat. */
export function eyeOf(plan: VenuePlan, { sector, row, seatNumber }: SeatAddress): Place3 | null {
  const section = plan.sections.find(({ code }) => code === sector)
  const seat = section && planSeats(section).find((each) => each.rowLabel === row && each.number === seatNumber)
  if (!section || !seat) return null
  const { foot, step } = builtOf(plan).rises.get(sector) ?? LEVEL
  return [...seat.at, foot + seat.row * step + EYE]
}

/** A look from somewhere to a place on the ground. */
interface Look {
  /** The chain of points as it is seen, in parts where some of it is behind. */
  readonly line: (points: readonly Place3[]) => readonly (readonly Point[])[]
  /** The polygon as it is seen; empty where all of it is behind. */
  readonly shape: (points: readonly Place3[]) => readonly Point[]
  readonly horizon: number
}

export function towards([x, y, height]: Place3, [toX, toY]: Point): Look {
  const distance = Math.max(Math.hypot(toX - x, toY - y), 1e-6)
  const [ahead, aside] = [(toX - x) / distance, (toY - y) / distance]
  const down = Math.atan2(height, distance)
  const [cos, sin] = [Math.cos(down), Math.sin(down)]
  const scale = 1 / Math.tan((ANGLE * Math.PI) / 360)
  // To the right, upwards and away from who looks. With y down, the right hand of who looks along (a, b) is (-b, a).
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

/** Where the way between two points crosses the nearest that is drawn. */
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

/** Sutherland and Hodgman's clipping, at one plane. */
function visiblePolygon(points: readonly Place3[]): readonly Place3[] {
  return points.flatMap((point, i) => {
    const before = points.at(i - 1) ?? point
    const entered = before[2] > NEAR !== point[2] > NEAR ? [crossing(before, point)] : []
    return point[2] > NEAR ? [...entered, point] : entered
  })
}

/** Two posts and a bar. */
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

/** What every look in a venue takes: worked out once for each plan. */
const known = new WeakMap<VenuePlan, { readonly rises: ReadonlyMap<string, Rise>; readonly slopes: readonly Slope[] }>()

function builtOf(plan: VenuePlan) {
  const built = known.get(plan)
  if (built) return built
  const rises = risesOf(plan)
  const slopes = plan.sections.map((section) => ({ tribune: section.tribune, surface: slopeOf(section, rises) }))
  const fresh = { rises, slopes }
  known.set(plan, fresh)
  return fresh
}

/** A section's outline, its near half at the height of the first row, the other at that of the last. */
function slopeOf(section: PlanSection, rises: ReadonlyMap<string, Rise>): readonly Place3[] {
  const { foot, step } = rises.get(section.code) ?? LEVEL
  const outline = sectionOutline(section, 4)
  return outline.map(([x, y], i): Place3 => [x, y, i < outline.length / 2 ? foot : foot + section.rows.length * step])
}

/** The slopes that people sit on, the farthest from the eye first. */
function farthestFirst(slopes: readonly Slope[], [x, y]: Place3): readonly Slope[] {
  const distance = ({ surface }: Slope): number => Math.min(...surface.map(([px, py]) => Math.hypot(px - x, py - y)))
  return slopes
    .map((slope) => ({ slope, away: distance(slope) }))
    .sort((a, b) => b.away - a.away)
    .map(({ slope }) => slope)
}

/**
 * How high a plan's rows stand: as its `rowRise` says, and where it says nothing as stands are usually built, by the tier that a section
 * lies in. All lengths in metres.
 */

/** Rise of a row by its depth: the lower tier is the flatter one. A hall's floor hardly rises. */
const SLOPES = { pitch: [0.42, 0.62], stage: [0.12, 0.45] } as const

/** The first row's floor above the field or the foot of the stage. */
const FIRST_ROW = { pitch: 1.2, stage: 0 } as const

/** From the last row of a tier up to the first row of the next. */
const BETWEEN_TIERS = 2.6

/** A tier before another is no farther than this; and how close to each other it is looked for. */
const [REACH, STEP] = [40, 1.5]

/** Eyes of somebody seated, above the floor. */
const EYE = 1.2

/** How a section rises. */
interface Rise {
  /** The floor of its first row. */
  readonly foot: number
  /** From each row to the next. */
  readonly step: number
}

/** How each section rises, by its code: from what lies before its first row. */
export function risesOf(plan: VenuePlan): ReadonlyMap<string, Rise> {
  const { kind } = plan.field
  const [lower, upper] = SLOPES[kind]
  const shapes = plan.sections.map((section) => shapeOf(section))
  const rises = shapes.map(({ section, outline }): readonly [string, Rise] => {
    // An aisle may lie before one place of the front.
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
  /** The middle of the outline, and how far its farthest point is. */
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

/** What lies straight before a place of a section's front. */
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

/** A place on a section's front edge, at a share of its length: the first half of an outline is that edge. */
function frontAt(outline: readonly Point[], share: number): Point {
  const front = outline.slice(0, outline.length / 2)
  const at = share * (front.length - 1)
  const [a = [0, 0], b = a] = [front[Math.floor(at)], front[Math.ceil(at)]]
  return [a[0] + (b[0] - a[0]) * (at % 1), a[1] + (b[1] - a[1]) * (at % 1)]
}
