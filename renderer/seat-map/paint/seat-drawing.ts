import { inkOn } from '../../components/drawn/tribune-colors.ts'
import type { Context } from '../surface/scene.ts'
import { mixed, standingOut } from './colors.ts'
import type { SeatLook } from '../../i18n/seat-map-labels.ts'
import { readMark, type SeatMark } from './seat-marks.ts'
import type { MapTheme } from './theme.ts'

/** A seat from above, its back to the bottom: the customer looks up, to the field. */
export interface SeatBox {
  readonly width: number
  readonly height: number
}

export interface SeatColors {
  readonly free: string
  readonly theme: MapTheme
  /** How many price categories the section has; one needs no mark. */
  readonly categories: number
}

/** Below this pitch (device pixels at ratio 1) seats are dots of colour, below the next width shapes without a sign. */
export const DOT = 7
const SIGN = 15

/**
 * Draws one seat into the box at the context's origin. State is told by shape first: a free seat is solid, one being bought is an
 * outline with three dots, a sold one has somebody in it, a blocked one is struck out, the customer's own is solid ink
 * with a tick (or its number) and as wide as its place, so that neighbours join.
 */
export function drawSeat(pen: Context, mark: SeatMark, box: SeatBox, colors: SeatColors, ratio: number): void {
  const { look, lone, accessible, category, short } = readMark(mark)
  const { theme } = colors
  const free = short ? standingBack(colors.free, theme) : colors.free
  const { width } = box
  const quiet = mixed(theme.ink2, theme.paper, 0.55)

  switch (look) {
    case 'available':
      drawChair(pen, box, free, standingOut(free, theme.paper, theme.ink, 3), ratio)
      if (width >= SIGN * ratio && colors.categories > 1) drawPips(pen, box, category, inkOn(free))
      break
    case 'selected':
      drawChosen(pen, box, theme, ratio)
      break
    case 'held':
      drawOutline(pen, box, theme.paper, theme.edge, ratio, true)
      if (width >= SIGN * ratio) drawDots(pen, box, theme.edge)
      break
    case 'sold':
      drawOutline(pen, box, mixed(theme.paper, theme.ink2, 0.1), mixed(theme.paper, theme.ink2, 0.22), ratio, false)
      if (width >= SIGN * ratio) drawPerson(pen, box, quiet)
      break
    case 'blocked':
      drawOutline(pen, box, theme.paper, quiet, ratio, false)
      drawStrike(pen, box, quiet, ratio)
      break
  }
  if (accessible && width >= SIGN * ratio) {
    drawWheelchair(pen, box, look === 'available' ? inkOn(free) : look === 'selected' ? theme.paper : quiet)
  }
  if (lone) drawWarning(pen, box, theme, ratio)
}

/** The colour of a free seat with too few beside it for the party. */
export function standingBack(free: string, { paper }: MapTheme): string {
  return mixed(free, paper, 0.7)
}

/** How a seat of that width looks where it is but a dot: its colour, and by how much it is smaller than its place. */
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

function drawChair(pen: Context, { width, height }: SeatBox, fill: string, edge: string, ratio: number): void {
  const radius = width * 0.24
  const back = Math.max(2, height * 0.17)
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

/** Ink within a bright ring: nothing else on the map has either, and it stands out on every tribune's colour. */
function drawChosen(pen: Context, { width, height }: SeatBox, theme: MapTheme, ratio: number): void {
  const ring = Math.max(2 * ratio, width * 0.075)
  pen.fillStyle = theme.chosen
  pen.beginPath()
  pen.roundRect(0, 0, width, height, width * 0.22)
  pen.fill()
  pen.save()
  pen.translate(ring, ring)
  const inner = { width: width - 2 * ring, height: height - 2 * ring }
  drawChair(pen, inner, theme.ink, theme.ink, ratio)
  if (width < 2 * SIGN * ratio) drawTick(pen, inner, theme.paper)
  else drawCornerTick(pen, inner, theme)
  pen.restore()
}

/** Beside the number there is room for a tick only in a corner. */
function drawCornerTick(pen: Context, { width }: SeatBox, theme: MapTheme): void {
  const size = width * 0.4
  pen.save()
  pen.translate(width - size * 0.98, 0)
  pen.fillStyle = theme.paper
  pen.beginPath()
  pen.arc(size * 0.5, size * 0.5, size * 0.5, 0, 2 * Math.PI)
  pen.fill()
  drawTick(pen, { width: size, height: size * 1.06 }, theme.ink)
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

/** The International Symbol of Access, simplified. */
function drawWheelchair(pen: Context, { width, height }: SeatBox, color: string): void {
  pen.save()
  pen.translate(width * 0.2, height * 0.12)
  pen.scale(width * 0.6, width * 0.6)
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

/** This seat would be left alone: a ring with a mark at its foot. */
function drawWarning(pen: Context, { width, height }: SeatBox, theme: MapTheme, ratio: number): void {
  pen.strokeStyle = theme.warning
  pen.lineWidth = Math.max(2, 2.5 * ratio)
  const inset = pen.lineWidth / 2
  pen.beginPath()
  pen.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.24)
  pen.stroke()
  if (width < SIGN * ratio) return
  const size = width * 0.42
  pen.fillStyle = theme.warning
  pen.beginPath()
  pen.moveTo(width / 2, height - size * 1.05)
  pen.lineTo(width / 2 + size * 0.62, height)
  pen.lineTo(width / 2 - size * 0.62, height)
  pen.fill()
  pen.fillStyle = inkOn(theme.warning)
  pen.fillRect(width / 2 - size * 0.06, height - size * 0.7, size * 0.12, size * 0.36)
  pen.fillRect(width / 2 - size * 0.06, height - size * 0.24, size * 0.12, size * 0.12)
}
