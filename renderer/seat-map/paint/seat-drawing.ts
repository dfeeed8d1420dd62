import { inkOn } from '../../components/drawn/tribune.tsx'
import type { SeatLook } from '../../i18n/seat-map-labels.ts'
import type { Context } from '../surface/map-surface.ts'
import { readMark, type SeatMark } from './seat-marks.ts'
import { mixed, standingOut } from './text.ts'
import type { MapTheme } from './theme.ts'

/** Size of a seat seen from above. Its back is at the bottom, because the field is at the top. */
interface SeatBox {
  readonly width: number
  readonly height: number
}

interface SeatColors {
  readonly free: string
  readonly theme: MapTheme
  /** Number of price categories in the section. A single category is not marked. */
  readonly categories: number
}

/**
 * Limits of the seat pitch in device pixels at ratio 1. Below `DOT`, seats are coloured dots; below `CUSHION`, chairs
 * without a cushion; below `SIGN`, shapes without a sign.
 */
export const DOT = 7
const CUSHION = 8
const SIGN = 15

/**
 * Draws one seat into the box at the context's origin. States differ by shape first. Available: an empty chair with a
 * bright cushion. Held: an outline with three dots. Sold: a small grey person. Blocked: struck through. Selected: solid
 * with a tick and as wide as its space, so that neighbours join. `letters` is the size of the seat number to be
 * written, or 0 without one; signs are drawn above the number.
 */
export function drawSeat(
  pen: Context,
  mark: SeatMark,
  box: SeatBox,
  colors: SeatColors,
  ratio: number,
  letters = 0,
): void {
  const { look, lone, accessible, category, short } = readMark(mark)
  const { theme } = colors
  const hasRoom = box.width >= SIGN * ratio
  const quiet = soldInk(theme)
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
      drawChosen(pen, box, above, theme, ratio)
      break
    case 'held':
      drawOutline(pen, box, theme.paper, theme.edge, ratio, true)
      if (hasRoom) drawDots(pen, box, theme.edge)
      break
    case 'sold':
      if (hasRoom) drawPerson(pen, box, quiet)
      else drawHead(pen, box, quiet)
      break
    case 'blocked':
      drawOutline(pen, box, theme.paper, quiet, ratio, false)
      drawStrike(pen, box, quiet, ratio)
      break
  }
  if (accessible && hasRoom && !lone && look !== 'selected') {
    drawWheelchair(pen, above ?? wheelchairBox(box), look === 'available' ? inkOn(cushion) : quiet)
  }
  if (lone) drawWarning(pen, box, above, theme, ratio)
}

/** Returns true if a sign is drawn above the number of such a seat. */
function hasSign(mark: SeatMark): boolean {
  const { look, lone, accessible } = readMark(mark)
  return look === 'selected' || lone || accessible
}

/** Height of digits relative to the font size. */
const FIGURES = 0.668

/**
 * Returns the vertical centre of a number: the middle of the cushion, or below a sign if `letters` gives the text size.
 */
function numberMiddle({ width, height }: SeatBox, letters: number, ratio: number): number {
  if (letters === 0) return (height - backOf(height)) / 2
  return height - ringOf(width, ratio) - Math.max(2 * ratio, height * 0.09) - (letters * FIGURES) / 2
}

/** Returns the box of a sign above a number. Null without a number. */
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
 * Returns the background colour of a number on an available seat. It is bright in the dark theme too, unlike everything
 * else.
 */
export function cushionOf({ free, theme }: SeatColors, standsBack: boolean): string {
  return standsBack ? mixed(standingBack(free, theme), theme.paper, 0.5) : mixed(free, '#ffffff', 0.86)
}

/**
 * Returns the edge colour of an available seat. Its contrast is higher than that of a sold seat, whatever the tribune's
 * colour.
 */
export function edgeOf({ free, theme }: SeatColors): string {
  return standingOut(free, theme.paper, theme.ink, 4)
}

/** Returns the grey of sold and blocked seats. */
export function soldInk({ ink2, paper }: MapTheme): string {
  return mixed(ink2, paper, 0.55)
}

/** Returns the frame colour of an available seat that is dimmed. */
export function standingBack(free: string, { paper }: MapTheme): string {
  return mixed(free, paper, 0.7)
}

/**
 * Returns the look of a seat that is drawn as a dot of this width: its colour, and how much smaller than its space it
 * is.
 */
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
      return { fill: mixed(ink2, paper, 0.55), shrink }
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

