import { inkOn } from '../../ui/illustrations/tribune.tsx'
import type { SeatLook } from '../../i18n/seat-map-labels.ts'
import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import type { Context } from '../surface/map-surface.ts'
import { readMark, type SeatMark } from './seat-marks.ts'
import { mixed, standingOut } from './text.ts'
import type { MapTheme } from './theme.ts'

/** Size of a seat seen from above, with the back of the seat at the bottom. */
interface SeatBox {
  readonly width: number
  readonly height: number
}

interface SeatColors {
  readonly free: string
  readonly theme: MapTheme
  /** Number of price categories in the section; a single category is not marked. */
  readonly categories: number
}

/**
 * Seat pitches in device pixels, at a device pixel ratio of 1. Seats below `DOT` are drawn as dots, below `CUSHION` as
 * chairs without a cushion, and below `SIGN` without a sign.
 */
export const DOT = 7
const CUSHION = 8
const SIGN = 15

/**
 * Draws one seat into the box at the context's origin. Each status has its own shape, not only its own colour.
 * `letters`: text size of the seat number, or 0 if no number is drawn. A sign is drawn above the number.
 */
export function drawSeat(pen: Context, mark: SeatMark, box: SeatBox, colors: SeatColors, letters = 0): void {
  const { look, lone, accessible, category, short } = readMark(mark)
  const { theme } = colors
  const { ratio } = theme
  const hasRoom = box.width >= SIGN * ratio
  const [plate, quiet] = [takenFill(theme), takenInk(theme)]
  const cushion = cushionOf(colors, short)
  const above = signBox(box, letters, ratio)

  switch (look) {
    case 'available': {
      const frame = short ? standingBack(colors.free, theme) : colors.free
      drawChair(pen, box, frame, short ? standingOut(frame, theme.paper, theme.ink, 1.5) : edgeOf(colors), ratio)
      if (box.width >= CUSHION * ratio) drawCushion(pen, box, cushion, ratio)
      if (hasRoom && colors.categories > 1) drawPips(pen, box, category, inkOn(cushion))
      break
    }
    case 'selected':
      drawChosen(pen, box, theme, ratio, letters > 0)
      break
    case 'held':
    case 'sold':
    case 'blocked':
      drawTaken(pen, box, look, { plate, quiet, ratio })
      break
  }
  if (accessible && hasRoom && !lone && look === 'available')
    drawWheelchair(pen, above ?? wheelchairBox(box), inkOn(cushion))
  if (lone) drawWarning(pen, box, above, theme, ratio)
}

/** Returns whether a sign is drawn above the number of a seat with the given mark. */
function hasSign(mark: SeatMark): boolean {
  const { look, lone, accessible } = readMark(mark)
  return lone || (accessible && look === 'available')
}

/** Height of digits relative to the font size. */
const FIGURES = 0.668

/** Returns the vertical centre of the seat number. Leaves room for a sign above the number unless `letters` is 0. */
function numberMiddle({ height }: SeatBox, letters: number, ratio: number): number {
  if (letters === 0) return (height - backOf(height)) / 2
  return height - backOf(height) - 2 * ratio - (letters * FIGURES) / 2
}

/** Returns the box for a sign above the seat number, or null if the seat has no number. */
function signBox(box: SeatBox, letters: number, ratio: number): SignBox | null {
  if (letters === 0) return null
  const top = ringOf(box.width, ratio) + ratio
  const height = numberMiddle(box, letters, ratio) - (letters * FIGURES) / 2 - 2 * ratio - top
  const width = Math.min(box.width, height * 1.2)
  return { left: (box.width - width) / 2, top, width, height: Math.max(height, 1) }
}

interface SignBox extends SeatBox {
  readonly left: number
  readonly top: number
}

/**
 * Returns the background colour for the number of an available seat. It is bright even in the dark theme, unless the
 * seat is dimmed.
 */
export function cushionOf({ free, theme }: SeatColors, standsBack: boolean): string {
  return standsBack ? mixed(standingBack(free, theme), theme.paper, 0.5) : mixed(free, '#ffffff', 0.86)
}

/**
 * Returns the edge colour of an available seat. Its contrast is higher than that of a sold seat, whatever the stand's
 * colour.
 */
export function edgeOf({ free, theme }: SeatColors): string {
  return standingOut(free, theme.paper, theme.ink, 4.5)
}

/** Returns the background colour of an unavailable seat. */
export function takenFill({ ink2, paper }: MapTheme): string {
  return mixed(paper, ink2, 0.1)
}

/** Returns the colour of the symbol on an unavailable seat, with a contrast of at least 3:1 (WCAG 2.2, 1.4.11). */
export function takenInk(theme: MapTheme): string {
  const fill = takenFill(theme)
  return standingOut(fill, fill, theme.ink, 3.1)
}

export function standingBack(free: string, { paper }: MapTheme): string {
  return mixed(free, paper, 0.7)
}

