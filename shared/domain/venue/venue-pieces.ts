import {
  type Camera,
  HALF_HEIGHT,
  meanOf,
  type Place3,
  planSeats,
  rowLine,
  sectionOutline,
  type SectionSlope,
} from './venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from './venue-plan.ts'

/**
 * Visible objects on and around a pitch or a stage, in metres. The scene is deterministic: every picture shows the same
 * moment.
 */
export interface FieldScene {
  /** Pieces on the ground, in the order in which they are painted. */
  readonly ground: readonly Piece[]
  /** Groups of upright pieces, to be painted in order of decreasing distance of their first point. */
  readonly standing: readonly (readonly Piece[])[]
  /** Behind all stands. */
  readonly background: readonly Piece[]
}

/** Light at the time of the event: high sun, low sun, or floodlights. */
export type Light = 'day' | 'warm' | 'night'

/** A colour of the plan, or a role whose colour depends on the light and the event. */
export type Colour = Role | `#${string}`

export type Role =
  | ('ground' | 'apron' | 'track' | 'grass' | 'grassMown' | 'chalk' | 'shadow' | 'lane' | 'net')
  | ('boardRed' | 'boardYellow' | 'boardGreen' | 'boardWhite' | 'flag' | 'ball')
  | ('concrete' | 'wall' | 'wallBack' | 'rail' | 'roof' | 'roofEdge' | 'pillar' | 'mast' | 'lamp')
  | ('home' | 'homeLight' | 'away' | 'awayLight')
  | ('crowdRed' | 'crowdYellow' | 'crowdGreen' | 'crowdWhite' | 'crowdBlue' | 'crowdSand' | 'crowdDark' | 'skin')
  | (
      | 'room'
      | 'roomSide'
      | 'roomTop'
      | 'curtain'
      | 'curtainFold'
      | 'backdrop'
      | 'stage'
      | 'stageFront'
      | 'beam'
      | 'gilt'
    )

export type Dress = 'home' | 'away' | 'homeKeeper' | 'awayKeeper' | 'referee' | 'performer' | 'singer'

interface Surface {
  readonly kind: 'surface'
  readonly colour: Colour
  readonly points: readonly Place3[]
  /** True if the surface is at least one pixel wide at any distance. */
  readonly edged?: true
}

export type Piece =
  | Surface
  | { readonly kind: 'line'; readonly colour: Colour; readonly width: number; readonly points: readonly Place3[] }
  | { readonly kind: 'person'; readonly dress: Dress; readonly at: Place3; readonly height: number }
  | { readonly kind: 'glow'; readonly at: Place3; readonly radius: number }

export const surface = (colour: Colour, points: readonly Place3[]): Surface => ({ kind: 'surface', colour, points })
export const line = (colour: Colour, width: number, points: readonly Place3[]): Piece => ({
  kind: 'line',
  colour,
  width,
  points,
})

/** Returns a vertical wall along a line, from height `from` to height `to`. */
export function wall(colour: Colour, points: readonly Point[], from: number, to: number): Surface {
  return surface(colour, [
    ...points.map(([x, y]): Place3 => [x, y, from]),
    ...points.toReversed().map(([x, y]): Place3 => [x, y, to]),
  ])
}

/** Direction and length of shadows for one metre of height. Floodlights from four corners leave short, crossed shadows. */
const shadowsBy: Readonly<Record<Light, readonly Point[]>> = {
  day: [[0.35, 0.25]],
  warm: [[2.6, 0.9]],
  night: [
    [0.5, 0.35],
    [-0.5, 0.35],
    [0.5, -0.35],
    [-0.5, -0.35],
  ],
}

export function shadows([x, y, floor]: Place3, height: number, light: Light): readonly Piece[] {
  return shadowsBy[light].map(([dx, dy]) => {
    const length = Math.hypot(dx, dy)
    const [ax, ay] = [(-dy / length) * 0.22, (dx / length) * 0.22]
    const [tx, ty] = [x + dx * height, y + dy * height]
    return surface('shadow', [
      [x + ax, y + ay, floor],
      [tx + ax, ty + ay, floor],
      [tx - ax, ty - ay, floor],
      [x - ax, y - ay, floor],
    ])
  })
}

/** Heights of a stage floor and of the arch above it, in metres. */
export const [STAGE, ARCH] = [1.1, 8.6]

/** Coordinates of a stage as the audience sees it: `u` to the right and `v` towards the audience, in metres. */
interface StageFrame {
  readonly back: number
  readonly front: number
  readonly half: number
  readonly on: (u: number, v: number, height: number) => Place3
}

