import { HELD, SOLD, type Hold, type SalesEvent, type SalesSection, type SectionSnapshot } from '../store/store.ts'
import { holdOf, type HoldRow } from '../rules/holds.ts'
import { only, type Queries } from './database.ts'
import type { SeatBook } from './seat-book.ts'
import type { SessionRow } from './sessions.ts'

interface View {
  readonly remaining: number
  readonly zoneRemaining: number
  readonly sectionRevision: number
  readonly sessionRevision: number
  readonly holds: readonly HoldRow[]
  /** Seat ids of the section that are taken; left out where they were not asked for. */
  readonly held?: readonly number[]
  readonly sold?: readonly number[]
}

const CLAIMED = (state: 'held' | 'sold'): string =>
  `ARRAY(SELECT seat_id::float8 FROM claim WHERE claim.state = '${state}' AND seat_id >= first_seat_id
     AND seat_id < first_seat_id + seat_count) AS ${state}`

/** One statement sees one moment: counters, holds and seats agree. */
const statement = (more: string): string => `
  SELECT section.remaining, zone.remaining AS "zoneRemaining", section.revision AS "sectionRevision",
    session.revision AS "sessionRevision",
    (SELECT coalesce(json_agg(json_build_object('holdNo', hold_no, 'holdId', hold_id, 'sectionId', hold.section_id,
        'seatId', seat_id, 'price', hold.price, 'expiresAt', hold.expires_at, 'state', state) ORDER BY hold_no), '[]')
     FROM hold WHERE hold.session_no = session.session_no AND state = 'held' AND hold.expires_at > $3) AS holds${more}
  FROM session CROSS JOIN section JOIN zone USING (zone_id) WHERE session_no = $1 AND section_id = $2`

const WITHOUT_SEATS = statement('')
const WITH_SEATS = statement(`, ${CLAIMED('held')}, ${CLAIMED('sold')}`)

/** Views of one section: its seats are read again only where it has changed since this process saw it last. */
export function createSectionViews({ known }: SeatBook) {
  return {
    async read(
      { rows }: Queries,
      input: {
        readonly session: SessionRow
        readonly event: SalesEvent
        readonly section: SalesSection
        readonly now: number
      },
    ): Promise<SectionSnapshot> {
      const { session, event, section, now } = input
      const values = [session.sessionNo, section.sectionId, now]
      let view = only((await rows<View>(WITHOUT_SEATS, values))[0])
      let statuses = known.at(section.sectionId, view.sectionRevision)
      if (statuses === null) {
        view = only((await rows<View>(WITH_SEATS, values))[0])
        statuses = new Uint8Array(section.seatCount)
        for (const seatId of view.held ?? []) statuses[seatId - section.firstSeatId] = HELD
        for (const seatId of view.sold ?? []) statuses[seatId - section.firstSeatId] = SOLD
        known.keep(section, view.sectionRevision, statuses)
      }
      const { remaining, zoneRemaining, sectionRevision, sessionRevision } = view
      return {
        now,
        session,
        holds: view.holds.map((row): Hold => holdOf(row, event, now)),
        event,
        sectionId: section.sectionId,
        remaining,
        zoneRemaining,
        sectionRevision,
        // Both come from the event's one growing count, so that no two states of the pair share the larger one.
        revision: Math.max(sectionRevision, sessionRevision),
        statuses,
      }
    },
  }
}
