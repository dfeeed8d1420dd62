import { pitchFrame, pitchScene } from './pitch.ts'
import {
  BETWEEN_TIERS,
  type Camera,
  HALF_HEIGHT,
  isInside,
  type Lens,
  meanOf,
  type Place3,
  PLAIN_LENS,
  planSeats,
  risesOf,
  scaleFor,
  type SectionSlope,
  towards,
} from './venue-geometry.ts'
import {
  ARCH,
  type Colour,
  type FieldScene,
  isInPicture,
  type Light,
  line,
  nearestLast,
  type Piece,
  type Spectator,
  STAGE,
  type Stand,
  stageScene,
  standOf,
  type Step,
  stepsOf,
  wall,
} from './venue-pieces.ts'
import type { Point, VenuePlan } from './venue-plan.ts'

/**
 * The view from a seat. `x` is -1 at the left edge and 1 at the right edge of the picture; `y` is measured downwards
 * from the middle, and half the height is `HALF_HEIGHT`. Steps may extend beyond the picture.
 */
export interface SeatView {
  readonly kind: VenuePlan['field']['kind']
  readonly light: Light
  /** `y` coordinate of the horizon. */
  readonly horizon: number
  /** Outline of the field in the picture. */
  readonly field: readonly Point[]
  /** Steps in the order in which they are painted. */
  readonly steps: readonly Step[]
}

export interface SeatAddress {
  /** Section code, row label and number, as written on the seat. */
  readonly sector: string
  readonly row: string
  readonly seatNumber: number
}

/** Position of a seat, for a text description. */
export interface SeatFacts {
  readonly kind: VenuePlan['field']['kind']
  /** Distance to the middle of the field and height of the eyes above it, in whole metres. */
  readonly distance: number
  readonly height: number
  /** `left` and `right` from the viewer's position: direction of the nearer goal, or side of the hall. */
  readonly side: 'middle' | 'left' | 'right' | 'goal' | 'corner'
}

/** Eye height of a seated person above the floor, and height of the top of the head, in metres. */
const [SEATED_EYE, SEATED_HEAD] = [1.2, 1.24]

const LEVEL: SectionSlope = { foot: 0, step: 0, lowest: true, outermost: true }

/** Returns the light of an event by its local start `YYYY-MM-DDTHH:MM:SS`. */
export function lightAt(startsAt: string): Light {
  const hour = Number(startsAt.slice(11, 13)) + Number(startsAt.slice(14, 16)) / 60
  if (hour >= 17 && hour <= 18.5) return 'warm'
  return hour > 18.5 || hour < 6 ? 'night' : 'day'
}

/** Returns the eye position of a person in a seat; null if the plan has no such seat. */
export function eyeOf(plan: VenuePlan, { sector, row, seatNumber }: SeatAddress): Place3 | null {
  const section = plan.sections.find(({ code }) => code === sector)
  const seat = section && planSeats(section).find((each) => each.rowLabel === row && each.number === seatNumber)
  if (!section || !seat) return null
  const { foot, step } = builtOf(plan).rises.get(sector) ?? LEVEL
  return [...seat.at, foot + seat.row * step + SEATED_EYE]
}

/** Number of adjacent seats that share a picture: their eyes are less than 3 m apart. */
const SHARED_BY = 5

/**
 * Returns the seat whose picture represents the given seat. Adjacent seats share a picture. Null if the plan has no
 * such seat.
 */
export function sharedSeat(plan: VenuePlan, address: SeatAddress): SeatAddress | null {
  const section = plan.sections.find(({ code }) => code === address.sector)
  const row = section ? planSeats(section).filter(({ rowLabel }) => rowLabel === address.row) : []
  const index = row.findIndex(({ number }) => number === address.seatNumber)
  const first = index - (index % SHARED_BY)
  const shared = row[Math.floor((first + Math.min(first + SHARED_BY, row.length) - 1) / 2)]
  return index >= 0 && shared ? { ...address, seatNumber: shared.number } : null
}

