import { localTime } from '../../../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../../../shared/domain/result.ts'
import { isEventOver } from '../../../../shared/domain/seats/offer.ts'
import {
  activeSession,
  checkoutOf,
  holdOf,
  type HoldRefusal,
  type HoldRow,
  holdToRelease,
  newHolds,
  newSession,
  numericId,
  openedSession,
  type SessionRow,
  type SessionTerms,
} from '../../rules/holds.ts'
import type { Catalog } from '../catalog.ts'
import {
  AVAILABLE,
  type BookingStore,
  type Checkout,
  HELD,
  type Hold,
  type OpenedSession,
  type Refusal,
  type SalesEvent,
  type SalesSection,
  type SectionSnapshot,
  type SessionKey,
  type SessionRefusal,
  SOLD,
} from '../store.ts'
import type { SeatState } from './seat-state.ts'
import type { Statements } from './statements.ts'
import type { Transaction } from './write-queue.ts'

const COLUMNS = `hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price,
  expires_at AS expiresAt, state`
const CURRENT = `SELECT ${COLUMNS} FROM hold
  WHERE session_no = ? AND state = 'held' AND expires_at > ? ORDER BY hold_no`
const NEWEST = `SELECT ${COLUMNS} FROM hold WHERE session_no = ? ORDER BY hold_no DESC LIMIT 1`
const BY_ID = `SELECT ${COLUMNS} FROM hold WHERE hold_id = ? AND session_no = ?`

/**
 * Opens sessions, reads their sections, and creates and releases their holds (steps 2 to 5 of the specification). Call
 * the methods within a transaction in which expired holds have been freed.
 */
export class SessionHolds {
  readonly #statements: Statements
  readonly #catalog: Catalog
  readonly #seats: SeatState
  readonly #terms: SessionTerms & { readonly clock: () => number }

  constructor(
    statements: Statements,
    catalog: Catalog,
    seats: SeatState,
    terms: SessionTerms & { readonly clock: () => number },
  ) {
    this.#statements = statements
    this.#catalog = catalog
    this.#seats = seats
    this.#terms = terms
  }

  open(
    input: Parameters<BookingStore['openSession']>[0],
    now: number,
  ): Result<OpenedSession, Refusal<'event-unknown' | 'event-ended' | 'access-denied'>> {
    const statements = this.#statements
    const found = statements.perform(this.#catalog.overview(numericId(input.eventId) ?? 0))
    const opened = newSession(found, input, now, this.#terms)
    if (!opened.ok) return opened
    const session = opened.value
    statements.run(
      `INSERT INTO session (session_id, partner_code, owner_ref, event_id, expires_at, revision)
       VALUES (?, ?, ?, ?, ?, 0)`,
      session.sessionId,
      input.partnerCode,
      session.ownerRef,
      session.eventId,
      session.expiresAt,
    )
    if (found === null) return err({ type: 'event-unknown' })
    const event = statements.perform(this.#catalog.openedEvent(found))
    return ok(openedSession({ now, session, event }, found, statements.perform(this.#catalog.salesEvent(found))))
  }

  /** Finds a session of the partner, expired or not. */
  #find({ partnerCode, sessionId }: SessionKey): SessionRow | null {
    const found = this.#statements.all<SessionRow>(
      `SELECT session_no AS sessionNo, session_id AS sessionId, owner_ref AS ownerRef, session.event_id AS eventId,
         expires_at AS expiresAt, session.revision, edition
       FROM session JOIN event USING (event_id) WHERE session_id = ? AND partner_code = ?`,
      sessionId.toLowerCase(),
      partnerCode,
    )[0]
    return found ?? null
  }

  #active(key: SessionKey, now: number): Result<SessionRow, Refusal<SessionRefusal>> {
    return activeSession(this.#find(key), now)
  }

  #eventOf(session: SessionRow): SalesEvent {
    return this.#catalog.known(session) ?? this.#statements.perform(this.#catalog.salesEvent(session))
  }

  #current(session: SessionRow, now: number): Hold[] {
    const event = this.#eventOf(session)
    return this.#statements.all<HoldRow>(CURRENT, session.sessionNo, now).map((hold) => holdOf(hold, event, now))
  }

  view(
    key: SessionKey & { readonly sectionId: string },
    now: number,
  ): Result<SectionSnapshot, Refusal<SessionRefusal | 'section-unknown'>> {
    const active = this.#active(key, now)
    if (!active.ok) return active
    const session = active.value
    const event = this.#eventOf(session)
    const sectionId = numericId(key.sectionId)
    const section = event.sections.find((one) => one.sectionId === sectionId)
    if (sectionId === null || section === undefined) return err({ type: 'section-unknown' })
    const holds = this.#current(session, now)
    const row = this.#statements.all<{ remaining: number; zoneRemaining: number; revision: number }>(
      `SELECT remaining, revision, (SELECT remaining FROM zone WHERE zone.zone_id = section.zone_id) AS zoneRemaining
       FROM section WHERE section_id = ?`,
      sectionId,
    )[0]
    if (row === undefined) throw new Error(`no section ${sectionId}`)
    const isUnchanged = this.#seats.watch.since([`zone ${section.zoneId}`, `session ${session.sessionNo}`])
    const until = Math.min(session.expiresAt, this.#seats.firstExpiry(), ...holds.map(endOfItsSecond))
    return ok({
      now,
      still: () => {
        const later = this.#terms.clock()
        return later >= now && later < until && isUnchanged() ? later : null
      },
      session,
      holds,
      event,
      sectionId,
      remaining: row.remaining,
      zoneRemaining: row.zoneRemaining,
      sectionRevision: row.revision,
      // Both revisions come from one increasing counter, so different pairs never have the same maximum.
      revision: Math.max(row.revision, session.revision),
      statuses: this.#statusesAt(section, row.revision),
    })
  }

  /** Reads the seats only if the section has changed. */
  #statusesAt(section: SalesSection, revision: number): Uint8Array {
    const { sectionId, firstSeatId, seatCount } = section
    const { known } = this.#seats
    const latest = known.latest(sectionId)
    if (latest?.revision === revision) return latest.statuses
    const statuses = new Uint8Array(seatCount)
    const claims = this.#statements.all<{ seatId: number; state: 'held' | 'sold' }>(
      'SELECT seat_id AS seatId, state FROM claim WHERE seat_id >= ? AND seat_id < ?',
      firstSeatId,
      firstSeatId + seatCount,
    )
    for (const { seatId, state } of claims) statuses[seatId - firstSeatId] = state === 'held' ? HELD : SOLD
    known.keep(section, revision, statuses)
    return statuses
  }