/** `axis`: unit vector from the stage to the audience. `room`: half the width of the hall in metres. */
export function stageScene(outline: readonly Point[], axis: Point, room: number, ceiling: number): FieldScene {
  const depths = outline.map(([x, y]) => x * axis[0] + y * axis[1])
  const widths = outline.map(([x, y]) => Math.abs(y * axis[0] - x * axis[1]))
  const frame: StageFrame = {
    back: Math.min(...depths),
    front: Math.max(...depths),
    half: Math.max(...widths),
    on: (u, v, height) => [v * axis[0] - u * axis[1], v * axis[1] + u * axis[0], height],
  }
  const { back, front, half, on } = frame
  const players = Array.from({ length: 9 }, (_, i) => {
    const angle = ((i - 4) / 4) * 1.15
    return on(Math.sin(angle) * half * 0.62, back + 1.6 + (1 - Math.cos(angle)) * 3, STAGE)
  })
  const floor = outline.map(([x, y]): Place3 => [x, y, STAGE])
  return {
    background: [...hallPieces(frame, room, ceiling), ...curtains(frame)],
    ground: [
      wall('stageFront', [...outline, ...outline.slice(0, 1)], 0, STAGE),
      surface('stage', floor),
      { kind: 'glow', at: on(0, back, STAGE + 2.6), radius: half * 0.7 },
      ...players.flatMap((at) => shadows(at, 0.8, 'day')),
      ...beams(frame),
    ],
    standing: [
      ...players.map((at): readonly Piece[] => [{ kind: 'person', dress: 'performer', at, height: 1.7 }]),
      [{ kind: 'person', dress: 'singer', at: on(0, front - 3, STAGE), height: 1.75 }],
    ],
  }
}

/** Returns back wall, side walls and ceiling of a hall. */
function hallPieces({ back, on }: StageFrame, room: number, ceiling: number): readonly Piece[] {
  const [start, end] = [back - 0.3, back + 4 * room]
  const side = (u: number): Piece =>
    surface('roomSide', [on(u, start, 0), on(u, end, 0), on(u, end, ceiling), on(u, start, ceiling)])
  return [
    surface('room', [on(-room, start, 0), on(room, start, 0), on(room, start, ceiling), on(-room, start, ceiling)]),
    side(-room),
    side(room),
    surface('roomTop', [
      on(-room, start, ceiling),
      on(room, start, ceiling),
      on(room, end, ceiling),
      on(-room, end, ceiling),
    ]),
  ]
}

/** Returns the frame and backdrop of a stage, and the folds of its curtain at both sides and along the top. */
function curtains({ back, half, on }: StageFrame): readonly Piece[] {
  const plane = (from: number, to: number, low: number, high: number): readonly Place3[] => [
    on(from, back - 0.2, low),
    on(to, back - 0.2, low),
    on(to, back - 0.2, high),
    on(from, back - 0.2, high),
  ]
  const folds = (from: number, to: number, low: number, count: number): readonly Piece[] =>
    Array.from({ length: count }, (_, i) => {
      const fold = (to - from) / count
      const points = plane(from + fold * i, from + fold * (i + 1), low, ARCH)
      return surface(i % 2 === 0 ? 'curtain' : 'curtainFold', points)
    })
  return [
    surface('gilt', plane(-half - 0.5, half + 0.5, 0, ARCH + 0.6)),
    surface('backdrop', plane(-half, half, STAGE, ARCH)),
    ...folds(-half, -half + 3.2, STAGE, 8),
    ...folds(half - 3.2, half, STAGE, 8),
    ...folds(-half, half, ARCH - 1.2, 24),
  ]
}

function beams({ back, front, half, on }: StageFrame): readonly Piece[] {
  const middle = (back + front) / 2
  return [-0.75, -0.28, 0.28, 0.75].map((share) => {
    const [top, foot] = [share * (half - 1), share * half * 0.3]
    return surface('beam', [
      on(top - 0.2, back + 2, ARCH),
      on(top + 0.2, back + 2, ARCH),
      on(foot + 1.9, middle, STAGE),
      on(foot - 1.9, middle, STAGE),
    ])
  })
}

export interface Stand {
  readonly section: PlanSection
  readonly slope: SectionSlope
  readonly colour: Colour
  readonly outline: readonly Point[]
  readonly surface: readonly Place3[]
  /** Front edge of the first row. */
  readonly front: readonly Point[]
  /** Rail in front of the first row, at arm's length. */
  readonly rail: readonly Point[]
  /** Computed on first use, because many stands are in no picture. */
  readonly rows: () => StandRows
  readonly roof: readonly Piece[]
  readonly pillars: readonly Piece[]
}

