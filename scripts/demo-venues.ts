// Computes resources/venues/*.json, so that rows, aisles and counts are consistent. Run: node scripts/demo-venues.ts
import { writeFile } from 'node:fs/promises'
import { availableLength, planSeats, rowLength, seatCount } from '../shared/domain/venue/venue-geometry.ts'
import type { PlanRow, PlanSection, Point, VenuePlan } from '../shared/domain/venue/venue-plan.ts'
import { formatted } from './formatted.ts'

const folder = new URL('../resources/venues/', import.meta.url)
const STAIRS = 1.2

export async function demoVenueFiles(): Promise<Record<string, string>> {
  const text = (name: string, plan: VenuePlan): Promise<string> => formatted(name, JSON.stringify(plan))
  return {
    'stadium.json': await text('stadium.json', stadium()),
    'concert-hall.json': await text('concert-hall.json', concertHall()),
  }
}

/** Returns a four-centred oval: two wide arcs along the pitch and two narrow arcs behind the goals. */
function stadiumStands() {
  const halfWidth = 84
  const halfHeight = 58
  const endCenter = 44
  const endRadius = halfWidth - endCenter
  const gap = halfHeight - endRadius
  const sideCenter = (endCenter ** 2 - gap ** 2) / (2 * gap)
  const sideRadius = halfHeight + sideCenter
  const sideAngle = (Math.atan2(endCenter, sideCenter) * 180) / Math.PI
  return [
    {
      code: 'N',
      name: 'Tribune Nord',
      color: '#1d4f9c',
      center: [0, sideCenter],
      radius: sideRadius,
      middle: -90,
      half: sideAngle,
      count: 9,
    },
    {
      code: 'E',
      name: 'Virage Est',
      color: '#0b7a3b',
      center: [endCenter, 0],
      radius: endRadius,
      middle: 0,
      half: 90 - sideAngle,
      count: 6,
    },
    {
      code: 'S',
      name: 'Tribune Sud',
      color: '#b81d2c',
      center: [0, -sideCenter],
      radius: sideRadius,
      middle: 90,
      half: sideAngle,
      count: 9,
    },
    {
      code: 'O',
      name: 'Virage Ouest',
      color: '#e3a008',
      center: [-endCenter, 0],
      radius: endRadius,
      middle: 180,
      half: 90 - sideAngle,
      count: 6,
    },
  ] as const
}

type StadiumStand = ReturnType<typeof stadiumStands>[number]
type Tier = 'lower' | 'upper'

function stadium(): VenuePlan {
  const stands = stadiumStands()
  const gateLetters = letters(12)
  const sections: PlanSection[] = []
  const gates: VenuePlan['gates'] = []
  for (const stand of stands) {
    const own = gateLetters.splice(0, 3)
    gates.push(...own.map((letter, index) => stadiumGate(stand, letter, index)))
    for (const tier of ['lower', 'upper'] as const) {
      for (let index = 0; index < stand.count; index++) {
        const gate = own[Math.floor((index * 3) / stand.count)]
        if (gate === undefined) throw new Error('a section without a gate')
        sections.push(stadiumSection(stand, tier, index, gate))
      }
    }
  }
  trimTo(25_000, sections, (section) => Number(section.code.slice(1)) > 10)
  for (const section of sections) {
    if (STADIUM_SPACES.includes(section.code)) addSpaces(section, 'A')
    if (STADIUM_PILLARS.includes(section.code)) addPillar(section)
  }
  const pitch: Point[] = [
    [-52.5, -34],
    [52.5, -34],
    [52.5, 34],
    [-52.5, 34],
  ]
  return {
    format: 'guichet-venue-plan/1',
    venue: { name: 'Stade de la Corniche', city: 'Conakry', country: 'Guinée' },
    field: { kind: 'pitch', outline: pitch },
    tribunes: stands.map((stand) => ({
      code: stand.code,
      name: stand.name,
      color: stand.color,
      label: around(stand.center, stand.radius + 30, stand.middle),
      ...(stand.count === 9 && { roof: STADIUM_ROOF }),
    })),
    zones: stadiumZones,
    gates,
    sections,
  }
}

