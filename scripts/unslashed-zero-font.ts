// node scripts/unslashed-zero-font.ts: makes renderer/styles/plain-zero-*.ttf, an unslashed zero built from the
// outlines of Atkinson Hyperlegible Next, because the font has no such glyph.
import { readFileSync, writeFileSync } from 'node:fs'
import * as fontkit from 'fontkit'

export const weights = [400, 600, 800] as const

interface Point {
  readonly x: number
  readonly y: number
  readonly on: boolean
}
type Contour = readonly Point[]

interface Figure {
  readonly contours: readonly Contour[]
  readonly width: number
  readonly ascent: number
  readonly descent: number
}

const fileOf = (weight: number): URL => new URL(`../renderer/styles/plain-zero-${weight}.ttf`, import.meta.url)

/** Returns a TrueType font with only the letter U+0030. `weight`: a font weight of @fontsource, such as 400. */
export function plainZero(weight: number): Buffer {
  return fontFile(tablesOf(plainZeroOf(weight)))
}

/**
 * Returns the TrueType font with the plain zero appended as its last glyph. Removes the GSUB table, which only refers
 * to the tabular figures. `font` must have short offsets and one width per glyph.
 */
export function withPlainZero(font: Buffer, weight: number): Buffer {
  const { contours, width } = plainZeroOf(weight)
  const tables = new Map(readTables(font))
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (!found) throw new Error(`a font without ${tag}`)
    return Buffer.from(found)
  }
  const [head, maxp, hhea] = [table('head'), table('maxp'), table('hhea')]
  const count = maxp.readUInt16BE(4)
  if (head.readUInt16BE(50) !== 0 || hhea.readUInt16BE(34) !== count) throw new Error('a font of another form')
  head.writeUInt32BE(0, 8)
  maxp.writeUInt16BE(count + 1, 4)
  hhea.writeUInt16BE(count + 1, 34)
  const glyf = Buffer.concat([table('glyf'), glyphTable(contours)])
  const [xMin] = box(contours.flat())
  tables.delete('GSUB')
  return fontFile([
    ...new Map([
      ...tables,
      ['head', head],
      ['maxp', maxp],
      ['hhea', hhea],
      ['glyf', glyf],
      ['loca', Buffer.concat([table('loca'), bytes([2, glyf.length / 2])])],
      ['hmtx', Buffer.concat([table('hmtx'), bytes([2, width, xMin])])],
    ]),
  ])
}

function readTables(font: Buffer): readonly (readonly [tag: string, table: Buffer])[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = font.subarray(12 + 16 * index)
    const offset = entry.readUInt32BE(8)
    return [entry.toString('latin1', 0, 4), font.subarray(offset, offset + entry.readUInt32BE(12))]
  })
}

function plainZeroOf(weight: number): Figure {
  const name = `atkinson-hyperlegible-next-latin-${weight}-normal.woff2`
  const file = new URL(`../node_modules/@fontsource/atkinson-hyperlegible-next/files/${name}`, import.meta.url)
  const font = fontkit.create(readFileSync(file))
  if (!('layout' in font)) throw new Error(`${name} is a collection`)
  const [glyph] = font.layout('0', ['tnum']).glyphs
  if (!glyph) throw new Error(`${name} has no zero`)
  const { commands } = glyph.path
  const contours = contoursOf(commands)
  const [outer, ...halves] = contours
  if (!outer || halves.length !== 2) throw new Error(`the zero of ${name} is not cut in two by a slash`)
  const { advanceWidth: width } = glyph
  return { contours: [outer, counterOf(halves, width)], width, ascent: font.ascent, descent: font.descent }
}

function contoursOf(commands: readonly { readonly command: string; readonly args: readonly number[] }[]): Contour[] {
  const contours: Point[][] = []
  for (const { command, args } of commands) {
    const [x = 0, y = 0, toX = 0, toY = 0] = args
    if (command === 'moveTo') contours.push([])
    const contour = contours.at(-1)
    if (command === 'quadraticCurveTo') contour?.push({ x, y, on: false }, { x: toX, y: toY, on: true })
    else if (command === 'moveTo' || command === 'lineTo') contour?.push({ x, y, on: true })
    else if (command !== 'closePath') throw new Error(`an outline with ${command}`)
  }
  // Drops the last point of a contour if it repeats the first.
  return contours.map((contour) => contour.slice(0, isSame(contour[0], contour.at(-1)) ? -1 : undefined))
}

const isSame = (one?: Point, other?: Point): boolean => one?.x === other?.x && one?.y === other?.y

/** Returns the inner contour of the zero, from the two quarters beside the slash and their mirror images. */
function counterOf(halves: readonly Contour[], width: number): Contour {
  const mirrored = (arc: Contour): Contour => arc.map(({ x, y, on }) => ({ x: width - x, y, on })).toReversed()
  const points = halves.flat()
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const [bottom, top] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))]
  const lowerLeft = arcBetween(
    halves,
    ({ x, on }) => on && x === left,
    ({ y, on }) => on && y === bottom,
  )
  const upperRight = arcBetween(
    halves,
    ({ x, on }) => on && x === right,
    ({ y, on }) => on && y === top,
  )
  return [mirrored(lowerLeft), upperRight, mirrored(upperRight), lowerLeft].flatMap((arc) => arc.slice(0, -1))
}

type Which = (point: Point) => boolean

