import { err, ok } from '../../../shared/domain/result.ts'
import { changedEvent, seatsAt, seatsToWithhold } from '../rules/events.ts'
import { type LocatedSeat, numericId, seatOfRow, ticketOf, type TicketRow } from '../rules/holds.ts'
import {
  cancellationFacts,
  cancellationHash,
  cancelledAt,
  type SoldTicket,
  ticketsToCancel,
} from '../rules/purchases.ts'
import type { EventTexts, StoreChanges } from '../store/administration.ts'
import { AVAILABLE, type BookingStore, type Cancellation, type SalesEvent, SOLD } from '../store/store.ts'
import { addToAudit, readAudit } from './administration.ts'
import { type Database, lockOrder, nothing, only, type Queries } from './database.ts'
import { type Catalog, type EventEdition, OVERVIEW, type OverviewRow } from './events.ts'
import { TICKET_COLUMNS } from './purchases.ts'
import { claimsOf, type EventWrite, type SeatBook } from './seat-book.ts'
import type { Transactions } from './transactions.ts'

interface Parts {
  readonly database: Database
  readonly transactions: Transactions
  readonly catalog: Catalog
  readonly seats: SeatBook
}

const unknownEvent = err({ type: 'event-unknown' } as const)

/** What a venue changes of an event on sale. */
export function createChanges({ database, transactions, catalog, seats }: Parts): StoreChanges {
  const overview = transactions.ask<OverviewRow>(OVERVIEW)
  /** Null where no such event is on sale. */
  const change = <T>(eventId: string, work: (write: EventWrite, event: SalesEvent) => Promise<T>): Promise<T | null> =>
    transactions.writeEvent(
      { durable: true, eventId: numericId(eventId) ?? 0, mustBeOnSale: true, look: nothing },
      async (write) => work(write, await catalog.salesEvent(write, write)),
    )

  const turn = (write: EventWrite, found: readonly LocatedSeat[], from: 0 | 2, to: 0 | 2): void =>
    seats.record(
      write,
      [],
      found.map(({ seatId, section: { sectionId } }) => ({ sectionId, seatId, from, to })),
    )

  return {
    async editEvent({ eventId: text, changes, localNow, by }) {
      const done = await change(text, async (write, event) => {
        const changed = changedEvent(await textsOf(write), event, changes, localNow)
        if (!changed.ok) return changed
        const { texts, zones, minPrice, before, after } = changed.value
        await changeTexts(write, texts, minPrice)
        await changePrices(write, zones)
        const { eventId, now: at } = write
        await addToAudit(write, { at, by, act: 'event-edited', eventId, facts: { before, after } })
        return ok(null)
      })
      return done ?? unknownEvent
    },

    async withholdSeats({ reason, by, ...input }) {
      const done = await change(input.eventId, async (write, event) => {
        const wanted = seatsAt(event, input)
        if (!wanted.ok) return wanted
        const fresh = seatsToWithhold(wanted.value, await claimsOf(write, wanted.value))
        if (!fresh.ok) return fresh
        if (fresh.value.length === 0) return ok({ seats: 0 })
        await addWithheld(write, fresh.value)
        turn(write, fresh.value, AVAILABLE, SOLD)
        const { eventId, now: at } = write
        const facts = { seats: fresh.value.map(({ seatCode }) => seatCode), reason }
        await addToAudit(write, { at, by, act: 'seats-withheld', eventId, facts })
        return ok({ seats: fresh.value.length })
      })
      return done ?? unknownEvent
    },

    async giveBackSeats({ reason, by, ...input }) {
      const done = await change(input.eventId, async (write, event) => {
        const named = seatsAt(event, input)
        if (!named.ok) return named
        const known = await claimsOf(write, named.value)
        const withheld = named.value.filter(({ seatId }) => known.get(seatId)?.withheld)
        if (withheld.length === 0) return ok({ seats: 0 })
        const seatIds = withheld.map(({ seatId }) => seatId)
        await write.run('DELETE FROM claim WHERE seat_id = ANY ($1::bigint[]) AND withheld', [seatIds])
        turn(write, withheld, SOLD, AVAILABLE)
        const { eventId, now: at } = write
        const facts = { seats: withheld.map(({ seatCode }) => seatCode), reason }
        await addToAudit(write, { at, by, act: 'seats-given-back', eventId, facts })
        return ok({ seats: withheld.length })
      })
      return done ?? unknownEvent
    },

    async listWithheld({ eventId }) {
      const { found } = await overview(String(numericId(eventId) ?? 0))
      if (found === null) return unknownEvent
      const event = await catalog.salesEvent(database, found)
      const rows = await database.rows<{ seatId: number }>(
        'SELECT seat_id AS "seatId" FROM claim WHERE event_id = $1 AND withheld ORDER BY seat_id',
        [event.eventId],
      )
      return ok(rows.map(({ seatId }) => seatOfRow(event, seatId).seatCode))
    },

    listAudit: (input) => readAudit(database, input),
  }
}

async function textsOf({ rows, eventId }: EventWrite): Promise<EventTexts> {
  const [texts] = await rows<EventTexts>(
    `SELECT title, category, description, starts_at AS "startsAt", ends_at AS "endsAt", home_team AS "homeTeam",
       away_team AS "awayTeam" FROM event WHERE event_id = $1`,
    [eventId],
  )
  return only(texts)
}

