import type { Database } from 'better-sqlite3'
import { taxesIn } from '../../../shared/domain/money/money.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type {
  InvoiceBuyer,
  InvoiceRequest,
  PostSaleAction,
  TicketsReturned,
} from '../../../shared/domain/sale/after-sale.ts'
import {
  canBeInvoiced,
  type FiledInvoice,
  type FiscalState,
  invoiceName,
  ticketsLeft,
} from '../../../shared/domain/sale/sale-file.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import type { SaleFiles, UnsignedInvoice } from '../../kiosk/ports/ports.ts'
import { LedgerConflict } from '../connection.ts'
import type { JournalEntry } from '../journal.ts'
import type { InvoiceAct } from './after-sales.ts'
import { orderedSeatsIn } from './shift-sums.ts'

export interface InvoicePayload extends Pick<
  FiledInvoice,
  'number' | 'kind' | 'amount' | 'taxes' | 'ticketIds' | 'tenders'
> {
  readonly saleId: string
  readonly currency: string
  /** Set if a fiscal service must sign the document. */
  readonly toSign?: true
  /** Number of the invoice for which the credit note is issued; absent for an invoice. */
  readonly about?: number
  /** Reference of the return that a credit note is for; absent for an invoice. */
  readonly reference?: string
  /** Commitment to the buyer; absent for a credit note. */
  readonly buyerSha256?: string
  /** End of the retention period of the buyer (ISO 8601 UTC); absent for a credit note. */
  readonly deleteAfter?: string
}

interface InvoiceBooks {
  readonly db: Database
  readonly files: Pick<SaleFiles, 'open'>
  /** Stores the encrypted buyer, and returns the commitment to it and the end of its retention period. */
  readonly personalData: {
    noteBuyer(
      saleId: string,
      buyer: InvoiceBuyer,
      now: Instant,
    ): Required<Pick<InvoicePayload, 'buyerSha256' | 'deleteAfter'>>
    /** Replaces the encrypted buyer of an invoice. The retention period does not change. */
    correctBuyer(saleId: string, buyer: InvoiceBuyer): Required<Pick<InvoicePayload, 'buyerSha256'>>
  }
}

/**
 * Returns the row of an invoice for the tickets of a sale that were not returned. Must be called in the transaction
 * that records the row, because the invoice takes the next free number. Throws `LedgerConflict` if no invoice can be
 * issued.
 */
export function invoiceEntry(
  { db, files, personalData }: InvoiceBooks,
  { saleId, buyer, toSign }: InvoiceRequest,
  staffId: string | null,
  now: Instant,
): JournalEntry {
  const file = files.open(saleId)
  if (!file || !canBeInvoiced(file))
    throw new LedgerConflict(`sale ${saleId} already has an invoice, or has no tickets to invoice`)
  const left = ticketsLeft(file)
  const amount = left.reduce((sum, { price }) => sum + price, 0)
  const ticketIds = left.map(({ ticketId }) => ticketId)
  const paid = file.payments.filter(({ state }) => state === 'approved')
  const ofSale = { saleId, currency: file.currency, ticketIds, amount, tenders: tendersIn(paid) }
  return entryOf(staffId, {
    ...ofSale,
    taxes: taxesIn(left),
    number: nextNumber(db),
    kind: 'invoice',
    ...(toSign && { toSign }),
    ...personalData.noteBuyer(saleId, buyer, now),
  })
}

/** Stores the corrected buyer of an action, encrypted, and returns the action with the commitment instead. */
export function withSealedBuyer(
  { personalData }: Pick<InvoiceBooks, 'personalData'>,
  act: PostSaleAction,
): PostSaleAction {
  if (act.type !== 'invoice-resubmitted' || !act.buyer) return act
  const { buyer, ...rest } = act
  return { ...rest, ...personalData.correctBuyer(act.saleId, buyer) }
}

/**
 * Returns the row of the credit note for returned tickets; null if no readable invoice covers them. Must be called in
 * the transaction that records the row.
 */
export function creditNoteEntry(
  db: Database,
  { saleId, reference, currency, amount, ticketIds, back }: Omit<TicketsReturned, 'type'>,
  staffId: string | null,
): JournalEntry | null {
  const [invoice, ...notes] = payloadsOf(db, saleId)
  if (invoice?.kind !== 'invoice' || !ticketIds.every((ticketId) => invoice.ticketIds.includes(ticketId))) return null
  const seats = orderedSeatsIn(db)(saleId)
  const seatOf = db.prepare('SELECT seat_id FROM ticket WHERE ticket_id = ?').pluck()
  const prices = ticketIds.flatMap((ticketId) => seats.get(seatOf.get(ticketId) as string) ?? [])
  return entryOf(staffId, {
    saleId,
    currency,
    ticketIds,
    amount,
    about: invoice.number,
    reference,
    tenders: tendersIn(back),
    // The taxes of all credit notes of an invoice add up to the tax of their total.
    taxes: taxesIn(
      prices,
      notes.flatMap(({ taxes }) => taxes),
    ),
    number: nextNumber(db),
    kind: 'credit-note',
    ...(invoice.toSign && { toSign: true }),
  })
}

