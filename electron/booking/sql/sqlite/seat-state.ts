import { type Claim, growth, type LocatedSeat, type NewHold, type SeatChange } from '../../rules/holds.ts'
import type { OrderedHold } from '../../rules/purchases.ts'
import { AVAILABLE, HELD, SectionStatuses } from '../store.ts'
import type { Statements } from './statements.ts'
import type { Transaction } from './write-queue.ts'

const EXPIRED = `SELECT seat_id AS seatId, section_id AS sectionId, hold_no AS holdNo, session_no AS sessionNo,
    event_id AS eventId
  FROM claim JOIN hold USING (hold_no, seat_id) JOIN session USING (session_no)
  WHERE claim.state = 'held' AND claim.expires_at <= ? ORDER BY event_id`

/** The only code that changes the claims on seats and the counters of remaining seats. */
export class SeatState {
  readonly known = new SectionStatuses()
  readonly watch: ChangeWatch
  readonly #statements: Statements

  constructor(statements: Statements, watch: ChangeWatch) {
    this.#statements = statements
    this.watch = watch
  }

  readonly claimsOn = (seats: readonly LocatedSeat[]): ReadonlyMap<number, Claim> => {
    const claims = new Map<number, Claim>()
    for (const { seatId } of seats) {
      const claim = this.#statements.all<Omit<Claim, 'withheld'> & { readonly withheld: number }>(
        `SELECT claim.state, session_no AS sessionNo, withheld FROM claim LEFT JOIN hold USING (hold_no)
         WHERE claim.seat_id = ?`,
        seatId,
      )[0]
      if (claim !== undefined) claims.set(seatId, { ...claim, withheld: claim.withheld === 1 })
    }
    return claims
  }

  used(sessionNo: number): number {
    const count = this.#statements.value(
      `SELECT (SELECT count(*) FROM hold WHERE session_no = ? AND state = 'held')
         + (SELECT count(*) FROM ticket WHERE session_no = ? AND cancelled_at IS NULL)`,
      sessionNo,
      sessionNo,
    )
    return count ?? 0
  }

  hold(holds: readonly NewHold[]): void {
    for (const { holdId, sessionNo, sectionId, seatId, price, expiresAt } of holds) {
      const { lastInsertRowid: holdNo } = this.#statements.run(
        `INSERT INTO hold (hold_id, session_no, section_id, seat_id, price, expires_at, state)
         VALUES (?, ?, ?, ?, ?, ?, 'held')`,
        holdId,
        sessionNo,
        sectionId,
        seatId,
        price,
        expiresAt,
      )
      const claim = "INSERT INTO claim (seat_id, hold_no, state, expires_at) VALUES (?, ?, 'held', ?)"
      this.#statements.run(claim, seatId, holdNo, expiresAt)
    }
  }

  end(holdNo: number, seatId: number, state: 'released' | 'expired'): void {
    this.#statements.run('UPDATE hold SET state = ? WHERE hold_no = ?', state, holdNo)
    this.#statements.run('DELETE FROM claim WHERE seat_id = ?', seatId)
  }

  sell({ holdNo, seatId }: OrderedHold): void {
    this.#statements.run("UPDATE hold SET state = 'sold' WHERE hold_no = ?", holdNo)
    const sold = this.#statements.run(
      "UPDATE claim SET state = 'sold', expires_at = NULL WHERE seat_id = ? AND hold_no = ? AND state = 'held'",
      seatId,
      holdNo,
    )
    if (sold.changes !== 1) throw new Error(`seat ${seatId} is not held by hold ${holdNo}`)
  }

  /** Writes the counters and revisions of changed seats, and of the sessions that held the seats. */
  record(
    { eventId, sessionNos, now }: { eventId: number; sessionNos: Iterable<number>; now: number },
    changes: readonly SeatChange[],
    transaction: Transaction,
  ): void {
    const revision = this.#statements.value(
      'UPDATE event SET revision = max(revision + 1, ?), remaining = remaining + ? WHERE event_id = ? RETURNING revision',
      now,
      growth(changes),
      eventId,
    )
    if (revision === undefined) throw new Error(`no event ${eventId}`)
    const topics: ChangeTopic[] = []
    for (const [sectionId, own] of Map.groupBy(changes, (change) => change.sectionId)) {
      const before = this.#statements.value('SELECT revision FROM section WHERE section_id = ?', sectionId)
      const zoneId = this.#statements.value(
        'UPDATE section SET remaining = remaining + ?, revision = ? WHERE section_id = ? RETURNING zone_id',
        growth(own),
        revision,
        sectionId,
      )
      if (before === undefined || zoneId === undefined) throw new Error(`no section ${sectionId}`)
      this.#statements.run('UPDATE zone SET remaining = remaining + ? WHERE zone_id = ?', growth(own), zoneId)
      topics.push(`zone ${zoneId}`)
      transaction.afterCommit(() => this.known.advance(sectionId, before, revision, own))
    }
    for (const sessionNo of sessionNos) {
      this.#statements.run('UPDATE session SET revision = ? WHERE session_no = ?', revision, sessionNo)
      topics.push(`session ${sessionNo}`)
    }
    transaction.afterCommit(() => this.watch.publish(topics))
  }

  firstExpiry(): number {
    return this.#statements.value("SELECT min(expires_at) FROM claim WHERE state = 'held'") ?? Infinity
  }

  hasExpired(now: number): boolean {
    return this.firstExpiry() <= now
  }

  /** Frees the seats of expired holds. Must be the first step of each write. */
  settle(now: number, transaction: Transaction): void {
    if (!this.hasExpired(now)) return
    const expired = this.#statements.all<{
      seatId: number
      sectionId: number
      holdNo: number
      sessionNo: number
      eventId: number
    }>(EXPIRED, now)
    for (const { seatId, holdNo } of expired) this.end(holdNo, seatId, 'expired')
    for (const [eventId, own] of Map.groupBy(expired, (hold) => hold.eventId)) {
      const sessionNos = new Set(own.map(({ sessionNo }) => sessionNo))
      const changes = own.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: HELD, to: AVAILABLE }))
      this.record({ eventId, sessionNos, now }, changes, transaction)
    }
  }
}

