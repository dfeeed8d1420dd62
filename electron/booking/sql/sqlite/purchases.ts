import { ok, type Result } from '../../../../shared/domain/result.ts'
import { ticketOf } from '../../rules/holds.ts'
import { draftPurchase, type OrderedHold, type PurchaseDraft, type StoredPurchase } from '../../rules/purchases.ts'
import type { Catalog } from '../catalog.ts'
import type { Random } from '../random.ts'
import {
  HELD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
  type SalesEvent,
  SOLD,
  type Ticket,
} from '../store.ts'
import type { SeatState } from './seat-state.ts'
import type { Statements } from './statements.ts'
import type { Transaction } from './write-queue.ts'

const HOLD = `SELECT hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price, state,
    session_no AS sessionNo, event_id AS eventId
  FROM hold JOIN session USING (session_no) WHERE hold_id = ? AND partner_code = ?`

/** Turns holds into a purchase with its tickets (step 6 of the specification). */
export class Purchases {
  readonly #statements: Statements
  readonly #catalog: Catalog
  readonly #seats: SeatState
  readonly #random: Random

  constructor(statements: Statements, catalog: Catalog, seats: SeatState, random: Random) {
    this.#statements = statements
    this.#catalog = catalog
    this.#seats = seats
    this.#random = random
  }

  /** Must run within a transaction in which expired holds have been freed. */
  complete(
    order: PurchaseOrder,
    render: (purchase: Purchase) => string,
    now: number,
    transaction: Transaction,
  ): Result<string, Refusal<PurchaseRefusal>> {
    const { partnerCode, orderId } = order
    const earlier = this.#statements.all<StoredPurchase>(
      'SELECT content_sha256 AS contentSha256, reply FROM purchase WHERE partner_code = ? AND order_id = ?',
      partnerCode,
      orderId.toLowerCase(),
    )[0]
    const holds = order.holdIds.flatMap(
      (holdId) => this.#statements.all<OrderedHold>(HOLD, holdId.toLowerCase(), partnerCode)[0] ?? [],
    )
    const currencyOf = (eventId: number): string => this.#event(eventId).currency
    const draft = draftPurchase(order, { earlier: earlier ?? null, holds }, currencyOf, this.#random)
    if (!draft.ok) return draft
    return ok(typeof draft.value === 'string' ? draft.value : this.#sell(draft.value, render, now, transaction))
  }

  #sell(draft: PurchaseDraft, render: (purchase: Purchase) => string, now: number, transaction: Transaction): string {
    const { order, sessionNo, transactionCode, amount, currency } = draft
    const added = this.#statements.run(
      `INSERT INTO purchase (partner_code, order_id, content_sha256, session_no, transaction_code, amount, currency,
         payment_method, payment_reference, customer_name, customer_phone, customer_email, completed_at, reply)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
      order.partnerCode,
      order.orderId.toLowerCase(),
      order.contentSha256,
      sessionNo,
      transactionCode,
      amount,
      currency,
      order.paymentMethod ?? null,
      order.paymentReference ?? null,
      order.customer.name ?? null,
      order.customer.phone ?? null,
      order.customer.email ?? null,
      now,
    )
    const transactionId = Number(added.lastInsertRowid)
    const tickets = draft.tickets.map((ticket) => this.#issue(ticket, transactionId))
    const changes = draft.tickets.map(({ hold: { sectionId, seatId } }) => {
      return { sectionId, seatId, from: HELD, to: SOLD }
    })
    const eventId = draft.tickets[0]?.hold.eventId ?? 0
    this.#seats.record({ eventId, sessionNos: [sessionNo], now }, changes, transaction)
    const reply = render({ orderId: order.orderId, transactionId, transactionCode, amount, currency, tickets })
    this.#statements.run('UPDATE purchase SET reply = ? WHERE purchase_id = ?', reply, transactionId)
    return reply
  }

  #issue({ hold, ...codes }: PurchaseDraft['tickets'][number], purchaseId: number): Ticket {
    this.#seats.sell(hold)
    const { sessionNo, holdNo, holdId, seatId, price, eventId } = hold
    const { lastInsertRowid } = this.#statements.run(
      `INSERT INTO ticket (purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference, qr_code)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      purchaseId,
      sessionNo,
      holdNo,
      seatId,
      price,
      codes.ticketCode,
      codes.ticketReference,
      codes.qrCode,
    )
    const ticket = { ...codes, ticketId: Number(lastInsertRowid), holdId, seatId, price, eventId, cancelledAt: null }
    return ticketOf(ticket, this.#event(eventId))
  }

  #event(eventId: number): SalesEvent {
    const edition = this.#statements.value('SELECT edition FROM event WHERE event_id = ?', eventId) ?? 0
    const wanted = { eventId, edition }
    return this.#catalog.known(wanted) ?? this.#statements.perform(this.#catalog.salesEvent(wanted))
  }
}
