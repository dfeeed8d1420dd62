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
 * Where the window goes on a machine with several displays: to the one with that number, counted from the left and then
 * from above; to the first where there is no such display, so that an unplugged cable never leaves a kiosk without a face.
 */
export function displayFor<D extends Placed>(displays: readonly D[], wanted: number): D | undefined {
  const counted = inOrder(displays)
  return counted[wanted - 1] ?? counted[0]
}

/**
 * The display of the customer's side of a desk: the one with that number, or the first that is not the desk's. Undefined
 * where there is none, and never one that covers a part of the desk's own, as mirrored screens do.
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

/** To X11, Chromium makes a window that is exactly as large as its display a pixel smaller: a strip of desktop would shine through. */
export function covering({ bounds }: Placed): Bounds {
  return process.platform === 'linux' ? { ...bounds, height: bounds.height + 1 } : bounds
}

/** A window of Electron: `BrowserWindow` fits. */
interface MovableWindow {
  isDestroyed(): boolean
  getBounds(): Bounds
  setBounds(bounds: Bounds): void
  on(event: 'move', listener: () => void): unknown
  on(event: 'resize', listener: () => void): unknown
}

const SOON_MS = 100

/**
 * Does it a moment later, and once however often it is asked for meanwhile: a system that will not have a window where it
 * belongs must not keep the machine busy.
 */
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
 * Keeps a window over a display, which is asked for each time: where no window manager runs, every program may move
 * and resize every window. What it returns is to be called when displays have changed.
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
