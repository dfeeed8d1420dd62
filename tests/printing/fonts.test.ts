import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import type { FaceMetrics } from '../../electron/printing/pdf/face.ts'
import { plainZero } from '../../electron/printing/pdf/printable-text.ts'
import { plainZero as makePlainZero } from '../../scripts/plain-zero.ts'
import { fontsDirectory } from './ticket-samples.ts'

const packages = fileURLToPath(new URL('../../node_modules/@fontsource', import.meta.url))

async function open(path: string): Promise<Font> {
  return create(await readFile(path)) as Font
}

async function metricsOf(id: string): Promise<FaceMetrics> {
  return JSON.parse(await readFile(join(fontsDirectory, `${id}.json`), 'utf8')) as FaceMetrics
}

test('the script makes just the files that are here', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'fonts-'))
  await promisify(execFile)(process.execPath, [
    fileURLToPath(import.meta.resolve('../../scripts/subset-fonts.mjs')),
    fresh,
  ])
  const names = (await readdir(fontsDirectory)).sort()
  expect((await readdir(fresh)).sort()).toEqual(names)
  for (const name of names) {
    const [made, kept] = await Promise.all([readFile(join(fresh, name)), readFile(join(fontsDirectory, name))])
    expect([name, Buffer.compare(made, kept)]).toEqual([name, 0])
  }
})

test.each([
  ['regular', 400],
  ['bold', 700],
] as const)(
  'each character of the %s face is drawn by its own glyph, figures by tabular ones',
  async (weight, number) => {
    const source = await open(
      join(packages, `atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${number}-normal.woff`),
    )
    const id = `atkinson-hyperlegible-next-${weight}`
    const [embedded, metrics] = [await open(join(fontsDirectory, `${id}.ttf`)), await metricsOf(id)]
    for (const [index, codePoint] of metrics.codePoints.entries()) {
      const character = String.fromCodePoint(codePoint)
      if (character === plainZero) continue
      const drawn = embedded.getGlyph(metrics.glyphs[index]!)
      const [meant] = source.layout(character, /\d/u.test(character) ? ['tnum'] : []).glyphs
      expect([character, drawn.path.toSVG()]).toEqual([character, meant!.path.toSVG()])
      expect([character, metrics.widths[metrics.glyphs[index]!]]).toEqual([character, meant!.advanceWidth])
    }
    const zero = embedded.getGlyph(metrics.glyphs[metrics.codePoints.indexOf(plainZero.codePointAt(0)!)]!)
    expect(zero.path.toSVG()).toBe((create(makePlainZero(number)) as Font).layout('0').glyphs[0]!.path.toSVG())
    const figures = new Set(Array.from(`0123456789${plainZero}`, (digit) => widthOf(metrics, digit)))
    expect(figures.size).toBe(1)
  },
)

test('French, and the Latin letters of Pular, Maninka and Susu, are all there', async () => {
  const french = 'aàâäæbcçdeéèêëfghiîïjklmnoôöœpqrstuùûüvwxyÿz’«»–—…€ °ABCÇDEÉÈÊËÀÂÎÏÔÙÛŒÆ\u00a0'
  const guinean = 'ɓɗŋɲƴƁƊŊƝƳɛɔƐƆ\u0300\u0301'
  for (const weight of ['regular', 'bold']) {
    const { codePoints } = await metricsOf(`atkinson-hyperlegible-next-${weight}`)
    for (const character of french)
      expect([character, codePoints.includes(character.codePointAt(0)!)]).toEqual([character, true])
    const further = await metricsOf(`noto-sans-ext-${weight}`)
    for (const character of guinean) {
      expect([character, further.codePoints.includes(character.codePointAt(0)!)]).toEqual([character, true])
    }
  }
})

test('every face draws each character that it lists, spaces and joiners excepted', async () => {
  const ids = (await readdir(fontsDirectory)).filter((name) => name.endsWith('.ttf')).map((name) => name.slice(0, -4))
  for (const id of ids) {
    const [font, { codePoints, glyphs }] = [await open(join(fontsDirectory, `${id}.ttf`)), await metricsOf(id)]
    const blank = codePoints.filter((_, index) => font.getGlyph(glyphs[index]!).path.commands.length === 0)
    expect([
      id,
      blank.map((code) => String.fromCodePoint(code)).filter((sign) => !/[\p{Z}\p{Cf}]/u.test(sign)),
    ]).toEqual([id, []])
  }
})

test('a licence lies beside every family', async () => {
  const names = await readdir(fontsDirectory)
  for (const face of names.filter((name) => name.endsWith('.ttf'))) {
    const family = face.replace(/(?:-(?:ext|vietnamese|cyrillic|greek))*-(?:regular|bold)\.ttf$/u, '')
    expect(names).toContain(`${family}.LICENSE.txt`)
    expect(await readFile(join(fontsDirectory, `${family}.LICENSE.txt`), 'utf8')).toContain('SIL OPEN FONT LICENSE')
  }
})

function widthOf({ codePoints, glyphs, widths }: FaceMetrics, character: string): number | undefined {
  return widths[glyphs[codePoints.indexOf(character.codePointAt(0)!)]!]
}
