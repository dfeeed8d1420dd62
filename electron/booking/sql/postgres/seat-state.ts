import { growth, type SeatChange } from '../../rules/holds.ts'
import { AVAILABLE, type EventEdition, HELD, SectionStatuses } from '../store.ts'
import { only } from '../store-task.ts'
import type { Queries } from './database.ts'

export interface EventWrite extends Queries, EventEdition {
  readonly now: number
  /** Changed seats and their former sessions. The counters are updated once, before the commit. */
  readonly changes: SeatChange[]
  readonly sessionNos: Set<number>
  /** Adds a statement that must end before the commit, but does not delay other statements. */
  readonly besides: (done: Promise<unknown>) => void
  /** Adds an action that runs once the transaction is committed, and never runs after a rollback. */
  readonly afterCommit: (action: () => void) => void
}

/** The only code that changes the claims on seats and the counters of remaining seats. */
export class SeatState {
  readonly known = new SectionStatuses()

  record(write: EventWrite, sessionNos: Iterable<number>, changes: readonly SeatChange[]): void {
    for (const sessionNo of sessionNos) write.sessionNos.add(sessionNo)
    write.changes.push(...changes)
  }

  /** Writes the counters and revisions of changed seats. Must be the last step of each transaction. */
  async count({ rows, run, eventId, now, changes, sessionNos, afterCommit }: EventWrite): Promise<void> {
    if (changes.length === 0) return
    const bySection = [...Map.groupBy(changes, (change) => change.sectionId)]
    const [, before] = await Promise.all([
      run(LOCK_COUNTERS, [eventId]),
      rows<{ revision: number; sectionId: number; earlier: number }>(COUNT, [
        eventId,
        now,
        growth(changes),
        bySection.map(([sectionId]) => sectionId),
        bySection.map(([, own]) => growth(own)),
        [...sessionNos],
      ]),
    ])
    if (before.length !== bySection.length) throw new Error(`event ${eventId} lacks one of its sections`)
    const earlier = new Map(before.map((section) => [section.sectionId, section]))
    afterCommit(() => {
      for (const [sectionId, own] of bySection) {
        const { earlier: from, revision } = only(earlier.get(sectionId))
        this.known.advance(sectionId, from, revision, own)
      }
    })
  }

  /** Returns the time (the database's if `clock` is null), the event's edition, and whether holds have expired. */
  async moment({ rows }: Queries, eventId: number, clock: number | null): Promise<Moment> {
    const [found] = await rows<Moment>(MOMENT, [eventId, clock])
    return only(found)
  }

  /** Frees the seats of expired holds. Expects that no other transaction changes the event meanwhile. */
  async settle({ rows }: Queries, eventId: number, clock: number | null): Promise<Settled> {
    const found = await rows<{ now: number } & Partial<Due>>(SETTLE, [eventId, clock])
    const due = found.flatMap(({ seatId, sectionId, sessionNo }) =>
      seatId && sectionId && sessionNo ? [{ seatId, sectionId, sessionNo }] : [],
    )
    return {
      now: only(found[0]).now,
      changes: due.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: AVAILABLE })),
      sessionNos: new Set(due.map(({ sessionNo }) => sessionNo)),
    }
  }
}

interface Due {
  readonly seatId: number
  readonly sectionId: number
  readonly sessionNo: number
}

interface Moment {
  readonly now: number
  /** Null if the event does not exist. */
  readonly edition: number | null
  readonly isDue: boolean
}

export type Settled = Pick<EventWrite, 'now' | 'changes' | 'sessionNos'>

const NOW = `moment AS MATERIALIZED (
    SELECT coalesce($2::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now)`

const MOMENT = `
  WITH ${NOW}
  SELECT now, edition,
    EXISTS (SELECT FROM claim WHERE event_id = $1 AND state = 'held' AND expires_at <= moment.now) AS "isDue"
  FROM moment LEFT JOIN event ON event_id = $1`

const SETTLE = `
  WITH ${NOW},
  due AS (
    DELETE FROM claim USING moment WHERE event_id = $1 AND state = 'held' AND expires_at <= moment.now
    RETURNING seat_id, section_id, hold_no, session_no),
  over AS (UPDATE hold SET state = 'expired' FROM due WHERE hold.hold_no = due.hold_no)
  SELECT now, seat_id AS "seatId", section_id AS "sectionId", session_no AS "sessionNo" FROM moment LEFT JOIN due ON true`

/**
 * The lock is taken in a separate statement, so that the next statement sees the data committed by previous lock
 * holders.
 */
const LOCK_COUNTERS = 'SELECT FROM event WHERE event_id = $1 FOR NO KEY UPDATE'

const COUNT = `
  WITH counter AS (
    UPDATE event SET revision = greatest(revision + 1, $2), remaining = remaining + $3 WHERE event_id = $1
    RETURNING revision),
  one AS (SELECT * FROM unnest($4::bigint[], $5::bigint[]) AS one (section_id, delta)),
  old AS (SELECT section_id, revision FROM section WHERE section_id = ANY ($4::bigint[])),
  counted AS (
    UPDATE section SET remaining = remaining + one.delta, revision = counter.revision
    FROM one, counter WHERE section.section_id = one.section_id RETURNING section.zone_id, one.delta),
  zones AS (
    UPDATE zone SET remaining = zone.remaining + sums.delta
    FROM (SELECT zone_id, sum(delta)::bigint AS delta FROM counted GROUP BY zone_id) AS sums
    WHERE zone.zone_id = sums.zone_id),
  sessions AS (UPDATE session SET revision = counter.revision FROM counter WHERE session_no = ANY ($6::bigint[]))
  SELECT counter.revision, section_id AS "sectionId", old.revision AS earlier FROM counter CROSS JOIN old`
