import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Overview, SectionOffer, ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import { type Tribune, shownGate } from '../../../shared/domain/seats/place.ts'
import { isInside, seatCount, sectionOutline } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { codeSide } from '../../../shared/domain/venue/special-seats.ts'
import { boundsOf, centroid, convexHull, grown, middleOf, nearestOnEdge, type Rect } from './shapes.ts'

/** Layout of the whole venue, from the venue plan, or as a table of tiles without a plan. */
export interface VenueLayout {
  readonly sections: readonly VenueSection[]
  readonly bands: readonly TribuneBand[]
  readonly captions: readonly Caption[]
  readonly field: Field | null
  /** Outline of the building around field and stands. Null without a plan, or if the field is a stage. */
  readonly ground: readonly Point[] | null
  readonly gates: readonly GateMark[]
  readonly bounds: Rect
}

export interface VenueSection {
  /** Null for a part of the venue that is not on sale. */
  readonly offer: SectionOffer | null
  readonly plan: PlanSection | null
  readonly tribune: Tribune | null
  /** Rank of the section's zone by price within the stand; rank 0 is the most expensive and darkest zone. */
  readonly shade: number
  /** Number of all seats, including taken seats; null without a plan. */
  readonly capacity: number | null
  readonly outline: readonly Point[]
  readonly bounds: Rect
  /** Position of the section's name. */
  readonly middle: Point
  /** Smaller of the two extents of the section, along and across its rows; used as the size of the touch target. */
  readonly size: number
  /** Extent of the section along and across its rows, and the direction of the rows in radians. */
  readonly along: { readonly width: number; readonly height: number; readonly angle: number }
  /** Distance between rows in metres. 0 without a plan. */
  readonly rowDepth: number
  readonly rowLines: readonly (readonly Point[])[]
}

/** Band in the colour and pattern of a stand along the outer edge of the stand. */
interface TribuneBand {
  readonly tribune: Tribune
  readonly outline: readonly Point[]
}

/** Name of a stand or zone on the map, with the number of free seats and the lowest price. */
export interface Caption {
  readonly name: string
  readonly tribune: Tribune | null
  readonly remaining: number
  readonly from: Minor
  readonly at: Point
  /** True if the text begins at `at`, false if the text is centred at `at`. */
  readonly begins?: boolean
  /** Angle of the text in radians, chosen so that the text is never upside down. */
  readonly angle: number
  readonly room: { readonly width: number; readonly height: number }
}

export interface Field {
  readonly kind: VenuePlan['field']['kind']
  readonly outline: readonly Point[]
}

export interface GateMark {
  /** Text on the gate's pin. */
  readonly shown: string
  readonly at: Point
  readonly name: string
  /** `inward`: unit vector from the gate into the venue. `gap`: distance between gate and building, in metres. */
  readonly inward: Point
  readonly gap: number
  /** True if this machine is located at the gate. */
  readonly isHere: boolean
}

export function offersOf(sections: readonly SectionOffer[]): { readonly remaining: number; readonly from: Minor } {
  const open = sections.filter(({ remaining }) => remaining > 0)
  const priced = open.length > 0 ? open : sections
  return {
    remaining: open.reduce((sum, { remaining }) => sum + remaining, 0),
    from: priced.reduce((low, { price }) => Math.min(low, price), Infinity),
  }
}

/** Returns whether the plan contains every section on sale; an incomplete plan would hide the missing sections. */
function planCovers(plan: VenuePlan, overview: Overview): boolean {
  const known = new Set(plan.sections.map(({ code }) => code))
  return overview.sections.every(({ code }) => known.has(code))
}

/** Width of a stand's band, and its distance from the seats, as shares of the venue's size. */
const BAND = 0.014
const BAND_GAP = 0.004

/** Free space needed behind the last row for a band, as a share of the venue's size. */
const BAND_ROOM = 0.06

/** Part of a layout that depends only on the plan. */
interface Building {
  readonly sections: readonly Omit<VenueSection, 'offer' | 'shade'>[]
  readonly bands: readonly TribuneBand[]
  readonly ground: readonly Point[] | null
  readonly size: number
}

/** Computed once for each plan, because each screen with a map lays out the venue. */
const buildings = new WeakMap<VenuePlan, Building>()

function buildingOf(plan: VenuePlan): Building {
  const known = buildings.get(plan)
  if (known) return known
  const outlines = new Map(plan.sections.map((section) => [section, sectionOutline(section)]))
  const whole = boundsOf([...outlines.values()].flat())
  const size = Math.max(whole.right - whole.left, whole.bottom - whole.top)
  const tribunes = new Map(plan.tribunes.map((tribune) => [tribune.code, tribune]))
  const sections = plan.sections.map((section) => {
    const outline = outlines.get(section) ?? []
    const along = extentOf(section)
    return {
      plan: section,
      tribune: tribunes.get(section.tribune) ?? null,
      capacity: seatCount(section),
      outline,
      bounds: boundsOf(outline),
      middle: centroid(outline),
      size: Math.min(along.width, along.height),
      along,
      rowDepth: section.rowDepth,
      rowLines: rowLines(section),
    }
  })
  const building = {
    sections,
    bands: plan.sections.flatMap((section) => bandOf(section, plan, { outlines: [...outlines.values()], size })),
    ground: plan.field.kind === 'pitch' ? convexHull([...outlines.values()].flat()) : null,
    size,
  }
  buildings.set(plan, building)
  return building
}

