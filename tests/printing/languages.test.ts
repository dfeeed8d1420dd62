import { describe, expect, test } from 'vitest'
import { asRead, inOneLine } from '../../electron/printing/pdf/printable-text.ts'
import { Typesetter } from '../../electron/printing/pdf/typesetter.ts'
import { receiptContentOf } from '../../electron/printing/documents/receipt-content.ts'
import { reportContentOf } from '../../electron/printing/documents/report-content.ts'
import { contentOf } from '../../electron/printing/documents/ticket-content.ts'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import { type DrawnPage, drawPdf, readQrCodes, readPdfText } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { guineanSeller, sampleDocument, sampleReceipt, shiftReport } from './document-samples.ts'
import { inkAtEdges, inkDifference, inkShare } from './paper.ts'
import { fontsDirectory, sampleTicket, type TicketChanges } from './ticket-samples.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'
import { cardNames } from '../../shared/i18n/texts.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'

const { renderTickets } = new TicketRenderer({ fontsDirectory })

async function page(language: Language, paper: Paper, changes: TicketChanges = {}): Promise<DrawnPage> {
  const [only] = await drawPdf(await renderTickets([sampleTicket(changes)], { paper, language }))
  return only!
}

function ownWords(language: Language): string {
  const place = { gate: { code: 'A', name: 'A', label: '' }, tribune: { code: 'N', name: 'N', color: '#1d4f9c' } }
  const { figures, facts, when, tribune, position } = contentOf(sampleTicket({ place }), language)
  const style = { language, numerals: 'western', timeZone: 'Africa/Conakry' } as const
  const receipt = receiptContentOf(sampleReceipt(1), { ...style, seller: guineanSeller, refundRule: {} })
  const report = reportContentOf(shiftReport(), { ...style, specimen: null })
  const labels = [...figures, ...facts, ...receipt.facts, ...receipt.payment, ...report.facts].map(({ label }) => label)
  const texts = [...labels, when, tribune.label, position, receipt.heading, report.title, report.hint]
  return asRead(texts.join(' '))
}

test('each language has words of its own on tickets, receipts and reports', () => {
  expect(ownWords('pt')).toMatch(/Porta.*Setor.*Fila.*Lugar.*sábado, 17 de maio de 2025, 16h.*Recibo.*Relatório Z/u)
  expect(ownWords('ar')).not.toMatch(/\p{Script=Latin}{3}/u)
  expect(new Set(languages.map(ownWords)).size).toBe(languages.length)
})

test('dates are written as people say them', () => {
  const when = (startsAt: string, language: Language) => asRead(contentOf(sampleTicket({ startsAt }), language).when)
  for (const [language, locale] of Object.entries({ fr: 'fr', pt: 'pt-PT', ar: 'ar-u-nu-latn' } as const)) {
    for (let month = 1; month <= 12; month++) {
      const day = Date.UTC(2026, month - 1, 15)
      const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(day)
      const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(day)
      const said = when(`2026-${String(month).padStart(2, '0')}-15T10:30:00`, language as Language)
      expect([said.startsWith(weekday), said]).toEqual([true, expect.stringContaining(name)])
    }
  }
  expect(when('2026-03-01T20:30:00', 'fr')).toBe('dimanche 1er mars 2026, 20\u00a0h\u00a030')
  expect(when('2024-02-29T09:00', 'fr')).toBe('jeudi 29 février 2024, 9\u00a0h')
  expect(when('2025-05-17T20:30:00', 'pt')).toBe('sábado, 17 de maio de 2025, 20h30')
  expect(when('2025-05-17T16:00:00', 'ar')).toBe('السبت 17 مايو 2025، الساعة\u00a016:00')
})

test('Arabic digits are those of the settings; doors, rows, seats and codes keep what is written on them', () => {
  const { price, when, position, figures, order } = contentOf(sampleTicket(), 'ar', 'arabic')
  expect([price, position]).toEqual(['٧٠٬٠٠٠\u00a0GNF', 'التذكرة ٢ من ٣'])
  expect(when).toContain('١٧ مايو ٢٠٢٥')
  expect(figures.map(({ value }) => value)).toEqual(['A', 'N1', 'F', '24'])
  expect(order).toContain(sampleTicket().orderId)
})

