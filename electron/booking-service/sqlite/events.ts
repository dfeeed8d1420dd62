import type { Database } from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { isEventOver, upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { changedEvent, eventRows, factsOfNew, salesEventOf, storedLayout } from '../rules/events.ts'
import { numericId } from '../rules/holds.ts'
import type { EventStatus, StoreChanges } from '../store/administration.ts'
import { type Random, readableCode } from '../store/random.ts'
import {
  ACCESS_CODE_LENGTH,
  type EventDraft,
  type EventRecord,
  type Refusal,
  type SalesEvent,
  type SalesSection,
  type StoredPlan,
} from '../store/store.ts'
import type { VenueLayout } from '../store/venue-layout.ts'
import type { Audit } from './write-queue.ts'

type Events = ReturnType<typeof createEvents>

/** Puts events on sale, and ends that. */
export function createEvents(db: Database, venues: Venues) {
  const nextSeatId = db.prepare<[], number>('SELECT coalesce(max(first_seat_id + seat_count), 1) FROM section').pluck()
  const addEvent = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO event (venue_id, status, demo_key, access_code, title, category, description, starts_at, ends_at,
       home_team, away_team, currency, min_price, remaining, revision)
     VALUES (@venueId, 'ON_SALE', @demoKey, @accessCode, @title, @category, @description, @startsAt, @endsAt,
       @homeTeam, @awayTeam, @currency, @minPrice, @remaining, @now)`,
  )
  const addZone = db.prepare<[eventId: number, code: string, price: number, remaining: number]>(
    'INSERT INTO zone (event_id, code, price, remaining) VALUES (?, ?, ?, ?)',
  )
  const addSection = db.prepare<
    [eventId: number, zoneId: number, code: string, first: number, count: number, remaining: number, revision: number]
  >(
    `INSERT INTO section (event_id, zone_id, code, first_seat_id, seat_count, remaining, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const addSold = db.prepare<[seatIds: string]>(
    "INSERT INTO claim (seat_id, state) SELECT value, 'sold' FROM json_each(?)",
  )
  const demoEvent = db.prepare<[demoKey: string], { eventId: number; startsAt: string; endsAt: string }>(
    "SELECT event_id AS eventId, starts_at AS startsAt, ends_at AS endsAt FROM event WHERE demo_key = ? AND status = 'ON_SALE'",
  )
  const endEvent = db.prepare<[eventId: number]>(
    "UPDATE event SET status = 'ENDED' WHERE event_id = ? AND status = 'ON_SALE'",
  )

  // A demo event that ended has been followed by another one.
  const reopenEvent = db.prepare<[eventId: number, localNow: string]>(
    "UPDATE event SET status = 'ON_SALE' WHERE event_id = ? AND status = 'ENDED' AND ends_at > ? AND demo_key IS NULL",
  )

  return {
    create(draft: EventDraft & { readonly demoKey?: string }, accessCode: string, now: number): number {
      const rows = eventRows(draft, nextSeatId.get() ?? 1)
      const eventId = Number(
        addEvent.run({
          venueId: venues.idFor(draft.venue),
          demoKey: draft.demoKey ?? null,
          accessCode,
          title: draft.title,
          category: draft.category,
          description: draft.description,
          startsAt: draft.startsAt,
          endsAt: draft.endsAt,
          homeTeam: draft.homeTeam,
          awayTeam: draft.awayTeam,
          currency: draft.currency,
          minPrice: rows.minPrice,
          remaining: rows.remaining,
          now,
        }).lastInsertRowid,
      )
      const zoneIds = new Map(
        rows.zones.map(({ code, price, remaining }) => [
          code,
          Number(addZone.run(eventId, code, price, remaining).lastInsertRowid),
        ]),
      )
      for (const { code, zone, firstSeatId, seatCount, remaining } of rows.sections) {
        const zoneId = zoneIds.get(zone)
        if (zoneId === undefined) throw new Error(`section ${code} is in no zone`)
        addSection.run(eventId, zoneId, code, firstSeatId, seatCount, remaining, now)
      }
      addSold.run(JSON.stringify(rows.sold.map(({ seatId }) => seatId)))
      return eventId
    },

    /** False when no such event is on sale. */
    end: (eventId: number): boolean => endEvent.run(eventId).changes === 1,

    /** Returns false unless the event was ended early and is not over. */
    reopen: (eventId: number, localNow: string): boolean => reopenEvent.run(eventId, localNow).changes === 1,

    /** True when the event with this key has to be created: there is none, or the one there was has just been ended. */
    endPastDemoEvent(demoKey: string, localNow: string): boolean {
      const current = demoEvent.get(demoKey)
      if (current === undefined) return true
      if (!isEventOver(current, localNow)) return false
      endEvent.run(current.eventId)
      return true
    },
  }
}

type Venues = ReturnType<typeof createVenues>

export function createVenues(db: Database) {
  const nameVenue = db.prepare<[name: string, venueId: number]>(
    'INSERT INTO venue_name (name, venue_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id',
  )
  const namedVenues = db.prepare<[], number>('SELECT venue_id FROM venue_name ORDER BY name').pluck()
  const venueIdOf = db.prepare<[sha256: string], number>('SELECT venue_id FROM venue WHERE plan_sha256 = ?').pluck()
  const planOf = db.prepare<[venueId: number], string>('SELECT plan FROM venue WHERE venue_id = ?').pluck()
  const addVenue = db.prepare<[sha256: string, plan: string]>('INSERT INTO venue (plan_sha256, plan) VALUES (?, ?)')

  const ofEvent = db.prepare<[eventId: number], StoredPlan>(
    'SELECT plan AS text, plan_sha256 AS sha256 FROM event JOIN venue USING (venue_id) WHERE event_id = ?',
  )

  const layouts = new Map<number, VenueLayout>()

  function layoutOf(venueId: number): VenueLayout {
    let layout = layouts.get(venueId)
    if (layout === undefined) {
      layout = storedLayout(venueId, planOf.get(venueId) ?? 'null')
      layouts.set(venueId, layout)
    }
    return layout
  }

  /** Keeps the plan unless it is known. */
  function idFor(plan: VenuePlan): number {
    const text = JSON.stringify(plan)
    const sha256 = createHash('sha256').update(text).digest('hex')
    return venueIdOf.get(sha256) ?? Number(addVenue.run(sha256, text).lastInsertRowid)
  }

  return {
    layoutOf,
    idFor,

    keep: (plan: VenuePlan): void => void nameVenue.run(plan.venue.name, idFor(plan)),

    ofEvent(eventId: string): StoredPlan | null {
      const id = numericId(eventId)
      return id === null ? null : (ofEvent.get(id) ?? null)
    },

    list: (): VenuePlan[] => namedVenues.all().map((venueId) => layoutOf(venueId).plan),
  }
}

type EventRow = Omit<EventRecord, 'venue'> & { readonly venueId: number }

interface StoredEvent extends EventRow {
  readonly status: EventStatus['status']
  readonly accessCode: string
  readonly revision: number
  readonly edition: number
}

const EVENT_COLUMNS = `event_id AS eventId, venue_id AS venueId, title, category, description, starts_at AS startsAt,
  ends_at AS endsAt, home_team AS homeTeam, away_team AS awayTeam, currency, min_price AS minPrice, remaining`

export type Catalog = ReturnType<typeof createCatalog>

/** Reads events: what can be sold. */
export function createCatalog(db: Database, venues: Venues) {
  const timesOnSale = db.prepare<[], Pick<EventRow, 'eventId' | 'startsAt' | 'endsAt'>>(
    `SELECT event_id AS eventId, starts_at AS startsAt, ends_at AS endsAt FROM event WHERE status = 'ON_SALE'
     ORDER BY starts_at, event_id`,
  )
  const rowsOf = db.prepare<[eventIds: string], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE event_id IN (SELECT value FROM json_each(?)) ORDER BY starts_at, event_id`,
  )
  const eventRow = db.prepare<[eventId: number], StoredEvent>(
    `SELECT ${EVENT_COLUMNS}, status, access_code AS accessCode, revision, edition FROM event WHERE event_id = ?`,
  )
  const editionOf = db.prepare<[eventId: number], number>('SELECT edition FROM event WHERE event_id = ?').pluck()
  const codesOnSale = db
    .prepare<[], [eventId: number, code: string]>("SELECT event_id, access_code FROM event WHERE status = 'ON_SALE'")
    .raw()
  const everyEvent = db.prepare<[], EventRow & { status: EventStatus['status']; accessCode: string }>(
    `SELECT ${EVENT_COLUMNS}, status, access_code AS accessCode FROM event ORDER BY starts_at, event_id`,
  )
  const zonesOf = db.prepare<[eventId: number], { zoneId: number; code: string; price: number }>(
    'SELECT zone_id AS zoneId, code, price FROM zone WHERE event_id = ? ORDER BY zone_id',
  )
  const sectionsOf = db.prepare<[eventId: number], Omit<SalesSection, 'name'>>(
    `SELECT section_id AS sectionId, zone_id AS zoneId, section.code, first_seat_id AS firstSeatId,
       seat_count AS seatCount, price
     FROM section JOIN zone USING (zone_id) WHERE section.event_id = ? ORDER BY section_id`,
  )
  const zonesLeft = db
    .prepare<[eventId: number], number>('SELECT remaining FROM zone WHERE event_id = ? ORDER BY zone_id')
    .pluck()
  const sectionsLeft = db
    .prepare<[eventId: number], number>('SELECT remaining FROM section WHERE event_id = ? ORDER BY section_id')
    .pluck()

  const events = new Map<number, SalesEvent>()

  function salesEvent(eventId: number): SalesEvent {
    let event = events.get(eventId)
    // Another process may have changed it.
    if (event === undefined || event.edition !== editionOf.get(eventId)) {
      const row = eventRow.get(eventId)
      if (row === undefined) throw new Error(`no event ${eventId}`)
      event = salesEventOf(row, venues.layoutOf(row.venueId), zonesOf.all(eventId), sectionsOf.all(eventId))
      events.set(eventId, event)
    }
    return event
  }

  function record({ venueId, ...row }: EventRow): EventRecord {
    return { ...row, venue: venues.layoutOf(venueId).plan.venue }
  }

  return {
    salesEvent,

    /** `localNow`: local date-time of the venues; events that are over by then are left out. */
    page(page: number, limit: number, localNow: string): { events: EventRecord[]; total: number } {
      const upcoming = upcomingEvents(timesOnSale.all(), localNow)
      const offset = (page - 1) * limit
      const eventIds = upcoming.slice(offset, offset + limit).map(({ eventId }) => eventId)
      return { total: upcoming.length, events: rowsOf.all(JSON.stringify(eventIds)).map(record) }
    },

    /** Null for an unknown event and for one that is no longer on sale. */
    onSale(eventId: number): { event: EventRecord; accessCode: string; revision: number } | null {
      const row = eventRow.get(eventId)
      if (row?.status !== 'ON_SALE') return null
      const { status: _, edition: __, accessCode, revision, ...event } = row
      return { event: record(event), accessCode, revision }
    },

    remaining: (eventId: number) => ({ zones: zonesLeft.all(eventId), sections: sectionsLeft.all(eventId) }),

    accessCodes: (): Record<string, string> => Object.fromEntries(codesOnSale.all()),

    every: (): EventStatus[] =>
      everyEvent.all().map(({ status, accessCode, ...row }) => ({ ...record(row), status, accessCode })),
  }
}

/** Changes what an event on sale says and costs: one piece of work within a transaction. */
export function createEventEdits(
  db: Database,
  { catalog, audit }: { readonly catalog: Catalog; readonly audit: Audit },
) {
  const changeEvent = db.prepare<[Record<string, string | number>]>(
    `UPDATE event SET title = @title, category = @category, description = @description, starts_at = @startsAt,
       ends_at = @endsAt, home_team = @homeTeam, away_team = @awayTeam, min_price = @minPrice,
       revision = max(revision + 1, @now), edition = edition + 1 WHERE event_id = @eventId`,
  )
  const changePrice = db.prepare<[price: number, zoneId: number]>('UPDATE zone SET price = ? WHERE zone_id = ?')
  const renewSections = db.prepare<[eventId: number]>(
    'UPDATE section SET revision = (SELECT revision FROM event WHERE event.event_id = section.event_id) WHERE event_id = ?',
  )

  return {
    edit(
      { eventId: text, changes, localNow, by }: Parameters<StoreChanges['editEvent']>[0],
      now: number,
    ): Awaited<ReturnType<StoreChanges['editEvent']>> {
      const onSale = catalog.onSale(numericId(text) ?? 0)
      if (onSale === null) return err({ type: 'event-unknown' })
      const { eventId, title, category, description, startsAt, endsAt, homeTeam, awayTeam } = onSale.event
      const current = { title, category, description, startsAt, endsAt, homeTeam, awayTeam }
      const changed = changedEvent(current, catalog.salesEvent(eventId), changes, localNow)
      if (!changed.ok) return changed
      const { texts, zones, minPrice, before, after } = changed.value
      changeEvent.run({ ...texts, minPrice, now, eventId })
      for (const { zoneId, price } of zones) changePrice.run(price, zoneId)
      renewSections.run(eventId)
      audit.add({ at: now, by, act: 'event-edited', eventId, facts: { before, after } })
      return ok(null)
    },
  }
}

/** An event, and who does something to it. */
interface Named {
  readonly eventId: string
  readonly by: string
}

/** An event comes on sale, gets another code, goes off sale. Each function is one piece of work within a transaction. */
export function createEventSales(
  db: Database,
  { events, audit, random }: { readonly events: Events; readonly audit: Audit; readonly random: Random },
) {
  const setCode = db.prepare<[code: string, eventId: number]>(
    "UPDATE event SET access_code = ? WHERE event_id = ? AND status = 'ON_SALE'",
  )

  return {
    create(draft: EventDraft, by: string | undefined, at: number): { eventId: number; accessCode: string } {
      const accessCode = readableCode(random, ACCESS_CODE_LENGTH)
      const eventId = events.create(draft, accessCode, at)
      if (by !== undefined) audit.add({ at, by, act: 'event-created', eventId, facts: factsOfNew(draft) })
      return { eventId, accessCode }
    },

    renewAccessCode(
      { eventId: text, by }: Named,
      at: number,
    ): Result<{ accessCode: string }, Refusal<'event-unknown'>> {
      const [eventId, accessCode] = [numericId(text) ?? 0, readableCode(random, ACCESS_CODE_LENGTH)]
      if (setCode.run(accessCode, eventId).changes !== 1) return err({ type: 'event-unknown' })
      // A code opens the sale: the audit says that there is another one, and not which.
      audit.add({ at, by, act: 'code-renewed', eventId, facts: {} })
      return ok({ accessCode })
    },

    endEvent({ eventId: text, by }: Named, at: number): Result<null, Refusal<'event-unknown'>> {
      const eventId = numericId(text) ?? 0
      if (!events.end(eventId)) return err({ type: 'event-unknown' })
      audit.add({ at, by, act: 'event-ended', eventId, facts: {} })
      return ok(null)
    },

    reopenEvent(
      { eventId: text, localNow, by }: Named & { readonly localNow: string },
      at: number,
    ): Result<null, Refusal<'event-unknown'>> {
      const eventId = numericId(text) ?? 0
      if (!events.reopen(eventId, localNow)) return err({ type: 'event-unknown' })
      audit.add({ at, by, act: 'event-reopened', eventId, facts: {} })
      return ok(null)
    },
  }
}
