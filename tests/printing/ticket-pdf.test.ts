import { readBarcodes } from 'zxing-wasm/reader'
import { describe, expect, test, vi } from 'vitest'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { drawPdf, hasColour, plainPdf, readPdf, readPdfText, readQrCodes } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { colorShare, inkShare, lightnessAt, monochrome, pixelsOf } from './paper.ts'
import { fontsDirectory, renderTickets, sampleTicket } from './ticket-samples.ts'

const papers = shareOf<Paper>('papers', ['a4', 'a6', '210x74', 'roll-80', 'roll-58', '74x105', '140x100'], 2)
const languages = ['fr', 'en'] as const

/** Area of the QR code on A4, including the quiet zone. */
const a4Code = { x: 146.6, y: 46.5, width: 50.8, height: 50.8 }

async function page(ticket = sampleTicket(), paper: Paper = 'a4', language: 'fr' | 'en' = 'fr', dpi = 203) {
  const [only] = await drawPdf(await renderTickets([ticket], { paper, language }), dpi)
  return only!
}

async function text(ticket: ReturnType<typeof sampleTicket>, paper: Paper, language: 'fr' | 'en' = 'fr') {
  return (await readPdfText(await renderTickets([ticket], { paper, language }))).join('\n')
}

describe.each(papers.cases)(`on %s (${papers.said})`, (paper) => {
  test('a ticket is a page, in the order given', async () => {
    const codes = ['0', '1', '2'].map((digit) => digit.repeat(32))
    const tickets = codes.map((qrCode, at) => sampleTicket({ qrCode, index: at + 1, place: { seatNumber: 24 + at } }))
    const pages = await readPdf(await renderTickets(tickets, { paper, language: 'fr' }))
    expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(codes.map((code) => [code]))
    expect(pages.map(({ text }) => /Billet (\d)\u00a0\/\u00a03/u.exec(text)?.[1])).toEqual(['1', '2', '3'])
  })

  test.each(languages)('in %s the text holds all that a ticket says', async (language) => {
    const said = (await text(sampleTicket(), paper, language)).replaceAll(/\s+/gu, ' ')
    const words = said.split(' ')
    for (const figure of ['A', 'N1', 'F', '24', 'Nord']) expect(words).toContain(figure)
    for (const fact of [
      'Horoya AC – AS Kaloum Star',
      'Stade de la Corniche, Conakry, Guinée',
      'Tribune Nord, côté ville',
      'Porte A',
      'Secteur N1',
      'Rang F',
      'Place 24',
      'TCK-2025-004821',
      'REF-8XK2-QP41',
      'LTG-N1-F-24',
      'N1-F-24',
      '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
    ]) {
      expect(said).toContain(fact)
    }
    const worded = {
      fr: ['samedi 17 mai 2025, 16\u00a0h', '70\u00a0000\u00a0GNF', 'Porte', 'Secteur', 'Rang', 'Place'],
      en: ['Saturday 17 May 2025, 16:00', '70,000\u00a0GNF', 'Gate', 'Section', 'Row', 'Seat'],
    }
    for (const words of worded[language]) expect(said).toContain(words.replaceAll('\u00a0', ' '))
    expect(said).not.toMatch(/DUPLICATA|SP[EÉ]CIMEN/u)
  })

  test('the code reads at 100 dots an inch, in colour and in black and white', async () => {
    for (const color of ['#ffffff', '#000000']) {
      const tribune = { code: 'S', name: 'Sud', color }
      const ticket = sampleTicket({ specimen: 'demo', copyNumber: 1, place: { tribune } })
      const { image } = await page(ticket, paper, 'fr', 100)
      expect(await readQrCodes(image)).toEqual([ticket.qrCode])
      const bare = await readBarcodes({ ...monochrome(image), colorSpace: 'srgb' }, { formats: ['QRCodeModel2'] })
      expect(bare.map(({ text, ecLevel }) => [text, ecLevel])).toEqual([[ticket.qrCode, 'Q']])
    }
  })

  test("the tribune's colour is on the page, and not in a corner", async () => {
    const color = '#e3a008'
    const printed = await page(sampleTicket({ place: { tribune: { code: 'O', name: 'Virage Ouest', color } } }), paper)
    expect(colorShare(printed, color)).toBeGreaterThan(paper === 'a4' ? 0.05 : 0.009)
    expect(hasColour(printed, '#1d4f9c')).toBe(false)
  })

  test('a copy says which; a specimen says of what, and that it opens no gate', async () => {
    expect(await text(sampleTicket({ copyNumber: 12 }), paper, 'en')).toContain('DUPLICATE 12')
    expect(await text(sampleTicket({ specimen: 'training' }), paper)).toMatch(/FORMATION[^]*non valable pour entrer/u)
    expect(await text(sampleTicket({ specimen: 'demo' }), paper, 'en')).toMatch(/SPECIMEN[^]*not valid for entry/u)
  })

  test('equal tickets give equal bytes, from any renderer on any day; other tickets another file id', async () => {
    const options = { paper, language: 'fr' } as const
    const once = await renderTickets([sampleTicket()], options)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0, 1) })
    const later = await new TicketRenderer({ fontsDirectory }).renderTickets([sampleTicket()], options)
    vi.useRealTimers()
    expect(Buffer.compare(once, later)).toBe(0)
    const other = await renderTickets([sampleTicket({ ticketNumber: 'TCK-2025-004822' })], options)
    const idOf = (pdf: Uint8Array) => /\/ID \[(<[0-9a-f]+>)/u.exec(Buffer.from(pdf).toString('latin1'))?.[1]
    expect(idOf(once)).toMatch(/^<[0-9a-f]{32}>$/u)
    expect(idOf(other)).not.toBe(idOf(once))
  })

  test('every face is embedded, and the file says its title and language', async () => {
    const pdf = plainPdf(await renderTickets([sampleTicket()], { paper, language: 'en' }))
    const fonts = pdf.match(/\/BaseFont \/\S+/gu) ?? []
    expect(new Set(fonts)).toEqual(
      new Set(['Regular', 'Bold'].map((weight) => `/BaseFont /GUICHE+AtkinsonHyperlegibleNext-${weight}`)),
    )
    expect(pdf.match(/\/FontFile2 /gu)).toHaveLength(2)
    for (const entry of ['/Lang (en)', '/DisplayDocTitle true', '/Marked true', '/S /Document\n', 'Guichet'])
      expect(pdf).toContain(entry)
  })

  test('a ticket takes at most 2 kB after the fonts', async () => {
    const tickets = Array.from({ length: 41 }, (_, at) =>
      sampleTicket({ qrCode: at.toString(16).repeat(32).slice(0, 32), index: at + 1, place: { seatNumber: at + 1 } }),
    )
    const sizes = await Promise.all(
      [tickets.slice(0, 1), tickets].map(async (list) => (await renderTickets(list, { paper, language: 'fr' })).length),
    )
    expect((sizes[1]! - sizes[0]!) / 40).toBeLessThanOrEqual(2000)
  })
})

