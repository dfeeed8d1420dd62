import { describe, expect, test } from 'vitest'
import { asRead, GlyphCheck, withPlainZeros } from '../../electron/printing/pdf/printable-text.ts'
import { Typesetter } from '../../electron/printing/pdf/typesetter.ts'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type DrawnPage, drawPdf } from '../support/pdf.ts'
import { useTimeZone } from '../support/time-zone.ts'
import { type Area, inkDifference, inkedColumns, inkShare, stretches } from './paper.ts'
import { fontsDirectory, renderTickets, sampleTicket, type TicketChanges } from './ticket-samples.ts'
import { contentOf } from '../../electron/printing/documents/ticket-content.ts'
import { receiptContentOf } from '../../electron/printing/documents/receipt-content.ts'
import { reportContentOf } from '../../electron/printing/documents/report-content.ts'
import {
  guineanSeller,
  sampleCollectionSlip,
  sampleCreditSlip,
  sampleReceipt,
  sampleSlip,
  shiftReport,
} from './document-samples.ts'

async function page(changes: TicketChanges, paper: Paper = 'a4', dpi = 203) {
  const [only] = await drawPdf(await renderTickets([sampleTicket(changes)], { paper, language: 'fr' }), dpi)
  return only!
}

/** Returns the text of a page at a low resolution, which takes a fraction of the time. */
const textOf = async (changes: TicketChanges, paper?: Paper): Promise<string> => (await page(changes, paper, 30)).text

const { unprintableIn } = new GlyphCheck(fontsDirectory)

/** Area of a one-line title on A4, including the marks above and below its letters. */
const titleArea = { x: 14, y: 54, width: 126, height: 14.5 }
/** Area between the body of the A4 ticket and its perforation. */
const beforePerforation = { x: 136.6, y: 47, width: 6, height: 88 }

const long = {
  'a long title':
    'Finale retour de la Coupe nationale de Guinée : Hafia Football Club de Conakry contre Association Sportive de Kaloum Star, prolongations comprises',
  'a very long title': 'Grand tournoi international de la jeunesse et des sports '.repeat(24),
  'a long word': 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  'a long title in Arabic': 'المباراة النهائية لكأس غينيا الوطنية لكرة القدم بين حافيا ونجم كالوم '.repeat(3),
}

describe.each(['a4', 'roll-80'] as const)('on %s', (paper) => {
  test.each(Object.entries(long))('%s stays inside the margins', async (_, eventTitle) => {
    const printed = await page({ eventTitle, venue: { name: eventTitle, city: 'Conakry', country: 'Guinée' } }, paper)
    if (paper === 'a4') {
      expect(inkShare(printed, beforePerforation)).toBe(0)
      expect(inkShare(printed, { x: 14, y: 46.4, width: 126, height: 2.4 })).toBe(0)
      expect(inkShare(printed, { x: 14, y: 87.4, width: 126, height: 2.6 })).toBe(0)
    } else {
      for (const x of [0, 76.5]) expect(inkShare(printed, { x, y: 0, width: 3.5, height: printed.heightMm })).toBe(0)
    }
  })

  test('a title that fits nowhere ends in an ellipsis; gate, sector, row and seat never do', async () => {
    const place = {
      sector: 'TRIBUNE-LATÉRALE-EST-42B',
      row: 'AA12-BIS',
      seatNumber: 10_247,
      gate: { code: 'PNE', name: 'Porte Présidentielle Nord-Est', label: '' },
      route: ['Porte Présidentielle Nord-Est', 'Secteur TRIBUNE-LATÉRALE-EST-42B', 'Rang AA12-BIS', 'Place 10247'],
    }
    const text = await textOf({ eventTitle: long['a very long title'], place }, paper)
    // PDFium returns a hyphen at the end of a line as U+FFFE.
    const joined = text.replaceAll('\ufffe', '-').replace(/\s+/gu, '')
    expect(text).toContain('…')
    for (const fact of ['PrésidentielleNord-Est', 'TRIBUNE-LATÉRALE-EST-42B', 'AA12-BIS', '10247'])
      expect(joined).toContain(fact)
    for (const step of place.route) expect(joined).toContain(step.replaceAll(' ', ''))
  })
})

test('a word is not broken while a smaller size keeps it whole', async () => {
  const gate = { code: 'PNE', name: 'Porte Présidentielle Nord-Est', label: '' }
  for (const paper of ['a4', 'roll-80'] as const)
    expect(await textOf({ place: { gate } }, paper)).toMatch(/Présidentielle\s+Nord-Est/u)
})

test('two lines are about as long as each other', async () => {
  const lines = (await textOf({ eventTitle: 'Finale de la Coupe nationale : Horoya – Hafia' })).split(/\r?\n/u)
  const first = lines.findIndex((line) => line.startsWith('Finale'))
  const [one = '', two = ''] = lines.slice(first, first + 2)
  expect(`${one} ${two}`.replaceAll('\u00a0', ' ')).toBe('Finale de la Coupe nationale : Horoya – Hafia')
  expect(Math.abs(one.length - two.length)).toBeLessThan(14)
})