interface StandRows {
  /** A strip for each row of each block, between its aisles. */
  readonly strips: readonly { readonly row: number; readonly points: readonly Place3[] }[]
  readonly seats: readonly StandSeat[]
}

interface StandSeat {
  /** Position of the seat, at the floor of its row. */
  readonly at: Place3
  /**
   * Fixed pseudo-random numbers from 0 to 1 for each section, row and seat. `taken`: whether the seat is occupied.
   * `look`: appearance of the person.
   */
  readonly taken: number
  readonly look: number
}

/** Returns a number from 0 to 1 that depends only on its arguments. */
function noise(a: number, b: number): number {
  let hash = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296
}

export function standOf({ tribunes, field }: VenuePlan, section: PlanSection, slope: SectionSlope): Stand {
  const { rowDepth } = section
  const tribune = tribunes.find(({ code }) => code === section.tribune)
  const outline = sectionOutline(section, 4)
  const top = slope.foot + section.rows.length * slope.step
  let rows: StandRows | undefined
  return {
    section,
    slope,
    colour: `#${(tribune?.color ?? '#808080').slice(1)}`,
    outline,
    surface: outline.map(([x, y], i): Place3 => [x, y, i < outline.length / 2 ? slope.foot : top]),
    front: rowLine(section, -rowDepth / 2, 4),
    rail: rowLine(section, -rowDepth / 2 - 0.6, 4),
    rows: () => (rows ??= rowsOf(section, slope)),
    roof: tribune?.roof && slope.outermost ? roofOf(section, slope, tribune.roof) : [],
    pillars: pillarsOf(section, slope, meanOf(field.outline), tribune?.roof?.height ?? slope.foot + 12),
  }
}

function rowsOf(section: PlanSection, { foot, step }: SectionSlope): StandRows {
  const { front, rowDepth, seatPitch } = section
  const outwards = ([x, y]: Point): Point => {
    const [dx, dy] =
      front.kind === 'arc'
        ? [x - front.center[0], y - front.center[1]]
        : [front.to[1] - front.from[1], front.from[0] - front.to[0]]
    const length = Math.max(Math.hypot(dx, dy), 1e-6)
    return [dx / length, dy / length]
  }
  const floor = (row: number): number => foot + row * step
  const seats = planSeats(section)
  const strips = [...Map.groupBy(seats, ({ row, block }) => row * 100 + block).values()].map((block) => {
    const row = block[0]?.row ?? 0
    // Every eighth seat is enough for the curve of a row. The strip extends half a seat beyond the first seat and the
    // last seat.
    const marks = block.filter((_, i) => i % 8 === 0 || i === block.length - 1)
    const edge = (offset: number, height: number): readonly Place3[] =>
      marks.map(({ at }, i): Place3 => {
        const [ox, oy] = outwards(at)
        const along = i === 0 ? -seatPitch / 2 : i === marks.length - 1 ? seatPitch / 2 : 0
        return [at[0] + ox * offset - oy * along, at[1] + oy * offset + ox * along, height]
      })
    return { row, points: [...edge(-rowDepth / 2, floor(row)), ...edge(rowDepth / 2, floor(row + 1)).toReversed()] }
  })
  const seed = Math.round((seats[0]?.at[0] ?? 0) * 100)
  return {
    strips,
    seats: seats.map(({ at: [x, y], row }, i) => ({
      at: [x, y, floor(row)],
      taken: noise(seed + row, i),
      look: noise(seed + row, i + 5000),
    })),
  }
}

/** Returns the back wall, the underside, the front edge and the trusses of a roof above a section. */
function roofOf(section: PlanSection, { foot, step }: SectionSlope, roof: Roof): readonly Piece[] {
  const back = (section.rows.length - 0.5) * section.rowDepth + 1.5
  const [outer, inner] = [rowLine(section, back, 3), rowLine(section, back - roof.depth, 3)]
  const top = foot + section.rows.length * step
  const at = (points: readonly Point[], height: number): readonly Place3[] => points.map(([x, y]) => [x, y, height])
  const [o, i] = [at(outer, roof.height - 1.2), at(inner, roof.height)]
  const panels = o.slice(1).map((point, k) => surface('roof', [o[k] ?? point, point, i[k + 1] ?? point, i[k] ?? point]))
  const truss = (k: number): Piece =>
    line(
      'pillar',
      0.35,
      [o.at(k), i.at(k)].flatMap((p) => (p ? [p] : [])),
    )
  const post = (k: number): Piece => {
    const [x, y] = outer.at(k) ?? [0, 0]
    return line('pillar', 0.5, [
      [x, y, top],
      [x, y, roof.height - 1.2],
    ])
  }
  return [
    wall('wallBack', outer, top - 0.5, top + 2.2),
    post(0),
    post(-1),
    ...panels,
    truss(0),
    truss(-1),
    wall('roofEdge', inner, roof.height - 0.2, roof.height + 1),
  ]
}

