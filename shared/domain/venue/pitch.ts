import { type Colour, type FieldScene, type Light, line, type Piece, shadows, surface, wall } from './venue-pieces.ts'
import type { Place3 } from './venue-geometry.ts'
import type { Point } from './venue-plan.ts'

/** Lengths of the pitch markings in metres (Laws of the Game, law 1). */
const CIRCLE = 9.15
const SPOT = 11
const PENALTY_AREA = { deep: 16.5, wide: 40.32 }
const GOAL_AREA = { deep: 5.5, wide: 18.32 }
const GOAL = { deep: 2, wide: 7.32, high: 2.44 }
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

/** Coordinates of a pitch: `u` along its long side and `v` across it, in metres from its middle. */
interface PitchFrame {
  readonly halfLength: number
  readonly halfWidth: number
  /** Returns the point of the plan for `u` and `v`. */
  readonly place: (u: number, v: number) => Point
  /** Returns `u` and `v` of a point of the plan. */
  readonly locate: (point: Point) => Point
}

export function pitchFrame(outline: readonly Point[]): PitchFrame {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [width, height] = [right - left, bottom - top]
  const [x0, y0] = [(left + right) / 2, (top + bottom) / 2]
  const [halfLength, halfWidth] = [Math.max(width, height) / 2, Math.min(width, height) / 2]
  return width > height
    ? { halfLength, halfWidth, place: (u, v) => [x0 + u, y0 + v], locate: ([x, y]) => [x - x0, y - y0] }
    : { halfLength, halfWidth, place: (u, v) => [x0 - v, y0 + u], locate: ([x, y]) => [y - y0, x0 - x] }
}