test.each([
  ['accents, and the letters of Guinea that the main face lacks', 'Ɓuɗal Ŋari Ɲɛɲɛ ɔ œuvre À É È Ç Ł š'],
  ['Vietnamese and Yoruba', 'Tiếng Việt Ẹgbẹ́ ọ ṣ'],
  ['Cyrillic', 'Матч № 5 Ђурђевдан Қазақ'],
  ['Greek', 'Αθήνα Ένωση'],
  ['signs', 'Final ★ ✓ ™'],
])('%s: every letter is drawn, none as a box', async (_, eventTitle) => {
  expect(unprintableIn(eventTitle)).toEqual([])
  const type = new Typesetter(fontsDirectory)
  for (const weight of ['regular', 'bold'] as const) {
    const box = type.set('▯', weight).operators
    for (const letter of eventTitle) expect([letter, type.set(letter, weight).operators]).not.toEqual([letter, box])
  }
  expect((await textOf({ eventTitle })).replaceAll(/\s/gu, '')).toContain(eventTitle.replaceAll(' ', ''))
})

test.each([
  ['東京', 2],
  ['ኢትዮጵያ', 5],
  ['שלום', 4],
])('%s, which no face has, is drawn as %i boxes, and copied as what it is', async (eventTitle, boxes) => {
  const printed = await page({ eventTitle })
  expect(stretches(inkedColumns(printed, titleArea))).toBe(boxes)
  expect(unprintableIn(`Match ${eventTitle}`)).toHaveLength(boxes)
  expect(printed.text).toContain(eventTitle.normalize('NFC'))
})

test('Arabic is copied as the words that are written, whatever was printed before', async () => {
  const words = ['نهائي', 'غينيا', 'إلى', 'لا', 'شيء', '2025']
  const eventTitle = words.join(' ')
  const text = await textOf({ eventTitle })
  for (const word of words) expect(text).toContain(word)
  const other = new TicketRenderer({ fontsDirectory })
  const on = { paper: 'a4', language: 'fr' } as const
  await other.renderTickets([sampleTicket({ eventTitle: 'بثتن' })], on)
  const tickets = [sampleTicket({ eventTitle })]
  expect(Buffer.compare(await other.renderTickets(tickets, on), await renderTickets(tickets, on))).toBe(0)
})

// Except in the Latin word, every letter joins the next letter.
test.each([['ببببب', 1] as const, ['ߟߟߟߟߟ', 1] as const, ['𞤦𞤦𞤦𞤦𞤦', 1] as const, ['lllll', 5] as const])(
  'letters of Arabic, N’Ko and Adlam join: %s has so many stretches of ink: %i',
  async (eventTitle, count) => {
    expect(stretches(inkedColumns(await page({ eventTitle }), titleArea))).toBe(count)
  },
)

test('a number inside Arabic or N’Ko stays a number: at the left end, drawn as in a French title', async () => {
  const dpi = 254
  const [alone, backwards] = await Promise.all(['1247', '7421'].map((eventTitle) => page({ eventTitle }, 'a4', dpi)))
  const digits = { ...inkedArea(alone!), height: 8 }
  expect(digits.x).toBeLessThan(20)
  for (const script of ['كأس غينيا', 'ߖߌ߬ߣߍ߬ ߕߊ߲ߓߊ߲']) {
    const printed = await page({ eventTitle: `${script} 1247` }, 'a4', dpi)
    const { x, width } = inkedArea(printed)
    const y = topOf(printed, { ...digits, x })
    expect(x + width).toBeGreaterThan(135)
    const difference = (other: DrawnPage) =>
      inkDifference(other, { ...digits, x: inkedArea(other).x, y: topOf(other, digits) }, printed, { x, y })
    expect(difference(alone!)).toBeLessThan(0.15)
    expect(difference(backwards!)).toBeGreaterThan(0.5)
  }
})

function inkedArea(printed: DrawnPage): Area {
  const columns = inkedColumns(printed, titleArea)
  const scale = printed.image.width / printed.widthMm
  const [first, last] = [columns.indexOf(true), columns.lastIndexOf(true)]
  return { ...titleArea, x: titleArea.x + first / scale, width: (last - first + 1) / scale }
}

function topOf(printed: DrawnPage, area: Area): number {
  const row = 25.4 / 254
  let { y } = area
  while (inkShare(printed, { ...area, y, height: row * 2 }) === 0) y += row
  return y
}

