import { sectionLayout } from '../../../renderer/seat-map/layout/section-layout.ts'
import type { Rect } from '../../../renderer/seat-map/layout/shapes.ts'
import { markOf } from '../../../renderer/seat-map/paint/seat-marks.ts'
import { SectionScene } from '../../../renderer/seat-map/paint/section-scene.ts'
import { VenueScene } from '../../../renderer/seat-map/paint/venue-scene.ts'
import { venueLayout } from '../../../renderer/seat-map/layout/venue-layout.ts'
import type { MapTheme } from '../../../renderer/seat-map/paint/theme.ts'
import { paintSeatView } from '../../../renderer/seat-map/seat-view-canvas.tsx'
import { type Camera, MapSurface, type Scene } from '../../../renderer/seat-map/surface/map-surface.ts'
import { frSeatMap } from '../../../renderer/i18n/fr/kiosk.ts'
import stadium from '../../../resources/venues/stadium.json'
import type { SeatOffer } from '../../../shared/domain/seats/offer.ts'
import { type SeatAddress, seatView } from '../../../shared/domain/venue/seat-view.ts'
import { parseVenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { demoSection, demoVisit } from '../demo-venue.ts'

export interface SurfacePage {
  /** Shows a scene through `cameras`. Returns the difference from a picture painted in one step. */
  readonly slide: (what: What, cameras: readonly Camera[]) => Difference
  /** Paints the views from seats of the stadium by day. */
  readonly views: (seats: readonly SeatAddress[]) => ViewShares
  /** Marks a free seat as sold. Returns the changed pixels and the difference from a picture painted in one step. */
  readonly sell: (
    seat: number,
    scale: number,
  ) => Difference & { readonly changed: number; readonly within: Rect; readonly place: Rect }
}

/** Shares of the pixels, from 0 to 1. */
export interface ViewShares {
  /** Share of the most frequent colour in each picture, with 32 levels per channel. */
  readonly largest: readonly number[]
  /** Share of pixels that differ visibly between the two pictures that are most alike. */
  readonly difference: number
}

export interface Difference {
  readonly pixels: number
  readonly of: number
}

/** `crowd`: a section with so many seats that a zoomed picture is stretched before it is painted again. */
export type What = 'venue' | 'section' | 'crowd'

declare global {
  interface Window {
    surfacePage: SurfacePage
  }
}

const parsed = parseVenuePlan(stadium)
if (!parsed.ok) throw new Error('no plan')
const plan = parsed.value
const theme: MapTheme = {
  paper: '#ffffff',
  paper2: '#eeeeee',
  ink: '#111111',
  ink2: '#555555',
  edge: '#777777',
  line: '#cccccc',
  focus: '#0000ff',
  grass: '#337733',
  grass2: '#448844',
  chalk: '#ffffff',
  stage: '#333333',
  warning: '#aa5500',
  chosen: '#ffdd00',
  font: 'sans-serif',
  codeFont: 'sans-serif',
  textSize: 20,
  ratio: 1,
}
const labels = { ...frSeatMap, money: (amount: number) => `${amount} GNF` }
const size = { width: 640, height: 480 }
const VIEW = { width: 960, height: 540 }

const section = demoSection(plan, 'N1')
const planned = plan.sections.find(({ code }) => code === 'N1')
const layout = sectionLayout(section, planned ?? null)
const marks = Uint8Array.from(layout.seats, (seat, i) => markOf(seat, i % 37 === 0, i % 41 === 0, 0))

const crowd = sectionLayout(
  {
    ...section,
    seats: Array.from({ length: 4000 }, (_, i): SeatOffer => {
      const [row, number] = [Math.floor(i / 100), (i % 100) + 1]
      const status = i % 7 === 0 ? 'sold' : 'available'
      return { seatId: `${i}`, code: `${i}`, row, rowLabel: `${row}`, number, status, price: 1, gate: 0 }
    }),
  },
  null,
)

function sceneOf(what: What, own = marks): Scene & Partial<SectionScene> {
  if (what === 'venue') return new VenueScene(venueLayout(plan, demoVisit(plan).session.overview, 1.33), theme, labels)
  if (what === 'crowd') {
    const many = Uint8Array.from(crowd.seats, (seat, i) => markOf(seat, i % 97 === 0, false, 0))
    const around = { tribune: section.tribune, field: null, neighbours: [], gates: [] }
    return new SectionScene(crowd, around, many, { theme, categories: 1 })
  }
  const gate = { code: 'A', name: 'Porte A', at: [-30, 40] as const }
  const around = { tribune: section.tribune, field: 'pitch' as const, neighbours: [], gates: [gate] }
  return new SectionScene(layout, around, own, { theme, categories: 1 })
}

function surfaceOn(): { surface: MapSurface; picture: () => ImageData } {
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  const surface = new MapSurface(host)
  surface.resize(size.width, size.height, 1)
  const picture = (): ImageData => {
    const canvas = [...host.querySelectorAll('canvas')].find(({ style }) => style.visibility !== 'hidden')
    const context = canvas?.getContext('2d')
    if (!context) throw new Error('nothing is shown')
    return context.getImageData(0, 0, size.width, size.height)
  }
  return { surface, picture }
}

function paintedAtOnce(scene: Scene, camera: Camera): ImageData {
  const { surface, picture } = surfaceOn()
  surface.show(scene, camera)
  surface.flush()
  return picture()
}

/** Maximum difference between equal shades. Clipped curves differ by less, and missing text or seats by more. */
const tolerance = 48

function difference(a: ImageData, b: ImageData): { pixels: number; of: number; box: Rect } {
  let pixels = 0
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const of = size.width * size.height
  for (let i = 0; i < of; i++) {
    const differs = (at: number): boolean => Math.abs((a.data[4 * i + at] ?? 0) - (b.data[4 * i + at] ?? 0)) > tolerance
    if (!differs(0) && !differs(1) && !differs(2)) continue
    pixels++
    const [column, row] = [i % size.width, Math.floor(i / size.width)]
    ;[left, right] = [Math.min(left, column), Math.max(right, column)]
    ;[top, bottom] = [Math.min(top, row), Math.max(bottom, row)]
  }
  return { pixels, of, box: { left, top, right, bottom } }
}

/** Returns the pixels of the view from a seat. */
function viewFrom(address: SeatAddress): Uint8ClampedArray {
  const view = seatView(plan, address, 'day')
  const pen = new OffscreenCanvas(VIEW.width, VIEW.height).getContext('2d', { alpha: false })
  if (!view || !pen) throw new Error('nothing is seen')
  paintSeatView(pen, view, { width: VIEW.width, quiet: false, homeTeam: 'Badia FC', awayTeam: 'Hamana AC' })
  return pen.getImageData(0, 0, VIEW.width, VIEW.height).data
}

function largestShare(data: Uint8ClampedArray): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < data.length; i += 4) {
    const color = ((data[i]! >> 3) << 10) | ((data[i + 1]! >> 3) << 5) | (data[i + 2]! >> 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return Math.max(...counts.values()) / (data.length / 4)
}

/** Returns the share of pixels of which a channel differs by more than 8 %. */
function differingShare(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let count = 0
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a[i + channel]! - b[i + channel]!) > 0.08 * 255)) count++
  return count / (a.length / 4)
}