/** Returns distance, height and side of a seat; null if the plan has no such seat. */
export function seatFacts(plan: VenuePlan, address: SeatAddress): SeatFacts | null {
  const eye = eyeOf(plan, address)
  if (!eye) return null
  const { kind, outline } = plan.field
  const [x, y, height] = eye
  const middle = meanOf(outline)
  const distance = Math.hypot(x - middle[0], y - middle[1])
  return { kind, distance: Math.round(distance), height: Math.round(height), side: sideOf(plan, eye) }
}

/** Maximum angle between a corner and a seat behind it, seen from the middle of the field (9°). */
const CORNER = Math.PI / 20

function sideOf(plan: VenuePlan, [x, y]: Place3): SeatFacts['side'] {
  const { kind, outline } = plan.field
  const middle = meanOf(outline)
  const [toX, toY] = [middle[0] - x, middle[1] - y]
  /** Positive if a point lies to the right of a viewer who looks at the middle of the field. */
  const turn = ([px, py]: Point): number => (py - y) * toX - (px - x) * toY
  if (kind === 'stage') {
    const [ax, ay] = axisOf(outline, builtOf(plan).stands)
    const aside = toX * ay - toY * ax
    if (Math.abs(aside) < 0.25 * Math.hypot(toX, toY)) return 'middle'
    return aside > 0 ? 'left' : 'right'
  }
  const { halfLength, halfWidth, locate, place } = pitchFrame(outline)
  const [u, v] = locate([x, y])
  const beyondCorner = Math.atan2(Math.abs(v), Math.abs(u)) - Math.atan2(halfWidth, halfLength)
  if (Math.abs(beyondCorner) < CORNER) return 'corner'
  if (beyondCorner < 0) return 'goal'
  if (Math.abs(u) < halfLength / 3) return 'middle'
  return turn(place(Math.sign(u) * halfLength, 0)) > 0 ? 'right' : 'left'
}

/** Returns the view from a seat; null if the plan has no such seat. `quiet`: only field, lines and stands. */
export function seatView(plan: VenuePlan, address: SeatAddress, light: Light, quiet = false): SeatView | null {
  const eye = eyeOf(plan, address)
  if (!eye) return null
  const { kind, outline } = plan.field
  const built = builtOf(plan)
  const aim = aimOf(plan, eye)
  const camera = towards(eye, aim, lensOf(plan, eye, aim))
  const floor = kind === 'stage' ? STAGE : 0
  const field = camera.shape(outline.map(([x, y]): Place3 => [x, y, floor]))
  const stands = farthestFirst(built.stands, eye)
  const view = { kind, light, horizon: camera.horizon, field }
  if (quiet) return { ...view, steps: quietSteps(camera, { plan, stands }, field) }
  const scene = sceneOf(plan, light)
  const stage = { camera, eye, field, hazy: kind === 'pitch' }
  const crowds = stands.map((stand) => (isSeen(camera, stand) ? crowdOf(stage, stand) : null))
  const spectators = crowds.flatMap((crowd) => crowd?.people ?? []).toSorted((a, b) => b.away - a.away)
  return {
    ...view,
    steps: [
      ...scene.background.flatMap((piece) => stepsOf(camera, piece)),
      ...scene.ground.flatMap((piece) => stepsOf(camera, piece)),
      ...stands.flatMap((stand, i) => standSteps(stage, stand, crowds[i]?.steps)),
      ...nearestLast(camera, scene.standing),
      ...stands.flatMap((stand) => railSteps(stage, stand)),
      ...stands.flatMap(({ pillars }) => pillars.flatMap((piece) => stepsOf(camera, piece))),
      ...spectators.map(({ person }) => person),
    ],
  }
}

/**
 * Returns the visible area from a seat as a triangle on the plan: the seat, then the two ends of a line through the
 * point that the viewer looks at. Null if the plan has no such seat.
 */
