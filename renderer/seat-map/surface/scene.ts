import type { Rect } from '../layout/shapes.ts'
import type { Camera, Size } from './camera.ts'

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** What a surface shows: the venue, or one section. */
export interface Scene {
  /** In metres. */
  readonly bounds: Rect
  /** Colour of what lies under and around it, `#rrggbb`. */
  readonly ground: string
  /** Paints all that can be seen of `clip` (device pixels, already clipped), the ground included. */
  paint(context: Context, camera: Camera, clip: Rect): void
  /** Things to paint for a whole view, roughly: tells whether a zoom can be painted afresh on every frame. */
  weight(camera: Camera, view: Size): number
}
