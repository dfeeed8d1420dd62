import type { FiscalSignature } from '../../../shared/domain/sale/after-sale.ts'
import type { FiledInvoice, FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { notesOf } from '../../../shared/domain/seats/place.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { FiscalDocument, FiscalSigner } from '../ports/devices.ts'
import {
  type Clock,
  type Log,
  type PostSaleLedger,
  type SaleInvoice,
  type SaleSlip,
  type UnsignedInvoice,
  within,
} from '../ports/ports.ts'

interface FiscalQueuePorts {
  readonly book: Pick<PostSaleLedger, 'files' | 'record' | 'unsignedInvoices'>
  readonly signer: FiscalSigner
  readonly clock: Pick<Clock, 'sleep'>
  readonly register: string
  readonly log: Log
}

/** Maximum time in milliseconds to wait for the signature before an invoice is printed. */
const SIGNATURE_TIMEOUT_MS = 3_000
/** Delays between attempts in milliseconds; the last delay repeats. */
const RETRY_DELAYS_MS = [5_000, 15_000, 60_000, 300_000] as const

/**
 * Requests fiscal signatures for waiting invoices, in the order of their numbers. The queue is read from the ledger, so
 * it continues after a restart. A request is repeated until its reply is recorded, because the service returns the same
 * signature for the same number.
 */
export class FiscalQueue {
  readonly #ports: FiscalQueuePorts
  readonly #stopping = new AbortController()
  /** Runs one round at a time, so that no number is requested twice at once. */
  readonly #inTurn = serial()
  #isRetrying = false

  constructor(ports: FiscalQueuePorts) {
    this.#ports = ports
  }

  /** Requests all missing signatures. Resolves after the first attempt, or at the timeout; attempts continue. */
  async request(): Promise<void> {
    await within(this.#ports.clock, SIGNATURE_TIMEOUT_MS, this.#attempt(), this.#stopping.signal)
  }

  recover(): void {
    void this.#attempt()
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #attempt(): Promise<void> {
    if ((await this.#inTurn(() => this.#round())) || this.#isRetrying) return
    this.#isRetrying = true
    void this.#retry().finally(() => {
      this.#isRetrying = false
    })
  }

  async #retry(): Promise<void> {
    const { signal } = this.#stopping
    for (let turn = 0; !signal.aborted; turn += 1) {
      await this.#ports.clock.sleep(RETRY_DELAYS_MS[Math.min(turn, RETRY_DELAYS_MS.length - 1)] ?? 0, signal)
      if (await this.#inTurn(() => this.#round())) return
    }
  }

  /**
   * Requests each missing signature once. Returns false if the queue stopped at an unknown reply or an error. A refusal
   * does not stop the queue.
   */
  async #round(): Promise<boolean> {
    const { book, log } = this.#ports
    try {
      for (const invoice of book.unsignedInvoices()) {
        if (this.#stopping.signal.aborted) return true
        if (invoice.fiscal === 'waiting' && !(await this.#requestSignature(invoice))) return false
      }
      return true
    } catch (error) {
      // While the program stops, the ledger may already be closed. Such an error is not logged.
      if (!this.#stopping.signal.aborted) log.error('fiscal.failed', error)
      return false
    }
  }

  /** Requests one signature and records the reply. Returns whether the next invoice can be requested. */
  async #requestSignature({ saleId, number }: UnsignedInvoice): Promise<boolean> {
    const { book, signer, register, log } = this.#ports
    const file = book.files.open(saleId)
    const invoice = file?.invoices?.find((each) => each.number === number)
    const document = file && invoice && fiscalDocument(file, invoice, register)
    // A damaged invoice cannot be sent, and a credit note waits for the signature of its invoice.
    if (!document) return true
    const reply = await signer.sign(document, this.#stopping.signal)
    if (this.#stopping.signal.aborted) return true
    if (reply.outcome === 'unknown') {
      log.warn('fiscal.not-signed', { number: document.number, detail: reply.detail })
      return false
    }
    if (reply.outcome === 'refused') {
      book.record({ type: 'invoice-refused', saleId, number, reason: reply.reason }, null)
      log.warn('fiscal.refused', { number: document.number, reason: reply.reason })
      return true
    }
    const { outcome: _, ...signed } = reply
    book.record({ type: 'invoice-signed', saleId, number, ...signed }, null)
    log.info('fiscal.signed', { number: document.number })
    return true
  }
}

/** Returns the document to sign; null for a credit note whose invoice has no signature yet. */
function fiscalDocument(file: SaleFile, invoice: FiledInvoice, register: string): FiscalDocument | null {
  const original = invoice.kind === 'credit-note' ? file.invoices?.find(({ kind }) => kind === 'invoice') : null
  const signed: FiscalSignature | null = original?.fiscal?.state === 'signed' ? original.fiscal : null
  if (original !== null && !signed) return null
  const { name, kind, atUtc, staffId, buyer, amount, taxes, tenders, ticketIds } = invoice
  const tickets = file.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
  return {
    number: name,
    kind,
    about: original && signed ? { number: original.name, signature: signed.signature } : null,
    issuedUtc: atUtc,
    register,
    operator: staffId ?? '',
    buyer,
    currency: file.currency,
    amount,
    taxes,
    lines: tickets.map(({ ticketNumber, place, price, taxRate }) => ({
      name: `${file.eventTitle} · ${place.seatCode} · ${ticketNumber}`,
      price,
      ...(taxRate !== undefined && { taxRate }),
    })),
    tenders,
  }
}

/** Returns the content of an invoice or credit note on paper. */
export function saleInvoice(
  { order, event, currency }: Pick<Extract<Sale, { state: 'done' }>, 'order' | 'event' | 'currency'>,
  file: SaleFile,
  invoice: FiledInvoice,
  { copyNumber, register }: Pick<SaleInvoice, 'copyNumber' | 'register'>,
): SaleInvoice {
  const { kind, name, atUtc, buyer, ticketIds, tenders, amount, taxes, fiscal } = invoice
  const tickets = file.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
  return {
    kind,
    invoiceNumber: name,
    about: kind === 'credit-note' ? (file.invoices?.[0]?.name ?? '') : '',
    copyNumber,
    register,
    issuedUtc: atUtc,
    buyer,
    orderId: order.orderId,
    eventTitle: event.title,
    startsAt: event.startsAt,
    venue: event.venue,
    currency,
    lines: tickets.map(lineOfTicket),
    amount,
    taxes,
    tenders,
    ...(fiscal && { fiscal }),
  }
}

export const lineOfTicket = ({ place, ticketNumber, price, taxRate }: FiledTicket): SaleSlip['lines'][number] => ({
  seatCode: place.seatCode,
  notes: notesOf(place),
  ticketNumber,
  price,
  ...(taxRate !== undefined && { taxRate }),
})
