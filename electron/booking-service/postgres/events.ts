import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { eventRows, type EventRows } from '../rules/events.ts'
import type { EventDraft } from '../store/store.ts'
import { only, type Queries } from './database.ts'
import { venueIdFor } from './venues.ts'

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