/** Lays out the venue by its plan. Never rotates the plan, so that a stand is on the same side on every screen. */
function planVenue(plan: VenuePlan, overview: Overview, here?: string): VenueLayout {
  const { bands, ground, size, ...built } = buildingOf(plan)
  const offers = new Map(overview.sections.map((offer) => [offer.code, offer]))
  const shades = shadesOf(plan, overview)
  const sections = built.sections.map((section): VenueSection => {
    const { code = '', tribune, zone } = section.plan ?? {}
    return { ...section, offer: offers.get(code) ?? null, shade: shades.get(`${tribune} ${zone}`) ?? 0 }
  })
  const field = plan.field.outline
  const centre = middleOf(boundsOf(field))
  const gates = plan.gates.map(({ at, ...gate }): GateMark => {
    const [x, y] = at
    const length = Math.max(Math.hypot(centre[0] - x, centre[1] - y), 1e-6)
    const inward: Point = [(centre[0] - x) / length, (centre[1] - y) / length]
    const wall = ground ? nearestOnEdge(ground, at) : at
    const gap = ground ? Math.hypot(wall[0] - x, wall[1] - y) : Infinity
    return { shown: shownGate(gate), name: gate.name, at, inward, gap, isHere: gate.code === here }
  })
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
      captionOf(tribune, plan, overview, { bands: bands.map(({ outline }) => outline), size }),
    ),
    field: { kind: plan.field.kind, outline: field },
    ground,
    gates,
    bounds: grown(all, size * 0.004),
  }
}

/** Returns the rank of each zone by price within its stand. The keys have the form `<tribune> <zone>`. */
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

/** Returns the point `depth` metres behind a section's front row, at `share` of the way from side to side. */
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

/** Returns a line through a section, `depth` metres behind the front row; arcs become short chords. */
function lineIn(section: PlanSection, depth: number): readonly Point[] {
  const { front } = section
  const chords = front.kind === 'line' ? 1 : Math.max(1, Math.ceil((front.to - front.from) / 3))
  return Array.from({ length: chords + 1 }, (_, i) => pointIn(section, depth, i / chords))
}

function rowLines(section: PlanSection): readonly (readonly Point[])[] {
  return section.rows.slice(1).map((_, row) => lineIn(section, (row + 0.5) * section.rowDepth))
}

interface Neighbours {
  readonly outlines: readonly (readonly Point[])[]
  /** Larger of the two extents of the venue, in metres. */
  readonly size: number
}

function bandOf(section: PlanSection, plan: VenuePlan, { outlines, size }: Neighbours): readonly TribuneBand[] {
  const tribune = plan.tribunes.find(({ code }) => code === section.tribune)
  const far = (section.rows.length - 0.5) * section.rowDepth
  const behind = [0.2, 0.4, 0.6, 0.8, 1].map((share) => pointIn(section, far + share * BAND_ROOM * size, 0.5))
  const isCrowded = outlines.some((outline) => behind.some((place) => isInside(outline, place)))
  if (!tribune || isCrowded) return []
  const [inner, outer] = [far + BAND_GAP * size, far + (BAND + BAND_GAP) * size]
  return [{ tribune, outline: [...lineIn(section, inner), ...lineIn(section, outer).toReversed()] }]
}

function extentOf(section: PlanSection): VenueSection['along'] {
  const deep = section.rows.length * section.rowDepth
  const [a, b] = [pointIn(section, deep / 2, 0), pointIn(section, deep / 2, 1)]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  return { width: Math.hypot(dx, dy), height: deep, angle: readable(Math.atan2(dy, dx)) }
}

/** Returns the angle, rotated by 180° if text at the angle would be upside down. Vertical text reads downwards. */
function readable(angle: number): number {
  const steepest = (100 / 180) * Math.PI
  if (angle > steepest) return angle - Math.PI
  return angle <= steepest - Math.PI ? angle + Math.PI : angle
}

interface Drawn {
  readonly bands: readonly (readonly Point[])[]
  readonly size: number
}

/** Places a stand's name between the field and the stand if enough space is free, otherwise as in the plan. */
function captionOf(
  tribune: VenuePlan['tribunes'][number],
  plan: VenuePlan,
  overview: Overview,
  { bands, size }: Drawn,
): Caption {
  const own = plan.sections.filter((section) => section.tribune === tribune.code)
  const codes = new Set(own.map(({ code }) => code))
  const offers = offersOf(overview.sections.filter(({ code }) => codes.has(code)))
  const said = { name: tribune.name, tribune, ...offers }
  const fronts = own.flatMap((section) => [0, 0.5, 1].map((share) => pointIn(section, -section.rowDepth, share)))
  const free = plan.field.kind === 'pitch' ? freeStrip(boundsOf(plan.field.outline), fronts) : null
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
      tribune.label,
      [...plan.sections.map((section) => sectionOutline(section)), ...bands, plan.field.outline],
      size,
    ),
  }
}

