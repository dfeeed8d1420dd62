import { err, type Result } from '../../../shared/domain/result.ts'
import { activeSession, checkoutOf, holdOf, type HoldRow } from '../rules/holds.ts'
import type { Checkout, Hold, Refusal, SessionKey, SessionRefusal } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { Database, Queries } from './database.ts'
import type { EventWrite } from './seat-book.ts'
import { sessionWith, type KnownSession, type SessionRow } from './sessions.ts'
import type { Ask } from './shared-reads.ts'

const COLUMNS = `hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price,
  expires_at AS "expiresAt", state`

/** A row of `hold` as JSON. */
const HOLD = `json_build_object('holdNo', hold_no, 'holdId', hold_id, 'sectionId', hold.section_id, 'seatId', seat_id,
  'price', price, 'expiresAt', hold.expires_at, 'state', state)`

/** What the row of `session` holds at the `moment`. */
export const HOLDS = `(SELECT coalesce(json_agg(${HOLD} ORDER BY hold_no), '[]') FROM hold
  WHERE hold.session_no = session.session_no AND state = 'held' AND hold.expires_at > moment.now)`

const CHECKOUT = sessionWith(`'holds', ${HOLDS}, 'newest', (SELECT ${HOLD} FROM hold
  WHERE hold.session_no = session.session_no ORDER BY hold_no DESC LIMIT 1)`)

export type SessionHolds = ReturnType<typeof createSessionHolds>

/** What a session holds, and what it would pay for it. */
export function createSessionHolds(database: Database, ask: Ask, catalog: Catalog) {
  const checkout = ask<{
    readonly session: SessionRow
    readonly holds: readonly HoldRow[]
    readonly newest: HoldRow | null
  }>(CHECKOUT)

  return {
    async current(write: EventWrite, { sessionNo }: KnownSession): Promise<Hold[]> {
      const event = await catalog.salesEvent(write, write)
      const rows = await write.rows<HoldRow>(
        `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 AND state = 'held' AND expires_at > $2 ORDER BY hold_no`,
        [sessionNo, write.now],
      )
      return rows.map((row) => holdOf(row, event, write.now))
    },

    /** One of the session's own, whatever became of it. */
    async find({ rows }: Queries, session: KnownSession, holdId: string): Promise<HoldRow | null> {
      const [hold] = await rows<HoldRow>(`SELECT ${COLUMNS} FROM hold WHERE hold_id = $1 AND session_no = $2`, [
        holdId.toLowerCase(),
        session.sessionNo,
      ])
      return hold ?? null
    },

    /** Step 5. */
    async checkout({
      partnerCode,
      sessionId,
    }: SessionKey): Promise<Result<Checkout, Refusal<SessionRefusal | 'no-holds' | 'holds-expired'>>> {
      const { found, now } = await checkout(sessionId.toLowerCase(), partnerCode)
      const session = activeSession(found?.session ?? null, now)
      if (!session.ok) return session
      if (found === null) return err({ type: 'session-unknown' })
      const event = await catalog.salesEvent(database, session.value)
      const holds = found.holds.map((row) => holdOf(row, event, now))
      return checkoutOf(session.value, holds, found.newest ?? undefined, { event, now })
    },
  }
}
