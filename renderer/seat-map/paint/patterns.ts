import type { Tribune } from '../../../shared/domain/place.ts'
import { patternOf } from '../../../shared/domain/tribune-pattern.ts'
import { inkOn } from '../../components/tribune-colors.ts'
import { TILE_SIDE, tribuneTiles } from '../../components/tribune-tiles.ts'
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
  pen.fillStyle = inkOn(color)
  pen.globalAlpha = 0.34
  pen.scale(side / TILE_SIDE, side / TILE_SIDE)
  pen.fill(new Path2D(tribuneTiles[patternOf(code)]), 'evenodd')
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().scale(1 / scale))
  return pattern ?? color
}
