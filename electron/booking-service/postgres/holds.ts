import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { uuid, type Random } from '../store/random.ts'
import { activeSession, locateSeats, seatsToHold, type Claim } from '../rules/holds.ts'
import type { LocatedSeat } from '../rules/seats.ts'
import { AVAILABLE, HELD, type BookingStore, type Hold, type Refusal } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import { only, type Queries } from './database.ts'
import { claimsOf, type EventWrite, type SeatBook } from './seat-book.ts'
import type { SessionHolds } from './session-holds.ts'
import { lockSession, type SessionRow } from './sessions.ts'
import type { Transactions } from './transactions.ts'

export interface HoldLimits {
  readonly holdMs: number
  readonly maxSeatsPerSession: number
}

interface Parts {
  readonly transactions: Transactions
  readonly catalog: Catalog
  readonly seats: SeatBook
  readonly ofSession: SessionHolds
  readonly random: Random
}

/** Step 4: seats are held and released. */
export function createHolds(
  { transactions, catalog, seats, ofSession, random }: Parts,
  limits: HoldLimits,
): Pick<BookingStore, 'holdSeats' | 'releaseHold'> {
  async function hold(
    write: EventWrite,
    session: SessionRow,
    asked: readonly string[],
  ): ReturnType<BookingStore['holdSeats']> {
    const { now } = write
    const active = activeSession(session, now)
    if (!active.ok) return active
    const wanted = locateSeats(await catalog.salesEvent(write, session), asked)
    if (!wanted.ok) return wanted
    const { claims, used } = await claimsOn(write, session, wanted.value)
    const limit = limits.maxSeatsPerSession
    const fresh = seatsToHold(session.sessionNo, wanted.value, claims, { used, limit })
    if (!fresh.ok) return fresh
    if (fresh.value.length > 0) {
      // A hold never outlasts its session.
      const expiresAt = Math.min(now + limits.holdMs, session.expiresAt)
      const holdIds = fresh.value.map(() => uuid(random))
      await addHolds(write, session, fresh.value, { holdIds, expiresAt })
      const changes = fresh.value.map(
        ({ seatId, section }) => ({ sectionId: section.sectionId, seatId, from: AVAILABLE, to: HELD }) as const,
      )
      await seats.record(write, [session.sessionNo], changes)
    }
    const bySeat = new Map((await ofSession.current(write, session, now)).map((held) => [held.seatId, held]))
    return ok(wanted.value.flatMap(({ seatId }) => bySeat.get(seatId) ?? []))
  }

  async function release(
    write: EventWrite,
    session: SessionRow,
    holdId: string,
  ): Promise<Result<readonly Hold[], Refusal<'holds-unknown' | 'holds-sold'>>> {
    const { run, now } = write
    const hold = await ofSession.find(write, session, holdId)
    if (hold === null) return err({ type: 'holds-unknown', holdIds: [holdId] })
    if (hold.state === 'sold') return err({ type: 'holds-sold', holdIds: [holdId] })
    if (hold.state === 'held') {
      await run("UPDATE hold SET state = 'released' WHERE hold_no = $1", [hold.holdNo])
      await run('DELETE FROM claim WHERE seat_id = $1', [hold.seatId])
      const { sectionId, seatId } = hold
      await seats.record(write, [session.sessionNo], [{ sectionId, seatId, from: HELD, to: AVAILABLE }])
    }
    return ok(await ofSession.current(write, session, now))
  }

  return {
    async holdSeats(input) {
      const held = await transactions.writeEvent({ durable: false, lock: lockSession(input) }, (write, session) =>
        hold(write, session, input.seatIds),
      )
      return held ?? err({ type: 'session-unknown' })
    },

    async releaseHold(input) {
      const left = await transactions.writeEvent({ durable: false, lock: lockSession(input) }, (write, session) =>
        release(write, session, input.holdId),
      )
      return left ?? err({ type: 'session-unknown' })
    },
  }
}

/** Who has the wanted seats, and how many the session has used already. */
async function claimsOn(
  queries: Queries,
  session: SessionRow,
  wanted: readonly LocatedSeat[],
): Promise<{ readonly claims: ReadonlyMap<number, Claim>; readonly used: number }> {
  const claims = await claimsOf(queries, wanted)
  const [taken] = await queries.rows<{ used: number }>(
    `SELECT (SELECT count(*) FROM hold WHERE session_no = $1 AND state = 'held')
       + (SELECT count(*) FROM ticket WHERE session_no = $1 AND cancelled_at IS NULL) AS used`,
    [session.sessionNo],
  )
  return { claims, used: only(taken).used }
}

async function addHolds(
  { run }: Queries,
  session: SessionRow,
  fresh: readonly LocatedSeat[],
  { holdIds, expiresAt }: { readonly holdIds: readonly string[]; readonly expiresAt: number },
): Promise<void> {
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
      holdIds,
      fresh.map(({ section }) => section.sectionId),
      fresh.map(({ seatId }) => seatId),
      fresh.map(({ section }) => section.price),
      session.eventId,
    ],
  )
}