test.each([
  ['Latin words inside Arabic keep their sense', 'مباراة (Horoya AC) 2025', 'Horoya AC'],
  [
    'signs without a shape on paper do no harm',
    'Finale 🏆\u200b Conakry → Labé\u0007 ⚽️ 2025\n2e jour',
    'Finale Conakry › Labé 2025 2e jour',
  ],
])('%s', async (_, eventTitle, words) => {
  expect((await textOf({ eventTitle })).replace(/\s+/gu, ' ')).toContain(words)
})

useTimeZone('UTC')

const when = (startsAt: string, language: 'fr' | 'en' = 'fr') =>
  asRead(contentOf(sampleTicket({ startsAt }), language).when).replaceAll('\u00a0', ' ')

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'the hour is the partner’s, whatever the machine’s time zone: %s',
  (zone) => {
    process.env['TZ'] = zone
    expect(when('2025-05-17T16:00:00')).toBe('samedi 17 mai 2025, 16 h')
    expect(when('2025-05-17T00:05:00')).toBe('samedi 17 mai 2025, 0 h 05')
    expect(when('2025-05-17T23:59:59', 'en')).toBe('Saturday 17 May 2025, 23:59')
  },
)

test('receipts, slips and reports have the hour of the venue, whatever the machine’s time zone', () => {
  process.env['TZ'] = 'America/New_York'
  const style = { language: 'en', numerals: 'western', timeZone: 'Africa/Conakry' } as const
  const own = { ...style, seller: guineanSeller, refundRule: {} }
  const contents = [
    receiptContentOf(sampleReceipt(1, { soldAt: '2025-05-17T01:05:31.000Z' }), own),
    receiptContentOf(sampleSlip({ atUtc: '2025-05-17T01:05:31.000Z' }), own),
    receiptContentOf(sampleCollectionSlip({ atUtc: '2025-05-17T01:05:31.000Z' }), own),
    receiptContentOf(sampleCreditSlip({ issuedUtc: '2025-05-17T01:05:31.000Z' }), own),
    reportContentOf(shiftReport({ to: '2025-05-17T01:05:31.000Z' }), { ...style, specimen: null }),
  ]
  for (const { facts } of contents)
    expect(facts).toContainEqual(expect.objectContaining({ value: withPlainZeros('Saturday 17 May 2025, 01:05') }))
})

test.each(['', '17/05/2025', '2025-17-05T16:00:00', '2025-05-32T16:00:00', '2025-05-17T25:00:00'])(
  'an invalid date is printed as written: "%s"',
  (text) => {
    expect(when(text)).toBe(text)
  },
)

test('a label says once what the partner’s name would say again', () => {
  const { figures, tribune } = contentOf(sampleTicket(), 'fr')
  expect(figures.map(({ label, value }) => `${label} ${value}`)).toEqual(sampleTicket().place.route)
  expect([tribune.label, tribune.name]).toEqual(['Tribune', 'Nord'])
  const gate = { code: 'P7', name: 'Porte', label: '' }
  const tribuneEast = { code: 'VE', name: 'Virage Est', color: '#0b7a3b' }
  const odd = contentOf(sampleTicket({ place: { gate, tribune: tribuneEast } }), 'fr')
  expect(odd.figures[0]?.value).toBe('Porte')
  expect(odd.tribune.name).toBe('Virage Est')
  const gate12 = { gate: { code: '12', name: 'Porte 12', label: 'Porte 12, côté ville' }, route: ['Porte 1', 'Rang F'] }
  expect(contentOf(sampleTicket({ place: gate12 }), 'fr').gateHint).toBe('Porte 12, côté ville')
  const unnamed = contentOf(sampleTicket({ place: { gate: { ...gate, name: '' } } }), 'en')
  expect(unnamed.figures[0]).toEqual({ label: 'Gate', value: 'P7' })
})

test('without a route of the partner’s the way is gate, sector, row, seat', () => {
  const { route } = contentOf(sampleTicket({ place: { route: [] } }), 'en')
  expect(route).toEqual(['Gate A', 'Section N1', 'Row F', 'Seat 24'])
})

test('a space for a wheelchair says so behind its seat, and a step-free way behind its gate', () => {
  const space = { accessible: true, stepFree: true } as const
  expect(contentOf(sampleTicket({ place: space }), 'fr')).toMatchObject({
    route: ['Porte A', 'Accès sans marches', 'Secteur N1', 'Rang F', 'Place 24', 'Place fauteuil roulant'],
    gateHint: 'Tribune Nord, côté ville',
  })
  const companion = { companion: true, restrictedView: true, route: [] } as const
  expect(contentOf(sampleTicket({ place: companion }), 'en').route.slice(-2)).toEqual(['Companion', 'Restricted view'])
})

test('what the partner leaves empty leaves no empty label', () => {
  const { facts } = contentOf(sampleTicket({ ticketReference: '', place: { disputeCode: '' } }), 'fr')
  expect(facts.map(({ label }) => label)).toEqual(['Code de la place', 'Billet n°'])
})
