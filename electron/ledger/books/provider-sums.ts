import type { Database } from 'better-sqlite3'
import type { PaymentSum, ProviderReport } from '../../../shared/domain/money/shift-report.ts'
import { isDriven } from '../../../shared/domain/money/tender.ts'
import type { SumTaken } from '../../../shared/domain/sale/sale.ts'
import { openPayments } from './open-payments.ts'
import { openRefunds } from './provider-refunds.ts'
import { type Payment, paymentSums } from './shift-sums.ts'
import type { StepPayload } from '../sales/step.ts'

/** A payment that its provider has not settled: how it stood after a row. */
export interface UnsettledPayment extends SumTaken {
  readonly kind: string
  readonly driver: string
  readonly state: 'open' | 'refunding' | 'unmatched'
}

/** Of one currency: what was taken and given back over each provider, and what is not settled there. */
export function providerReports(
  payments: readonly Payment[],
  unsettled: readonly UnsettledPayment[],
): readonly ProviderReport[] {
  const keyOf = ({ kind, driver }: Pick<Payment, 'kind' | 'driver'>): string => `${kind} ${driver}`
  const known = payments.filter(({ driver }) => driver !== '')
  return [...new Map([...known, ...unsettled].map((each) => [keyOf(each), each]))]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([key, { kind, driver }]) => {
      const left = unsettled.filter((each) => keyOf(each) === key)
      return {
        kind,
        driver,
        ...paymentSums(known.filter((each) => keyOf(each) === key)),
        open: sumOf(left.filter(({ state }) => state === 'open')),
        refunding: sumOf(left.filter(({ state }) => state === 'refunding')),
        unmatched: sumOf(left.filter(({ state }) => state === 'unmatched')),
      }
    })
}

/** Tickets that came back are paid for in rows that name no provider: it is the one that the sale was paid over. */
export function withProviders(db: Database, payments: readonly Payment[]): readonly Payment[] {
  const paidOver = db
    .prepare(
      `SELECT payload ->> '$.tender.provider.driver' FROM journal JOIN sale USING (sale_id)
       WHERE sale_id = ? AND seq BETWEEN first_seq AND last_seq
         AND payload ->> '$.tender.kind' = ? AND payload ->> '$.tender.state' = 'approved' LIMIT 1`,
    )
    .pluck()
  return payments.map((payment) => {
    const { saleId, kind, driver, refund } = payment
    if (driver !== '' || !refund || !isDriven(kind)) return payment
    return { ...payment, driver: (paidOver.get(saleId, kind) as string | null | undefined) ?? '' }
  })
}

/**
 * What providers had not settled after that row: of sales that were not over then, and of payments that their sales had gone on without. What
 * was found of these is unmatched until it is paid back. And what they were told to give back.
 */
export function unsettledAt(db: Database, lastSeq: number): readonly UnsettledPayment[] {
  const left = openPayments(db, lastSeq).map(({ kind, provider, amount, currency, standing }): UnsettledPayment => {
    const sum = standing.is === 'found' ? standing : { amount, currency }
    const state = standing.is === 'found' ? 'unmatched' : 'open'
    return { kind, driver: provider.driver, state, amount: sum.amount, currency: sum.currency }
  })
  const back = openRefunds(db, lastSeq).map(({ kind, provider, amount, currency }): UnsettledPayment => ({
    kind,
    driver: provider.driver,
    state: 'refunding',
    amount,
    currency,
  }))
  return [...ofSalesAt(db, lastSeq), ...left, ...back]
}

function ofSalesAt(db: Database, lastSeq: number): readonly UnsettledPayment[] {
  const sales = db
    .prepare(
      `SELECT sale_id AS saleId, first_seq AS firstSeq, currency FROM sale
       WHERE first_seq <= ? AND (finished = 0 OR last_seq > ?) ORDER BY first_seq`,
    )
    .all(lastSeq, lastSeq) as { readonly saleId: string; readonly firstSeq: number; readonly currency: string }[]
  const stepsOf = db
    .prepare('SELECT payload FROM journal WHERE seq BETWEEN ? AND ? AND sale_id = ? ORDER BY seq DESC')
    .pluck()
  return sales.flatMap(({ saleId, firstSeq, currency }) => {
    const steps = (stepsOf.all(firstSeq, lastSeq, saleId) as string[]).map((text) => JSON.parse(text) as StepPayload)
    const [last] = steps
    const { tender, event } = steps.find((step) => step.tender) ?? {}
    if (!last || !event || !tender?.provider || !(last.to === 'paying' || last.to === 'needs-staff')) return []
    if (tender.state !== 'started' && tender.state !== 'unknown') return []
    const { differs } = event as { readonly differs?: SumTaken }
    const sum = differs ?? { amount: tender.amount, currency }
    return [{ kind: tender.kind, driver: tender.provider.driver, state: differs ? 'unmatched' : 'open', ...sum }]
  })
}

function sumOf(payments: readonly UnsettledPayment[]): PaymentSum {
  return { count: payments.length, amount: payments.reduce((sum, { amount }) => sum + amount, 0) }
}
