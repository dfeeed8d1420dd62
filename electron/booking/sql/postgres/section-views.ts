import { err, ok } from '../../../../shared/domain/result.ts'
import { activeSession, holdOf, type HoldRow, numericId, type SessionRow } from '../../rules/holds.ts'
import type { Catalog } from '../catalog.ts'
import { type BookingStore, HELD, type SalesSection, SOLD } from '../store.ts'
import { only } from '../store-task.ts'
import { type Database, perform } from './database.ts'
import { HOLDS, sessionWith } from './holds.ts'
import type { SeatState } from './seat-state.ts'
import type { CoalescedRead, Transactions } from './transactions.ts'

interface View {
  readonly session: SessionRow
  readonly holds: readonly HoldRow[]
  readonly counts: Counts | null
}

interface Counts {
  readonly remaining: number
  readonly zoneRemaining: number
  readonly revision: number
  /** Seat ids of the section that are held or sold; null if the caller already has the ids. */
  readonly held: readonly number[] | null
  readonly sold: readonly number[] | null
}

/**
 * Selects claims by seat id, to avoid the index of all holds. Null if the section's revision equals the parameter `d`.
 */
const claimed = (which: string): string =>
  `CASE WHEN section.revision::text IS DISTINCT FROM d THEN ARRAY(SELECT seat_id FROM claim
     WHERE claim.expires_at ${which} AND seat_id >= first_seat_id AND seat_id < first_seat_id + seat_count) END`

/** One statement reads one snapshot, so counters, holds and seats agree. */
const VIEW = sessionWith(`'holds', ${HOLDS}, 'counts', (SELECT json_build_object('remaining', section.remaining,
    'zoneRemaining', zone.remaining, 'revision', section.revision,
    'held', ${claimed('IS NOT NULL')}, 'sold', ${claimed('IS NULL')})
  FROM section JOIN zone USING (zone_id) WHERE section_id = c::bigint AND section.event_id = session.event_id)`)

/** Reads views of one section. Reads the seats only if the section has changed since the last read. */
export class SectionViews {
  readonly #database: Database
  readonly #catalog: Catalog
  readonly #seats: SeatState
  readonly #view: CoalescedRead<View>

  constructor(database: Database, transactions: Transactions, catalog: Catalog, seats: SeatState) {
    this.#database = database
    this.#catalog = catalog
    this.#seats = seats
    this.#view = transactions.look(VIEW)
  }

  async read({
    partnerCode,
    ...input
  }: Parameters<BookingStore['viewSection']>[0]): ReturnType<BookingStore['viewSection']> {
    const { known } = this.#seats
    const sectionId = numericId(input.sectionId) ?? 0
    const before = known.latest(sectionId)
    const asked = [input.sessionId.toLowerCase(), partnerCode, String(sectionId)]
    const { found, now } = await this.#view(...asked, ...(before ? [String(before.revision)] : []))
    const active = activeSession(found?.session ?? null, now)
    if (!active.ok) return active
    const session = active.value
    const event = this.#catalog.known(session) ?? (await perform(this.#database, this.#catalog.salesEvent(session)))
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
      // Both revisions come from one increasing counter, so different pairs never have the same maximum.
      revision: Math.max(sectionRevision, session.revision),
      statuses: only(read ?? before?.statuses),
    })
  }
}

function statusesIn(section: SalesSection, { held, sold }: Counts): Uint8Array | null {
  if (held === null || sold === null) return null
  const statuses = new Uint8Array(section.seatCount)
  for (const seatId of held) statuses[seatId - section.firstSeatId] = HELD
  for (const seatId of sold) statuses[seatId - section.firstSeatId] = SOLD
  return statuses
}
