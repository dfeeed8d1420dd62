import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Picture } from '../../electron/printing/pdf/picture.ts'
import { TicketRenderer, type TicketRendererOptions } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { parseVenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { hasColour, type PdfPage, readPdf } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { colorShare, inkAtEdges, inkShare } from './paper.ts'
import { fontsDirectory, sampleTicket, solidPicture, type TicketChanges } from './ticket-samples.ts'
import { testCode } from '../../electron/printing/layouts/test-page.ts'

const plan = parseVenuePlan(JSON.parse(readFileSync(join(fontsDirectory, '../venues/stadium.json'), 'utf8')) as unknown)
const planOf: TicketRendererOptions['planOf'] = (name) =>
  plan.ok && plan.value.venue.name === name ? plan.value : null

const logo: Picture = solidPicture(200, 160, '#d0103a')
const sponsor: Picture = solidPicture(900, 90, '#7a2fd0')
const notice = 'Objets en verre interdits.'
const brand = { logo, sponsor, notice: { fr: notice } }

interface Wish extends Omit<TicketRendererOptions, 'fontsDirectory'> {
  readonly paper: Paper
  readonly changes?: TicketChanges
}

async function page({ paper, changes, ...options }: Wish): Promise<PdfPage> {
  const { renderTickets } = new TicketRenderer({ fontsDirectory, ...options })
  const pages = await readPdf(await renderTickets([sampleTicket(changes)], { paper, language: 'fr' }))
  expect(pages).toHaveLength(1)
  return pages[0]!
}

describe('stock', () => {
  test.each<[Paper, number, number]>([
    ['a6', 105, 148],
    ['210x74', 210, 74],
    ['148x105', 148, 105],
    ['74x105', 74, 105],
    ['148x210', 148, 210],
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
      expect(shown.qrCodes).toEqual([sampleTicket().qrCode])
      expect(inkAtEdges(shown)).toEqual([0, 0, 0, 0])
      const text = shown.text.replaceAll(/\s+/gu, ' ')
      for (const words of [
        'DUPLICATA 12',
        'validité non vérifiée',
        'non valable pour entrer',
        'REF-8XK2-QP41',
        'Billet 2 / 3',
      ]) {
        expect(text).toContain(words)
      }
    },
  )
})

describe('the map of the venue', () => {
  test("marks the seat's tribune in its colour on A4, and only where the plan knows gate and section", async () => {
    const corner = { x: 100, y: 196, width: 100, height: 76 }
    const share = async (changes: TicketChanges): Promise<number> =>
      inkShare(await page({ paper: 'a4', planOf, changes }), corner)
    expect(await share({})).toBeGreaterThan(0.05)
    expect(await share({ venue: { name: 'Stade inconnu', city: 'Labé', country: 'Guinée' } })).toBe(0)
    expect(await share({ place: { sector: 'Z9' } })).toBe(0)
    expect(await share({ place: { gate: { code: 'Z', name: 'Porte Z', label: 'Porte Z' } } })).toBe(0)
    const [bare, marked] = await Promise.all([page({ paper: 'a4' }), page({ paper: 'a4', planOf })])
    expect(colorShare(marked, '#1d4f9c')).toBeGreaterThan(colorShare(bare, '#1d4f9c') + 0.001)
  })

  const maps = shareOf('maps', ['a6', '210x74', 'roll-80', 'roll-58'] as const, 1)

  test.each(maps.cases)(`is on %s too (${maps.said})`, async (paper) => {
    const [bare, marked] = await Promise.all([page({ paper }), page({ paper, planOf })])
    expect(Buffer.compare(Buffer.from(bare.image.data), Buffer.from(marked.image.data))).not.toBe(0)
    expect(marked.qrCodes).toEqual(bare.qrCodes)
  })
})

describe("the venue's own", () => {
  const branded = shareOf('branded', ['a4', '210x74', 'roll-80', 'roll-58', '148x210'] as const, 2)

  test.each(branded.cases)(`logo and sponsor are on %s (${branded.said})`, async (paper) => {
    const plain = await page({ paper })
    const own = await page({ paper, brand })
    for (const color of ['#d0103a', '#7a2fd0']) {
      expect(hasColour(plain, color)).toBe(false)
      expect(colorShare(own, color)).toBeGreaterThan(0.002)
    }
    expect(own.qrCodes).toEqual(plain.qrCodes)
  })

  test.each(['a4', 'roll-80', 'roll-58', '148x210'] as const)('words are on %s', async (paper) => {
    expect((await page({ paper, brand })).text.replaceAll(/\s+/gu, ' ')).toContain(notice)
  })

  test('on a small sheet the sponsor gives way first', async () => {
    const small = await page({ paper: 'a6', brand, planOf, changes: { eventTitle: 'Horoya '.repeat(5) } })
    expect([hasColour(small, '#7a2fd0'), hasColour(small, '#d0103a')]).toEqual([false, true])
  })
})

describe('the test page', () => {
  const { renderTestPage } = new TicketRenderer({ fontsDirectory })

  test.each<Paper>(['a4', 'a6', '74x105', '210x74', '140x60', 'roll-80', 'roll-58'])('on %s', async (paper) => {
    const [page] = await readPdf(await renderTestPage({ printer: 'counter', paper, language: 'fr' }), 254)
    const { text, widthMm, heightMm, qrCodes } = page!
    expect(qrCodes).toEqual([testCode])
    for (const words of ['Page d’essai', 'counter', paper]) expect(text).toContain(words)
    // Frames: ink at 2, 4 and 6 mm from each edge, and no ink outside the first frame.
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
