import type { Database } from 'better-sqlite3'
import { HELD, type Hold, type SalesEvent, type SalesSection, type SectionSnapshot, SOLD } from '../store/store.ts'
import type { ChangeWatch } from './write-queue.ts'
import type { SeatBook } from './seat-book.ts'
import type { SessionHolds, SessionRow } from './holds.ts'

/** Views of one section: its seats are read only where it has changed since this process saw it last. */
export function createSectionViews(
  db: Database,
  {
    seats,
    holds,
    watch,
    clock,
  }: {
    readonly seats: SeatBook
    readonly holds: SessionHolds
    readonly watch: ChangeWatch
    readonly clock: () => number
  },
) {
  const { known } = seats
  const sectionRow = db.prepare<[sectionId: number], { remaining: number; zoneRemaining: number; revision: number }>(
    `SELECT remaining, revision, (SELECT remaining FROM zone WHERE zone.zone_id = section.zone_id) AS zoneRemaining
     FROM section WHERE section_id = ?`,
  )
  const claimsBetween = db
    .prepare<[from: number, to: number], [seatId: number, state: 'held' | 'sold']>(
      'SELECT seat_id, state FROM claim WHERE seat_id >= ? AND seat_id < ?',
    )
    .raw()

  function statusesAt(section: SalesSection, revision: number): Uint8Array {
    const { sectionId, firstSeatId, seatCount } = section
    const latest = known.latest(sectionId)
    const seen = latest?.revision === revision ? latest.statuses : null
    if (seen !== null) return seen
    const statuses = new Uint8Array(seatCount)
    for (const [seatId, claimed] of claimsBetween.iterate(firstSeatId, firstSeatId + seatCount)) {
      statuses[seatId - firstSeatId] = claimed === 'held' ? HELD : SOLD
    }
    known.keep(section, revision, statuses)
    return statuses
  }

  return {
    /** Call within a read transaction, so that counters and statuses are of one moment. */
    read(input: {
      readonly session: SessionRow
      readonly event: SalesEvent
      readonly section: SalesSection
      readonly now: number
    }): SectionSnapshot {
      const { session, event, section, now } = input
      const row = sectionRow.get(section.sectionId)
      if (row === undefined) throw new Error(`no section ${section.sectionId}`)
      const held = holds.current(session, now)
      const stands = watch.since([`zone ${section.zoneId}`, `session ${session.sessionNo}`])
      const until = Math.min(session.expiresAt, seats.firstExpiry(), ...held.map(endOfItsSecond))
      return {
        now,
        still() {
          const later = clock()
          return later >= now && later < until && stands() ? later : null
        },
        session,
        holds: held,
        event,
        sectionId: section.sectionId,
        remaining: row.remaining,
        zoneRemaining: row.zoneRemaining,
        sectionRevision: row.revision,
        // Both come from the event's one growing count, so that no two states of the pair share the larger one.
        revision: Math.max(row.revision, session.revision),
        statuses: statusesAt(section, row.revision),
      }
    },
  }
}

/** Until when a hold has as many whole seconds left. */
function endOfItsSecond({ expiresAt, remainingSeconds }: Hold): number {
  return expiresAt - remainingSeconds * 1000 + 1
}
