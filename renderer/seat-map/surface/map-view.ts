import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import { isMotionReduced } from '../../ui/hooks.ts'
import { middleOf, overlap, type Rect } from '../layout/shapes.ts'
import { listenToGestures } from './gestures.ts'
import {
  between,
  type Camera,
  centredOn,
  fitted,
  type Insets,
  kept,
  MapSurface,
  marginsOf,
  placedAt,
  type Scene,
  toScreen,
  toWorld,
  zoomedAt,
} from './map-surface.ts'

export interface MapViewHandlers {
  /** Handles a tap at a position in metres of the scene. */
  readonly tap: (at: Point) => void
  /**
   * Handles a pinch: its centre, the spread relative to the first distance, and the wanted scale relative to the scale
   * of the whole map. Returns true if the pinch was handled; further moves of the same fingers are then ignored.
   */
  readonly pinch: (at: Point, spread: number, wanted: number) => boolean
  /** Called with the position of a resting finger or hovering mouse, and with null when the finger or mouse leaves. */
  readonly point: (at: Point | null) => void
  /** Handles a key as named by `KeyboardEvent.key`. Returns true if the key was handled. */
  readonly key: (key: string) => boolean
  readonly blur: () => void
  /** Called after the camera has moved, so that overlays can follow. */
  readonly moved: () => void
}

export interface ViewLimits {
  /** Scales in CSS pixels per metre. `largest`: maximum scale. `opening`: maximum scale of the first view. */
  readonly largest: number
  readonly opening: number
  /** Centre in metres, and scale, of the initial view. Used if the whole map does not fit at this scale. */
  readonly start?: { readonly at: Point; readonly scale: number }
  /** CSS pixels on each side that are covered by controls. */
  readonly insets: Insets
}

/** Duration of an animated movement in milliseconds. */
const GLIDE = 180

/** Share of its speed that a flick loses in each millisecond. */
const FRICTION = 1 / 280

/** Speed below which a flick ends, in device pixels per millisecond. */
const STILL = 0.03

export class MapView {
  readonly #surface: MapSurface
  readonly #handlers: MapViewHandlers
  readonly #stop: AbortController = new AbortController()
  #scene: Scene | null = null
  #limits: ViewLimits = { largest: 1, opening: 1, insets: noInsets }
  #camera: Camera = { scale: 1, x: 0, y: 0 }
  /** View to restore when the size or the scene changes; null after a movement of the map. */
  #rest: 'start' | 'whole' | null = 'start'
  #animation = 0
  /** `#heldScale`: scale when the last finger was put down. `#pinched`: true if a pinch has been handled since then. */
  #heldScale = 1
  #pinched = false

