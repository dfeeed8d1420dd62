import { pitchMarkings, type PitchMarkings } from '../../../shared/domain/venue/pitch-markings.ts'
import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import { boundsOf, type Rect } from '../layout/shapes.ts'
import type { Field } from '../layout/venue-layout.ts'
import type { Context } from '../surface/scene.ts'
import type { MapTheme } from './theme.ts'

/** Width of a marking in metres. */
const LINE = 0.12

/** Mown stripes along the pitch. */
const STRIPES = 14

/** Draws what everybody looks at. The context's unit is the metre; `scale` is pixels a metre. */
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

export function pathOf(outline: readonly (readonly [number, number])[]): Path2D {
  const path = new Path2D()
  for (const [i, [x, y]] of outline.entries()) {
    if (i === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  path.closePath()
  return path
}

/** Lines that are open at their ends, as one path. */
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
