import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { uuid, type Random } from '../store/random.ts'
import {
  activeSession,
  checkoutOf,
  holdOf,
  locateSeats,
  seatsToHold,
  type Claim,
  type HoldRow,
} from '../rules/holds.ts'
import { AVAILABLE, HELD, type Checkout, type Hold, type Refusal } from '../store/store.ts'
import { only, type Catalog } from './catalog.ts'
import type { Queries } from './database.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import type { SessionRow } from './sessions.ts'

export interface HoldLimits {
  readonly holdMs: number
  readonly maxSeatsPerSession: number
}

const COLUMNS = `hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price,
  expires_at AS "expiresAt", state`

export type Holds = ReturnType<typeof createHolds>

/** Step 4 and what follows from it. The writing operations expect that expired holds are settled. */
export function createHolds(
  { catalog, seats, random }: { readonly catalog: Catalog; readonly seats: SeatBook; readonly random: Random },
  limits: HoldLimits,
) {
  async function current(queries: Queries, session: SessionRow, now: number): Promise<Hold[]> {
    const event = await catalog.salesEvent(queries, session.eventId)
    const rows = await queries.rows<HoldRow>(
      `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 AND state = 'held' AND expires_at > $2 ORDER BY hold_no`,
      [session.sessionNo, now],
    )
    return rows.map((row) => holdOf(row, event, now))
  }

  return {
    current,

    async hold(
      write: EventWrite,
      session: SessionRow,
      asked: readonly string[],
    ): Promise<
      Result<
        readonly Hold[],
        Refusal<'session-expired' | 'session-unknown' | 'seats-unknown' | 'seats-taken' | 'seat-limit'>
      >
    > {
      const { rows, run, now } = write
      const active = activeSession(session, now)
      if (!active.ok) return active
      const wanted = locateSeats(await catalog.salesEvent(write, session.eventId), asked)
      if (!wanted.ok) return wanted
      const claims = await rows<Claim & { seatId: number }>(
        'SELECT seat_id AS "seatId", state, session_no AS "sessionNo" FROM claim WHERE seat_id = ANY ($1::bigint[])',
        [wanted.value.map(({ seatId }) => seatId)],
      )
      const [taken] = await rows<{ used: number }>(
        `SELECT (SELECT count(*) FROM hold WHERE session_no = $1 AND state = 'held')
           + (SELECT count(*) FROM ticket WHERE session_no = $1) AS used`,
        [session.sessionNo],
      )
      const decided = seatsToHold(
        session.sessionNo,
        wanted.value,
        new Map(claims.map((claim) => [claim.seatId, claim])),
        { used: only(taken).used, limit: limits.maxSeatsPerSession },
      )
      if (!decided.ok) return decided
      const fresh = decided.value
      if (fresh.length > 0) {
        // A hold never outlasts its session.
        const expiresAt = Math.min(now + limits.holdMs, session.expiresAt)
        await run(
          `WITH made AS (
             INSERT INTO hold (hold_id, session_no, section_id, seat_id, price, expires_at, state)
             SELECT hold_id, $1::bigint, section_id, seat_id, price, $2::bigint, 'held'
             FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
               WITH ORDINALITY AS one (hold_id, section_id, seat_id, price, place) ORDER BY place
             RETURNING hold_no, section_id, seat_id)
           INSERT INTO claim (seat_id, event_id, section_id, hold_no, session_no, state, expires_at)
           SELECT seat_id, $7::bigint, section_id, hold_no, $1::bigint, 'held', $2::bigint FROM made`,
          [
            session.sessionNo,
            expiresAt,
            fresh.map(() => uuid(random)),
            fresh.map(({ section }) => section.sectionId),
            fresh.map(({ seatId }) => seatId),
            fresh.map(({ section }) => section.price),
            session.eventId,
          ],
        )
        const changes = fresh.map(
          ({ seatId, section }) => ({ sectionId: section.sectionId, seatId, from: AVAILABLE, to: HELD }) as const,
        )
        await seats.record(write, [session.sessionNo], changes)
      }
      const bySeat = new Map((await current(write, session, now)).map((hold) => [hold.seatId, hold]))
      return ok(wanted.value.flatMap(({ seatId }) => bySeat.get(seatId) ?? []))
    },

    async release(
      write: EventWrite,
      session: SessionRow,
      holdId: string,
    ): Promise<Result<readonly Hold[], Refusal<'holds-unknown' | 'holds-sold'>>> {
      const { rows, run, now } = write
      const [hold] = await rows<HoldRow>(`SELECT ${COLUMNS} FROM hold WHERE hold_id = $1 AND session_no = $2`, [
        holdId.toLowerCase(),
        session.sessionNo,
      ])
      if (hold === undefined) return err({ type: 'holds-unknown', holdIds: [holdId] })
      if (hold.state === 'sold') return err({ type: 'holds-sold', holdIds: [holdId] })
      if (hold.state === 'held') {
        await run("UPDATE hold SET state = 'released' WHERE hold_no = $1", [hold.holdNo])
        await run('DELETE FROM claim WHERE seat_id = $1', [hold.seatId])
        const { sectionId, seatId } = hold
        await seats.record(write, [session.sessionNo], [{ sectionId, seatId, from: HELD, to: AVAILABLE }])
      }
      return ok(await current(write, session, now))
    },

    async checkout(
      queries: Queries,
      session: SessionRow,
      now: number,
    ): Promise<Result<Checkout, Refusal<'no-holds' | 'holds-expired'>>> {
      const [newest] = await queries.rows<HoldRow>(
        `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 ORDER BY hold_no DESC LIMIT 1`,
        [session.sessionNo],
      )
      const event = await catalog.salesEvent(queries, session.eventId)
      return checkoutOf(session, await current(queries, session, now), newest, { event, now })
    },
  }
}
