import { readFile } from 'node:fs/promises'
import type { ReceiptDocument, Specimen, TicketDocument } from '../../shared/domain/documents/documents.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languageOf } from '../../shared/domain/language.ts'
import type { Log, SaleReceipt, SaleTicket, TicketDrawing, TicketIssuer } from '../kiosk/ports/ports.ts'
import type { PrinterStatus, PrintOutcome } from '../kiosk/ports/devices.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import { FolderPrinter, savedFile } from './printers/folder-printer.ts'
import { copyJob, type LoadedPrinter, type PrinterPool } from './printers/printers.ts'

interface TicketIssuerOptions {
  readonly documents: DocumentService
  /** Folder in which every order's tickets are saved as one document, whether or not they are printed. */
  readonly folder: string
  readonly paper: Paper
  /** Without a ticket printer, tickets are only saved. Without a receipt printer, no receipts are made. */
  readonly printers: PrinterPool
  /** Null for real documents. */
  readonly specimen: Specimen | null
  readonly selfCheck: boolean
  readonly log: Log
}

interface KeptReceipt {
  readonly receipt: ReceiptDocument
  readonly language: Language
}

const SCREEN_DOTS_PER_INCH = 150

/**
 * Saves the order's document in the folder, and prints one job per ticket. Without a printer, a ticket counts as issued
 * once its page is in the saved document. The receipt is printed after the last ticket, and its failure does not affect
 * the sale.
 */
export class PaperTickets implements TicketIssuer {
  readonly #options: TicketIssuerOptions
  readonly #saved: LoadedPrinter
  /** Receipts by order; after a restart, receipts are read from the saved document. */
  readonly #receipts = new Map<string, KeptReceipt>()

  constructor(options: TicketIssuerOptions) {
    this.#options = options
    this.#saved = { printer: new FolderPrinter(options.folder), paper: options.paper }
  }

  readonly drawing: TicketDrawing = {
    document: (tickets, language) => {
      const { printers, paper } = this.#options
      return this.#render(tickets, printers.paperOf('tickets') ?? paper, language)
    },
    picture: async (ticket, language) =>
      this.#options.documents.pictureOf(await this.drawing.document([ticket], language), SCREEN_DOTS_PER_INCH),
  }

  async status(): Promise<PrinterStatus> {
    const folderStatus = await this.#saved.printer.status()
    if (folderStatus.state !== 'ready') return folderStatus
    return (await this.#options.printers.status('tickets')) ?? folderStatus
  }

  async save(tickets: readonly SaleTicket[], language: string, receipt: SaleReceipt): Promise<PrintOutcome> {
    const { printers, specimen, selfCheck } = this.#options
    const [first] = tickets
    if (!first) throw new RangeError('an order without tickets has no document')
    const receiptPaper = printers.paperOf('receipts')
    if (receiptPaper !== null) {
      const kept = { receipt: { ...receipt, specimen }, language: languageOf(language) }
      this.#receipts.set(receipt.orderId, kept)
      await failedIfWorkerEnds(() => this.#runReceipt({ ...this.#saved, paper: receiptPaper }, kept))
    }
    // If a printer prints the tickets, each print job is checked, and the saved document is only a copy.
    const check = selfCheck && printers.paperOf('tickets') === null
    return failedIfWorkerEnds(() => this.#run(this.#saved, first.orderId, tickets, language, check))
  }

  async print(ticket: SaleTicket, language: string): Promise<PrintOutcome> {
    const printed = await this.#printTicket(ticket, language)
    const last = ticket.index === ticket.count && ticket.copyNumber === 0
    if (last && printed.outcome === 'printed') {
      // The receipt is not awaited, so that the sale continues as soon as the ticket is printed.
      this.#printReceipt(ticket.orderId).catch((error: unknown) => this.#options.log.error('receipt.failed', error))
    }
    return printed
  }

  #render(tickets: readonly SaleTicket[], paper: Paper, language: string): Promise<Uint8Array> {
    const { documents, specimen } = this.#options
    const printed = tickets.map((ticket): TicketDocument => ({ ...ticket, specimen }))
    return documents.renderTickets(printed, { paper, language: languageOf(language) })
  }

  async #run(
    { printer, paper }: LoadedPrinter,
    jobId: string,
    tickets: readonly SaleTicket[],
    language: string,
    check = this.#options.selfCheck,
  ): Promise<PrintOutcome> {
    const { documents, log } = this.#options
    const document = await this.#render(tickets, paper, language)
    const codes = tickets.map(({ qrCode }) => qrCode)
    const fault = check ? await documents.faultOfPages(document, codes) : null
    if (fault !== null) {
      log.warn('ticket.unreadable-at-gate', { jobId, paper, fault })
      return { outcome: 'failed', reason: 'refused', detail: fault }
    }
    const title = tickets.map(({ ticketNumber }) => ticketNumber).join(', ')
    return printer.print({ jobId, document, paper, title })
  }

  async #printTicket(ticket: SaleTicket, language: string): Promise<PrintOutcome> {
    const { folder, printers } = this.#options
    const { orderId, index, copyNumber } = ticket
    const jobId = copyJob(`${orderId}-${index}`, copyNumber)
    const printed = await printers.print('tickets', jobId, (on) => this.#run(on, jobId, [ticket], language))
    if (printed) return printed
    const order = copyNumber === 0 ? await savedFile(folder, orderId) : null
    if (order) return { outcome: 'printed', evidence: `${order}#page=${index}` }
    return failedIfWorkerEnds(() => this.#run(this.#saved, jobId, [ticket], language))
  }

  async #runReceipt({ printer, paper }: LoadedPrinter, { receipt, language }: KeptReceipt): Promise<PrintOutcome> {
    const document = await this.#options.documents.renderReceipt(receipt, { paper, language })
    return printer.print({ jobId: receiptJob(receipt.orderId), document, paper, title: receipt.orderId })
  }

  async #printReceipt(orderId: string): Promise<void> {
    const { folder, printers } = this.#options
    const jobId = receiptJob(orderId)
    const kept = this.#receipts.get(orderId)
    this.#receipts.delete(orderId)
    if (kept) {
      await printers.print('receipts', jobId, (on) => this.#runReceipt(on, kept))
      return
    }
    const path = await savedFile(folder, jobId)
    if (path === null) return
    const document = await readFile(path)
    const made = printers.paperOf('receipts')
    await printers.print('receipts', jobId, async ({ printer, paper }) =>
      paper === made
        ? printer.print({ jobId, document, paper, title: orderId })
        : { outcome: 'failed', reason: 'refused', detail: `the saved receipt was made for ${made}` },
    )
  }
}

const receiptJob = (orderId: string): string => `${orderId}-receipt`