  /** `slop`: maximum movement of a finger during a tap, in CSS pixels. */
  constructor(host: HTMLElement, slop: () => number, handlers: MapViewHandlers) {
    this.#surface = new MapSurface(host)
    this.#handlers = handlers
    const { signal } = this.#stop
    listenToGestures(host, slop, signal, {
      pan: (dx, dy) => this.#panBy(dx * this.ratio, dy * this.ratio),
      zoom: (factor, x, y) => this.#zoomTo(this.#camera.scale * factor, x * this.ratio, y * this.ratio),
      pinch: (spread, x, y) => this.#pinch(spread, x, y),
      release: (vx, vy) => this.#flick(vx * this.ratio, vy * this.ratio),
      tap: (x, y) => handlers.tap(this.#worldAt(x, y)),
      point: (x, y) => handlers.point(this.#worldAt(x, y)),
      unpoint: () => handlers.point(null),
      hold: () => {
        cancelAnimationFrame(this.#animation)
        this.#heldScale = this.#camera.scale
        this.#pinched = false
      },
    })
    host.tabIndex = 0
    host.addEventListener('blur', handlers.blur, { signal })
    host.addEventListener(
      'keydown',
      (event) => {
        const isShortcut = event.ctrlKey || event.metaKey || event.altKey
        if (!isShortcut && handlers.key(event.key)) event.preventDefault()
      },
      { signal },
    )
  }

  /** Device pixels per CSS pixel. */
  get ratio(): number {
    return this.#surface.ratio
  }

  /** CSS pixels per metre. */
  get scale(): number {
    return this.#camera.scale / this.ratio
  }

  resize(width: number, height: number, ratio: number): void {
    if (width <= 0 || height <= 0) return
    const { width: was, height: high } = this.#surface.size
    const middle = toWorld(this.#camera, was / 2, high / 2)
    const scale = (this.#camera.scale / this.#surface.ratio) * ratio
    this.#surface.resize(width, height, ratio)
    if (!this.#restore()) this.#look(centredOn(middle, scale, this.#surface.size, noInsets))
    // A resized canvas is black until it is painted, so it is painted before the next frame.
    this.#surface.flush()
  }

  /** Shows a scene: fitted to the view if the map has not been moved, otherwise from the current camera position. */
  setScene(scene: Scene, limits: ViewLimits): void {
    this.#scene = scene
    this.#limits = limits
    if (!this.#restore()) this.#look(this.#camera)
  }

  /** Restores the initial or whole view. Returns false, without effect, if the map has been moved or has no scene. */
  #restore(): boolean {
    const [rest, scene] = [this.#rest, this.#scene]
    if (!rest || !scene) return false
    const whole = this.#wholeView(scene)
    const { at, scale = 0 } = this.#limits.start ?? {}
    const isNear = rest === 'start' && at && scale * this.ratio > whole.scale
    const [insets, { size }] = [this.#insets(), this.#surface]
    cancelAnimationFrame(this.#animation)
    this.#show(isNear ? kept(centredOn(at, scale * this.ratio, size, insets), scene.bounds, size, insets) : whole)
    return true
  }

  damage(rects: readonly Rect[]): void {
    for (const rect of rects) this.#surface.damage(rect)
  }

  repaint(): void {
    this.#surface.repaint()
  }

  fit(): void {
    if (!this.#scene) return
    this.#go(this.#wholeView(this.#scene))
    this.#rest = 'whole'
  }

  zoomBy(factor: number): void {
    const { width, height } = this.#surface.size
    const scale = this.#clamped(this.#camera.scale * factor)
    this.#go(zoomedAt(this.#camera, scale, width / 2, height / 2))
  }

  /** Centres a place and zooms in to at least the given scale, in CSS pixels per metre. */
  closeUp(at: Point, scale: number): void {
    const wanted = this.#clamped(Math.max(scale * this.ratio, this.#camera.scale))
    this.#go(centredOn(at, wanted, this.#surface.size, this.#insets()))
  }

  /**
   * Zooms in to at least the given scale (CSS pixels per metre), with a place of the map at a position of the view (CSS
   * pixels).
   */
  enlargeUnder(at: Point, scale: number, [x, y]: Point): void {
    const wanted = this.#clamped(Math.max(scale * this.ratio, this.#camera.scale))
    this.#go(placedAt(at, wanted, x * this.ratio, y * this.ratio))
  }

  /** Centres a rectangle unless the whole rectangle is already visible. */
  reveal(rect: Rect): void {
    const { width, height } = this.#surface.size
    const insets = this.#insets()
    const [left, top] = toScreen(this.#camera, [rect.left, rect.top])
    const [right, bottom] = toScreen(this.#camera, [rect.right, rect.bottom])
    const view = { left: insets.left, top: insets.top, right: width - insets.right, bottom: height - insets.bottom }
    const inSight = left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom
    if (inSight || !overlap(view, { left: 0, top: 0, right: width, bottom: height })) return
    this.#go(centredOn(middleOf(rect), this.#camera.scale, this.#surface.size, insets))
  }

  /** Returns a position in the scene (metres) in CSS pixels of the host. */
  screenOf(at: Point): Point {
    const [x, y] = toScreen(this.#camera, at)
    return [x / this.ratio, y / this.ratio]
  }

  destroy(): void {
    cancelAnimationFrame(this.#animation)
    this.#stop.abort()
    this.#surface.destroy()
  }

  #worldAt(x: number, y: number): Point {
    return toWorld(this.#camera, x * this.ratio, y * this.ratio)
  }

  #insets(): Insets {
    const { left, top, right, bottom } = this.#limits.insets
    return { left: left * this.ratio, top: top * this.ratio, right: right * this.ratio, bottom: bottom * this.ratio }
  }

  #wholeView(scene: Scene): Camera {
    const whole = fitted(scene.bounds, this.#surface.size, this.#insets())
    const scale = Math.min(whole.scale, this.#limits.opening * this.ratio)
    return centredOn(middleOf(scene.bounds), scale, this.#surface.size, this.#insets())
  }

  /**
   * Returns the permitted empty margins beside the map: the current margins, but at least the insets. Keeping the
   * current margins allows an enlarged point at the edge to stay under the finger.
   */
  #margins(scene: Scene): Insets {
    const [now, least] = [marginsOf(this.#camera, scene.bounds, this.#surface.size), this.#insets()]
    return {
      left: Math.max(now.left, least.left),
      top: Math.max(now.top, least.top),
      right: Math.max(now.right, least.right),
      bottom: Math.max(now.bottom, least.bottom),
    }
  }

  #clamped(scale: number): number {
    const smallest = this.#scene ? this.#wholeView(this.#scene).scale : scale
    return Math.max(smallest, Math.min(scale, this.#limits.largest * this.ratio))
  }

  #panBy(dx: number, dy: number): void {
    this.#rest = null
    this.#look({ ...this.#camera, x: this.#camera.x + dx, y: this.#camera.y + dy })
  }

  #zoomTo(scale: number, x: number, y: number): void {
    this.#rest = null
    this.#look(zoomedAt(this.#camera, this.#clamped(scale), x, y))
  }

  #pinch(spread: number, x: number, y: number): void {
    if (!this.#scene || this.#pinched) return
    const whole = this.#wholeView(this.#scene).scale
    this.#pinched = this.#handlers.pinch(this.#worldAt(x, y), spread, (this.#heldScale * spread) / whole)
  }

  #look(camera: Camera): void {
    if (this.#scene) this.#show(kept(camera, this.#scene.bounds, this.#surface.size, this.#margins(this.#scene)))
  }

  #show(camera: Camera): void {
    if (!this.#scene) return
    this.#camera = camera
    // The map is shown at whole pixels, but fractions are retained, so that slow finger movements add up.
    this.#surface.show(this.#scene, { ...this.#camera, x: Math.round(this.#camera.x), y: Math.round(this.#camera.y) })
    this.#handlers.moved()
  }

  #go(target: Camera): void {
    cancelAnimationFrame(this.#animation)
    if (!this.#scene) return
    this.#rest = null
    const to = kept(target, this.#scene.bounds, this.#surface.size, this.#margins(this.#scene))
    if (isMotionReduced()) {
      this.#show(to)
      return
    }
    const [from, start, view] = [this.#camera, performance.now(), this.#surface.size]
    const step = (now: number): void => {
      const share = Math.min(Math.max((now - start) / GLIDE, 0), 1)
      const eased = 1 - (1 - share) ** 3
      this.#show(share < 1 ? between(from, to, eased, view) : to)
      if (share < 1) this.#animation = requestAnimationFrame(step)
    }
    this.#animation = requestAnimationFrame(step)
  }

  #flick(vx: number, vy: number): void {
    if (isMotionReduced()) return
    let [speedX, speedY, last] = [vx, vy, performance.now()]
    const step = (now: number): void => {
      const span = Math.min(Math.max(now - last, 0), 64)
      last = now
      const before = this.#camera
      this.#panBy(speedX * span, speedY * span)
      const slower = Math.exp(-span * FRICTION)
      speedX *= this.#camera.x === before.x && span > 0 ? 0 : slower
      speedY *= this.#camera.y === before.y && span > 0 ? 0 : slower
      if (Math.hypot(speedX, speedY) > STILL) this.#animation = requestAnimationFrame(step)
    }
    if (Math.hypot(vx, vy) > STILL) this.#animation = requestAnimationFrame(step)
  }
}

const noInsets: Insets = { left: 0, top: 0, right: 0, bottom: 0 }

/** Calls `changed` when the screen's pixel density changes. Returns a function that stops the calls. */
export function watchDensity(changed: () => void): () => void {
  const stop = new AbortController()
  const watch = (): void => {
    const media = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    const once = { once: true, signal: stop.signal }
    media.addEventListener(
      'change',
      () => {
        changed()
        watch()
      },
      once,
    )
  }
  watch()
  return () => stop.abort()
}
