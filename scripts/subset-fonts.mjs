// node scripts/subset-fonts.mjs [FOLDER]: makes resources/fonts/, the fonts embedded in tickets, and their metrics from
// the @fontsource packages. The fonts for Arabic, N'Ko and Adlam retain their layout tables, because letters are joined
// at run time.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'
import { plainZero as plainZeroCharacter } from '../electron/printing/pdf/printable-text.ts'
import { formatted } from './formatted.ts'
import { withPlainZero } from './unslashed-zero-font.ts'

const weights = [
  ['regular', 400],
  ['bold', 700],
]

const simple = weights.flatMap(([name, weight]) => [
  {
    id: `atkinson-hyperlegible-next-${name}`,
    file: `atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${weight}-normal.woff`,
    plainZero: weight,
    keep: [
      [0x20, 0x2c6],
      [0x2010, 0x22ff],
    ],
  },
  {
    id: `atkinson-hyperlegible-next-ext-${name}`,
    file: `atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-${weight}-normal.woff`,
    keep: [
      [0x100, 0x2c6],
      [0x1e00, 0x1eff],
      [0x20a0, 0x20cf],
    ],
  },
  {
    // The letters of Guinea's languages that Atkinson lacks (ɓ ɗ ɛ ɔ ɲ ŋ ƴ), and tone marks.
    id: `noto-sans-ext-${name}`,
    file: `noto-sans/files/noto-sans-latin-ext-${weight}-normal.woff`,
    keep: [
      [0x14a, 0x14b],
      [0x180, 0x2af],
      [0x300, 0x36f],
      [0x1e00, 0x1eff],
    ],
  },
  // Fontsource splits Noto Sans by script. The Vietnamese file also has U+1EA0 to U+1EF1, which Yoruba needs.
  ...Object.entries({
    vietnamese: [[0x1ea0, 0x1ef9]],
    cyrillic: [
      [0x400, 0x4b1],
      [0x2116, 0x2116],
    ],
    'cyrillic-ext': [[0x48a, 0x52f]],
    greek: [[0x370, 0x3ff]],
  }).map(([script, keep]) => ({
    id: `noto-sans-${script}-${name}`,
    file: `noto-sans/files/noto-sans-${script}-${weight}-normal.woff`,
    keep,
  })),
])

/** Stars, ticks, shapes, card suits, the shift key, and the box for characters without a glyph (U+25AF). */
const symbols = {
  id: 'noto-sans-symbols-2-regular',
  file: 'noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff',
  keep: [
    [0x21e7, 0x21e7],
    [0x25a0, 0x2609],
    [0x2654, 0x2668],
    [0x2713, 0x271c],
    [0x2722, 0x2727],
    [0x2729, 0x274b],
  ],
  onScreens: true,
}

const shaped = [
  ...weights.map(([name, weight]) => ({
    id: `noto-sans-arabic-${name}`,
    file: `noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`,
    keep: [
      [0x20, 0x20],
      [0x600, 0x77f],
      [0x8a0, 0x8ff],
      [0x200c, 0x200d],
    ],
  })),
  ...weights.map(([name, weight]) => ({
    id: `noto-sans-adlam-${name}`,
    file: `noto-sans-adlam/files/noto-sans-adlam-adlam-${weight}-normal.woff`,
    keep: [
      [0x20, 0x20],
      [0x61f, 0x61f],
      [0x640, 0x640],
      [0x2e41, 0x2e41],
      [0x1e900, 0x1e95f],
    ],
  })),
  {
    id: 'noto-sans-nko-regular',
    file: 'noto-sans-nko/files/noto-sans-nko-nko-400-normal.woff',
    keep: [
      [0x20, 0x20],
      [0x60c, 0x60c],
      [0x61b, 0x61f],
      [0x66a, 0x66a],
      [0x7c0, 0x7ff],
      [0x200c, 0x200d],
    ],
  },
]

const families = [
  'atkinson-hyperlegible-next',
  'noto-sans',
  'noto-sans-adlam',
  'noto-sans-arabic',
  'noto-sans-nko',
  'noto-sans-symbols-2',
]

const packages = fileURLToPath(new URL('../node_modules/@fontsource/', import.meta.url))
const resources = `${resolve(process.argv[2] ?? fileURLToPath(new URL('../resources/fonts', import.meta.url)))}/`

/** Kerned characters: those of French and English. */
const kerned = Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?-–—/()’«»&ÀÂÇÉÈÊËÎÏÔÙÛàâäçéèêëîïôöùûüœŒ ',
  (character) => character.codePointAt(0) ?? 0,
)

function open(bytes) {
  return fontkit.create(Buffer.from(bytes))
}

