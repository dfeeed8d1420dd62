import { createHash } from 'node:crypto'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { eventRows, salesEventOf, storedLayout } from '../rules/events.ts'
import type { EventDraft, EventRecord, SalesEvent, SalesSection, ZoneRecord } from '../store/store.ts'
import type { EventStatus } from '../store/administration.ts'
import type { VenueLayout } from '../store/venue-layout.ts'
import type { Queries } from './database.ts'

type EventRow = Omit<EventRecord, 'venue'> & { readonly venueId: number }

export interface OverviewRow extends EventRow {
  readonly accessCode: string
  readonly revision: number
  /** Remaining seats by zone and by section, in the order of their ids. */
  readonly zonesLeft: readonly number[]
  readonly sectionsLeft: readonly number[]
}

const EVENT_COLUMNS = `event_id AS "eventId", venue_id AS "venueId", title, category, description,
  starts_at AS "startsAt", ends_at AS "endsAt", home_team AS "homeTeam", away_team AS "awayTeam", currency,
  min_price AS "minPrice", remaining`

export type Catalog = ReturnType<typeof createCatalog>

/** Venues and events: what can be sold. What never changes of them is kept in memory. */
export function createCatalog() {
  const layouts = new Map<number, VenueLayout>()
  const events = new Map<number, SalesEvent>()

  async function layoutOf({ rows }: Queries, venueId: number): Promise<VenueLayout> {
    let layout = layouts.get(venueId)
    if (layout === undefined) {
      const [venue] = await rows<{ plan: string }>('SELECT plan FROM venue WHERE venue_id = $1', [venueId])
      layout = storedLayout(venueId, venue?.plan ?? 'null')
      layouts.set(venueId, layout)
    }
    return layout
  }

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

  async function record(queries: Queries, { venueId, ...row }: EventRow): Promise<EventRecord> {
    return { ...row, venue: (await layoutOf(queries, venueId)).plan.venue }
  }

  return {
    /** Expects the catalog's lock: seat ids of events follow each other. */
    async create(
      queries: Queries,
      draft: EventDraft & { readonly demoKey?: string },
      { accessCode, now }: { readonly accessCode: string; readonly now: number },
    ): Promise<number> {
      const { rows, run } = queries
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
      return eventId
    },

    async salesEvent(queries: Queries, eventId: number): Promise<SalesEvent> {
      let event = events.get(eventId)
      if (event === undefined) {
        const { rows } = queries
        const [row] = await rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM event WHERE event_id = $1`, [eventId])
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
        event = salesEventOf(found, await layoutOf(queries, found.venueId), zones, sections)
        events.set(eventId, event)
      }
      return event
    },

    async page(queries: Queries, page: number, limit: number): Promise<{ events: EventRecord[]; total: number }> {
      const { rows } = queries
      const [count] = await rows<{ total: number }>("SELECT count(*) AS total FROM event WHERE status = 'ON_SALE'", [])
      const { total } = only(count)
      const offset = (page - 1) * limit
      if (offset >= total) return { total, events: [] }
      const found = await rows<EventRow>(
        `SELECT ${EVENT_COLUMNS} FROM event WHERE status = 'ON_SALE' ORDER BY starts_at, event_id LIMIT $1 OFFSET $2`,
        [limit, offset],
      )
      return { total, events: await Promise.all(found.map((row) => record(queries, row))) }
    },

    /** Null for an unknown event and for one that is no longer on sale. One statement: all of one moment. */
    async overview(queries: Queries, eventId: number): Promise<OverviewRow | null> {
      const [row] = await queries.rows<OverviewRow>(
        `SELECT ${EVENT_COLUMNS}, access_code AS "accessCode", revision,
           ARRAY(SELECT remaining::float8 FROM zone WHERE zone.event_id = event.event_id ORDER BY zone_id) AS "zonesLeft",
           ARRAY(SELECT remaining::float8 FROM section WHERE section.event_id = event.event_id ORDER BY section_id)
             AS "sectionsLeft"
         FROM event WHERE event_id = $1 AND status = 'ON_SALE'`,
        [eventId],
      )
      return row ?? null
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

    async end({ run }: Queries, eventId: number): Promise<boolean> {
      return (
        (await run("UPDATE event SET status = 'ENDED' WHERE event_id = $1 AND status = 'ON_SALE'", [eventId])) === 1
      )
    },

    async keepVenue(queries: Queries, plan: VenuePlan): Promise<void> {
      await queries.run(
        `INSERT INTO venue_name (name, venue_id) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id`,
        [plan.venue.name, await venueIdFor(queries, plan)],
      )
    },

    async venues(queries: Queries): Promise<VenuePlan[]> {
      const named = await queries.rows<{ venueId: number }>(
        'SELECT venue_id AS "venueId" FROM venue_name ORDER BY name COLLATE "C"',
        [],
      )
      return Promise.all(named.map(async ({ venueId }) => (await layoutOf(queries, venueId)).plan))
    },

    /** True when the event with this key has to be created: there is none, or the one there was has just been ended. */
    async endPastDemoEvent({ rows, run }: Queries, demoKey: string, localNow: string): Promise<boolean> {
      const [current] = await rows<{ eventId: number; endsAt: string }>(
        `SELECT event_id AS "eventId", ends_at AS "endsAt" FROM event WHERE demo_key = $1 AND status = 'ON_SALE'`,
        [demoKey],
      )
      if (current === undefined) return true
      if (current.endsAt > localNow) return false
      await run("UPDATE event SET status = 'ENDED' WHERE event_id = $1", [current.eventId])
      return true
    },
  }
}

/** For statements that always give a row. */
export function only<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the database gave no row')
  return row
}
