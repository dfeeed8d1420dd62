import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

/**
 * Private direction marks, which are noncharacters of Unicode. Unicode's own marks (U+200E, U+200F, U+061C, embeddings
 * and isolates) are never printed, because they could make a printed name differ from its content.
 */
export const leftToRightMark = '\ufdd0'
export const rightToLeftMark = '\ufdd1'

/**
 * Noncharacter drawn as a zero without a slash. The zero of the fonts has a slash, so that it differs from an O in a
 * code. PDF readers copy and search `plainZero` as 0.
 */
export const plainZero = '\ufdd2'

/** Replaces each zero with `plainZero`, for titles, dates, counts and amounts. */
export const withPlainZeros = (text: string): string => text.replaceAll('0', plainZero)

export const asRead = (text: string): string => text.replaceAll(plainZero, '0')

/**
 * Right-to-left characters: scripts from Hebrew to Arabic and N'Ko, Arabic presentation forms, Adlam, and our
 * right-to-left mark.
 */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdcf\ufdd1\ufdf0-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u

export function needsShaping(text: string): boolean {
  return rightToLeft.test(text)
}

/** Returns whether the first letter, or an earlier mark, is right-to-left (Unicode Bidi Algorithm, P2). */
export function readsFromRight(text: string): boolean {
  return needsShaping(text) && needsShaping(/[\p{L}\ufdd1]/u.exec(text)?.[0] ?? '')
}

/** Joins a label and its value. The characters of a code keep their order beside a right-to-left label. */
export function inOneLine(label: string, value: string, space: ' ' | '\u00a0' = ' '): string {
  const code = needsShaping(label) && !needsShaping(value)
  const named = code ? `${leftToRightMark}${value}${leftToRightMark}${rightToLeftMark}` : value
  return `${label}${space}${named}`
}

export const isDirectionMark = (character: string): boolean =>
  character === leftToRightMark || character === rightToLeftMark

/** Returns whether a character only shapes or orders its neighbours, such as a joiner or direction mark. */
export function hasNoGlyph(character: string): boolean {
  return character === '\u200c' || character === '\u200d' || isDirectionMark(character)
}

const substitutes: Readonly<Record<string, string>> = {
  '→': '›',
  '←': '‹',
  '‐': '-',
  '‑': '-',
  '‒': '–',
  '―': '—',
  µ: 'μ',
  '′': '’',
  '″': '”',
  ʼ: '’',
  ʻ: '‘',
}

/** Matches most texts: Latin-1 and `plainZero` with single spaces, without soft hyphen and micro sign. */
const plain =
  /^[!-~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u00ff\ufdd2]+(?: [!-~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u00ff\ufdd2]+)*$/u

const isPlain = (text: string): boolean => plain.test(text)

/** Emoji, which are omitted. Text characters such as ★ or ™ are emoji only before U+FE0F. */
const emoji = /\p{Emoji_Presentation}|(?![©®™])\p{Extended_Pictographic}\ufe0f|\u20e3|\ufe0f/gu
/** In French, a non-breaking space separates the punctuation marks `»:;!?` and `«` from the text. */
const loosePunctuation = / (?=[»:;!?])|(?<=«) /gu

/** A dash between two names may not begin a line, and a short word (`AS`, `FC`) may not end a line. */
const dash = / (?=[–—] )/gu
const shortWord = /(?<=^|[ \u00a0])(\p{L}{1,2}) (?=\p{L}[^ ]{0,11}(?: |$))/gu

/** Adds non-breaking spaces to names and titles, so that lines break at natural places. */
export function asTitle(text: string): string {
  return text.replace(dash, '\u00a0').replace(shortWord, '$1\u00a0')
}

/** Normalises letters and spaces, and removes all characters that print nothing. */
export function printable(text: string): string {
  const clean = isPlain(text) ? text : cleaned(text)
  return clean.replace(loosePunctuation, '\u00a0')
}

function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u202f\u2007\u2009]/gu, '\u00a0')
    .replace(/\s/gu, (space) => (space === '\u00a0' ? space : ' '))
    .replace(emoji, '')
    .replace(/[→←‐‑‒―′″ʼʻµ]/gu, (sign) => substitutes[sign] ?? sign)
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, (control) => (hasNoGlyph(control) ? control : ''))
    .replace(/ {2,}/gu, ' ')
    .trim()
}

