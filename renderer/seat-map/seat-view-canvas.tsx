import { useEffect, useMemo, useRef } from 'react'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import { HALF_HEIGHT } from '../../shared/domain/venue/venue-geometry.ts'
import {
  lightAt,
  type SeatAddress,
  seatFacts,
  seatView,
  type SeatView,
  sharedSeat,
} from '../../shared/domain/venue/seat-view.ts'
import type { Colour, Dress, Light, Spectator, Step } from '../../shared/domain/venue/venue-pieces.ts'
import type { Point, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { isMotionReduced } from '../ui/hooks.ts'
import styles from './miniature/seat-view-canvas.module.css'
import { ViewPalette, watchTheme } from './paint/theme.ts'
import type { Context } from './surface/map-surface.ts'

interface SeatViewPictureProps {
  readonly plan: VenuePlan
  readonly place: SeatAddress
  /** Event that determines the light and the colours of the teams. */
  readonly event: EventOffer
  /** True to fade between pictures. Requires a positioned parent element. Default: false. */
  readonly fades?: boolean
}

/** Picture of the view from a seat; empty if the plan does not contain the seat. */
export function SeatViewPicture({ plan, place, event, fades = false }: SeatViewPictureProps) {
  const { t } = useI18n()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { sector, row, seatNumber } = place
  const facts = useMemo(() => seatFacts(plan, { sector, row, seatNumber }), [plan, sector, row, seatNumber])
  const { startsAt, homeTeam, awayTeam } = event
  useEffect(() => {
    const shown = canvas.current
    const seat = sharedSeat(plan, { sector, row, seatNumber })
    if (!shown || !seat) return undefined
    const lookOf = (width: number): Look => {
      const quiet = document.documentElement.dataset['theme'] === 'contrast'
      return { width, quiet, light: lightAt(startsAt), homeTeam, awayTeam }
    }
    const seen = `${seat.sector} ${seat.row} ${seat.seatNumber}`
    let drawn: OffscreenCanvas | undefined
    const put = (picture: OffscreenCanvas): void => {
      if (picture !== drawn) show(shown, picture)
      drawn = picture
      shown.dataset['seen'] = seen
    }
    // Shows a cached picture of the seat first, if any, which may have the size of the previous screen.
    const known = (shown.dataset['seen'] ?? seen) === seen ? largestKnown(plan, seat, lookOf) : undefined
    if (known) put(known)
    let delayMs = known ? SHARPEN_MS : 0
    let [timer, waiting] = [0, 0]
    const paint = (): void => {
      const width = widthFor(shown.clientWidth)
      if (width === 0) return
      delayMs = 0
      const picture = pictureOf(plan, seat, lookOf(width))
      if (fades && (shown.dataset['seen'] ?? seen) !== seen && !isMotionReduced()) fadeOut(shown)
      put(picture)
    }
    // Painting waits until the page is idle, so that the screen responds to the finger first. It waits at most 60 ms,
    // which is less than the time between two seats.
    const later = (): void => {
      clearTimeout(timer)
      cancelIdleCallback(waiting)
      timer = window.setTimeout(() => {
        waiting = requestIdleCallback(paint, { timeout: 60 })
      }, delayMs)
    }
    const size = new ResizeObserver(later)
    size.observe(shown)
    const stopTheme = watchTheme(later)
    return () => {
      clearTimeout(timer)
      cancelIdleCallback(waiting)
      size.disconnect()
      stopTheme()
    }
  }, [plan, sector, row, seatNumber, startsAt, homeTeam, awayTeam, fades])
  if (!facts) return null
  return (
    <canvas
      ref={canvas}
      className={styles.view}
      role="img"
      aria-label={t.seatMap.viewFacts(facts)}
      data-view={facts.kind}
    />
  )
}

/** Distance, height and side of a seat in words. */
export function SeatViewFacts({ plan, place: { sector, row, seatNumber } }: Omit<SeatViewPictureProps, 'event'>) {
  const { t } = useI18n()
  const facts = useMemo(() => seatFacts(plan, { sector, row, seatNumber }), [plan, sector, row, seatNumber])
  return facts && <span className={styles.facts}>{t.seatMap.viewFacts(facts)}</span>
}

interface Look {
  /** Width of the picture in device pixels. */
  readonly width: number
  readonly quiet: boolean
  readonly light: Light
  readonly homeTeam: string
  readonly awayTeam: string
}

/** Time until a picture in the size of the previous screen is replaced, in milliseconds. */
const SHARPEN_MS = 400

/** Widths of pictures in device pixels. There are only a few, so that cached pictures can be reused. */
const WIDTHS = [320, 480, 720, 960, 1280] as const

/** Returns the width to paint for an element; 0 if the element is not shown. */
function widthFor(shown: number): number {
  const wanted = shown * window.devicePixelRatio
  return wanted > 0 ? (WIDTHS.find((width) => width >= wanted * 0.9) ?? 1280) : 0
}

function show(canvas: HTMLCanvasElement, picture: OffscreenCanvas | HTMLCanvasElement): void {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0)
}

