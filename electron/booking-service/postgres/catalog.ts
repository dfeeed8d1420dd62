import { upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import { salesEventOf } from '../rules/events.ts'
import type { EventRecord, SalesEvent, SalesSection, ZoneRecord } from '../store/store.ts'
import type { EventStatus } from '../store/administration.ts'
import { only, type Queries } from './database.ts'
import type { Venues } from './venues.ts'

type EventRow = Omit<EventRecord, 'venue'> & { readonly venueId: number }

export interface OverviewRow extends EventRow {
  readonly accessCode: string
  readonly revision: number
  readonly edition: number
  /** Remaining seats by zone and by section, in the order of their ids. */
  readonly zonesLeft: readonly number[]
  readonly sectionsLeft: readonly number[]
}

/** Of the event `a`; null for an unknown one and for one that is no longer on sale. */
export const OVERVIEW = `SELECT json_build_object('eventId', event_id, 'venueId', venue_id, 'title', title,
    'category', category, 'description', description, 'startsAt', starts_at, 'endsAt', ends_at, 'homeTeam', home_team,
    'awayTeam', away_team, 'currency', currency, 'minPrice', min_price, 'remaining', remaining,
    'accessCode', access_code, 'revision', revision, 'edition', edition,
    'zonesLeft', ARRAY(SELECT remaining FROM zone WHERE zone.event_id = event.event_id ORDER BY zone_id),
    'sectionsLeft', ARRAY(SELECT remaining FROM section WHERE section.event_id = event.event_id ORDER BY section_id))
  FROM event WHERE event_id = a::bigint AND status = 'ON_SALE'`

const EVENT_COLUMNS = `event_id AS "eventId", venue_id AS "venueId", title, category, description,
  starts_at AS "startsAt", ends_at AS "endsAt", home_team AS "homeTeam", away_team AS "awayTeam", currency,
  min_price AS "minPrice", remaining`

export type Catalog = ReturnType<typeof createCatalog>

/** Which event, and how new the caller has seen it to be. */
export interface EventEdition {
  readonly eventId: number
  readonly edition: number
}

/** Reads events: what can be sold. What rarely changes of them is kept in memory, by its edition. */
export function createCatalog(venues: Venues) {
  const events = new Map<number, SalesEvent>()

  async function record(queries: Queries, { venueId, ...row }: EventRow): Promise<EventRecord> {
    return { ...row, venue: (await venues.layoutOf(queries, venueId)).plan.venue }
  }

  return {
    async salesEvent(queries: Queries, { eventId, edition }: EventEdition): Promise<SalesEvent> {
      let event = events.get(eventId)
      if (event === undefined || event.edition < edition) {
        const { rows } = queries
        // Its edition first: what is read after it is as new, or newer, and then read again.
        const [row] = await rows<EventRow & EventEdition>(
          `SELECT ${EVENT_COLUMNS}, edition FROM event WHERE event_id = $1`,
          [eventId],
        )
        const zones = await rows<Pick<ZoneRecord, 'zoneId' | 'code' | 'price'>>(
          'SELECT zone_id AS "zoneId", code, price FROM zone WHERE event_id = $1 ORDER BY zone_id',
          [eventId],
        )
        const sections = await rows<Omit<SalesSection, 'name'>>(
          `SELECT section_id AS "sectionId", zone_id AS "zoneId", section.code, first_seat_id AS "firstSeatId",
             seat_count AS "seatCount", price
           FROM section JOIN zone USING (zone_id) WHERE section.event_id = $1 ORDER BY section_id`,
          [eventId],
        )
        const found = only(row)
        event = salesEventOf(found, await venues.layoutOf(queries, found.venueId), zones, sections)
        events.set(eventId, event)
      }
      return event
    },

    /** `localNow`: local date-time of the venues; events that are over by then are left out. */
    async page(
      queries: Queries,
      { page, limit, localNow }: { readonly page: number; readonly limit: number; readonly localNow: string },
    ): Promise<{ events: EventRecord[]; total: number }> {
      const { rows } = queries
      const onSale = await rows<Pick<EventRow, 'eventId' | 'startsAt' | 'endsAt'>>(
        `SELECT event_id AS "eventId", starts_at AS "startsAt", ends_at AS "endsAt" FROM event WHERE status = 'ON_SALE'
         ORDER BY starts_at, event_id`,
        [],
      )
      const upcoming = upcomingEvents(onSale, localNow)
      const offset = (page - 1) * limit
      const eventIds = upcoming.slice(offset, offset + limit).map(({ eventId }) => eventId)
      if (eventIds.length === 0) return { total: upcoming.length, events: [] }
      const found = await rows<EventRow>(
        `SELECT ${EVENT_COLUMNS} FROM event WHERE event_id = ANY ($1::bigint[]) ORDER BY starts_at, event_id`,
        [eventIds],
      )
      return { total: upcoming.length, events: await Promise.all(found.map((row) => record(queries, row))) }
    },

    record,

    async accessCodes({ rows }: Queries): Promise<Record<string, string>> {
      const codes = await rows<{ eventId: number; accessCode: string }>(
        `SELECT event_id AS "eventId", access_code AS "accessCode" FROM event WHERE status = 'ON_SALE'`,
        [],
      )
      return Object.fromEntries(codes.map(({ eventId, accessCode }) => [String(eventId), accessCode]))
    },

    async every(queries: Queries): Promise<EventStatus[]> {
      const found = await queries.rows<EventRow & { status: EventStatus['status']; accessCode: string }>(
        `SELECT ${EVENT_COLUMNS}, status, access_code AS "accessCode" FROM event ORDER BY starts_at, event_id`,
        [],
      )
      return Promise.all(
        found.map(async ({ status, accessCode, ...row }) => ({ ...(await record(queries, row)), status, accessCode })),
      )
    },
  }
}
