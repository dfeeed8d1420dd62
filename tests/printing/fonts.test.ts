import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { type FaceMetrics, plainZero } from '../../electron/printing/pdf/printable-text.ts'
import { plainZero as makePlainZero } from '../../scripts/unslashed-zero-font.ts'
import { fontsDirectory, sampleTicket } from './ticket-samples.ts'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { languages } from '../../shared/domain/language.ts'
import { plainPdf, readPdfText } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { documentKinds, sampleDocument, samplePapers, sampleReceipt } from './document-samples.ts'

const packages = fileURLToPath(new URL('../../node_modules/@fontsource', import.meta.url))

const open = async (path: string): Promise<Font> => create(await readFile(path)) as Font

async function metricsOf(id: string): Promise<FaceMetrics> {
  return JSON.parse(await readFile(join(fontsDirectory, `${id}.json`), 'utf8')) as FaceMetrics
}

test.each([
  ['regular', 400],
  ['bold', 700],
] as const)(
  'each character of the %s face is drawn by its own glyph, figures by tabular ones',
  async (weight, number) => {
    const family = 'atkinson-hyperlegible-next'
    const source = await open(join(packages, `${family}/files/${family}-latin-${number}-normal.woff`))
    const id = `${family}-${weight}`
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
    for (const [face, letters] of [
      ['atkinson-hyperlegible-next', french] as const,
      ['noto-sans-ext', guinean] as const,
    ]) {
      const { codePoints } = await metricsOf(`${face}-${weight}`)
      expect(Array.from(letters).filter((letter) => !codePoints.includes(letter.codePointAt(0)!))).toEqual([])
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

const seller = { name: '', address: '', contact: '', taxNumber: '' }
const receipts = { seller, refundRule: { fr: 'Retenue de 10 000 GNF.' } }
const { renderTickets, renderReceipt } = new TicketRenderer({ fontsDirectory, receipts })

const [regular, bold] = ['regular', 'bold'].map((weight) => {
  const file = join(fontsDirectory, `atkinson-hyperlegible-next-${weight}.json`)
  const { codePoints, glyphs } = JSON.parse(readFileSync(file, 'utf8')) as FaceMetrics
  return new Map(glyphs.map((glyph, index) => [glyph, String.fromCodePoint(codePoints[index] ?? 0)]))
})

function drawn(document: Uint8Array): readonly string[] {
  const shown = plainPdf(document).matchAll(/\/([RB]) 1 Tf\[([^\]]*)\]TJ/gu)
  return Array.from(shown, ([, face, codes = '']) => {
    const characters = face === 'R' ? regular : bold
    const glyphs = codes.replaceAll(/>-?\d+<|[<>]/gu, '').match(/.{4}/gu) ?? []
    return glyphs.map((glyph) => characters?.get(Number.parseInt(glyph, 16)) ?? '').join('')
  })
}

const inPlainZeros = (text: string): string => text.replaceAll('0', plainZero)

const ticket = sampleTicket({ price: 120_000, index: 10, count: 20, place: { seatNumber: 30, seatCode: 'N1-F-30' } })

test.each(samplePapers)(
  'a ticket on %s has plain zeros in sum and date, slashed ones in seat and codes, all copied as 0',
  async (paper) => {
    const bytes = await renderTickets([ticket], { paper, language: 'fr' })
    const [lines, sums] = [drawn(bytes), ['120\u00a0000\u00a0GNF', '17 mai 2025', 'Billet 10\u00a0/\u00a020']]
    const [text, codes] = [lines.join(' '), ['30', 'N1-F-30', 'TCK-2025-004821']]
    for (const sum of sums) expect(text).toContain(inPlainZeros(sum))
    for (const code of codes) expect(lines.some((line) => line.includes(code))).toBe(true)
    const read = (await readPdfText(bytes)).join(' ').replaceAll(/\s+/gu, ' ')
    for (const words of [...sums, ...codes]) expect(read).toContain(words.replaceAll('\u00a0', ' '))
    expect(plainPdf(bytes)).not.toContain('fdd2')
  },
)

test('a receipt has plain zeros in tax and refund rule, too; the numbers of payment and machine keep theirs', async () => {
  const tenders = [{ kind: 'card', received: 700_000, change: 0, approval: 'A80K0' }] as const
  const lines = sampleReceipt(10).lines.map((line) => ({ ...line, taxRate: 20 }))
  const receipt = sampleReceipt(10, { register: 'nongo-10', tenders, lines })
  const shown = drawn(await renderReceipt(receipt, { paper: 'roll-80', language: 'fr' }))
  for (const words of ['700\u00a0000\u00a0GNF', 'TVA 20\u00a0% incluse', 'Retenue de 10 000 GNF.'])
    expect(shown.join(' ')).toContain(inPlainZeros(words))
  for (const code of ['N1-F-10 · Tribune Nord basse', 'Caisse nongo-10', 'Autorisation A80K0'])
    expect(shown).toContain(code)
})

const sums = shareOf(
  'sums',
  documentKinds.flatMap((kind) =>
    languages.flatMap((language) => (['a4', 'roll-58'] as const).map((paper) => ({ kind, language, paper }))),
  ),
  6,
)

test.each(sums.cases)(
  `every sum of a $kind in $language on $paper has plain zeros (${sums.said})`,
  async ({ kind, language, paper }) => {
    const lines = drawn(await sampleDocument(kind, paper, { language }))
    const slashed = /(?<!\d)\d{1,3}(?:[\u00a0 .,]\d00)+(?!\d)|0[\d\u00a0 .,]*GNF/u
    expect(lines.filter((line) => slashed.test(line))).toEqual([])
  },
)
