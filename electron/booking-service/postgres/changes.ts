import { err, ok } from '../../../shared/domain/result.ts'
import { changedEvent } from '../rules/event-changes.ts'
import { numericId, seatOfRow, type LocatedSeat } from '../rules/seats.ts'
import { seatsAt, seatsToWithhold } from '../rules/withheld.ts'
import type { EventTexts, StoreChanges } from '../store/changes.ts'
import { AVAILABLE, SOLD, type SalesEvent } from '../store/store.ts'
import { addToAudit, readAudit } from './audit.ts'
import { OVERVIEW, type Catalog, type OverviewRow } from './catalog.ts'
import { nothing, only, type Database, type Queries } from './database.ts'
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
