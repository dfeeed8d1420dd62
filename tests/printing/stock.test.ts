import { describe, expect, test } from 'vitest'
import { TicketRenderer, type TicketRendererOptions, readBrand } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type DrawnPage, drawPdf, hasColour, readPdf, readQrCodes } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { colorShare, inkAtEdges, inkShare } from './paper.ts'
import { logo, planOf, sponsor } from './document-samples.ts'
import { fontsDirectory, sampleTicket, type TicketChanges } from './ticket-samples.ts'
import { testCode } from '../../electron/printing/layouts/test-page.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { err } from '../../shared/domain/result.ts'
import { readPicture } from '../../electron/printing/pdf/picture.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const notice = 'Objets en verre interdits.'
const brand = { logo, sponsor, notice: { fr: notice } }

interface Wish extends Omit<TicketRendererOptions, 'fontsDirectory'> {
  readonly paper: Paper
  readonly changes?: TicketChanges
}

async function page({ paper, changes, ...options }: Wish): Promise<DrawnPage> {
  const { renderTickets } = new TicketRenderer({ fontsDirectory, ...options })
  const pages = await drawPdf(await renderTickets([sampleTicket(changes)], { paper, language: 'fr' }))
  expect(pages).toHaveLength(1)
  return pages[0]!
}

describe('stock', () => {
  test.each<[Paper, number, number]>([
    ['a6', 105, 148],
    ['148x105', 148, 105],
  ])('%s is a page of just that size', async (paper, width, height) => {
    const { widthMm, heightMm } = await page({ paper })
    expect([widthMm, heightMm]).toEqual([expect.closeTo(width, 1), expect.closeTo(height, 1)])
  })

  const edges = shareOf('edges', ['a6', '74x105', '210x74', '140x100', 'roll-58'] as const, 2)

  test.each(edges.cases)(
    `on %s nothing runs over the edge, however much there is to say (${edges.said})`,
    async (paper) => {
      const changes: TicketChanges = {
        specimen: 'demo',
        copyNumber: 12,
        unchecked: true,
        eventTitle: 'Finale de la Coupe nationale de Guinée : Horoya Athlétic Club de Conakry contre AS Kaloum Star',
        place: { tribune: { code: 'P', name: 'Tribune présidentielle couverte', color: '#e3a008' } },
      }
      const shown = await page({ paper, changes, brand, planOf })
      expect(await readQrCodes(shown.image)).toEqual([sampleTicket().qrCode])
      expect(inkAtEdges(shown)).toEqual([0, 0, 0, 0])
      const text = shown.text.replaceAll(/\s+/gu, ' ')
      const facts = [
        'DUPLICATA 12',
        'validité non vérifiée',
        'non valable pour entrer',
        'REF-8XK2-QP41',
        'Billet 2 / 3',
      ]
      for (const words of facts) expect(text).toContain(words)
    },
  )
})

describe('the map of the venue', () => {
  test("marks the seat's tribune in its colour on A4, and only where the plan knows gate and section", async () => {
    const corner = { x: 100, y: 196, width: 100, height: 76 }
    const [bare, marked] = await Promise.all([page({ paper: 'a4' }), page({ paper: 'a4', planOf })])
    expect(inkShare(marked, corner)).toBeGreaterThan(0.05)
    expect(colorShare(marked, '#1d4f9c')).toBeGreaterThan(colorShare(bare, '#1d4f9c') + 0.001)
    for (const changes of [
      { venue: { name: 'Stade inconnu', city: 'Labé', country: 'Guinée' } },
      { place: { sector: 'Z9' } },
      { place: { gate: { code: 'Z', name: 'Porte Z', label: 'Porte Z' } } },
    ])
      expect(inkShare(await page({ paper: 'a4', planOf, changes }), corner)).toBe(0)
  })

  const maps = shareOf('maps', ['a6', '210x74', 'roll-80', 'roll-58'] as const, 1)

  test.each(maps.cases)(`is on %s too (${maps.said})`, async (paper) => {
    const [bare, marked] = await Promise.all([page({ paper }), page({ paper, planOf })])
    expect(Buffer.compare(Buffer.from(bare.image.data), Buffer.from(marked.image.data))).not.toBe(0)
    expect(await readQrCodes(marked.image)).toEqual([sampleTicket().qrCode])
  })
})