type ChangeTopic = `zone ${number}` | `session ${number}`

const MAX_TOPICS = 20_000

/** Detects without reading tables whether this process or another process has changed the database. */
export class ChangeWatch {
  readonly #statements: Statements
  readonly #changes = new Map<ChangeTopic, number>()
  #unspecific = 0

  constructor(statements: Statements) {
    this.#statements = statements
  }

  /** Records a change by this process that cannot be assigned to a topic. */
  changed(): void {
    this.#unspecific += 1
    this.#changes.clear()
  }

  /**
   * Records a committed change to the topics. The change must not affect section views that depend only on other
   * topics.
   */
  publish(topics: readonly ChangeTopic[]): void {
    if (this.#changes.size > MAX_TOPICS) this.changed()
    for (const topic of topics) this.#changes.set(topic, (this.#changes.get(topic) ?? 0) + 1)
  }

  /** Call within a read transaction. Returns a function that reports whether the topics are unchanged since then. */
  since(topics: readonly ChangeTopic[]): () => boolean {
    const seen = topics.map((topic) => this.#changes.get(topic))
    const [others, before] = [this.#commitsOfOthers(), this.#unspecific]
    return () =>
      this.#unspecific === before &&
      topics.every((topic, index) => this.#changes.get(topic) === seen[index]) &&
      this.#commitsOfOthers() === others
  }

  /** Returns a number that changes after another connection commits, read from shared memory. */
  #commitsOfOthers(): number | undefined {
    return this.#statements.value('PRAGMA data_version')
  }
}