function arcBetween(contours: readonly Contour[], from: Which, to: Which): Contour {
  for (const contour of contours) {
    const start = contour.findIndex(from)
    const turned = [...contour.slice(start), ...contour.slice(0, start)]
    const end = turned.findIndex(to)
    if (start >= 0 && end >= 0) return turned.slice(0, end + 1)
  }
  throw new Error('no half of the hole has this quarter')
}

function bytes(...fields: readonly (readonly [size: 1 | 2 | 4, ...values: number[]])[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([size, ...values]) =>
      values.map((value) => {
        const field = Buffer.alloc(size)
        field.writeUIntBE(value < 0 ? value + 2 ** (8 * size) : value, 0, size)
        return field
      }),
    ),
  )
}

function glyphTable(contours: readonly Contour[]): Buffer {
  const points = contours.flat()
  const ends = contours.map((_, index) => contours.slice(0, index + 1).flat().length - 1)
  const steps = (axis: 'x' | 'y'): number[] =>
    points.map((point, index) => Math.round(point[axis]) - Math.round(points[index - 1]?.[axis] ?? 0))
  const [xs, ys] = [steps('x'), steps('y')]
  const table = bytes(
    [2, contours.length, ...box(points)],
    [2, ...ends, 0],
    [1, ...points.map(({ on }, index) => (on ? 1 : 0) | stepFlags(xs[index]) | (stepFlags(ys[index]) << 1))],
    ...[...xs, ...ys].flatMap(stepField),
  )
  return Buffer.concat([table, Buffer.alloc(-table.length & 3)])
}

/** Returns the glyf flags of a step along x; the flags for y are doubled. */
const stepFlags = (step = 0): number => (step === 0 ? 0x10 : Math.abs(step) > 255 ? 0 : step > 0 ? 0x12 : 0x02)

const stepField = (step: number): [1 | 2, number][] =>
  step === 0 ? [] : Math.abs(step) > 255 ? [[2, step]] : [[1, Math.abs(step)]]

function box(points: Contour): readonly [number, number, number, number] {
  const along = (axis: 'x' | 'y'): number[] => points.map((point) => Math.round(point[axis]))
  const [xs, ys] = [along('x'), along('y')]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

const UNITS = 1000
const ZERO = 0x30

function tablesOf(figure: Figure): readonly (readonly [tag: string, table: Buffer])[] {
  const { contours, width, ascent, descent } = figure
  const [xMin, yMin, xMax, yMax] = box(contours.flat())
  const glyf = glyphTable(contours)
  const names = Buffer.from('Plain Zero', 'utf16le').swap16()
  return [
    [
      'OS/2',
      bytes(
        [2, 4, width, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0],
        [1, ...Array<number>(10).fill(0)],
        [4, 1, 0, 0, 0],
        [1, 0x20, 0x20, 0x20, 0x20],
        [2, 0x40, ZERO, ZERO, ascent, descent, 0, ascent, -descent],
        [4, 1, 0],
        [2, 500, 668, 0, 0x20, 1],
      ),
    ],
    [
      'cmap',
      bytes([2, 0, 1, 3, 1], [4, 12], [2, 4, 32, 0, 4, 4, 1, 0, ZERO, 0xffff, 0, ZERO, 0xffff, 1 - ZERO, 1, 0, 0]),
    ],
    ['glyf', glyf],
    [
      'head',
      bytes(
        [2, 1, 0],
        [4, 0x10000, 0, 0x5f0f3cf5],
        [2, 0, UNITS],
        [4, 0, 0, 0, 0],
        [2, xMin, yMin, xMax, yMax, 0, 8, 2, 1, 0],
      ),
    ],
    ['hhea', bytes([2, 1, 0, ascent, descent, 0, width, xMin, width - xMax, xMax, 1, 0, 0, 0, 0, 0, 0, 0, 2])],
    ['hmtx', bytes([2, width, 0, width, xMin])],
    ['loca', bytes([4, 0, 0, glyf.length])],
    ['maxp', bytes([4, 0x10000], [2, 2, contours.flat().length, contours.length, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
    [
      'name',
      Buffer.concat([bytes([2, 0, 2, 30, 3, 1, 0x409, 1, names.length, 0, 3, 1, 0x409, 4, names.length, 0]), names]),
    ],
    ['post', bytes([4, 0x30000, 0], [2, -75, 50], [4, 1, 0, 0, 0, 0])],
  ]
}

function checksum(data: Buffer): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0
  return sum
}

/** Builds a font file from the tables, which must be sorted by tag. */
function fontFile(tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer {
  const padded = tables.map(([tag, table]) => ({
    tag,
    length: table.length,
    data: Buffer.concat([table, Buffer.alloc(-table.length & 3)]),
  }))
  const power = 2 ** Math.floor(Math.log2(tables.length))
  let [offset, head] = [12 + 16 * tables.length, 0]
  const directory = padded.map(({ tag, length, data }) => {
    const entry = Buffer.concat([Buffer.from(tag), bytes([4, checksum(data), offset, length])])
    if (tag === 'head') head = offset
    offset += data.length
    return entry
  })
  const file = Buffer.concat([
    bytes([4, 0x10000], [2, tables.length, 16 * power, Math.log2(power), 16 * (tables.length - power)]),
    ...directory,
    ...padded.map(({ data }) => data),
  ])
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, head + 8)
  return file
}

if (import.meta.main) for (const weight of weights) writeFileSync(fileOf(weight), plainZero(weight))