export function viewCone(plan: VenuePlan, address: SeatAddress): readonly [Point, Point, Point] | null {
  const eye = eyeOf(plan, address)
  if (!eye) return null
  const aim = aimOf(plan, eye)
  const { halfWidth } = lensOf(plan, eye, aim)
  const [dx, dy] = [(aim[0] - eye[0]) * halfWidth, (aim[1] - eye[1]) * halfWidth]
  return [
    [eye[0], eye[1]],
    [aim[0] + dy, aim[1] - dx],
    [aim[0] - dy, aim[1] + dx],
  ]
}

/**
 * Returns the point that the viewer looks at: the middle of the field, shifted towards the near penalty spot for a seat
 * behind a goal.
 */
function aimOf({ field: { kind, outline } }: VenuePlan, [x, y]: Place3): Point {
  if (kind === 'stage') return meanOf(outline)
  const { halfLength, halfWidth, locate, place } = pitchFrame(outline)
  const [u, v] = locate([x, y])
  const behind = Math.min(Math.max((Math.abs(u) - halfLength) / 12, 0), 1)
  const beside = Math.min(Math.max((2 * halfWidth - Math.abs(v)) / halfWidth, 0), 1)
  return place(Math.sign(u) * Math.max(halfLength - 11, 0) * behind * beside, 0)
}

/**
 * Shares of the picture's height: field and opposite stands together, and distance from the top to the heads in front.
 */
const [FILLED, HEADS] = [0.6, 0.88]

/** Minimum tangent of half the viewing angle, and limits of the horizon as shares of the picture's height. */
const MIN_HALF_WIDTH = { pitch: 0.53, stage: 0.38 } as const
const HORIZON = { pitch: [0.22, 0.46], stage: [0.34, 0.62] } as const

const between = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high)

/**
 * Returns the lens for a seat. Field and opposite stands fill most of the picture, and the heads in front are at its
 * lower edge.
 */
function lensOf(plan: VenuePlan, eye: Place3, aim: Point): Lens {
  const { kind, outline } = plan.field
  const camera = towards(eye, aim)
  const heights = (places: readonly Place3[]): readonly number[] =>
    places.flatMap((place) => {
      const spot = camera.spot(place)
      return spot && Math.abs(spot.at[0]) < 0.9 ? [spot.at[1] * PLAIN_LENS.halfWidth] : []
    })
  const edge = [...outline, ...outline.slice(0, 1)].flatMap(([x, y], i, all): readonly Place3[] => {
    const [px, py] = all[i - 1] ?? [x, y]
    return Array.from({ length: 12 }, (_, k) => [
      px + ((x - px) * k) / 12,
      py + ((y - py) * k) / 12,
      kind === 'stage' ? STAGE : 0,
    ])
  })
  const { skyline, stands } = builtOf(plan)
  const middle = Math.hypot(aim[0] - eye[0], aim[1] - eye[1])
  const far = skyline.filter(([x, y]) => Math.hypot(x - eye[0], y - eye[1]) > middle)
  const lowest = Math.max(0.02, ...heights(edge))
  const highest = Math.max(0.06, ...heights(far).map((height) => -height))
  const halfWidth = between(MIN_HALF_WIDTH[kind], (lowest + highest) / FILLED / (2 * HALF_HEIGHT), PLAIN_LENS.halfWidth)
  const height = 2 * HALF_HEIGHT * halfWidth
  const [low, high] = HORIZON[kind]
  const horizon = between(low, 0.76 - lowest / height, high)
  const own = stands.find(({ outline: around }) => isInside(around, [eye[0], eye[1]]))
  const rake = own ? own.slope.step / own.section.rowDepth : 0.4
  const room = (HEADS - horizon) * height
  const below = Math.min(lowest, room - 0.03 * height)
  const above = Math.min(highest + 0.02, (horizon - 0.16) * height)
  return {
    halfWidth,
    horizon,
    below: [below, scaleFor(below, Math.max(rake, below + 0.04), room)],
    above: [above, scaleFor(above, above + 0.6, (horizon - 0.1) * height)],
  }
}

