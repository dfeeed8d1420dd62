import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { ownerRefOf, uuid, type Random } from '../store/random.ts'
import { numericId } from '../rules/seats.ts'
import type { OpenedSession, Refusal, Session, SessionKey } from '../store/store.ts'
import { sameText } from '../../host/secrets/same-secret.ts'
import type { Catalog, EventEdition } from './catalog.ts'
import { only, type Database, type Queries } from './database.ts'

export interface SessionRow extends Session, EventEdition {
  readonly sessionNo: number
  readonly revision: number
}

const SESSION_COLUMNS = `session.session_no AS "sessionNo", session.session_id AS "sessionId",
  owner_ref AS "ownerRef", session.event_id AS "eventId", session.expires_at AS "expiresAt", session.revision, edition`

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(catalog: Catalog, random: Random, lifetimeMs: number) {
  return {
    async open(
      database: Database,
      input: { readonly partnerCode: string; readonly eventId: string; readonly accessCode: string },
      now: number,
    ): Promise<Result<OpenedSession, Refusal<'event-unknown' | 'access-denied'>>> {
      const eventId = numericId(input.eventId)
      const found = eventId === null ? null : await catalog.overview(database, eventId)
      if (found === null) return err({ type: 'event-unknown' })
      const { accessCode, revision, edition, zonesLeft, sectionsLeft, ...row } = found
      if (!sameText(input.accessCode, accessCode)) return err({ type: 'access-denied' })
      const [session] = await database.rows<Session>(
        `INSERT INTO session (session_id, partner_code, owner_ref, event_id, expires_at, revision)
         VALUES ($1, $2, $3, $4, $5, 0)
         RETURNING session_id AS "sessionId", owner_ref AS "ownerRef", event_id AS "eventId", expires_at AS "expiresAt"`,
        [uuid(random), input.partnerCode, ownerRefOf(input.partnerCode, random), row.eventId, now + lifetimeMs],
      )
      const { zones, sections } = await catalog.salesEvent(database, { eventId: row.eventId, edition })
      return ok({
        now,
        session: only(session),
        event: await catalog.record(database, row),
        revision,
        zones: zones.map((zone, index) => ({ ...zone, remaining: zonesLeft[index] ?? 0 })),
        sections: sections.map((section, index) => ({ ...section, remaining: sectionsLeft[index] ?? 0 })),
      })
    },

    /** Expired or not; only the partner's own. */
    async find({ rows }: Queries, { partnerCode, sessionId }: SessionKey): Promise<SessionRow | null> {
      const [session] = await rows<SessionRow>(
        `SELECT ${SESSION_COLUMNS} FROM session JOIN event USING (event_id) WHERE session_id = $1 AND partner_code = $2`,
        [sessionId.toLowerCase(), partnerCode],
      )
      return session ?? null
    },
  }
}

/** The session with its event locked. */
export const lockSession =
  ({ sessionId, partnerCode }: SessionKey) =>
  async ({ rows }: Queries): Promise<SessionRow | null> => {
    const [session] = await rows<SessionRow>(
      `SELECT ${SESSION_COLUMNS} FROM session JOIN event USING (event_id)
       WHERE session_id = $1 AND partner_code = $2 FOR NO KEY UPDATE OF event`,
      [sessionId.toLowerCase(), partnerCode],
    )
    return session ?? null
  }
