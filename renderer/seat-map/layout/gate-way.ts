import type { Point } from '../../../shared/domain/venue/venue-plan.ts'

/** How far around the building people walk, and the length of one step drawn, in metres. */
const OFF_THE_WALL = 5
const STEP = 3

/**
 * The way from a gate to a place among the seats: round the building, the shorter side, then straight in. Without a building
 * (`ground` is null) straight from one to the other. Metres of the map; begins at `gate`, ends at `place`.
 */
export function gateWay(ground: readonly Point[] | null, gate: Point, place: Point): readonly Point[] {
  if (!ground || ground.length < 3) return [gate, place]
  const round = aroundWall(ground)
  const length = round.lengths.at(-1) ?? 0
  const [from, to] = [nearest(round, gate), nearest(round, place)]
  const forward = (to - from + length) % length
  const distance = forward > length / 2 ? forward - length : forward
  const steps = Math.max(1, Math.ceil(Math.abs(distance) / STEP))
  const walked = Array.from({ length: steps + 1 }, (_, i) =>
    pointAt(round, (from + (distance * i) / steps + length) % length),
  )
  return [gate, ...walked, place]
}

/** A closed line: its first point again at the end, and how far along each of its points lies. */
interface Round {
  readonly points: readonly Point[]
  readonly lengths: readonly number[]
}

function aroundWall(ground: readonly Point[]): Round {
  const count = ground.length
  const [x, y] = ground.reduce(([sumX, sumY], [px, py]): Point => [sumX + px / count, sumY + py / count], [0, 0])
  const points = [...ground, ...ground.slice(0, 1)].map(([px, py]): Point => {
    const away = Math.hypot(px - x, py - y)
    const share = (away + OFF_THE_WALL) / Math.max(away, 1e-6)
    return [x + (px - x) * share, y + (py - y) * share]
  })
  const lengths: number[] = []
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    lengths.push(before ? (lengths[i - 1] ?? 0) + Math.hypot(point[0] - before[0], point[1] - before[1]) : 0)
  }
  return { points, lengths }
}

/** Where along the line its nearest point to a place lies, in metres. */
function nearest({ points, lengths }: Round, [x, y]: Point): number {
  let [best, at] = [Infinity, 0]
  for (const [i, [bx, by]] of points.entries()) {
    const before = points[i - 1]
    if (!before) continue
    const [dx, dy] = [bx - before[0], by - before[1]]
    const along = ((x - before[0]) * dx + (y - before[1]) * dy) / Math.max(dx * dx + dy * dy, 1e-12)
    const share = Math.min(Math.max(along, 0), 1)
    const distance = Math.hypot(before[0] + dx * share - x, before[1] + dy * share - y)
    if (distance < best) [best, at] = [distance, (lengths[i - 1] ?? 0) + Math.hypot(dx, dy) * share]
  }
  return at
}

function pointAt({ points, lengths }: Round, at: number): Point {
  const end = Math.max(
    1,
    lengths.findIndex((length) => length >= at),
  )
  const [a = [0, 0], b = a] = [points[end - 1], points[end]]
  const [from, to] = [lengths[end - 1] ?? 0, lengths[end] ?? 0]
  const share = to > from ? (at - from) / (to - from) : 0
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}
