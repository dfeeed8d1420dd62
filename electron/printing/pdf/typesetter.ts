import {
  asRead,
  lineBreakOpportunity,
  charactersOf,
  type Face,
  glyphFor,
  glyphHex,
  hasNoGlyph,
  type Line,
  needsShaping,
  printable,
  readFace,
  readsFromRight,
  rightToLeftMark,
  type SimpleFace,
  utf16Hex,
  type Weight,
} from './printable-text.ts'
import type { ShapedSetter } from './shaped-setter.ts'

interface Fitted {
  readonly lines: readonly Line[]
  readonly size: number
  readonly rightToLeft: boolean
}

export interface FitLimits {
  readonly width: number
  /** Height from the top of the capitals to the last baseline; if absent, the text is set on one line. */
  readonly height?: number
  readonly largest: number
  /**
   * Minimum size; text that does not fit at this size is cut off with an ellipsis. If absent, text shrinks until it
   * fits.
   */
  readonly smallest?: number
}

export const capHeight = 0.668
export const leading = 1.2

const symbols = ['S', 'noto-sans-symbols-2-regular'] as const

/** ▯, drawn for a character that no face contains. */
const missing = 0x25af

const chainOf = (letter: string, weight: Weight): readonly (readonly [resource: string, id: string])[] => [
  [letter, `atkinson-hyperlegible-next-${weight}`],
  [`${letter}X`, `atkinson-hyperlegible-next-ext-${weight}`],
  [`${letter}N`, `noto-sans-ext-${weight}`],
  [`${letter}V`, `noto-sans-vietnamese-${weight}`],
  [`${letter}C`, `noto-sans-cyrillic-${weight}`],
  [`${letter}D`, `noto-sans-cyrillic-ext-${weight}`],
  [`${letter}G`, `noto-sans-greek-${weight}`],
  symbols,
]
const chains = { regular: chainOf('R', 'regular'), bold: chainOf('B', 'bold') }

const cacheLimit = 8192
const shrinkStep = 0.95

/** Text is set on one line if its size there is at least this share of its size on several lines. */
const worthALine = 0.85

/** Sets text in the shipped faces. Loads a face when its first character is needed, and caches typeset lines. */
export class Typesetter {
  private readonly fontsDirectory: string
  private readonly loaded = new Map<string, SimpleFace>()
  private readonly cache: Readonly<Record<Weight, Map<string, Line>>> = { regular: new Map(), bold: new Map() }
  private shaped: ShapedSetter | null = null

  constructor(fontsDirectory: string) {
    this.fontsDirectory = fontsDirectory
  }

  /** Loads the module for right-to-left text. Without the module, `set` throws for right-to-left text. */
  async prepareShaping(): Promise<void> {
    if (this.shaped) return
    const { ShapedSetter: Setter } = await import('./shaped-setter.ts')
    this.shaped = new Setter(this.fontsDirectory, (text, weight) => this.setSimple(text, weight))
  }

  set(text: string, weight: Weight): Line {
    const known = this.cache[weight].get(text)
    if (known) return known
    if (this.cache[weight].size >= cacheLimit) this.cache[weight].clear()
    const line = this.setAny(printable(text), weight)
    this.cache[weight].set(text, line)
    return line
  }

  /** Breaks text into lines no wider than `width`. A word is broken only if it is wider than a line. */
  wrap(text: string, weight: Weight, size: number, width: number): readonly Line[] {
    const limit = width / size
    const clean = printable(text)
    const direction = readsFromRight(clean) ? rightToLeftMark : ''
    const lines: string[] = []
    let current = ''
    for (const piece of clean.split(lineBreakOpportunity).flatMap((part) => this.breakPiece(part, weight, limit))) {
      if (current !== '' && this.set(current + piece, weight).width > limit) {
        lines.push(current)
        current = piece.trimStart()
      } else {
        current += piece
      }
    }
    return [...lines, current].map((line) => this.set(direction + line, weight))
  }

  /** Sets the text as large as the limits allow. A word is broken only at the smallest size. */
  fit(text: string, weight: Weight, limits: FitLimits): Fitted {
    const { width, height, largest, smallest } = limits
    const rightToLeft = readsFromRight(text)
    const line = this.set(text, weight)
    const alone = Math.min(largest, width / line.width)
    const block = height === undefined ? null : this.fitBlock(text, weight, { ...limits, height })
    if (alone >= (block ? block.size * worthALine : (smallest ?? 0))) return { lines: [line], size: alone, rightToLeft }
    if (block) return { ...block, rightToLeft }
    const size = smallest ?? alone
    return { lines: this.cutShort(text, weight, 1, size, width), size, rightToLeft }
  }

