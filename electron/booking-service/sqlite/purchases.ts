import type { Database } from 'better-sqlite3'
import { minorFromWire } from '../../../shared/domain/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { hexCode, readableCode, type Random } from '../random.ts'
import {
  HELD,
  SOLD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
  type Ticket,
} from '../store.ts'
import type { Catalog } from './catalog.ts'
import { sectionAt } from './holds.ts'
import type { SeatBook } from './seat-book.ts'
import { numericId } from './sessions.ts'
import type { Transaction } from './write-queue.ts'

interface OrderedHold {
  readonly holdNo: number
  readonly holdId: string
  readonly sectionId: number
  readonly seatId: number
  readonly price: number
  readonly state: 'held' | 'released' | 'expired' | 'sold'
  readonly sessionNo: number
  readonly eventId: number
}

interface TicketRow {
  readonly ticketId: number
  readonly ticketCode: string
  readonly ticketReference: string
  readonly qrCode: string
  readonly holdId: string
  readonly seatId: number
  readonly price: number
  readonly eventId: number
}

export type Purchases = ReturnType<typeof createPurchases>

/** Step 6, and the tickets that come of it. */
export function createPurchases(
  db: Database,
  { catalog, seats, random }: { readonly catalog: Catalog; readonly seats: SeatBook; readonly random: Random },
) {
  const stored = db.prepare<[partnerCode: string, orderId: string], { contentSha256: string; reply: string }>(
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

  function ticketOf({ eventId, ...row }: TicketRow): Ticket {
    const event = catalog.salesEvent(eventId)
    const section = sectionAt(event, row.seatId)
    if (section === null) throw new Error(`ticket ${row.ticketId}: seat ${row.seatId} is in no section`)
    return { ...row, ticketNumber: `${eventId}-${String(row.ticketId).padStart(8, '0')}`, event, section }
  }

  /** The holds that the order names, if it may have them. */
  function verifyHolds(
    order: PurchaseOrder,
  ): Result<
    readonly OrderedHold[],
    Refusal<'holds-unknown' | 'holds-of-several-sessions' | 'holds-expired' | 'holds-sold'>
  > {
    const named = order.holdIds.map((text) => ({ text, hold: holdById.get(text.toLowerCase(), order.partnerCode) }))
    const inState = (...states: (OrderedHold['state'] | undefined)[]): string[] =>
      named.filter(({ hold }) => states.includes(hold?.state)).map(({ text }) => text)
    const unknown = inState(undefined, 'released')
    if (unknown.length > 0) return err({ type: 'holds-unknown', holdIds: unknown })
    const holds = named.flatMap(({ hold }) => hold ?? [])
    if (new Set(holds.map((hold) => hold.sessionNo)).size > 1) return err({ type: 'holds-of-several-sessions' })
    const sold = inState('sold')
    if (sold.length > 0) return err({ type: 'holds-sold', holdIds: sold })
    const expired = inState('expired')
    if (expired.length > 0) return err({ type: 'holds-expired', holdIds: expired })
    return ok(holds)
  }

  function sell(order: PurchaseOrder, holds: readonly OrderedHold[], amount: number, now: number): Purchase {
    const [first] = holds
    if (first === undefined) throw new Error('a purchase without holds')
    const { sessionNo, eventId } = first
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
    const tickets = ofPurchase.all(transactionId).map(ticketOf)
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
      if (earlier !== undefined) {
        return earlier.contentSha256 === order.contentSha256 ? ok(earlier.reply) : err({ type: 'order-differs' })
      }
      const verified = verifyHolds(order)
      if (!verified.ok) return verified
      const holds = verified.value
      const [{ eventId, sessionNo } = { eventId: 0, sessionNo: 0 }] = holds
      const { currency } = catalog.salesEvent(eventId)
      if (order.currency !== undefined && order.currency !== currency)
        return err({ type: 'currency-differs', currency })
      const expected = holds.reduce((sum, hold) => sum + hold.price, 0)
      const given = minorFromWire(order.amount, currency)
      if (!given.ok || given.value !== expected) return err({ type: 'amount-differs', expected, currency })

      const purchase = sell(order, holds, expected, now)
      const changes = holds.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: SOLD }))
      seats.record({ eventId, sessionNos: [sessionNo], now }, changes, transaction)
      const reply = render(purchase)
      keepReply.run(reply, purchase.transactionId)
      return ok(reply)
    },

    list: ({ partnerCode, ownerRef }: { partnerCode: string; ownerRef: string }): Ticket[] =>
      ofOwner.all(ownerRef, partnerCode).map(ticketOf),

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
      return row === undefined ? null : ticketOf(row)
    },
  }
}
