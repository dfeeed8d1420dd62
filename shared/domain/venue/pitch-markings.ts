import type { Point } from './venue-plan.ts'

/** Lengths of the pitch markings in metres (Laws of the Game, law 1). */
const CIRCLE = 9.15
const SPOT = 11
const PENALTY_AREA = { deep: 16.5, wide: 40.32 }
const GOAL_AREA = { deep: 5.5, wide: 18.32 }
const GOAL = { deep: 2, wide: 7.32 }
const CORNER = 1

/** Degrees between two points of an arc, so that chords deviate from the circle by at most 2 mm. */
const STEP = 2

export interface PitchMarkings {
  /** Lines as chains of points, including the goals as seen from above. */
  readonly lines: readonly (readonly Point[])[]
  /** The centre mark and the two penalty marks. */
  readonly spots: readonly Point[]
  /** Positions of the posts of each goal. */
  readonly goals: readonly (readonly [Point, Point])[]
}

/** Returns the markings of a football pitch; null if the outline is not longer than a penalty area is wide. */
export function pitchMarkings(outline: readonly Point[]): PitchMarkings | null {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [width, height] = [right - left, bottom - top]
  if (!(Math.max(width, height) > PENALTY_AREA.wide)) return null
  const [long, wide] = [Math.max(width, height), Math.min(width, height)]
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  const place = ([x, y]: Point): Point => (width > height ? [middleX + x, middleY + y] : [middleX - y, middleY + x])
  const { lines, spots, goals } = lying(long, wide)
  return {
    lines: lines.map((line) => line.map(place)),
    spots: spots.map(place),
    goals: goals.map(([a, b]) => [place(a), place(b)]),
  }
}

/** Returns the markings of a pitch with its middle at the origin and its long sides along x. */
function lying(long: number, wide: number): PitchMarkings {
  const half = long / 2
  const both = (line: readonly Point[]): readonly (readonly Point[])[] => [line, line.map(([x, y]): Point => [-x, y])]
  // The part of the circle around the penalty mark that is outside the penalty area.
  const opening = (Math.acos((PENALTY_AREA.deep - SPOT) / CIRCLE) * 180) / Math.PI
  return {
    lines: [
      box(-half, half, wide),
      [
        [0, -wide / 2],
        [0, wide / 2],
      ],
      arc([0, 0], CIRCLE, 0, 360),
      ...both(box(half - PENALTY_AREA.deep, half, PENALTY_AREA.wide)),
      ...both(box(half - GOAL_AREA.deep, half, GOAL_AREA.wide)),
      ...both(box(half, half + GOAL.deep, GOAL.wide)),
      ...both(arc([half - SPOT, 0], CIRCLE, 180 - opening, 180 + opening)),
      ...both(arc([half, wide / 2], CORNER, 180, 270)),
      ...both(arc([half, -wide / 2], CORNER, 90, 180)),
    ],
    spots: [
      [0, 0],
      [half - SPOT, 0],
      [SPOT - half, 0],
    ],
    goals: [half, -half].map((end) => [
      [end, -GOAL.wide / 2],
      [end, GOAL.wide / 2],
    ]),
  }
}

function box(near: number, far: number, wide: number): readonly Point[] {
  const half = wide / 2
  return [
    [near, -half],
    [far, -half],
    [far, half],
    [near, half],
    [near, -half],
  ]
}

function arc([x, y]: Point, radius: number, from: number, to: number): readonly Point[] {
  const chords = Math.ceil((to - from) / STEP)
  return Array.from({ length: chords + 1 }, (_, i): Point => {
    const angle = ((from + ((to - from) * i) / chords) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}
