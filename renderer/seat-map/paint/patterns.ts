import { inkOn, patternOf } from '../../components/tribune-colors.ts'
import type { Tribune } from '../../../shared/domain/place.ts'
import type { Context } from '../surface/scene.ts'

/** Side of a tile in device pixels at a ratio of 1. */
const TILE = 12

/**
 * A tribune's colour with its pattern woven in, as a fill for a context whose unit is `1 / scale` device pixels: the same drawing
 * that marks the tribune on every other screen.
 */
export function tribuneFill(
  context: Context,
  { code, color }: Tribune,
  scale: number,
  ratio: number,
): CanvasPattern | string {
  const side = Math.round(TILE * ratio)
  const tile = new OffscreenCanvas(side, side)
  const pen = tile.getContext('2d')
  if (!pen) return color
  pen.fillStyle = color
  pen.fillRect(0, 0, side, side)
  pen.fillStyle = pen.strokeStyle = inkOn(color)
  pen.globalAlpha = 0.34
  pen.lineWidth = side / 4
  draw(pen, patternOf(code), side)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().scale(1 / scale))
  return pattern ?? color
}

function draw(pen: OffscreenCanvasRenderingContext2D, pattern: ReturnType<typeof patternOf>, side: number): void {
  const line = (x1: number, y1: number, x2: number, y2: number): void => {
    pen.beginPath()
    pen.moveTo(x1, y1)
    pen.lineTo(x2, y2)
    pen.stroke()
  }
  const slanted = (up: boolean): void => {
    for (const offset of [-side, 0, side]) {
      if (up) line(offset - side / 2, side * 1.5, offset + side * 1.5, -side / 2)
      else line(offset - side / 2, -side / 2, offset + side * 1.5, side * 1.5)
    }
  }
  switch (pattern) {
    case 'rising':
      return slanted(true)
    case 'falling':
      return slanted(false)
    case 'grid':
      pen.lineWidth = side / 7
      slanted(true)
      return slanted(false)
    case 'bars':
      return pen.fillRect(0, 0, side, side / 3)
    case 'checks':
      pen.fillRect(0, 0, side / 2, side / 2)
      return pen.fillRect(side / 2, side / 2, side / 2, side / 2)
    case 'dots':
      pen.beginPath()
      pen.arc(side / 2, side / 2, side / 4, 0, 2 * Math.PI)
      return pen.fill()
  }
}
