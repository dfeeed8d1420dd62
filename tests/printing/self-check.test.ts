import { expect, test } from 'vitest'
import { faultOfPages } from '../../electron/printing/self-check.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { readPdf } from '../support/pdf.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

const codes = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']
const tickets = codes.map((qrCode, at) =>
  sampleTicket({ qrCode, index: at + 1, specimen: at === 1 ? 'demo' : null, copyNumber: at }),
)

test.each<Paper>(['a4', 'a6', '74x105', '210x74', '140x60', 'roll-80', 'roll-58'])(
  'every page of ours passes on %s',
  async (paper) => {
    const document = await renderTickets(tickets, { paper, language: 'fr' })
    expect(await faultOfPages(document, codes)).toBeNull()
  },
)

test('pages missing, in another order, or of another ticket are found', async () => {
  const document = await renderTickets(tickets, { paper: 'roll-80', language: 'fr' })
  expect(await faultOfPages(document, codes.slice(0, 1))).toBe('2 pages for 1 tickets')
  expect(await faultOfPages(document, codes.toReversed())).toBe('page 1 shows another code')
  expect(await faultOfPages(document, [codes[0]!, codes[1]!.replace('f', 'e')])).toContain('page 2')
})

test('a document cut off or without a code is found', async () => {
  const document = await renderTickets(tickets, { paper: 'a4', language: 'fr' })
  expect(await faultOfPages(document.subarray(0, 500), codes)).toContain('not a document')
  // Changes only the content of the pages, and moves nothing: the rest of the file is found by its position.
  const content = /(<<\n\/Length \d+\n\/Filter \/)FlateDecode/gu
  const blank = Buffer.from(document).toString('latin1').replaceAll(content, '$1LZWDecode  ')
  expect(await faultOfPages(Buffer.from(blank, 'latin1'), codes)).toBe('page 1 shows no code')
})

test('a smaller kind of code that seems to stand inside a good one is no second code', async () => {
  const qrCode = '505ec4c8b7afd5dc6da013a817bf4a50'
  for (const paper of ['a4', 'roll-80'] as const) {
    const document = await renderTickets([sampleTicket({ qrCode })], { paper, language: 'fr' })
    expect(await faultOfPages(document, [qrCode])).toBeNull()
    expect((await readPdf(document)).map(({ qrCodes }) => qrCodes)).toEqual([[qrCode]])
  }
})
