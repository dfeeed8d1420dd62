import type { Paper, TicketDocument } from '../../shared/domain/ticket-document.ts'
import type { VenuePlan } from '../../shared/domain/venue-plan.ts'
import { layoutOf } from './page-layout.ts'
import { PdfDocument } from './pdf/pdf-document.ts'
import { needsShaping } from './pdf/printable-text.ts'
import { Typesetter } from './pdf/typesetter.ts'
import { createQrEncoder } from './qr-matrix.ts'
import { contentOf } from './ticket-content.ts'
import type { Brand, TicketPress } from './ticket-press.ts'
import { ticketTexts, type TicketLanguage } from './ticket-texts.ts'

export interface TicketRenderer {
  /**
   * A PDF with one page for each ticket, in the order given. Equal tickets give equal bytes.
   * Throws for an empty list, for a code that is not 32 hexadecimal digits, and for a paper that `layoutOf` refuses: all
   * are bugs of the caller.
   */
  readonly renderTickets: (
    tickets: readonly TicketDocument[],
    options: { readonly paper: Paper; readonly language: TicketLanguage },
  ) => Promise<Uint8Array>
}

export interface TicketRendererOptions {
  /** Holds what scripts/subset-fonts.mjs makes. */
  readonly fontsDirectory: string
  readonly brand?: VenueBrand
  /** The venue's plan by its name, for the small map; null where there is none. */
  readonly planOf?: (venueName: string) => VenuePlan | null
}

/** What a venue puts on its tickets, its words in each language it has them in. */
export interface VenueBrand extends Omit<Brand, 'notice'> {
  readonly notice: Readonly<Partial<Record<TicketLanguage, string>>>
}

const plain: VenueBrand = { logo: null, sponsor: null, notice: {} }

/** pdfkit is loaded at the first ticket, not before. */
export function createTicketRenderer(options: TicketRendererOptions): TicketRenderer {
  const { fontsDirectory, brand = plain, planOf = () => null } = options
  const type = new Typesetter(fontsDirectory)
  const encodeQr = createQrEncoder()
  return {
    renderTickets: async (tickets, { paper, language }) => {
      const [first] = tickets
      if (!first) throw new RangeError('no ticket to render')
      const layout = layoutOf(paper)
      if (!layout.ok) throw new RangeError(`tickets on ${paper}: ${layout.error.detail}`)
      const { default: Pdf } = await import('pdfkit')
      const contents = tickets.map((ticket) => contentOf(ticket, language))
      const notice = brand.notice[language] ?? null
      if (needsShaping(JSON.stringify([contents, notice]))) await type.prepareShaping()
      const texts = ticketTexts[language]
      const own: Brand = { ...brand, notice }
      const document = new PdfDocument(Pdf, {
        title: texts.documentTitle(
          first.eventTitle,
          tickets.map(({ ticketNumber }) => ticketNumber),
        ),
        subject: [...new Set(tickets.map(({ orderId }) => `${texts.order} ${orderId}`))].join(', '),
        language,
      })
      const press: TicketPress = { document, type, texts, encodeQr, planOf, brand: own }
      for (const content of contents) {
        const canvas = document.canvas()
        const { width, height } = layout.value(canvas, content, press)
        document.addPage(width, height, canvas)
      }
      return document.finish()
    },
  }
}
