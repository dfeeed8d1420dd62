import { readFile } from 'node:fs/promises'
import type { ReceiptDocument, Specimen, TicketDocument } from '../../shared/domain/documents/documents.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languageOf } from '../../shared/domain/language.ts'
import type { Log, SaleTicket, TicketDrawing, TicketIssuer } from '../core/ports/ports.ts'
import type { PrintOutcome } from '../core/ports/devices.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import { createFolderPrinter, savedFile } from './printers/folder-printer.ts'
import type { LoadedPrinter, PrinterPool } from './printers/printers.ts'

interface TicketIssuerOptions {
  readonly documents: DocumentService
  /** Every order's tickets are saved here as one document, printed or not. */
  readonly folder: string
  /** Paper of the saved document. */
  readonly paper: Paper
  /**
   * If no printer has the role for tickets, the saved document is the only output. If none has the role for receipts,
   * no receipts are made.
   */
  readonly printers: PrinterPool
  /** Printed across the documents; null for real documents. */
  readonly specimen: Specimen | null
  /** Whether each page is drawn and its code read back before it counts as printed. */
  readonly selfCheck: boolean
  readonly log: Log
}

interface KeptReceipt {
  readonly receipt: ReceiptDocument
  readonly language: Language
}

/**
 * Creates the issuer of tickets: the order's document in the folder, and one job per ticket on the first printer that
 * accepts it. Without a printer, a ticket counts as issued once its page is in the saved document; a copy becomes a
 * separate file. The receipt is saved beside the tickets and printed after the last of them. A receipt that fails to
 * print does not affect the sale.
 */
export function createTicketIssuer(options: TicketIssuerOptions): TicketIssuer {
  const { documents, folder, paper, printers, specimen, selfCheck, log } = options
  const saved = { printer: createFolderPrinter(folder), paper }

  /** Receipts by order. After a restart, only the saved document is left. */
  const receipts = new Map<string, KeptReceipt>()

  async function run(
    on: LoadedPrinter,
    jobId: string,
    tickets: readonly SaleTicket[],
    language: string,
    check = selfCheck,
  ): Promise<PrintOutcome> {
    const printed = tickets.map((ticket): TicketDocument => ({ ...ticket, specimen }))
    const document = await documents.renderTickets(printed, { paper: on.paper, language: languageOf(language) })
    const fault = check ? await documents.faultOfPages(document, codesOf(tickets)) : null
    if (fault !== null) {
      log.warn('ticket.unreadable-at-gate', { jobId, paper: on.paper, fault })
      return { outcome: 'failed', reason: 'refused', detail: fault }
    }
    const title = tickets.map(({ ticketNumber }) => ticketNumber).join(', ')
    return on.printer.print({ jobId, document, paper: on.paper, title })
  }

  async function runReceipt(on: LoadedPrinter, { receipt, language }: KeptReceipt): Promise<PrintOutcome> {
    const document = await documents.renderReceipt(receipt, { paper: on.paper, language })
    const jobId = receiptJob(receipt.orderId)
    return on.printer.print({ jobId, document, paper: on.paper, title: receipt.orderId })
  }

  async function runSavedReceipt(on: LoadedPrinter, orderId: string, document: Uint8Array): Promise<PrintOutcome> {
    const made = printers.paperOf('receipts')
    if (on.paper !== made) return { outcome: 'failed', reason: 'refused', detail: `the saved receipt is on ${made}` }
    return on.printer.print({ jobId: receiptJob(orderId), document, paper: on.paper, title: orderId })
  }

  async function printReceipt(orderId: string): Promise<void> {
    const jobId = receiptJob(orderId)
    const kept = receipts.get(orderId)
    receipts.delete(orderId)
    if (kept) {
      await printers.print('receipts', jobId, (on) => runReceipt(on, kept))
      return
    }
    const path = await savedFile(folder, jobId)
    if (path === null) return
    const document = await readFile(path)
    await printers.print('receipts', jobId, (on) => runSavedReceipt(on, orderId, document))
  }

  async function printTicket(ticket: SaleTicket, language: string): Promise<PrintOutcome> {
    const jobId = jobIdOf(ticket)
    const printed = await printers.print('tickets', jobId, (on) => run(on, jobId, [ticket], language))
    if (printed) return printed
    const order = ticket.copyNumber === 0 ? await savedFile(folder, ticket.orderId) : null
    if (order) return { outcome: 'printed', evidence: `${order}#page=${ticket.index}` }
    return failedIfWorkerEnds(() => run(saved, jobId, [ticket], language))
  }

  return {
    async status() {
      const folderStatus = await saved.printer.status()
      if (folderStatus.state !== 'ready') return folderStatus
      return (await printers.status('tickets')) ?? folderStatus
    },

    async save(tickets, language, receipt) {
      const [first] = tickets
      if (!first) throw new RangeError('an order without tickets has no document')
      const receiptPaper = printers.paperOf('receipts')
      if (receiptPaper !== null) {
        const kept = { receipt: { ...receipt, specimen }, language: languageOf(language) }
        receipts.set(receipt.orderId, kept)
        await failedIfWorkerEnds(() => runReceipt({ ...saved, paper: receiptPaper }, kept))
      }
      // If a printer prints the tickets, each of its jobs is checked. The saved document is only a copy then.
      const check = selfCheck && printers.paperOf('tickets') === null
      return failedIfWorkerEnds(() => run(saved, first.orderId, tickets, language, check))
    },

    async print(ticket, language) {
      const printed = await printTicket(ticket, language)
      const last = ticket.index === ticket.count && ticket.copyNumber === 0
      if (last && printed.outcome === 'printed') {
        // Not awaited: the ticket is printed, and the sale must continue now.
        printReceipt(ticket.orderId).catch((error: unknown) => log.error('receipt.failed', error))
      }
      return printed
    },
  }
}

/** Resolution for a page that fills a screen. */
const SCREEN_DOTS_PER_INCH = 150

/** Draws tickets as the ticket printer prints them, or as they are saved if there is none. */
export function createTicketDrawing(
  options: Pick<TicketIssuerOptions, 'documents' | 'printers' | 'paper' | 'specimen'>,
): TicketDrawing {
  const { documents, printers, paper, specimen } = options

  function render(tickets: readonly SaleTicket[], language: string): Promise<Uint8Array> {
    const printed = tickets.map((ticket): TicketDocument => ({ ...ticket, specimen }))
    return documents.renderTickets(printed, {
      paper: printers.paperOf('tickets') ?? paper,
      language: languageOf(language),
    })
  }

  return {
    document: render,
    picture: async (ticket, language) => documents.pictureOf(await render([ticket], language), SCREEN_DOTS_PER_INCH),
  }
}

function receiptJob(orderId: string): string {
  return `${orderId}-receipt`
}

function codesOf(tickets: readonly SaleTicket[]): readonly string[] {
  return tickets.map(({ qrCode }) => qrCode)
}

/** `<order>-<position in the order>`, with the copy number for a copy. */
function jobIdOf({ orderId, index, copyNumber }: SaleTicket): string {
  return copyNumber === 0 ? `${orderId}-${index}` : `${orderId}-${index}-duplicata-${copyNumber}`
}