describe('in Arabic', () => {
  const edges = shareOf(
    'edges in Arabic',
    (['a4', 'a6', '210x74', 'roll-80', 'roll-58'] as const).flatMap((paper) =>
      (['branded', 'receipt', 'report'] as const).map((kind) => ({ kind, paper })),
    ),
    3,
  )

  test.each<[Paper, number]>([
    ['a4', 210],
    ['roll-80', 80],
  ])(
    '%s is laid out from the right: the code stands where the French one does not, and reads',
    async (paper, width) => {
      const [french, arabic] = await Promise.all([page('fr', paper), page('ar', paper)])
      expect(await readQrCodes(arabic.image)).toEqual([sampleTicket().qrCode])
      const halves = (shown: DrawnPage) =>
        [0, width / 2].map((x) => inkShare(shown, { x, y: 0, width: width / 2, height: shown.heightMm }))
      const [frenchLeft = 0, frenchRight = 0] = halves(french)
      const [arabicLeft = 0, arabicRight = 0] = halves(arabic)
      expect(frenchLeft > frenchRight).not.toBe(arabicLeft > arabicRight)
    },
  )

  test.each(edges.cases)(`nothing of a $kind runs over the edge of $paper (${edges.said})`, async ({ kind, paper }) => {
    for (const shown of await drawPdf(await sampleDocument(kind, paper, { language: 'ar' })))
      expect(inkAtEdges(shown)).toEqual([0, 0, 0, 0])
  })

  test('codes that begin with figures keep their order among Arabic words', async () => {
    const type = new Typesetter(fontsDirectory)
    await type.prepareShaping()
    const code = '12-34-56-78'
    const line = type.set(inOneLine('الطلب', code), 'regular')
    expect(line.operators).toContain(type.set(code, 'regular').operators)
  })

  test.each(['Finale gnp.exe 12', 'مباراة هوريا 2025'])('no direction control changes how %s is set', async (title) => {
    const type = new Typesetter(fontsDirectory)
    await type.prepareShaping()
    const [first = '', ...rest] = title.split(' ')
    const controlled = `${first} \u202e${rest.join('\u200f \u2067')}\u2069\u202c\u061c\u200e`
    expect(type.set(controlled, 'bold').operators).toBe(type.set(title, 'bold').operators)
  })

  test("a tribune's pattern is the same as on a French ticket, not its mirror image", async () => {
    const place = { tribune: { code: 'A', name: 'Tribune A', color: '#888888' } }
    const changes = { place, eventTitle: 'Match' }
    const [french, arabic] = await Promise.all([page('fr', '210x74', changes), page('ar', '210x74', changes)])
    const band = { x: 3.5, y: 3.5, width: 8.5, height: 67 }
    expect(inkDifference(french, band, arabic, { x: 210 - 12, y: 3.5 })).toBeLessThan(0.1)
  })
})

const { renderCard } = new TicketRenderer({ fontsDirectory })
const machine = { deviceId: 'caisse-nord-2', shortcuts: defaultShortcuts, tenders: tenderKinds }

describe.each(languages)('cards in %s', (language) => {
  test.each(cardNames)('the card of the %s stands on one A4 page', async (card) => {
    const pages = await drawPdf(await renderCard(card, machine, language), 30)
    expect(pages.map(({ widthMm, heightMm }) => [Math.round(widthMm), Math.round(heightMm)])).toEqual([[210, 297]])
  })
})

test('the cashier’s card has the keys of this desk, and of the ways to pay those that it takes', async () => {
  const own = { ...machine, shortcuts: { ...defaultShortcuts, lock: 'Ctrl+B' }, tenders: ['cash', 'card'] as const }
  const words = (await readPdfText(await renderCard('cashier', own, 'fr'))).join(' ').replaceAll(/\s+/gu, ' ')
  expect(words).toContain('caisse-nord-2')
  expect(words).toMatch(/Ctrl\+B\s*verrouiller la caisse/u)
  expect(words).toContain('payer : Carte')
  expect(words).not.toMatch(/F9|Orange Money/u)
})

test('what the French cards quote stands on the French screens', () => {
  const screens = new Set(textsOf(fr))
  const quoted = textsOf(catalogues.fr.cards).flatMap((text) =>
    [...text.matchAll(/«\u00a0(.+?)\u00a0»/gu)].map(([, label = '']) => label),
  )
  expect(quoted.length).toBeGreaterThan(5)
  expect(quoted.filter((label) => !screens.has(label))).toEqual([])
})

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
