import type { Database } from 'better-sqlite3'
import type { PaymentFound, RefundAsked, RefundClosed } from '../../../shared/domain/sale/after-sale.ts'
import type {
  OpenPayment,
  PaymentStanding,
  PaymentState,
  ProviderRefund,
  RefundTry,
} from '../../../shared/domain/sale/open-payment.ts'
import type { rowCodes } from '../../../shared/ledger-format/rows.ts'
import type { TenderEntry } from './entries.ts'

/** State transitions of an open payment by row code: the states allowed before the row, and the state afterwards. */
export const OPEN_PAYMENT_STEPS: Readonly<
  Record<(typeof rowCodes.openPayment)[number], { readonly from: readonly PaymentState[]; readonly to: PaymentState }>
> = {
  PAYMENT_FOUND: { from: ['asked', 'unanswered'], to: 'found' },
  PAYMENT_CLOSED: { from: ['asked', 'unanswered'], to: 'closed' },
  PAYMENT_UNRESOLVED: { from: ['asked'], to: 'unanswered' },
  PAYMENT_PAID_BACK: { from: ['found'], to: 'paid-back' },
}

/** Returns the payments that were neither closed nor paid back after row `lastSeq` (default: now), oldest first. */
export function openPayments(db: Database, lastSeq = Number.MAX_SAFE_INTEGER): readonly OpenPayment[] {
  const rows = db
    .prepare(
      `SELECT open_payment.reference, open_payment.sale_id AS saleId, open_payment.state, sale.currency,
         gone.payload AS gone, gone.staff_id AS staffId, gone.wall_utc AS sinceUtc, found.payload AS found,
         opened.payload ->> '$.opened.event.title' AS eventTitle, opened.payload ->> '$.opened.event.startsAt' AS startsAt
       FROM open_payment JOIN sale USING (sale_id)
       JOIN journal AS gone ON gone.seq = left_seq
       JOIN journal AS opened ON opened.seq = sale.first_seq
       LEFT JOIN journal AS found ON found.sale_id IS NULL AND found.code = 'PAYMENT_FOUND' AND found.seq <= @lastSeq
         AND found.payload ->> '$.reference' = open_payment.reference
       WHERE left_seq <= @lastSeq
         AND (open_payment.state IN ('asked', 'unanswered', 'found') OR open_payment.last_seq > @lastSeq)
       ORDER BY left_seq`,
    )
    .all({ lastSeq }) as OpenRow[]
  return rows.flatMap((row) => {
    const { tender } = JSON.parse(row.gone) as { readonly tender: TenderEntry }
    const { kind, amount, orderId, provider } = tender
    if (!provider) return []
    const { saleId, reference, currency, sinceUtc } = row
    const ours = { saleId, orderId, eventTitle: row.eventTitle ?? '', startsAt: row.startsAt ?? '', reference }
    const leftBy = row.staffId === null ? 'time' : 'staff'
    return [{ ...ours, kind, amount, currency, provider, sinceUtc, leftBy, standing: standingOf(row) }]
  })
}

/** SQL expression for a query on `journal`: driver of the open payment that a row refers to, otherwise null. */
export const DRIVER_OF_OPEN_PAYMENT = `(
  SELECT gone.payload ->> '$.tender.provider.driver' FROM open_payment JOIN journal AS gone ON gone.seq = left_seq
  WHERE journal.code IN ('PAYMENT_FOUND', 'PAYMENT_PAID_BACK') AND open_payment.reference = journal.payload ->> '$.reference')`

/** Returns the state of each payment that the sale abandoned, by the reference sent to the provider. */
export function abandonedPayment(db: Database, saleId: string): ReadonlyMap<string, PaymentState> {
  const rows = db.prepare('SELECT reference, state FROM open_payment WHERE sale_id = ?').raw().all(saleId)
  return new Map(rows as [string, PaymentState][])
}

function standingOf({ state, found }: OpenRow): PaymentStanding {
  if (found === null) return { is: state === 'unanswered' ? 'unanswered' : 'asked' }
  const { amount, currency, approval } = JSON.parse(found) as PaymentFound
  return { is: 'found', amount, currency, approval }
}

interface OpenRow {
  readonly reference: string
  readonly saleId: string
  readonly state: PaymentState
  readonly currency: string
  /** Payload of the row in which the sale abandoned the payment. */
  readonly gone: string
  readonly staffId: string | null
  readonly sinceUtc: string
  /** Payload of the row that records the payment as found; null if the payment was not found. */
  readonly found: string | null
  readonly eventTitle: string | null
  readonly startsAt: string | null
}

/** Returns the refunds whose outcome was unknown after row `lastSeq` (default: now), oldest first. */
export function openRefunds(db: Database, lastSeq = Number.MAX_SAFE_INTEGER): readonly ProviderRefund[] {
  const rows = db
    .prepare(
      `SELECT payload, staff_id AS staffId, wall_utc AS askedUtc FROM provider_refund JOIN journal ON seq = asked_seq
       WHERE asked_seq <= @lastSeq AND (state = 'asked' OR last_seq > @lastSeq) ORDER BY asked_seq`,
    )
    .all({ lastSeq }) as Pick<RefundRow, 'payload' | 'staffId' | 'askedUtc'>[]
  return rows.map(({ payload, staffId, askedUtc }) => {
    const { second: _, ...asked } = JSON.parse(payload) as Omit<RefundAsked, 'type'>
    return { ...asked, staffId, askedUtc }
  })
}

export function refundTries(db: Database, payment: string): readonly RefundTry[] {
  const rows = db
    .prepare(
      `SELECT reference, state, asked.wall_utc AS askedUtc, ended.payload AS ended
       FROM provider_refund JOIN journal AS asked ON asked.seq = asked_seq JOIN journal AS ended ON ended.seq = last_seq
       WHERE payment = ? ORDER BY asked_seq`,
    )
    .all(payment) as Omit<RefundRow, 'payload' | 'staffId'>[]
  return rows.map(({ reference, state, askedUtc, ended }): RefundTry => {
    if (state === 'asked') return { is: 'asked', reference, askedUtc }
    if (state === 'made') return { is: 'made' }
    const { by, reason } = JSON.parse(ended) as Omit<RefundClosed, 'type'>
    return { is: 'closed', by, reason }
  })
}

interface RefundRow {
  readonly reference: string
  readonly state: 'asked' | 'made' | 'closed'
  /** Payload of the row that requested the refund; staff id and time belong to the same row. */
  readonly payload: string
  readonly staffId: string
  readonly askedUtc: string
  readonly ended: string
}
