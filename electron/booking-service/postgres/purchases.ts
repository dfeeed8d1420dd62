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
import { only, type Catalog } from './catalog.ts'
import type { Queries } from './database.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'

const TICKET_COLUMNS = `ticket_id AS "ticketId", ticket_code AS "ticketCode", ticket_reference AS "ticketReference",
  qr_code AS "qrCode", hold_id AS "holdId", ticket.seat_id AS "seatId", ticket.price, event_id AS "eventId"
  FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no`

export type Purchases = ReturnType<typeof createPurchases>

/** Step 6, and the tickets that come of it. */
export function createPurchases({
  catalog,
  seats,
  random,
}: {
  readonly catalog: Catalog
  readonly seats: SeatBook
  readonly random: Random
}) {
  async function tickets(queries: Queries, rows: readonly TicketRow[]): Promise<Ticket[]> {
    const read: Ticket[] = []
    for (const row of rows) read.push(ticketOf(row, await catalog.salesEvent(queries, row.eventId)))
    return read
  }

  async function sell(
    write: EventWrite,
    order: PurchaseOrder,
    holds: readonly [OrderedHold, ...OrderedHold[]],
    amount: number,
  ): Promise<Purchase> {
    const { rows, run, now } = write
    const [{ sessionNo, eventId }] = holds
    const { currency } = await catalog.salesEvent(write, eventId)
    const transactionCode = `TRX-${readableCode(random, 12)}`
    const [purchase] = await rows<{ purchaseId: number }>(
      `INSERT INTO purchase (partner_code, order_id, content_sha256, session_no, transaction_code, amount, currency,
         payment_method, payment_reference, customer_name, customer_phone, customer_email, completed_at, reply)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '') RETURNING purchase_id AS "purchaseId"`,
      [
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
      ],
    )
    const transactionId = only(purchase).purchaseId
    const holdNos = holds.map(({ holdNo }) => holdNo)
    await run("UPDATE hold SET state = 'sold' WHERE hold_no = ANY ($1::bigint[])", [holdNos])
    const sold = await run(
      `UPDATE claim SET state = 'sold', expires_at = NULL
       FROM unnest($1::bigint[], $2::bigint[]) AS one (seat_id, hold_no)
       WHERE claim.seat_id = one.seat_id AND claim.hold_no = one.hold_no AND state = 'held'`,
      [holds.map(({ seatId }) => seatId), holdNos],
    )
    if (sold !== holds.length) throw new Error(`of ${holds.length} held seats ${sold} could be sold`)
    await run(
      `INSERT INTO ticket (purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference, qr_code)
       SELECT $1::bigint, $2::bigint, hold_no, seat_id, price, ticket_code, $3 || '-' || place, qr_code
       FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])
         WITH ORDINALITY AS one (hold_no, seat_id, price, ticket_code, qr_code, place) ORDER BY place`,
      [
        transactionId,
        sessionNo,
        transactionCode,
        holdNos,
        holds.map(({ seatId }) => seatId),
        holds.map(({ price }) => price),
        holds.map(() => `TCK-${readableCode(random, 12)}`),
        holds.map(() => hexCode(random, 16)),
      ],
    )
    const made = await rows<TicketRow>(`SELECT ${TICKET_COLUMNS} WHERE purchase_id = $1 ORDER BY ticket_id`, [
      transactionId,
    ])
    const { orderId } = order
    return { orderId, transactionId, transactionCode, amount, currency, tickets: await tickets(write, made) }
  }

  return {
    /** Null when no such order was completed. */
    async replay({ rows }: Queries, order: PurchaseOrder): Promise<Result<string, Refusal<'order-differs'>> | null> {
      const [earlier] = await rows<StoredPurchase>(
        `SELECT content_sha256 AS "contentSha256", reply FROM purchase WHERE partner_code = $1 AND order_id = $2`,
        [order.partnerCode, order.orderId.toLowerCase()],
      )
      return earlier === undefined ? null : replayOf(order, earlier)
    },

    /** The partner's holds among those that the order names, by id. */
    async named({ rows }: Queries, order: PurchaseOrder): Promise<ReadonlyMap<string, OrderedHold>> {
      const holds = await rows<OrderedHold>(
        `SELECT hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price, state,
           session_no AS "sessionNo", event_id AS "eventId"
         FROM hold JOIN session USING (session_no) WHERE hold_id = ANY ($1::text[]) AND partner_code = $2`,
        [order.holdIds.map((holdId) => holdId.toLowerCase()), order.partnerCode],
      )
      return new Map(holds.map((hold) => [hold.holdId, hold]))
    },

    /** Expects that the order was not completed before. */
    async complete(
      write: EventWrite,
      order: PurchaseOrder,
      known: ReadonlyMap<string, OrderedHold>,
      render: (purchase: Purchase) => string,
    ): Promise<Result<string, Refusal<PurchaseRefusal>>> {
      const holds = orderedHolds(order, known)
      if (!holds.ok) return holds
      const { currency } = await catalog.salesEvent(write, write.eventId)
      const amount = orderedAmount(order, holds.value, currency)
      if (!amount.ok) return amount
      const purchase = await sell(write, order, holds.value, amount.value)
      const changes = holds.value.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: SOLD }) as const)
      await seats.record(write, [holds.value[0].sessionNo], changes)
      const reply = render(purchase)
      await write.run('UPDATE purchase SET reply = $1 WHERE purchase_id = $2', [reply, purchase.transactionId])
      return ok(reply)
    },

    async list(
      queries: Queries,
      input: { readonly partnerCode: string; readonly ownerRef: string },
    ): Promise<Ticket[]> {
      const rows = await queries.rows<TicketRow>(
        `SELECT ${TICKET_COLUMNS} WHERE owner_ref = $1 AND partner_code = $2 ORDER BY ticket_id`,
        [input.ownerRef, input.partnerCode],
      )
      return tickets(queries, rows)
    },

    async find(
      queries: Queries,
      input: { readonly partnerCode: string; readonly ownerRef: string; readonly ticketId: string },
    ): Promise<Ticket | null> {
      const rows = await queries.rows<TicketRow>(
        `SELECT ${TICKET_COLUMNS} WHERE ticket_id = $1 AND owner_ref = $2 AND partner_code = $3`,
        [numericId(input.ticketId) ?? 0, input.ownerRef, input.partnerCode],
      )
      return (await tickets(queries, rows))[0] ?? null
    },
  }
}
