import { err, ok } from '../../../shared/domain/result.ts'
import { HELD, SOLD, type BookingStore, type SalesSection } from '../store/store.ts'
import { activeSession, holdOf, type HoldRow } from '../rules/holds.ts'
import { numericId } from '../rules/seats.ts'
import type { Catalog } from './catalog.ts'
import type { Database } from './database.ts'
import type { SeatBook } from './seat-book.ts'
import { HOLDS } from './session-holds.ts'
import { sessionWith, type SessionRow } from './sessions.ts'
import type { Ask } from './shared-reads.ts'

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
  /** Seat ids of the section that are taken; left out where they were not asked for. */
  readonly held?: readonly number[]
  readonly sold?: readonly number[]
}

/** One statement sees one moment: counters, holds and seats agree. */
const view = (more: string): string =>
  sessionWith(`'holds', ${HOLDS}, 'counts', (SELECT json_build_object('remaining', section.remaining,
      'zoneRemaining', zone.remaining, 'revision', section.revision${more})
    FROM section JOIN zone USING (zone_id) WHERE section_id = c::bigint AND section.event_id = session.event_id)`)

/** By the seats' numbers, not by the index of all that are held. */
const claimed = (name: 'held' | 'sold', which: string): string =>
  `, '${name}', ARRAY(SELECT seat_id FROM claim WHERE claim.expires_at ${which} AND seat_id >= first_seat_id
     AND seat_id < first_seat_id + seat_count)`

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
  const withoutSeats = look<View>(view(''))
  const withSeats = look<View>(view(claimed('held', 'IS NOT NULL') + claimed('sold', 'IS NULL')))

  /** Null when the seats were not read, and are not known. */
  function statusesOf(section: SalesSection, { revision, held, sold }: Counts): Uint8Array | null {
    if (held === undefined || sold === undefined) return known.at(section.sectionId, revision)
    const statuses = new Uint8Array(section.seatCount)
    for (const seatId of held) statuses[seatId - section.firstSeatId] = HELD
    for (const seatId of sold) statuses[seatId - section.firstSeatId] = SOLD
    known.keep(section, revision, statuses)
    return statuses
  }

  return {
    async viewSection({ partnerCode, ...input }) {
      const asked = [input.sessionId.toLowerCase(), partnerCode, String(numericId(input.sectionId) ?? 0)]
      for (const read of [withoutSeats, withSeats]) {
        const { found, now } = await read(...asked)
        const active = activeSession(found?.session ?? null, now)
        if (!active.ok) return active
        const session = active.value
        const event = await catalog.salesEvent(database, session)
        const counts = found?.counts ?? null
        const section = event.sections.find(({ sectionId }) => String(sectionId) === asked[2])
        if (section === undefined || counts === null) return err({ type: 'section-unknown' })
        const statuses = statusesOf(section, counts)
        if (statuses === null) continue
        const { remaining, zoneRemaining, revision: sectionRevision } = counts
        return ok({
          now,
          session,
          holds: found?.holds.map((row) => holdOf(row, event, now)) ?? [],
          event,
          sectionId: section.sectionId,
          remaining,
          zoneRemaining,
          sectionRevision,
          // Both come from the event's one growing count, so that no two states of the pair share the larger one.
          revision: Math.max(sectionRevision, session.revision),
          statuses,
        })
      }
      throw new Error(`the seats of section ${asked[2]} could not be read`)
    },
  }
}
