import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FaceMetrics } from '../../electron/printing/pdf/face.ts'
import { plainZero } from '../../electron/printing/pdf/printable-text.ts'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { languages } from '../../shared/domain/language.ts'
import { plainPdf, readPdfText } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { documentKinds, sampleDocument, samplePapers } from './document-samples.ts'
import { sampleReceipt } from './receipt-samples.ts'
import { fontsDirectory, sampleTicket } from './ticket-samples.ts'

const { renderTickets, renderReceipt } = createTicketRenderer({
  fontsDirectory,
  receipts: {
    seller: { name: '', address: '', contact: '', taxNumber: '', taxRate: 20 },
    refundRule: { fr: 'Retenue de 10 000 GNF.' },
  },
})

const [regular, bold] = ['regular', 'bold'].map((weight) => {
  const file = join(fontsDirectory, `atkinson-hyperlegible-next-${weight}.json`)
  const { codePoints, glyphs } = JSON.parse(readFileSync(file, 'utf8')) as FaceMetrics
  return new Map(glyphs.map((glyph, index) => [glyph, String.fromCodePoint(codePoints[index] ?? 0)]))
})

/** Returns the lines drawn in Atkinson. A zero without a slash is returned as `plainZero`. */
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
  'a ticket on %s has plain zeros in sum and date, slashed ones in seat and codes',
  async (paper) => {
    const bytes = await renderTickets([ticket], { paper, language: 'fr' })
    const lines = drawn(bytes)
    const text = lines.join(' ')
    expect(text).toContain(inPlainZeros('120\u00a0000\u00a0GNF'))
    expect(text).toContain(inPlainZeros('17 mai 2025'))
    expect(text).toContain(inPlainZeros('Billet 10\u00a0/\u00a020'))
    for (const code of ['30', 'N1-F-30', 'TCK-2025-004821'])
      expect(lines.some((line) => line.includes(code))).toBe(true)
    expect(text.replaceAll(/[^0]/gu, '').length).toBeGreaterThan(0)
  },
)

test.each(samplePapers)('readers copy each zero of a ticket on %s as 0', async (paper) => {
  const bytes = await renderTickets([ticket], { paper, language: 'fr' })
  const read = (await readPdfText(bytes)).join(' ').replaceAll(/\s+/gu, ' ')
  for (const words of ['120 000 GNF', '17 mai 2025', 'Billet 10 / 20', 'N1-F-30', 'TCK-2025-004821'])
    expect(read).toContain(words)
  expect(plainPdf(bytes)).not.toContain('fdd2')
})

test('a receipt has plain zeros in tax and refund rule, too; the numbers of payment and machine keep theirs', async () => {
  const receipt = sampleReceipt(10, {
    register: 'nongo-10',
    tenders: [{ kind: 'card', received: 700_000, change: 0, approval: 'A80K0' }],
  })
  const lines = drawn(await renderReceipt(receipt, { paper: 'roll-80', language: 'fr' }))
  for (const words of ['700\u00a0000\u00a0GNF', 'TVA 20\u00a0% incluse', 'Retenue de 10 000 GNF.'])
    expect(lines.join(' ')).toContain(inPlainZeros(words))
  for (const code of ['N1-F-10 · Tribune Nord basse', 'Caisse nongo-10', 'Autorisation A80K0'])
    expect(lines).toContain(code)
})

const sums = shareOf(
  'sums',
  documentKinds.flatMap((kind) =>
    languages.flatMap((language) => (['a4', 'roll-58'] as const).map((paper) => ({ kind, language, paper }))),
  ),
  12,
)

test.each(sums.cases)(
  `every sum of a $kind in $language on $paper has plain zeros (${sums.said})`,
  async ({ kind, language, paper }) => {
    const lines = drawn(await sampleDocument(kind, paper, { language }))
    expect(lines.filter((line) => /(?<!\d)\d{1,3}(?:[\u00a0 .,]\d00)+(?!\d)|0[\d\u00a0 .,]*GNF/u.test(line))).toEqual(
      [],
    )
  },
)
