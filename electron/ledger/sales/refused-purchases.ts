import type { Database } from 'better-sqlite3'
import type { RefusedPurchase } from '../../core/ports/ports.ts'

/** As the journal tells it, oldest first; a later PURCHASES_RESUMED is about all before it. */
export function refusedPurchases(db: Database): readonly RefusedPurchase[] {
  const rows = db
    .prepare(
      `SELECT payload, seq < (SELECT coalesce(max(seq), 0) FROM journal WHERE code = 'PURCHASES_RESUMED') AS resumed
       FROM journal WHERE code = 'PURCHASES_REFUSED' AND sale_id IS NULL ORDER BY seq`,
    )
    .all() as { readonly payload: string; readonly resumed: number }[]
  return rows.map(({ payload, resumed }) => {
    const { status, code, saleId } = JSON.parse(payload) as Omit<RefusedPurchase, 'resumed'>
    return { status, code, saleId, resumed: resumed === 1 }
  })
}
