import type { Point } from '../../../shared/domain/venue/venue-plan.ts'

/** Arrow keys, as `KeyboardEvent.key` names them. */
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function isArrow(key: string): boolean {
  return key in arrows
}

/**
 * The place that an arrow key leads to from one of several: the nearest of those that lie more in that direction than
 * across it. Undefined when there is none.
 */
export function nextInDirection<T>(places: readonly T[], at: (place: T) => Point, from: T, key: string): T | undefined {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const [x, y] = at(from)
  let best: { readonly place: T; readonly cost: number } | undefined
  for (const place of places) {
    const [dx, dy] = [at(place)[0] - x, at(place)[1] - y]
    const along = dx * arrow[0] + dy * arrow[1]
    const across = Math.abs(dx * arrow[1] - dy * arrow[0])
    if (place === from || along <= 0 || across > along * 1.2) continue
    const cost = along + 2 * across
    if (!best || cost < best.cost) best = { place, cost }
  }
  return best?.place
}
