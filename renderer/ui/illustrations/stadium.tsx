import { useMemo } from 'react'
import { crestDesign, emblemDesign } from './crest.tsx'

const [WIDTH, HEIGHT] = [1000, 470]

/** Viewpoint relative to the centre of the pitch, in metres; scale and horizon of the picture, in its own units. */
const [EYE_BACK, EYE_UP, SCALE, HORIZON] = [95, 24, 977, 33]

type Place = readonly [x: number, y: number, z?: number]

function project([x, y, z = 0]: Place): readonly [number, number] {
  const near = SCALE / (EYE_BACK + y)
  return [WIDTH / 2 + x * near, HORIZON + (EYE_UP - z) * near]
}

const at = (place: Place): string => project(place).map(Math.round).join(' ')
const line = (...places: readonly Place[]): string => `M${places.map(at).join('L')}`
const area = (...places: readonly Place[]): string => `${line(...places)}z`

/** Returns the y coordinate at `x` of a stand `depth` metres behind the pitch centre. The corners are rounded. */
const bowl = (x: number, depth: number): number => depth * (1 - Math.min(1, Math.abs(x) / 84) ** 3.2) ** 0.3125

const acrossStand = Array.from({ length: 43 }, (_, index) => -84 + index * 4)
const ring = (depth: number, height: number): Place[] => acrossStand.map((x) => [x, bowl(x, depth), height])
const band = (low: readonly [number, number], high: readonly [number, number]): string =>
  area(...ring(...low), ...ring(...high).toReversed())

/** Two tiers of seats: depth and height of the first row (`from`) and the last row (`to`), in metres. */
const tiers = [
  { from: [50, 1.6], to: [62, 9.4], rows: 8 },
  { from: [63, 11.6], to: [76, 21], rows: 9 },
] as const
const ROWS = 17

/**
 * Returns whether a spectator wears the light colour. `along`: position from the outer end (0) to the middle (1) of the
 * stand. `up`: position from the lowest (0) to the highest (1) row.
 */
type Mosaic = (along: number, up: number) => boolean

/** Mosaics of the spectators' colours, by the pattern of the club's crest. */
const mosaics: Readonly<Record<ReturnType<typeof crestDesign>['pattern'], Mosaic>> = {
  stripes: (along) => Math.floor(along * 8) % 2 === 1,
  hoops: (_, up) => Math.floor(up * 5) % 2 === 1,
  halves: (along) => along > 0.5,
  sash: (along, up) => Math.abs(((along * 3.4) % 1.7) - 0.35 - up) < 0.24,
  chevron: (along, up) => Math.abs(Math.abs(((along * 3) % 1) - 0.5) * 1.6 - up + 0.1) < 0.2,
  quarters: (along, up) => along > 0.5 !== up > 0.5,
}

/** Distance between the starts of two blocks of seats, and width of a block, in metres. The rest is the aisle. */
const [BLOCK, BLOCK_WIDTH] = [11, 10]

/**
 * Returns the paths of one half of the stand: blocks of seats, and a mark for each spectator. A tenth of the seats are
 * empty; 8 % are taken by spectators in the club's other colour. Each block has paths of its own, so that a tile of the
 * screen draws only the spectators near it.
 */
function crowd(side: -1 | 1, mosaic: Mosaic) {
  const marks = { seats: '', blocks: Array.from({ length: Math.ceil(69 / BLOCK) }, () => ({ deep: '', light: '' })) }
  for (const { from, to } of tiers) {
    const corner = (along: number, [depth, height]: readonly [number, number]): Place => [
      side * along,
      bowl(along, depth),
      height,
    ]
    for (let along = 1; along < 70; along += BLOCK)
      marks.seats += area(
        ...[along, along + BLOCK_WIDTH / 2, along + BLOCK_WIDTH].map((each) => corner(each, from)),
        ...[along + BLOCK_WIDTH, along + BLOCK_WIDTH / 2, along].map((each) => corner(each, to)),
      )
  }
  let chance = side + 7
  let row = 0
  for (const { from, to, rows } of tiers) {
    for (let index = 0; index < rows; index++, row++) {
      const share = (index + 0.5) / rows
      const [depth, height] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      for (let along = 1.4; along < 70; along += 0.83) {
        chance = (chance * 16807) % 2147483647
        const lot = chance / 2147483647
        if (lot < 0.1 || (along - 1) % BLOCK > BLOCK_WIDTH - 0.6) continue
        const isLight = mosaic(1 - along / 66, row / ROWS) !== lot > 0.92
        const block = marks.blocks[Math.floor((along - 1) / BLOCK)]
        if (block) block[isLight ? 'light' : 'deep'] += `M${at([side * along, bowl(along, depth), height])}h4`
      }
    }
  }
  return marks
}

