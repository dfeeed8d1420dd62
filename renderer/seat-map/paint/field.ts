import { boundsOf, type Rect } from '../layout/shapes.ts'
import type { Field } from '../layout/venue-layout.ts'
import type { Context } from '../surface/scene.ts'
import type { MapTheme } from './theme.ts'

/** Laws of the Game, law 1: lengths of the markings in metres. */
const LINE = 0.12
const CIRCLE = 9.15
const SPOT = 11
const PENALTY_AREA = { deep: 16.5, wide: 40.32 }
const GOAL_AREA = { deep: 5.5, wide: 18.32 }
const GOAL = { deep: 2, wide: 7.32 }
const CORNER = 1

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
  const isPitch = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) > PENALTY_AREA.wide
  if (isPitch) paintMarkings(context, bounds, theme, Math.max(LINE, 1.5 / scale))
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

function paintStripes(context: Context, { left, top, right, bottom }: Rect, theme: MapTheme): void {
  const [width, height] = [right - left, bottom - top]
  context.fillStyle = theme.grass2
  for (let i = 0; i < STRIPES; i += 2) {
    if (width > height) context.fillRect(left + (i * width) / STRIPES, top, width / STRIPES, height)
    else context.fillRect(left, top + (i * height) / STRIPES, width, height / STRIPES)
  }
}

function paintMarkings(context: Context, { left, top, right, bottom }: Rect, theme: MapTheme, lineWidth: number): void {
  const lying = right - left > bottom - top
  const [long, wide] = lying ? [right - left, bottom - top] : [bottom - top, right - left]
  context.save()
  context.translate((left + right) / 2, (top + bottom) / 2)
  if (!lying) context.rotate(Math.PI / 2)
  context.lineWidth = lineWidth
  context.strokeStyle = context.fillStyle = theme.chalk
  context.strokeRect(-long / 2, -wide / 2, long, wide)
  context.beginPath()
  context.moveTo(0, -wide / 2)
  context.lineTo(0, wide / 2)
  context.moveTo(CIRCLE, 0)
  context.arc(0, 0, CIRCLE, 0, 2 * Math.PI)
  context.stroke()
  disc(context, 0, 0, lineWidth * 1.4)
  for (const side of [-1, 1]) {
    context.save()
    context.scale(side, 1)
    for (const { deep, wide: across } of [PENALTY_AREA, GOAL_AREA]) {
      context.strokeRect(long / 2 - deep, -across / 2, deep, across)
    }
    context.strokeRect(long / 2, -GOAL.wide / 2, GOAL.deep, GOAL.wide)
    disc(context, long / 2 - SPOT, 0, lineWidth * 1.4)
    // The part of the circle around the spot that lies outside the penalty area.
    const half = Math.acos((PENALTY_AREA.deep - SPOT) / CIRCLE)
    context.beginPath()
    context.arc(long / 2 - SPOT, 0, CIRCLE, Math.PI - half, Math.PI + half)
    for (const end of [-1, 1]) {
      context.moveTo(long / 2 - CORNER, (end * wide) / 2)
      context.arc(long / 2, (end * wide) / 2, CORNER, Math.PI, Math.PI - (end * Math.PI) / 2, end < 0)
    }
    context.stroke()
    context.restore()
  }
  context.restore()
}

function disc(context: Context, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}
