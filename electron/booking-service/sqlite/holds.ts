import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { locateSeats, seatsToHold } from '../rules/holds.ts'
import { AVAILABLE, HELD, type Hold, type Refusal, type SessionKey } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { Claims } from './claims.ts'
import type { SeatBook } from './seat-book.ts'
import type { SessionHolds } from './session-holds.ts'
import type { Sessions } from './sessions.ts'
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
