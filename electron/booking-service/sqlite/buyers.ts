import type { Database } from 'better-sqlite3'
import { FORGET_BUYER, HAS_BUYER, storedBuyer, type BuyerRow } from '../rules/buyers.ts'
import type { StoreAdministration, StoredBuyer } from '../store/administration.ts'
import { createAudit } from './audit.ts'
import type { Transactions } from './transactions.ts'

/** What is stored about those who bought. */
export function createBuyers(
  db: Database,
  { read, write }: Transactions,
): Pick<StoreAdministration, 'listBuyers' | 'noteRequest' | 'eraseBuyers'> {
  const audit = createAudit(db)
  const buyers = db.prepare<[], BuyerRow>(
    `SELECT purchase_id AS purchaseId, order_id AS orderId, purchase.partner_code AS partnerCode,
       completed_at AS completedAt, title, starts_at AS startsAt, ends_at AS endsAt, amount, purchase.currency,
       (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NULL) AS tickets,
       (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NOT NULL) AS cancelled,
       customer_name AS name, customer_phone AS phone, customer_email AS email
     FROM purchase JOIN session USING (session_no) JOIN event USING (event_id) WHERE ${HAS_BUYER} ORDER BY purchase_id`,
  )
  const erase = db.prepare<[ids: string]>(
    `UPDATE purchase SET ${FORGET_BUYER} WHERE ${HAS_BUYER} AND purchase_id IN (SELECT value FROM json_each(?))`,
  )
  return {
    listBuyers: () => read((): readonly StoredBuyer[] => buyers.all().map(storedBuyer)),
    noteRequest: ({ act, by, purchases }) =>
      write((now) => audit.add({ at: now, by, act, eventId: null, facts: { purchases } })),
    async eraseBuyers({ purchaseIds, by }) {
      const erased = await write((now) => {
        const { changes } = erase.run(JSON.stringify(purchaseIds))
        audit.add({ at: now, by, act: 'personal-data-erased', eventId: null, facts: { purchases: changes } })
        return changes
      })
      db.pragma('wal_checkpoint(TRUNCATE)')
      return erased
    },
  }
}