/** Returns the colour of a seat drawn as a dot, and how much smaller than the seat's space the dot is. */
export function dotOf(
  look: SeatLook,
  width: number,
  free: string,
  { paper, ink, ink2 }: MapTheme,
): { readonly fill: string; readonly shrink: number } {
  const shrink = width > 3 ? Math.round(width / 4) : 0
  switch (look) {
    case 'available':
      return { fill: free, shrink: 0 }
    case 'selected':
      return { fill: ink, shrink: 0 }
    case 'held':
      return { fill: mixed(paper, ink2, 0.35), shrink }
    case 'sold':
      return { fill: mixed(paper, ink2, 0.25), shrink }
    case 'blocked':
      return { fill: mixed(paper, ink2, 0.12), shrink }
  }
}

function backOf(height: number): number {
  return Math.max(2, height * 0.17)
}

function ringOf(width: number, ratio: number): number {
  return Math.max(2 * ratio, width * 0.075)
}

function drawCushion(pen: Context, { width, height }: SeatBox, fill: string, ratio: number): void {
  const arm = Math.max(1.5 * ratio, width * 0.08)
  fillBox(
    pen,
    fill,
    { left: arm, top: arm, width: width - 2 * arm, height: height - backOf(height) - 1.6 * arm },
    width * 0.14,
  )
}

function fillBox(pen: Context, fill: string, { left, top, width, height }: SignBox, radius: number | number[]): void {
  pen.fillStyle = fill
  pen.beginPath()
  pen.roundRect(left, top, width, height, radius)
  pen.fill()
}