interface Built {
  readonly rises: ReadonlyMap<string, SectionSlope>
  readonly stands: readonly Stand[]
  /** Highest points of stands and roofs, or of a stage. */
  readonly skyline: readonly Place3[]
  readonly scenes: Map<Light, FieldScene>
}

/** Data for all views of a venue, computed once for each plan. */
const known = new WeakMap<VenuePlan, Built>()

function builtOf(plan: VenuePlan): Built {
  const built = known.get(plan)
  if (built) return built
  const rises = risesOf(plan)
  const stands = plan.sections.map((section) => standOf(plan, section, rises.get(section.code) ?? LEVEL))
  const skyline = stands.flatMap(({ section, slope, surface, roof }) => {
    const top = slope.foot + section.rows.length * slope.step + 1
    const edges = roof.flatMap((piece) => (piece.kind === 'surface' ? piece.points : []))
    return [...surface.map(([x, y]): Place3 => [x, y, top]), ...edges]
  })
  const arch = plan.field.outline.map(([x, y]): Place3 => [x, y, ARCH])
  const fresh = {
    rises,
    stands,
    skyline: plan.field.kind === 'stage' ? arch : skyline,
    scenes: new Map<Light, FieldScene>(),
  }
  known.set(plan, fresh)
  return fresh
}

function farthestFirst(stands: readonly Stand[], [x, y]: Place3): readonly Stand[] {
  return stands
    .map((stand) => ({ stand, away: Math.min(...stand.outline.map(([px, py]) => Math.hypot(px - x, py - y))) }))
    .sort((a, b) => b.away - a.away)
    .map(({ stand }) => stand)
}

function sceneOf(plan: VenuePlan, light: Light): FieldScene {
  const { scenes, stands } = builtOf(plan)
  const scene = scenes.get(light) ?? buildScene(plan, stands, light)
  scenes.set(light, scene)
  return scene
}

function buildScene({ field }: VenuePlan, stands: readonly Stand[], light: Light): FieldScene {
  const points = stands.flatMap(({ outline }) => outline)
  const reach = (axis: 0 | 1): number => Math.max(...points.map((point) => Math.abs(point[axis])))
  if (field.kind === 'stage') {
    const top = Math.max(...stands.map(({ section, slope }) => slope.foot + section.rows.length * slope.step))
    return stageScene(field.outline, axisOf(field.outline, stands), reach(0) + 2, Math.max(top + 4, 12))
  }
  const masts = [-1, 1].flatMap((x) => [-1, 1].map((y): Point => [x * reach(0) * 0.74, y * reach(1) * 0.86]))
  const fronts = stands.map(({ front }) => front)
  return pitchScene(field.outline, { fronts, surround: field.surround, masts }, light)
}

function axisOf(outline: readonly Point[], stands: readonly Stand[]): Point {
  const [x, y] = meanOf(outline)
  const [mx, my] = meanOf(stands.map((stand) => meanOf(stand.outline)))
  const length = Math.max(Math.hypot(mx - x, my - y), 1e-6)
  return [(mx - x) / length, (my - y) / length]
}

/** Viewpoint of a picture. `hazy`: true if distant objects fade, as in the open air. */
interface Standpoint {
  readonly camera: Camera
  readonly eye: Place3
  readonly field: readonly Point[]
  readonly hazy: boolean
}

function hazeOf({ eye, hazy }: Standpoint, [point]: readonly Point[]): number {
  const away = point ? Math.hypot(point[0] - eye[0], point[1] - eye[1]) : 0
  return hazy ? between(0, Math.floor((away - 40) / 40), 3) : 0
}

