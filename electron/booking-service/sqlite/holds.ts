import type { Database } from 'better-sqlite3'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { uuid, type Random } from '../store/random.ts'
import { checkoutOf, holdOf, locateSeats, seatsToHold, type Claim, type HoldRow } from '../rules/holds.ts'
import { AVAILABLE, HELD, type Checkout, type Hold, type Refusal, type SessionKey } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { SeatBook } from './seat-book.ts'
import type { SessionRow, Sessions } from './sessions.ts'
import type { Transaction } from './write-queue.ts'

export interface HoldLimits {
  readonly holdMs: number
  readonly maxSeatsPerSession: number
}

export type Holds = ReturnType<typeof createHolds>

/** Step 4 and what follows from it. The writing operations expect that expired holds are settled. */
export function createHolds(
  db: Database,
  parts: { readonly catalog: Catalog; readonly sessions: Sessions; readonly seats: SeatBook; readonly random: Random },
  limits: HoldLimits,
) {
  const { catalog, sessions, seats, random } = parts
  const columns = `hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price,
    expires_at AS expiresAt, state`
  const heldBy = db.prepare<[sessionNo: number, now: number], HoldRow>(
    `SELECT ${columns} FROM hold
     WHERE session_no = ? AND state = 'held' AND expires_at > ? ORDER BY hold_no`,
  )
  const newest = db.prepare<[sessionNo: number], HoldRow>(
    `SELECT ${columns} FROM hold WHERE session_no = ? ORDER BY hold_no DESC LIMIT 1`,
  )
  const countTaken = db
    .prepare<[sessionNo: number, again: number], number>(
      `SELECT (SELECT count(*) FROM hold WHERE session_no = ? AND state = 'held')
         + (SELECT count(*) FROM ticket WHERE session_no = ?)`,
    )
    .pluck()
  const byId = db.prepare<[holdId: string, sessionNo: number], HoldRow>(
    `SELECT ${columns} FROM hold WHERE hold_id = ? AND session_no = ?`,
  )
  const claimOn = db.prepare<[seatId: number], Claim>(
    `SELECT claim.state, session_no AS sessionNo FROM claim LEFT JOIN hold USING (hold_no) WHERE claim.seat_id = ?`,
  )
  const addHold = db.prepare<
    [holdId: string, sessionNo: number, sectionId: number, seatId: number, price: number, expiresAt: number]
  >(
    `INSERT INTO hold (hold_id, session_no, section_id, seat_id, price, expires_at, state)
     VALUES (?, ?, ?, ?, ?, ?, 'held')`,
  )
  const addClaim = db.prepare<[seatId: number, holdNo: number | bigint, expiresAt: number]>(
    "INSERT INTO claim (seat_id, hold_no, state, expires_at) VALUES (?, ?, 'held', ?)",
  )
  const release = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'released' WHERE hold_no = ?")
  const free = db.prepare<[seatId: number]>('DELETE FROM claim WHERE seat_id = ?')

  function current(session: SessionRow, now: number): Hold[] {
    const event = catalog.salesEvent(session.eventId)
    return heldBy.all(session.sessionNo, now).map((row) => holdOf(row, event, now))
  }

  return {
    current,

    hold(
      key: SessionKey & { readonly seatIds: readonly string[] },
      now: number,
      transaction: Transaction,
    ): Result<
      readonly Hold[],
      Refusal<'session-unknown' | 'session-expired' | 'seats-unknown' | 'seats-taken' | 'seat-limit'>
    > {
      const found = sessions.active(key, now)
      if (!found.ok) return found
      const session = found.value
      const event = catalog.salesEvent(session.eventId)
      const wanted = locateSeats(event, key.seatIds)
      if (!wanted.ok) return wanted
      const claims = new Map(
        wanted.value.flatMap(({ seatId }) => {
          const claim = claimOn.get(seatId)
          return claim === undefined ? [] : [[seatId, claim] as const]
        }),
      )
      const used = countTaken.get(session.sessionNo, session.sessionNo) ?? 0
      const decided = seatsToHold(session.sessionNo, wanted.value, claims, { used, limit: limits.maxSeatsPerSession })
      if (!decided.ok) return decided
      const fresh = decided.value

      // A hold never outlasts its session.
      const expiresAt = Math.min(now + limits.holdMs, session.expiresAt)
      for (const { seatId, section } of fresh) {
        const { lastInsertRowid: holdNo } = addHold.run(
          uuid(random),
          session.sessionNo,
          section.sectionId,
          seatId,
          section.price,
          expiresAt,
        )
        addClaim.run(seatId, holdNo, expiresAt)
      }
      if (fresh.length > 0) {
        const changes = fresh.map(({ seatId, section }) => ({
          sectionId: section.sectionId,
          seatId,
          from: AVAILABLE,
          to: HELD,
        }))
        seats.record({ eventId: session.eventId, sessionNos: [session.sessionNo], now }, changes, transaction)
      }
      const bySeat = new Map(current(session, now).map((hold) => [hold.seatId, hold]))
      return ok(wanted.value.flatMap(({ seatId }) => bySeat.get(seatId) ?? []))
    },

    release(
      key: SessionKey & { readonly holdId: string },
      now: number,
      transaction: Transaction,
    ): Result<readonly Hold[], Refusal<'session-unknown' | 'holds-unknown' | 'holds-sold'>> {
      const session = sessions.find(key)
      if (session === null) return err({ type: 'session-unknown' })
      const hold = byId.get(key.holdId.toLowerCase(), session.sessionNo)
      if (hold === undefined) return err({ type: 'holds-unknown', holdIds: [key.holdId] })
      if (hold.state === 'sold') return err({ type: 'holds-sold', holdIds: [key.holdId] })
      if (hold.state === 'held') {
        release.run(hold.holdNo)
        free.run(hold.seatId)
        const change = { sectionId: hold.sectionId, seatId: hold.seatId, from: HELD, to: AVAILABLE }
        seats.record({ eventId: session.eventId, sessionNos: [session.sessionNo], now }, [change], transaction)
      }
      return ok(current(session, now))
    },

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
