import type { Overview } from '../../../shared/domain/seats/offer.ts'
import { isInside, seatCount, sectionOutline } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { shownGate } from '../../../shared/domain/venue/way.ts'
import { boundsOf, centroid, convexHull, grown, middleOf, type Rect, turn } from './shapes.ts'
import {
  type Caption,
  type GateMark,
  offersOf,
  type TribuneBand,
  type VenueLayout,
  type VenueSection,
} from './venue-layout.ts'

/** Share of the venue's size that a tribune's band is wide, and that lies between it and the seats. */
const BAND = 0.014
const BAND_GAP = 0.004

/** A band needs this much free room behind the last row, or it would crowd what stands there. */
const BAND_ROOM = 0.06

/** The turned map must be larger than the upright one by this much to be worth the turn. */
const WORTH_TURNING = 1.1

/**
 * The venue by its plan, turned on its side where that fills the view better. A stage stays where it is looked at: above.
 * `aspect` is the view's width by its height.
 */
export function planVenue(plan: VenuePlan, overview: Overview, aspect: number): VenueLayout {
  const upright = boundsOf(plan.sections.flatMap((section) => sectionOutline(section)))
  const [width, height] = [upright.right - upright.left, upright.bottom - upright.top]
  const gain = Math.min(aspect / height, 1 / width) / Math.min(aspect / width, 1 / height)
  const turned = plan.field.kind === 'pitch' && gain > WORTH_TURNING
  const place = turned ? turn(-Math.PI / 2) : (point: Point): Point => point
  const size = Math.max(width, height)

  const offers = new Map(overview.sections.map((offer) => [offer.code, offer]))
  const shades = shadesOf(plan, overview)
  const tribunes = new Map(plan.tribunes.map((tribune) => [tribune.code, tribune]))
  const sections = plan.sections.map((section): VenueSection => {
    const outline = sectionOutline(section).map(place)
    const offer = offers.get(section.code) ?? null
    const along = extentOf(section, place)
    return {
      offer,
      plan: section,
      tribune: tribunes.get(section.tribune) ?? null,
      shade: shades.get(`${section.tribune} ${section.zone}`) ?? 0,
      capacity: seatCount(section),
      outline,
      bounds: boundsOf(outline),
      middle: centroid(outline),
      size: Math.min(along.width, along.height),
      along,
      rowDepth: section.rowDepth,
      rowLines: rowLines(section).map((line) => line.map(place)),
    }
  })
  const field = plan.field.outline.map(place)
  const centre = middleOf(boundsOf(field))
  const gates = plan.gates.map(({ at, ...gate }): GateMark => {
    const [x, y] = place(at)
    const length = Math.max(Math.hypot(centre[0] - x, centre[1] - y), 1e-6)
    return { shown: shownGate(gate), at: [x, y], inward: [(centre[0] - x) / length, (centre[1] - y) / length] }
  })
  const bands = plan.sections.flatMap((section) => bandOf(section, plan, size, place))
  const all = boundsOf([
    ...sections.flatMap(({ outline }) => outline),
    ...bands.flatMap(({ outline }) => outline),
    ...gates.map(({ at }) => at),
    ...field,
  ])
  return {
    sections,
    bands,
    captions: plan.tribunes.map((tribune) =>
      captionOf(tribune, plan, overview, place, { field, bands: bands.map(({ outline }) => outline), size }),
    ),
    field: { kind: plan.field.kind, outline: field },
    ground: plan.field.kind === 'pitch' ? convexHull(sections.flatMap(({ outline }) => outline)) : null,
    gates,
    bounds: grown(all, size * 0.004),
  }
}