/** Draws the cushion between the arms of a chair and in front of its back. */
function drawCushion(pen: Context, { width, height }: SeatBox, fill: string, ratio: number): void {
  const arm = Math.max(1.5 * ratio, width * 0.08)
  pen.fillStyle = fill
  pen.beginPath()
  pen.roundRect(arm, arm, width - 2 * arm, height - backOf(height) - 1.6 * arm, width * 0.14)
  pen.fill()
}

function drawChair(pen: Context, { width, height }: SeatBox, fill: string, edge: string, ratio: number): void {
  const radius = width * 0.24
  const back = backOf(height)
  pen.fillStyle = edge === fill ? mixed(fill, inkOn(fill), 0.22) : edge
  pen.beginPath()
  pen.roundRect(0, height * 0.3, width, height * 0.7, [radius * 0.5, radius * 0.5, radius, radius])
  pen.fill()
  pen.fillStyle = fill
  pen.beginPath()
  pen.roundRect(0, 0, width, height - back, [radius, radius, radius * 0.7, radius * 0.7])
  pen.fill()
  if (edge === fill) return
  pen.strokeStyle = edge
  pen.lineWidth = Math.max(1, 1.25 * ratio)
  const inset = pen.lineWidth / 2
  pen.beginPath()
  pen.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, radius)
  pen.stroke()
}

function drawOutline(
  pen: Context,
  { width, height }: SeatBox,
  fill: string,
  edge: string,
  ratio: number,
  dashed: boolean,
): void {
  pen.lineWidth = Math.max(1, 1.25 * ratio)
  const inset = pen.lineWidth / 2
  pen.fillStyle = fill
  pen.strokeStyle = edge
  pen.beginPath()
  pen.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.24)
  pen.fill()
  if (dashed) pen.setLineDash([Math.max(2, width / 7), Math.max(1.5, width / 10)])
  pen.stroke()
  pen.setLineDash([])
}

function drawDots(pen: Context, { width, height }: SeatBox, color: string): void {
  pen.fillStyle = color
  for (const step of [-1, 0, 1]) {
    pen.beginPath()
    pen.arc(width / 2 + step * width * 0.22, height / 2, width * 0.07, 0, 2 * Math.PI)
    pen.fill()
  }
}

/** Draws a sold seat at small size: only a head. */
function drawHead(pen: Context, { width, height }: SeatBox, color: string): void {
  pen.fillStyle = color
  pen.beginPath()
  pen.arc(width / 2, height / 2, width * 0.24, 0, 2 * Math.PI)
  pen.fill()
}

function drawPerson(pen: Context, { width, height }: SeatBox, color: string): void {
  const [x, y] = [width / 2, height / 2]
  pen.fillStyle = color
  pen.beginPath()
  pen.arc(x, y - width * 0.14, width * 0.15, 0, 2 * Math.PI)
  pen.fill()
  pen.beginPath()
  pen.ellipse(x, y + width * 0.29, width * 0.27, width * 0.22, 0, Math.PI, 2 * Math.PI)
  pen.fill()
}

function drawStrike(pen: Context, { width, height }: SeatBox, color: string, ratio: number): void {
  pen.strokeStyle = color
  pen.lineWidth = Math.max(1, 1.25 * ratio)
  pen.beginPath()
  pen.moveTo(width * 0.2, height * 0.8)
  pen.lineTo(width * 0.8, height * 0.2)
  pen.stroke()
}

function drawTick(pen: Context, { width, height }: SeatBox, color: string): void {
  pen.strokeStyle = color
  pen.lineWidth = Math.max(1.5, width * 0.13)
  pen.lineCap = pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(width * 0.24, height * 0.46)
  pen.lineTo(width * 0.42, height * 0.64)
  pen.lineTo(width * 0.76, height * 0.26)
  pen.stroke()
}

/**
 * Returns the darker of the ink and the ring colour. If the ink is bright (dark theme), the selection would otherwise
 * look like an available seat.
 */
export function chosenFill({ ink, chosen }: MapTheme): string {
  return inkOn(ink) === '#ffffff' ? ink : chosen
}

