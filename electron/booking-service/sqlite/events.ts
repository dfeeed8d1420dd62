import type { Database } from 'better-sqlite3'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { eventRows } from '../rules/events.ts'
import type { EventDraft } from '../store/store.ts'
import type { Venues } from './venues.ts'

export type Events = ReturnType<typeof createEvents>

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