  private fitBlock(text: string, weight: Weight, limits: Required<Omit<FitLimits, 'smallest'>> & FitLimits) {
    const { width, height, largest, smallest = 0 } = limits
    const most = (size: number): number => 1 + Math.max(0, Math.floor((height / size - capHeight) / leading))
    for (let size = Math.min(largest, width / this.widestPiece(text, weight)); size > smallest; size *= shrinkStep) {
      const { length } = this.wrap(text, weight, size, width)
      if (length <= most(size)) return { lines: this.balance(text, weight, size, width, length), size }
    }
    return { lines: this.cutShort(text, weight, most(smallest), smallest, width), size: smallest }
  }

  /** Breaks text into `count` lines of similar length, so that the last line is not a single short word. */
  private balance(text: string, weight: Weight, size: number, width: number, count: number): readonly Line[] {
    let [tooNarrow, wide] = [Math.min(width, this.widestPiece(text, weight) * size), width]
    if (count === 1) return this.wrap(text, weight, size, width)
    while (wide - tooNarrow > size / 4) {
      const middle = (tooNarrow + wide) / 2
      if (this.wrap(text, weight, size, middle).length === count) wide = middle
      else tooNarrow = middle
    }
    return this.wrap(text, weight, size, wide)
  }

  private cutShort(text: string, weight: Weight, most: number, size: number, width: number): readonly Line[] {
    const characters = charactersOf(printable(text))
    const cut = (length: number): string => {
      const kept = characters.slice(0, length).join('').trimEnd()
      return length < characters.length ? `${kept}…` : kept
    }
    let [fits, tooLong] = [0, characters.length + 1]
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1
      if (this.wrap(cut(middle), weight, size, width).length <= most) fits = middle
      else tooLong = middle
    }
    return this.wrap(cut(fits), weight, size, width)
  }

  private widestPiece(text: string, weight: Weight): number {
    const pieces = printable(text).split(lineBreakOpportunity)
    return Math.max(...pieces.map((piece) => this.set(piece.trimStart(), weight).width))
  }

  private breakPiece(piece: string, weight: Weight, limit: number): readonly string[] {
    if (this.set(piece.trimStart(), weight).width <= limit) return [piece]
    const parts: string[] = []
    let part = ''
    for (const character of charactersOf(piece)) {
      if (part !== '' && this.set(part + character, weight).width > limit) {
        parts.push(part)
        part = ''
      }
      part += character
    }
    return [...parts, part]
  }

  private setAny(text: string, weight: Weight): Line {
    if (!needsShaping(text)) return this.setSimple(text, weight)
    if (!this.shaped) throw new Error('right-to-left text without prepareShaping')
    return this.shaped.set(text, weight)
  }

  private setSimple(text: string, weight: Weight): Line {
    const faces: Face[] = []
    const runs: string[] = []
    let [width, run, hex, previous] = [0, '', '', -1]
    let current: SimpleFace | null = null
    const close = (): void => {
      if (hex !== '') run += `<${hex}>`
      if (current && run !== '') runs.push(`/${current.resource} 1 Tf[${run}]TJ`)
      run = ''
      hex = ''
    }
    let [isBoxed, plainText] = [false, '']
    for (const character of text) {
      if (hasNoGlyph(character)) continue
      const own = this.faceOf(character.codePointAt(0) ?? 0, weight)
      // A character and its marks are drawn as one box.
      if (!own && isBoxed && /\p{M}/u.test(character)) {
        run = `${run.slice(0, -1)}${utf16Hex(character)}}`
        continue
      }
      isBoxed = !own
      plainText += character
      const face = own ?? this.face(symbols)
      const codePoint = own ? (character.codePointAt(0) ?? 0) : missing
      if (face !== current) {
        close()
        current = face
        previous = -1
        if (!faces.includes(face)) faces.push(face)
      }
      const kerning = face.kerningOf.get(previous * 65536 + codePoint) ?? 0
      if (kerning !== 0) {
        run += `<${hex}>${-kerning}`
        hex = ''
      }
      const glyph = face.glyphOf.get(codePoint) ?? 0
      if (own) {
        hex += glyphHex(glyph)
      } else {
        run += `${hex === '' ? '' : `<${hex}>`}${glyphFor(face.resource, glyph, character)}`
        hex = ''
      }
      width += (face.metrics.widths[glyph] ?? 0) + kerning
      previous = codePoint
    }
    close()
    const operators = runs.join(' ')
    return { width: width / 1000, operators, faces, ...(!operators.includes('{') && { plainText: asRead(plainText) }) }
  }

  private faceOf(codePoint: number, weight: Weight): SimpleFace | null {
    for (const entry of chains[weight]) {
      const face = this.face(entry)
      if (face.glyphOf.has(codePoint)) return face
    }
    return null
  }

  private face([resource, id]: readonly [string, string]): SimpleFace {
    let face = this.loaded.get(resource)
    if (!face) {
      face = readFace(this.fontsDirectory, id, resource)
      this.loaded.set(resource, face)
    }
    return face
  }
}
