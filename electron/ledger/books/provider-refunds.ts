import type { Database } from 'better-sqlite3'
import type { RefundAsked, RefundClosed } from '../../../shared/domain/sale/after-sale.ts'
import type { ProviderRefund, RefundTry } from '../../../shared/domain/sale/open-payment.ts'

/** Those that nobody knew the end of after that row, else by now; oldest first. */
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

/** Every try to have that payment given back by its provider, oldest first. */
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
  /** Payload of the row that asked for it, who did, and when. */
  readonly payload: string
  readonly staffId: string
  readonly askedUtc: string
  /** Payload of the last row about it. */
  readonly ended: string
}