/** Zones of each tribune in the order of their prices, the dearest first; by `<tribune> <zone>`. */
function shadesOf(plan: VenuePlan, overview: Overview): ReadonlyMap<string, number> {
  const prices = new Map(overview.sections.map(({ code, price }) => [code, price]))
  const shades = new Map<string, number>()
  for (const { code } of plan.tribunes) {
    const dearest = new Map<string, number>()
    for (const section of plan.sections) {
      if (section.tribune !== code) continue
      dearest.set(section.zone, Math.max(dearest.get(section.zone) ?? 0, prices.get(section.code) ?? 0))
    }
    const zones = [...dearest].toSorted((a, b) => b[1] - a[1])
    for (const [rank, [zone]] of zones.entries()) shades.set(`${code} ${zone}`, rank)
  }
  return shades
}

/** A point in a section, `depth` metres behind the front row, at a share of the way from its one side to the other. */
function pointIn({ front }: PlanSection, depth: number, share: number): Point {
  if (front.kind === 'arc') {
    const angle = (front.from + (front.to - front.from) * share) * (Math.PI / 180)
    const radius = front.radius + depth
    return [front.center[0] + radius * Math.cos(angle), front.center[1] + radius * Math.sin(angle)]
  }
  const [dx, dy] = [front.to[0] - front.from[0], front.to[1] - front.from[1]]
  const length = Math.hypot(dx, dy)
  return [front.from[0] + dx * share + (dy / length) * depth, front.from[1] + dy * share - (dx / length) * depth]
}

/** A line through a section, `depth` metres behind its front row, in chords short enough to look round. */
function lineIn(section: PlanSection, depth: number): readonly Point[] {
  const { front } = section
  const chords = front.kind === 'line' ? 1 : Math.max(1, Math.ceil((front.to - front.from) / 3))
  return Array.from({ length: chords + 1 }, (_, i) => pointIn(section, depth, i / chords))
}

function rowLines(section: PlanSection): readonly (readonly Point[])[] {
  return section.rows.slice(1).map((_, row) => lineIn(section, (row + 0.5) * section.rowDepth))
}

function bandOf(
  section: PlanSection,
  plan: VenuePlan,
  size: number,
  place: (point: Point) => Point,
): readonly TribuneBand[] {
  const tribune = plan.tribunes.find(({ code }) => code === section.tribune)
  const far = (section.rows.length - 0.5) * section.rowDepth
  const behind = [0.2, 0.4, 0.6, 0.8, 1].map((share) => pointIn(section, far + share * BAND_ROOM * size, 0.5))
  const isCrowded = plan.sections.some((other) => {
    const outline = sectionOutline(other)
    return behind.some((place) => isInside(outline, place))
  })
  if (!tribune || isCrowded) return []
  const [inner, outer] = [far + BAND_GAP * size, far + (BAND + BAND_GAP) * size]
  return [{ tribune, outline: [...lineIn(section, inner), ...lineIn(section, outer).toReversed()].map(place) }]
}

/** How far a section reaches along its rows and across them, and the way they run on the map. */
function extentOf(section: PlanSection, place: (point: Point) => Point): VenueSection['along'] {
  const deep = section.rows.length * section.rowDepth
  const [a, b] = [place(pointIn(section, deep / 2, 0)), place(pointIn(section, deep / 2, 1))]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  return { width: Math.hypot(dx, dy), height: deep, angle: readable(Math.atan2(dy, dx)) }
}

/** The same line, run through so that letters on it never stand on their heads; upright lines read downwards. */
function readable(angle: number): number {
  const steepest = (100 / 180) * Math.PI
  if (angle > steepest) return angle - Math.PI
  return angle <= steepest - Math.PI ? angle + Math.PI : angle
}

/** What is there already, as it is placed. */
interface Drawn {
  readonly field: readonly Point[]
  readonly bands: readonly (readonly Point[])[]
  readonly size: number
}