/** Roof of the two long stands. */
const STADIUM_ROOF = { depth: 19, height: 22 }

const stadiumZones: VenuePlan['zones'] = [
  { code: 'HON', name: 'Tribune d’honneur', color: '#6b2fa0' },
  { code: 'SB', name: 'Tribune Sud basse', color: '#b81d2c' },
  { code: 'SH', name: 'Tribune Sud haute', color: '#d9636e' },
  { code: 'NB', name: 'Tribune Nord basse', color: '#1d4f9c' },
  { code: 'NH', name: 'Tribune Nord haute', color: '#5c88c9' },
  { code: 'EV', name: 'Virage Est', color: '#0b7a3b' },
  { code: 'OV', name: 'Virage Ouest', color: '#e3a008' },
]

function stadiumGate(stand: StadiumStand, letter: string, index: number): VenuePlan['gates'][number] {
  const angle = stand.middle + stand.half * ((index - 1) * (2 / 3))
  return {
    code: letter,
    name: `Porte ${letter}`,
    label: `Porte ${letter}, ${stand.name}, ${['côté ville', 'centre', 'côté mer'][index]}`,
    at: around(stand.center, stand.radius + 36, angle),
  }
}

function stadiumSection(stand: StadiumStand, tier: Tier, index: number, gate: string): PlanSection {
  const width = (2 * stand.half) / stand.count
  const from = stand.middle - stand.half + index * width
  const honour = tier === 'lower' && stand.code === 'S' && index >= 3 && index <= 5
  const number = (tier === 'lower' ? 0 : 10) + index + 1
  const bare: Omit<PlanSection, 'rows'> = {
    code: `${stand.code}${number}`,
    name: honour ? `Tribune d’honneur, secteur S${number}` : `${stand.name}, secteur ${stand.code}${number}`,
    tribune: stand.code,
    zone: honour ? 'HON' : stand.count === 6 ? `${stand.code}V` : `${stand.code}${tier === 'lower' ? 'B' : 'H'}`,
    gate,
    numbering: stadiumNumbering(stand.count, index),
    front: {
      kind: 'arc',
      center: rounded(stand.center),
      radius: round(stand.radius + (tier === 'lower' ? 0 : 14.5)),
      from: round(from),
      to: round(from + width),
    },
    rowDepth: honour ? 0.95 : 0.8,
    seatPitch: honour ? 0.6 : 0.5,
    aisleWidth: 1.2,
  }
  const rowCount = honour ? 13 : tier === 'upper' ? 13 : stand.count === 9 ? 16 : 15
  const labels = tier === 'lower' ? letters(rowCount) : numbers(rowCount)
  return withRows(bare, labels, tier === 'lower' && stand.count === 9 && !honour && index % 2 === 1)
}

/**
 * Returns the seat numbering of a section. Long stands: odd on the left, consecutive in the middle, even on the right.
 * Stands behind the goals: consecutive.
 */
function stadiumNumbering(count: number, index: number): PlanSection['numbering'] {
  const direction = index % 2 === 0 ? 'clockwise' : 'counterclockwise'
  if (count === 6) return { scheme: 'consecutive', direction }
  return { scheme: index < 3 ? 'odd' : index > 5 ? 'even' : 'consecutive', direction }
}