/** Sections take up the event's new revision, so that every view of them is read again. */
async function changeTexts({ run, eventId, now }: EventWrite, texts: EventTexts, minPrice: number): Promise<void> {
  const { title, category, description, startsAt, endsAt, homeTeam, awayTeam } = texts
  await run(
    `UPDATE event SET title = $3, category = $4, description = $5, starts_at = $6, ends_at = $7, home_team = $8,
       away_team = $9, min_price = $10, revision = greatest(revision + 1, $2), edition = edition + 1
     WHERE event_id = $1`,
    [eventId, now, title, category, description, startsAt, endsAt, homeTeam, awayTeam, minPrice],
  )
  await run(
    `UPDATE section SET revision = event.revision FROM event
     WHERE event.event_id = $1 AND section.event_id = event.event_id`,
    [eventId],
  )
}

async function changePrices({ run }: Queries, zones: SalesEvent['zones']): Promise<void> {
  await run(
    `UPDATE zone SET price = one.price FROM unnest($1::bigint[], $2::bigint[]) AS one (zone_id, price)
     WHERE zone.zone_id = one.zone_id`,
    [zones.map(({ zoneId }) => zoneId), zones.map(({ price }) => price)],
  )
}

async function addWithheld({ run, eventId }: EventWrite, fresh: readonly LocatedSeat[]): Promise<void> {
  await run(
    `INSERT INTO claim (seat_id, event_id, section_id, state, withheld)
     SELECT seat_id, $1::bigint, section_id, 'sold', true
     FROM unnest($2::bigint[], $3::bigint[]) AS one (seat_id, section_id)`,
    [eventId, fresh.map(({ seatId }) => seatId), fresh.map(({ section }) => section.sectionId)],
  )
}

type SoldRow = TicketRow & EventEdition & Pick<SoldTicket, 'holdNo' | 'sessionNo' | 'ownerRef' | 'partnerCode'>

/** Tickets are cancelled. */
export function createCancellations({
  database,
  transactions,
  catalog,
  seats,
}: Parts): Pick<BookingStore, 'cancelTickets'> {
  async function known(queries: Queries, { ticketIds }: Cancellation): Promise<ReadonlyMap<number, SoldTicket>> {
    const rows = await queries.rows<SoldRow>(
      `SELECT hold_no AS "holdNo", ticket.session_no AS "sessionNo", owner_ref AS "ownerRef",
         partner_code AS "partnerCode", ${TICKET_COLUMNS} WHERE ticket_id = ANY ($1::bigint[])`,
      [ticketIds.map((text) => numericId(text) ?? 0)],
    )
    const found = new Map<number, SoldTicket>()
    for (const { holdNo, sessionNo, ownerRef, partnerCode, edition, ...row } of rows) {
      const ticket = ticketOf(row, await catalog.salesEvent(queries, { eventId: row.eventId, edition }))
      found.set(row.ticketId, { holdNo, sessionNo, ownerRef, partnerCode, ticket })
    }
    return found
  }

  async function cancel(write: EventWrite, input: Cancellation): ReturnType<BookingStore['cancelTickets']> {
    const { now, eventId } = write
    const found = ticketsToCancel(input, eventId, await known(write, input))
    if (!found.ok) return found
    if (!(await claimRequest(write, input))) return err({ type: 'request-differs' })
    const good = found.value.filter(({ ticket }) => ticket.cancelledAt === null)
    if (good.length > 0) {
      await free(write, good)
      const changes = good.map(({ ticket: { section, seatId } }) => {
        return { sectionId: section.sectionId, seatId, from: SOLD, to: AVAILABLE }
      })
      seats.record(
        write,
        good.map(({ sessionNo }) => sessionNo),
        changes,
      )
      const facts = cancellationFacts(good, input)
      await addToAudit(write, { at: now, by: input.by, act: 'tickets-cancelled', eventId, facts })
    }
    return ok(cancelledAt(found.value, now))
  }

  return {
    async cancelTickets(input) {
      const [text = ''] = input.ticketIds
      const one = (await known(database, input)).get(numericId(text) ?? 0)
      const eventId = one?.ticket.event.eventId ?? 0
      const first = async (queries: Queries): Promise<void> => {
        if ('requestId' in input.of) await lockOrder(queries, input.of.partnerCode, input.of.requestId)
      }
      const done = await transactions.writeEvent({ durable: true, eventId, first, look: nothing }, (write) =>
        cancel(write, input),
      )
      return done ?? err({ type: 'tickets-unknown', ticketIds: input.ticketIds })
    },
  }
}

/** False where the partner asked for something else by this id. */
async function claimRequest({ rows, run }: Queries, input: Cancellation): Promise<boolean> {
  const { of } = input
  if ('eventId' in of) return true
  const hash = cancellationHash(of, input)
  const [before] = await rows<{ hash: string }>(
    'SELECT content_sha256 AS hash FROM cancellation WHERE partner_code = $1 AND request_id = $2',
    [of.partnerCode, of.requestId],
  )
  if (before !== undefined) return before.hash === hash
  await run('INSERT INTO cancellation (partner_code, request_id, content_sha256) VALUES ($1, $2, $3)', [
    of.partnerCode,
    of.requestId,
    hash,
  ])
  return true
}

async function free({ run, now }: EventWrite, good: readonly SoldTicket[]): Promise<void> {
  const holdNos = good.map(({ holdNo }) => holdNo)
  await run('UPDATE ticket SET cancelled_at = $1 WHERE ticket_id = ANY ($2::bigint[])', [
    now,
    good.map(({ ticket }) => ticket.ticketId),
  ])
  await run("UPDATE hold SET state = 'released' WHERE hold_no = ANY ($1::bigint[])", [holdNos])
  const freed = await run('DELETE FROM claim WHERE hold_no = ANY ($1::bigint[])', [holdNos])
  if (freed !== good.length) throw new Error(`of ${good.length} sold seats ${freed} could be freed`)
}
