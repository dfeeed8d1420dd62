import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import { grown, middleOf, type Rect } from '../layout/shapes.ts'

/**
 * Maximum weight of a scene that is repainted in every frame of a zoom. For a heavier scene, the last picture is
 * scaled.
 */
const LIGHT = 1500

/** Milliseconds after the last zoom step at which a sharp picture replaces a scaled picture. */
const REST = 90

/**
 * Two stacked canvases, one of which is visible. A pan copies the painted part to the other canvas, paints the newly
 * visible strips and swaps the canvases. This is cheap even without a GPU. A zoom of a heavy scene scales the last
 * picture, and the scene is painted sharply when the zoom ends.
 */
export class MapSurface {
  readonly #canvases: readonly [HTMLCanvasElement, HTMLCanvasElement]
  #front = 0
  #size: Size = { width: 0, height: 0 }
  #ratio = 1
  #scene: Scene | null = null
  #camera: Camera = { scale: 1, x: 0, y: 0 }
  /** Camera with which the current picture was painted; null if no part of the picture can be reused. */
  #painted: Camera | null = null
  /** Sharp picture that is scaled during a zoom. */
  #still: OffscreenCanvas | null = null
  /**
   * Scale of the last frame. It is used to detect a pan after a zoom, because the pan must be sharp from its first
   * frame.
   */
  #lastScale = 0
  #damage: Rect[] = []
  #frame = 0
  #rest = 0

  constructor(host: HTMLElement) {
    this.#canvases = [layer(host), layer(host)]
    this.#canvases[1].style.visibility = 'hidden'
  }

  /** Size of the view in device pixels. */
  get size(): Size {
    return this.#size
  }

  /** Device pixels per CSS pixel. */
  get ratio(): number {
    return this.#ratio
  }

  get camera(): Camera {
    return this.#camera
  }

  /** `width` and `height` in CSS pixels. */
  resize(width: number, height: number, ratio: number): void {
    const size = { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) }
    if (size.width === this.#size.width && size.height === this.#size.height && ratio === this.#ratio) return
    this.#ratio = ratio
    this.#size = size
    for (const canvas of this.#canvases) {
      canvas.width = this.#size.width
      canvas.height = this.#size.height
      canvas.style.width = `${this.#size.width / ratio}px`
      canvas.style.height = `${this.#size.height / ratio}px`
    }
    this.repaint()
  }

