import type { Database } from 'better-sqlite3'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { boughtOf, type BoughtRow, numericId, ticketOf, type TicketRow } from '../rules/holds.ts'
import {
  cancellationFacts,
  cancellationHash,
  cancelledAt,
  orderedAmount,
  type OrderedHold,
  orderedHolds,
  replayOf,
  type SoldTicket,
  type StoredPurchase,
  ticketsToCancel,
} from '../rules/purchases.ts'
import type { BoughtTicket } from '../store/administration.ts'
import { hexCode, type Random, readableCode } from '../store/random.ts'
import {
  AVAILABLE,
  type BookingStore,
  type Cancellation,
  HELD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
  SOLD,
  type Ticket,
} from '../store/store.ts'
import type { Catalog } from './events.ts'
import type { Claims } from './holds.ts'
import type { SeatBook } from './seat-book.ts'
import type { Audit, Transaction } from './write-queue.ts'

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

const TICKET_COLUMNS = `ticket_id AS ticketId, ticket_code AS ticketCode, ticket_reference AS ticketReference,
  qr_code AS qrCode, hold_id AS holdId, ticket.seat_id AS seatId, ticket.price,
  cancelled_at AS cancelledAt, event_id AS eventId
  FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no`

type Tickets = ReturnType<typeof createTickets>

export function createTickets(db: Database, catalog: Catalog, random: Random) {
  const addTicket = db.prepare<[Record<string, string | number>]>(
    `INSERT INTO ticket (purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference, qr_code)
     VALUES (@purchaseId, @sessionNo, @holdNo, @seatId, @price, @ticketCode, @ticketReference, @qrCode)`,
  )
  // `+?`: planned once; see the session's holds.
  const ofOwner = db.prepare<[ownerRef: string, partnerCode: string], TicketRow>(
    `SELECT ${TICKET_COLUMNS} WHERE owner_ref = +? AND partner_code = +? ORDER BY ticket_id`,
  )
  const ownTicket = db.prepare<[ticketId: number, ownerRef: string, partnerCode: string], TicketRow>(
    `SELECT ${TICKET_COLUMNS} WHERE ticket_id = +? AND owner_ref = +? AND partner_code = +?`,
  )
  const ofPurchase = db.prepare<[purchaseId: number], TicketRow>(
    `SELECT ${TICKET_COLUMNS} WHERE purchase_id = +? ORDER BY ticket_id`,
  )

  const ofEvent = db.prepare<[eventId: number], BoughtRow>(
    `SELECT ticket_id AS ticketId, seat_id AS seatId, price, purchase.partner_code AS partnerCode, order_id AS orderId,
       customer_name AS name, customer_phone AS phone, customer_email AS email
     FROM session JOIN ticket USING (session_no) JOIN purchase USING (purchase_id)
     WHERE event_id = ? AND cancelled_at IS NULL ORDER BY seat_id`,
  )

  const read = (row: TicketRow): Ticket => ticketOf(row, catalog.salesEvent(row.eventId))

  return {
    /** One ticket for each hold of a purchase. */
    issue(
      holds: readonly OrderedHold[],
      { transactionId, transactionCode }: { readonly transactionId: number; readonly transactionCode: string },
    ): Ticket[] {
      holds.forEach(({ sessionNo, holdNo, seatId, price }, index) => {
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
      return ofPurchase.all(transactionId).map(read)
    },

    bought(eventId: number): BoughtTicket[] {
      const rows = ofEvent.all(eventId)
      return rows.map((row) => boughtOf(row, catalog.salesEvent(eventId)))
    },

    list: ({ partnerCode, ownerRef }: Parameters<BookingStore['listTickets']>[0]): Ticket[] =>
      ofOwner.all(ownerRef, partnerCode).map(read),

    find({ partnerCode, ownerRef, ticketId }: Parameters<BookingStore['findTicket']>[0]): Ticket | null {
      const id = numericId(ticketId)
      const row = id === null ? undefined : ownTicket.get(id, ownerRef, partnerCode)
      return row === undefined ? null : read(row)
    },
  }
}

type SoldRow = TicketRow & Pick<SoldTicket, 'holdNo' | 'sessionNo' | 'ownerRef' | 'partnerCode'>

interface CancellationOptions {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly audit: Audit
}

/** Tickets are cancelled: one piece of work within a transaction. */
export function createCancellations(db: Database, { catalog, claims, seats, audit }: CancellationOptions) {
  const request = db
    .prepare<[partnerCode: string, requestId: string], string>(
      'SELECT content_sha256 FROM cancellation WHERE partner_code = ? AND request_id = ?',
    )
    .pluck()
  const keepRequest = db.prepare<[partnerCode: string, requestId: string, contentSha256: string]>(
    'INSERT INTO cancellation (partner_code, request_id, content_sha256) VALUES (?, ?, ?)',
  )
  const sold = db.prepare<[ticketId: number], SoldRow>(
    `SELECT hold_no AS holdNo, ticket.session_no AS sessionNo, owner_ref AS ownerRef, partner_code AS partnerCode,
       ${TICKET_COLUMNS} WHERE ticket_id = ?`,
  )
  const cancel = db.prepare<[now: number, ticketId: number]>('UPDATE ticket SET cancelled_at = ? WHERE ticket_id = ?')

  function find(text: string): SoldTicket | null {
    const row = sold.get(numericId(text) ?? 0)
    if (row === undefined) return null
    const { holdNo, sessionNo, ownerRef, partnerCode, ...ticket } = row
    return { holdNo, sessionNo, ownerRef, partnerCode, ticket: ticketOf(ticket, catalog.salesEvent(row.eventId)) }
  }

  /** False where the partner asked for something else by this id. */
  function claimRequest(input: Cancellation): boolean {
    const { of } = input
    if ('eventId' in of) return true
    const hash = cancellationHash(of, input)
    const before = request.get(of.partnerCode, of.requestId)
    if (before === undefined) keepRequest.run(of.partnerCode, of.requestId, hash)
    return before === undefined || before === hash
  }

  return {
    cancel(
      input: Cancellation,
      now: number,
      transaction: Transaction,
    ): Awaited<ReturnType<BookingStore['cancelTickets']>> {
      const known = input.ticketIds.flatMap((text) => find(text) ?? [])
      const eventId = known[0]?.ticket.event.eventId ?? 0
      const found = ticketsToCancel(input, eventId, new Map(known.map((one) => [one.ticket.ticketId, one])))
      if (!found.ok) return found
      if (!claimRequest(input)) return err({ type: 'request-differs' })
      const good = found.value.filter(({ ticket }) => ticket.cancelledAt === null)
      if (good.length === 0) return ok(cancelledAt(found.value, now))
      for (const { ticket, holdNo } of good) {
        cancel.run(now, ticket.ticketId)
        claims.release({ holdNo, seatId: ticket.seatId })
      }
      const changes = good.map(({ ticket: { section, seatId } }) => {
        return { sectionId: section.sectionId, seatId, from: SOLD, to: AVAILABLE }
      })
      const sessionNos = new Set(good.map(({ sessionNo }) => sessionNo))
      seats.record({ eventId, sessionNos, now }, changes, transaction)
      const facts = cancellationFacts(good, input)
      audit.add({ at: now, by: input.by, act: 'tickets-cancelled', eventId, facts })
      return ok(cancelledAt(found.value, now))
    },
  }
}
