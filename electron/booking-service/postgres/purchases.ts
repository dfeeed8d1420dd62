import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { boughtOf, type BoughtRow, numericId, ticketOf, type TicketRow } from '../rules/holds.ts'
import { orderedAmount, type OrderedHold, orderedHolds, replayOf, type StoredPurchase } from '../rules/purchases.ts'
import type { StoreAdministration } from '../store/administration.ts'
import { hexCode, type Random, readableCode } from '../store/random.ts'
import {
  type BookingStore,
  HELD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
  type SalesEvent,
  SOLD,
  type Ticket,
} from '../store/store.ts'
import { type Database, only, type Queries, type Value } from './database.ts'
import type { EventGroups } from './event-groups.ts'
import type { Catalog, EventEdition } from './events.ts'
import type { HeldHere } from './holds.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import type { Ask } from './transactions.ts'

interface Parts {
  readonly database: Database
  readonly ask: Ask
  readonly groups: EventGroups
  readonly catalog: Catalog
  readonly seats: SeatBook
  readonly random: Random
  readonly heldHere: HeldHere
}

interface Asked {
  readonly order: PurchaseOrder
  readonly render: (purchase: Purchase) => string
}

type Completed = Result<string, Refusal<PurchaseRefusal>>

/** Step 6: holds become a purchase with its tickets. */
export function createPurchases({
  database,
  ask,
  groups,
  catalog,
  seats,
  random,
  heldHere,
}: Parts): Pick<BookingStore, 'completePurchase'> {
  function drafted(
    { order, render }: Asked,
    { earlier, holds: known }: Known,
    { currency }: SalesEvent,
  ): Result<string | Draft, Refusal<PurchaseRefusal>> {
    if (earlier) return replayOf(order, earlier)
    const holds = orderedHolds(order, new Map(known.map((hold) => [hold.holdId, hold])))
    if (!holds.ok) return holds
    const amount = orderedAmount(order, holds.value, currency)
    if (!amount.ok) return amount
    const transactionCode = `TRX-${readableCode(random, 12)}`
    const tickets = holds.value.map((hold, index) => ({
      hold,
      ticketCode: `TCK-${readableCode(random, 12)}`,
      ticketReference: `${transactionCode}-${index + 1}`,
      qrCode: hexCode(random, 16),
    }))
    const { sessionNo } = holds.value[0]
    return ok({ order, render, sessionNo, transactionCode, amount: amount.value, currency, tickets })
  }

  async function complete(write: EventWrite, all: readonly Asked[], before: Seen): Promise<readonly Completed[]> {
    const event = await catalog.salesEvent(write, write)
    const answers = new Map<PurchaseOrder, Completed>()
    let [open, seen] = [all, before]
    while (open.length > 0) {
      const drafts: Draft[] = []
      for (const [index, asked] of open.entries()) {
        const found = drafted(asked, only(seen.known[index]), event)
        if (!found.ok) answers.set(asked.order, found)
        else if (typeof found.value === 'string') answers.set(asked.order, ok(found.value))
        else drafts.push(found.value)
      }
      for (const { order, sessionNo, tickets, reply } of await addPurchases(write, drafts, {
        event,
        numbers: seen.numbers,
      })) {
        answers.set(order, ok(reply))
        const changes = tickets.map(
          ({ hold: { sectionId, seatId } }) => ({ sectionId, seatId, from: HELD, to: SOLD }) as const,
        )
        seats.record(write, [sessionNo], changes)
      }
      // Completed for another event while this one waited for it: what it came to stands there now.
      open = open.filter(({ order }) => !answers.has(order))
      if (open.length > 0) seen = await look(write, open)
    }
    return all.map(({ order }) => only(answers.get(order)))
  }

  const known = ask<Known>(KNOWN)
  const completing = groups.writer({ durable: true, look, work: complete })

  return {
    async completePurchase(order, render) {
      const here = heldHere.get(order.holdIds[0]?.toLowerCase() ?? '')
      const done = here && (await completing({ ...here, input: { order, render } }))
      if (done) return done
      const { found } = await known(...named(order))
      // Which session to lock: what the order names is looked at again under its lock.
      const first = found?.holds[0]
      const completed = found?.earlier || !first ? null : await completing({ ...first, input: { order, render } })
      if (completed !== null) return completed
      // Money is moved on this answer: a server that is about to lose what it shows does not give it.
      await database.confirm()
      return found?.earlier ? replayOf(order, found.earlier) : err({ type: 'holds-unknown', holdIds: order.holdIds })
    },
  }
}

interface Known {
  /** What the same order came to; null: it was not completed before. */
  readonly earlier: StoredPurchase | null
  /** The partner's holds among those that the order names. */
  readonly holds: readonly OrderedHold[]
}

