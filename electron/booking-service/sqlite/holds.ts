import type { Database } from 'better-sqlite3'
import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { sameText } from '../../host/secrets/same-secret.ts'
import {
  activeSession,
  checkoutOf,
  type Claim,
  holdOf,
  type HoldRow,
  type LocatedSeat,
  locateSeats,
  numericId,
  seatsToHold,
} from '../rules/holds.ts'
import type { OrderedHold } from '../rules/purchases.ts'
import { ownerRefOf, type Random, uuid } from '../store/random.ts'
import {
  AVAILABLE,
  type Checkout,
  HELD,
  type Hold,
  type OpenedSession,
  type PurchaseOrder,
  type Refusal,
  type Session,
  type SessionKey,
} from '../store/store.ts'
import type { Catalog } from './events.ts'
import type { SeatBook } from './seat-book.ts'
import type { Transaction } from './write-queue.ts'

export interface HoldLimits {
  readonly holdMs: number
  readonly maxSeatsPerSession: number
  /** IANA time zone of the venues. */
  readonly timeZone: string
}

interface Parts {
  readonly catalog: Catalog
  readonly sessions: Sessions
  readonly ofSession: SessionHolds
  readonly claims: Claims
  readonly seats: SeatBook
}

/** Step 4: seats are held and released. Expects that expired holds are settled. */
export function createHolds({ catalog, sessions, ofSession, claims, seats }: Parts, limits: HoldLimits) {
  return {
    hold(
      key: SessionKey & { readonly seatIds: readonly string[] },
      now: number,
      transaction: Transaction,
    ): Result<
      readonly Hold[],
      Refusal<'session-unknown' | 'session-expired' | 'event-ended' | 'seats-unknown' | 'seats-taken' | 'seat-limit'>
    > {
      const found = sessions.active(key, now)
      if (!found.ok) return found
      const session = found.value
      const event = catalog.salesEvent(session.eventId)
      const wanted = locateSeats(event, key.seatIds)
      if (!wanted.ok) return wanted
      const limit = limits.maxSeatsPerSession
      const fresh = seatsToHold(session.sessionNo, wanted.value, claims.on(wanted.value), {
        used: claims.used(session),
        limit,
        isOver: isEventOver(event, localTime(now, limits.timeZone)),
      })
      if (!fresh.ok) return fresh
      if (fresh.value.length > 0) {
        // A hold never outlasts its session.
        claims.hold(session, fresh.value, Math.min(now + limits.holdMs, session.expiresAt))
        const changes = fresh.value.map(({ seatId, section }) => ({
          sectionId: section.sectionId,
          seatId,
          from: AVAILABLE,
          to: HELD,
        }))
        seats.record({ eventId: session.eventId, sessionNos: [session.sessionNo], now }, changes, transaction)
      }
      const bySeat = new Map(ofSession.current(session, now).map((hold) => [hold.seatId, hold]))
      return ok(wanted.value.flatMap(({ seatId }) => bySeat.get(seatId) ?? []))
    },

    release(
      key: SessionKey & { readonly holdId: string },
      now: number,
      transaction: Transaction,
    ): Result<readonly Hold[], Refusal<'session-unknown' | 'holds-unknown' | 'holds-sold'>> {
      const session = sessions.find(key)
      if (session === null) return err({ type: 'session-unknown' })
      const hold = ofSession.find(session, key.holdId)
      if (hold === null) return err({ type: 'holds-unknown', holdIds: [key.holdId] })
      if (hold.state === 'sold') return err({ type: 'holds-sold', holdIds: [key.holdId] })
      if (hold.state === 'held') {
        claims.release(hold)
        const change = { sectionId: hold.sectionId, seatId: hold.seatId, from: HELD, to: AVAILABLE }
        seats.record({ eventId: session.eventId, sessionNos: [session.sessionNo], now }, [change], transaction)
      }
      return ok(ofSession.current(session, now))
    },
  }
}

export type Claims = ReturnType<typeof createClaims>

