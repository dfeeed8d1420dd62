import type { Point } from './venue-plan.ts'

/** Even-odd rule; points on an edge may fall on either side. */
export function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]]
    if (!a || !b || a[1] > y === b[1] > y) continue
    if (x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

/** The middle of some points. */
export function meanOf(points: readonly Point[]): Point {
  const { length } = points
  return points.reduce(([x, y], [px, py]): Point => [x + px / length, y + py / length], [0, 0])
}
