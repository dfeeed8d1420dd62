import type { Database } from 'better-sqlite3'
import type { AccountPaid } from '../../../shared/domain/money/drawer.ts'
import type { UnconfirmedEntry } from '../../kiosk/ports/ports.ts'

const UNCONFIRMED = `NOT IN (SELECT payload ->> '$.reference' FROM journal
  WHERE sale_id IS NULL AND code = 'ACCOUNT_ENTRY_CONFIRMED' AND json_valid(payload))`

/** Returns the refunds of sales on account and the payments of customers that the hub has not confirmed. */
export function unconfirmedEntries(db: Database): readonly UnconfirmedEntry[] {
  const unsold = db
    .prepare(
      `SELECT 'credit' AS kind, approval AS account, refund_reference AS reference, received - change_given AS amount, currency,
         tender.order_id AS receipt, json_array(reference) AS payments
       FROM tender JOIN sale USING (sale_id)
       WHERE kind = 'account' AND tender.state = 'refunded' AND refund_reference ${UNCONFIRMED}`,
    )
    .all()
  const returned = db
    .prepare(
      `SELECT 'credit' AS kind, max(approval) AS account, payload ->> '$.reference' AS reference, payload ->> '$.amount' AS amount,
         payload ->> '$.currency' AS currency, max(order_id) AS receipt, json_group_array(tender.reference) AS payments
       FROM journal JOIN tender ON tender.sale_id = payload ->> '$.saleId' AND tender.kind = 'account' AND tender.state = 'approved'
       WHERE journal.sale_id IS NULL AND code = 'REFUND_PAID' AND payload ->> '$.kind' = 'account'
         AND payload ->> '$.reference' ${UNCONFIRMED}
       GROUP BY journal.seq ORDER BY journal.seq`,
    )
    .all()
  const credits = [...unsold, ...returned] as (Omit<UnconfirmedEntry, 'items' | 'payments'> & { payments: string })[]
  const paid = db
    .prepare(
      `SELECT payload FROM journal
       WHERE sale_id IS NULL AND code = 'ACCOUNT_PAID' AND payload ->> '$.reference' ${UNCONFIRMED} ORDER BY seq`,
    )
    .pluck()
    .all() as string[]
  return [
    ...credits.map((credit) => ({ ...credit, items: [], payments: JSON.parse(credit.payments) as string[] })),
    ...paid.map((payload): UnconfirmedEntry => {
      const { reference, account, currency, amount, items } = JSON.parse(payload) as AccountPaid
      return {
        kind: 'payment',
        account,
        reference,
        amount,
        currency,
        receipt: reference.slice(0, 8),
        items,
        payments: [],
      }
    }),
  ]
}

export function isAccountPaymentRecorded(db: Database, reference: string): boolean {
  const found = db.prepare(
    `SELECT 1 FROM journal WHERE sale_id IS NULL AND code = 'ACCOUNT_PAID' AND payload ->> '$.reference' = ?`,
  )
  return found.get(reference) !== undefined
}
