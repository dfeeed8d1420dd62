import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { hasColour, readPdf } from './pdf.ts'

async function paperWith(code: string): Promise<Uint8Array> {
  const document = new PDFDocument({ size: [226.77, 400] })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  document.fillColor('#c8102e').rect(0, 0, 226, 20).fill()
  document.fillColor('black').text('Porte 12, rang B', 20, 30)
  const { size, data } = QRCode.create(code).modules
  for (const [index, dark] of data.entries()) {
    if (dark) document.rect(40 + (index % size) * 4, 80 + Math.floor(index / size) * 4, 4, 4)
  }
  document.fill()
  document.end()
  await ended
  return Buffer.concat(chunks)
}

test('a paper is read back: size, text, code and colour', async () => {
  const [page, ...more] = await readPdf(await paperWith('0123456789abcdef0123456789abcdef'))
  expect(more).toEqual([])
  expect(page!.widthMm).toBeCloseTo(80, 0)
  expect(page!.text).toContain('Porte 12, rang B')
  expect(page!.qrCodes).toEqual(['0123456789abcdef0123456789abcdef'])
  expect(hasColour(page!, '#C8102E')).toBe(true)
  expect(hasColour(page!, '#0057B8')).toBe(false)
})