/** `crowd`: absent if at most the roof of the stand is in the picture. */
function standSteps(from: Standpoint, stand: Stand, crowd: readonly Step[] | undefined): readonly Step[] {
  const { camera, eye, hazy } = from
  const { slope, colour, front } = stand
  const roof = stand.roof.flatMap((piece) => stepsOf(camera, piece))
  if (!crowd) return roof
  const haze = hazeOf(from, stand.front)
  const area = (colour: Colour, places: readonly Place3[], shade = 0): readonly Step[] => {
    const points = camera.shape(places)
    return isInPicture(points) ? [{ kind: 'area', colour, points, shade, haze }] : []
  }
  const faces = sectionFaces(stand, eye)
  const low = slope.lowest ? 0 : hazy ? slope.foot - BETWEEN_TIERS : slope.foot - 0.7
  const ring = wall(hazy ? 'wall' : 'gilt', front, low, slope.foot + (slope.lowest ? 0 : 0.7))
  return [
    ...area('concrete', stand.surface),
    ...[0, 1].flatMap((odd) =>
      stand
        .rows()
        .strips.filter(({ row }) => row % 2 === odd)
        .flatMap(({ points }) => area(colour, points, odd === 0 ? 0 : -0.16)),
    ),
    ...(faces ? area(ring.colour, ring.points) : []),
    ...crowd,
    ...roof,
  ]
}

/** Returns true if seats of a stand, or the heads of people on them, may be in the picture. */
function isSeen(camera: Camera, { surface }: Stand): boolean {
  const heads = surface.map(([x, y, height]): Place3 => [x, y, height + SEATED_HEAD])
  return isInPicture([...camera.shape(surface), ...camera.shape(heads)])
}

/** Returns true if the front wall of a stand faces the viewer. */
function sectionFaces({ front, surface }: Stand, [x, y]: Place3): boolean {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [front[0], front.at(-1)]
  const [cx, cy] = surface.at(-1) ?? [0, 0]
  const side = (px: number, py: number): number => (bx - ax) * (py - ay) - (by - ay) * (px - ax)
  return side(x, y) * side(cx, cy) < 0
}

/**
 * Maximum distances in metres of people who are drawn individually, and of people whose heads are kept low in the
 * picture.
 */
const [PEOPLE, COMPANY] = [26, 12]
/**
 * Maximum distance at which heads are drawn at the lower edge and minimum distance of people, both in metres; maximum
 * height of a head in the units of the picture.
 */
const [CLOSE, ARM, MAX_HEAD] = [2.3, 1.2, 0.18]
/** Shares of occupied seats: in the distance, and near the viewer. */
const [TAKEN, TAKEN_NEAR] = [0.6, 0.75]

const shirts: readonly Colour[] = [
  'crowdRed',
  'crowdYellow',
  'crowdGreen',
  'home',
  'crowdWhite',
  'homeLight',
  'home',
  'crowdBlue',
  'crowdRed',
  'crowdDark',
  'crowdSand',
  'crowdWhite',
]

interface Crowd {
  readonly steps: readonly Step[]
  readonly people: readonly { readonly away: number; readonly person: Spectator }[]
}

/**
 * Returns the crowd of a stand. People near the viewer are drawn individually; distant people and nearby seats are
 * boxes.
 */