function concertHall(): VenuePlan {
  const sections = [...hallLevels.flatMap(fannedSections), ...hallBoxes()]
  trimTo(1_200, sections, (section) => section.tribune === 'C')
  for (const section of sections) if (HALL_SPACES.includes(section.code)) addSpaces(section, 'K')
  return {
    format: 'guichet-venue-plan/1',
    venue: { name: 'Palais des Arts de Kaloum', city: 'Conakry', country: 'Guinée' },
    field: {
      kind: 'stage',
      outline: [
        [-11, -7],
        [11, -7],
        [9, 4],
        [4, 5.6],
        [-4, 5.6],
        [-9, 4],
      ],
    },
    tribunes: [
      { code: 'P', name: 'Parterre', color: '#a3293d', label: [0, 7.4] },
      { code: 'B', name: 'Premier balcon', color: '#1f6f78', label: [0, 21.6] },
      { code: 'C', name: 'Second balcon', color: '#7a5195', label: [0, 33] },
      { code: 'L', name: 'Loges', color: '#b8860b', label: [-24.5, -2.5] },
    ],
    zones: [
      { code: 'OR', name: 'Carré d’or', color: '#d1495b' },
      { code: 'LOG', name: 'Loges', color: '#b8860b' },
      { code: 'PAR', name: 'Parterre', color: '#a3293d' },
      { code: 'B1', name: 'Premier balcon', color: '#1f6f78' },
      { code: 'B2', name: 'Second balcon', color: '#7a5195' },
    ],
    gates: [
      { code: '1', name: 'Porte 1', label: 'Porte 1, hall, côté jardin', at: [-24, 6] },
      { code: '2', name: 'Porte 2', label: 'Porte 2, hall, côté cour', at: [24, 6] },
      { code: '3', name: 'Porte 3', label: 'Porte 3, grand escalier', at: [-16, 34] },
      { code: '4', name: 'Porte 4', label: 'Porte 4, escalier de la cour', at: [16, 34] },
    ],
    sections,
  }
}

const hallSides = [
  { digit: '1', name: 'côté cour', share: [-1, -0.4], scheme: 'even', direction: 'counterclockwise' },
  { digit: '2', name: 'centre', share: [-0.4, 0.4], scheme: 'consecutive', direction: 'counterclockwise' },
  { digit: '3', name: 'côté jardin', share: [0.4, 1], scheme: 'odd', direction: 'clockwise' },
] as const
const hallLevels = [
  {
    tribune: 'P',
    name: 'Parterre',
    zones: ['PAR', 'OR', 'PAR'],
    gates: ['2', '1', '1'],
    radius: 18.5,
    half: 43,
    rows: 11,
  },
  {
    tribune: 'B',
    name: 'Premier balcon',
    zones: ['B1', 'B1', 'B1'],
    gates: ['4', '3', '3'],
    radius: 32,
    half: 45,
    rows: 3,
  },
  {
    tribune: 'C',
    name: 'Second balcon',
    zones: ['B2', 'B2', 'B2'],
    gates: ['4', '3', '3'],
    radius: 37,
    half: 45,
    rows: 3,
  },
] as const
const hallSeats = { rowDepth: 0.95, seatPitch: 0.55, aisleWidth: 1.1 }

function fannedSections(level: (typeof hallLevels)[number]): PlanSection[] {
  return hallSides.map((side, index) => {
    const section: Omit<PlanSection, 'rows'> = {
      code: `${level.tribune}${side.digit}`,
      name: `${level.name}, ${side.name}`,
      tribune: level.tribune,
      zone: level.zones[index] ?? level.zones[0],
      gate: level.gates[index] ?? level.gates[0],
      numbering: { scheme: side.scheme, direction: side.direction },
      front: {
        kind: 'arc',
        center: [0, -9],
        radius: level.radius,
        from: round(90 + side.share[0] * level.half),
        to: round(90 + side.share[1] * level.half),
      },
      ...hallSeats,
    }
    return withRows(section, letters(level.rows), false)
  })
}

function hallBoxes(): PlanSection[] {
  const places = [
    { digit: '1', gate: '2', side: hallSides[0], from: [17, -7], to: [17, 2] },
    { digit: '2', gate: '1', side: hallSides[2], from: [-17, 2], to: [-17, -7] },
  ] as const
  return places.map(({ digit, gate, side, from, to }) => {
    const section: Omit<PlanSection, 'rows'> = {
      code: `L${digit}`,
      name: `Loges, ${side.name}`,
      tribune: 'L',
      zone: 'LOG',
      gate,
      numbering: { scheme: 'consecutive', direction: side.direction },
      front: { kind: 'line', from: [...from], to: [...to] },
      ...hallSeats,
    }
    return withRows(section, numbers(2), false)
  })
}

