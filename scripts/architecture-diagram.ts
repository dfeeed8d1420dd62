// Draws the architecture diagram from the code: folders as boxes, imports as arrows. Run: npm run architecture:diagram
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFacts } from '../tests/support/project-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const picture = new URL('../docs/developing/architecture.svg', import.meta.url)

function roomOf(path: string): string {
  const [part = '', folder = '', ...below] = path.split('/')
  if (below.length > 0) return `${part}/${folder}`
  return part === 'electron' ? 'shells' : part === 'renderer' ? 'renderer (start)' : part
}

export function readImportGraph(): ReadonlyMap<string, ReadonlySet<string>> {
  const house = new Map<string, Set<string>>()
  for (const part of ['shared', 'electron', 'renderer']) {
    for (const entry of readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })) {
      const path = posix.join(part, entry.split(sep).join('/'))
      if (!/\.tsx?$/u.test(path) || path.endsWith('.d.ts')) continue
      const room = roomOf(path)
      const reached = house.get(room) ?? new Set()
      house.set(room, reached)
      for (const specifier of sourceFacts({ path, text: readFileSync(join(root, path), 'utf8') }).specifiers) {
        const target = roomOf(posix.join(posix.dirname(path), specifier))
        if (specifier.startsWith('.') && target !== room && !/^(?:resources|docs)/u.test(target)) reached.add(target)
      }
    }
  }
  return new Map([...house].map(([room, reached]) => [room, new Set([...reached].filter((each) => house.has(each)))]))
}

/** Returns the layer of each folder, one above its highest import. Throws if the folders form an import cycle. */
export function layersOf(house: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const floors = new Map<string, number>()
  const floor = (room: string, trail: readonly string[]): number => {
    if (trail.includes(room)) throw new Error(`a circle of folders: ${[...trail, room].join(' → ')}`)
    const known = floors.get(room)
    if (known !== undefined) return known
    const below = [...(house.get(room) ?? [])].map((next) => floor(next, [...trail, room]))
    floors.set(room, below.length === 0 ? 0 : Math.max(...below) + 1)
    return floors.get(room) ?? 0
  }
  for (const room of house.keys()) floor(room, [])
  return floors
}

/** Returns the arrows to draw. A folder that is reachable through another folder gets no arrow of its own. */
function arrowsOf(house: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly [string, string])[] {
  const reaches = (from: string, to: string): boolean =>
    [...(house.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return [...house].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to] as const),
  )
}

const ROOM = { width: 148, height: 34, apart: 16, storey: 92 }

export function drawImportGraph(house: ReadonlyMap<string, ReadonlySet<string>>): string {
  const floors = layersOf(house)
  const top = Math.max(...floors.values())
  const storeys = Array.from({ length: top + 1 }, (_, index) =>
    [...house.keys()].filter((room) => floors.get(room) === top - index).sort(),
  )
  const width = Math.max(...storeys.map((rooms) => rooms.length)) * (ROOM.width + ROOM.apart) + ROOM.apart
  const places = new Map(
    storeys.flatMap((rooms, storey) =>
      rooms.map((room, index) => {
        const gap = width / rooms.length
        return [room, { x: gap * (index + 0.5), y: 30 + storey * ROOM.storey }] as const
      }),
    ),
  )
  const at = (room: string): { readonly x: number; readonly y: number } => places.get(room) ?? { x: 0, y: 0 }
  const lines = arrowsOf(house).map(([from, to]) => {
    const [a, b] = [at(from), at(to)]
    const [y1, y2] = [a.y + ROOM.height / 2, b.y - ROOM.height / 2 - 6]
    const bend = (y2 - y1) / 2
    return `<path d="M${a.x} ${y1} C${a.x} ${y1 + bend} ${b.x} ${y2 - bend} ${b.x} ${y2}"/>`
  })
  const rooms = [...places].map(([room, { x, y }]) => {
    const part = room.split('/')[0] ?? ''
    return `<g class="${part}"><rect x="${x - ROOM.width / 2}" y="${y - ROOM.height / 2}" width="${ROOM.width}" height="${ROOM.height}" rx="6"/><text x="${x}" y="${y + 5}">${room.replace(/^(?:electron|renderer|shared)\//u, '')}</text></g>`
  })
  const height = storeys.length * ROOM.storey - ROOM.storey + 60
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="14">`,
    '<style>rect{fill:#eef1f4;stroke:#56616b}.electron rect,.shells rect{fill:#e3f0e6}.renderer rect{fill:#e6ecf8}.shared rect{fill:#fbf0d9}',
    'text{text-anchor:middle;fill:#16202a}path{fill:none;stroke:#8a949e;marker-end:url(#tip)}</style>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" style="fill:#8a949e;stroke:none"/></marker></defs>',
    `<rect x="0" y="0" width="${width}" height="${height}" style="fill:#fff;stroke:none"/>`,
    ...lines,
    ...rooms,
    '</svg>',
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(picture, drawImportGraph(readImportGraph()))