/** Duration of the fade between pictures, in milliseconds. */
const FADE_MS = 120

/** Covers the canvas with a copy of its current picture, and fades out the copy. */
function fadeOut(canvas: HTMLCanvasElement): void {
  const before = document.createElement('canvas')
  before.className = styles.before ?? ''
  before.ariaHidden = 'true'
  show(before, canvas)
  canvas.after(before)
  const remove = (): void => before.remove()
  void before.animate([{ opacity: 1 }, { opacity: 0 }], FADE_MS).finished.then(remove, remove)
}

/** Maximum number of cached pictures. Twelve pictures of 960 × 540 pixels take 25 MB. */
const MAX_PICTURES = 12
let cached: { readonly plan: VenuePlan; readonly pictures: Map<string, OffscreenCanvas> } | null = null

const keyOf = (seat: SeatAddress, look: Look): string => JSON.stringify([seat, look])

function largestKnown(
  plan: VenuePlan,
  seat: SeatAddress,
  lookOf: (width: number) => Look,
): OffscreenCanvas | undefined {
  const pictures = cached?.plan === plan ? cached.pictures : undefined
  return WIDTHS.map((width) => pictures?.get(keyOf(seat, lookOf(width)))).findLast((picture) => picture)
}

function pictureOf(plan: VenuePlan, seat: SeatAddress, look: Look): OffscreenCanvas {
  if (cached?.plan !== plan) cached = { plan, pictures: new Map() }
  const { pictures } = cached
  const key = keyOf(seat, look)
  const picture = pictures.get(key) ?? paintedPicture(plan, seat, look)
  pictures.delete(key)
  pictures.set(key, picture)
  const [oldest] = pictures.keys()
  if (pictures.size > MAX_PICTURES && oldest !== undefined) pictures.delete(oldest)
  return picture
}

function paintedPicture(plan: VenuePlan, seat: SeatAddress, { width, quiet, light, homeTeam, awayTeam }: Look) {
  const canvas = new OffscreenCanvas(width, Math.round(width * HALF_HEIGHT))
  const view = seatView(plan, seat, light, quiet)
  const pen = canvas.getContext('2d', { alpha: false })
  if (view && pen) paintSeatView(pen, view, { width, quiet, homeTeam, awayTeam })
  return canvas
}

export function paintSeatView(pen: Context, view: SeatView, look: Omit<Look, 'light'>): void {
  const half = look.width / 2
  const palette = new ViewPalette({ ...look, light: view.light, indoors: view.kind === 'stage' })
  paintSky(pen, view, palette, half)
  for (const batch of batches(view.steps)) {
    const [step] = batch
    if (step.kind === 'area') paintAreas(pen, batch, palette, half)
    else paintStep(pen, step, palette, half)
  }
}

type Area = Step & { readonly kind: 'area' }
type Batch = readonly [Step, ...Step[]]

/** Groups consecutive areas of the same colour, because filling many shapes at once is several times faster. */
function batches(steps: readonly Step[]): readonly Batch[] {
  const all: [Step, ...Step[]][] = []
  for (const step of steps) {
    const last = all.at(-1)
    if (last && isAlike(last[0], step)) last.push(step)
    else all.push([step])
  }
  return all
}

function isAlike(a: Step, b: Step): boolean {
  if (a.kind !== 'area' || b.kind !== 'area' || a.colour === 'beam') return false
  return a.colour === b.colour && a.shade === b.shade && a.haze === b.haze && a.edged === b.edged
}

function trace(pen: Context, points: readonly Point[], half: number): void {
  for (const [i, [x, y]] of points.entries()) {
    if (i === 0) pen.moveTo((x + 1) * half, (y + HALF_HEIGHT) * half)
    else pen.lineTo((x + 1) * half, (y + HALF_HEIGHT) * half)
  }
}

function paintAreas(pen: Context, areas: Batch, palette: ViewPalette, half: number): void {
  const [{ colour, shade, haze, edged }] = areas as readonly [Area, ...Area[]]
  pen.beginPath()
  for (const area of areas) {
    if (area.kind !== 'area') continue
    trace(pen, area.points, half)
    pen.closePath()
  }
  pen.fillStyle = palette.of(colour, shade, haze)
  pen.fill()
  if (edged !== true) return
  pen.strokeStyle = pen.fillStyle
  pen.lineWidth = 0.8
  pen.stroke()
}