test('A4 is 210 × 297 mm; a roll is 80 mm wide, as long as its content, and leaves the margins bare', async () => {
  const sheet = await page()
  expect([sheet.widthMm, sheet.heightMm]).toEqual([expect.closeTo(210, 1), expect.closeTo(297, 1)])
  const strip = await page(sampleTicket(), 'roll-80')
  const longer = await page(sampleTicket({ specimen: 'demo', copyNumber: 1 }), 'roll-80')
  expect(strip.widthMm).toBeCloseTo(80, 1)
  expect(strip.heightMm).toBeCloseTo(Math.round(strip.heightMm), 1)
  expect(strip.heightMm).toBeLessThan(200)
  expect(longer.heightMm).toBeGreaterThan(strip.heightMm + 20)
  for (const { heightMm, ...rest } of [strip, longer]) {
    for (const x of [0, 76.5])
      expect(inkShare({ heightMm, ...rest }, { x, y: 0, width: 3.5, height: heightMm })).toBe(0)
    expect(inkShare({ heightMm, ...rest }, { x: 0, y: heightMm - 4, width: 80, height: 4 })).toBe(0)
  }
})

test('the code is at least 25 mm wide with four modules of white around it, in spite of a watermark', async () => {
  const printed = await page(sampleTicket({ specimen: 'demo' }), 'a4', 'fr', 254)
  const { left, top, right, bottom } = pixelsOf(printed, a4Code)
  const dark = { left: right, top: bottom, right: left, bottom: top }
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (lightnessAt(printed.image, x, y) >= 128) continue
      dark.left = Math.min(dark.left, x)
      dark.right = Math.max(dark.right, x)
      dark.top = Math.min(dark.top, y)
      dark.bottom = Math.max(dark.bottom, y)
    }
  }
  // 254 dots per inch are 10 dots per millimetre.
  const [width, height] = [(dark.right - dark.left + 1) / 10, (dark.bottom - dark.top + 1) / 10]
  expect([width, height]).toEqual([expect.closeTo(39.875, 0), expect.closeTo(39.875, 0)])
  const module = width / 29
  for (const white of [dark.left - left, dark.top - top, right - dark.right, bottom - dark.bottom])
    expect(white / 10).toBeGreaterThan(module * 4 - 0.3)
})

test('what no ticket may be made of is refused', async () => {
  const options = { paper: 'a4', language: 'fr' } as const
  await expect(renderTickets([], options)).rejects.toThrow(RangeError)
  await expect(renderTickets([sampleTicket({ qrCode: '' })], options)).rejects.toThrow(RangeError)
})
