import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { eventRows, salesEventOf, storedLayout } from '../rules/events.ts'
import type { EventDraft, EventRecord, SalesEvent, SalesSection } from '../store/store.ts'
import type { EventStatus } from '../store/administration.ts'
import type { VenueLayout } from '../store/venue-layout.ts'

type EventRow = Omit<EventRecord, 'venue'> & { readonly venueId: number }

const EVENT_COLUMNS = `event_id AS eventId, venue_id AS venueId, title, category, description, starts_at AS startsAt,
  ends_at AS endsAt, home_team AS homeTeam, away_team AS awayTeam, currency, min_price AS minPrice, remaining`

export type Catalog = ReturnType<typeof createCatalog>

/** Venues and events: what can be sold. */
export function createCatalog(db: Database) {
  const countOnSale = db.prepare<[], number>("SELECT count(*) FROM event WHERE status = 'ON_SALE'").pluck()
  const pageOnSale = db.prepare<[limit: number, offset: number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE status = 'ON_SALE' ORDER BY starts_at, event_id LIMIT ? OFFSET ?`,
  )
  const eventRow = db.prepare<[eventId: number], EventRow & { status: string; accessCode: string; revision: number }>(
    `SELECT ${EVENT_COLUMNS}, status, access_code AS accessCode, revision FROM event WHERE event_id = ?`,
  )
  const codesOnSale = db
    .prepare<[], [eventId: number, code: string]>("SELECT event_id, access_code FROM event WHERE status = 'ON_SALE'")
    .raw()
  const demoEvent = db.prepare<[demoKey: string], { eventId: number; endsAt: string }>(
    "SELECT event_id AS eventId, ends_at AS endsAt FROM event WHERE demo_key = ? AND status = 'ON_SALE'",
  )
  const endEvent = db.prepare<[eventId: number]>(
    "UPDATE event SET status = 'ENDED' WHERE event_id = ? AND status = 'ON_SALE'",
  )
  const everyEvent = db.prepare<[], EventRow & { status: EventStatus['status']; accessCode: string }>(
    `SELECT ${EVENT_COLUMNS}, status, access_code AS accessCode FROM event ORDER BY starts_at, event_id`,
  )
  const nameVenue = db.prepare<[name: string, venueId: number]>(
    'INSERT INTO venue_name (name, venue_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id',
  )
  const namedVenues = db.prepare<[], number>('SELECT venue_id FROM venue_name ORDER BY name').pluck()
  const venueIdOf = db.prepare<[sha256: string], number>('SELECT venue_id FROM venue WHERE plan_sha256 = ?').pluck()
  const planOf = db.prepare<[venueId: number], string>('SELECT plan FROM venue WHERE venue_id = ?').pluck()
  const addVenue = db.prepare<[sha256: string, plan: string]>('INSERT INTO venue (plan_sha256, plan) VALUES (?, ?)')
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
  const nextSeatId = db.prepare<[], number>('SELECT coalesce(max(first_seat_id + seat_count), 1) FROM section').pluck()
  const addSold = db.prepare<[seatIds: string]>(
    "INSERT INTO claim (seat_id, state) SELECT value, 'sold' FROM json_each(?)",
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

  const layouts = new Map<number, VenueLayout>()
  const events = new Map<number, SalesEvent>()

  function layoutOf(venueId: number): VenueLayout {
    let layout = layouts.get(venueId)
    if (layout === undefined) {
      layout = storedLayout(venueId, planOf.get(venueId) ?? 'null')
      layouts.set(venueId, layout)
    }
    return layout
  }

  function venueIdFor(plan: VenuePlan): number {
    const text = JSON.stringify(plan)
    const sha256 = createHash('sha256').update(text).digest('hex')
    return venueIdOf.get(sha256) ?? Number(addVenue.run(sha256, text).lastInsertRowid)
  }

  function create(draft: EventDraft & { readonly demoKey?: string }, accessCode: string, now: number): number {
    const rows = eventRows(draft, nextSeatId.get() ?? 1)
    const eventId = Number(
      addEvent.run({
        venueId: venueIdFor(draft.venue),
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
  }

  function salesEvent(eventId: number): SalesEvent {
    let event = events.get(eventId)
    if (event === undefined) {
      const row = eventRow.get(eventId)
      if (row === undefined) throw new Error(`no event ${eventId}`)
      event = salesEventOf(row, layoutOf(row.venueId), zonesOf.all(eventId), sectionsOf.all(eventId))
      events.set(eventId, event)
    }
    return event
  }

  function record({ venueId, ...row }: EventRow): EventRecord {
    return { ...row, venue: layoutOf(venueId).plan.venue }
  }

  return {
    create,
    salesEvent,

    page(page: number, limit: number): { events: EventRecord[]; total: number } {
      const total = countOnSale.get() ?? 0
      const offset = (page - 1) * limit
      return { total, events: offset >= total ? [] : pageOnSale.all(limit, offset).map(record) }
    },

    /** Null for an unknown event and for one that is no longer on sale. */
    onSale(eventId: number): { event: EventRecord; accessCode: string; revision: number } | null {
      const row = eventRow.get(eventId)
      if (row?.status !== 'ON_SALE') return null
      const { status: _, accessCode, revision, ...event } = row
      return { event: record(event), accessCode, revision }
    },

    remaining: (eventId: number) => ({ zones: zonesLeft.all(eventId), sections: sectionsLeft.all(eventId) }),

    accessCodes: (): Record<string, string> => Object.fromEntries(codesOnSale.all()),

    every: (): EventStatus[] =>
      everyEvent.all().map(({ status, accessCode, ...row }) => ({ ...record(row), status, accessCode })),

    /** False when no such event is on sale. */
    end: (eventId: number): boolean => endEvent.run(eventId).changes === 1,

    keepVenue: (plan: VenuePlan): void => void nameVenue.run(plan.venue.name, venueIdFor(plan)),

    venues: (): VenuePlan[] => namedVenues.all().map((venueId) => layoutOf(venueId).plan),

    /** True when the event with this key has to be created: there is none, or the one there was has just been ended. */
    endPastDemoEvent(demoKey: string, localNow: string): boolean {
      const current = demoEvent.get(demoKey)
      if (current === undefined) return true
      if (current.endsAt > localNow) return false
      endEvent.run(current.eventId)
      return true
    },
  }
}