const goalAreas = [-1, 1].flatMap((side) =>
  [
    [16.5, 20.2],
    [5.5, 9.2],
  ].map(([long = 0, wide = 0]) =>
    line([side * 52.5, -wide], [side * (52.5 - long), -wide], [side * (52.5 - long), wide], [side * 52.5, wide]),
  ),
)
const circle = Array.from({ length: 40 }, (_, index): Place => {
  const angle = (index / 40) * 2 * Math.PI
  return [9.15 * Math.cos(angle), 9.15 * Math.sin(angle)]
})
const chalk = [
  area([-52.5, -34], [52.5, -34], [52.5, 34], [-52.5, 34]),
  line([0, -34], [0, 34]),
  area(...circle),
  ...goalAreas,
].join('')

const mown = Array.from({ length: 7 }, (_, index) => {
  const from = -52.5 + index * 15
  return area([from, -36], [from + 7.5, -36], [from + 7.5, 36], [from, 36])
}).join('')

/** Advertising boards in the same colours as in the view from a seat. */
const boards = ['#ce1126', '#fcd116', '#009460', '#ffffff'].map((fill, index) => ({
  fill,
  path: Array.from({ length: 5 }, (_, turn) => {
    const from = -72 + (turn * 4 + index) * 7
    return area([from, 39], [from + 7, 39], [from + 7, 39, 1.2], [from, 39, 1.2])
  }).join(''),
}))

const homePlayers: readonly Place[] = [
  [-46, 1],
  [-28, 22],
  [-31, 8],
  [-30, -9],
  [-26, -24],
  [-12, 14],
  [-10, -4],
  [-14, -20],
  [6, 24],
  [9, 3],
  [4, -16],
]
const awayPlayers: readonly Place[] = [
  [47, -1],
  [30, 21],
  [33, 7],
  [31, -8],
  [27, -22],
  [14, 12],
  [17, -5],
  [13, -19],
  [-6, 19],
  [-5, 7],
  [22, 27],
]

/** Returns one bar for each player, from height `low` to `high` and `half` to each side, in metres. */
function bodies(players: readonly Place[], low: number, high: number, half: number): string {
  return players
    .map(([x, y]) => area([x - half, y, low], [x + half, y, low], [x + half, y, high], [x - half, y, high]))
    .join('')
}

interface Shirts {
  readonly shirt: string
  readonly shorts: string
}

function Players({ all, shirt, shorts }: Shirts & { readonly all: readonly Place[] }) {
  return (
    <>
      <path d={bodies(all, 0, 2.4, 0.3)} fill="#3f2618" />
      <path d={bodies(all, 0.65, 1.15, 0.42)} fill={shorts} />
      <path d={bodies(all, 1.1, 1.95, 0.52)} fill={shirt} />
    </>
  )
}

/** Returns the path of a waving flag, or of a stripe of the flag. */
const waving = (x: number, y: number, width: number, height: number): string => {
  const [part, bend] = [width / 4, width / 9]
  return `M${x} ${y}q${part} ${-bend} ${2 * part} 0t${2 * part} 0v${height}q${-part} ${bend} ${-2 * part} 0t${-2 * part} 0z`
}

interface Colours {
  readonly deep: string
  readonly light: string
}

function Flag({ x, y, deep, light }: Colours & { readonly x: number; readonly y: number }) {
  return (
    <>
      <path d={`M${x} ${y - 12}h4V${HEIGHT}h-4z`} fill="#2a1c14" />
      <path d={waving(x + 4, y, 140, 84)} fill={deep} />
      <path d={waving(x + 4, y + 30, 140, 24)} fill={light} />
    </>
  )
}

/** Position and head size of each spectator in the foreground. */
const inFront = Array.from({ length: 17 }, (_, index) => {
  const wave = (index * 37) % 11
  return { x: index * 62 + wave * 2, y: 412 + (index % 2) * 18 - wave, size: 21 + (index % 2) * 4 }
})

