import { randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { readBarcodes } from 'zxing-wasm/reader'
import { rasterisePage } from '../../electron/printing/escpos/bitmap.ts'
import { qrPath, type QrRows, qrSize, TicketCodes } from '../../electron/printing/layouts/qr.ts'
import { faultOfPages } from '../../electron/printing/document-service.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type DrawnPage, drawPdf } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { codesOf } from './escpos/printers.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'
import { need } from '../world/kiosk-fixture.ts'

/** Possible values of `qr.payload` instead of the 32 hexadecimal digits of the specification. */
const codes = {
  short: 'A',
  'of both cases': 'https://billets.example/T?id=aBcD-0042&sig=Zz9_',
  'of other letters': 'Tribune Émeraude · Âge – العربية – 座席',
  'with spaces and line ends': '  01\u001d77\r\nTICKET\t7 ',
  'of digits': '0042'.repeat(300),
  'of a signed token': `eyJ${'hbGciOiJFUzI1NiJ9_-'.repeat(30)}`,
  longest: 'Aé0 '.repeat(590) + 'xyz',
}
const papers: readonly Paper[] = ['a4', 'a6', '210x74', '140x60', 'roll-80', 'roll-58', '74x105']

async function scanned({ width, height, data }: DrawnPage['image']): Promise<string[]> {
  const read = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, { formats: ['QRCodeModel2'] })
  return read.map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
}

const printed = papers.flatMap((paper) => Object.entries(codes).map(([kind, qrCode]) => ({ paper, kind, qrCode })))
const readings = shareOf('codes', printed, 2)

test.each(readings.cases)(
  `on $paper a code $kind is read back byte for byte (${readings.said})`,
  async ({ paper, qrCode }) => {
    const document = await renderTickets([sampleTicket({ qrCode })], { paper, language: 'fr' })
    expect(await faultOfPages(document, [qrCode])).toBeNull()
    const [page] = await drawPdf(document, qrCode.length > 500 ? 406 : 203)
    expect(await scanned(page!.image)).toEqual([qrCode])
  },
)

test.each([
  ['roll-80', 576],
  ['roll-58', 384],
] as const)('the longest code reads from the dots of a thermal head (%s)', async (paper, dots) => {
  const document = await renderTickets([sampleTicket({ qrCode: codes.longest })], { paper, language: 'fr' })
  expect(await codesOf(need(await rasterisePage(document, dots)))).toEqual([codes.longest])
})

test('what no code holds is refused', () => {
  for (const text of ['', 'a'.repeat(2954), 'a\0']) expect(() => new TicketCodes().symbolOf(text)).toThrow(RangeError)
})

function reference(code: string): string {
  const options = { version: 3, errorCorrectionLevel: 'Q', maskPattern: 2 } as const
  const { modules } = QRCode.create([{ data: Buffer.from(code), mode: 'byte' }], options)
  return Array.from(modules.data, (dark) => (dark ? '#' : '.')).join('')
}

function drawn(rows: QrRows): string {
  return Array.from({ length: qrSize * qrSize }, (_, at) =>
    ((rows[Math.floor(at / qrSize)]! >> (at % qrSize)) & 1) === 1 ? '#' : '.',
  ).join('')
}

test('every code gives the symbol that the library gives, early ones and late ones', () => {
  const codes = new TicketCodes()
  for (let round = 0; round < 150; round++) {
    const code = randomBytes(16).toString('hex')
    expect(drawn(codes.rowsOf(code))).toBe(reference(code))
  }
  for (const code of ['0'.repeat(32), 'f'.repeat(32), 'ABCDEFabcdef0123456789ABCDEF0123'])
    expect(drawn(codes.rowsOf(code))).toBe(reference(code))
})

test('the path covers each dark module once and no light one', () => {
  const codes = new TicketCodes()
  for (let round = 0; round < 50; round++) {
    const rows = codes.rowsOf(randomBytes(16).toString('hex'))
    const covered = new Uint8Array(qrSize * qrSize)
    for (const line of qrPath(rows).trim().split('\n')) {
      const [x, y, width, height] = line.split(' ', 4).map(Number) as [number, number, number, number]
      expect(line).toBe(`${x} ${y} ${width} ${height} re`)
      for (let row = y; row < y + height; row++) {
        for (let column = x; column < x + width; column++) covered[row * qrSize + column]!++
      }
    }
    expect(Array.from(covered, (times) => '.#'[times] ?? `${times}`).join('')).toBe(drawn(rows))
  }
})

const pair = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']
const tickets = pair.map((qrCode, at) =>
  sampleTicket({ qrCode, index: at + 1, specimen: at === 1 ? 'demo' : null, copyNumber: at }),
)

test('pages missing, in another order, of another ticket, cut off or without a code are found', async () => {
  const document = await renderTickets(tickets, { paper: 'roll-80', language: 'fr' })
  expect(await faultOfPages(document, pair)).toBeNull()
  expect(await faultOfPages(document, pair.slice(0, 1))).toBe('2 pages for 1 tickets')
  expect(await faultOfPages(document, pair.toReversed())).toBe('page 1 shows another code')
  expect(await faultOfPages(document, [pair[0]!.toUpperCase(), pair[1]!])).toBe('page 1 shows another code')
  expect(await faultOfPages(document, [pair[0]!, `${pair[1]}1`])).toContain('page 2')
  expect(await faultOfPages(document.subarray(0, 500), pair)).toContain('unreadable document')
  // Changes only the content of the pages and preserves all positions, because a PDF refers to its parts by position.
  const content = /(<<\n\/Length \d+\n\/Filter \/)FlateDecode/gu
  const blank = Buffer.from(document).toString('latin1').replaceAll(content, '$1LZWDecode  ')
  expect(await faultOfPages(Buffer.from(blank, 'latin1'), pair)).toBe('page 1 shows no code')
})

test('a smaller kind of code that seems to stand inside a good one is no second code', async () => {
  const qrCode = '505ec4c8b7afd5dc6da013a817bf4a50'
  for (const paper of ['a4', 'roll-80'] as const) {
    const document = await renderTickets([sampleTicket({ qrCode })], { paper, language: 'fr' })
    expect(await faultOfPages(document, [qrCode])).toBeNull()
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

const units = ['W', 'Été ', '- ', 'ملعب', '\u0301']
const texts = papers.flatMap((paper) => units.map((unit) => ({ paper, unit })))
const longest = shareOf('longest texts', texts, 2)

test.each(longest.cases)(
  `a ticket on $paper all of whose texts are as long as can be, of $unit (${longest.said})`,
  async ({ paper, unit }) => {
    const ticket = longestTicket(unit)
    const document = await renderTickets([ticket], { paper, language: 'fr' })
    expect(await faultOfPages(document, [ticket.qrCode])).toBeNull()
  },
)
