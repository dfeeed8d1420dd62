import type { Database } from 'better-sqlite3'
import type { LedgerPayment } from '../../../shared/domain/money/settlement.ts'
import type { StepPayload, TenderEntry } from '../accounts/entries.ts'
import { OPEN_PAYMENT_STEPS } from '../accounts/open-payments.ts'
import { type ConnectionOptions, readLedger } from '../connection.ts'

interface ProviderPayments {
  readonly register: string
  readonly payments: readonly LedgerPayment[]
}

/** Period of wall time (ISO 8601 UTC); `toUtc` is exclusive. */
export interface Period {
  readonly fromUtc: string
  readonly toUtc: string
}

/** Time in milliseconds before the period that is also read, because a provider may pay out days after a payment. */
const DAYS_BEFORE_MS = 7 * 86_400_000
/** Time in milliseconds after the period that is also read, as a margin for clock differences. */
const DAY_AFTER_MS = 86_400_000

/** Returns the current state of each payment made with a driver, for sales with rows in the period or its margins. */
export function readProviderPayments(
  path: string,
  driver: string,
  period: Period,
  options: ConnectionOptions,
): ProviderPayments {
  return readLedger(path, options, (db) => {
    const register = db.prepare('SELECT register FROM ledger').pluck().get() as string
    return { register, payments: providerPayments(db, driver, period) }
  })
}

const OPEN_PAYMENT_ROWS = Object.keys(OPEN_PAYMENT_STEPS)
  .map((code) => `'${code}'`)
  .join(', ')

/**
 * Returns the SQL for a member of a row's payload; its value is null if the payload is damaged. For `saleId`, the SQL
 * must equal the expression of the index `journal_after_sale`; otherwise SQLite does not use the index.
 */
const inPayload = (path: string): string => `CASE WHEN json_valid(payload) THEN payload ->> '$.${path}' END`

interface TenderRow {
  readonly saleId: string
  readonly atUtc: string
  readonly currency: string
  readonly payload: string
}

function providerPayments(db: Database, driver: string, { fromUtc, toUtc }: Period): readonly LedgerPayment[] {
  const shifted = (utc: string, ms: number): string => new Date(Date.parse(utc) + ms).toISOString()
  const first = seqAt(db, shifted(fromUtc, -DAYS_BEFORE_MS))
  const last = seqAt(db, shifted(toUtc, DAY_AFTER_MS))
  const sales = db
    .prepare(
      `SELECT DISTINCT coalesce(sale_id, ${inPayload('saleId')}) FROM journal
       WHERE seq >= ? AND seq < ? AND (sale_id IS NOT NULL AND ${inPayload('tender.provider.driver')} = ?
         OR sale_id IS NULL AND code IN ('REFUND_PAID', ${OPEN_PAYMENT_ROWS}))`,
    )
    .pluck()
    .all(first, last, driver) as string[]
  const rowsOf = db.prepare(
    `SELECT sale_id AS saleId, wall_utc AS atUtc, sale.currency, payload FROM journal JOIN sale USING (sale_id)
     WHERE sale_id = ? AND seq BETWEEN first_seq AND last_seq AND ${inPayload('tender.provider.driver')} = ? ORDER BY seq`,
  )
  const laterOf = db.prepare(
    `SELECT code, wall_utc AS atUtc, payload FROM journal
     WHERE sale_id IS NULL AND code IN ('REFUND_PAID', 'REFUND_REQUESTED', ${OPEN_PAYMENT_ROWS})
       AND ${inPayload('saleId')} = ? ORDER BY seq`,
  )
  return sales.flatMap((saleId) => {
    const steps = Map.groupBy(rowsOf.all(saleId, driver) as TenderRow[], ({ payload }) => tenderIn(payload).reference)
    const later = (laterOf.all(saleId) as LaterRow[]).map(({ payload, ...row }) => ({
      ...row,
      said: JSON.parse(payload) as LaterPayload,
    }))
    const payments = [...steps].map(([reference, rows]) => {
      const payment = toldLater(reference, paymentOf(rows), later)
      // The provider may list a refund under the reference of the refund instead of the payment.
      const refunds = later.filter(({ code, said }) => code === 'REFUND_REQUESTED' && said.payment === reference)
      return { ...payment, names: [...payment.names, ...refunds.map(({ said }) => said.reference)] }
    })
    return withReturns(
      payments,
      later.filter(({ code }) => code === 'REFUND_PAID').map(({ said }) => said),
    )
  })
}

