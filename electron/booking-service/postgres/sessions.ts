import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { ownerRefOf, uuid, type Random } from '../store/random.ts'
import { numericId } from '../rules/seats.ts'
import type { BookingStore, Session, SessionKey } from '../store/store.ts'
import { createRecent } from '../store/recent.ts'
import { sameText } from '../../host/secrets/same-secret.ts'
import { OVERVIEW, type Catalog, type EventEdition, type OverviewRow } from './catalog.ts'
import { only, type Database } from './database.ts'
import { grouped } from './grouped.ts'
import type { Ask } from './shared-reads.ts'

/** What a session stays from its opening to its end. */
export interface KnownSession extends Session {
  readonly sessionNo: number
}

export interface SessionRow extends KnownSession, EventEdition {
  readonly revision: number
}

const FIELDS = `json_build_object('sessionNo', session_no, 'sessionId', session_id, 'ownerRef', owner_ref,
    'eventId', session.event_id, 'expiresAt', session.expires_at, 'revision', session.revision, 'edition', edition)`

/** The session `a`, expired or not, if it is the partner `b`'s own. */
const find = (fields: string): string =>
  `SELECT ${fields} FROM session JOIN event USING (event_id) WHERE session_id = a AND partner_code = b`

/** The same as `session`, with what else is read of it. */
export const sessionWith = (more: string): string => find(`json_build_object('session', ${FIELDS}, ${more})`)

const MOST = 256
const MOST_KNOWN = 20_000

export type Sessions = ReturnType<typeof createSessions>

interface Parts {
  readonly database: Database
  readonly ask: Ask
  readonly catalog: Catalog
  readonly random: Random
  /** Near enough to the database's. */
  readonly clock: () => number
}

export function createSessions(
  { database, ask, catalog, random, clock }: Parts,
  { lifetimeMs, timeZone }: { readonly lifetimeMs: number; readonly timeZone: string },
) {
  const overview = ask<OverviewRow>(OVERVIEW)
  const session = ask<SessionRow>(find(FIELDS))
  const known = createRecent<string, KnownSession>(MOST_KNOWN)
  const add = grouped({ most: MOST }, async (added: readonly (Session & { readonly partnerCode: string })[]) => {
    const rows = await database.rows<{ sessionId: string; sessionNo: number }>(
      `INSERT INTO session (session_id, partner_code, owner_ref, event_id, expires_at, revision)
       SELECT *, 0 FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
       RETURNING session_id AS "sessionId", session_no AS "sessionNo"`,
      [
        added.map(({ sessionId }) => sessionId),
        added.map(({ partnerCode }) => partnerCode),
        added.map(({ ownerRef }) => ownerRef),
        added.map(({ eventId }) => eventId),
        added.map(({ expiresAt }) => expiresAt),
      ],
    )
    const numbers = new Map(rows.map(({ sessionId, sessionNo }) => [sessionId, sessionNo]))
    return added.map(({ sessionId }) => only(numbers.get(sessionId)))
  })

  return {
    async open({
      partnerCode,
      accessCode: given,
      ...input
    }: Parameters<BookingStore['openSession']>[0]): ReturnType<BookingStore['openSession']> {
      const eventId = numericId(input.eventId)
      if (eventId === null) return err({ type: 'event-unknown' })
      const { found, now } = await overview(String(eventId))
      if (found === null) return err({ type: 'event-unknown' })
      const { accessCode, revision, edition, zonesLeft, sectionsLeft, ...row } = found
      if (!sameText(given, accessCode)) return err({ type: 'access-denied' })
      if (isEventOver(row, localTime(now, timeZone))) return err({ type: 'event-ended' })
      const opened = {
        sessionId: uuid(random),
        ownerRef: ownerRefOf(partnerCode, random),
        eventId,
        expiresAt: now + lifetimeMs,
      }
      const sessionNo = await add({ ...opened, partnerCode })
      known.set(keyOf({ partnerCode, sessionId: opened.sessionId }), { ...opened, sessionNo })
      const { zones, sections } = await catalog.salesEvent(database, { eventId, edition })
      return ok({
        now,
        session: opened,
        event: await catalog.record(database, row),
        revision,
        zones: zones.map((zone, index) => ({ ...zone, remaining: zonesLeft[index] ?? 0 })),
        sections: sections.map((section, index) => ({ ...section, remaining: sectionsLeft[index] ?? 0 })),
      })
    },

    /** Expired or not; only the partner's own. Those that this process has opened or found are in its memory. */
    async find(key: SessionKey): Promise<KnownSession | null> {
      const before = known.get(keyOf(key))
      // Those that have expired are purged some day.
      if (before && before.expiresAt > clock()) return before
      const { found } = await session(key.sessionId.toLowerCase(), key.partnerCode)
      if (found) known.set(keyOf(key), found)
      return found
    },
  }
}

const keyOf = ({ partnerCode, sessionId }: SessionKey): string => `${partnerCode} ${sessionId.toLowerCase()}`
