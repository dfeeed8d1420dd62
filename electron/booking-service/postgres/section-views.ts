import { err, ok } from '../../../shared/domain/result.ts'
import { type BookingStore, HELD, type SalesSection, SOLD } from '../store/store.ts'
import { activeSession, holdOf, type HoldRow, numericId } from '../rules/holds.ts'
import type { Catalog } from './events.ts'
import { type Database, only } from './database.ts'
import type { SeatBook } from './seat-book.ts'
import { HOLDS, type SessionRow, sessionWith } from './holds.ts'
import type { Ask } from './transactions.ts'

interface View {
  readonly session: SessionRow
  readonly holds: readonly HoldRow[]
  /** Null: the session's event has no such section. */
  readonly counts: Counts | null
}

interface Counts {
  readonly remaining: number
  readonly zoneRemaining: number
  readonly revision: number
  /** Seat ids of the section that are taken; null where the caller knows them. */
  readonly held: readonly number[] | null
  readonly sold: readonly number[] | null
}

/** By the seats' numbers, not by the index of all that are held. Of sections whose revision is not `d`. */
const claimed = (which: string): string =>
  `CASE WHEN section.revision::text IS DISTINCT FROM d THEN ARRAY(SELECT seat_id FROM claim
     WHERE claim.expires_at ${which} AND seat_id >= first_seat_id AND seat_id < first_seat_id + seat_count) END`

/** One statement sees one moment: counters, holds and seats agree. */
const VIEW = sessionWith(`'holds', ${HOLDS}, 'counts', (SELECT json_build_object('remaining', section.remaining,
    'zoneRemaining', zone.remaining, 'revision', section.revision,
    'held', ${claimed('IS NOT NULL')}, 'sold', ${claimed('IS NULL')})
  FROM section JOIN zone USING (zone_id) WHERE section_id = c::bigint AND section.event_id = session.event_id)`)

interface Parts {
  readonly database: Database
  readonly look: Ask
  readonly catalog: Catalog
  readonly seats: SeatBook
}

/** Views of one section: its seats are read again only where it has changed since this process saw it last. */
export function createSectionViews({
  database,
  look,
  catalog,
  seats: { known },
}: Parts): Pick<BookingStore, 'viewSection'> {
  const view = look<View>(VIEW)

  return {
    async viewSection({ partnerCode, ...input }) {
      const sectionId = numericId(input.sectionId) ?? 0
      const before = known.latest(sectionId)
      const asked = [input.sessionId.toLowerCase(), partnerCode, String(sectionId)]
      const { found, now } = await view(...asked, ...(before ? [String(before.revision)] : []))
      const active = activeSession(found?.session ?? null, now)
      if (!active.ok) return active
      const session = active.value
      const event = await catalog.salesEvent(database, session)
      const counts = found?.counts ?? null
      const section = event.sections.find((one) => one.sectionId === sectionId)
      if (section === undefined || counts === null) return err({ type: 'section-unknown' })
      const { remaining, zoneRemaining, revision: sectionRevision } = counts
      const read = statusesIn(section, counts)
      if (read) known.keep(section, sectionRevision, read)
      return ok({
        now,
        session,
        holds: found?.holds.map((row) => holdOf(row, event, now)) ?? [],
        event,
        sectionId,
        remaining,
        zoneRemaining,
        sectionRevision,
        // Both come from the event's one growing count, so that no two states of the pair share the larger one.
        revision: Math.max(sectionRevision, session.revision),
        statuses: only(read ?? before?.statuses),
      })
    },
  }
}

/** Null where they were not asked for. */
function statusesIn(section: SalesSection, { held, sold }: Counts): Uint8Array | null {
  if (held === null || sold === null) return null
  const statuses = new Uint8Array(section.seatCount)
  for (const seatId of held) statuses[seatId - section.firstSeatId] = HELD
  for (const seatId of sold) statuses[seatId - section.firstSeatId] = SOLD
  return statuses
}
