import { type Tribune, patternOf } from '../../../shared/domain/seats/place.ts'
import { pitchMarkings, type PitchMarkings } from '../../../shared/domain/venue/pitch.ts'
import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import { inkOn, TILE_SIDE, tribuneTiles } from '../../ui/illustrations/tribune.tsx'
import type { SectionLayout } from '../layout/section-layout.ts'
import { boundsOf, type Rect } from '../layout/shapes.ts'
import type { Field } from '../layout/venue-layout.ts'
import type { Context } from '../surface/map-surface.ts'
import { fittingSize, type TextStyle, write } from './text.ts'
import type { MapTheme } from './theme.ts'

/** Width of a pitch marking in metres. */
const LINE = 0.12

/** Number of mown stripes along the pitch. */
const STRIPES = 14

/** Draws the pitch or stage in a context whose unit is the metre. `scale`: pixels per metre. */
export function paintField(context: Context, field: Field, theme: MapTheme, scale: number): void {
  if (field.kind === 'stage') {
    context.fillStyle = theme.stage
    context.fill(pathOf(field.outline))
    return
  }
  const bounds = boundsOf(field.outline)
  context.save()
  context.fillStyle = theme.grass
  context.fill(pathOf(field.outline))
  context.clip(pathOf(field.outline))
  paintStripes(context, bounds, theme)
  context.restore()
  const markings = pitchMarkings(field.outline)
  if (markings) paintMarkings(context, markings, theme, Math.max(LINE, 1.5 / scale))
}

export function pathOf(outline: readonly Point[]): Path2D {
  const path = linesOf([outline])
  path.closePath()
  return path
}

export function linesOf(lines: readonly (readonly Point[])[]): Path2D {
  const path = new Path2D()
  for (const line of lines) {
    for (const [i, [x, y]] of line.entries()) {
      if (i === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
  }
  return path
}

function paintStripes(context: Context, { left, top, right, bottom }: Rect, theme: MapTheme): void {
  const [width, height] = [right - left, bottom - top]
  context.fillStyle = theme.grass2
  for (let i = 0; i < STRIPES; i += 2) {
    if (width > height) context.fillRect(left + (i * width) / STRIPES, top, width / STRIPES, height)
    else context.fillRect(left, top + (i * height) / STRIPES, width, height / STRIPES)
  }
}

function paintMarkings(context: Context, { lines, spots }: PitchMarkings, theme: MapTheme, lineWidth: number): void {
  context.lineWidth = lineWidth
  context.strokeStyle = context.fillStyle = theme.chalk
  context.stroke(linesOf(lines))
  for (const [x, y] of spots) {
    context.beginPath()
    context.arc(x, y, lineWidth * 1.4, 0, 2 * Math.PI)
    context.fill()
  }
}

/** Side of a pattern tile in device pixels at a ratio of 1. */
const TILE = 12

/** Cached fills in the colour and pattern of each stand, for a context whose unit is the metre. */
export class TribuneFills {
  readonly #fills = new Map<string, CanvasPattern | string>()
  #scale = 0

  /** `scale`: device pixels per metre. `ratio`: device pixels per CSS pixel. */
  fillOf(context: Context, tribune: Tribune, scale: number, ratio: number): CanvasPattern | string {
    if (scale !== this.#scale) this.#fills.clear()
    this.#scale = scale
    const known = this.#fills.get(tribune.code)
    if (known !== undefined) return known
    const fill = wovenFill(context, tribune, scale, ratio)
    this.#fills.set(tribune.code, fill)
    return fill
  }
}

function wovenFill(context: Context, { code, color }: Tribune, scale: number, ratio: number): CanvasPattern | string {
  const side = Math.round(TILE * ratio)
  const tile = new OffscreenCanvas(side, side)
  const pen = tile.getContext('2d')
  if (!pen) return color
  pen.fillStyle = color
  pen.fillRect(0, 0, side, side)
  pen.fillStyle = inkOn(color)
  pen.globalAlpha = 0.34
  pen.scale(side / TILE_SIDE, side / TILE_SIDE)
  pen.clip(new Path2D(tribuneTiles[patternOf(code)]), 'evenodd')
  pen.fillRect(0, 0, TILE_SIDE, TILE_SIDE)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().scale(1 / scale))
  return pattern ?? color
}

/** Row name at the left edge of the view. `y`: in CSS pixels. */
interface RailRow {
  readonly label: string
  readonly y: number
}

/** Width of the margin for row names, and minimum distance between named rows, in units of the text size. */
const RAIL = 1.9
export const NAMED_ROWS = 0.8

/** Distance from the first seat of a row to the middle of its name, and half the width of a letter, in the same units. */
export const NAME_GAP = 0.75
const HALF_LETTER = 0.31

/**
 * Returns the partly visible rows whose name is out of view on the left. `toScreen` returns CSS pixels; `textSize` is
 * in CSS pixels, `scale` in CSS pixels per metre.
 */
export function railRows(
  { rows, xs, ys, pitch, depth }: SectionLayout,
  toScreen: (x: number, y: number) => readonly [number, number],
  scale: number,
  textSize: number,
): readonly RailRow[] {
  if (depth * scale < textSize * NAMED_ROWS) return []
  const edge = textSize * RAIL
  return rows.flatMap(({ label, first, last }) => {
    const xOf = (seat: number): number => toScreen(xs[seat] ?? 0, ys[seat] ?? 0)[0]
    const nameWidth = textSize * (NAME_GAP + HALF_LETTER * label.length)
    const isNameInSight = xOf(first) >= (pitch * scale) / 2 + nameWidth + edge
    if (isNameInSight || xOf(last) < edge) return []
    let [low, high] = [first, last]
    while (low < high) {
      const middle = (low + high) >> 1
      if (xOf(middle) < edge) low = middle + 1
      else high = middle
    }
    return [{ label, y: toScreen(xs[low] ?? 0, ys[low] ?? 0)[1] }]
  })
}

/** Paints the margin with the row names over the map, below the field. `top`: start of the margin, in CSS pixels. */
export function paintRail(
  pen: CanvasRenderingContext2D,
  rows: readonly RailRow[],
  top: number,
  theme: MapTheme,
  ratio: number,
): void {
  const { width, height } = pen.canvas
  pen.fillStyle = theme.paper
  pen.fillRect(0, top * ratio, width, height)
  pen.fillStyle = theme.line
  pen.fillRect(width - Math.ceil(ratio), top * ratio, Math.ceil(ratio), height)
  const style: TextStyle = { family: theme.codeFont, size: theme.textSize * ratio, weight: 800 }
  for (const { label, y } of rows) {
    const size = fittingSize(pen, label, style, width * 0.8, 0.5) ?? style.size * 0.5
    write(pen, label, width / 2, y * ratio, { ...style, size }, theme.ink)
  }
}
