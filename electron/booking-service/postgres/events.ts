import { createHash } from 'node:crypto'
import { isEventOver, upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { eventRows, type EventRows, salesEventOf, storedLayout } from '../rules/events.ts'
import { numericId } from '../rules/holds.ts'
import type { EventStatus } from '../store/administration.ts'
import type { EventDraft, EventRecord, SalesEvent, SalesSection, StoredPlan, ZoneRecord } from '../store/store.ts'
import type { VenueLayout } from '../store/venue-layout.ts'
import { only, type Queries } from './database.ts'

/** Expects the catalog's lock: seat ids of events follow each other. */
export async function createEvent(
  queries: Queries,
  draft: EventDraft & { readonly demoKey?: string },
  { accessCode, now }: { readonly accessCode: string; readonly now: number },
): Promise<number> {
  const { rows } = queries
  const [next] = await rows<{ seatId: number }>(
    'SELECT coalesce(max(first_seat_id + seat_count), 1) AS "seatId" FROM section',
    [],
  )
  const made = eventRows(draft, only(next).seatId)
  const [event] = await rows<{ eventId: number }>(
    `INSERT INTO event (venue_id, status, demo_key, access_code, title, category, description, starts_at, ends_at,
       home_team, away_team, currency, min_price, remaining, revision)
     VALUES ($1, 'ON_SALE', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     RETURNING event_id AS "eventId"`,
    [
      await venueIdFor(queries, draft.venue),
      draft.demoKey ?? null,
      accessCode,
      draft.title,
      draft.category,
      draft.description,
      draft.startsAt,
      draft.endsAt,
      draft.homeTeam,
      draft.awayTeam,
      draft.currency,
      made.minPrice,
      made.remaining,
      now,
    ],
  )
  const { eventId } = only(event)
  await addSeats(queries, { eventId, made, now })
  return eventId
}

async function addSeats(
  { run }: Queries,
  { eventId, made, now }: { readonly eventId: number; readonly made: EventRows; readonly now: number },
): Promise<void> {
  await run(
    `INSERT INTO zone (event_id, code, price, remaining)
     SELECT $1::bigint, code, price, remaining
     FROM unnest($2::text[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS one (code, price, remaining, place)
     ORDER BY place`,
    [
      eventId,
      made.zones.map(({ code }) => code),
      made.zones.map(({ price }) => price),
      made.zones.map(({ remaining }) => remaining),
    ],
  )
  await run(
    `INSERT INTO section (event_id, zone_id, code, first_seat_id, seat_count, remaining, revision)
     SELECT $1::bigint, zone.zone_id, one.code, first_seat_id, seat_count, one.remaining, $7::bigint
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
       WITH ORDINALITY AS one (code, zone, first_seat_id, seat_count, remaining, place)
     JOIN zone ON zone.event_id = $1 AND zone.code = one.zone ORDER BY place`,
    [
      eventId,
      made.sections.map(({ code }) => code),
      made.sections.map(({ zone }) => zone),
      made.sections.map(({ firstSeatId }) => firstSeatId),
      made.sections.map(({ seatCount }) => seatCount),
      made.sections.map(({ remaining }) => remaining),
      now,
    ],
  )
  await run(
    `INSERT INTO claim (seat_id, event_id, section_id, state)
     SELECT seat_id, $1::bigint, section_id, 'sold' FROM unnest($2::bigint[], $3::text[]) AS one (seat_id, code)
     JOIN section ON section.event_id = $1 AND section.code = one.code`,
    [eventId, made.sold.map(({ seatId }) => seatId), made.sold.map(({ section }) => section)],
  )
}

/** False when no such event is on sale. */
export async function endEvent({ run }: Queries, eventId: number): Promise<boolean> {
  return (await run("UPDATE event SET status = 'ENDED' WHERE event_id = $1 AND status = 'ON_SALE'", [eventId])) === 1
}

/** Returns false unless the event was ended early and is not over. Demo events cannot be reopened: a successor replaces each. */
export async function reopenEvent({ run }: Queries, eventId: number, localNow: string): Promise<boolean> {
  const reopened = await run(
    `UPDATE event SET status = 'ON_SALE'
     WHERE event_id = $1 AND status = 'ENDED' AND ends_at > $2 AND demo_key IS NULL`,
    [eventId, localNow],
  )
  return reopened === 1
}

/** True when the event with this key has to be created: there is none, or the one there was has just been ended. */
export async function endPastDemoEvent({ rows, run }: Queries, demoKey: string, localNow: string): Promise<boolean> {
  const [current] = await rows<{ eventId: number; startsAt: string; endsAt: string }>(
    `SELECT event_id AS "eventId", starts_at AS "startsAt", ends_at AS "endsAt" FROM event WHERE demo_key = $1 AND status = 'ON_SALE'`,
    [demoKey],
  )
  if (current === undefined) return true
  if (!isEventOver(current, localNow)) return false
  await run("UPDATE event SET status = 'ENDED' WHERE event_id = $1", [current.eventId])
  return true
}

export type Venues = ReturnType<typeof createVenues>

/** Reads venues. A plan never changes and is kept in memory. */
export function createVenues() {
  const layouts = new Map<number, VenueLayout>()

  async function layoutOf({ rows }: Queries, venueId: number): Promise<VenueLayout> {
    let layout = layouts.get(venueId)
    if (layout === undefined) {
      const [venue] = await rows<{ plan: string }>('SELECT plan FROM venue WHERE venue_id = $1', [venueId])
      layout = storedLayout(venueId, venue?.plan ?? 'null')
      layouts.set(venueId, layout)
    }
    return layout
  }

  return {
    layoutOf,

    async ofEvent({ rows }: Queries, eventId: string): Promise<StoredPlan | null> {
      const id = numericId(eventId)
      if (id === null) return null
      const [plan] = await rows<StoredPlan>(
        'SELECT plan AS text, plan_sha256 AS sha256 FROM event JOIN venue USING (venue_id) WHERE event_id = $1',
        [id],
      )
      return plan ?? null
    },

    async list(queries: Queries): Promise<VenuePlan[]> {
      const named = await queries.rows<{ venueId: number }>(
        'SELECT venue_id AS "venueId" FROM venue_name ORDER BY name COLLATE "C"',
        [],
      )
      return Promise.all(named.map(async ({ venueId }) => (await layoutOf(queries, venueId)).plan))
    },
  }
}

/** Keeps the plan unless it is known. */
async function venueIdFor({ rows }: Queries, plan: VenuePlan): Promise<number> {
  const text = JSON.stringify(plan)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const [venue] = await rows<{ venueId: number }>(
    `INSERT INTO venue (plan_sha256, plan) VALUES ($1, $2)
     ON CONFLICT (plan_sha256) DO UPDATE SET plan = excluded.plan RETURNING venue_id AS "venueId"`,
    [sha256, text],
  )
  return only(venue).venueId
}

export async function keepVenue(queries: Queries, plan: VenuePlan): Promise<void> {
  await queries.run(
    `INSERT INTO venue_name (name, venue_id) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id`,
    [plan.venue.name, await venueIdFor(queries, plan)],
  )
}

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
