interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Placed {
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

function inOrder<D extends Placed>(displays: readonly D[]): readonly D[] {
  return displays.toSorted((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y)
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
