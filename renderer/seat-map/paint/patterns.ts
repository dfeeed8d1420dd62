import type { Tribune } from '../../../shared/domain/seats/place.ts'
import { patternOf } from '../../../shared/domain/venue/tribune-pattern.ts'
import { inkOn } from '../../components/drawn/tribune-colors.ts'
import { TILE_SIDE, tribuneTiles } from '../../components/drawn/tribune-tiles.ts'
import type { Context } from '../surface/scene.ts'

/** Side of a tile in device pixels at a ratio of 1. */
const TILE = 12

/**
 * Tribunes' colours with their patterns woven in, as fills for a context whose unit is a metre: the same drawings that mark
 * the tribunes on every other screen. Made once for each tribune and scale.
 */
export class TribuneFills {
  readonly #fills = new Map<string, CanvasPattern | string>()
  #scale = 0

  /** `scale`: device pixels in a metre; `ratio`: device pixels in a CSS pixel. */
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
