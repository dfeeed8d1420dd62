import bidiModule from 'bidi-js'
import type { Bidi } from 'bidi-js'
import { create, type Font } from 'fontkit'
import {
  asRead,
  charactersOf,
  glyphFor,
  isDirectionMark,
  leftToRightMark,
  type Line,
  plainZero,
  readFace,
  readsFromRight,
  rightToLeftMark,
  type SimpleFace,
  utf16Hex,
  type Weight,
} from './printable-text.ts'

interface ShapedFace extends SimpleFace {
  readonly font: Font
}

/** Neighbouring characters of one direction and one face, in the order written. */
interface Run {
  readonly text: string
  /** Embedding level; a run with an odd level reads from right to left. */
  readonly level: number
  /** Null for characters that are set in the left-to-right faces. */
  readonly face: ShapedFace | null
}

type SetSimple = (text: string, weight: Weight) => Line

/** The types of bidi-js describe a module with a default export, but Node imports the function itself. */
const bidiFactory = bidiModule as unknown as () => Bidi

/**
 * Sets lines with Arabic, N'Ko or Adlam, in the order of the Unicode Bidirectional Algorithm. Each glyph represents its
 * original letter, so that readers copy and find the original text.
 */
export class ShapedSetter {
  private readonly bidi = bidiFactory()
  private readonly faces: Readonly<Record<Weight, readonly ShapedFace[]>>
  private readonly setSimple: SetSimple

  constructor(directory: string, setSimple: SetSimple) {
    const nko = openFace(directory, 'noto-sans-nko-regular', 'K')
    const faces = (letter: string, weight: Weight): readonly ShapedFace[] => [
      openFace(directory, `noto-sans-arabic-${weight}`, `${letter}A`),
      nko,
      openFace(directory, `noto-sans-adlam-${weight}`, `${letter}F`),
    ]
    this.faces = { regular: faces('R', 'regular'), bold: faces('B', 'bold') }
    this.setSimple = setSimple
  }

  set(text: string, weight: Weight): Line {
    const lines = inEyeOrder(this.runsOf(text, weight)).map((run) => this.setRun(run, weight))
    return {
      width: lines.reduce((sum, { width }) => sum + width, 0),
      operators: lines.map(({ operators }) => operators).join(' '),
      faces: [...new Set(lines.flatMap(({ faces }) => faces))],
    }
  }

  private runsOf(text: string, weight: Weight): readonly Run[] {
    const { levels } = this.bidi.getEmbeddingLevels(forBidi(text), readsFromRight(text) ? 'rtl' : 'ltr')
    const runs: Run[] = []
    let index = 0
    for (const character of text) {
      const level = levels[index] ?? 0
      index += character.length
      if (isDirectionMark(character)) continue
      const last = runs.at(-1)
      const face = this.faceOf(character, weight, level, last?.face ?? null)
      if (last && last.level === level && last.face === face) {
        runs[runs.length - 1] = { ...last, text: last.text + character }
      } else {
        runs.push({ text: character, level, face })
      }
    }
    return runs
  }

  /** Returns the face of a character. A space has the face of the letters before it. */
  private faceOf(character: string, weight: Weight, level: number, before: ShapedFace | null): ShapedFace | null {
    if (character === ' ') return level % 2 === 1 ? before : null
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint < 0x590 || character === plainZero) return null
    if (before?.glyphOf.has(codePoint)) return before
    return this.faces[weight].find(({ glyphOf }) => glyphOf.has(codePoint)) ?? null
  }

  private setRun({ text, level, face }: Run, weight: Weight): Line {
    if (face) return shape(text, face, level % 2 === 1 ? 'rtl' : 'ltr')
    if (level % 2 === 0) return this.setSimple(text, weight)
    const mirrored = [...charactersOf(text)]
      .reverse()
      .map((character) => this.bidi.getMirroredCharacter(character) ?? character)
    return this.setSimple(mirrored.join(''), weight)
  }
}

/** Replaces characters that bidi-js misreads: our marks, and Adlam letters of two code units. */
function forBidi(text: string): string {
  return asRead(text)
    .replaceAll(leftToRightMark, '\u200e')
    .replaceAll(rightToLeftMark, '\u200f')
    .replace(/[\u{1e900}-\u{1e95f}]/gu, '\u05d0\u05d0')
}

