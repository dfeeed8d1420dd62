import { err, ok, type Result } from '../../../../shared/domain/result.ts'
import { ticketOf, type TicketRow } from '../../rules/holds.ts'
import {
  draftPurchase,
  type DraftTicket,
  type KnownOrder,
  type PurchaseDraft,
  replayOf,
} from '../../rules/purchases.ts'
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
} from '../store.ts'
import { only, type Value } from '../store-task.ts'
import { type Database, perform, type Queries } from './database.ts'
import type { EventGroups, Kind } from './event-groups.ts'
import type { LocalHolds } from './holds.ts'
import type { EventWrite, SeatState } from './seat-state.ts'
import type { CoalescedRead, Transactions } from './transactions.ts'

interface PurchaseRequest {
  readonly order: PurchaseOrder
  readonly render: (purchase: Purchase) => string
}

type PurchaseResult = Result<string, Refusal<PurchaseRefusal>>

/** Turns holds into a purchase with its tickets (step 6 of the specification). */
export class Purchases {
  readonly #database: Database
  readonly #catalog: Catalog
  readonly #seats: SeatState
  readonly #random: Random
  readonly #localHolds: LocalHolds
  readonly #known: CoalescedRead<KnownOrder>
  readonly #complete: ReturnType<typeof EventGroups.prototype.writer<PurchaseRequest, PurchaseResult, Seen>>

  constructor(
    { database, transactions, groups }: { database: Database; transactions: Transactions; groups: EventGroups },
    { catalog, seats }: { readonly catalog: Catalog; readonly seats: SeatState },
    localHolds: LocalHolds,
    random: Random,
  ) {
    this.#database = database
    this.#catalog = catalog
    this.#seats = seats
    this.#random = random
    this.#localHolds = localHolds
    this.#known = transactions.ask(KNOWN)
    const work: Kind<PurchaseRequest, PurchaseResult, Seen>['work'] = (...group) => this.#completeAll(...group)
    this.#complete = groups.writer({ durable: true, look, work })
  }

  async complete(order: PurchaseOrder, render: (purchase: Purchase) => string): Promise<PurchaseResult> {
    const local = this.#localHolds.get(order.holdIds[0]?.toLowerCase() ?? '')
    const done = local && (await this.#complete({ ...local, input: { order, render } }))
    if (done) return done
    const { found } = await this.#known(...textsOf(order))
    // The first hold determines the session to lock. All holds are read again while the session is locked.
    const first = found?.holds[0]
    const completed = found?.earlier || !first ? null : await this.#complete({ ...first, input: { order, render } })
    if (completed !== null) return completed
    // The caller may charge or refund money after this reply, so the data must be confirmed to be durable.
    await this.#database.confirm()
    return found?.earlier ? replayOf(order, found.earlier) : err({ type: 'holds-unknown', holdIds: order.holdIds })
  }

  async #completeAll(
    write: EventWrite,
    all: readonly PurchaseRequest[],
    before: Seen,
  ): Promise<readonly PurchaseResult[]> {
    const event = this.#catalog.known(write) ?? (await perform(write, this.#catalog.salesEvent(write)))
    const answers = new Map<PurchaseOrder, PurchaseResult>()
    let [open, seen] = [all, before]
    while (open.length > 0) {
      const drafts: Draft[] = []
      for (const [index, { order, render }] of open.entries()) {
        const draft = draftPurchase(order, only(seen.known[index]), () => event.currency, this.#random)
        if (!draft.ok) answers.set(order, draft)
        else if (typeof draft.value === 'string') answers.set(order, ok(draft.value))
        else drafts.push({ ...draft.value, render })
      }
      for (const { order, sessionNo, tickets, reply } of await addPurchases(write, drafts, event, seen.numbers)) {
        answers.set(order, ok(reply))
        const changes = tickets.map(({ hold: { sectionId, seatId } }) => {
          return { sectionId, seatId, from: HELD, to: SOLD }
        })
        this.#seats.record(write, [sessionNo], changes)
      }
      // If another writer has completed an order for a different event meanwhile, the order is read again.
      open = open.filter(({ order }) => !answers.has(order))
      if (open.length > 0) seen = await look(write, open)
    }
    return all.map(({ order }) => only(answers.get(order)))
  }
}

const KNOWN = `json_build_object(
  'earlier', (SELECT json_build_object('contentSha256', content_sha256, 'reply', reply) FROM purchase
    WHERE partner_code = a AND order_id = b),
  'holds', (SELECT coalesce(json_agg(json_build_object('holdNo', hold_no, 'holdId', hold_id, 'sectionId', section_id,
      'seatId', seat_id, 'price', price, 'state', state, 'sessionNo', session_no, 'eventId', event_id)), '[]')
    FROM hold JOIN session USING (session_no)
    WHERE hold_id = ANY (ARRAY(SELECT json_array_elements_text(c::json))) AND partner_code = a))`

const textsOf = ({ partnerCode, orderId, holdIds }: PurchaseOrder): [string, string, string] => [
  partnerCode,
  orderId.toLowerCase(),
  JSON.stringify(holdIds.map((holdId) => holdId.toLowerCase())),
]

interface Seen {
  readonly known: readonly KnownOrder[]
  readonly numbers: Numbers
}

async function look(queries: Queries, all: readonly PurchaseRequest[]): Promise<Seen> {
  const orders = all.map(({ order }) => order)
  const [known, numbers] = await Promise.all([knownOf(queries, orders), numbersFor(queries, orders)])
  return { known, numbers }
}

async function knownOf({ rows }: Queries, orders: readonly PurchaseOrder[]): Promise<readonly KnownOrder[]> {
  const texts = orders.map(textsOf)
  const found = await rows<{ known: KnownOrder }>(
    `SELECT ${KNOWN} AS known FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (a, b, c, place)
     ORDER BY place`,
    [texts.map(([a]) => a), texts.map(([, b]) => b), texts.map(([, , c]) => c)],
  )
  return found.map(({ known }) => known)
}

interface Draft extends PurchaseDraft {
  readonly render: (purchase: Purchase) => string
}

interface NewPurchase extends Draft {
  readonly transactionId: number
  readonly tickets: readonly (DraftTicket & Pick<TicketRow, 'ticketId'>)[]
  readonly reply: string
}

/**
 * Writes purchases with their tickets and sold seats. Returns them without the orders that another writer has
 * completed.
 */
async function addPurchases(
  write: EventWrite,
  drafts: readonly Draft[],
  event: SalesEvent,
  numbers: Numbers,
): Promise<readonly NewPurchase[]> {
  if (drafts.length === 0) return []
  // Purchases are sorted by order id, because two transactions could otherwise deadlock.
  const key = ({ order }: Draft): string => order.orderId.toLowerCase()
  const sorted = drafts.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  const made = numbered(sorted, event, numbers)
  const added = await write.rows<{ transactionId: number; sold: number }>(ADD, valuesOf(made, write.now))
  const sold = new Map(added.map((one) => [one.transactionId, one.sold]))
  return made.filter(({ transactionId, tickets: { length } }) => {
    const count = sold.get(transactionId)
    if (count !== undefined && count !== length) throw new Error(`only ${count} of ${length} held seats could be sold`)
    return count !== undefined
  })
}

/** Reserved ids for purchases and tickets. Unused ids are never assigned again. */
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

/** Finds held seats by `expires_at`, because a condition on `state` would read the index of all holds. */
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
