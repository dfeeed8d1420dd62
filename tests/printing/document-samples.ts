import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Picture } from '../../electron/printing/pdf/picture.ts'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Numerals } from '../../shared/domain/numerals.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { parseVenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { Language } from '../../shared/domain/language.ts'
import { solidPicture } from './pictures.ts'
import { guineanSeller, sampleCollectionSlip, sampleCreditSlip, sampleReceipt, sampleSlip } from './receipt-samples.ts'
import { shiftReport } from './report-samples.ts'
import { fontsDirectory, sampleTicket } from './ticket-samples.ts'

/** Every kind of document that is put on paper. */
export const documentKinds = [
  'ticket',
  'branded',
  'receipt',
  'slip',
  'slip-copy',
  'collection-slip',
  'credit-slip',
  'credit-slip-copy',
  'report',
  'test-page',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** One of each shape. */
export const samplePapers: readonly Paper[] = ['a4', 'a6', '210x74', '148x210', 'roll-80', 'roll-58']

const plan = parseVenuePlan(JSON.parse(readFileSync(join(fontsDirectory, '../venues/stadium.json'), 'utf8')) as unknown)
export const planOf = (name: string) => (plan.ok && plan.value.venue.name === name ? plan.value : null)

const logo: Picture = solidPicture(200, 160, '#d0103a')
const sponsor: Picture = solidPicture(900, 90, '#7a2fd0')
const notice = {
  fr: 'Objets en verre interdits. Ouverture des portes à 14 h.',
  en: 'No glass. Gates open at 2 pm.',
  pt: 'Proibidos objetos de vidro. As portas abrem às 14h.',
  ar: 'تُمنع الأواني الزجاجية. تُفتح البوابات الساعة 14:00.',
}

const titles: Readonly<Record<Language, string>> = {
  fr: 'Horoya AC – AS Kaloum Star',
  en: 'ߞߏߣߊߞߙߌ ߞߎߔߎ ߟߊߓߊ߲ 2025',
  pt: 'Final da Taça: Sporting de Bissau – Benfica de Bissau, prolongamento incluído',
  ar: 'نهائي كأس غينيا 2025: حوريا – نجم كالوم',
}

export interface SampleStyle {
  readonly language?: Language
  readonly numerals?: Numerals
}

/** A sample of each document: always the same bytes for the same wish. */
export async function sampleDocument(
  kind: DocumentKind,
  paper: Paper,
  { language = 'fr', numerals = 'western' }: SampleStyle = {},
): Promise<Uint8Array> {
  const plain = createTicketRenderer({ fontsDirectory, numerals, receipts: { seller: guineanSeller, refundRule: {} } })
  switch (kind) {
    case 'ticket':
      return plain.renderTickets([sampleTicket({ eventTitle: titles[language] })], { paper, language })
    case 'branded': {
      const own = createTicketRenderer({ fontsDirectory, numerals, planOf, brand: { logo, sponsor, notice } })
      const ticket = sampleTicket({
        eventTitle: titles[language],
        specimen: 'demo',
        copyNumber: 1,
        place: { route: [] },
      })
      return own.renderTickets([ticket], { paper, language })
    }
    case 'receipt':
      return plain.renderReceipt(sampleReceipt(3, { eventTitle: titles[language] }), { paper, language })
    case 'slip':
      return plain.renderSlip(sampleSlip({ eventTitle: titles[language] }), { paper, language })
    case 'slip-copy': {
      const copy = sampleSlip({ eventTitle: titles[language], copyNumber: 1 })
      return plain.renderSlip(copy, { paper, language })
    }
    case 'collection-slip':
      return plain.renderCollectionSlip(sampleCollectionSlip({ eventTitle: titles[language] }), { paper, language })
    case 'credit-slip':
      return plain.renderCreditSlip(sampleCreditSlip({ eventTitle: titles[language] }), { paper, language })
    case 'credit-slip-copy': {
      const copy = sampleCreditSlip({ eventTitle: titles[language], copyNumber: 2 })
      return plain.renderCreditSlip(copy, { paper, language })
    }
    case 'report':
      return plain.renderReport(shiftReport(), { paper, language, specimen: null })
    case 'test-page':
      return plain.renderTestPage({ printer: 'counter', paper, language })
  }
}
