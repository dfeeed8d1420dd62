interface GestureHandlers {
  /** All positions and distances are in CSS pixels of the host. */
  readonly pan: (dx: number, dy: number) => void
  /** Zooms in response to two fingers, a wheel or a trackpad. The point at (x, y) must stay fixed. */
  readonly zoom: (factor: number, x: number, y: number) => void
  /**
   * Called after each move during a pinch, with the midpoint of the fingers and their distance relative to the start of
   * the pinch.
   */
  readonly pinch: (spread: number, x: number, y: number) => void
  /** Called after the last finger was lifted, with the finger's speed in CSS pixels per millisecond. */
  readonly release: (vx: number, vy: number) => void
  readonly tap: (x: number, y: number) => void
  /**
   * Called with the position of a single resting finger or a hovering mouse. `unpoint` is called when the finger or
   * mouse leaves or starts to drag.
   */
  readonly point: (x: number, y: number, isDown: boolean) => void
  readonly unpoint: () => void
  /** Called when a finger is put down, to stop any movement of the map. */
  readonly hold: () => void
}

interface Finger {
  x: number
  y: number
}

/** Time in milliseconds over which the speed of a finger is measured. */
const SPEED_SPAN = 80

/** Zoom factor of one wheel notch of 100 pixels. */
const WHEEL_FACTOR = 1.2

/**
 * Turns pointer and wheel events of an element into gestures. A tap is a touch of any duration by a single finger that
 * moves at most `slop` CSS pixels. Event handling stops when the signal is aborted.
 */
export function listenToGestures(
  host: HTMLElement,
  slop: () => number,
  signal: AbortSignal,
  handlers: GestureHandlers,
): void {
  const fingers = new Map<number, Finger>()
  const trail = new Trail()
  let start: Finger | null = null
  let dragging = false
  let apart = 0

  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (fingers.size >= 2) return
    host.setPointerCapture(event.pointerId)
    const place = placeOn(host, event)
    fingers.set(event.pointerId, place)
    handlers.hold()
    trail.clear()
    if (fingers.size === 1) {
      start = { ...place }
      dragging = false
      handlers.point(place.x, place.y, true)
    } else {
      start = null
      dragging = true
      const [first, second] = [...fingers.values()]
      if (first && second) apart = distance(first, second)
      handlers.unpoint()
    }
  }

  const move = (event: PointerEvent): void => {
    const finger = fingers.get(event.pointerId)
    const place = placeOn(host, event)
    if (!finger) {
      if (event.pointerType === 'mouse' && fingers.size === 0) handlers.point(place.x, place.y, false)
      return
    }
    if (fingers.size === 2) {
      const other = [...fingers].find(([key]) => key !== event.pointerId)?.[1]
      if (other) pinch(finger, other, place, apart, handlers)
      return
    }
    const moved = start ? distance(place, start) : 0
    if (!dragging && start && moved > slop()) {
      dragging = true
      handlers.unpoint()
      // Starts the drag at the point where the finger exceeded the slop, because on a slow page the next event may be
      // far from it.
      finger.x = start.x + ((place.x - start.x) * slop()) / moved
      finger.y = start.y + ((place.y - start.y) * slop()) / moved
    }
    if (!dragging) return
    handlers.pan(place.x - finger.x, place.y - finger.y)
    finger.x = place.x
    finger.y = place.y
    trail.add(place, event.timeStamp)
  }

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) {
      trail.clear()
      return
    }
    const place = placeOn(host, event)
    const tapped = event.type === 'pointerup' && !dragging && start !== null
    if (event.pointerType !== 'mouse' || !tapped) handlers.unpoint()
    if (tapped) handlers.tap(place.x, place.y)
    else handlers.release(...trail.speedAt(event.timeStamp))
    start = null
  }

  const leave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && fingers.size === 0) handlers.unpoint()
  }

  host.addEventListener('pointerdown', down, { signal })
  host.addEventListener('pointermove', move, { signal })
  host.addEventListener('pointerup', up, { signal })
  host.addEventListener('pointercancel', up, { signal })
  host.addEventListener('pointerleave', leave, { signal })
  host.addEventListener('wheel', (event) => turnWheel(host, event, handlers), { signal, passive: false })
}

function placeOn(host: HTMLElement, event: PointerEvent | WheelEvent): Finger {
  const { left, top } = host.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

function distance(a: Finger, b: Finger): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/**
 * Handles a move during a pinch so that the map follows both fingers. `apart`: distance between the fingers at the
 * start.
 */
function pinch(finger: Finger, other: Finger, place: Finger, apart: number, handlers: GestureHandlers): void {
  const [before, after] = [distance(finger, other), distance(place, other)]
  const [fromX, fromY] = [(finger.x + other.x) / 2, (finger.y + other.y) / 2]
  const [toX, toY] = [(place.x + other.x) / 2, (place.y + other.y) / 2]
  handlers.pan(toX - fromX, toY - fromY)
  if (before > 0 && after > 0) handlers.zoom(after / before, toX, toY)
  if (apart > 0) handlers.pinch(after / apart, toX, toY)
  finger.x = place.x
  finger.y = place.y
}

function turnWheel(host: HTMLElement, event: WheelEvent, handlers: GestureHandlers): void {
  event.preventDefault()
  const { x, y } = placeOn(host, event)
  const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 33
  handlers.hold()
  // A pinch on a trackpad is reported as wheel events with Ctrl, in small steps.
  handlers.zoom(WHEEL_FACTOR ** (-(event.ctrlKey ? pixels * 6 : pixels) / 100), x, y)
}

class Trail {
  #places: { readonly x: number; readonly y: number; readonly time: number }[] = []

  clear(): void {
    this.#places = []
  }

  add({ x, y }: Finger, time: number): void {
    this.#places.push({ x, y, time })
    while (this.#places.length > 2 && time - (this.#places[0]?.time ?? 0) > SPEED_SPAN) this.#places.shift()
  }

  /** Returns the speed in CSS pixels per millisecond. */
  speedAt(time: number): readonly [number, number] {
    const [first, last] = [this.#places[0], this.#places.at(-1)]
    if (!first || !last || last.time === first.time || time - last.time > SPEED_SPAN) return [0, 0]
    const span = last.time - first.time
    return [(last.x - first.x) / span, (last.y - first.y) / span]
  }
}
