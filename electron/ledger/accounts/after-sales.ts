import type { Database } from 'better-sqlite3'
import type {
  PostSaleAction,
  CancellationAnswered,
  CopyFinished,
  FiscalSignature,
  RefundAsked,
  RefundClosed,
  ReturnPaid,
  TicketsReturned,
} from '../../../shared/domain/sale/after-sale.ts'
import type { FiledAct, FiledCorrection, FiledInvoice, FiledReturn } from '../../../shared/domain/sale/sale-file.ts'
import type { UnsoldSeats } from '../../../shared/domain/sale/sale.ts'
import { rowCodes } from '../../../shared/ledger-format/rows.ts'
import type { OpenCancellation } from '../../kiosk/ports/ports.ts'
import { type JournalEntry, rowCode } from '../journal.ts'
import { correctionPostings, foundPostings, type Posting, returnPaidPostings, returnPostings } from './entries.ts'

/** Codes of journal rows about a finished sale, whose id is in the payload because the rows belong to the register. */
export const AFTER_SALE_CODES = [...rowCodes.afterSale, ...rowCodes.openPayment, ...rowCodes.refund]

type Untyped<A> = A extends PostSaleAction ? Omit<A, 'type'> : never

export type AfterSalePayload = Untyped<PostSaleAction> & { readonly postings?: readonly Posting[] }
export type RefundPayload = Untyped<RefundAsked | RefundClosed>

export function afterSaleEntry({ type, ...said }: PostSaleAction, staffId: string | null): JournalEntry {
  return {
    code: rowCode(type),
    saleId: null,
    staffId,
    payload: { ...said, ...postingsOf({ type, ...said } as PostSaleAction) },
  }
}

function postingsOf(act: PostSaleAction): { readonly postings?: readonly Posting[] } {
  switch (act.type) {
    case 'reprint-requested':
    case 'reprint-finished':
    case 'ticket-link-requested':
    case 'slip-copied':
    case 'invoice-copied':
    case 'invoice-signed':
    case 'invoice-refused':
    case 'invoice-resubmitted':
    case 'cancellation-result':
    case 'payment-closed':
    case 'payment-unresolved':
    case 'refund-requested':
    case 'refund-closed':
      return {}
    case 'payment-found':
      return { postings: foundPostings(act.kind, act.amount) }
    case 'tickets-refunded':
    case 'tickets-voided':
      return {
        postings: returnPostings(
          act.amount,
          act.back.reduce((sum, { rounding = 0 }) => sum + rounding, 0),
        ),
      }
    case 'refund-paid':
      return { postings: returnPaidPostings(act.slip ? 'credit-slip' : act.kind, act.amount) }
    case 'payment-paid-back':
      return { postings: returnPaidPostings(act.kind, act.amount) }
    case 'tender-corrected':
      return { postings: correctionPostings(act) }
  }
}

export interface AfterSales {
  readonly acts: readonly FiledAct[]
  readonly returns: readonly FiledReturn[]
  readonly corrections: readonly FiledCorrection[]
  /** References of reprinted refund slips and corrected receipts, one entry per reprint. */
  readonly slipCopies: readonly string[]
  /** Recorded prints of invoices and credit notes, and the fiscal service's replies, in chronological order. */
  readonly invoiceActs: readonly InvoiceAct[]
}

/** Row about an invoice after its issue, with fields that depend on the row's code. */
export interface InvoiceAct extends Partial<FiscalSignature> {
  readonly code: string
  readonly number: number
  readonly copyNumber?: number
  readonly reason?: string
}

type Returned = Omit<TicketsReturned, 'type'>
/** Payload of a journal row, with fields that depend on the row's code. */
type Said = Returned &
  Corrected &
  Pick<ReturnPaid, 'kind'> &
  Pick<CancellationAnswered, 'outcome'> &
  Pick<FiledInvoice, 'number'>
type Corrected = Omit<FiledCorrection, 'atUtc' | 'staffId'>

const codes = AFTER_SALE_CODES.map((code) => `'${code}'`).join(', ')

/**
 * Returns a function that reads the actions recorded for a sale after it ended. Uses the index `journal_after_sale`.
 */