const tenderIn = (payload: string): TenderEntry => {
  const { tender } = JSON.parse(payload) as StepPayload
  if (!tender) throw new Error('a row without a tender')
  return tender
}

function paymentOf(rows: readonly TenderRow[]): LedgerPayment {
  const tenders = rows.map(({ payload }) => tenderIn(payload))
  const [last, taken] = [tenders.at(-1), tenders.findIndex(({ state }) => state === 'approved')]
  const told = rows[taken] ?? rows.at(-1)
  if (!last || !told) throw new Error('a payment without a row')
  const names = tenders.flatMap(({ reference, provider, approval, refundReference }) =>
    [approval, provider?.reference, provider?.token, reference, refundReference].filter((name) => name !== undefined),
  )
  const { kind, state, amount, orderId } = last
  return {
    saleId: told.saleId,
    orderId,
    kind,
    names: [...new Set(names)],
    atUtc: told.atUtc,
    amount,
    currency: told.currency,
    standing: taken >= 0 ? 'taken' : state === 'started' || state === 'unknown' ? 'open' : 'not-taken',
    refunded: state === 'refunded' ? amount : 0,
  }
}

interface LaterRow {
  readonly code: string
  readonly atUtc: string
  readonly payload: string
}

/** Payload of a row about a payment whose sale had already continued; its fields depend on the row's code. */
interface LaterPayload {
  readonly reference: string
  readonly payment?: string
  readonly kind: string
  readonly amount: number
  readonly currency: string
  readonly approval?: string
  readonly receipt?: string
}

/** Applies the later rows about a payment whose sale continued without its outcome. */
function toldLater(
  reference: string,
  payment: LedgerPayment,
  rows: readonly (Omit<LaterRow, 'payload'> & { readonly said: LaterPayload })[],
): LedgerPayment {
  return rows.reduce((known, { code, atUtc, said }): LedgerPayment => {
    if (said.reference !== reference) return known
    const { amount, currency, approval, receipt } = said
    const names = [...known.names, ...[approval, receipt].filter((name) => name !== undefined)]
    switch (code) {
      case 'PAYMENT_FOUND':
        return { ...known, names, atUtc, amount, currency, standing: 'taken' }
      case 'PAYMENT_PAID_BACK':
        return { ...known, names, refunded: amount }
      case 'PAYMENT_CLOSED':
        return { ...known, standing: 'not-taken' }
      default:
        return known
    }
  }, payment)
}

/** Assigns each refund to the first payment of its kind that is not fully refunded; refund rows name no payment. */
function withReturns(payments: readonly LedgerPayment[], returns: readonly LaterPayload[]): readonly LedgerPayment[] {
  return returns.reduce((all, { kind, amount, receipt = '' }) => {
    const to = all.findIndex((each) => each.kind === kind && each.standing === 'taken' && each.refunded < each.amount)
    return all.map((each, at) =>
      at === to
        ? { ...each, refunded: each.refunded + amount, names: [...each.names, ...(receipt === '' ? [] : [receipt])] }
        : each,
    )
  }, payments)
}

/** Returns the first row written at or after `utc`, by binary search. Rows are chronological unless a clock was set. */
function seqAt(db: Database, utc: string): number {
  const timeOf = db.prepare('SELECT seq, wall_utc AS atUtc FROM journal WHERE seq >= ? ORDER BY seq LIMIT 1')
  let [low, high] = [0, (db.prepare('SELECT coalesce(max(seq), 0) FROM journal').pluck().get() as number) + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = timeOf.get(middle) as { readonly seq: number; readonly atUtc: string } | undefined
    if (row && row.atUtc < utc) low = row.seq + 1
    else high = middle
  }
  return low
}