/** Of the partner `a`: the order `b`, and the holds of the list `c`. */
const KNOWN = `json_build_object(
  'earlier', (SELECT json_build_object('contentSha256', content_sha256, 'reply', reply) FROM purchase
    WHERE partner_code = a AND order_id = b),
  'holds', (SELECT coalesce(json_agg(json_build_object('holdNo', hold_no, 'holdId', hold_id, 'sectionId', section_id,
      'seatId', seat_id, 'price', price, 'state', state, 'sessionNo', session_no, 'eventId', event_id)), '[]')
    FROM hold JOIN session USING (session_no)
    WHERE hold_id = ANY (ARRAY(SELECT json_array_elements_text(c::json))) AND partner_code = a))`

const named = ({ partnerCode, orderId, holdIds }: PurchaseOrder): [string, string, string] => [
  partnerCode,
  orderId.toLowerCase(),
  JSON.stringify(holdIds.map((holdId) => holdId.toLowerCase())),
]

interface Seen {
  /** For each of the orders, as it is under its session's lock. */
  readonly known: readonly Known[]
  readonly numbers: Numbers
}

async function look(queries: Queries, all: readonly Asked[]): Promise<Seen> {
  const orders = all.map(({ order }) => order)
  const [known, numbers] = await Promise.all([knownOf(queries, orders), numbersFor(queries, orders)])
  return { known, numbers }
}

async function knownOf({ rows }: Queries, orders: readonly PurchaseOrder[]): Promise<readonly Known[]> {
  const texts = orders.map(named)
  const found = await rows<{ known: Known }>(
    `SELECT ${KNOWN} AS known FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (a, b, c, place)
     ORDER BY place`,
    [texts.map(([a]) => a), texts.map(([, b]) => b), texts.map(([, , c]) => c)],
  )
  return found.map(({ known }) => known)
}

/** What an order comes to, without the numbers that the database gives. */
interface Draft extends Omit<Purchase, 'orderId' | 'transactionId' | 'tickets'> {
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
async function addPurchases(
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
interface Numbers {
  readonly purchases: readonly number[]
  readonly tickets: readonly number[]
}

async function numbersFor({ rows }: Queries, orders: readonly PurchaseOrder[]): Promise<Numbers> {
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

const FROM = `FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no
  JOIN event ON event.event_id = session.event_id`

export const TICKET_COLUMNS = `ticket_id AS "ticketId", ticket_code AS "ticketCode", ticket_reference AS "ticketReference",
  qr_code AS "qrCode", hold_id AS "holdId", ticket.seat_id AS "seatId", ticket.price,
  cancelled_at AS "cancelledAt", event.event_id AS "eventId", edition ${FROM}`

/** Of the reference `a` that the partner `b` opened a session with; of the ticket `c` alone where that is given. */
const TICKETS = `SELECT json_agg(json_build_object('ticketId', ticket_id, 'ticketCode', ticket_code,
    'ticketReference', ticket_reference, 'qrCode', qr_code, 'holdId', hold_id, 'seatId', ticket.seat_id,
    'price', ticket.price, 'cancelledAt', cancelled_at, 'eventId', event.event_id, 'edition', edition)
    ORDER BY ticket_id)
  ${FROM} WHERE owner_ref = a AND partner_code = b AND (c IS NULL OR ticket_id = c::bigint)`

export function createTickets(
  database: Database,
  ask: Ask,
  catalog: Catalog,
): Pick<BookingStore, 'listTickets' | 'findTicket'> & Pick<StoreAdministration, 'listBought'> {
  const tickets = ask<readonly (TicketRow & EventEdition)[]>(TICKETS)

  async function read(...asked: string[]): Promise<Ticket[]> {
    const { found } = await tickets(...asked)
    const all: Ticket[] = []
    for (const { edition, ...row } of found ?? []) {
      all.push(ticketOf(row, await catalog.salesEvent(database, { eventId: row.eventId, edition })))
    }
    return all
  }

  return {
    async listBought({ eventId: text }) {
      const eventId = numericId(text) ?? 0
      const bought = await database.rows<BoughtRow>(
        `SELECT ticket_id AS "ticketId", seat_id AS "seatId", price, purchase.partner_code AS "partnerCode",
           order_id AS "orderId", customer_name AS name, customer_phone AS phone, customer_email AS email
         FROM session JOIN ticket USING (session_no) JOIN purchase USING (purchase_id)
         WHERE event_id = $1 AND cancelled_at IS NULL ORDER BY seat_id`,
        [eventId],
      )
      if (bought.length === 0) return []
      const event = await catalog.salesEvent(database, { eventId, edition: 0 })
      return bought.map((row) => boughtOf(row, event))
    },

    listTickets: ({ ownerRef, partnerCode }) => read(ownerRef, partnerCode),
    findTicket: async ({ ticketId, ownerRef, partnerCode }) =>
      (await read(ownerRef, partnerCode, String(numericId(ticketId) ?? 0)))[0] ?? null,
  }
}