function openFace(directory: string, id: string, resource: string): ShapedFace {
  const face = readFace(directory, id, resource)
  const font = create(face.program.bytes) as Font & { _glyphs: object }
  const getGlyph = font.getGlyph.bind(font)
  // fontkit caches the characters for which a glyph was first requested, even if other letters share the glyph.
  font.getGlyph = (glyph, characters) => {
    font._glyphs = {}
    return getGlyph(glyph, characters)
  }
  return { ...face, font }
}

/** Orders runs by rule L2 of the Unicode Bidirectional Algorithm. */
function inEyeOrder(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

/** Adlam letters with their marks, or any single character. fontkit does not join Adlam letters. */
const adlamCluster = /[\u{1e900}-\u{1e943}\u0640][\u{1e944}-\u{1e94b}]*|[^]/gu
const isAdlamLetter = (cluster = ''): boolean => /^[\u{1e900}-\u{1e943}\u0640]/u.test(cluster)

function partsOf(text: string): readonly (readonly [text: string, features: Record<string, boolean> | undefined])[] {
  if (!/[\u{1e900}-\u{1e943}]/u.test(text)) return [[text, undefined]]
  const clusters = text.match(adlamCluster) ?? []
  return clusters.map((cluster, index) => {
    if (!isAdlamLetter(cluster)) return [cluster, undefined]
    const [before, after] = [isAdlamLetter(clusters[index - 1]), isAdlamLetter(clusters[index + 1])]
    return [cluster, { medi: before && after, init: !before && after, fina: before && !after }]
  })
}

function shape(text: string, face: ShapedFace, direction: 'ltr' | 'rtl'): Line {
  const lines = partsOf(text).map(([part, features]) => shapePart(part, face, direction, features))
  if (direction === 'rtl') lines.reverse()
  return {
    width: lines.reduce((sum, { width }) => sum + width, 0),
    operators: lines.map(({ operators }) => operators).join(' '),
    faces: [face],
  }
}

/** Shapes a part of a run. Marks are positioned by text rise and by horizontal offsets. */
function shapePart(
  text: string,
  face: ShapedFace,
  direction: 'ltr' | 'rtl',
  features: Record<string, boolean> | undefined,
): Line {
  const { glyphs, positions } = face.font.layout(text, features, features && 'adlm', undefined, direction)
  const operators: string[] = [`/${face.resource} 1 Tf`]
  let [width, marks, before] = [0, '', '']
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const [advance, offset] = [Math.round(xAdvance), Math.round(xOffset)]
    const after = advance - offset - (face.metrics.widths[glyph.id] ?? 0)
    const letters = String.fromCodePoint(...glyph.codePoints)
    const code = glyphFor(face.resource, glyph.id, letters || joiner)
    const shown = `[${offset === 0 ? '' : -offset}${code}${after === 0 ? '' : -after}] TJ`
    const placed = yOffset === 0 ? shown : `${yOffset / 1000} Ts ${shown} 0 Ts`
    width += advance
    if (/^\p{M}*$/u.test(letters) && index < glyphs.length - 1) {
      ;[marks, before] = [letters + marks, `${before}${placed} `]
    } else {
      operators.push(before === '' ? placed : withActualText(letters + marks, `${start(face)} ${before}${placed}`))
      ;[marks, before] = ['', '']
    }
  }
  return { width: width / 1000, operators: operators.join(' '), faces: [face] }
}

/** Text of a glyph that represents no letter. PDF readers that do not support ActualText skip a joiner. */
const joiner = '\u200d'

/** Returns a space of zero width. Readers assume that a letter begins at its first glyph, which may be a mark. */
function start({ resource, glyphOf, metrics }: ShapedFace): string {
  const space = glyphOf.get(0x20) ?? 0
  return `[${glyphFor(resource, space, joiner)}${metrics.widths[space] ?? 0}] TJ`
}

/**
 * Wraps a letter with its marks, so that readers copy `text` (ISO 32000-1, 14.9.4). Never wrap a line or a word,
 * because readers expect right-to-left text in visual order and reverse it.
 */
const withActualText = (text: string, operators: string): string =>
  `/Span <</ActualText <feff${utf16Hex(text)}>>> BDC ${operators} EMC`
