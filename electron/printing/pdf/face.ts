import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { asRead } from './printable-text.ts'

/** A face's measures in thousandths of an em, worked out by scripts/subset-fonts.mjs. */
export interface FaceMetrics {
  readonly name: string
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  /** Left, bottom, right, top of all glyphs together. */
  readonly bounds: readonly [number, number, number, number]
  /** By glyph. */
  readonly widths: readonly number[]
  readonly codePoints: readonly number[]
  /** The glyph of each code point; figures are tabular. */
  readonly glyphs: readonly number[]
  /** Left code point, right code point, adjustment, and so on. */
  readonly kerning: readonly number[]
}

/** What a PDF needs of a face to carry it. */
export interface Face {
  /** Name among the page's resources: the same in every document, so that set text can be kept between documents. */
  readonly resource: string
  readonly metrics: Pick<FaceMetrics, 'name' | 'ascent' | 'descent' | 'capHeight' | 'bounds' | 'widths'>
  readonly program: FontProgram
  /** The text each glyph stands for, so that a reader can copy and search it. */
  readonly textOfGlyph: ReadonlyMap<number, string>
}

/** A TrueType file as the PDF carries it. */
export interface FontProgram {
  readonly bytes: Buffer
  readonly deflated: Uint8Array
}

/** A face with a glyph for each character, and kerning: all that text needs whose letters do not join. */
export interface SimpleFace extends Face {
  readonly glyphOf: ReadonlyMap<number, number>
  /** By `left * 65536 + right`. */
  readonly kerningOf: ReadonlyMap<number, number>
}

/** Reads what scripts/subset-fonts.mjs wrote for a face: its metrics and its TrueType file. */
export function readFace(directory: string, id: string, resource: string): SimpleFace {
  const metrics = JSON.parse(readFileSync(join(directory, `${id}.json`), 'utf8')) as FaceMetrics
  const glyphOf = new Map<number, number>()
  const textOfGlyph = new Map<number, string>()
  for (const [index, codePoint] of metrics.codePoints.entries()) {
    const glyph = metrics.glyphs[index] ?? 0
    glyphOf.set(codePoint, glyph)
    textOfGlyph.set(glyph, asRead(String.fromCodePoint(codePoint)))
  }
  const kerningOf = new Map<number, number>()
  for (let index = 0; index < metrics.kerning.length; index += 3) {
    const [left = 0, right = 0, adjustment = 0] = metrics.kerning.slice(index, index + 3)
    kerningOf.set(left * 65536 + right, adjustment)
  }
  const bytes = readFileSync(join(directory, `${id}.ttf`))
  return { resource, metrics, program: { bytes, deflated: deflateSync(bytes) }, textOfGlyph, glyphOf, kerningOf }
}