  show(scene: Scene, camera: Camera): void {
    if (scene !== this.#scene) this.#painted = null
    this.#scene = scene
    this.#camera = camera
    this.#request()
  }

  repaint(): void {
    this.#painted = null
    this.#request()
  }

  /** Repaints a rectangle of the scene, given in metres. */
  damage(rect: Rect): void {
    this.#damage.push(rect)
    this.#request()
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#rest)
    for (const canvas of this.#canvases) canvas.remove()
  }

  /** Paints the pending changes now instead of in the next animation frame. */
  flush(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    const [scene, painted, camera] = [this.#scene, this.#painted, this.#camera]
    if (!scene || this.#size.width <= 1) return
    const damage = this.#damage
    this.#damage = []
    if (!painted) this.#paintAll(scene, camera)
    else if (painted.scale === camera.scale && !this.#still) {
      this.#slide(scene, painted, camera)
      for (const rect of damage) this.#paint(scene, this.#seen(), onScreen(rect, camera))
    } else if (camera.scale === this.#lastScale || scene.weight(camera, this.#size) <= LIGHT)
      this.#paintAll(scene, camera)
    else {
      this.#still ??= copyOf(this.#seen())
      for (const rect of damage) this.#paint(scene, this.#still, onScreen(rect, painted), painted)
      this.#stretch(scene, this.#still, painted, camera)
    }
    this.#lastScale = camera.scale
  }

  #request(): void {
    this.#frame ||= requestAnimationFrame(() => this.flush())
  }

  #seen(): HTMLCanvasElement {
    return this.#canvases[this.#front] ?? this.#canvases[0]
  }

  #hidden(): HTMLCanvasElement {
    return this.#canvases[1 - this.#front] ?? this.#canvases[1]
  }

  #swap(): void {
    this.#front = 1 - this.#front
    for (const [i, canvas] of this.#canvases.entries())
      canvas.style.visibility = i === this.#front ? 'visible' : 'hidden'
  }

  #paintAll(scene: Scene, camera: Camera): void {
    clearTimeout(this.#rest)
    this.#still = null
    this.#painted = camera
    this.#paint(scene, this.#seen(), { left: 0, top: 0, right: this.#size.width, bottom: this.#size.height })
  }

  #paint(scene: Scene, canvas: HTMLCanvasElement | OffscreenCanvas, wanted: Rect, camera = this.#camera): void {
    const clip = {
      left: Math.max(0, Math.floor(wanted.left)),
      top: Math.max(0, Math.floor(wanted.top)),
      right: Math.min(this.#size.width, Math.ceil(wanted.right)),
      bottom: Math.min(this.#size.height, Math.ceil(wanted.bottom)),
    }
    const context = contextOf(canvas)
    if (!context || clip.left >= clip.right || clip.top >= clip.bottom) return
    context.save()
    context.beginPath()
    context.rect(clip.left, clip.top, clip.right - clip.left, clip.bottom - clip.top)
    context.clip()
    scene.paint(context, camera, clip)
    context.restore()
  }

  #slide(scene: Scene, painted: Camera, camera: Camera): void {
    const [dx, dy] = [Math.round(camera.x) - Math.round(painted.x), Math.round(camera.y) - Math.round(painted.y)]
    if (dx === 0 && dy === 0) return
    const { width, height } = this.#size
    if (Math.abs(dx) >= width || Math.abs(dy) >= height) return this.#paintAll(scene, camera)
    const to = this.#hidden()
    contextOf(to)?.drawImage(this.#seen(), dx, dy)
    if (dx > 0) this.#paint(scene, to, { left: 0, top: 0, right: dx, bottom: height })
    if (dx < 0) this.#paint(scene, to, { left: width + dx, top: 0, right: width, bottom: height })
    if (dy > 0) this.#paint(scene, to, { left: 0, top: 0, right: width, bottom: dy })
    if (dy < 0) this.#paint(scene, to, { left: 0, top: height + dy, right: width, bottom: height })
    this.#painted = camera
    this.#swap()
  }

  #stretch(scene: Scene, still: OffscreenCanvas, painted: Camera, camera: Camera): void {
    const { width, height } = this.#size
    const context = contextOf(this.#hidden())
    const factor = camera.scale / painted.scale
    const [left, top] = [camera.x - painted.x * factor, camera.y - painted.y * factor]
    if (context) {
      context.fillStyle = scene.ground
      context.fillRect(0, 0, width, height)
      // Without a GPU, smoothing would double the time of a frame, although the picture is visible only briefly.
      context.imageSmoothingEnabled = false
      context.drawImage(still, left, top, width * factor, height * factor)
      context.imageSmoothingEnabled = true
    }
    this.#swap()
    clearTimeout(this.#rest)
    this.#rest = window.setTimeout(() => this.repaint(), REST)
  }
}

function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): Context | null {
  return canvas.getContext('2d', { alpha: false })
}

function copyOf(canvas: HTMLCanvasElement): OffscreenCanvas {
  const copy = new OffscreenCanvas(canvas.width, canvas.height)
  contextOf(copy)?.drawImage(canvas, 0, 0)
  return copy
}

/** Returns the rectangle in device pixels with a margin of one pixel, because drawings are aligned to whole pixels. */
function onScreen({ left, top, right, bottom }: Rect, { scale, x, y }: Camera): Rect {
  return grown(
    { left: left * scale + x, top: top * scale + y, right: right * scale + x, bottom: bottom * scale + y },
    1,
  )
}

function layer(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'position:absolute;left:0;top:0'
  canvas.setAttribute('aria-hidden', 'true')
  host.append(canvas)
  return canvas
}

/** Position of the view on the map: pixel = metre × scale + offset, all in device pixels of the canvas. */
export interface Camera {
  /** Device pixels per metre. */
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export type Insets = Rect

export function toWorld(camera: Camera, x: number, y: number): Point {
  return [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale]
}

export function toScreen(camera: Camera, [x, y]: Point): Point {
  return [x * camera.scale + camera.x, y * camera.scale + camera.y]
}

/** Returns the area of the map in metres that a rectangle of the view (device pixels) shows. */
export function inWorld(camera: Camera, { left, top, right, bottom }: Rect): Rect {
  const [[x, y], [endX, endY]] = [toWorld(camera, left, top), toWorld(camera, right, bottom)]
  return { left: x, top: y, right: endX, bottom: endY }
}

export function fitted(bounds: Rect, view: Size, insets: Insets): Camera {
  const room = { width: view.width - insets.left - insets.right, height: view.height - insets.top - insets.bottom }
  const scale = Math.min(
    Math.max(room.width, 1) / Math.max(bounds.right - bounds.left, 1e-6),
    Math.max(room.height, 1) / Math.max(bounds.bottom - bounds.top, 1e-6),
  )
  return centredOn(middleOf(bounds), scale, view, insets)
}

/** Returns the camera at the given scale with a place in the centre of the view. */
export function centredOn([x, y]: Point, scale: number, view: Size, insets: Insets): Camera {
  const middleX = (insets.left + view.width - insets.right) / 2
  const middleY = (insets.top + view.height - insets.bottom) / 2
  return { scale, x: middleX - x * scale, y: middleY - y * scale }
}

/** Returns the camera at the given scale with a place at the pixel (x, y). */
export function placedAt([worldX, worldY]: Point, scale: number, x: number, y: number): Camera {
  return { scale, x: x - worldX * scale, y: y - worldY * scale }
}

export function marginsOf({ scale, x, y }: Camera, bounds: Rect, { width, height }: Size): Insets {
  return {
    left: bounds.left * scale + x,
    top: bounds.top * scale + y,
    right: width - bounds.right * scale - x,
    bottom: height - bounds.bottom * scale - y,
  }
}

/** Returns the camera at another scale that leaves the place at the pixel (x, y) unmoved. */
export function zoomedAt(camera: Camera, scale: number, x: number, y: number): Camera {
  return placedAt(toWorld(camera, x, y), scale, x, y)
}

/** Returns the camera moved so that the map stays in view. A map smaller than the view is centred. */
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

/** Returns a camera between two cameras at `share` (0 to 1), with a zoom rate that appears constant. */
export function between(from: Camera, to: Camera, share: number, view: Size): Camera {
  const scale = from.scale * (to.scale / from.scale) ** share
  const [fromX, fromY] = toWorld(from, view.width / 2, view.height / 2)
  const [toX, toY] = toWorld(to, view.width / 2, view.height / 2)
  // The position is derived from the scale, because the map would otherwise appear to move along a curve.
  const way = from.scale === to.scale ? share : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale)
  const [x, y] = [fromX + (toX - fromX) * way, fromY + (toY - fromY) * way]
  return { scale, x: view.width / 2 - x * scale, y: view.height / 2 - y * scale }
}

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Content of a surface: the venue, or one section. */
export interface Scene {
  /** Bounds of the scene in metres. */
  readonly bounds: Rect
  /** Background colour, `#rrggbb`. */
  readonly ground: string
  /** Paints everything visible in `clip` (device pixels, already clipped), including the background. */
  paint(context: Context, camera: Camera, clip: Rect): void
  /** Returns the approximate number of items visible in the view. It decides how a zoom is painted. */
  weight(camera: Camera, view: Size): number
}
