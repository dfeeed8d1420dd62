import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import {
  type Bitmap,
  bitmapOfGrey,
  blankBitmap,
  cropped,
  inkExtent,
  isBlack,
  rasterisePage,
} from '../../../electron/printing/escpos/bitmap.ts'
import { pngOf } from '../../../electron/simulators/virtual-printer/mechanism.ts'
import { renderTickets, sampleTicket } from '../ticket-samples.ts'
import { pdfOf } from './printers.ts'
import { need } from '../../world/kiosk-fixture.ts'

const pointsPerMm = 72 / 25.4

const page = (widthMm: number, heightMm: number, draw: (pdf: PDFKit.PDFDocument) => void, pages = 1) =>
  pdfOf([widthMm * pointsPerMm, heightMm * pointsPerMm], (pdf) => {
    for (let i = 0; i < pages; i++) draw((i === 0 ? pdf : pdf.addPage()).scale(pointsPerMm))
  })

const raster = async (document: Uint8Array, dots: number): Promise<Bitmap> => need(await rasterisePage(document, dots))

function rows({ width, height }: Bitmap, from: Bitmap): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_unused, x) => (isBlack(from, x, y) ? '#' : '.')).join(''),
  )
}

/** Returns the extent of the ink in dots. PDFium extends a filled rectangle to the dot that its edge touches. */
function inkOf(bitmap: Bitmap) {
  const ink = inkExtent(bitmap)!
  const even = (length: number): number => Math.round((length - 0.5) / 4) * 4
  return {
    left: ink.columns.from,
    top: ink.rows.from,
    width: even(ink.columns.to - ink.columns.from),
    height: even(ink.rows.to - ink.rows.from),
  }
}

test('a millimetre is eight dots, the head reaches the middle of the page, white above is cut off', async () => {
  const bitmap = await raster(await page(80, 40, (pdf) => pdf.rect(10, 5, 20, 3).fill()), 576)
  // The first dot of the print head is 4 mm from the edge of the page.
  expect(inkOf(bitmap)).toEqual({ left: 48, top: 0, width: 160, height: 24 })
  expect(bitmap.width).toBe(576)
  expect(bitmap.height - (inkExtent(bitmap)?.rows.to ?? 0)).toBe(16)
})

test('ink beyond the reach of the head moves the page; ink wider than the head makes it smaller', async () => {
  const aside = await raster(await page(80, 20, (pdf) => pdf.rect(0, 5, 10, 3).fill()), 384)
  expect(inkOf(aside)).toEqual({ left: 152, top: 0, width: 80, height: 24 })
  const wide = await raster(await page(80, 20, (pdf) => pdf.rect(4, 5, 72, 6).fill()), 384)
  expect(inkOf(wide).width).toBeGreaterThanOrEqual(380)
  expect(inkOf(wide).height).toBe(32)
  const narrow = await raster(await page(40, 20, (pdf) => pdf.rect(5, 5, 30, 3).fill()), 576)
  expect(inkOf(narrow)).toMatchObject({ left: 168, width: 240 })
})

test.each([
  ['two pages', page(80, 20, (pdf) => pdf.rect(9, 9, 9, 9).fill(), 2), '2 pages'],
  ['a blank page', page(80, 20, () => {}), 'blank'],
  ['a page far too wide', page(210, 297, (pdf) => pdf.rect(10, 10, 190, 9).fill()), '190 mm of ink'],
  ['no document', Promise.resolve(Buffer.from('GIF89a')), 'unreadable document'],
])('%s is refused', async (_what, document, words) => {
  const result = await rasterisePage(await document, 576)
  expect(result).toMatchObject({ ok: false, error: { type: 'unprintable-page' } })
  expect(JSON.stringify(result)).toMatch(new RegExp(words, 'u'))
})

test('a tint becomes spots in its proportion, an edge stays an edge', () => {
  const [width, height] = [64, 64]
  for (const level of [32, 96, 160, 224]) {
    const bitmap = bitmapOfGrey(new Uint8Array(width * height).fill(level), width, height)
    const black = rows(bitmap, bitmap).slice(1, -1).join('').split('#').length - 1
    expect(black / (width * (height - 2))).toBeCloseTo((255 - level) / 255, 1)
  }
  const edge = Uint8Array.from({ length: 16 * 4 }, (_, i) =>
    i % 16 < 5 ? 0 : i % 16 === 5 ? 100 : i % 16 === 6 ? 180 : 255,
  )
  const cut = bitmapOfGrey(edge, 16, 4)
  expect(rows(cut, cut)).toEqual(Array.from({ length: 4 }, () => '######..........'))
})

test('crops at any dot, beyond the edges too', () => {
  const bitmap = blankBitmap(21, 3)
  const dots = [[0, 0] as const, [9, 1] as const, [20, 2] as const]
  for (const [x, y] of dots) bitmap.data[y * 3 + (x >> 3)]! |= 0x80 >> (x & 7)
  const areas = ['-3 -1 27 5', '1 1 9 1', '8 0 13 3', '20 2 3 3'].map((area) => area.split(' ').map(Number))
  for (const [left = 0, top = 0, width = 0, height = 0] of areas) {
    const part = cropped(bitmap, left, top, width, height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        expect(isBlack(part, x, y)).toBe(dots.some(([dx, dy]) => dx === x + left && dy === y + top))
  }
})

test('the PNG shows the same dots', async () => {
  const document = await renderTickets([sampleTicket()], { paper: 'roll-80', language: 'fr' })
  const bitmap = await raster(document, 576)
  const { width, height, data } = PNG.sync.read(Buffer.from(pngOf(bitmap)))
  expect([width, height]).toEqual([bitmap.width, bitmap.height])
  const differs = (_: unknown, i: number) => (data[i * 4] === 0) !== isBlack(bitmap, i % width, Math.floor(i / width))
  expect(Array.from({ length: width * height }, differs).indexOf(true)).toBe(-1)
})
