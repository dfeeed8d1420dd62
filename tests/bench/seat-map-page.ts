import { createElement, memo, type Ref, useImperativeHandle, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { SeatIndex, sectionLayout, type SectionLayout } from '../../renderer/seat-map/layout/section-layout.ts'
import { markOf } from '../../renderer/seat-map/paint/seat-marks.ts'
import { SectionScene } from '../../renderer/seat-map/paint/section-scene.ts'
import type { MapTheme } from '../../renderer/seat-map/paint/theme.ts'
import { paintSeatView } from '../../renderer/seat-map/seat-view-canvas.tsx'
import { type Camera, MapSurface } from '../../renderer/seat-map/surface/map-surface.ts'
import { pixiMap } from './baselines/pixi-map.ts'
import type { SeatOffer, SeatStatus, SectionView } from '../../shared/domain/seats/offer.ts'
import { seatView } from '../../shared/domain/venue/seat-view.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

export type Baseline = 'guichet' | 'react-svg' | 'pixi' | 'blank'
export type Motion = 'pan' | 'zoom'

export interface BenchPage {
  /** Shows a section at 1.5 times the size of the view. Returns the milliseconds until the first picture is drawn. */
  readonly show: (rival: Baseline, seats: number) => Promise<number>
  readonly move: (motion: Motion, frames: number) => Promise<void>
  /** Returns the nanoseconds to find the seat at a position, measured in batches of `count` positions. */
  readonly hit: (seats: number, count: number) => number
  /** Returns the mean milliseconds until a changed seat is drawn on the canvas, over `count` changes. */
  readonly change: (count: number) => number
  /** Paints the view from a section's first seat. Returns the milliseconds until the pixels can be read. */
  readonly look: (plan: VenuePlan, section: number) => number
  /** `seats`: retains the seats of a section as received from the service. `map`: also retains the map's scene. */
  readonly keep: (what: 'seats' | 'map', seats: number) => void
}

declare global {
  interface Window {
    benchPage: BenchPage
  }
}

const size = { width: 1920, height: 1080 }
const free = '#1d4f9c'
const theme: MapTheme = {
  paper: '#fcfcf8',
  paper2: '#eff0ea',
  ink: '#12181a',
  ink2: '#474f50',
  edge: '#737c78',
  line: '#c9cec8',
  focus: '#0b57d0',
  grass: '#3f7d45',
  grass2: '#478a4d',
  chalk: '#f4f7f1',
  stage: '#2b3437',
  warning: '#b45309',
  chosen: '#ffd21f',
  font: 'sans-serif',
  codeFont: 'sans-serif',
  textSize: 28.8,
  ratio: 1,
}
const statuses: readonly SeatStatus[] = ['available', 'available', 'sold', 'available', 'held']

function sectionOf(count: number): SectionView {
  const columns = Math.round(Math.sqrt(count * (size.width / size.height) * 1.2))
  const seats = Array.from({ length: count }, (_, i): SeatOffer => {
    const row = Math.floor(i / columns)
    const status = statuses[(i * 7 + row) % statuses.length] ?? 'available'
    return {
      seatId: `${i}`,
      code: `${i}`,
      row,
      rowLabel: `${row}`,
      number: (i % columns) + 1,
      status,
      price: 1,
      gate: 0,
    }
  })
  const tribune = { code: 'N', name: 'N', color: free }
  return { sectionId: 's', zoneId: 'z', revision: 'r', remaining: count, tribune, gates: [], seats }
}

const layoutOf = (count: number): SectionLayout => sectionLayout(sectionOf(count), null)

function startOf({ bounds }: SectionLayout): Camera {
  const scale = 1.5 * Math.min(size.width / (bounds.right - bounds.left), size.height / (bounds.bottom - bounds.top))
  return {
    scale,
    x: Math.round(size.width / 2),
    y: Math.round(size.height / 2 - ((bounds.top + bounds.bottom) / 2) * scale),
  }
}

function cameraAt(start: Camera, motion: Motion, frame: number): Camera {
  const swing = Math.sin(frame / 9)
  if (motion === 'pan') return { ...start, x: start.x + Math.round(swing * 240), y: start.y + Math.round(swing * 110) }
  const scale = start.scale * 1.25 ** swing
  return {
    scale,
    x: size.width / 2 - ((size.width / 2 - start.x) / start.scale) * scale,
    y: size.height / 2 - ((size.height / 2 - start.y) / start.scale) * scale,
  }
}

interface Stage {
  readonly start: Camera
  readonly draw: (camera: Camera) => void
}

const stages: Readonly<Record<Baseline, (host: HTMLElement, layout: SectionLayout) => Stage | Promise<Stage>>> = {
  guichet: (host, layout) => {
    const surface = new MapSurface(host)
    surface.resize(size.width, size.height, 1)
    const scene = sceneOf(layout)
    current = { surface, scene }
    return {
      start: startOf(layout),
      draw: (camera) => surface.show(scene, { ...camera, x: Math.round(camera.x), y: Math.round(camera.y) }),
    }
  },
  'react-svg': (host, layout) => {
    const root: Root = createRoot(host)
    const start = startOf(layout)
    const Seats = memo(() => seatRects(layout))
    function Picture({ ref }: { ref: Ref<(camera: Camera) => void> }) {
      const [camera, setCamera] = useState(start)
      useImperativeHandle(ref, () => setCamera, [])
      const transform = `translate(${camera.x} ${camera.y}) scale(${camera.scale})`
      return createElement('svg', size, createElement('g', { transform }, createElement(Seats)))
    }
    const look: { current: ((camera: Camera) => void) | null } = { current: null }
    flushSync(() => root.render(createElement(Picture, { ref: look })))
    return { start, draw: (camera) => flushSync(() => look.current?.(camera)) }
  },
  pixi: async (host, layout) => ({
    start: startOf(layout),
    ...(await pixiMap(host, layout, { ...size, paper: theme.paper, free, taken: theme.line })),
  }),
  blank: (host, layout) => {
    const context = canvasOn(host)
    const picture = new ImageData(size.width, size.height)
    new Uint32Array(picture.data.buffer).fill(0xfff8fcfc)
    return { start: startOf(layout), draw: () => context.putImageData(picture, 0, 0) }
  },
}

const kept: { section?: SectionView; scene?: SectionScene } = {}
let current: { readonly surface: MapSurface; readonly scene: SectionScene } | null = null
let stage: Stage | null = null

type Shown = Readonly<{ host: HTMLElement; stage: Stage }>

/** Sections that were shown remain hidden in the page, so that later measurements do not include their set-up. */
const shown = new Map<string, Shown>()

async function setUp(rival: Baseline, layout: SectionLayout | null): Promise<Shown> {
  if (!layout) throw new Error('nothing to show')
  const host = document.createElement('div')
  host.style.cssText = 'position:fixed;inset:0;background:#fcfcf8'
  document.body.append(host)
  return { host, stage: await stages[rival](host, layout) }
}

function sceneOf(layout: SectionLayout): SectionScene {
  const marks = Uint8Array.from(layout.seats, (seat, i) => markOf(seat, i % 997 === 0, false, 0))
  const around = { tribune: { code: 'N', name: 'N', color: free }, field: null, neighbours: [], gates: [] }
  return new SectionScene(layout, around, marks, { theme, categories: 1 })
}

function seatRects({ xs, ys, seats, pitch }: SectionLayout) {
  const side = pitch * 0.88
  const shape = { width: side, height: side, rx: pitch * 0.2 }
  const fillOf = (i: number): string => (seats[i]?.status === 'available' ? free : theme.line)
  const rects = Array.from(xs, (x, i) =>
    createElement('rect', { key: i, x: x - side / 2, y: (ys[i] ?? 0) - side / 2, ...shape, fill: fillOf(i) }),
  )
  return createElement('g', null, rects)
}

function canvasOn(host: HTMLElement): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  host.append(canvas)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  return context
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

window.benchPage = {
  show: async (rival, seats) => {
    const key = `${rival} ${seats}`
    for (const [other, { host }] of shown) host.hidden = other !== key
    await frame()
    const known = shown.get(key)
    const layout = known ? null : layoutOf(seats)
    const start = performance.now()
    const own = known ?? (await setUp(rival, layout))
    shown.set(key, own)
    stage = own.stage
    stage.draw(stage.start)
    // The second frame begins after the first has been painted.
    await frame()
    await frame()
    return performance.now() - start
  },
  move: async (motion, frames) => {
    if (!stage) throw new Error('nothing is shown')
    for (let i = 0; i < frames; i++) {
      stage.draw(cameraAt(stage.start, motion, i))
      await frame()
    }
    if (motion === 'zoom') await new Promise((resolve) => setTimeout(resolve, 120))
    await frame()
    await frame()
  },
  hit: (seats, count) => {
    const { xs, ys, pitch, bounds } = layoutOf(seats)
    const index = new SeatIndex(xs, ys, pitch)
    let [found, least] = [0, Infinity]
    // Uses the fastest of several batches, because other programs can slow single batches.
    for (let batch = 0; batch < 8; batch++) {
      const start = performance.now()
      for (let i = 0; i < count; i++) {
        const x = bounds.left + ((i * 7919) % 10_007) * ((bounds.right - bounds.left) / 10_007)
        const y = bounds.top + ((i * 104_729) % 10_009) * ((bounds.bottom - bounds.top) / 10_009)
        if (index.nearest(x, y, pitch) >= 0) found++
      }
      least = Math.min(least, performance.now() - start)
    }
    if (found === 0) throw new Error('no seat was found')
    return (least / count) * 1e6
  },
  change: (count) => {
    if (!current) throw new Error('nothing is shown')
    const { surface, scene } = current
    const { seats } = scene.layout
    let marks = Uint8Array.from(seats, (seat) => markOf(seat, false, false, 0))
    scene.mark(marks)
    surface.repaint()
    surface.flush()
    const start = performance.now()
    for (let i = 0; i < count; i++) {
      const seat = Math.floor(seats.length / 2) + i
      marks = marks.slice()
      marks[seat] = markOf({ status: i % 2 === 0 ? 'sold' : 'held' }, false, false, 0)
      for (const rect of scene.mark(marks)) surface.damage(rect)
      surface.flush()
    }
    return (performance.now() - start) / count
  },
  look: (plan, index) => {
    const section = plan.sections[index]
    const [seat] = section ? planSeats(section) : []
    if (!section || !seat) throw new Error(`no section ${index}`)
    const start = performance.now()
    const canvas = new OffscreenCanvas(960, 540)
    const pen = canvas.getContext('2d', { alpha: false })
    const address = { sector: section.code, row: seat.rowLabel, seatNumber: seat.number }
    const view = seatView(plan, address, 'day')
    if (!pen || !view) throw new Error('nothing is seen')
    paintSeatView(pen, view, { width: 960, quiet: false, homeTeam: 'Badia FC', awayTeam: 'Hamana AC' })
    pen.getImageData(0, 0, 1, 1)
    return performance.now() - start
  },
  keep: (what, seats) => {
    if (what === 'seats') kept.section = sectionOf(seats)
    else if (kept.section) kept.scene = sceneOf(sectionLayout(kept.section, null))
  },
}
