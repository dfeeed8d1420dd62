import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Overview, SectionOffer, ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import { isInside, seatCount, sectionOutline } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { codeSide } from '../../../shared/domain/venue/special-seats.ts'
import { shownGate } from '../../../shared/domain/venue/way.ts'
import { boundsOf, centroid, convexHull, grown, middleOf, type Rect, turn } from './shapes.ts'

/** The whole venue on the map: what is on sale where. From its plan, or as a table of tiles where there is none. */
export interface VenueLayout {
  readonly sections: readonly VenueSection[]
  readonly bands: readonly TribuneBand[]
  readonly captions: readonly Caption[]
  readonly field: Field | null
  /** The building around field and tribunes, where a plan tells. */
  readonly ground: readonly Point[] | null
  readonly gates: readonly GateMark[]
  readonly bounds: Rect
}

export interface VenueSection {
  /** Null for a part of the venue that is not on sale. */
  readonly offer: SectionOffer | null
  readonly plan: PlanSection | null
  readonly tribune: Tribune | null
  /** 0 for the dearest zone of its tribune, 1 for the next, and so on: dearer is darker. */
  readonly shade: number
  /** Seats in all, taken ones too; null where only the partner knows. */
  readonly capacity: number | null
  readonly outline: readonly Point[]
  readonly bounds: Rect
  /** Where its name stands. */
  readonly middle: Point
  /** The shorter of its width and height there: what a finger has to hit. */
  readonly size: number
  /** Its extent along its rows and across them, and the way they run in radians. */
  readonly along: { readonly width: number; readonly height: number; readonly angle: number }
  /** Distance between rows; 0 where nothing tells. */
  readonly rowDepth: number
  /** Lines of its rows, for the eye. */
  readonly rowLines: readonly (readonly Point[])[]
}

/** A tribune's colour and pattern along its outer edge. */
interface TribuneBand {
  readonly tribune: Tribune
  readonly outline: readonly Point[]
}

/** A name on the map, with what it has to sell. */
export interface Caption {
  readonly name: string
  readonly tribune: Tribune | null
  readonly remaining: number
  readonly from: Minor
  readonly at: Point
  /** True where the name begins at that place instead of having its middle there. */
  readonly begins?: boolean
  /** Radians; the text never stands on its head. */
  readonly angle: number
  readonly room: { readonly width: number; readonly height: number }
}

export interface Field {
  readonly kind: VenuePlan['field']['kind']
  readonly outline: readonly Point[]
}

export interface GateMark {
  /** What stands on its pin. */
  readonly shown: string
  readonly at: Point
  /** Unit vector from the gate into the venue. */
  readonly inward: Point
}

/** What a group of sections still has, and from which price. */
export function offersOf(sections: readonly SectionOffer[]): { readonly remaining: number; readonly from: Minor } {
  const open = sections.filter(({ remaining }) => remaining > 0)
  const priced = open.length > 0 ? open : sections
  return {
    remaining: open.reduce((sum, { remaining }) => sum + remaining, 0),
    from: priced.reduce((low, { price }) => Math.min(low, price), Infinity),
  }
}

/** True when the plan names every section on sale: half a map would hide the rest. */
function planCovers(plan: VenuePlan, overview: Overview): boolean {
  const known = new Set(plan.sections.map(({ code }) => code))
  return overview.sections.every(({ code }) => known.has(code))
}

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
function planVenue(plan: VenuePlan, overview: Overview, aspect: number): VenueLayout {
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

/** Tiles and headings in an arbitrary unit: only their proportions matter. */
const TILE = { width: 10, height: 7 }
const GAP = 1
const HEADING = 5
const BETWEEN_ZONES = 3

/**
 * The venue as a table: a heading for each zone, a tile for each section, in as many columns as fill a view of this
 * aspect (width by height) best; what looks like another side of the venue begins a line of its own. Says nothing about
 * where things are, because nobody has told.
 */
function tileVenue(overview: Overview, aspect: number): VenueLayout {
  const groups = groupsOf(overview)
  const most = Math.max(1, ...groups.map(({ sections }) => sections.length))
  let best = arranged(groups, 1)
  for (let columns = 2; columns <= most; columns++) {
    const layout = arranged(groups, columns)
    if (fit(layout, aspect) > fit(best, aspect)) best = layout
  }
  return best
}

interface Group {
  readonly zone: ZoneOffer | null
  readonly sections: readonly SectionOffer[]
}

function groupsOf({ zones, sections }: Overview): readonly Group[] {
  const known = new Set(zones.map(({ zoneId }) => zoneId))
  const groups: Group[] = zones.map((zone) => ({
    zone,
    sections: sections.filter(({ zoneId }) => zoneId === zone.zoneId),
  }))
  const rest = sections.filter(({ zoneId }) => !known.has(zoneId))
  return [...groups, { zone: null, sections: rest }].filter((group) => group.sections.length > 0)
}

/** By the letters of their codes, where these make groups at all: A, B, C are names, not sides. */
function sidesOf(sections: readonly SectionOffer[]): readonly (readonly SectionOffer[])[] {
  const sides = [...Map.groupBy(sections, ({ code }) => codeSide(code)).values()]
  return sides.length * 2 <= sections.length ? sides : [sections]
}

/** How large the layout can be shown in a view one high and `aspect` wide. */
function fit({ bounds }: VenueLayout, aspect: number): number {
  return Math.min(aspect / (bounds.right - bounds.left), 1 / (bounds.bottom - bounds.top))
}

function arranged(groups: readonly Group[], columns: number): VenueLayout {
  const width = columns * (TILE.width + GAP) - GAP
  const sections: VenueSection[] = []
  const captions: Caption[] = []
  let top = 0
  for (const [index, group] of groups.entries()) {
    if (index > 0) top += BETWEEN_ZONES
    const room = { width, height: HEADING }
    const name = group.zone?.name ?? ''
    captions.push({
      name,
      tribune: null,
      ...offersOf(group.sections),
      at: [0, top + HEADING / 2],
      begins: true,
      angle: 0,
      room,
    })
    top += HEADING
    for (const side of sidesOf(group.sections)) {
      for (const [i, offer] of side.entries()) {
        const left = (i % columns) * (TILE.width + GAP)
        sections.push(tile(offer, left, top + Math.floor(i / columns) * (TILE.height + GAP)))
      }
      top += Math.ceil(side.length / columns) * (TILE.height + GAP)
    }
  }
  const bounds = { left: -GAP, top: -GAP, right: width + GAP, bottom: top }
  return { sections, captions, bands: [], field: null, ground: null, gates: [], bounds }
}

function tile(offer: SectionOffer, left: number, top: number): VenueSection {
  const bounds = { left, top, right: left + TILE.width, bottom: top + TILE.height }
  return {
    offer,
    plan: null,
    tribune: offer.tribune ?? null,
    shade: 0,
    capacity: null,
    outline: [
      [bounds.left, bounds.top],
      [bounds.right, bounds.top],
      [bounds.right, bounds.bottom],
      [bounds.left, bounds.bottom],
    ],
    bounds,
    middle: [left + TILE.width / 2, top + TILE.height / 2],
    size: Math.min(TILE.width, TILE.height),
    along: { ...TILE, angle: 0 },
    rowDepth: 0,
    rowLines: [],
  }
}

/** By the plan where it names every section on sale, else as tiles. `aspect`: width of the view by its height. */
export function venueLayout(plan: VenuePlan | null, overview: Overview, aspect: number): VenueLayout {
  return plan && planCovers(plan, overview) ? planVenue(plan, overview, aspect) : tileVenue(overview, aspect)
}
