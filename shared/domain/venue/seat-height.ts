import { isInside, meanOf } from './polygon.ts'
import { sectionOutline } from './venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from './venue-plan.ts'

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
export const EYE = 1.2

/** How a section rises. */
export interface Rise {
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
