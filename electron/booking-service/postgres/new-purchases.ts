import type { OrderedHold } from '../rules/purchases.ts'
import { ticketOf, type TicketRow } from '../rules/seats.ts'
import type { Purchase, PurchaseOrder, SalesEvent } from '../store/store.ts'
import { only, type Queries, type Value } from './database.ts'
import type { EventWrite } from './seat-book.ts'

/** What an order comes to, without the numbers that the database gives. */
export interface Draft extends Omit<Purchase, 'orderId' | 'transactionId' | 'tickets'> {
  readonly order: PurchaseOrder
  readonly render: (purchase: Purchase) => string
  readonly sessionNo: number
  readonly tickets: readonly DraftTicket[]
}

interface DraftTicket extends Pick<TicketRow, 'ticketCode' | 'ticketReference' | 'qrCode'> {
  readonly hold: OrderedHold
}

interface NewPurchase extends Draft {
  readonly transactionId: number
  readonly tickets: readonly (DraftTicket & Pick<TicketRow, 'ticketId'>)[]
  readonly reply: string
}

/** Writes purchases, their tickets, and their seats as sold. Gives those whose order nobody else has completed. */
export async function addPurchases(
  write: EventWrite,
  drafts: readonly Draft[],
  { event, numbers }: { readonly event: SalesEvent; readonly numbers: Numbers },
): Promise<readonly NewPurchase[]> {
  if (drafts.length === 0) return []
  // In one order everywhere: two transactions that wait for each other's orders would never end.
  const key = ({ order }: Draft): string => order.orderId.toLowerCase()
  const sorted = drafts.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  const made = numbered(sorted, event, numbers)
  const added = await write.rows<{ transactionId: number; sold: number }>(ADD, valuesOf(made, write.now))
  const sold = new Map(added.map((one) => [one.transactionId, one.sold]))
  return made.filter(({ transactionId, tickets: { length } }) => {
    const count = sold.get(transactionId)
    if (count !== undefined && count !== length) throw new Error(`of ${length} held seats ${count} could be sold`)
    return count !== undefined
  })
}

/** Of as many purchases and tickets; what is not used of them is never given out again. */
export interface Numbers {
  readonly purchases: readonly number[]
  readonly tickets: readonly number[]
}

export async function numbersFor({ rows }: Queries, orders: readonly PurchaseOrder[]): Promise<Numbers> {
  const seatCount = orders.reduce((sum, { holdIds }) => sum + holdIds.length, 0)
  const [found] = await rows<Numbers>(
    `SELECT ${numbersOf('purchase')} FROM generate_series(1, $1)) AS purchases,
       ${numbersOf('ticket')} FROM generate_series(1, $2)) AS tickets`,
    [orders.length, seatCount],
  )
  return only(found)
}

const numbersOf = (table: 'purchase' | 'ticket'): string =>
  `ARRAY(SELECT nextval(pg_get_serial_sequence('${table}', '${table}_id'))::float8`

function numbered(drafts: readonly Draft[], event: SalesEvent, numbers: Numbers): readonly NewPurchase[] {
  const [purchases, ticketIds] = [numbers.purchases.values(), numbers.tickets.values()]
  return drafts.map((draft) => {
    const { order, transactionCode, amount, currency, render } = draft
    const transactionId = only(purchases.next().value)
    const tickets = draft.tickets.map((ticket) => ({ ...ticket, ticketId: only(ticketIds.next().value) }))
    const issued = tickets.map(({ hold: { holdId, seatId, price, eventId }, ...codes }) =>
      ticketOf({ ...codes, holdId, seatId, price, eventId, cancelledAt: null }, event),
    )
    const reply = render({
      orderId: order.orderId,
      transactionId,
      transactionCode,
      amount,
      currency,
      tickets: issued,
    })
    return { ...draft, transactionId, tickets, reply }
  })
}

function valuesOf(made: readonly NewPurchase[], now: number): Value[] {
  const tickets = made.flatMap(({ transactionId, tickets: own }) => own.map((one) => ({ ...one, transactionId })))
  return [
    now,
    made.map(({ transactionId }) => transactionId),
    made.map(({ order }) => order.partnerCode),
    made.map(({ order }) => order.orderId.toLowerCase()),
    made.map(({ order }) => order.contentSha256),
    made.map(({ sessionNo }) => sessionNo),
    made.map(({ transactionCode }) => transactionCode),
    made.map(({ amount }) => amount),
    made.map(({ currency }) => currency),
    made.map(({ order }) => order.paymentMethod ?? null),
    made.map(({ order }) => order.paymentReference ?? null),
    made.map(({ order }) => order.customer.name ?? null),
    made.map(({ order }) => order.customer.phone ?? null),
    made.map(({ order }) => order.customer.email ?? null),
    made.map(({ reply }) => reply),
    tickets.map(({ ticketId }) => ticketId),
    tickets.map(({ transactionId }) => transactionId),
    tickets.map(({ hold }) => hold.holdNo),
    tickets.map(({ hold }) => hold.seatId),
    tickets.map(({ hold }) => hold.sessionNo),
    tickets.map(({ hold }) => hold.price),
    tickets.map(({ ticketCode }) => ticketCode),
    tickets.map(({ ticketReference }) => ticketReference),
    tickets.map(({ qrCode }) => qrCode),
  ]
}

/** Seats that are held are told by their time: by their state the index of all that are held would be read for each. */
const ADD = `
  WITH bought AS (
    INSERT INTO purchase (purchase_id, partner_code, order_id, content_sha256, session_no, transaction_code, amount,
      currency, payment_method, payment_reference, customer_name, customer_phone, customer_email, reply, completed_at)
    OVERRIDING SYSTEM VALUE
    SELECT *, $1::bigint FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
      $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
    ON CONFLICT (partner_code, order_id) DO NOTHING RETURNING purchase_id),
  one AS (
    SELECT one.* FROM unnest($16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[],
        $22::text[], $23::text[], $24::text[])
      AS one (ticket_id, purchase_id, hold_no, seat_id, session_no, price, ticket_code, ticket_reference, qr_code)
    JOIN bought USING (purchase_id)),
  holds AS (UPDATE hold SET state = 'sold' FROM one WHERE hold.hold_no = one.hold_no),
  turned AS (
    UPDATE claim SET state = 'sold', expires_at = NULL FROM one
    WHERE claim.seat_id = one.seat_id AND claim.hold_no = one.hold_no AND claim.expires_at IS NOT NULL
    RETURNING one.purchase_id),
  issued AS (
    INSERT INTO ticket (ticket_id, purchase_id, hold_no, seat_id, session_no, price, ticket_code, ticket_reference, qr_code)
    OVERRIDING SYSTEM VALUE SELECT * FROM one)
  SELECT purchase_id AS "transactionId", (SELECT count(*) FROM turned WHERE turned.purchase_id = bought.purchase_id) AS sold
  FROM bought`
