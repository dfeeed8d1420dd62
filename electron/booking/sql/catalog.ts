import { createHash } from 'node:crypto'
import { isEventOver, upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { eventRows, salesEventOf, storedLayout } from '../rules/events.ts'
import type { LocatedSeat } from '../rules/holds.ts'
import type { EventStatus } from './administration.ts'
import type {
  EventDraft,
  EventEdition,
  EventPage,
  EventRecord,
  EventRow,
  OverviewRow,
  SalesEvent,
  SalesSection,
  StoredPlan,
  ZoneRecord,
  VenueLayout,
} from './store.ts'
import { column, only, row, rows, run, type StoreTask } from './store-task.ts'

const EVENT_COLUMNS = `event_id AS "eventId", venue_id AS "venueId", title, category, description,
  starts_at AS "startsAt", ends_at AS "endsAt", home_team AS "homeTeam", away_team AS "awayTeam", currency,
  min_price AS "minPrice", remaining`

/** Reads and caches events and venues. Plans never change, and every change to an event gives it a new edition. */
export class Catalog {
  readonly #events = new Map<number, SalesEvent>()
  readonly #layouts = new Map<number, VenueLayout>()

  /** Returns null if the edition of the event is not cached. Without `edition`, any edition is accepted. */
  known({ eventId, edition }: { readonly eventId: number; readonly edition?: number }): SalesEvent | null {
    const event = this.#events.get(eventId)
    return event !== undefined && (edition === undefined || event.edition === edition) ? event : null
  }

  *salesEvent(wanted: { readonly eventId: number; readonly edition?: number }): StoreTask<SalesEvent> {
    const known = this.known(wanted)
    if (known !== null) return known
    const { eventId } = wanted
    // The edition is read first, so that later values are never older than the edition.
    const found = only(
      yield* row<EventRow & EventEdition>(`SELECT ${EVENT_COLUMNS}, edition FROM event WHERE event_id = $1`, [eventId]),
    )
    const zones = yield* rows<Pick<ZoneRecord, 'zoneId' | 'code' | 'price'>>(
      'SELECT zone_id AS "zoneId", code, price FROM zone WHERE event_id = $1 ORDER BY zone_id',
      [eventId],
    )
    const sections = yield* rows<Omit<SalesSection, 'name'>>(
      `SELECT section_id AS "sectionId", zone_id AS "zoneId", section.code, first_seat_id AS "firstSeatId",
         seat_count AS "seatCount", price
       FROM section JOIN zone USING (zone_id) WHERE section.event_id = $1 ORDER BY section_id`,
      [eventId],
    )
    const event = salesEventOf(found, yield* this.#layoutOf(found.venueId), zones, sections)
    this.#events.set(eventId, event)
    return event
  }

  *record({ venueId, ...event }: EventRow): StoreTask<EventRecord> {
    return { ...event, venue: (yield* this.#layoutOf(venueId)).plan.venue }
  }

  *openedEvent(found: OverviewRow): StoreTask<EventRecord> {
    const { accessCode: _, revision: _revision, edition: _edition, zonesLeft: _z, sectionsLeft: _s, ...event } = found
    return yield* this.record(event)
  }

  /** Omits events that are over at `localNow` (local date-time of the venues). */
  *page(page: number, limit: number, localNow: string): StoreTask<EventPage> {
    const onSale = yield* rows<Pick<EventRow, 'eventId' | 'startsAt' | 'endsAt'>>(
      `SELECT event_id AS "eventId", starts_at AS "startsAt", ends_at AS "endsAt" FROM event WHERE status = 'ON_SALE'
       ORDER BY starts_at, event_id`,
    )
    const upcoming = upcomingEvents(onSale, localNow)
    const offset = (page - 1) * limit
    const found = yield* rows<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM event WHERE event_id IN LIST($1) ORDER BY starts_at, event_id`,
      [upcoming.slice(offset, offset + limit).map(({ eventId }) => eventId)],
    )
    const events: EventRecord[] = []
    for (const event of found) events.push(yield* this.record(event))
    return { events, total: upcoming.length }
  }

  *all(): StoreTask<readonly EventStatus[]> {
    const found = yield* rows<EventRow & Pick<EventStatus, 'status' | 'accessCode'>>(
      `SELECT ${EVENT_COLUMNS}, status, access_code AS "accessCode" FROM event ORDER BY starts_at, event_id`,
    )
    const all: EventStatus[] = []
    for (const { status, accessCode, ...event } of found) {
      all.push({ ...(yield* this.record(event)), status, accessCode })
    }
    return all
  }

  /** Returns null unless the event is on sale. */
  *overview(eventId: number): StoreTask<OverviewRow | null> {
    const found = yield* row<Omit<OverviewRow, 'zonesLeft' | 'sectionsLeft'>>(
      `SELECT ${EVENT_COLUMNS}, access_code AS "accessCode", revision, edition FROM event
       WHERE event_id = $1 AND status = 'ON_SALE'`,
      [eventId],
    )
    return found && { ...found, ...(yield* remainingSeats(eventId)) }
  }

  *venues(): StoreTask<readonly VenuePlan[]> {
    const named = yield* rows<{ venueId: number }>(
      'SELECT venue_id AS "venueId" FROM venue_name ORDER BY name COLLATE "C"',
    )
    const plans: VenuePlan[] = []
    for (const { venueId } of named) plans.push((yield* this.#layoutOf(venueId)).plan)
    return plans
  }

  *#layoutOf(venueId: number): StoreTask<VenueLayout> {
    let layout = this.#layouts.get(venueId)
    if (layout === undefined) {
      const venue = yield* row<{ plan: string }>('SELECT plan FROM venue WHERE venue_id = $1', [venueId])
      layout = storedLayout(venueId, venue?.plan ?? 'null')
      this.#layouts.set(venueId, layout)
    }
    return layout
  }
}

export function* remainingSeats(eventId: number): StoreTask<Pick<OverviewRow, 'zonesLeft' | 'sectionsLeft'>> {
  const left = (table: 'zone' | 'section') =>
    column<number>(`SELECT remaining FROM ${table} WHERE event_id = $1 ORDER BY ${table}_id`, [eventId])
  return { zonesLeft: yield* left('zone'), sectionsLeft: yield* left('section') }
}

export function* venuePlanOf(eventId: number): StoreTask<StoredPlan | null> {
  return yield* row<StoredPlan>(
    'SELECT plan AS text, plan_sha256 AS sha256 FROM event JOIN venue USING (venue_id) WHERE event_id = $1',
    [eventId],
  )
}

export function* keepVenue(plan: VenuePlan): StoreTask<void> {
  yield* run(
    `INSERT INTO venue_name (name, venue_id) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id`,
    [plan.venue.name, yield* venueIdFor(plan)],
  )
}

function* venueIdFor(plan: VenuePlan): StoreTask<number> {
  const text = JSON.stringify(plan)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const venue = yield* row<{ venueId: number }>(
    `INSERT INTO venue (plan_sha256, plan) VALUES ($1, $2)
     ON CONFLICT (plan_sha256) DO UPDATE SET plan = excluded.plan RETURNING venue_id AS "venueId"`,
    [sha256, text],
  )
  return only(venue).venueId
}

/** Claims seats without a hold, because they were sold elsewhere or are withheld from sale. */
export type ClaimSeats = (
  eventId: number,
  seats: readonly { readonly seatId: number; readonly sectionId: number }[],
  isWithheld: boolean,
) => StoreTask<unknown>

/** Creates an event and returns its id, one event at a time because seat ids are consecutive. */
export function* createEvent(
  draft: EventDraft & { readonly demoKey?: string },
  { accessCode, now }: { readonly accessCode: string; readonly now: number },
  claimSeats: ClaimSeats,
): StoreTask<number> {
  const next = yield* row<{ seatId: number }>(
    'SELECT coalesce(max(first_seat_id + seat_count), 1) AS "seatId" FROM section',
  )
  const made = eventRows(draft, only(next).seatId)
  const { demoKey = null, title, category, description, startsAt, endsAt, homeTeam, awayTeam, currency } = draft
  const event = yield* row<{ eventId: number }>(
    `INSERT INTO event (venue_id, status, demo_key, access_code, title, category, description, starts_at, ends_at,
       home_team, away_team, currency, min_price, remaining, revision)
     VALUES ($1, 'ON_SALE', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING event_id AS "eventId"`,
    [
      yield* venueIdFor(draft.venue),
      demoKey,
      accessCode,
      title,
      category,
      description,
      startsAt,
      endsAt,
      homeTeam,
      awayTeam,
      currency,
      made.minPrice,
      made.remaining,
      now,
    ],
  )
  const { eventId } = only(event)
  const zoneIds = new Map<string, number>()
  for (const { code, price, remaining } of made.zones) {
    const zone = yield* row<{ zoneId: number }>(
      'INSERT INTO zone (event_id, code, price, remaining) VALUES ($1, $2, $3, $4) RETURNING zone_id AS "zoneId"',
      [eventId, code, price, remaining],
    )
    zoneIds.set(code, only(zone).zoneId)
  }
  const soldIn = Map.groupBy(made.sold, ({ section }) => section)
  for (const { code, zone, firstSeatId, seatCount, remaining } of made.sections) {
    const section = yield* row<{ sectionId: number }>(
      `INSERT INTO section (event_id, zone_id, code, first_seat_id, seat_count, remaining, revision)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING section_id AS "sectionId"`,
      [eventId, only(zoneIds.get(zone)), code, firstSeatId, seatCount, remaining, now],
    )
    const { sectionId } = only(section)
    const sold = soldIn.get(code)
    if (sold === undefined) continue
    yield* claimSeats(
      eventId,
      sold.map(({ seatId }) => ({ seatId, sectionId })),
      false,
    )
  }
  return eventId
}

/** Returns true if no current event has the key. Ends an existing event that is over. */
export function* endPastDemoEvent(demoKey: string, localNow: string): StoreTask<boolean> {
  const current = yield* row<{ eventId: number; startsAt: string; endsAt: string }>(
    `SELECT event_id AS "eventId", starts_at AS "startsAt", ends_at AS "endsAt" FROM event
     WHERE demo_key = $1 AND status = 'ON_SALE'`,
    [demoKey],
  )
  if (current === null) return true
  if (!isEventOver(current, localNow)) return false
  yield* run("UPDATE event SET status = 'ENDED' WHERE event_id = $1", [current.eventId])
  return true
}

export const seatClaims = (seats: readonly LocatedSeat[]) =>
  seats.map(({ seatId, section: { sectionId } }) => ({ seatId, sectionId }))