  hold(
    key: SessionKey & { readonly seatIds: readonly string[] },
    now: number,
    transaction: Transaction,
  ): Result<readonly Hold[], Refusal<HoldRefusal>> {
    const found = this.#active(key, now)
    if (!found.ok) return found
    const session = found.value
    const event = this.#eventOf(session)
    const { claimsOn } = this.#seats
    const used = (): number => this.#seats.used(session.sessionNo)
    const isOver = isEventOver(event, localTime(now, this.#terms.timeZone))
    const holds = newHolds(session, key.seatIds, { event, claimsOn, used }, { now, isOver, terms: this.#terms })
    if (!holds.ok) return holds
    const { wanted, added } = holds.value
    if (added.length > 0) {
      this.#seats.hold(added)
      const changes = added.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: AVAILABLE, to: HELD }))
      this.#seats.record({ eventId: session.eventId, sessionNos: [session.sessionNo], now }, changes, transaction)
    }
    const bySeat = new Map(this.#current(session, now).map((hold) => [hold.seatId, hold]))
    return ok(wanted.flatMap(({ seatId }) => bySeat.get(seatId) ?? []))
  }

  release(
    key: SessionKey & { readonly holdId: string },
    now: number,
    transaction: Transaction,
  ): Result<readonly Hold[], Refusal<'session-unknown' | 'holds-unknown' | 'holds-sold'>> {
    const session = this.#find(key)
    if (session === null) return err({ type: 'session-unknown' })
    const own = this.#statements.all<HoldRow>(BY_ID, key.holdId.toLowerCase(), session.sessionNo)[0] ?? null
    const hold = holdToRelease(own, key.holdId)
    if (!hold.ok) return hold
    if (hold.value !== null) {
      const { holdNo, sectionId, seatId } = hold.value
      this.#seats.end(holdNo, seatId, 'released')
      const change = { sectionId, seatId, from: HELD, to: AVAILABLE }
      this.#seats.record({ eventId: session.eventId, sessionNos: [session.sessionNo], now }, [change], transaction)
    }
    return ok(this.#current(session, now))
  }

  checkout(key: SessionKey, now: number): Result<Checkout, Refusal<SessionRefusal | 'no-holds' | 'holds-expired'>> {
    const session = this.#active(key, now)
    if (!session.ok) return session
    const newest = this.#statements.all<HoldRow>(NEWEST, session.value.sessionNo)[0]
    const event = this.#eventOf(session.value)
    return checkoutOf(session.value, this.#current(session.value, now), newest, { event, now })
  }
}

/** Returns the time until which `remainingSeconds` of a hold is correct. */
function endOfItsSecond({ expiresAt, remainingSeconds }: Hold): number {
  return expiresAt - remainingSeconds * 1000 + 1
}