/** Fills each row with as many seats as fit beside the stairs. A tunnel widens the middle aisle in rows 6 to 9. */
function withRows(section: Omit<PlanSection, 'rows'>, labels: string[], tunnel: boolean): PlanSection {
  const whole: PlanSection = { ...section, rows: [] }
  const backLength = availableLength(whole, labels.length - 1) - STAIRS
  const blocks = Math.max(1, Math.round(backLength / section.seatPitch / 20))
  labels.forEach((label, index) => {
    const open = tunnel && blocks === 2 && index >= 5 && index <= 8
    const aisle = open ? 4.4 : section.aisleWidth
    const room = availableLength(whole, index) - STAIRS - (blocks - 1) * aisle
    const seats = Math.floor(room / section.seatPitch + 1e-9)
    whole.rows.push({ label, blocks: split(seats, blocks), ...(open && { aisleWidth: aisle }) })
  })
  for (const row of whole.rows) {
    if (rowLength(whole, row) > availableLength(whole, whole.rows.indexOf(row)))
      throw new Error(`${section.code} overflows`)
  }
  return whole
}

/** Sections with wheelchair spaces. One row of each section is level with the gate. */
const STADIUM_SPACES = ['N2', 'N8', 'S2', 'S8', 'E1', 'O6']
const HALL_SPACES = ['P1', 'P3']
/** Sections of the upper tier with a roof pillar behind their middle. */
const STADIUM_PILLARS = ['N12', 'N18']

function addSpaces(section: PlanSection, label: string): void {
  const row = planSeats(section).filter(({ rowLabel }) => rowLabel === label)
  const numbers = [...row.slice(0, 4), ...row.slice(-4)].map(({ number }) => number)
  const everyOther = (from: 0 | 1): number[] => numbers.filter((_, index) => index % 2 === from)
  section.accessible = [{ row: label, numbers: everyOther(0) }]
  section.companion = [{ row: label, numbers: everyOther(1) }]
  section.stepFree = true
}

function addPillar(section: PlanSection): void {
  const last = section.rows.at(-1)
  const row = planSeats(section).filter(({ rowLabel }) => rowLabel === last?.label)
  const middle = Math.floor(row.length / 2)
  section.restrictedView = [
    { row: last?.label ?? '', numbers: row.slice(middle - 1, middle + 1).map(({ number }) => number) },
  ]
}

function split(seats: number, blocks: number): PlanRow['blocks'] {
  return Array.from(
    { length: blocks },
    (_, index) => Math.floor(((index + 1) * seats) / blocks) - Math.floor((index * seats) / blocks),
  )
}

/** Removes single seats from the back rows of the selected sections until the venue has exactly `target` seats. */
function trimTo(target: number, sections: PlanSection[], from: (section: PlanSection) => boolean): void {
  const candidates = sections.filter(from)
  let surplus = sections.reduce((sum, section) => sum + seatCount(section), 0) - target
  if (surplus < 0) throw new Error(`${-surplus} seats too few`)
  for (let turn = 0; surplus > 0; turn++, surplus--) {
    const row = candidates[turn % candidates.length]?.rows.at(-1)
    const block = Math.floor(turn / candidates.length) % 2 === 0 ? 0 : (row?.blocks.length ?? 1) - 1
    const size = row?.blocks[block]
    if (row === undefined || size === undefined || size <= 2) throw new Error('nothing left to trim')
    row.blocks[block] = size - 1
  }
}

function letters(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index))
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1))
}

function around(center: Point, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return rounded([center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)])
}

function rounded([x, y]: Point): Point {
  return [round(x), round(y)]
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

if (import.meta.main) {
  for (const [file, content] of Object.entries(await demoVenueFiles())) await writeFile(new URL(file, folder), content)
}
