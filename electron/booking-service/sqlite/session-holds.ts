import type { Database } from 'better-sqlite3'
import type { Result } from '../../../shared/domain/result.ts'
import { checkoutOf, holdOf, type HoldRow } from '../rules/holds.ts'
import type { Checkout, Hold, Refusal, SessionKey } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { SessionRow, Sessions } from './sessions.ts'

const COLUMNS = `hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price,
  expires_at AS expiresAt, state`

export type SessionHolds = ReturnType<typeof createSessionHolds>

/** What a session holds, and what it would pay for it. */
export function createSessionHolds(db: Database, catalog: Catalog, sessions: Sessions) {
  // `+?`: beside a partial index, SQLite plans a statement with a bare `?` again each time a value is bound.
  const heldBy = db.prepare<[sessionNo: number, now: number], HoldRow>(
    `SELECT ${COLUMNS} FROM hold
     WHERE session_no = +? AND state = 'held' AND expires_at > ? ORDER BY hold_no`,
  )
  const newest = db.prepare<[sessionNo: number], HoldRow>(
    `SELECT ${COLUMNS} FROM hold WHERE session_no = +? ORDER BY hold_no DESC LIMIT 1`,
  )
  const byId = db.prepare<[holdId: string, sessionNo: number], HoldRow>(
    `SELECT ${COLUMNS} FROM hold WHERE hold_id = +? AND session_no = +?`,
  )

  function current(session: SessionRow, now: number): Hold[] {
    const event = catalog.salesEvent(session.eventId)
    return heldBy.all(session.sessionNo, now).map((row) => holdOf(row, event, now))
  }

  return {
    current,

    /** One of the session's own, whatever became of it. */
    find: (session: SessionRow, holdId: string): HoldRow | null =>
      byId.get(holdId.toLowerCase(), session.sessionNo) ?? null,

    /** Step 5. */
    checkout(
      key: SessionKey,
      now: number,
    ): Result<Checkout, Refusal<'session-unknown' | 'session-expired' | 'no-holds' | 'holds-expired'>> {
      const session = sessions.active(key, now)
      if (!session.ok) return session
      const event = catalog.salesEvent(session.value.eventId)
      const last = newest.get(session.value.sessionNo)
      return checkoutOf(session.value, current(session.value, now), last, { event, now })
    },
  }
}