describe("the venue's own", () => {
  const branded = shareOf('branded', ['a4', '210x74', 'roll-80', 'roll-58', '148x210'] as const, 3)

  test.each(branded.cases)(`logo, sponsor and words are on %s (${branded.said})`, async (paper) => {
    const own = await page({ paper, brand })
    for (const color of ['#d0103a', '#7a2fd0']) expect(colorShare(own, color)).toBeGreaterThan(0.002)
    expect(await readQrCodes(own.image)).toEqual([sampleTicket().qrCode])
    if (paper !== '210x74') expect(own.text.replaceAll(/\s+/gu, ' ')).toContain(notice)
  })

  test('on a small sheet the sponsor gives way first', async () => {
    const small = await page({ paper: 'a6', brand, planOf, changes: { eventTitle: 'Horoya '.repeat(5) } })
    expect([hasColour(small, '#7a2fd0'), hasColour(small, '#d0103a')]).toEqual([false, true])
  })
})

describe('the test page', () => {
  const { renderTestPage } = new TicketRenderer({ fontsDirectory })

  test.each<Paper>(['a4', '74x105', '140x60', 'roll-58'])('on %s', async (paper) => {
    const [page] = await readPdf(await renderTestPage({ printer: 'counter', paper, language: 'fr' }), 254)
    const { text, widthMm, heightMm, qrCodes } = page!
    expect(qrCodes).toEqual([testCode])
    for (const words of ['Page d’essai', 'counter', paper]) expect(text).toContain(words)
    // The test page has frames at 2, 4 and 6 mm from each edge, and no ink outside the outermost frame.
    for (const edge of [2, 4, 6]) {
      for (const line of [
        { x: edge - 0.5, y: 10, width: 1, height: heightMm - 20 },
        { x: widthMm - edge - 0.5, y: 10, width: 1, height: heightMm - 20 },
        { x: 10, y: edge - 0.5, width: widthMm - 20, height: 1 },
        { x: 10, y: heightMm - edge - 0.5, width: widthMm - 20, height: 1 },
      ]) {
        expect(inkShare(page!, line)).toBeGreaterThan(0.08)
      }
    }
    expect(inkShare(page!, { x: 0, y: 0, width: widthMm, height: 1 })).toBe(0)
    expect(inkShare(page!, { x: 0, y: heightMm - 1, width: widthMm, height: 1 })).toBe(0)
  })
})

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, bytes)
  return path
}

function png(width: number, height: number, pixels: readonly number[]): Buffer {
  const picture = new PNG({ width, height })
  picture.data = Buffer.from(pixels)
  return PNG.sync.write(picture)
}

test('a picture is laid on white paper', async () => {
  const path = file('logo.png', png(3, 1, [200, 0, 0, 255, 0, 0, 0, 0, 100, 100, 100, 51]))
  const read = await readPicture(path)
  expect(read).toMatchObject({ ok: true, value: { width: 3, height: 1 } })
  expect(read.ok && [...inflateSync(read.value.deflated)]).toEqual([200, 0, 0, 255, 255, 255, 224, 224, 224])
})

test.each<[string, string]>([
  ['missing.png', 'no such file'],
  ['.', 'cannot be read (EISDIR)'],
])('%s: %s', async (name, detail) => {
  expect(await readPicture(join(temporaryFolder(), name))).toEqual(err({ type: 'unusable-picture', detail }))
})

test('what is no PNG, or a damaged or huge one, is refused in words', async () => {
  const whole = png(2, 2, [...new Uint8Array(16).fill(7)])
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(100_000, 16)
  for (const [bytes, detail] of [
    [Buffer.from('GIF89a'), 'neither a PNG picture nor an SVG drawing'],
    [whole.subarray(0, 20), 'neither a PNG picture nor an SVG drawing'],
    [Buffer.from('<svg/>'), 'a damaged SVG drawing'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>A</text></svg>'), 'convert its text to outlines'],
    [whole.subarray(0, 50), 'a damaged PNG picture'],
    [huge, '100000 × 2 pixels, at most 3000 × 3000'],
  ] as const) {
    const error = { detail: expect.stringContaining(detail) as string }
    expect(await readPicture(file('logo.png', bytes))).toMatchObject({ ok: false, error })
  }
})

test('a drawing is drawn large, on white paper', async () => {
  const drawing = '<path d="M0 0h10v10H0z" fill="#d0103a"/></svg>'
  const head = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
  const read = await readPicture(file('logo.svg', head + drawing))
  expect(read).toMatchObject({ ok: true, value: { width: 1600, height: 800 } })
  const pixels = read.ok ? inflateSync(read.value.deflated) : Buffer.alloc(0)
  expect([...pixels.subarray(0, 3)]).toEqual([0xd0, 0x10, 0x3a])
  expect([...pixels.subarray(1599 * 3, 1600 * 3)]).toEqual([255, 255, 255])
})

test('the venue’s words are kept in each language it has them in', async () => {
  const notice = { fr: 'Verre interdit.', pt: 'Proibido vidro.', ar: 'يُمنع الزجاج.' }
  expect(await readBrand({ notice })).toMatchObject({ notice })
})
