import { isInside } from '../../../shared/domain/venue/venue-geometry.ts'
import type { Point } from '../../../shared/domain/venue/venue-plan.ts'

/** Axis-aligned rectangle. Map geometry is in metres (x to the right, y down) unless a function states another unit. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function boundsOf(points: Iterable<Point>): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return left > right ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom }
}

export function grown({ left, top, right, bottom }: Rect, wide: number, deep = wide): Rect {
  return { left: left - wide, top: top - deep, right: right + wide, bottom: bottom + deep }
}

export function rectAround([x, y]: Point, wide: number, deep: number): Rect {
  return { left: x - wide, top: y - deep, right: x + wide, bottom: y + deep }
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

export function middleOf(rect: Rect): Point {
  return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2]
}

/** Returns a rotation about the origin, clockwise on the screen, by an angle in radians. */
export function turn(angle: number): (point: Point) => Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return ([x, y]) => [x * cos - y * sin, x * sin + y * cos]
}

/** Returns the centroid of a polygon's area, or the centre of its bounding box if the area is zero. */
export function centroid(polygon: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0]
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[j], polygon[i]]
    if (!a || !b) continue
    const cross = a[0] * b[1] - b[0] * a[1]
    area += cross
    x += (a[0] + b[0]) * cross
    y += (a[1] + b[1]) * cross
  }
  if (Math.abs(area) > 1e-9) return [x / (3 * area), y / (3 * area)]
  return middleOf(boundsOf(polygon))
}

/** Returns the smallest convex polygon around the given points (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = []
    for (const point of ordered) {
      while (hull.length > 1 && !turnsLeft(hull.at(-2), hull.at(-1), point)) hull.pop()
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  return a !== undefined && b !== undefined && (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
}

/** Returns twice the distance from a point to the nearer polygon edge along the given axis; 0 outside the polygon. */
export function clearance(polygon: readonly Point[], [x, y]: Point, direction: 'across' | 'down'): number {
  const [along, level] = direction === 'across' ? ([0, 1] as const) : ([1, 0] as const)
  const [from, at] = direction === 'across' ? [x, y] : [y, x]
  let [before, after] = [Infinity, Infinity]
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]]
    if (!a || !b || a[level] > at === b[level] > at) continue
    const crossing = a[along] + ((b[along] - a[along]) * (at - a[level])) / (b[level] - a[level])
    if (crossing <= from) before = Math.min(before, from - crossing)
    else after = Math.min(after, crossing - from)
  }
  const nearer = Math.min(before, after)
  return nearer === Infinity || !isInside(polygon, [x, y]) ? 0 : 2 * nearer
}

export function nearestOnEdge(polygon: readonly Point[], [x, y]: Point): Point {
  let nearest: Point = [Infinity, Infinity]
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[j], polygon[i]]
    if (!a || !b) continue
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const along = ((x - a[0]) * dx + (y - a[1]) * dy) / Math.max(dx * dx + dy * dy, 1e-12)
    const share = Math.min(Math.max(along, 0), 1)
    const point: Point = [a[0] + dx * share, a[1] + dy * share]
    if (Math.hypot(point[0] - x, point[1] - y) < Math.hypot(nearest[0] - x, nearest[1] - y)) nearest = point
  }
  return nearest
}
