interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Placed {
  readonly bounds: Bounds
}

/**
 * Returns the display with the number `wanted`, from left to right. If it does not exist, returns the first display, so
 * that an unplugged cable never leaves a kiosk without a screen.
 */
export function displayFor<D extends Placed>(displays: readonly D[], wanted: number): D | undefined {
  const counted = inOrder(displays)
  return counted[wanted - 1] ?? counted[0]
}

/**
 * Returns the display with the number `wanted`, or for `auto` the first that is not the desk's. Undefined if there is
 * none. Never returns a display that overlaps the desk's own, as mirrored screens do.
 */
export function customerDisplayFor<D extends Placed>(
  displays: readonly D[],
  desk: Placed,
  wanted: 'auto' | number,
): D | undefined {
  const counted = inOrder(displays)
  const candidates = wanted === 'auto' ? counted : counted.slice(wanted - 1, wanted)
  return candidates.find(({ bounds }) => !overlap(bounds, desk.bounds))
}

/**
 * Returns the bounds of a window that covers the display. On Linux, the window is one pixel higher, because Chromium on
 * X11 shrinks a window of exactly the display's size by one pixel.
 */
export function covering({ bounds }: Placed): Bounds {
  return process.platform === 'linux' ? { ...bounds, height: bounds.height + 1 } : bounds
}

interface MovableWindow {
  isDestroyed(): boolean
  getBounds(): Bounds
  setBounds(bounds: Bounds): void
  on(event: 'move', listener: () => void): unknown
  on(event: 'resize', listener: () => void): unknown
}

const SOON_MS = 100

/** Returns a function that runs `work` once for all calls during a short delay, which avoids a busy loop. */
export function soon(work: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      work()
    }, SOON_MS)
  }
}

/**
 * Makes a window cover the display that `display` returns, because other programs can move it if there is no window
 * manager. Returns a function to call when displays have changed.
 */
export function stayOver(window: MovableWindow, display: () => Placed | undefined): () => void {
  const wanted = (): Placed | undefined => (window.isDestroyed() ? undefined : display())
  const fill = (): void => {
    const there = wanted()
    if (there) window.setBounds(covering(there))
  }
  const look = soon(() => {
    const there = wanted()
    if (there && !covers(window.getBounds(), there.bounds)) fill()
  })
  window.on('move', look)
  window.on('resize', look)
  return fill
}

function covers(window: Bounds, display: Bounds): boolean {
  return (
    window.x <= display.x &&
    window.y <= display.y &&
    window.x + window.width >= display.x + display.width &&
    window.y + window.height >= display.y + display.height
  )
}

function inOrder<D extends Placed>(displays: readonly D[]): readonly D[] {
  return displays.toSorted((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y)
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