function paintStep(pen: Context, step: Step, palette: ViewPalette, half: number): void {
  if (step.kind === 'line') {
    pen.beginPath()
    trace(pen, step.points, half)
    pen.strokeStyle = palette.of(step.colour)
    pen.lineWidth = Math.max(step.width * half, 0.7)
    pen.stroke()
  } else if (step.kind === 'crowd') paintCrowd(pen, step, palette, half)
  else if (step.kind === 'person') paintPerson(pen, step, palette, half)
  else if (step.kind === 'spectator') paintSpectator(pen, step, palette, half)
  else if (step.kind === 'glow') paintGlow(pen, step, half)
}

/** Paints colour by colour, which is faster than box by box. The first colour is that of the seats. */
function paintCrowd(
  pen: Context,
  { boxes, colours, haze }: Step & { kind: 'crowd' },
  palette: ViewPalette,
  half: number,
): void {
  for (const [index, colour] of colours.entries()) {
    pen.fillStyle = palette.of(colour, index === 0 ? 0.14 : 0, haze)
    for (let i = 0; i < boxes.length; i += 5) {
      if (boxes[i + 4] !== index) continue
      const [x = 0, y = 0, width = 0, height = 0] = [boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]]
      pen.fillRect((x + 1) * half, (y + HALF_HEIGHT) * half, Math.max(width * half, 1), Math.max(height * half, 1))
    }
  }
}

const dresses: Readonly<Record<Dress, readonly [shirt: Colour, shorts: Colour, socks: Colour]>> = {
  home: ['home', 'homeLight', 'home'],
  away: ['awayLight', 'away', 'awayLight'],
  homeKeeper: ['#f2c400', '#1c1c1c', '#f2c400'],
  awayKeeper: ['#ff7a1a', '#1c1c1c', '#ff7a1a'],
  referee: ['#15181c', '#15181c', '#15181c'],
  performer: ['#e9e4d6', '#39424e', '#39424e'],
  singer: ['#e0a52a', '#c98d1c', '#c98d1c'],
}

function paintPerson(
  pen: Context,
  { dress, at: [x, y], size }: Step & { kind: 'person' },
  palette: ViewPalette,
  half: number,
): void {
  const [shirt, shorts, socks] = dresses[dress]
  const height = size * half
  const [foot, floor] = [(x + 1) * half, (y + HALF_HEIGHT) * half]
  const bar = (colour: Colour, from: number, to: number, left: number, right: number): void => {
    pen.fillStyle = palette.of(colour)
    pen.fillRect(foot + left * height, floor - to * height, (right - left) * height, (to - from) * height)
  }
  const isLong = dress === 'performer' || dress === 'singer'
  if (isLong) bar(shorts, 0, 0.5, -0.13, 0.13)
  else {
    bar('skin', 0.2, 0.32, -0.11, -0.02)
    bar('skin', 0.2, 0.32, 0.03, 0.12)
    bar(socks, 0, 0.22, -0.12, -0.03)
    bar(socks, 0, 0.22, 0.04, 0.13)
    bar(shorts, 0.3, 0.5, -0.125, 0.13)
  }
  bar(shirt, 0.48, 0.82, -0.13, 0.13)
  // Sleeves, then arms.
  bar(shirt, 0.68, 0.82, -0.19, 0.19)
  bar('skin', 0.46, 0.68, -0.19, -0.13)
  bar('skin', 0.46, 0.68, 0.13, 0.19)
  pen.fillStyle = palette.of('skin')
  pen.beginPath()
  pen.ellipse(foot, floor - 0.91 * height, 0.075 * height, 0.095 * height, 0, 0, 2 * Math.PI)
  pen.fill()
}

const skins = ['#3a2216', '#4a2c1b', '#2c1a12', '#5b3722', '#704528'] as const
const hairs = ['#120d0b', '#1a1310', '#0d0b0c', '#241a15'] as const