function crowdOf(from: Standpoint, stand: Stand): Crowd {
  const { camera, eye } = from
  const boxes: number[] = []
  const people: { away: number; person: Spectator }[] = []
  const colours = [stand.colour, ...shirts, 'skin'] as const
  const [chair, skin] = [0, shirts.length + 1]
  for (const { at, taken, look } of stand.rows().seats) {
    const [x, y, floor] = at
    const distance = Math.hypot(x - eye[0], y - eye[1])
    const isTaken = taken < (distance < COMPANY ? TAKEN_NEAR : TAKEN)
    if (!isTaken && distance > PEOPLE) continue
    const spot = camera.spot([x, y, floor + 0.45])
    if (!spot || Math.abs(spot.at[0]) > 1.1) continue
    const { away, scale } = spot
    const [px, py] = spot.at
    // Near the viewer, the lens compresses heights, so the top of the head is projected separately.
    const top = distance < 80 ? (camera.spot([x, y, floor + 1.25])?.at[1] ?? py) : py - 0.8 * scale
    const tall = py - top
    const shirt = 1 + Math.floor(look * shirts.length)
    if (distance > PEOPLE) {
      boxes.push(px - 0.24 * scale, top + 0.35 * tall, 0.48 * scale, 0.75 * tall, shirt)
      boxes.push(px - 0.12 * scale, top, 0.24 * scale, 0.38 * tall, skin)
      continue
    }
    if (away > CLOSE) boxes.push(px - 0.22 * scale, top + tall / 2, 0.44 * scale, tall / 2, chair)
    const person = isTaken ? spectatorOf(from, [x, y, floor + SEATED_HEAD], (look * 17) % 1) : null
    if (person) people.push({ away, person: { ...person, shirt: colours[shirt] ?? 'crowdRed' } })
  }
  return { steps: [{ kind: 'crowd', colours, boxes, haze: hazeOf(from, stand.front) }], people }
}

function spectatorOf(from: Standpoint, head: Place3, look: number): Omit<Spectator, 'shirt'> | null {
  const spot = from.camera.spot(head)
  if (!spot || spot.away < ARM) return null
  const size = Math.min(0.26 * spot.scale, MAX_HEAD)
  const jitter = (look - 0.4) * 0.3 * Math.min(size, 0.12)
  const highest = (HEADS - 0.5) * 2 * HALF_HEIGHT + jitter
  const y =
    spot.away < CLOSE ? HALF_HEIGHT - 0.75 * size : spot.away < COMPANY ? Math.max(spot.at[1], highest) : spot.at[1]
  if (y > HALF_HEIGHT || isInside(from.field, [spot.at[0], y])) return null
  return { kind: 'spectator', at: [spot.at[0], y], size, look }
}

/** Returns the parapet and rail in front of a stand's first row, seen from behind. */
function railSteps({ camera, eye, hazy }: Standpoint, stand: Stand): readonly Step[] {
  const { rail, slope } = stand
  const near = Math.min(...rail.map(([x, y]) => Math.hypot(x - eye[0], y - eye[1])))
  if (near > PEOPLE || sectionFaces(stand, eye) || (!hazy && slope.lowest)) return []
  const bar = (low: number, high: number): Piece =>
    wall(hazy ? 'rail' : 'gilt', rail, slope.foot + low, slope.foot + high)
  const posts = rail.map(([x, y]) =>
    line('rail', 0.04, [
      [x, y, slope.foot],
      [x, y, slope.foot + 0.8],
    ]),
  )
  return [
    wall(hazy ? 'wallBack' : 'gilt', rail, slope.foot - 0.3, slope.foot + 0.35),
    ...posts,
    bar(0.5, 0.52),
    bar(0.77, 0.8),
  ].flatMap((piece) => stepsOf(camera, piece))
}

/** Returns the simplified view for the contrast theme: field, lines and stands as flat shapes with outlines. */
function quietSteps(
  camera: Camera,
  { plan, stands }: { plan: VenuePlan; stands: readonly Stand[] },
  field: readonly Point[],
): readonly Step[] {
  const outlined = (colour: Colour, points: readonly Point[]): readonly Step[] =>
    isInPicture(points)
      ? [
          { kind: 'area', colour, points },
          { kind: 'line', colour: 'rail', width: 0.004, points: [...points, ...points.slice(0, 1)] },
        ]
      : []
  const chalk = sceneOf(plan, 'day').ground.filter((piece) => piece.kind === 'surface' && piece.colour === 'chalk')
  return [
    ...outlined(plan.field.kind === 'stage' ? 'stage' : 'grass', field),
    ...chalk.flatMap((piece) => stepsOf(camera, piece)),
    ...stands.flatMap(({ colour, surface }) => outlined(colour, camera.shape(surface))),
  ]
}
