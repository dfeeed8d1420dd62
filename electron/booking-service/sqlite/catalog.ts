import type { Database } from 'better-sqlite3'
import { upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import { salesEventOf } from '../rules/events.ts'
import type { EventRecord, SalesEvent, SalesSection } from '../store/store.ts'
import type { EventStatus } from '../store/administration.ts'
import type { Venues } from './venues.ts'

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
