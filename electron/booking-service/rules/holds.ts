import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Checkout, Hold, Refusal, SalesEvent, Session } from '../store/store.ts'
import { locateSeat, numericId, seatOfRow, type LocatedSeat } from './seats.ts'

/** What step 4 and step 5 decide from what is in the database: the same for every store. */

export type HoldState = 'held' | 'released' | 'expired' | 'sold'

/** A hold as the database keeps it. */
export interface HoldRow {
  readonly holdNo: number
  readonly holdId: string
  readonly sectionId: number
  readonly seatId: number
  readonly price: number
  readonly expiresAt: number
  readonly state: HoldState
}

/** Who has a seat; `sessionNo` is null where it was sold elsewhere, or withheld. */
export interface Claim {
  readonly state: 'held' | 'sold'
  /** Taken off sale by the venue; to partners it is sold. */
  readonly withheld: boolean
  readonly sessionNo: number | null
}

export function activeSession<S extends Session>(
  session: S | null,
  now: number,
): Result<S, Refusal<'session-unknown' | 'session-expired'>> {
  if (session === null) return err({ type: 'session-unknown' })
  if (session.expiresAt <= now) return err({ type: 'session-expired', expiredAt: session.expiresAt })
  return ok(session)
}

export function locateSeats(
  event: SalesEvent,
  seatIds: readonly string[],
): Result<readonly LocatedSeat[], Refusal<'seats-unknown'>> {
  const asked = seatIds.map((text) => ({ text, seat: locateSeat(event, numericId(text)) }))
  const unknown = asked.filter(({ seat }) => seat === null).map(({ text }) => text)
  if (unknown.length > 0) return err({ type: 'seats-unknown', seatIds: unknown })
  return ok(asked.flatMap(({ seat }) => seat ?? []))
}

/** Returns the seats to hold anew; those that the session holds already keep their hold and its time. `isOver`: of the event. */
export function seatsToHold(
  sessionNo: number,
  wanted: readonly LocatedSeat[],
  claims: ReadonlyMap<number, Claim>,
  { used, limit, isOver }: { readonly used: number; readonly limit: number; readonly isOver: boolean },
): Result<readonly LocatedSeat[], Refusal<'event-ended' | 'seat-limit' | 'seats-taken'>> {
  const isOwn = (claim: Claim | undefined): boolean => claim?.state === 'held' && claim.sessionNo === sessionNo
  const fresh = wanted.filter(({ seatId }) => !isOwn(claims.get(seatId)))
  if (isOver && fresh.length > 0) return err({ type: 'event-ended' })
  if (used + fresh.length > limit) return err({ type: 'seat-limit', limit, used })
  const taken = fresh.flatMap(({ seatId, seatCode }) => {
    const claim = claims.get(seatId)
    return claim === undefined ? [] : [{ seatId, seatCode, status: claim.state }]
  })
  return taken.length > 0 ? err({ type: 'seats-taken', seats: taken }) : ok(fresh)
}

export function holdOf(
  row: Pick<HoldRow, 'holdId' | 'seatId' | 'price' | 'expiresAt'>,
  event: SalesEvent,
  now: number,
): Hold {
  return {
    holdId: row.holdId,
    seatId: row.seatId,
    seatCode: seatOfRow(event, row.seatId).seatCode,
    price: row.price,
    currency: event.currency,
    expiresAt: row.expiresAt,
    // Rounded down: nobody may believe in time that is not there.
    remainingSeconds: Math.max(0, Math.floor((row.expiresAt - now) / 1000)),
  }
}

/** `newest` is the session's last hold, whatever became of it. */
export function checkoutOf(
  session: Session,
  holds: readonly Hold[],
  newest: HoldRow | undefined,
  { event, now }: { readonly event: SalesEvent; readonly now: number },
): Result<Checkout, Refusal<'no-holds' | 'holds-expired'>> {
  if (holds.length === 0) {
    const isExpired = newest?.state === 'expired' || (newest?.state === 'held' && newest.expiresAt <= now)
    return isExpired ? err({ type: 'holds-expired', holdIds: [newest.holdId] }) : err({ type: 'no-holds' })
  }
  const { sessionId, ownerRef, eventId, expiresAt } = session
  return ok({
    session: { sessionId, ownerRef, eventId, expiresAt },
    currency: event.currency,
    holds,
    amount: holds.reduce((sum, hold) => sum + hold.price, 0),
  })
}
