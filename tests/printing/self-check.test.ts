import { expect, test } from 'vitest'
import { faultOfPages } from '../../electron/printing/self-check.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { readPdf } from '../support/pdf.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'
import { shareOf } from '../support/share.ts'

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
  // Changes only the content of the pages and preserves all positions, because a PDF refers to its parts by position.
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

/** Returns a ticket with the longest texts accepted from a partner (shared/api/partner/reading.ts). */
function longestTicket(unit: string) {
  const of = (length: number): string => unit.repeat(length).slice(0, length)
  return sampleTicket({
    eventTitle: of(200),
    startsAt: of(64),
    venue: { name: of(200), city: of(100), country: of(100) },
    zoneName: of(100),
    ticketNumber: of(100),
    ticketReference: of(100),
    place: {
      seatCode: of(100),
      sector: of(100),
      row: of(100),
      seatNumber: Number.MAX_SAFE_INTEGER,
      gate: { code: of(100), name: of(100), label: of(200) },
      tribune: { code: of(100), name: of(100), color: '#1d4f9c' },
      route: Array.from({ length: 12 }, () => of(100)),
      disputeCode: of(100),
    },
  })
}

const longest = shareOf(
  'longest texts',
  (['a4', 'a6', '210x74', '140x60', 'roll-80', 'roll-58', '74x105'] as const).flatMap((paper) =>
    ['W', 'Été ', '- ', 'ملعب', '\u0301'].map((unit) => ({ paper, unit })),
  ),
  7,
)

test.each(longest.cases)(
  `a ticket on $paper all of whose texts are as long as can be, of $unit (${longest.said})`,
  async ({ paper, unit }) => {
    const ticket = longestTicket(unit)
    const document = await renderTickets([ticket], { paper, language: 'fr' })
    expect(await faultOfPages(document, [ticket.qrCode])).toBeNull()
  },
)
