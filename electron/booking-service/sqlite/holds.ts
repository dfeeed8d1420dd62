import type { Database } from 'better-sqlite3'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { uuid, type Random } from '../random.ts'
import {
  AVAILABLE,
  HELD,
  type Checkout,
  type Hold,
  type Refusal,
  type SalesEvent,
  type SalesSection,
  type SessionKey,
} from '../store.ts'
import type { Catalog } from './catalog.ts'
import type { SeatBook } from './seat-book.ts'
import { numericId, type SessionRow, type Sessions } from './sessions.ts'
import type { Transaction } from './write-queue.ts'

type HoldState = 'held' | 'released' | 'expired' | 'sold'

interface HoldRow {
  readonly holdNo: number
  readonly holdId: string
  readonly sectionId: number
  readonly seatId: number
  readonly price: number
  readonly expiresAt: number
  readonly state: HoldState
}

interface Located {
  readonly seatId: number
  readonly section: SalesSection
  readonly seatCode: string
}

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
  const claimOn = db.prepare<
    [seatId: number],
    HoldRow & { readonly claim: 'held' | 'sold'; readonly sessionNo: number | null }
  >(
    `SELECT claim.state AS claim, session_no AS sessionNo, hold.hold_no AS holdNo, hold_id AS holdId,
       section_id AS sectionId, claim.seat_id AS seatId, price, hold.expires_at AS expiresAt, hold.state
     FROM claim LEFT JOIN hold USING (hold_no) WHERE claim.seat_id = ?`,
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
      const asked = key.seatIds.map((text) => ({ text, seat: locate(event, numericId(text)) }))
      const seatIds = asked.filter(({ seat }) => seat === null).map(({ text }) => text)
      if (seatIds.length > 0) return err({ type: 'seats-unknown', seatIds })

      const wanted = asked.flatMap(({ seat }) => (seat === null ? [] : [{ seat, claim: claimOn.get(seat.seatId) }]))
      const isOwn = ({ claim }: (typeof wanted)[number]): boolean =>
        claim?.claim === 'held' && claim.sessionNo === session.sessionNo
      const fresh = wanted.filter((one) => !isOwn(one)).map(({ seat }) => seat)
      const used = countTaken.get(session.sessionNo, session.sessionNo) ?? 0
      if (used + fresh.length > limits.maxSeatsPerSession) {
        return err({ type: 'seat-limit', limit: limits.maxSeatsPerSession, used })
      }
      const taken = wanted.flatMap((one) =>
        one.claim === undefined || isOwn(one)
          ? []
          : [{ seatId: one.seat.seatId, seatCode: one.seat.seatCode, status: one.claim.claim }],
      )
      if (taken.length > 0) return err({ type: 'seats-taken', seats: taken })

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
      return ok(wanted.flatMap(({ seat }) => bySeat.get(seat.seatId) ?? []))
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
      const holds = current(session.value, now)
      if (holds.length === 0) {
        const last = newest.get(session.value.sessionNo)
        const isExpired = last?.state === 'expired' || (last?.state === 'held' && last.expiresAt <= now)
        return isExpired ? err({ type: 'holds-expired', holdIds: [last.holdId] }) : err({ type: 'no-holds' })
      }
      const { currency } = catalog.salesEvent(session.value.eventId)
      const amount = holds.reduce((sum, hold) => sum + hold.price, 0)
      return ok({ session: session.value, currency, holds, amount })
    },
  }
}

function locate(event: SalesEvent, seatId: number | null): Located | null {
  if (seatId === null) return null
  const section = sectionAt(event, seatId)
  return section === null ? null : { seatId, section, seatCode: seatCodeOf(event, section, seatId) }
}

function holdOf(row: HoldRow, event: SalesEvent, now: number): Hold {
  const section = sectionAt(event, row.seatId)
  if (section === null) throw new Error(`seat ${row.seatId} is in no section of event ${event.eventId}`)
  return {
    holdId: row.holdId,
    seatId: row.seatId,
    seatCode: seatCodeOf(event, section, row.seatId),
    price: row.price,
    currency: event.currency,
    expiresAt: row.expiresAt,
    // Rounded down: nobody may believe in time that is not there.
    remainingSeconds: Math.max(0, Math.floor((row.expiresAt - now) / 1000)),
  }
}

/** Sections follow each other by seat id. */
export function sectionAt({ sections }: SalesEvent, seatId: number): SalesSection | null {
  const section = sections.findLast(({ firstSeatId }) => firstSeatId <= seatId)
  return section !== undefined && seatId < section.firstSeatId + section.seatCount ? section : null
}

function seatCodeOf({ layout }: SalesEvent, { code, firstSeatId }: SalesSection, seatId: number): string {
  return layout.section(code).seatCode(seatId - firstSeatId)
}
