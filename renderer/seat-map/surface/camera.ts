import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import type { Rect } from '../layout/shapes.ts'

/** Where the map is looked at from: pixel = metre × scale + offset, all in device pixels of the canvas. */
export interface Camera {
  /** Pixels in a metre. */
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels on each side that controls cover: the map is centred in what is left. */
export type Insets = Rect

export function toWorld(camera: Camera, x: number, y: number): Point {
  return [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale]
}

export function toScreen(camera: Camera, [x, y]: Point): Point {
  return [x * camera.scale + camera.x, y * camera.scale + camera.y]
}

/** The camera that shows all of `bounds`, as large as can be. */
export function fitted(bounds: Rect, view: Size, insets: Insets): Camera {
  const room = { width: view.width - insets.left - insets.right, height: view.height - insets.top - insets.bottom }
  const scale = Math.min(
    Math.max(room.width, 1) / Math.max(bounds.right - bounds.left, 1e-6),
    Math.max(room.height, 1) / Math.max(bounds.bottom - bounds.top, 1e-6),
  )
  return centredOn([(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2], scale, view, insets)
}

/** The camera of this scale that has a place in the middle. */
export function centredOn([x, y]: Point, scale: number, view: Size, insets: Insets): Camera {
  const middleX = (insets.left + view.width - insets.right) / 2
  const middleY = (insets.top + view.height - insets.bottom) / 2
  return { scale, x: middleX - x * scale, y: middleY - y * scale }
}

/** The camera of this scale that has a place at the pixel (x, y). */
export function placedAt([worldX, worldY]: Point, scale: number, x: number, y: number): Camera {
  return { scale, x: x - worldX * scale, y: y - worldY * scale }
}

/** Pixels around the map on each side, seen so. */
export function marginsOf({ scale, x, y }: Camera, bounds: Rect, { width, height }: Size): Insets {
  return {
    left: bounds.left * scale + x,
    top: bounds.top * scale + y,
    right: width - bounds.right * scale - x,
    bottom: height - bounds.bottom * scale - y,
  }
}

/** Changes the scale and leaves what is under the pixel (x, y) there. */
export function zoomedAt(camera: Camera, scale: number, x: number, y: number): Camera {
  return placedAt(toWorld(camera, x, y), scale, x, y)
}

/**
 * Keeps the map in sight: where it is larger than the view it reaches the view's edges, where it is smaller it stays
 * centred.
 */
export function kept(camera: Camera, bounds: Rect, view: Size, insets: Insets): Camera {
  const axis = (offset: number, low: number, high: number, from: number, to: number): number => {
    const [start, end] = [low * camera.scale, high * camera.scale]
    if (end - start <= to - from) return (from + to - start - end) / 2
    return Math.min(Math.max(offset, to - end), from - start)
  }
  return {
    scale: camera.scale,
    x: axis(camera.x, bounds.left, bounds.right, insets.left, view.width - insets.right),
    y: axis(camera.y, bounds.top, bounds.bottom, insets.top, view.height - insets.bottom),
  }
}

/** Between two cameras, 0 the first and 1 the second; the scale moves evenly to the eye. */
export function between(from: Camera, to: Camera, share: number, view: Size): Camera {
  const scale = from.scale * (to.scale / from.scale) ** share
  const [fromX, fromY] = toWorld(from, view.width / 2, view.height / 2)
  const [toX, toY] = toWorld(to, view.width / 2, view.height / 2)
  // In step with the scale, or the map would swerve on its way.
  const way = from.scale === to.scale ? share : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale)
  const [x, y] = [fromX + (toX - fromX) * way, fromY + (toY - fromY) * way]
  return { scale, x: view.width / 2 - x * scale, y: view.height / 2 - y * scale }
}