/** Draws a solid seat within a bright ring. No other shape is solid, so it is distinct on every tribune's colour. */
function drawChosen(pen: Context, box: SeatBox, above: SignBox | null, theme: MapTheme, ratio: number): void {
  const { width, height } = box
  const ring = ringOf(width, ratio)
  const fill = chosenFill(theme)
  const tick = above ?? { left: ring, top: ring, width: width - 2 * ring, height: height - 2 * ring }
  pen.fillStyle = theme.chosen
  pen.beginPath()
  pen.roundRect(0, 0, width, height, width * 0.22)
  pen.fill()
  pen.fillStyle = fill
  pen.beginPath()
  pen.roundRect(ring, ring, width - 2 * ring, height - 2 * ring, width * 0.16)
  pen.fill()
  pen.save()
  pen.translate(tick.left, tick.top)
  drawTick(pen, tick, inkOn(fill))
  pen.restore()
}

function drawPips(pen: Context, { width, height }: SeatBox, category: number, color: string): void {
  pen.fillStyle = color
  const radius = width * 0.055
  for (let i = 0; i <= category; i++) {
    pen.beginPath()
    pen.arc(width / 2 + (i - category / 2) * radius * 3.2, height * 0.11 + radius * 0.4, radius, 0, 2 * Math.PI)
    pen.fill()
  }
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
  pen.strokeStyle = pen.fillStyle = color
  pen.lineWidth = 0.11
  pen.lineCap = 'round'
  pen.beginPath()
  pen.arc(0.38, 0.1, 0.1, 0, 2 * Math.PI)
  pen.fill()
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

/**
 * Marks a seat that the selection would leave isolated: a ring, with a warning sign at its foot or above its number.
 */
function drawWarning(
  pen: Context,
  { width, height }: SeatBox,
  above: SignBox | null,
  theme: MapTheme,
  ratio: number,
): void {
  pen.strokeStyle = theme.warning
  pen.lineWidth = Math.max(2, 2.5 * ratio)
  const inset = pen.lineWidth / 2
  pen.beginPath()
  pen.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.24)
  pen.stroke()
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

interface SpriteStyle {
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** True if seats are large enough for their numbers. */
  readonly isNumbered: boolean
}

/** Height of a selected seat with a number relative to another seat, so that the tick fits above the number. */
const TALLER = 1.3

/** Sprites of seats at one size. Each is drawn when first needed and then copied. */
export class SeatSprites {
  readonly isNumbered: boolean
  readonly #sprites = new Map<SeatMark, OffscreenCanvas>()
  readonly #colors: SeatColors
  readonly #ratio: number
  /** Boxes of a normal seat, and of a selected one, which fills its space. In device pixels. */
  readonly #seat: SeatBox
  readonly #chosen: SeatBox

  /** `pitch` and `depth`: distances between seats and between rows in device pixels. */
  constructor(pitch: number, depth: number, colors: SeatColors, { ratio, isNumbered }: SpriteStyle) {
    this.#colors = colors
    this.#ratio = ratio
    this.isNumbered = isNumbered
    const gap = pitch < 4 ? 0 : Math.max(1, pitch * 0.1)
    const width = Math.max(1, Math.round(pitch - gap))
    const height = Math.max(1, Math.min(Math.round(depth * 0.82), Math.round(width * 1.14)))
    this.#seat = { width, height }
    const high = isNumbered ? Math.round(Math.min(height * TALLER, depth * 0.96)) : height
    this.#chosen = { width: Math.max(1, Math.round(pitch)), height: high }
  }

  get seat(): SeatBox {
    return this.#seat
  }

  spriteOf(mark: SeatMark): OffscreenCanvas {
    const known = this.#sprites.get(mark)
    if (known) return known
    const box = this.#boxOf(mark)
    const sprite = new OffscreenCanvas(box.width, box.height)
    const pen = sprite.getContext('2d')
    const { theme } = this.#colors
    if (pen) drawSeat(pen, mark, box, this.#colors, this.#ratio, this.isNumbered ? theme.textSize * this.#ratio : 0)
    this.#sprites.set(mark, sprite)
    return sprite
  }

  /** Returns the distance of a number below the centre of its seat. */
  numberAt(mark: SeatMark): number {
    const box = this.#boxOf(mark)
    const letters = this.#colors.theme.textSize * this.#ratio
    return numberMiddle(box, hasSign(mark) ? letters : 0, this.#ratio) - box.height / 2
  }

  /** Returns the colour of an available seat's number. `back` is true if the seat is dimmed. */
  numberInk(back: boolean): string {
    return inkOn(cushionOf(this.#colors, back))
  }

  #boxOf(mark: SeatMark): SeatBox {
    return readMark(mark).look === 'selected' ? this.#chosen : this.#seat
  }
}