function People({ clothes }: { readonly clothes: readonly string[] }) {
  return inFront.map(({ x, y, size }, index) => (
    <g key={x}>
      <path
        d={`M${x - 2 * size} ${HEIGHT}V${y + 2.4 * size}q0 ${-size} ${2 * size} ${-size}t${2 * size} ${size}V${HEIGHT}z`}
        fill={clothes[(index * 5) % clothes.length]}
      />
      <path d={`M${x - 0.35 * size} ${y + size}h${0.7 * size}v${0.9 * size}h${-0.7 * size}z`} fill="#4a2c1b" />
      <ellipse cx={x} cy={y + size * 0.35} rx={size * 0.82} ry={size * 0.9} fill="#4a2c1b" />
      <ellipse cx={x} cy={y + size * 0.12} rx={size * 0.78} ry={size * 0.84} fill="#17100d" />
    </g>
  ))
}

/** Stadium on a match day. Each half of the stand shows the colours of one club. */
export function Stadium({ home, away }: { readonly home: string; readonly away: string }) {
  const halves = useMemo(() => {
    const clubs = [crestDesign(home), crestDesign(away, home)] as const
    return clubs.map((club, index) => ({ ...club, crowd: crowd(index === 0 ? -1 : 1, mosaics[club.pattern]) }))
  }, [home, away])
  const [host, guest] = halves
  if (!host || !guest) return null
  const everyday = ['#ece7dc', '#1d6b45', '#e6b422', '#ece7dc']
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <path d={band([76, 21], [80, 28])} fill="#b9ab93" />
      <path d={band([50, 0], [80, 22.5])} fill="#d9cdb8" />
      {halves.map(({ deep, light, crowd }, index) => (
        <g key={index} strokeWidth="6">
          <path d={crowd.seats} fill={`color-mix(in srgb, ${deep} 62%, #1c1512)`} />
          {crowd.blocks.map((block, place) => (
            <g key={place}>
              <path d={block.deep} stroke={`color-mix(in srgb, ${deep} 82%, #fff)`} />
              <path d={block.light} stroke={light} />
            </g>
          ))}
        </g>
      ))}
      <path d={band([62, 9.4], [63, 11.6])} fill="#efe7d6" />
      <path d={band([56, 26.2], [80, 30])} fill="#efe7d6" />
      <path d={line(...ring(56, 26.2))} fill="none" stroke="#8d8069" strokeWidth="3" />
      <path d={area([-90, 48], [90, 48], [70, -45], [-70, -45])} fill="#b4573f" />
      <path d={area([-72, 39], [72, 39], [72, -45], [-72, -45])} fill="#2f7d3b" />
      <path d={mown} fill="#3f9148" />
      <path d={chalk} fill="none" stroke="#fff" strokeWidth="2" />
      {boards.map(({ fill, path }) => (
        <path key={fill} d={path} fill={fill} />
      ))}
      <Players all={homePlayers} shirt={host.deep} shorts={host.light} />
      <Players all={awayPlayers} shirt={guest.light} shorts={guest.deep} />
      <Flag x={96} y={250} {...host} />
      <Flag x={752} y={262} {...guest} />
      <People clothes={[host.deep, host.light, ...everyday, guest.light, guest.deep]} />
    </svg>
  )
}

const beams = [120, 310, 500, 690, 880].map((x, index) => {
  const to = 500 + (index - 2) * 120
  return `M${x} ${Math.round(105 + ((x - 500) / 50) ** 2 * 1.5)}L${to - 75} 352H${to + 75}z`
})

/** Stage for an event without teams. */
export function Stage({ title }: { readonly title: string }) {
  const { deep, light } = useMemo(() => emblemDesign(title), [title])
  const clothes = ['#1d6b45', '#ece7dc', light, '#e6b422', '#1d4f9c']
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <path d={`M0 ${HEIGHT}V200q500 -190 1000 0V${HEIGHT}z`} fill="#16110f" />
      <path d="M150 352V200q350 -120 700 0V352z" fill={`color-mix(in srgb, ${deep} 55%, #16110f)`} />
      <path d={beams.join('')} fill={light} fillOpacity="0.2" />
      <path d="M110 352H890L960 396H40z" fill="#6d4a2c" />
      {clothes.map((fill, index) => (
        <g key={fill} transform={`translate(${320 + index * 90} 352)`}>
          <path d="M-14 0v-44h28v44h-11v-34h-6v34z" fill="#241b17" />
          <path d="M-24 -50l6 -34q18 -10 36 0l6 34l-8 2v12h-32v-12z" fill={fill} />
          <ellipse cy="-101" rx="11" ry="13" fill="#4a2c1b" />
          <path d="M-11 -104a11 11 0 0 1 22 0z" fill="#17100d" />
        </g>
      ))}
      <path d="M527 352v-76h4v76z" fill="#0d0a09" />
      <People clothes={['#211a17', '#2b221d', '#1a1513', deep]} />
    </svg>
  )
}
