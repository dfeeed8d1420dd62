import type { Database } from 'better-sqlite3'
import { taxIncluded } from '../../../shared/domain/money/money.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { InvoiceBuyer, InvoiceRequest, TicketsReturned } from '../../../shared/domain/sale/after-sale.ts'
import { canBeInvoiced, type FiledInvoice, invoiceName, ticketsLeft } from '../../../shared/domain/sale/sale-file.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import type { SaleFiles } from '../../kiosk/ports/ports.ts'
import { LedgerConflict } from '../connection.ts'
import type { JournalEntry } from '../journal.ts'

export interface InvoicePayload extends Pick<
  FiledInvoice,
  'number' | 'kind' | 'amount' | 'net' | 'tax' | 'ticketIds' | 'tenders'
> {
  readonly saleId: string
  readonly currency: string
  /** In percent; absent without tax. */
  readonly taxRate?: number
  /** Number of the invoice that a credit note is about; absent for an invoice. */
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
  }
}

/**
 * Returns the row of an invoice for the tickets of a sale that were not returned. Must be called in the transaction
 * that records the row, because the row has the next number. Throws `LedgerConflict` if no invoice can be issued.
 */
export function invoiceEntry(
  { db, files, personalData }: InvoiceBooks,
  { saleId, buyer, taxRate }: InvoiceRequest,
  staffId: string | null,
  now: Instant,
): JournalEntry {
  const file = files.open(saleId)
  if (!file || !canBeInvoiced(file))
    throw new LedgerConflict(`sale ${saleId} already has an invoice, or has no tickets to invoice`)
  const left = ticketsLeft(file)
  const amount = left.reduce((sum, { price }) => sum + price, 0)
  const closed = closedTaxRate(db, saleId)
  const rate = closed === undefined ? taxRate : closed
  const ticketIds = left.map(({ ticketId }) => ticketId)
  const paid = file.payments.filter(({ state }) => state === 'approved')
  const ofSale = { saleId, currency: file.currency, ticketIds, amount, tenders: tendersIn(paid) }
  return entryOf(staffId, {
    ...ofSale,
    ...netAndTax(0, amount, rate),
    number: nextNumber(db),
    kind: 'invoice',
    ...(rate !== null && { taxRate: rate }),
    ...personalData.noteBuyer(saleId, buyer, now),
  })
}

/**
 * Returns the row of the credit note for returned tickets; null if no readable invoice names them. Must be called in the
 * transaction that records the row.
 */
export function creditNoteEntry(
  db: Database,
  { saleId, reference, currency, amount, ticketIds, back }: Omit<TicketsReturned, 'type'>,
  staffId: string | null,
): JournalEntry | null {
  const [invoice, ...notes] = payloadsOf(db, saleId)
  if (invoice?.kind !== 'invoice' || !ticketIds.every((ticketId) => invoice.ticketIds.includes(ticketId))) return null
  const credited = notes.reduce((sum, note) => sum + note.amount, 0)
  const { number: about, taxRate } = invoice
  return entryOf(staffId, {
    saleId,
    currency,
    ticketIds,
    amount,
    about,
    reference,
    tenders: tendersIn(back),
    ...netAndTax(credited, amount, taxRate ?? null),
    number: nextNumber(db),
    kind: 'credit-note',
    ...(taxRate !== undefined && { taxRate }),
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

/**
 * Returns net amount and tax of an amount. `before`: total of the earlier credit notes of the invoice, so that the
 * taxes of all credit notes add up exactly to the tax of their total.
 */
function netAndTax(before: number, amount: number, rate: number | null): Pick<InvoicePayload, 'net' | 'tax'> {
  const taxOf = (sum: number): number => (rate === null ? 0 : taxIncluded(sum, rate).tax)
  const tax = taxOf(before + amount) - taxOf(before)
  return { net: amount - tax, tax }
}

function nextNumber(db: Database): number {
  return db.prepare('SELECT coalesce(max(number), 0) + 1 FROM invoice').pluck().get() as number
}

/** Returns the tax rate of the shift that issued the tickets; null without tax, undefined if the shift is open. */
function closedTaxRate(db: Database, saleId: string): number | null | undefined {
  const sql = `SELECT payload ->> '$.taxRate' FROM closure JOIN journal USING (seq)
     WHERE kind = 'Z' AND last_seq >= (SELECT min(seq) FROM ticket WHERE sale_id = ?) ORDER BY seq LIMIT 1`
  return db.prepare(sql).pluck().get(saleId) as number | null | undefined
}

const OF_SALE = 'FROM invoice JOIN journal USING (seq) WHERE invoice.sale_id = ?'
const READABLE = `${OF_SALE} AND json_valid(payload) ORDER BY number`

function payloadsOf(db: Database, saleId: string): readonly InvoicePayload[] {
  const payloads = db.prepare(`SELECT payload ${READABLE}`).pluck().all(saleId) as string[]
  return payloads.map((payload) => JSON.parse(payload) as InvoicePayload)
}

/**
 * Returns a function that reads the invoice and credit notes of a sale. `copies`: numbers of the reprinted ones, one
 * entry per reprint. `damagedRows`: ledger rows of documents that cannot be read.
 */
export function openInvoices(db: Database, { buyer }: { readonly buyer: (saleId: string) => InvoiceBuyer | null }) {
  const rows = db.prepare(`SELECT payload, wall_utc AS atUtc ${READABLE}`)
  const damaged = db.prepare(`SELECT seq ${OF_SALE} AND NOT json_valid(payload) ORDER BY seq`).pluck()
  const register = db.prepare('SELECT register FROM ledger').pluck()
  return (saleId: string, copies: readonly number[]) => ({
    damagedRows: damaged.all(saleId) as readonly number[],
    invoices: (rows.all(saleId) as { readonly payload: string; readonly atUtc: string }[]).map(
      ({ payload, atUtc }): FiledInvoice => {
        const { number, kind, amount, net, tax, ticketIds, tenders, taxRate, reference } = JSON.parse(
          payload,
        ) as InvoicePayload
        return {
          number,
          kind,
          atUtc,
          amount,
          net,
          tax,
          ticketIds,
          tenders,
          taxRate: taxRate ?? null,
          reference: reference ?? '',
          name: invoiceName(register.get() as string, number),
          buyer: buyer(saleId),
          copies: copies.filter((each) => each === number).length,
        }
      },
    ),
  })
}

/**
 * Returns the returns of invoiced tickets without a credit note, oldest first. Only lost rows leave such a return,
 * because a return and its credit note are recorded in one transaction.
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
