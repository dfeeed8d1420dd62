import type { Database } from 'better-sqlite3'
import { AVAILABLE, createSectionStatuses, HELD, type SOLD } from '../store/store.ts'
import type { ChangeWatch, Subject, Transaction } from './write-queue.ts'

type Status = typeof AVAILABLE | typeof HELD | typeof SOLD

export interface SeatChange {
  readonly sectionId: number
  readonly seatId: number
  readonly from: Status
  readonly to: Status
}

export type SeatBook = ReturnType<typeof createSeatBook>

/** Who has which seat, and the counters that say how many are left: they change here and nowhere else. */
export function createSeatBook(db: Database, watch: ChangeWatch) {
  const nextExpiry = db.prepare<[], number | null>("SELECT min(expires_at) FROM claim WHERE state = 'held'").pluck()
  const expired = db.prepare<
    [now: number],
    { seatId: number; sectionId: number; holdNo: number; sessionNo: number; eventId: number }
  >(
    `SELECT seat_id AS seatId, section_id AS sectionId, hold_no AS holdNo, session_no AS sessionNo, event_id AS eventId
     FROM claim JOIN hold USING (hold_no, seat_id) JOIN session USING (session_no)
     WHERE claim.state = 'held' AND claim.expires_at <= ? ORDER BY event_id`,
  )
  const expireHold = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'expired' WHERE hold_no = ?")
  const free = db.prepare<[seatId: number]>('DELETE FROM claim WHERE seat_id = ?')
  const bumpEvent = db
    .prepare<[now: number, delta: number, eventId: number], number>(
      `UPDATE event SET revision = max(revision + 1, ?), remaining = remaining + ? WHERE event_id = ? RETURNING revision`,
    )
    .pluck()
  const sectionRevision = db
    .prepare<[sectionId: number], number>('SELECT revision FROM section WHERE section_id = ?')
    .pluck()
  const bumpSection = db
    .prepare<[delta: number, revision: number, sectionId: number], number>(
      'UPDATE section SET remaining = remaining + ?, revision = ? WHERE section_id = ? RETURNING zone_id',
    )
    .pluck()
  const bumpZone = db.prepare<[delta: number, zoneId: number]>(
    'UPDATE zone SET remaining = remaining + ? WHERE zone_id = ?',
  )
  const bumpSession = db.prepare<[revision: number, sessionNo: number]>(
    'UPDATE session SET revision = ? WHERE session_no = ?',
  )

  const known = createSectionStatuses()

  /** Writes the counters and revisions of seats that changed, and of the sessions whose holds they were. */
  function record(
    { eventId, sessionNos, now }: { eventId: number; sessionNos: Iterable<number>; now: number },
    changes: readonly SeatChange[],
    transaction: Transaction,
  ): void {
    const revision = bumpEvent.get(now, delta(changes), eventId)
    if (revision === undefined) throw new Error(`no event ${eventId}`)
    const subjects: Subject[] = []
    for (const [sectionId, own] of Map.groupBy(changes, (change) => change.sectionId)) {
      const before = sectionRevision.get(sectionId)
      const zoneId = bumpSection.get(delta(own), revision, sectionId)
      if (before === undefined || zoneId === undefined) throw new Error(`no section ${sectionId}`)
      bumpZone.run(delta(own), zoneId)
      subjects.push(`zone ${zoneId}`)
      transaction.afterCommit(() => known.advance(sectionId, before, revision, own))
    }
    for (const sessionNo of sessionNos) {
      bumpSession.run(revision, sessionNo)
      subjects.push(`session ${sessionNo}`)
    }
    transaction.afterCommit(() => watch.tell(subjects))
  }

  /** When the first of all holds runs out. */
  const firstExpiry = (): number => nextExpiry.get() ?? Infinity
  const hasExpired = (now: number): boolean => firstExpiry() <= now

  return {
    record,
    known,
    firstExpiry,
    hasExpired,

    /** Frees the seats of every hold that has expired. The first step of each writing operation. */
    settle(now: number, transaction: Transaction): void {
      if (!hasExpired(now)) return
      const due = expired.all(now)
      for (const { seatId, holdNo } of due) {
        free.run(seatId)
        expireHold.run(holdNo)
      }
      for (const [eventId, own] of Map.groupBy(due, (row) => row.eventId)) {
        const sessionNos = new Set(own.map((row) => row.sessionNo))
        const changes = own.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: AVAILABLE }))
        record({ eventId, sessionNos, now }, changes, transaction)
      }
    },
  }
}

/** By how many the available seats grow. */
function delta(changes: readonly SeatChange[]): number {
  return changes.reduce((sum, { from, to }) => sum + Number(to === AVAILABLE) - Number(from === AVAILABLE), 0)
}