async function readSource({ file, keep }) {
  const bytes = await readFile(packages + file)
  const kept = open(bytes).characterSet.filter((code) => keep.some(([first, last]) => code >= first && code <= last))
  return { bytes, text: String.fromCodePoint(...kept) }
}

/** Returns the kerning of every pair in `kerned` in font units, as left code point, right code point, value. */
function kerningOf(font) {
  const present = kerned.filter((code) => font.hasGlyphForCodePoint(code))
  const flat = []
  for (const left of present) {
    for (const right of present) {
      const run = font.layout(String.fromCodePoint(left, right))
      const [glyph] = run.glyphs
      const [position] = run.positions
      if (!glyph || !position) continue
      const adjustment = Math.round(position.xAdvance - glyph.advanceWidth)
      if (adjustment !== 0) flat.push(left, right, adjustment)
    }
  }
  return flat
}

const plainZero = plainZeroCharacter.codePointAt(0)

function addPlainZero(metrics) {
  const { codePoints, glyphs, widths, kerning } = metrics
  const own = []
  for (let index = 0; index < kerning.length; index += 3) {
    const [left, right, adjustment] = kerning.slice(index, index + 3)
    if (left === 0x30) own.push(plainZero, right, adjustment)
    if (right === 0x30) own.push(left, plainZero, adjustment)
    if (left === 0x30 && right === 0x30) own.push(plainZero, plainZero, adjustment)
  }
  return {
    ...metrics,
    codePoints: [...codePoints, plainZero],
    glyphs: [...glyphs, widths.length - 1],
    kerning: [...kerning, ...own],
  }
}

/** Returns the metrics in the form of `FaceMetrics` in electron/printing/pdf/printable-text.ts. */
function metricsOf(font) {
  if (font.unitsPerEm !== 1000) throw new Error(`${font.postscriptName}: metrics are thousandths of an em`)
  const codePoints = font.characterSet.filter((code) => (code >= 0x20 && code < 0xfff0) || code > 0xffff)
  const tabular = font.availableFeatures.includes('tnum')
  const glyphs = codePoints.map((code) => {
    const text = String.fromCodePoint(code)
    const digit = code >= 0x30 && code <= 0x39
    const [glyph] = tabular && digit ? font.layout(text, ['tnum']).glyphs : [font.glyphForCodePoint(code)]
    if (!glyph) throw new Error(`no glyph for ${text}`)
    return glyph.id
  })
  return {
    name: font.postscriptName ?? '',
    ascent: font.ascent,
    descent: font.descent,
    capHeight: font.capHeight,
    bounds: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY],
    widths: Array.from({ length: font.numGlyphs }, (_, id) => Math.round(font.getGlyph(id).advanceWidth)),
    codePoints,
    glyphs,
    kerning: kerningOf(font),
  }
}

/** Makes the subset with kerning for measuring and without kerning for embedding, with the same glyph numbers. */
async function makeSimple(source) {
  const { bytes, text } = await readSource(source)
  const subset = (dropTables) =>
    subsetFont(Buffer.from(bytes), text, {
      targetFormat: 'sfnt',
      noHinting: true,
      keepFeatures: ['tnum', 'kern'],
      dropTables,
    })
  const measured = open(await subset([]))
  // Browsers reject a font without `name`, `post` or `OS/2`.
  const unused = ['GPOS', 'GDEF', 'STAT', 'gasp', ...(source.onScreens ? [] : ['name', 'post', 'OS/2'])]
  const embedded = await subset(unused)
  if (open(embedded).numGlyphs !== measured.numGlyphs) throw new Error(`${source.id}: glyphs are numbered differently`)
  const metrics = metricsOf(measured)
  if (!source.plainZero) return write(source.id, embedded, metrics)
  const font = withPlainZero(embedded, source.plainZero)
  const zero = open(font).getGlyph(measured.numGlyphs)
  return write(source.id, font, addPlainZero({ ...metrics, widths: [...metrics.widths, zero.advanceWidth] }))
}

async function makeShaped(source) {
  const { bytes, text } = await readSource(source)
  const font = await subsetFont(Buffer.from(bytes), text, { targetFormat: 'sfnt', noHinting: true })
  await write(source.id, font, { ...metricsOf(open(font)), kerning: [] })
}

async function write(id, font, metrics) {
  await writeFile(`${resources}${id}.ttf`, font)
  const path = `${resources}${id}.json`
  await writeFile(path, await formatted(path, JSON.stringify(metrics)))
}

await mkdir(resources, { recursive: true })
await Promise.all([...[...simple, symbols].map(makeSimple), ...shaped.map(makeShaped)])
await Promise.all(
  families.map((family) => copyFile(`${packages}${family}/LICENSE`, `${resources}${family}.LICENSE.txt`)),
)