function fillDisc(pen: Context, fill: string, x: number, y: number, radius: number): void {
  pen.fillStyle = fill
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

function within({ width, height }: SeatBox, edge: number): SignBox {
  return { left: edge, top: edge, width: width - 2 * edge, height: height - 2 * edge }
}

function strokeEdge(pen: Context, box: SeatBox, edge: string, lineWidth: number): void {
  pen.strokeStyle = edge
  pen.lineWidth = lineWidth
  const { left, top, width, height } = within(box, lineWidth / 2)
  pen.beginPath()
  pen.roundRect(left, top, width, height, box.width * 0.24)
  pen.stroke()
}

function strokeLine(pen: Context, [[fromX, fromY], ...rest]: readonly [Point, ...Point[]]): void {
  pen.beginPath()
  pen.moveTo(fromX, fromY)
  for (const [x, y] of rest) pen.lineTo(x, y)
  pen.stroke()
}

function drawChair(pen: Context, box: SeatBox, fill: string, edge: string, ratio: number): void {
  const { width, height } = box
  const radius = width * 0.24
  const seat = { left: 0, top: 0, width, height: height - backOf(height) }
  const back = { left: 0, top: height * 0.3, width, height: height * 0.7 }
  fillBox(pen, edge === fill ? mixed(fill, inkOn(fill), 0.22) : edge, back, [
    radius * 0.5,
    radius * 0.5,
    radius,
    radius,
  ])
  fillBox(pen, fill, seat, [radius, radius, radius * 0.7, radius * 0.7])
  if (edge !== fill) strokeEdge(pen, box, edge, Math.max(1, 1.25 * ratio))
}

interface TakenColors {
  readonly plate: string
  readonly quiet: string
  readonly ratio: number
}

/** Draws an unavailable seat: a cross if sold, dots if held by another customer, otherwise one stroke. */
function drawTaken(pen: Context, box: SeatBox, look: SeatLook, { plate, quiet, ratio }: TakenColors): void {
  const inside = within(box, Math.max(1, box.width * 0.08))
  fillBox(pen, plate, { ...inside, height: Math.min(inside.height, inside.width) }, box.width * 0.16)
  const [x, y, reach] = [box.width / 2, inside.top + Math.min(inside.height, inside.width) / 2, box.width * 0.16]
  if (look === 'held') {
    for (const step of [-1, 0, 1]) fillDisc(pen, quiet, x + step * box.width * 0.22, y, box.width * 0.07)
    return
  }
  pen.strokeStyle = quiet
  pen.lineWidth = Math.max(1.25 * ratio, box.width * 0.065)
  pen.lineCap = 'round'
  strokeLine(pen, [
    [x - reach, y + reach],
    [x + reach, y - reach],
  ])
  if (look === 'blocked') return
  strokeLine(pen, [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ])
}

function drawTick(pen: Context, { width, height }: SeatBox, color: string): void {
  pen.strokeStyle = color
  pen.lineWidth = Math.max(1.5, width * 0.13)
  pen.lineCap = pen.lineJoin = 'round'
  strokeLine(pen, [
    [width * 0.24, height * 0.46],
    [width * 0.42, height * 0.64],
    [width * 0.76, height * 0.26],
  ])
}

/**
 * Returns the fill of a selected seat: the ink colour if it is dark, otherwise the ring colour. A bright fill would
 * make the seat look available.
 */
export function chosenFill({ ink, chosen }: MapTheme): string {
  return inkOn(ink) === '#ffffff' ? ink : chosen
}

/**
 * Draws a selected seat as a solid shape inside a bright ring. No other seat is solid, so it stands out on every stand
 * colour.
 */
function drawChosen(pen: Context, box: SeatBox, theme: MapTheme, ratio: number, isNumbered: boolean): void {
  const inside = within(box, ringOf(box.width, ratio))
  const fill = chosenFill(theme)
  fillBox(pen, theme.chosen, within(box, 0), box.width * 0.22)
  fillBox(pen, fill, inside, box.width * 0.16)
  if (!isNumbered) drawTick(pen, box, inkOn(fill))
}

function drawPips(pen: Context, { width, height }: SeatBox, category: number, color: string): void {
  const radius = width * 0.055
  for (let i = 0; i <= category; i++)
    fillDisc(pen, color, width / 2 + (i - category / 2) * radius * 3.2, height * 0.11 + radius * 0.4, radius)
}

function wheelchairBox({ width, height }: SeatBox): SignBox {
  return { left: width * 0.2, top: height * 0.12, width: width * 0.6, height: width * 0.6 }
}

/** Draws a simplified International Symbol of Access. */
function drawWheelchair(pen: Context, { left, top, width, height }: SignBox, color: string): void {
  const size = Math.min(width, height)
  pen.save()
  pen.translate(left + (width - size) / 2, top)
  pen.scale(size, size)
  fillDisc(pen, color, 0.38, 0.1, 0.1)
  pen.strokeStyle = color
  pen.lineWidth = 0.11
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(0.4, 0.3)
  pen.lineTo(0.42, 0.62)
  pen.lineTo(0.72, 0.62)
  pen.lineTo(0.86, 0.94)
  pen.moveTo(0.42, 0.45)
  pen.lineTo(0.66, 0.45)
  pen.stroke()
  pen.beginPath()
  pen.arc(0.4, 0.72, 0.28, -0.2, Math.PI * 1.25)
  pen.stroke()
  pen.restore()
}

/** Draws a ring on a seat that the selection would leave isolated, with a warning sign if the seat is large enough. */
function drawWarning(pen: Context, box: SeatBox, above: SignBox | null, theme: MapTheme, ratio: number): void {
  const { width, height } = box
  strokeEdge(pen, box, theme.warning, Math.max(2, 2.5 * ratio))
  if (width < SIGN * ratio) return
  const [size, foot] = above ? [above.height, above.top + above.height] : [width * 0.42, height]
  pen.fillStyle = theme.warning
  pen.beginPath()
  pen.moveTo(width / 2, foot - size * 1.05)
  pen.lineTo(width / 2 + size * 0.62, foot)
  pen.lineTo(width / 2 - size * 0.62, foot)
  pen.fill()
  pen.fillStyle = inkOn(theme.warning)
  pen.fillRect(width / 2 - size * 0.06, foot - size * 0.7, size * 0.12, size * 0.36)
  pen.fillRect(width / 2 - size * 0.06, foot - size * 0.24, size * 0.12, size * 0.12)
}

/** Sprites of seats at one size, each drawn on first use and copied afterwards. */
export class SeatSprites {
  /** True if seats are large enough for their numbers. */
  readonly isNumbered: boolean
  /** Boxes of an unselected seat and of a selected seat, in device pixels. A selected seat fills its whole space. */
  readonly seat: SeatBox
  readonly #chosen: SeatBox
  readonly #sprites = new Map<SeatMark, OffscreenCanvas>()
  readonly #colors: SeatColors

  /** `pitch` and `depth`: distances between seats and between rows in device pixels. */
  constructor(pitch: number, depth: number, colors: SeatColors, isNumbered: boolean) {
    this.#colors = colors
    this.isNumbered = isNumbered
    const gap = pitch < 4 ? 0 : Math.max(1, pitch * 0.1)
    const width = Math.max(1, Math.round(pitch - gap))
    const height = Math.max(1, Math.min(Math.round(depth * 0.82), Math.round(width * 1.14)))
    this.seat = { width, height }
    this.#chosen = {
      width: Math.max(1, Math.round(pitch)),
      height: Math.max(1, Math.round(Math.min(height * 1.1, depth))),
    }
  }

  spriteOf(mark: SeatMark): OffscreenCanvas {
    const known = this.#sprites.get(mark)
    if (known) return known
    const box = this.#boxOf(mark)
    const sprite = new OffscreenCanvas(box.width, box.height)
    const pen = sprite.getContext('2d')
    const { textSize, ratio } = this.#colors.theme
    if (pen) drawSeat(pen, mark, box, this.#colors, this.isNumbered ? textSize * ratio : 0)
    this.#sprites.set(mark, sprite)
    return sprite
  }

  /** Returns the distance of a number below the centre of its seat, in device pixels. */
  numberAt(mark: SeatMark): number {
    const box = this.#boxOf(mark)
    const { textSize, ratio } = this.#colors.theme
    if (box === this.#chosen && !hasSign(mark)) return 0
    return numberMiddle(box, hasSign(mark) ? textSize * ratio : 0, ratio) - box.height / 2
  }

  /** Returns the colour of an available seat's number. `back`: true if the seat is dimmed. */
  numberInk(back: boolean): string {
    return inkOn(cushionOf(this.#colors, back))
  }

  #boxOf(mark: SeatMark): SeatBox {
    return readMark(mark).look === 'selected' ? this.#chosen : this.seat
  }
}
