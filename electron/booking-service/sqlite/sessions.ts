import type { Database } from 'better-sqlite3'
import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { ownerRefOf, uuid, type Random } from '../store/random.ts'
import { activeSession } from '../rules/holds.ts'
import { numericId } from '../rules/seats.ts'
import type { OpenedSession, Refusal, Session, SessionKey } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import { sameText } from '../../host/secrets/same-secret.ts'

export interface SessionRow extends Session {
  readonly sessionNo: number
  readonly revision: number
}

export type Sessions = ReturnType<typeof createSessions>

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