const tendersIn = (payments: readonly { readonly kind: TenderKind }[]): readonly TenderKind[] => [
  ...new Set(payments.map(({ kind }) => kind)),
]

const entryOf = (staffId: string | null, payload: InvoicePayload): JournalEntry => ({
  code: 'INVOICE_ISSUED',
  saleId: null,
  staffId,
  payload,
})

function nextNumber(db: Database): number {
  return db.prepare('SELECT coalesce(max(number), 0) + 1 FROM invoice').pluck().get() as number
}

const OF_SALE = 'FROM invoice JOIN journal USING (seq) WHERE invoice.sale_id = ?'
const READABLE = `${OF_SALE} AND json_valid(payload) ORDER BY number`

function payloadsOf(db: Database, saleId: string): readonly InvoicePayload[] {
  const payloads = db.prepare(`SELECT payload ${READABLE}`).pluck().all(saleId) as string[]
  return payloads.map((payload) => JSON.parse(payload) as InvoicePayload)
}

/**
 * Returns a function that reads the invoice and credit notes of a sale. `acts`: later rows of these invoices and credit
 * notes. `damagedRows`: ledger rows of documents that cannot be read.
 */
export function openInvoices(db: Database, { buyer }: { readonly buyer: (saleId: string) => InvoiceBuyer | null }) {
  const rows = db.prepare(`SELECT payload, wall_utc AS atUtc, staff_id AS staffId, fiscal ${READABLE}`)
  const damaged = db.prepare(`SELECT seq ${OF_SALE} AND NOT json_valid(payload) ORDER BY seq`).pluck()
  const register = db.prepare('SELECT register FROM ledger').pluck()
  return (saleId: string, acts: readonly InvoiceAct[]) => ({
    damagedRows: damaged.all(saleId) as readonly number[],
    invoices: (rows.all(saleId) as readonly InvoiceRow[]).map(({ payload, atUtc, staffId, fiscal }): FiledInvoice => {
      const { number, kind, amount, taxes, ticketIds, tenders, reference } = JSON.parse(payload) as InvoicePayload
      const own = acts.filter((act) => act.number === number)
      return {
        number,
        kind,
        atUtc,
        amount,
        taxes,
        ticketIds,
        tenders,
        reference: reference ?? '',
        name: invoiceName(register.get() as string, number),
        buyer: buyer(saleId),
        staffId,
        copies: copiesIn(own),
        ...(fiscal && { fiscal: fiscalState(fiscal, own) }),
      }
    }),
  })
}

interface InvoiceRow {
  readonly payload: string
  readonly atUtc: string
  readonly staffId: string | null
  readonly fiscal: FiscalState['state'] | null
}

const copiesIn = (acts: readonly InvoiceAct[]): number => acts.filter(({ copyNumber = 0 }) => copyNumber > 0).length

/** `acts`: rows about the document, oldest first. */
function fiscalState(state: FiscalState['state'], acts: readonly InvoiceAct[]): FiscalState {
  if (state === 'waiting') return { state }
  const last = acts.findLast(({ code }) => code === (state === 'signed' ? 'INVOICE_SIGNED' : 'INVOICE_REFUSED'))
  const { reason = '', signature = '', qrCode = '', counters = '', device = '', signedAt = '' } = last ?? {}
  if (state === 'refused') return { state, reason }
  return { state, signature, qrCode, counters, device, signedAt, isPrinted: acts.some((act) => act.copyNumber === 0) }
}

/** Returns, by number, the invoices and credit notes whose fiscal signature is pending or was refused. */
export function unsignedInvoices(db: Database): readonly UnsignedInvoice[] {
  return db
    .prepare(
      "SELECT sale_id AS saleId, number, fiscal FROM invoice WHERE fiscal IN ('waiting', 'refused') ORDER BY number",
    )
    .all() as readonly UnsignedInvoice[]
}

/**
 * Returns the returns of invoiced tickets without a credit note, oldest first. Such a return exists only if rows were
 * lost, because a return and its credit note are recorded in one transaction.
 */
export function returnsWithoutNote(
  db: Database,
): readonly { readonly act: Omit<TicketsReturned, 'type'>; readonly staffId: string | null }[] {
  const rows = db
    .prepare(
      `SELECT payload, staff_id AS staffId FROM journal
       WHERE journal.sale_id IS NULL AND code IN ('TICKETS_REFUNDED', 'TICKETS_VOIDED') AND json_valid(payload)
         AND EXISTS (SELECT 1 FROM invoice
           WHERE kind = 'invoice' AND invoice.sale_id = payload ->> '$.saleId' AND invoice.seq < journal.seq)
         AND NOT EXISTS (SELECT 1 FROM invoice WHERE reference = payload ->> '$.reference') ORDER BY journal.seq`,
    )
    .all() as { readonly payload: string; readonly staffId: string | null }[]
  return rows.map(({ payload, staffId }) => ({ act: JSON.parse(payload) as Omit<TicketsReturned, 'type'>, staffId }))
}