/** A tribune's name stands between the field and its first rows where that is wide, otherwise where the plan says. */
function captionOf(
  tribune: VenuePlan['tribunes'][number],
  plan: VenuePlan,
  overview: Overview,
  place: (point: Point) => Point,
  { field, bands, size }: Drawn,
): Caption {
  const own = plan.sections.filter((section) => section.tribune === tribune.code)
  const codes = new Set(own.map(({ code }) => code))
  const offers = offersOf(overview.sections.filter(({ code }) => codes.has(code)))
  const said = { name: tribune.name, tribune, ...offers }
  const fronts = own.flatMap((section) => [0, 0.5, 1].map((share) => place(pointIn(section, -section.rowDepth, share))))
  const free = plan.field.kind === 'pitch' ? freeStrip(boundsOf(field), fronts) : null
  if (free && Math.min(free.bounds.right - free.bounds.left, free.bounds.bottom - free.bounds.top) > size * 0.06) {
    const [width, height] = [free.bounds.right - free.bounds.left, free.bounds.bottom - free.bounds.top]
    const sideways = free.side === 'left' || free.side === 'right'
    const angle = sideways ? (free.side === 'left' ? -Math.PI / 2 : Math.PI / 2) : 0
    const room = sideways ? { width: height, height: width } : { width, height }
    return { ...said, at: middleOf(free.bounds), angle, room }
  }
  return {
    ...said,
    ...gapAround(
      place(tribune.label),
      [...plan.sections.map((section) => sectionOutline(section).map(place)), ...bands, field],
      size,
    ),
  }
}

/** The free room around a place, up to what a caption may want; the caption moves to the middle of its height. */
function gapAround(
  [x, y]: Point,
  shapes: readonly (readonly Point[])[],
  size: number,
): Pick<Caption, 'at' | 'angle' | 'room'> {
  const step = size * 0.0025
  const free = (from: Point, [dx, dy]: Point, reach: number): number => {
    let distance = 0
    const next = (): Point => [from[0] + dx * (distance + step), from[1] + dy * (distance + step)]
    while (distance < reach && !shapes.some((shape) => isInside(shape, next()))) distance += step
    return distance
  }
  const [above, below] = [free([x, y], [0, -1], size * 0.045), free([x, y], [0, 1], size * 0.045)]
  const at: Point = [x, y + (below - above) / 2]
  const aside = Math.min(free(at, [-1, 0], size * 0.25), free(at, [1, 0], size * 0.25))
  return { at, angle: 0, room: { width: 2 * aside, height: above + below } }
}

type Side = 'left' | 'right' | 'above' | 'below'

/** The empty strip between the field and the seats on one side of it; null when the tribune does not face the field. */
function freeStrip(field: Rect, fronts: readonly Point[]): { readonly side: Side; readonly bounds: Rect } | null {
  const [x, y] = middleOf(field)
  // Only what stands straight across counts: a bowl closes in towards its corners.
  const [wide, high] = [(field.right - field.left) * 0.36, (field.bottom - field.top) * 0.36]
  const facing = (test: (point: Point) => boolean): readonly Point[] => fronts.filter(test)
  const above = facing((point) => Math.abs(point[0] - x) < wide && point[1] < field.top)
  const below = facing((point) => Math.abs(point[0] - x) < wide && point[1] > field.bottom)
  const left = facing((point) => Math.abs(point[1] - y) < high && point[0] < field.left)
  const right = facing((point) => Math.abs(point[1] - y) < high && point[0] > field.right)
  const most = Math.max(above.length, below.length, left.length, right.length)
  if (most === 0) return null
  const inner = { left: field.left, right: field.right, top: field.top, bottom: field.bottom }
  if (above.length === most)
    return { side: 'above', bounds: { ...inner, top: boundsOf(above).bottom, bottom: field.top } }
  if (below.length === most)
    return { side: 'below', bounds: { ...inner, top: field.bottom, bottom: boundsOf(below).top } }
  if (left.length === most) return { side: 'left', bounds: { ...inner, left: boundsOf(left).right, right: field.left } }
  return { side: 'right', bounds: { ...inner, left: field.right, right: boundsOf(right).left } }
}
