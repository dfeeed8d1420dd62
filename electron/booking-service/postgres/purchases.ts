import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { readableCode, type Random } from '../store/random.ts'
import { orderedAmount, orderedHolds, replayOf, type OrderedHold, type StoredPurchase } from '../rules/purchases.ts'
import {
  type BookingStore,
  HELD,
  SOLD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
} from '../store/store.ts'
import type { Catalog, EventEdition } from './catalog.ts'
import { lockOrder, only, type Database, type Queries } from './database.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import type { Tickets } from './tickets.ts'
import { lockEvent, type Transactions } from './transactions.ts'

interface Parts {
  readonly database: Database
  readonly transactions: Transactions
  readonly catalog: Catalog
  readonly seats: SeatBook
  readonly tickets: Tickets
  readonly random: Random
}

/** Step 6: holds become a purchase with its tickets. */
export function createPurchases({
  database,
  transactions,
  catalog,
  seats,
  tickets,
  random,
}: Parts): Pick<BookingStore, 'completePurchase'> {
  /** Expects that the order was not completed before. */
  async function complete(
    write: EventWrite,
    order: PurchaseOrder,
    render: (purchase: Purchase) => string,
  ): Promise<Result<string, Refusal<PurchaseRefusal>>> {
    const found = orderedHolds(order, await namedHolds(write, order))
    if (!found.ok) return found
    const holds = found.value
    const { currency } = await catalog.salesEvent(write, write)
    const amount = orderedAmount(order, holds, currency)
    if (!amount.ok) return amount
    const transactionCode = `TRX-${readableCode(random, 12)}`
    const price = { amount: amount.value, currency }
    const transactionId = await sell(write, order, holds, { transactionCode, ...price })
    const issued = await tickets.issue(write, holds, { transactionId, transactionCode })
    const changes = holds.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: SOLD }) as const)
    await seats.record(write, [holds[0].sessionNo], changes)
    const reply = render({ orderId: order.orderId, transactionId, transactionCode, ...price, tickets: issued })
    await write.run('UPDATE purchase SET reply = $1 WHERE purchase_id = $2', [reply, transactionId])
    return ok(reply)
  }

  return {
    async completePurchase(order, render) {
      const replayed = await replay(database, order)
      if (replayed !== null) return replayed
      // Which event to lock. What cannot be sold whatever happens meanwhile is refused here.
      const [first] = (await namedHolds(database, order)).values()
      if (first === undefined) return err({ type: 'holds-unknown', holdIds: order.holdIds })
      const lock = async (queries: Queries): Promise<EventEdition | null> => {
        await lockOrder(queries, order.partnerCode, order.orderId)
        return lockEvent(first.eventId)(queries)
      }
      const sold = await transactions.writeEvent(
        { durable: true, lock },
        async (write) => (await replay(write, order)) ?? complete(write, order, render),
      )
      return sold ?? err({ type: 'holds-unknown', holdIds: order.holdIds })
    },
  }
}

/** Null when no such order was completed. */
async function replay(
  { rows }: Queries,
  order: PurchaseOrder,
): Promise<Result<string, Refusal<'order-differs'>> | null> {
  const [earlier] = await rows<StoredPurchase>(
    `SELECT content_sha256 AS "contentSha256", reply FROM purchase WHERE partner_code = $1 AND order_id = $2`,
    [order.partnerCode, order.orderId.toLowerCase()],
  )
  return earlier === undefined ? null : replayOf(order, earlier)
}

/** The partner's holds among those that the order names, by id. */
async function namedHolds({ rows }: Queries, order: PurchaseOrder): Promise<ReadonlyMap<string, OrderedHold>> {
  const holds = await rows<OrderedHold>(
    `SELECT hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price, state,
       session_no AS "sessionNo", event_id AS "eventId"
     FROM hold JOIN session USING (session_no) WHERE hold_id = ANY ($1::text[]) AND partner_code = $2`,
    [order.holdIds.map((holdId) => holdId.toLowerCase()), order.partnerCode],
  )
  return new Map(holds.map((hold) => [hold.holdId, hold]))
}

/** Writes the purchase, its reply to follow, and its seats as sold. Gives its id. */
async function sell(
  { rows, run, now }: EventWrite,
  order: PurchaseOrder,
  holds: readonly [OrderedHold, ...OrderedHold[]],
  { transactionCode, amount, currency }: Pick<Purchase, 'transactionCode' | 'amount' | 'currency'>,
): Promise<number> {
  const [purchase] = await rows<{ purchaseId: number }>(
    `INSERT INTO purchase (partner_code, order_id, content_sha256, session_no, transaction_code, amount, currency,
       payment_method, payment_reference, customer_name, customer_phone, customer_email, completed_at, reply)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '') RETURNING purchase_id AS "purchaseId"`,
    [
      order.partnerCode,
      order.orderId.toLowerCase(),
      order.contentSha256,
      holds[0].sessionNo,
      transactionCode,
      amount,
      currency,
      order.paymentMethod ?? null,
      order.paymentReference ?? null,
      order.customer.name ?? null,
      order.customer.phone ?? null,
      order.customer.email ?? null,
      now,
    ],
  )
  const holdNos = holds.map(({ holdNo }) => holdNo)
  await run("UPDATE hold SET state = 'sold' WHERE hold_no = ANY ($1::bigint[])", [holdNos])
  const sold = await run(
    `UPDATE claim SET state = 'sold', expires_at = NULL
     FROM unnest($1::bigint[], $2::bigint[]) AS one (seat_id, hold_no)
     WHERE claim.seat_id = one.seat_id AND claim.hold_no = one.hold_no AND state = 'held'`,
    [holds.map(({ seatId }) => seatId), holdNos],
  )
  if (sold !== holds.length) throw new Error(`of ${holds.length} held seats ${sold} could be sold`)
  return only(purchase).purchaseId
}