/** The rows that say who has a seat: its claim, and the hold that it came of. */
export function createClaims(db: Database, random: Random) {
  // `+?`: planned once; see the session's holds.
  const claimOn = db.prepare<[seatId: number], Omit<Claim, 'withheld'> & { readonly withheld: number }>(
    `SELECT claim.state, session_no AS sessionNo, withheld FROM claim LEFT JOIN hold USING (hold_no)
     WHERE claim.seat_id = +?`,
  )
  const countTaken = db
    .prepare<[sessionNo: number, again: number], number>(
      `SELECT (SELECT count(*) FROM hold WHERE session_no = +? AND state = 'held')
         + (SELECT count(*) FROM ticket WHERE session_no = ? AND cancelled_at IS NULL)`,
    )
    .pluck()
  const addHold = db.prepare<
    [holdId: string, sessionNo: number, sectionId: number, seatId: number, price: number, expiresAt: number]
  >(
    `INSERT INTO hold (hold_id, session_no, section_id, seat_id, price, expires_at, state)
     VALUES (?, ?, ?, ?, ?, ?, 'held')`,
  )
  const addClaim = db.prepare<[seatId: number, holdNo: number | bigint, expiresAt: number]>(
    "INSERT INTO claim (seat_id, hold_no, state, expires_at) VALUES (?, ?, 'held', ?)",
  )
  const releaseHold = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'released' WHERE hold_no = ?")
  const freeSeat = db.prepare<[seatId: number]>('DELETE FROM claim WHERE seat_id = ?')
  const holdById = db.prepare<[holdId: string, partnerCode: string], OrderedHold>(
    `SELECT hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price, state,
       session_no AS sessionNo, event_id AS eventId
     FROM hold JOIN session USING (session_no) WHERE hold_id = +? AND partner_code = +?`,
  )
  const sellHold = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'sold' WHERE hold_no = ?")
  const sellSeat = db.prepare<[seatId: number, holdNo: number]>(
    "UPDATE claim SET state = 'sold', expires_at = NULL WHERE seat_id = +? AND hold_no = +? AND state = 'held'",
  )

  return {
    on: (seats: readonly LocatedSeat[]): ReadonlyMap<number, Claim> =>
      new Map(
        seats.flatMap(({ seatId }) => {
          const claim = claimOn.get(seatId)
          return claim === undefined ? [] : [[seatId, { ...claim, withheld: claim.withheld === 1 }]]
        }),
      ),

    /** How many seats the session holds or has bought. */
    used: ({ sessionNo }: SessionRow): number => countTaken.get(sessionNo, sessionNo) ?? 0,

    hold({ sessionNo }: SessionRow, seats: readonly LocatedSeat[], expiresAt: number): void {
      for (const { seatId, section } of seats) {
        const { sectionId, price } = section
        const { lastInsertRowid: holdNo } = addHold.run(uuid(random), sessionNo, sectionId, seatId, price, expiresAt)
        addClaim.run(seatId, holdNo, expiresAt)
      }
    },

    release({ holdNo, seatId }: Pick<HoldRow, 'holdNo' | 'seatId'>): void {
      releaseHold.run(holdNo)
      freeSeat.run(seatId)
    },

    /** The partner's holds among those that the order names, by id. */
    named: ({ holdIds, partnerCode }: PurchaseOrder): ReadonlyMap<string, OrderedHold> =>
      new Map(
        holdIds.flatMap((text) => {
          const hold = holdById.get(text.toLowerCase(), partnerCode)
          return hold === undefined ? [] : [[hold.holdId, hold]]
        }),
      ),

    sell(holds: readonly OrderedHold[]): void {
      for (const { holdNo, seatId } of holds) {
        sellHold.run(holdNo)
        if (sellSeat.run(seatId, holdNo).changes !== 1) throw new Error(`seat ${seatId} is not held by hold ${holdNo}`)
      }
    },
  }
}

export interface SessionRow extends Session {
  readonly sessionNo: number
  readonly revision: number
}

type Sessions = ReturnType<typeof createSessions>

export interface SessionTerms {
  readonly lifetimeMs: number
  /** IANA time zone of the venues. */
  readonly timeZone: string
}

export function createSessions(db: Database, catalog: Catalog, random: Random, { lifetimeMs, timeZone }: SessionTerms) {
  const add = db.prepare<
    [sessionId: string, partnerCode: string, ownerRef: string, eventId: number, expiresAt: number]
  >(
    `INSERT INTO session (session_id, partner_code, owner_ref, event_id, expires_at, revision)
     VALUES (?, ?, ?, ?, ?, 0)`,
  )
  const byId = db.prepare<[sessionId: string, partnerCode: string], SessionRow>(
    `SELECT session_no AS sessionNo, session_id AS sessionId, owner_ref AS ownerRef, event_id AS eventId,
       expires_at AS expiresAt, revision
     FROM session WHERE session_id = ? AND partner_code = ?`,
  )

  return {
    open(
      input: { readonly partnerCode: string; readonly eventId: string; readonly accessCode: string },
      now: number,
    ): Result<OpenedSession, Refusal<'event-unknown' | 'event-ended' | 'access-denied'>> {
      const eventId = numericId(input.eventId)
      const found = eventId === null ? null : catalog.onSale(eventId)
      if (found === null) return err({ type: 'event-unknown' })
      if (!sameText(input.accessCode, found.accessCode)) return err({ type: 'access-denied' })
      if (isEventOver(found.event, localTime(now, timeZone))) return err({ type: 'event-ended' })
      const session = {
        sessionId: uuid(random),
        ownerRef: ownerRefOf(input.partnerCode, random),
        eventId: found.event.eventId,
        expiresAt: now + lifetimeMs,
      }
      add.run(session.sessionId, input.partnerCode, session.ownerRef, session.eventId, session.expiresAt)
      const { zones, sections } = catalog.salesEvent(session.eventId)
      const left = catalog.remaining(session.eventId)
      return ok({
        now,
        session,
        event: found.event,
        revision: found.revision,
        zones: zones.map((zone, index) => ({ ...zone, remaining: left.zones[index] ?? 0 })),
        sections: sections.map((section, index) => ({ ...section, remaining: left.sections[index] ?? 0 })),
      })
    },

    /** Expired or not; only the partner's own. */
    find({ partnerCode, sessionId }: SessionKey): SessionRow | null {
      return byId.get(sessionId.toLowerCase(), partnerCode) ?? null
    },

    active(key: SessionKey, now: number): Result<SessionRow, Refusal<'session-unknown' | 'session-expired'>> {
      return activeSession(this.find(key), now)
    },
  }
}

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