/** Returns the markings of a football pitch; null if the outline is not longer than a penalty area is wide. */
export function pitchMarkings(outline: readonly Point[]): PitchMarkings | null {
  const { halfLength, halfWidth, place } = pitchFrame(outline)
  if (!(2 * halfLength > PENALTY_AREA.wide)) return null
  const placed = ([u, v]: Point): Point => place(u, v)
  const { lines, spots, goals } = lying(2 * halfLength, 2 * halfWidth)
  return {
    lines: lines.map((line) => line.map(placed)),
    spots: spots.map(placed),
    goals: goals.map(([a, b]) => [placed(a), placed(b)]),
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

/** Objects around a pitch. */
interface Surroundings {
  /** Front edges of the stands. */
  readonly fronts: readonly (readonly Point[])[]
  /** If absent, there is a track if the stands are more than `TRACK_GAP` away. */
  readonly surround?: 'track' | 'apron' | undefined
  /** Positions of the floodlight masts. */
  readonly masts: readonly Point[]
}

/** Number of directions in which distances from the middle are computed, in equal steps from `u` towards `v`. */
const RAYS = 120

/** Number of mown stripes. */
const STRIPES = 14
/** Heights of advertising board, corner flag and floodlight mast in metres. */
const [BOARD, FLAG, MAST] = [0.85, 1.5, 40]
/** Number of lanes of a running track, and width of a lane in metres (World Athletics, track and field facilities manual, 2.2). */
const [LANES, LANE] = [8, 1.22]
/** Minimum gap in metres between pitch and stands for a running track, if the plan does not specify the ground. */
const TRACK_GAP = 15
const boardColours: readonly Colour[] = ['boardRed', 'boardYellow', 'boardGreen', 'boardWhite']

export function pitchScene(outline: readonly Point[], around: Surroundings, light: Light): FieldScene {
  const frame = pitchFrame(outline)
  const { halfLength, halfWidth, place } = frame
  const on = (u: number, v: number, height = 0): Place3 => [...place(u, v), height]
  const box = (from: number, to: number, side = halfWidth): readonly Place3[] =>
    dense([place(from, -side), place(to, -side), place(to, side), place(from, side), place(from, -side)]).map(ground)
  const markings = pitchMarkings(outline)
  const stands = distancesTo(around.fronts.map((front) => front.map(frame.locate)))
  const track = trackOf(frame, stands, around.surround)
  const gap = Math.min(6, gapOf(frame, stands) / 2)
  const people = markings ? teams(frame) : []
  return {
    background: around.masts.flatMap((at) => mast(at, light)),
    ground: [
      ...(track
        ? trackPieces(track, frame)
        : [surface('apron', box(-halfLength - gap - 1, halfLength + gap + 1, halfWidth + gap + 1))]),
      surface('grass', box(-halfLength, halfLength)),
      ...Array.from({ length: STRIPES / 2 }, (_, i) => {
        const width = (2 * halfLength) / STRIPES
        return surface('grassMown', box(2 * i * width - halfLength, (2 * i + 1) * width - halfLength))
      }),
      ...(markings?.lines.map((chain) => chalk(dense(chain))) ?? []),
      ...people.flatMap(({ at }) => shadows(at, 1.8, light)),
    ],
    standing: [
      ...people.map((person) => [person]),
      ...(markings ? [[{ kind: 'person', dress: 'referee', at: on(3, -9), height: 1.8 } as const]] : []),
      ...(markings?.goals.map((posts) => goal(frame, posts)) ?? []),
      ...[-1, 1].flatMap((u) => [-1, 1].map((v) => cornerFlag(on(u * halfLength, v * halfWidth)))),
      ...boards(frame, gap, track),
      [line('ball', 0.24, [on(4.5, -6.2, 0.11), on(4.7, -6.2, 0.11)])],
    ],
  }
}

const ground = ([x, y]: Point): Place3 => [x, y, 0]

/** Returns a chain with a point at least every 5 m, because lenses bend long lines. */
function dense(chain: readonly Point[]): readonly Point[] {
  return chain.flatMap(([x, y], i): readonly Point[] => {
    const [px, py] = chain[i - 1] ?? [x, y]
    const parts = Math.max(1, Math.ceil(Math.hypot(x - px, y - py) / 5))
    return Array.from({ length: parts }, (_, k): Point => {
      const share = (k + 1) / parts
      return [px + (x - px) * share, py + (y - py) * share]
    })
  })
}

/** Inner and outer edge of a running track, as distances from the middle in `RAYS` directions. */
interface Track {
  readonly inner: readonly number[]
  readonly outer: readonly number[]
}

/** Returns the distance from the origin to the nearest chain in `RAYS` directions; Infinity if there is no chain. */
function distancesTo(chains: readonly (readonly Point[])[]): readonly number[] {
  const nearest = Array.from({ length: RAYS }, () => Infinity)
  for (const chain of chains)
    for (const [i, [bx, by]] of chain.entries()) {
      const [ax, ay] = chain[i - 1] ?? [bx, by]
      const [from, to] = [Math.atan2(ay, ax), Math.atan2(by, bx)].map((angle) => (angle / (2 * Math.PI)) * RAYS)
      const turn = (((to ?? 0) - (from ?? 0) + 1.5 * RAYS) % RAYS) - RAYS / 2
      for (let k = Math.ceil(Math.min(0, turn) + (from ?? 0)); k <= Math.max(0, turn) + (from ?? 0); k++) {
        const [dx, dy] = [Math.cos((k * 2 * Math.PI) / RAYS), Math.sin((k * 2 * Math.PI) / RAYS)]
        const across = dx * (by - ay) - dy * (bx - ax)
        const distance = Math.abs(across) > 1e-9 ? (ax * (by - ay) - ay * (bx - ax)) / across : Math.hypot(ax, ay)
        const index = (k + 2 * RAYS) % RAYS
        nearest[index] = Math.min(nearest[index] ?? Infinity, distance)
      }
    }
  return nearest
}

const ray = (i: number): number => (i * 2 * Math.PI) / RAYS

/** Returns the distance from the middle to the edge of the pitch in a direction. */
function edgeAt({ halfLength, halfWidth }: PitchFrame, angle: number): number {
  return Math.min(halfLength / Math.abs(Math.cos(angle)), halfWidth / Math.abs(Math.sin(angle)))
}

/** Returns the smaller gap between pitch and stands, at the middle of a long side or of a short side. */
function gapOf({ halfLength, halfWidth }: PitchFrame, stands: readonly number[]): number {
  const quarters = [0, 1, 2, 3].map((quarter) => stands[(quarter * RAYS) / 4] ?? Infinity)
  return Math.min(...quarters.map((distance, i) => distance - (i % 2 === 0 ? halfLength : halfWidth)))
}

/**
 * Returns a running track of eight lanes, up to 9 m from the pitch and narrower at corners of the stands. Null if there
 * is no track.
 */
function trackOf(frame: PitchFrame, stands: readonly number[], surround: Surroundings['surround']): Track | null {
  if (surround === 'apron' || (!surround && gapOf(frame, stands) <= TRACK_GAP)) return null
  const smooth = (values: readonly number[]): readonly number[] =>
    values.map((_, i) =>
      [-4, -3, -2, -1, 0, 1, 2, 3, 4].reduce((sum, k) => sum + (values.at((i + k) % RAYS) ?? 0) / 9, 0),
    )
  const edges = stands.map((_, i) => edgeAt(frame, ray(i)))
  const outermost = stands.map((distance, i) => Math.min(distance - 1.5, (edges[i] ?? 0) + 9 + LANES * LANE))
  const outer = smooth(outermost).map((distance, i) => Math.min(distance, (stands[i] ?? 0) - 0.8))
  const inner = smooth(outer.map((distance, i) => Math.max(distance - LANES * LANE, (edges[i] ?? 0) + 1.5)))
  return { outer, inner: inner.map((distance, i) => Math.max(distance, (edges[i] ?? 0) + 0.6)) }
}

function trackPieces({ inner, outer }: Track, { place }: PitchFrame): readonly Piece[] {
  const ring = (share: number): readonly Place3[] =>
    [...inner.keys(), 0].map((i) => {
      const distance = (inner[i] ?? 0) * (1 - share) + (outer[i] ?? 0) * share
      return ground(place(distance * Math.cos(ray(i)), distance * Math.sin(ray(i))))
    })
  return [
    surface('track', ring(1)),
    ...Array.from({ length: LANES }, (_, i) => line('lane', 0.07, ring((i + 1) / LANES))),
    surface('apron', ring(0)),
    line('lane', 0.1, ring(0)),
  ]
}

/** Returns a chain as a band of the width of a marking (12 cm: Laws of the Game, law 1). */
function chalk(chain: readonly Point[]): Piece {
  const sides = [0.06, -0.06].map((aside) =>
    chain.map(([x, y], i): Place3 => {
      const [[ax, ay] = [x, y], [bx, by] = [x, y]] = [chain[i - 1], chain[i + 1]]
      const length = Math.max(Math.hypot(bx - ax, by - ay), 1e-6)
      return [x - ((by - ay) / length) * aside, y + ((bx - ax) / length) * aside, 0]
    }),
  )
  return { ...surface('chalk', [...(sides[0] ?? []), ...(sides[1] ?? []).toReversed()]), edged: true }
}

function goal({ locate, place }: PitchFrame, [left, right]: readonly [Point, Point]): readonly Piece[] {
  const [u, v] = locate(left)
  const [, w] = locate(right)
  const behind = (back: number): number => u + Math.sign(u) * back
  const at = (back: number, share: number, height: number): Place3 => [
    ...place(behind(back), v + (w - v) * share),
    height,
  ]
  const across = (back: number, height: number): readonly Place3[] => [at(back, 0, height), at(back, 1, height)]
  const net = [
    // Roof and back of the net, then its two sides.
    ...Array.from({ length: 13 }, (_, i) => [at(0.1, i / 12, GOAL.high), at(0.9, i / 12, GOAL.high), at(2, i / 12, 0)]),
    ...Array.from({ length: 8 }, (_, i) => across(0.9 + (1.1 * i) / 7, GOAL.high * (1 - i / 7))),
    ...[0, 1].flatMap((share) =>
      Array.from({ length: 6 }, (_, i) => [
        at(0, share, (GOAL.high * i) / 6),
        at(2 - (1.1 * i) / 6, share, (GOAL.high * i) / 6),
      ]),
    ),
  ]
  return [
    surface('net', [...across(0.9, GOAL.high), ...across(2, 0).toReversed()]),
    ...net.map((chain) => line('net', 0.015, chain)),
    line('chalk', 0.14, [at(0, 0, 0), at(0, 0, GOAL.high), at(0, 1, GOAL.high), at(0, 1, 0)]),
  ]
}

function cornerFlag([x, y]: Place3): readonly Piece[] {
  return [
    line('chalk', 0.06, [
      [x, y, 0],
      [x, y, FLAG],
    ]),
    surface('flag', [
      [x, y, FLAG],
      [x + 0.55, y, FLAG - 0.17],
      [x, y, FLAG - 0.38],
    ]),
  ]
}

/**
 * Returns advertising boards, 6 m long, in the colours of the flag, along all four sides and inside any running track.
 */
function boards({ halfLength, halfWidth, place }: PitchFrame, gap: number, track: Track | null) {
  const isFree = ([u, v]: Point): boolean => {
    const direction = Math.round(((Math.atan2(v, u) / (2 * Math.PI) + 1) % 1) * RAYS) % RAYS
    return !track || Math.hypot(u, v) < (track.inner[direction] ?? 0)
  }
  const row = (half: number, at: (along: number) => Point) =>
    Array.from({ length: Math.floor(half / 3) }, (_, i) => {
      const from = (i - Math.floor(half / 3) / 2) * 6
      const ends = [at(from), at(from + 5.9)]
      const colour = boardColours[i % boardColours.length] ?? 'boardRed'
      return ends.every(isFree)
        ? [
            wall(
              colour,
              ends.map(([u, v]) => place(u, v)),
              0,
              BOARD,
            ),
          ]
        : []
    })
  return [-1, 1].flatMap((sign) => [
    ...row(halfLength + gap, (u) => [u, sign * (halfWidth + gap)]),
    ...row(halfWidth + gap, (v) => [sign * (halfLength + gap), v]),
  ])
}

/**
 * Positions of one team as shares of half the length and half the width, goalkeeper first. The other team is mirrored.
 */
const positions: readonly Point[] = [
  [-0.93, 0.04],
  [-0.5, -0.62],
  [-0.58, -0.2],
  [-0.56, 0.26],
  [-0.46, 0.66],
  [-0.2, -0.38],
  [-0.27, 0.08],
  [-0.14, 0.5],
  [0.12, -0.74],
  [0.05, -0.16],
  [0.2, 0.36],
]

function teams({ halfLength, halfWidth, place }: PitchFrame) {
  return (['home', 'away'] as const).flatMap((dress, team) =>
    positions.map(([along, across], i) => {
      const [u, v] = team === 0 ? [along, across] : [0.06 - along, -across * 0.92]
      const at: Place3 = [...place(u * halfLength, v * halfWidth), 0]
      return { kind: 'person', dress: i === 0 ? (`${dress}Keeper` as const) : dress, at, height: 1.8 } as const
    }),
  )
}

function mast([x, y]: Point, light: Light): readonly Piece[] {
  const length = Math.max(Math.hypot(x, y), 1e-6)
  const [ax, ay] = [-y / length, x / length]
  const row = (height: number): readonly Place3[] =>
    [-3, 3].map((aside): Place3 => [x + ax * aside, y + ay * aside, height])
  const lamps = [0.8, 2.3, 3.8].map((up) => line('lamp', 1, row(MAST + up)))
  return [
    line('mast', 0.9, [
      [x, y, 0],
      [x, y, MAST],
    ]),
    surface('mast', [...row(MAST), ...row(MAST + 4.6).toReversed()]),
    ...lamps,
    ...(light === 'night' ? [{ kind: 'glow', at: [x, y, MAST + 2.3], radius: 16 } as const] : []),
  ]
}
