import { randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { readBarcodes } from 'zxing-wasm/reader'
import { isBlack, rasterisePage } from '../../electron/printing/escpos/bitmap.ts'
import { qrPath, type QrRows, qrSize, TicketCodes } from '../../electron/printing/layouts/qr.ts'
import { faultOfPages } from '../../electron/printing/self-check.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type DrawnPage, drawPdf } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

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

const readings = shareOf(
  'codes',
  papers.flatMap((paper) => Object.entries(codes).map(([kind, qrCode]) => ({ paper, kind, qrCode }))),
  7,
)

test.each(readings.cases)(
  `on $paper a code $kind is read back byte for byte (${readings.said})`,
  async ({ paper, qrCode }) => {
    const document = await renderTickets([sampleTicket({ qrCode })], { paper, language: 'fr' })
    expect(await faultOfPages(document, [qrCode])).toBeNull()
    const [page] = await drawPdf(document, 406)
    expect(await scanned(page!.image)).toEqual([qrCode])
    const other = qrCode === qrCode.toLowerCase() ? `${qrCode}1` : qrCode.toLowerCase()
    expect(await faultOfPages(document, [other])).toBe('page 1 shows another code')
  },
)

test.each([
  ['roll-80', 576],
  ['roll-58', 384],
] as const)('the longest code reads from the dots of a thermal head (%s)', async (paper, dots) => {
  const document = await renderTickets([sampleTicket({ qrCode: codes.longest })], { paper, language: 'fr' })
  const raster = await rasterisePage(document, dots)
  if (!raster.ok) throw new Error(raster.error.detail)
  const { width, height } = raster.value
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) {
    if (isBlack(raster.value, at % width, Math.floor(at / width))) data.fill(0, at * 4, at * 4 + 3)
  }
  expect(await scanned({ width, height, data })).toEqual([codes.longest])
})

test('what no code holds is refused', () => {
  for (const text of ['', 'a'.repeat(2954), 'a\0']) expect(() => new TicketCodes().symbolOf(text)).toThrow(RangeError)
})

function reference(code: string): string {
  const { modules } = QRCode.create([{ data: Buffer.from(code), mode: 'byte' }], {
    version: 3,
    errorCorrectionLevel: 'Q',
    maskPattern: 2,
  })
  return Array.from(modules.data, (dark) => (dark ? '#' : '.')).join('')
}

function drawn(rows: QrRows): string {
  return Array.from({ length: qrSize * qrSize }, (_, at) =>
    ((rows[Math.floor(at / qrSize)]! >> (at % qrSize)) & 1) === 1 ? '#' : '.',
  ).join('')
}

test('every code gives the symbol that the library gives, early ones and late ones', () => {
  const codes = new TicketCodes()
  for (let round = 0; round < 300; round++) {
    const code = randomBytes(16).toString('hex')
    expect(drawn(codes.rowsOf(code))).toBe(reference(code))
  }
  for (const code of ['0'.repeat(32), 'f'.repeat(32), 'ABCDEFabcdef0123456789ABCDEF0123']) {
    expect(drawn(codes.rowsOf(code))).toBe(reference(code))
  }
})

test('the path covers each dark module once and no light one', () => {
  const codes = new TicketCodes()
  for (let round = 0; round < 200; round++) {
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
