import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { hexCode, readableCode, type Random } from '../store/random.ts'
import { orderedAmount, orderedHolds, replayOf, type OrderedHold, type StoredPurchase } from '../rules/purchases.ts'
import {
  type BookingStore,
  HELD,
  SOLD,
  type Purchase,
  type PurchaseOrder,
  type PurchaseRefusal,
  type Refusal,
  type SalesEvent,
} from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import { only, type Database, type Queries } from './database.ts'
import type { EventGroups } from './event-groups.ts'
import { addPurchases, numbersFor, type Draft, type Numbers } from './new-purchases.ts'
import type { HeldHere } from './holds.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import type { Ask } from './shared-reads.ts'

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