/** Returns a pillar for each group of seats with a restricted view, between the seats and the middle of the field. */
function pillarsOf(section: PlanSection, { foot, step }: SectionSlope, middle: Point, top: number): readonly Piece[] {
  const seats = planSeats(section)
  return (section.restrictedView ?? []).map(({ row, numbers }) => {
    const hidden = seats.filter(({ rowLabel, number }) => rowLabel === row && numbers.includes(number))
    const [x, y] = meanOf(hidden.map(({ at }) => at))
    const away = Math.max(Math.hypot(middle[0] - x, middle[1] - y), 1e-6)
    const [dx, dy] = [(middle[0] - x) / away, (middle[1] - y) / away]
    // The pillar is three rows ahead of the seats and a little to the side, so that it hides part of the field.
    const ahead = 3 * section.rowDepth
    const [px, py] = [x + dx * ahead - dy * 0.5, y + dy * ahead + dx * 0.5]
    const floor = foot + ((hidden[0]?.row ?? 0) - 3) * step
    return line('pillar', 0.4, [
      [px, py, floor],
      [px, py, top],
    ])
  })
}

type Roof = NonNullable<VenuePlan['tribunes'][number]['roof']>

/** One step of painting. `shade`: from -1 (darker) to 1 (lighter). `haze`: from 0 (near) to 3 (far). */
export type Step =
  | {
      readonly kind: 'area'
      readonly colour: Colour
      readonly points: readonly Point[]
      readonly shade?: number
      readonly haze?: number
      /** True if the area is at least one pixel wide. */
      readonly edged?: boolean
    }
  | { readonly kind: 'line'; readonly colour: Colour; readonly width: number; readonly points: readonly Point[] }
  /** Seats and people in stands, as boxes: `x`, `y`, width, height and index of the colour, one after another. */
  | {
      readonly kind: 'crowd'
      readonly colours: readonly Colour[]
      readonly boxes: readonly number[]
      readonly haze: number
    }
  /** `at`: middle between the feet; `size`: height. */
  | { readonly kind: 'person'; readonly dress: Dress; readonly at: Point; readonly size: number }
  | Spectator
  | { readonly kind: 'glow'; readonly at: Point; readonly size: number }

/** A person in front, seen from behind. `at`: top of the head; `size`: height of the head. */
export interface Spectator {
  readonly kind: 'spectator'
  readonly at: Point
  readonly size: number
  readonly shirt: Colour
  /** Number from 0 to 1 that determines skin, hair and cap. */
  readonly look: number
}

export function stepsOf(camera: Camera, piece: Piece): readonly Step[] {
  if (piece.kind === 'surface') {
    const points = camera.shape(piece.points)
    return isInPicture(points) ? [{ kind: 'area', colour: piece.colour, points, edged: piece.edged === true }] : []
  }
  if (piece.kind === 'line') {
    const spots = piece.points.flatMap((place) => camera.spot(place) ?? [])
    const scale = Math.min(...spots.map((spot) => spot.scale))
    return camera
      .line(piece.points)
      .filter(isInPicture)
      .map((points) => ({ kind: 'line', colour: piece.colour, width: piece.width * scale, points }))
  }
  const spot = camera.spot(piece.at)
  if (!spot) return []
  if (piece.kind === 'glow') return [{ kind: 'glow', at: spot.at, size: piece.radius * spot.scale }]
  return [{ kind: 'person', dress: piece.dress, at: spot.at, size: piece.height * spot.scale }]
}

export function isInPicture(points: readonly Point[]): boolean {
  return (
    points.some(([x]) => x > -1.02) &&
    points.some(([x]) => x < 1.02) &&
    points.some(([, y]) => y < HALF_HEIGHT + 0.02) &&
    points.some(([, y]) => y > -HALF_HEIGHT - 0.02)
  )
}

export function nearestLast(camera: Camera, groups: FieldScene['standing']): readonly Step[] {
  return groups
    .map((pieces) => {
      const [first] = pieces
      const place = first && ('at' in first ? first.at : first.points[0])
      return { pieces, away: (place && camera.spot(place)?.away) ?? 0 }
    })
    .sort((a, b) => b.away - a.away)
    .flatMap(({ pieces }) => pieces.flatMap((piece) => stepsOf(camera, piece)))
}