export function openAfterSales(db: Database): (saleId: string) => AfterSales {
  const rows = db.prepare(
    `SELECT seq, code, wall_utc AS atUtc, staff_id AS staffId, payload FROM journal
     WHERE sale_id IS NULL AND code IN (${codes}) AND CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END = ? ORDER BY seq`,
  )
  const unsoldOf = openUnsold(db)
  return (saleId) => {
    const found = rows.all(saleId) as (FiledAct & { readonly payload: string })[]
    const of = (...codes: readonly string[]): readonly (FiledAct & { readonly said: Said })[] =>
      found.flatMap(({ payload, ...act }) =>
        codes.includes(act.code) ? [{ ...act, said: JSON.parse(payload) as Said }] : [],
      )
    const [paid, answers] = [of('REFUND_PAID'), of('CANCELLATION_RESULT')]
    const isPaid = (reference: string, kind: string): boolean =>
      paid.some(({ said: each }) => each.reference === reference && each.kind === kind)
    const withPaid = (reference: string, back: Said['back']): FiledReturn['back'] =>
      back.map((way) => ({ ...way, paid: isPaid(reference, way.kind) }))
    const returns = of('TICKETS_REFUNDED', 'TICKETS_VOIDED').map(({ code, atUtc, staffId, said }): FiledReturn => {
      const { reference, reason, second, ticketIds, amount, cancellation } = said
      const answer = answers.find(({ said: each }) => each.reference === reference)?.said.outcome
      return {
        reference,
        kind: code === 'TICKETS_VOIDED' ? 'void' : 'refund',
        atUtc,
        staffId,
        second,
        reason,
        ticketIds,
        amount,
        back: withPaid(reference, said.back),
        cancellation: answer ?? (cancellation === undefined ? 'not-asked' : 'asked'),
      }
    })
    const unsold = unsoldOf(saleId).map((each) => ({ ...each, back: withPaid(each.reference, each.back) }))
    return {
      acts: found.map(({ payload: _payload, ...act }) => act),
      corrections: of('TENDER_CORRECTED').map(({ atUtc, staffId, said }) => {
        const { reference, payment, was, is, approval, takenBy, reason, second } = said
        return { reference, payment, was, is, approval, takenBy, reason, second, atUtc, staffId }
      }),
      slipCopies: of('SLIP_COPIED').map(({ said }) => said.reference),
      invoiceActs: of('INVOICE_COPIED', 'INVOICE_SIGNED', 'INVOICE_REFUSED', 'INVOICE_RESUBMITTED').map(
        ({ code, said }) => ({ ...said, code }),
      ),
      returns: [...unsold, ...returns],
    }
  }
}

/** Returns a function that reads the refund for the seats of a sale that the service finally refused. */
function openUnsold(db: Database) {
  const rows = db.prepare(
    `SELECT order_id AS orderId, wall_utc AS atUtc, payload ->> '$.unsold' AS unsold
     FROM sale JOIN journal ON seq BETWEEN first_seq AND last_seq AND journal.sale_id = sale.sale_id
     WHERE sale.sale_id = ? AND CASE WHEN json_valid(body) THEN body ->> '$.unsold' END IS NOT NULL
       AND CASE WHEN json_valid(payload) THEN payload ->> '$.unsold' END IS NOT NULL`,
  )
  return (saleId: string) =>
    (rows.all(saleId) as { readonly orderId: string; readonly atUtc: string; readonly unsold: string }[]).map(
      ({ orderId, atUtc, unsold }) => {
        const { amount, back, reason } = JSON.parse(unsold) as UnsoldSeats
        const without = { staffId: null, second: null, ticketIds: [], cancellation: 'not-asked' } as const
        return { reference: `${orderId}-R1`, kind: 'unsold' as const, atUtc, ...without, reason, amount, back }
      },
    )
}

/** Returns the amount still owed to the customer in minor units. */
export function owedOf({ returns }: Pick<AfterSales, 'returns'>): number {
  return returns.flatMap(({ back }) => back).reduce((sum, { paid, amount }) => sum + (paid ? 0 : amount), 0)
}

/** Returns the ticket cancellations without a reply from the booking service, whether or not they were requested. */
export function openCancellations(db: Database): readonly OpenCancellation[] {
  const rows = db
    .prepare(
      `SELECT code, payload FROM journal
       WHERE sale_id IS NULL AND code IN ('TICKETS_REFUNDED', 'TICKETS_VOIDED', 'CANCELLATION_RESULT') ORDER BY seq`,
    )
    .all() as { readonly code: string; readonly payload: string }[]
  const open = new Map<string, OpenCancellation>()
  for (const { code, payload } of rows) {
    const { saleId, reference, ticketIds, reason, cancellation } = JSON.parse(payload) as Returned
    if (code === 'CANCELLATION_RESULT') open.delete(reference)
    else if (cancellation !== undefined)
      open.set(reference, { saleId, reference, ticketIds, reason, requestId: cancellation })
  }
  return [...open.values()]
}

/** Returns the copies that were being sent to the printer when the program ended, and may have been printed. */
export function openCopies(db: Database): readonly Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[] {
  return db
    .prepare(
      `SELECT sale_id AS saleId, ticket_id AS ticketId, copy_no AS copyNumber
       FROM print_job JOIN ticket USING (ticket_id) JOIN sale USING (sale_id)
       WHERE print_job.state = 'spooling' AND finished = 1 ORDER BY ticket.seq, ticket_id`,
    )
    .all() as Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[]
}