/** Returns the free space around a position, limited to the size that a caption may need. */
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

/** Returns the empty strip between the field and the seats on one side; null if the stand does not face the field. */
function freeStrip(field: Rect, fronts: readonly Point[]): { readonly side: Side; readonly bounds: Rect } | null {
  const [x, y] = middleOf(field)
  // Only seats directly opposite the field are counted, because the rows of a bowl come close to the field at its
  // corners.
  const [wide, high] = [(field.right - field.left) * 0.36, (field.bottom - field.top) * 0.36]
  const facing = {
    above: fronts.filter((point) => Math.abs(point[0] - x) < wide && point[1] < field.top),
    below: fronts.filter((point) => Math.abs(point[0] - x) < wide && point[1] > field.bottom),
    left: fronts.filter((point) => Math.abs(point[1] - y) < high && point[0] < field.left),
    right: fronts.filter((point) => Math.abs(point[1] - y) < high && point[0] > field.right),
  }
  const sides = ['above', 'below', 'left', 'right'] as const
  const side = sides.reduce((best, one) => (facing[one].length > facing[best].length ? one : best))
  if (facing[side].length === 0) return null
  const seats = boundsOf(facing[side])
  const edges = {
    above: { top: seats.bottom, bottom: field.top },
    below: { top: field.bottom, bottom: seats.top },
    left: { left: seats.right, right: field.left },
    right: { left: field.right, right: seats.left },
  }
  return { side, bounds: { ...field, ...edges[side] } }
}

/** Sizes of tiles and headings in an arbitrary unit; only the proportions matter. */
const TILE = { width: 10, height: 7 }
const MAX_TILE_WIDTH = 28
const GAP = 1
const HEADING = 5
const BETWEEN_ZONES = 3

/**
 * Lays out the venue as a table with a heading for each zone and a tile for each section. The number of columns is
 * chosen to fill the view best, and the tiles are widened to fill its width. Sections whose codes suggest another side
 * of the venue begin a new line.
 */
function tileVenue(overview: Overview, aspect: number): VenueLayout {
  const groups = groupsOf(overview)
  const most = Math.max(1, ...groups.map(({ sections }) => sections.length))
  let best = arranged(groups, 1)
  for (let columns = 2; columns <= most; columns++) {
    const layout = arranged(groups, columns)
    if (fit(layout, aspect) > fit(best, aspect)) best = layout
  }
  const { left, top, right, bottom } = best.bounds
  const columns = Math.round((right - left - GAP) / (TILE.width + GAP))
  const tileWidth = ((bottom - top) * aspect - GAP) / columns - GAP
  return arranged(groups, columns, Math.min(MAX_TILE_WIDTH, Math.max(TILE.width, tileWidth)))
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

/**
 * Groups sections by the letters of their codes. With fewer than two sections for each letter on average, the letters
 * are names rather than sides, and all sections form one group.
 */
function sidesOf(sections: readonly SectionOffer[]): readonly (readonly SectionOffer[])[] {
  const sides = [...Map.groupBy(sections, ({ code }) => codeSide(code)).values()]
  return sides.length * 2 <= sections.length ? sides : [sections]
}

/** Returns the scale at which the layout fits a view of height 1 and width `aspect`. */
function fit({ bounds }: VenueLayout, aspect: number): number {
  return Math.min(aspect / (bounds.right - bounds.left), 1 / (bounds.bottom - bounds.top))
}

function arranged(groups: readonly Group[], columns: number, tileWidth = TILE.width): VenueLayout {
  const width = columns * (tileWidth + GAP) - GAP
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
        const left = (i % columns) * (tileWidth + GAP)
        sections.push(tile(offer, left, top + Math.floor(i / columns) * (TILE.height + GAP), tileWidth))
      }
      top += Math.ceil(side.length / columns) * (TILE.height + GAP)
    }
  }
  const bounds = { left: -GAP, top: -GAP, right: width + GAP, bottom: top }
  return { sections, captions, bands: [], field: null, ground: null, gates: [], bounds }
}

function tile(offer: SectionOffer, left: number, top: number, width: number): VenueSection {
  const bounds = { left, top, right: left + width, bottom: top + TILE.height }
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
    middle: [left + width / 2, top + TILE.height / 2],
    size: Math.min(width, TILE.height),
    along: { width, height: TILE.height, angle: 0 },
    rowDepth: 0,
    rowLines: [],
  }
}

/**
 * Lays out the venue by its plan if the plan contains every section on sale, otherwise as tiles. `aspect`: width of the
 * view divided by its height, used only for tiles. `here`: code of the gate at which this machine is located.
 */
export function venueLayout(plan: VenuePlan | null, overview: Overview, aspect: number, here?: string): VenueLayout {
  return plan && planCovers(plan, overview) ? planVenue(plan, overview, here) : tileVenue(overview, aspect)
}
