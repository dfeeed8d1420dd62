import type { Paper, TicketDocument } from '../../shared/domain/ticket-document.ts'
import type { SaleTicket, TicketIssuer } from '../core/ports.ts'
import type { PrintOutcome, TicketPrinter } from '../core/printer.ts'
import { createFolderPrinter, savedFile } from './folder-printer.ts'
import { createTicketRenderer } from './ticket-renderer.ts'
import type { TicketLanguage } from './ticket-texts.ts'

export interface TicketIssuerOptions {
  readonly fontsDirectory: string
  /** Every order's tickets are saved here as one document, printed or not. */
  readonly folder: string
  readonly paper: Paper
  /** Null: the saved document is all the paper there is. */
  readonly printer: TicketPrinter | null
  /** Demo tickets say so. */
  readonly demo: boolean
}

/**
 * Makes paper of tickets: the order's document in the folder, and one job a ticket on the printer. Without a printer a
 * ticket counts as out once its page lies in the saved document; a copy becomes a file of its own.
 */
export function createTicketIssuer(options: TicketIssuerOptions): TicketIssuer {
  const { folder, paper, printer, demo } = options
  const renderer = createTicketRenderer({ fontsDirectory: options.fontsDirectory })
  const saved = createFolderPrinter(folder)

  async function run(
    on: TicketPrinter,
    jobId: string,
    tickets: readonly SaleTicket[],
    language: string,
  ): Promise<PrintOutcome> {
    const documents = tickets.map((ticket): TicketDocument => ({ ...ticket, demo }))
    const document = await renderer.renderTickets(documents, { paper, language: languageOf(language) })
    return on.print({ jobId, document, paper, title: tickets.map(({ ticketNumber }) => ticketNumber).join(', ') })
  }

  return {
    async status() {
      const folderStatus = await saved.status()
      return printer && folderStatus.state === 'ready' ? printer.status() : folderStatus
    },

    async save(tickets, language) {
      const [first] = tickets
      if (!first) throw new RangeError('an order without tickets has no document')
      return run(saved, first.orderId, tickets, language)
    },

    async print(ticket, language) {
      const jobId = jobIdOf(ticket)
      if (printer) return run(printer, jobId, [ticket], language)
      const order = ticket.copyNumber === 0 ? await savedFile(folder, ticket.orderId) : null
      if (order) return { outcome: 'printed', evidence: `${order}#page=${ticket.index}` }
      return run(saved, jobId, [ticket], language)
    },
  }
}

/** `<order>-<place in the order>`, and for a copy its number. */
function jobIdOf({ orderId, index, copyNumber }: SaleTicket): string {
  return copyNumber === 0 ? `${orderId}-${index}` : `${orderId}-${index}-duplicata-${copyNumber}`
}

function languageOf(language: string): TicketLanguage {
  return language === 'en' ? 'en' : 'fr'
}
