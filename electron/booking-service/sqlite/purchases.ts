import type { Database } from 'better-sqlite3'
import { ok, type Result } from '../../../shared/domain/result.ts'
import { readableCode, type Random } from '../store/random.ts'
import { orderedAmount, orderedHolds, replayOf, type StoredPurchase } from '../rules/purchases.ts'
import { HELD, SOLD, type Purchase, type PurchaseOrder, type PurchaseRefusal, type Refusal } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { Claims } from './claims.ts'
import type { SeatBook } from './seat-book.ts'
import type { Tickets } from './tickets.ts'
import type { Transaction } from './write-queue.ts'

interface Parts {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly tickets: Tickets
  readonly random: Random
}

/** Step 6: holds become a purchase with its tickets. */
export function createPurchases(db: Database, { catalog, claims, seats, tickets, random }: Parts) {
  const stored = db.prepare<[partnerCode: string, orderId: string], StoredPurchase>(
    'SELECT content_sha256 AS contentSha256, reply FROM purchase WHERE partner_code = ? AND order_id = ?',
  )
  const addPurchase = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO purchase (partner_code, order_id, content_sha256, session_no, transaction_code, amount, currency,
       payment_method, payment_reference, customer_name, customer_phone, customer_email, completed_at, reply)
     VALUES (@partnerCode, @orderId, @contentSha256, @sessionNo, @transactionCode, @amount, @currency,
       @paymentMethod, @paymentReference, @name, @phone, @email, @now, '')`,
  )
  const keepReply = db.prepare<[reply: string, purchaseId: number]>(
    'UPDATE purchase SET reply = ? WHERE purchase_id = ?',
  )

  return {
    complete(
      order: PurchaseOrder,
      render: (purchase: Purchase) => string,
      now: number,
      transaction: Transaction,
    ): Result<string, Refusal<PurchaseRefusal>> {
      const earlier = stored.get(order.partnerCode, order.orderId.toLowerCase())
      if (earlier !== undefined) return replayOf(order, earlier)
      const named = orderedHolds(order, claims.named(order))
      if (!named.ok) return named
      const holds = named.value
      const [{ eventId, sessionNo }] = holds
      const { currency } = catalog.salesEvent(eventId)
      const amount = orderedAmount(order, holds, currency)
      if (!amount.ok) return amount

      const price = { amount: amount.value, currency }
      const transactionCode = `TRX-${readableCode(random, 12)}`
      const { lastInsertRowid } = addPurchase.run({
        partnerCode: order.partnerCode,
        orderId: order.orderId.toLowerCase(),
        contentSha256: order.contentSha256,
        sessionNo,
        transactionCode,
        ...price,
        paymentMethod: order.paymentMethod ?? null,
        paymentReference: order.paymentReference ?? null,
        name: order.customer.name ?? null,
        phone: order.customer.phone ?? null,
        email: order.customer.email ?? null,
        now,
      })
      const transactionId = Number(lastInsertRowid)
      claims.sell(holds)
      const issued = tickets.issue(holds, { transactionId, transactionCode })
      const changes = holds.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: SOLD }))
      seats.record({ eventId, sessionNos: [sessionNo], now }, changes, transaction)
      const reply = render({ orderId: order.orderId, transactionId, transactionCode, ...price, tickets: issued })
      keepReply.run(reply, transactionId)
      return ok(reply)
    },
  }
}