window.surfacePage = {
  views: (seats) => {
    const pictures = seats.map(viewFrom)
    const pairs = pictures.flatMap((a, i) => pictures.slice(i + 1).map((b) => differingShare(a, b)))
    return { largest: pictures.map(largestShare), difference: Math.min(...pairs) }
  },
  slide: (what, cameras) => {
    const { surface, picture } = surfaceOn()
    const scene = sceneOf(what)
    for (const camera of cameras) {
      surface.show(scene, camera)
      surface.flush()
    }
    const slid = picture()
    const { pixels, of } = difference(slid, paintedAtOnce(sceneOf(what), cameras.at(-1) ?? { scale: 1, x: 0, y: 0 }))
    return { pixels, of }
  },
  sell: (seat, scale) => {
    const [seatX, seatY] = [layout.xs[seat] ?? 0, layout.ys[seat] ?? 0]
    const [x, y] = [Math.round(size.width / 2 - seatX * scale), Math.round(size.height / 2 - seatY * scale)]
    const camera = { scale, x, y }
    const { surface, picture } = surfaceOn()
    const scene = sceneOf('section')
    surface.show(scene, camera)
    surface.flush()
    const before = picture()
    const sold = Uint8Array.from(marks)
    const offer = layout.seats[seat]
    if (offer?.status !== 'available' || !(scene instanceof SectionScene)) throw new Error('no free seat')
    sold[seat] = markOf({ ...offer, status: 'sold' }, false, false, 0)
    const rects = scene.mark(sold)
    for (const rect of rects) surface.damage(rect)
    surface.flush()
    const after = picture()
    const { pixels, box } = difference(before, after)
    const fresh = difference(after, paintedAtOnce(sceneOf('section', sold), camera))
    const middle = { x: seatX * scale + x, y: seatY * scale + y }
    const [wide, deep] = [(layout.pitch * scale) / 2 + 2, (layout.depth * scale) / 2 + 2]
    const [left, top] = [middle.x - wide, middle.y - deep]
    const place = { left, top, right: middle.x + wide, bottom: middle.y + deep }
    return { pixels: fresh.pixels, of: fresh.of, changed: pixels, within: box, place }
  },
}
