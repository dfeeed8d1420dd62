import type { Paper, TicketDocument } from '../../shared/domain/ticket-document.ts'
import { a4, drawA4 } from './a4-layout.ts'
import { PdfDocument } from './pdf/pdf-document.ts'
import { needsShaping } from './pdf/printable-text.ts'
import { Typesetter } from './pdf/typesetter.ts'
import { createQrEncoder } from './qr-matrix.ts'
import { drawRoll, rollWidth } from './roll-layout.ts'
import { contentOf } from './ticket-content.ts'
import type { TicketPress } from './ticket-press.ts'
import { ticketTexts, type TicketLanguage } from './ticket-texts.ts'

export interface TicketRenderer {
  /**
   * A PDF with one page for each ticket, in the order given. Equal tickets give equal bytes.
   * Throws for an empty list and for a code that is not 32 hexadecimal digits: both are bugs of the caller.
   */
  readonly renderTickets: (
    tickets: readonly TicketDocument[],
    options: { readonly paper: Paper; readonly language: TicketLanguage },
  ) => Promise<Uint8Array>
}

/** `fontsDirectory` holds what scripts/subset-fonts.mjs makes. pdfkit is loaded at the first ticket, not before. */
export function createTicketRenderer({ fontsDirectory }: { readonly fontsDirectory: string }): TicketRenderer {
  const type = new Typesetter(fontsDirectory)
  const encodeQr = createQrEncoder()
  return {
    renderTickets: async (tickets, { paper, language }) => {
      const [first] = tickets
      if (!first) throw new RangeError('no ticket to render')
      const { default: Pdf } = await import('pdfkit')
      const contents = tickets.map((ticket) => contentOf(ticket, language))
      if (needsShaping(JSON.stringify(contents))) await type.prepareShaping()
      const texts = ticketTexts[language]
      const document = new PdfDocument(Pdf, {
        title: texts.documentTitle(
          first.eventTitle,
          tickets.map(({ ticketNumber }) => ticketNumber),
        ),
        subject: [...new Set(tickets.map(({ orderId }) => `${texts.order} ${orderId}`))].join(', '),
        language,
      })
      const press: TicketPress = { document, type, texts, encodeQr }
      for (const content of contents) {
        const canvas = document.canvas()
        if (paper === 'a4') {
          drawA4(canvas, content, press)
          document.addPage(a4.width, a4.height, canvas)
        } else {
          const height = drawRoll(canvas, content, press)
          document.addPage(rollWidth, height, canvas)
        }
      }
      return document.finish()
    },
  }
}
