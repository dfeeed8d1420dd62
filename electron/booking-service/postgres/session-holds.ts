import type { Result } from '../../../shared/domain/result.ts'
import { checkoutOf, holdOf, type HoldRow } from '../rules/holds.ts'
import type { Checkout, Hold, Refusal } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { Queries } from './database.ts'
import type { SessionRow } from './sessions.ts'

const COLUMNS = `hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price,
  expires_at AS "expiresAt", state`

export type SessionHolds = ReturnType<typeof createSessionHolds>

/** What a session holds, and what it would pay for it. */
export function createSessionHolds(catalog: Catalog) {
  async function current(queries: Queries, session: SessionRow, now: number): Promise<Hold[]> {
    const event = await catalog.salesEvent(queries, session)
    const rows = await queries.rows<HoldRow>(
      `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 AND state = 'held' AND expires_at > $2 ORDER BY hold_no`,
      [session.sessionNo, now],
    )
    return rows.map((row) => holdOf(row, event, now))
  }

  return {
    current,

    /** One of the session's own, whatever became of it. */
    async find({ rows }: Queries, session: SessionRow, holdId: string): Promise<HoldRow | null> {
      const [hold] = await rows<HoldRow>(`SELECT ${COLUMNS} FROM hold WHERE hold_id = $1 AND session_no = $2`, [
        holdId.toLowerCase(),
        session.sessionNo,
      ])
      return hold ?? null
    },

    /** Step 5. */
    async checkout(
      queries: Queries,
      session: SessionRow,
      now: number,
    ): Promise<Result<Checkout, Refusal<'no-holds' | 'holds-expired'>>> {
      const [newest] = await queries.rows<HoldRow>(
        `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 ORDER BY hold_no DESC LIMIT 1`,
        [session.sessionNo],
      )
      const event = await catalog.salesEvent(queries, session)
      return checkoutOf(session, await current(queries, session, now), newest, { event, now })
    },
  }
}