/** Returns the characters as people perceive them: a letter includes its marks. */
export function charactersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter('fr').segment(text), ({ segment }) => segment)
}

export const lineBreakOpportunity = /(?= )|(?<=[^\s-]-)(?=\S)/u

/** Metrics of a face in thousandths of an em, computed by scripts/subset-fonts.mjs. */
export interface FaceMetrics {
  readonly name: string
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  /** Left, bottom, right and top of all glyphs together. */
  readonly bounds: readonly [number, number, number, number]
  /** Advance widths by glyph. */
  readonly widths: readonly number[]
  readonly codePoints: readonly number[]
  /** Glyph of each code point; all digits have the same width. */
  readonly glyphs: readonly number[]
  /** Flat list of left code point, right code point and adjustment. */
  readonly kerning: readonly number[]
}

export interface Face {
  /** Resource name, the same in every document, so that typeset text can be cached across documents. */
  readonly resource: string
  readonly metrics: Pick<FaceMetrics, 'name' | 'ascent' | 'descent' | 'capHeight' | 'bounds' | 'widths'>
  readonly program: FontProgram
  readonly textOfGlyph: ReadonlyMap<number, string>
}

interface FontProgram {
  readonly bytes: Buffer
  readonly deflated: Uint8Array
}

/** A face with a glyph for each character, and kerning; sufficient for letters that do not join. */
export interface SimpleFace extends Face {
  readonly glyphOf: ReadonlyMap<number, number>
  /** Kerning by `left * 65536 + right`. */
  readonly kerningOf: ReadonlyMap<number, number>
}

/** Reads the metrics and the TrueType file of a face made by scripts/subset-fonts.mjs. */
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

/** Checks which characters the shipped faces contain, reading the faces only for text beyond Latin-1. */
export class GlyphCheck {
  readonly #fontsDirectory: string
  #drawn: ReadonlySet<number> | null = null

  constructor(fontsDirectory: string) {
    this.#fontsDirectory = fontsDirectory
  }

  /** Lists the characters of a text that no face contains. Each of the characters is printed as a box. */
  readonly unprintableIn = (text: string): readonly string[] => {
    if (isPlain(text)) return []
    const drawn = (this.#drawn ??= codePointsOf(this.#fontsDirectory))
    const isDrawn = (each: string): boolean => hasNoGlyph(each) || drawn.has(each.codePointAt(0) ?? 0)
    return [...new Set(charactersOf(printable(text)).filter((each) => !Array.from(each).every(isDrawn)))]
  }
}

function codePointsOf(fontsDirectory: string): ReadonlySet<number> {
  const files = readdirSync(fontsDirectory).filter((name) => name.endsWith('.json'))
  return new Set(
    files.flatMap((name) => {
      const { codePoints } = JSON.parse(readFileSync(join(fontsDirectory, name), 'utf8')) as FaceMetrics
      return codePoints
    }),
  )
}

export type Weight = 'regular' | 'bold'

/** One line of typeset text; lengths are in ems until the line is placed. */
export interface Line {
  readonly width: number
  /** Operators between BT and ET in ems. Glyphs may be in the notation of `glyphFor`. */
  readonly operators: string
  readonly faces: readonly Face[]
  /** Text as readers copy it; absent for joined letters or boxes, which readers may order differently. */
  readonly plainText?: string
}

export function utf16Hex(text: string): string {
  let hex = ''
  for (let index = 0; index < text.length; index++) hex += text.charCodeAt(index).toString(16).padStart(4, '0')
  return hex
}

export function glyphHex(glyph: number): string {
  return glyph.toString(16).padStart(4, '0')
}

/** Writes a glyph that represents `text`, such as a box or a shape that several letters share. */
export const glyphFor = (resource: string, glyph: number, text: string): string =>
  `{${resource} ${glyph} ${utf16Hex(text)}}`

export function withGlyphCodes(
  operators: string,
  codeOf: (resource: string, glyph: number, textHex: string) => number,
): string {
  if (!operators.includes('{')) return operators
  return operators.replace(
    /\{(\w+) (\d+) ([0-9a-f]*)\}/gu,
    (_, resource: string, glyph: string, textHex: string) => `<${glyphHex(codeOf(resource, Number(glyph), textHex))}>`,
  )
}
