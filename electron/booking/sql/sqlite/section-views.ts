import { HELD, type Hold, type SalesSection, type SectionSnapshot, SOLD } from '../store.ts'
import type { SessionRow } from '../../rules/holds.ts'
import type { SeatState } from './seat-state.ts'
import type { Statements } from './statements.ts'

/** Reads a section within a read transaction. Reads the seats only if the section has changed. */
export function readSection(
  statements: Statements,
  seats: SeatState,
  {
    session,
    holds,
    event,
    section,
  }: Pick<SectionSnapshot, 'holds' | 'event'> & {
    readonly session: SessionRow
    readonly section: SalesSection
  },
  { now, clock }: { readonly now: number; readonly clock: () => number },
): SectionSnapshot {
  const row = statements.all<{ remaining: number; zoneRemaining: number; revision: number }>(
    `SELECT remaining, revision, (SELECT remaining FROM zone WHERE zone.zone_id = section.zone_id) AS zoneRemaining
     FROM section WHERE section_id = ?`,
    section.sectionId,
  )[0]
  if (row === undefined) throw new Error(`no section ${section.sectionId}`)
  const isUnchanged = seats.watch.since([`zone ${section.zoneId}`, `session ${session.sessionNo}`])
  const until = Math.min(session.expiresAt, seats.firstExpiry(), ...holds.map(endOfItsSecond))
  return {
    now,
    still() {
      const later = clock()
      return later >= now && later < until && isUnchanged() ? later : null
    },
    session,
    holds,
    event,
    sectionId: section.sectionId,
    remaining: row.remaining,
    zoneRemaining: row.zoneRemaining,
    sectionRevision: row.revision,
    // Both revisions come from one increasing counter, so different pairs never have the same maximum.
    revision: Math.max(row.revision, session.revision),
    statuses: statusesAt(statements, seats, section, row.revision),
  }
}

function statusesAt(statements: Statements, { known }: SeatState, section: SalesSection, revision: number): Uint8Array {
  const { sectionId, firstSeatId, seatCount } = section
  const latest = known.latest(sectionId)
  if (latest?.revision === revision) return latest.statuses
  const statuses = new Uint8Array(seatCount)
  const claims = statements.all<{ seatId: number; state: 'held' | 'sold' }>(
    'SELECT seat_id AS seatId, state FROM claim WHERE seat_id >= ? AND seat_id < ?',
    firstSeatId,
    firstSeatId + seatCount,
  )
  for (const { seatId, state } of claims) statuses[seatId - firstSeatId] = state === 'held' ? HELD : SOLD
  known.keep(section, revision, statuses)
  return statuses
}

/** Returns the time until which `remainingSeconds` of a hold is correct. */
function endOfItsSecond({ expiresAt, remainingSeconds }: Hold): number {
  return expiresAt - remainingSeconds * 1000 + 1
}
