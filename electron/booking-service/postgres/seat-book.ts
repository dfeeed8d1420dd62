import { createSectionStatuses } from '../store/section-statuses.ts'
import { AVAILABLE, HELD } from '../store/store.ts'
import type { Claim } from '../rules/holds.ts'
import type { LocatedSeat } from '../rules/seats.ts'
import type { EventEdition } from './catalog.ts'
import { only, type Queries } from './database.ts'

/** Index into SEAT_STATUS. */
type Status = 0 | 1 | 2

export interface SeatChange {
  readonly sectionId: number
  readonly seatId: number
  readonly from: Status
  readonly to: Status
}

/** A transaction that holds the lock of one event. */
export interface EventWrite extends Queries, EventEdition {
  readonly now: number
  /** Runs once the transaction is committed; never when it is rolled back. */
  readonly afterCommit: (action: () => void) => void
}

export type SeatBook = ReturnType<typeof createSeatBook>

/** Who has which seat, and the counters that say how many are left: they change here and nowhere else. */
export function createSeatBook() {
  const known = createSectionStatuses()

  /** Writes the counters and revisions of seats that changed, and of the sessions whose holds they were. */
  async function record(
    { rows, eventId, now, afterCommit }: EventWrite,
    sessionNos: readonly number[],
    changes: readonly SeatChange[],
  ): Promise<void> {
    const [event] = await rows<{ revision: number }>(
      `UPDATE event SET revision = greatest(revision + 1, $2), remaining = remaining + $3 WHERE event_id = $1
       RETURNING revision`,
      [eventId, now, delta(changes)],
    )
    const { revision } = only(event)
    const bySection = [...Map.groupBy(changes, (change) => change.sectionId)]
    const before = await rows<{ sectionId: number; revision: number }>(
      `WITH one AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS one (section_id, delta)),
       old AS (SELECT section_id, revision FROM section WHERE section_id = ANY ($1::bigint[])),
       counted AS (
         UPDATE section SET remaining = remaining + one.delta, revision = $3
         FROM one WHERE section.section_id = one.section_id RETURNING section.zone_id, one.delta),
       zones AS (
         UPDATE zone SET remaining = zone.remaining + sums.delta
         FROM (SELECT zone_id, sum(delta)::bigint AS delta FROM counted GROUP BY zone_id) AS sums
         WHERE zone.zone_id = sums.zone_id),
       sessions AS (UPDATE session SET revision = $3 WHERE session_no = ANY ($4::bigint[]))
       SELECT section_id AS "sectionId", revision FROM old`,
      [bySection.map(([sectionId]) => sectionId), bySection.map(([, own]) => delta(own)), revision, sessionNos],
    )
    const earlier = new Map(before.map((section) => [section.sectionId, section.revision]))
    afterCommit(() => {
      for (const [sectionId, own] of bySection) known.advance(sectionId, earlier.get(sectionId) ?? -1, revision, own)
    })
    if (before.length !== bySection.length) throw new Error(`event ${eventId} lacks one of its sections`)
  }

  return {
    record,
    known,

    /** Frees the seats of every hold of the event that has expired. The first step of each writing operation. */
    async settle(write: EventWrite): Promise<void> {
      const due = await write.rows<{ seatId: number; sectionId: number; holdNo: number; sessionNo: number }>(
        `DELETE FROM claim WHERE event_id = $1 AND state = 'held' AND expires_at <= $2
         RETURNING seat_id AS "seatId", section_id AS "sectionId", hold_no AS "holdNo", session_no AS "sessionNo"`,
        [write.eventId, write.now],
      )
      if (due.length === 0) return
      await write.run("UPDATE hold SET state = 'expired' WHERE hold_no = ANY ($1::bigint[])", [
        due.map(({ holdNo }) => holdNo),
      ])
      const changes = due.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: AVAILABLE }) as const)
      await record(write, [...new Set(due.map(({ sessionNo }) => sessionNo))], changes)
    },
  }
}

/** Who has these seats, by seat id. */
export async function claimsOf({ rows }: Queries, seats: readonly LocatedSeat[]): Promise<ReadonlyMap<number, Claim>> {
  const claims = await rows<Claim & { readonly seatId: number }>(
    `SELECT seat_id AS "seatId", state, session_no AS "sessionNo", withheld FROM claim
     WHERE seat_id = ANY ($1::bigint[])`,
    [seats.map(({ seatId }) => seatId)],
  )
  return new Map(claims.map((claim) => [claim.seatId, claim]))
}

/** By how many the available seats grow. */
function delta(changes: readonly SeatChange[]): number {
  return changes.reduce((sum, { from, to }) => sum + Number(to === AVAILABLE) - Number(from === AVAILABLE), 0)
}