/** Paints the head and shoulders of a spectator from behind, with hair or a cap. */
function paintSpectator(
  pen: Context,
  { at: [x, y], size, shirt, look }: Spectator,
  palette: ViewPalette,
  half: number,
): void {
  const [middle, top, head] = [(x + 1) * half, (y + HALF_HEIGHT) * half, size * half]
  const skin = palette.of(skins[Math.floor(look * 50) % skins.length] ?? '#3a2216')
  const neck = top + head * 0.86
  const wide = head * 0.98
  pen.fillStyle = palette.of(shirt)
  pen.beginPath()
  pen.moveTo(middle - wide, neck + head * 2.6)
  pen.bezierCurveTo(
    middle - wide * 1.02,
    neck + head * 0.4,
    middle - wide * 0.95,
    neck + head * 0.22,
    middle - wide * 0.3,
    neck + head * 0.1,
  )
  pen.quadraticCurveTo(middle, neck + head * 0.22, middle + wide * 0.3, neck + head * 0.1)
  pen.bezierCurveTo(
    middle + wide * 0.95,
    neck + head * 0.22,
    middle + wide * 1.02,
    neck + head * 0.4,
    middle + wide,
    neck + head * 2.6,
  )
  pen.fill()
  pen.fillStyle = skin
  pen.fillRect(middle - head * 0.16, top + head * 0.6, head * 0.32, head * 0.44)
  oval(pen, middle, top + head * 0.5, head * 0.36, head * 0.5)
  oval(pen, middle - head * 0.36, top + head * 0.55, head * 0.06, head * 0.1)
  oval(pen, middle + head * 0.36, top + head * 0.55, head * 0.06, head * 0.1)
  const hasCap = look > 0.82
  pen.fillStyle = palette.of(
    hasCap ? shirt : (hairs[Math.floor(look * 37) % hairs.length] ?? '#120d0b'),
    hasCap ? -0.15 : 0,
  )
  pen.beginPath()
  pen.ellipse(
    middle,
    top + head * 0.44,
    head * 0.375,
    head * 0.46,
    0,
    Math.PI * (hasCap ? 1 : 0.92),
    Math.PI * (hasCap ? 2 : 2.08),
  )
  pen.quadraticCurveTo(middle, top + head * (hasCap ? 0.56 : 0.94), middle - head * 0.37, top + head * 0.55)
  pen.fill()
}

function oval(pen: Context, x: number, y: number, width: number, height: number): void {
  pen.beginPath()
  pen.ellipse(x, y, width, height, 0, 0, 2 * Math.PI)
  pen.fill()
}

function paintGlow(pen: Context, { at: [x, y], size }: Step & { kind: 'glow' }, half: number): void {
  const [cx, cy, radius] = [(x + 1) * half, (y + HALF_HEIGHT) * half, size * half]
  const glow = pen.createRadialGradient(cx, cy, 0, cx, cy, radius)
  glow.addColorStop(0, 'rgb(255 250 225 / 75%)')
  glow.addColorStop(0.25, 'rgb(235 240 255 / 28%)')
  glow.addColorStop(1, 'rgb(220 230 255 / 0%)')
  pen.fillStyle = glow
  pen.fillRect(cx - radius, cy - radius, 2 * radius, 2 * radius)
}

/** Colours of the sky at the top of the picture, of the sky at the horizon, and of the clouds. */
const skies: Readonly<Record<Light, readonly [top: string, low: string, cloud: string]>> = {
  day: ['#3f86c6', '#cfe6f5', 'rgb(255 255 255 / 75%)'],
  warm: ['#5d86bd', '#ffd49a', 'rgb(255 226 190 / 70%)'],
  night: ['#060b1c', '#1b2745', 'rgb(40 52 86 / 60%)'],
}

const clouds = [
  [-0.72, 0.3, 0.22],
  [-0.5, 0.38, 0.14],
  [0.12, 0.18, 0.26],
  [0.6, 0.42, 0.2],
  [0.86, 0.3, 0.16],
] as const

function paintSky(pen: Context, { light, horizon, kind }: SeatView, palette: ViewPalette, half: number): void {
  const [width, height, level] = [2 * half, 2 * HALF_HEIGHT * half, (horizon + HALF_HEIGHT) * half]
  const [top, low, cloud] = skies[light]
  const sky = pen.createLinearGradient(0, 0, 0, level)
  sky.addColorStop(0, top)
  sky.addColorStop(1, low)
  const open = !palette.isQuiet && kind === 'pitch'
  pen.fillStyle = open ? sky : palette.of('room')
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = cloud
  for (const [x, share, size] of open ? clouds : []) {
    oval(pen, (x + 1) * half, level * share, size * half, size * half * 0.07)
    oval(pen, (x + 1 + size * 0.3) * half, level * share - size * half * 0.05, size * half * 0.5, size * half * 0.07)
  }
  pen.fillStyle = palette.of(kind === 'pitch' ? 'ground' : 'roomSide')
  pen.fillRect(0, level, width, height)
}
