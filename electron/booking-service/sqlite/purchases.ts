import type { Database } from 'better-sqlite3'
import { ok, type Result } from '../../../shared/domain/result.ts'
import { hexCode, readableCode, type Random } from '../store/random.ts'
import { orderedAmount, orderedHolds, replayOf, type OrderedHold, type StoredPurchase } from '../rules/purchases.ts'
import { numericId, ticketOf, type TicketRow } from '../rules/seats.ts'
import {
  HELD,
  SOLD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
  type Ticket,
} from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { SeatBook } from './seat-book.ts'
import type { Transaction } from './write-queue.ts'

export type Purchases = ReturnType<typeof createPurchases>

/** Step 6, and the tickets that come of it. */
export function createPurchases(
  db: Database,
  { catalog, seats, random }: { readonly catalog: Catalog; readonly seats: SeatBook; readonly random: Random },
) {
  const stored = db.prepare<[partnerCode: string, orderId: string], StoredPurchase>(
    'SELECT content_sha256 AS contentSha256, reply FROM purchase WHERE partner_code = ? AND order_id = ?',
  )
  const holdById = db.prepare<[holdId: string, partnerCode: string], OrderedHold>(
    `SELECT hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price, state,
       session_no AS sessionNo, event_id AS eventId
     FROM hold JOIN session USING (session_no) WHERE hold_id = ? AND partner_code = ?`,
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
  const addTicket = db.prepare<[Record<string, string | number>]>(
    `INSERT INTO ticket (purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference, qr_code)
     VALUES (@purchaseId, @sessionNo, @holdNo, @seatId, @price, @ticketCode, @ticketReference, @qrCode)`,
  )
  const sellHold = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'sold' WHERE hold_no = ?")
  const sellSeat = db.prepare<[seatId: number, holdNo: number]>(
    "UPDATE claim SET state = 'sold', expires_at = NULL WHERE seat_id = ? AND hold_no = ? AND state = 'held'",
  )
  const ticketColumns = `ticket_id AS ticketId, ticket_code AS ticketCode, ticket_reference AS ticketReference,
    qr_code AS qrCode, hold_id AS holdId, ticket.seat_id AS seatId, ticket.price, event_id AS eventId
    FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no`
  const ofOwner = db.prepare<[ownerRef: string, partnerCode: string], TicketRow>(
    `SELECT ${ticketColumns} WHERE owner_ref = ? AND partner_code = ? ORDER BY ticket_id`,
  )
  const ownTicket = db.prepare<[ticketId: number, ownerRef: string, partnerCode: string], TicketRow>(
    `SELECT ${ticketColumns} WHERE ticket_id = ? AND owner_ref = ? AND partner_code = ?`,
  )
  const ofPurchase = db.prepare<[purchaseId: number], TicketRow>(
    `SELECT ${ticketColumns} WHERE purchase_id = ? ORDER BY ticket_id`,
  )

  const readTicket = (row: TicketRow): Ticket => ticketOf(row, catalog.salesEvent(row.eventId))

  function sell(
    order: PurchaseOrder,
    holds: readonly [OrderedHold, ...OrderedHold[]],
    amount: number,
    now: number,
  ): Purchase {
    const [{ sessionNo, eventId }] = holds
    const { currency } = catalog.salesEvent(eventId)
    const transactionCode = `TRX-${readableCode(random, 12)}`
    const transactionId = Number(
      addPurchase.run({
        partnerCode: order.partnerCode,
        orderId: order.orderId.toLowerCase(),
        contentSha256: order.contentSha256,
        sessionNo,
        transactionCode,
        amount,
        currency,
        paymentMethod: order.paymentMethod ?? null,
        paymentReference: order.paymentReference ?? null,
        name: order.customer.name ?? null,
        phone: order.customer.phone ?? null,
        email: order.customer.email ?? null,
        now,
      }).lastInsertRowid,
    )
    holds.forEach(({ holdNo, seatId, price }, index) => {
      sellHold.run(holdNo)
      if (sellSeat.run(seatId, holdNo).changes !== 1) throw new Error(`seat ${seatId} is not held by hold ${holdNo}`)
      addTicket.run({
        purchaseId: transactionId,
        sessionNo,
        holdNo,
        seatId,
        price,
        ticketCode: `TCK-${readableCode(random, 12)}`,
        ticketReference: `${transactionCode}-${index + 1}`,
        qrCode: hexCode(random, 16),
      })
    })
    const tickets = ofPurchase.all(transactionId).map(readTicket)
    return { orderId: order.orderId, transactionId, transactionCode, amount, currency, tickets }
  }

  return {
    complete(
      order: PurchaseOrder,
      render: (purchase: Purchase) => string,
      now: number,
      transaction: Transaction,
    ): Result<string, Refusal<PurchaseRefusal>> {
      const earlier = stored.get(order.partnerCode, order.orderId.toLowerCase())
      if (earlier !== undefined) return replayOf(order, earlier)
      const known = order.holdIds.flatMap((text) => holdById.get(text.toLowerCase(), order.partnerCode) ?? [])
      const verified = orderedHolds(order, new Map(known.map((hold) => [hold.holdId, hold])))
      if (!verified.ok) return verified
      const holds = verified.value
      const [{ eventId, sessionNo }] = holds
      const amount = orderedAmount(order, holds, catalog.salesEvent(eventId).currency)
      if (!amount.ok) return amount

      const purchase = sell(order, holds, amount.value, now)
      const changes = holds.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: SOLD }))
      seats.record({ eventId, sessionNos: [sessionNo], now }, changes, transaction)
      const reply = render(purchase)
      keepReply.run(reply, purchase.transactionId)
      return ok(reply)
    },

    list: ({ partnerCode, ownerRef }: { partnerCode: string; ownerRef: string }): Ticket[] =>
      ofOwner.all(ownerRef, partnerCode).map(readTicket),

    find({
      partnerCode,
      ownerRef,
      ticketId,
    }: {
      partnerCode: string
      ownerRef: string
      ticketId: string
    }): Ticket | null {
      const id = numericId(ticketId)
      const row = id === null ? undefined : ownTicket.get(id, ownerRef, partnerCode)
      return row === undefined ? null : readTicket(row)
    },
  }
}
