import { localTime } from '../../../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../../../shared/domain/result.ts'
import { isEventOver } from '../../../../shared/domain/seats/offer.ts'
import {
  activeSession,
  checkoutOf,
  type Claim,
  holdOf,
  type HoldRow,
  holdToRelease,
  type KnownSession,
  type NewHold,
  newHolds,
  newSession,
  numericId,
  openedSession,
  type SessionRow,
  type SessionTerms,
} from '../../rules/holds.ts'
import type { Catalog } from '../catalog.ts'
import { BoundedMap } from '../random.ts'
import {
  AVAILABLE,
  type BookingStore,
  type Checkout,
  type EventEdition,
  HELD,
  type Hold,
  type OverviewRow,
  type Refusal,
  type SalesEvent,
  type SalesSection,
  type Session,
  type SessionKey,
  type SessionRefusal,
  SOLD,
} from '../store.ts'
import { only } from '../store-task.ts'
import { type Database, nothing, perform, type Queries } from './database.ts'
import type { EventGroups, Kind } from './event-groups.ts'
import type { EventWrite, SeatState } from './seat-state.ts'
import { type CoalescedRead, grouped, type Transactions } from './transactions.ts'

/** Maximum number of cached holds: the seats of a full stadium. */
const MAX_LOCAL_HOLDS = 100_000
const MAX_GROUP = 256
const MAX_SESSIONS = 20_000

export type LocalHolds = BoundedMap<string, { readonly eventId: number; readonly sessionNo: number }>

interface HoldRequest {
  readonly session: KnownSession
  readonly seatIds: readonly string[]
}

interface ReleaseRequest {
  readonly session: KnownSession
  readonly holdId: string
}

type HoldResult = Awaited<ReturnType<BookingStore['holdSeats']>>
type ReleaseResult = Result<readonly Hold[], Refusal<'holds-unknown' | 'holds-sold'>>

const unknownSession = err({ type: 'session-unknown' } as const)

/** Opens sessions, reads their sections, and creates and releases their holds (steps 2 to 5 of the specification). */
export class SessionHolds {
  readonly localHolds: LocalHolds = new BoundedMap(MAX_LOCAL_HOLDS)
  readonly #database: Database
  readonly #catalog: Catalog
  readonly #seats: SeatState
  readonly #terms: SessionTerms
  readonly #clock: () => number
  readonly #overview: CoalescedRead<OverviewRow>
  readonly #session: CoalescedRead<SessionRow>
  readonly #section: CoalescedRead<{
    readonly session: SessionRow
    readonly holds: readonly HoldRow[]
    readonly counts: SectionCounts | null
  }>
  readonly #checkout: CoalescedRead<{
    readonly session: SessionRow
    readonly holds: readonly HoldRow[]
    readonly newest: HoldRow | null
  }>
  readonly #known = new BoundedMap<string, KnownSession>(MAX_SESSIONS)
  readonly #add: (session: Session & { readonly partnerCode: string }) => Promise<number>
  readonly #hold: ReturnType<typeof EventGroups.prototype.writer<HoldRequest, HoldResult, CurrentHolds>>
  readonly #release: ReturnType<typeof EventGroups.prototype.writer<ReleaseRequest, ReleaseResult, void>>

  /** `clock` need only approximate the database's clock. */
  constructor(
    { database, transactions, groups }: { database: Database; transactions: Transactions; groups: EventGroups },
    { catalog, seats }: { readonly catalog: Catalog; readonly seats: SeatState },
    terms: SessionTerms,
    clock: () => number,
  ) {
    this.#database = database
    this.#catalog = catalog
    this.#seats = seats
    this.#terms = terms
    this.#clock = clock
    this.#overview = transactions.ask(OVERVIEW)
    this.#session = transactions.ask(find(FIELDS))
    this.#section = transactions.look(SECTION)
    this.#checkout = transactions.ask(CHECKOUT)
    this.#add = grouped({ most: MAX_GROUP }, (sessions) => addSessions(database, sessions))
    const hold: Kind<HoldRequest, HoldResult, CurrentHolds>['work'] = (...work) => this.#holdAll(...work)
    this.#hold = groups.writer({ durable: false, look: currentHolds, work: hold })
    const release = inTurn((write: EventWrite, request: ReleaseRequest) => this.#releaseOne(write, request))
    this.#release = groups.writer({ durable: false, look: nothing, work: release })
  }

  async open(input: Parameters<BookingStore['openSession']>[0]): ReturnType<BookingStore['openSession']> {
    const eventId = numericId(input.eventId)
    if (eventId === null) return err({ type: 'event-unknown' })
    const { found, now } = await this.#overview(String(eventId))
    const opened = newSession(found, input, now, this.#terms)
    if (!opened.ok) return opened
    if (found === null) return err({ type: 'event-unknown' })
    const session = opened.value
    const { partnerCode } = input
    const sessionNo = await this.#add({ ...session, partnerCode })
    this.#known.set(keyOf({ partnerCode, sessionId: session.sessionId }), { ...session, sessionNo })
    const event = await perform(this.#database, this.#catalog.openedEvent(found))
    return ok(openedSession({ now, session, event }, found, await this.#event(this.#database, found)))
  }

  /** Reads the seats only if the section has changed since the last read. */
  async viewSection(input: Parameters<BookingStore['viewSection']>[0]): ReturnType<BookingStore['viewSection']> {
    const { known } = this.#seats
    const sectionId = numericId(input.sectionId) ?? 0
    const before = known.latest(sectionId)
    const asked = [input.sessionId.toLowerCase(), input.partnerCode, String(sectionId)]
    const { found, now } = await this.#section(...asked, ...(before ? [String(before.revision)] : []))
    const active = activeSession(found?.session ?? null, now)
    if (!active.ok) return active
    const session = active.value
    const event = await this.#event(this.#database, session)
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

  holdSeats({ seatIds, ...key }: SessionKey & { readonly seatIds: readonly string[] }): Promise<HoldResult> {
    return this.#inSession(key, (session) => this.#hold({ ...session, input: { session, seatIds } }))
  }

  releaseHold({ holdId, ...key }: SessionKey & { readonly holdId: string }): ReturnType<BookingStore['releaseHold']> {
    return this.#inSession(key, (session) => this.#release({ ...session, input: { session, holdId } }))
  }

  async checkout({
    partnerCode,
    sessionId,
  }: SessionKey): Promise<Result<Checkout, Refusal<SessionRefusal | 'no-holds' | 'holds-expired'>>> {
    const { found, now } = await this.#checkout(sessionId.toLowerCase(), partnerCode)
    const session = activeSession(found?.session ?? null, now)
    if (!session.ok) return session
    if (found === null) return unknownSession
    const event = await this.#event(this.#database, session.value)
    const holds = found.holds.map((row) => holdOf(row, event, now))
    return checkoutOf(session.value, holds, found.newest ?? undefined, { event, now })
  }

  /** The unchanging part of a session is cached, so requests of known sessions need no read. */
  async #inSession<T>(
    key: SessionKey,
    work: (session: KnownSession) => Promise<T | null>,
  ): Promise<T | typeof unknownSession> {
    const session = await this.#find(key)
    return (session && (await work(session))) ?? unknownSession
  }

  /** Finds a session of the partner, expired or not. */
  async #find(key: SessionKey): Promise<KnownSession | null> {
    const before = this.#known.get(keyOf(key))
    // The database may have deleted an expired session, so an expired session in the cache is not used.
    if (before && before.expiresAt > this.#clock()) return before
    const { found } = await this.#session(key.sessionId.toLowerCase(), key.partnerCode)
    if (found) this.#known.set(keyOf(key), found)
    return found
  }

  async #event(queries: Queries, edition: EventEdition): Promise<SalesEvent> {
    return this.#catalog.known(edition) ?? perform(queries, this.#catalog.salesEvent(edition))
  }

  /** Answers each request as if the requests had arrived one after the other. */
  async #holdAll(
    write: EventWrite,
    all: readonly HoldRequest[],
    { claims, owned }: CurrentHolds,
  ): Promise<readonly HoldResult[]> {
    const { now, eventId } = write
    const terms = this.#terms
    const event = await this.#event(write, write)
    const isOver = isEventOver(event, localTime(now, terms.timeZone))
    const made: NewHold[] = []
    const answers = all.map(({ session, seatIds }): HoldResult => {
      const { sessionNo } = session
      const own = owned.get(sessionNo)
      if (own === undefined) return unknownSession
      const known = { event, claimsOn: () => claims, used: () => own.used }
      const holds = newHolds(session, seatIds, known, { now, isOver, terms })
      if (!holds.ok) return holds
      const { wanted, added } = holds.value
      for (const { seatId } of added) claims.set(seatId, { state: 'held', sessionNo, withheld: false })
      made.push(...added)
      const bySeat = new Map([...own.held, ...added].map((row) => [row.seatId, row]))
      return ok(wanted.flatMap(({ seatId }) => bySeat.get(seatId) ?? []).map((row) => holdOf(row, event, now)))
    })
    if (made.length > 0) write.besides(addHolds(write, made))
    write.afterCommit(() => {
      for (const { holdId, sessionNo } of made) this.localHolds.set(holdId, { eventId, sessionNo })
    })
    this.#seats.record(
      write,
      made.map(({ sessionNo }) => sessionNo),
      made.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: AVAILABLE, to: HELD })),
    )
    return answers
  }

  async #releaseOne(write: EventWrite, { session, holdId }: ReleaseRequest): Promise<ReleaseResult> {
    const { rows, run, now } = write
    const { sessionNo } = session
    const [own] = await rows<HoldRow>(`SELECT ${COLUMNS} FROM hold WHERE hold_id = $1 AND session_no = $2`, [
      holdId.toLowerCase(),
      sessionNo,
    ])
    const hold = holdToRelease(own ?? null, holdId)
    if (!hold.ok) return hold
    if (hold.value !== null) {
      const { holdNo, sectionId, seatId } = hold.value
      await run("UPDATE hold SET state = 'released' WHERE hold_no = $1", [holdNo])
      await run('DELETE FROM claim WHERE seat_id = $1', [seatId])
      this.#seats.record(write, [sessionNo], [{ sectionId, seatId, from: HELD, to: AVAILABLE }])
    }
    const event = await this.#event(write, write)
    const current = await rows<HoldRow>(
      `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 AND state = 'held' AND expires_at > $2 ORDER BY hold_no`,
      [sessionNo, now],
    )
    return ok(current.map((row) => holdOf(row, event, now)))
  }
}

const keyOf = ({ partnerCode, sessionId }: SessionKey): string => `${partnerCode} ${sessionId.toLowerCase()}`

const inTurn =
  <I, O>(work: (write: EventWrite, input: I) => Promise<O>): Kind<I, O>['work'] =>
  async (write, inputs) => {
    const answers: O[] = []
    for (const input of inputs) answers.push(await work(write, input))
    return answers
  }

interface SectionCounts {
  readonly remaining: number
  readonly zoneRemaining: number
  readonly revision: number
  /** Seat ids of the section that are held or sold; null if the caller already has the ids. */
  readonly held: readonly number[] | null
  readonly sold: readonly number[] | null
}

function statusesIn(section: SalesSection, { held, sold }: SectionCounts): Uint8Array | null {
  if (held === null || sold === null) return null
  const statuses = new Uint8Array(section.seatCount)
  for (const seatId of held) statuses[seatId - section.firstSeatId] = HELD
  for (const seatId of sold) statuses[seatId - section.firstSeatId] = SOLD
  return statuses
}

async function addSessions(
  { rows }: Queries,
  added: readonly (Session & { readonly partnerCode: string })[],
): Promise<readonly number[]> {
  const found = await rows<{ sessionId: string; sessionNo: number }>(
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
  const numbers = new Map(found.map(({ sessionId, sessionNo }) => [sessionId, sessionNo]))
  return added.map(({ sessionId }) => only(numbers.get(sessionId)))
}

interface Owned {
  readonly used: number
  readonly held: readonly Pick<HoldRow, 'holdId' | 'seatId' | 'price' | 'expiresAt'>[]
}

interface CurrentHolds {
  readonly claims: Map<number, Claim>
  readonly owned: ReadonlyMap<number, Owned>
}

/**
 * Reads the claims on the requested seats, and the seats of each session. Expects that the event has no expired holds.
 * Omits sessions that exist only in this process's memory, for example after a failover to a server that lacks the
 * session.
 */
async function currentHolds({ rows }: Queries, all: readonly HoldRequest[]): Promise<CurrentHolds> {
  const [found] = await rows<{
    readonly claims: readonly (Claim & { readonly seatId: number })[]
    readonly owned: readonly (Owned & { readonly sessionNo: number })[]
  }>(CURRENT_HOLDS, [
    all.map(({ session }) => session.sessionNo),
    all.map(({ session }) => session.sessionId),
    all.flatMap(({ seatIds }) => seatIds.flatMap((text) => numericId(text) ?? [])),
  ])
  const { claims, owned } = only(found)
  return {
    claims: new Map<number, Claim>(claims.map((claim) => [claim.seatId, claim])),
    owned: new Map<number, Owned>(owned.map((one) => [one.sessionNo, one])),
  }
}

const CURRENT_HOLDS = `
  SELECT
    (SELECT coalesce(json_agg(json_build_object('seatId', seat_id, 'state', state, 'sessionNo', session_no,
      'withheld', withheld)), '[]') FROM claim WHERE seat_id = ANY ($3::bigint[])) AS claims,
    (SELECT coalesce(json_agg(json_build_object('sessionNo', session_no,
      'used', (SELECT count(*) FROM hold WHERE hold.session_no = one.session_no AND state = 'held')
        + (SELECT count(*) FILTER (WHERE cancelled_at IS NULL) FROM ticket WHERE ticket.session_no = one.session_no),
      'held', (SELECT coalesce(json_agg(json_build_object('holdId', hold_id, 'seatId', seat_id, 'price', price,
        'expiresAt', expires_at)), '[]') FROM hold WHERE hold.session_no = one.session_no AND state = 'held'))), '[]')
      FROM unnest($1::bigint[], $2::text[]) AS one (session_no, session_id) JOIN session USING (session_no, session_id))
      AS owned`

/** Claims seats in the order of their ids, because two transactions could otherwise deadlock. */
async function addHolds({ run, eventId }: EventWrite, made: readonly NewHold[]): Promise<void> {
  await run(
    `WITH made AS (
       INSERT INTO hold (hold_id, session_no, section_id, seat_id, price, expires_at, state)
       SELECT hold_id, session_no, section_id, seat_id, price, expires_at, 'held'
       FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
         WITH ORDINALITY AS one (hold_id, session_no, section_id, seat_id, price, expires_at, place) ORDER BY place
       RETURNING hold_no, session_no, section_id, seat_id, expires_at)
     INSERT INTO claim (seat_id, event_id, section_id, hold_no, session_no, state, expires_at)
     SELECT seat_id, $7::bigint, section_id, hold_no, session_no, 'held', expires_at FROM made ORDER BY seat_id`,
    [
      made.map(({ holdId }) => holdId),
      made.map(({ sessionNo }) => sessionNo),
      made.map(({ sectionId }) => sectionId),
      made.map(({ seatId }) => seatId),
      made.map(({ price }) => price),
      made.map(({ expiresAt }) => expiresAt),
      eventId,
    ],
  )
}

const OVERVIEW = `SELECT json_build_object('eventId', event_id, 'venueId', venue_id, 'title', title,
    'category', category, 'description', description, 'startsAt', starts_at, 'endsAt', ends_at, 'homeTeam', home_team,
    'awayTeam', away_team, 'currency', currency, 'minPrice', min_price, 'remaining', remaining,
    'accessCode', access_code, 'revision', revision, 'edition', edition,
    'zonesLeft', ARRAY(SELECT remaining FROM zone WHERE zone.event_id = event.event_id ORDER BY zone_id),
    'sectionsLeft', ARRAY(SELECT remaining FROM section WHERE section.event_id = event.event_id ORDER BY section_id))
  FROM event WHERE event_id = a::bigint AND status = 'ON_SALE'`

const FIELDS = `json_build_object('sessionNo', session_no, 'sessionId', session_id, 'ownerRef', owner_ref,
    'eventId', session.event_id, 'expiresAt', session.expires_at, 'revision', session.revision, 'edition', edition)`

/** Selects the session with the id `a` of the partner `b`, expired or not. */
const find = (fields: string): string =>
  `SELECT ${fields} FROM session JOIN event USING (event_id) WHERE session_id = a AND partner_code = b`

const sessionWith = (more: string): string => find(`json_build_object('session', ${FIELDS}, ${more})`)

const COLUMNS = `hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price,
  expires_at AS "expiresAt", state`

const HOLD = `json_build_object('holdNo', hold_no, 'holdId', hold_id, 'sectionId', hold.section_id, 'seatId', seat_id,
  'price', price, 'expiresAt', hold.expires_at, 'state', state)`

const HOLDS = `(SELECT coalesce(json_agg(${HOLD} ORDER BY hold_no), '[]') FROM hold
  WHERE hold.session_no = session.session_no AND state = 'held' AND hold.expires_at > moment.now)`

const CHECKOUT = sessionWith(`'holds', ${HOLDS}, 'newest', (SELECT ${HOLD} FROM hold
  WHERE hold.session_no = session.session_no ORDER BY hold_no DESC LIMIT 1)`)

/**
 * SQL that selects claims by seat id, to avoid the index of all holds. The result is null if the section's revision equals
 * the query's parameter `d`.
 */
const claimed = (which: string): string =>
  `CASE WHEN section.revision::text IS DISTINCT FROM d THEN ARRAY(SELECT seat_id FROM claim
     WHERE claim.expires_at ${which} AND seat_id >= first_seat_id AND seat_id < first_seat_id + seat_count) END`

/** One statement reads one snapshot, so counters, holds and seats agree. */
const SECTION = sessionWith(`'holds', ${HOLDS}, 'counts', (SELECT json_build_object('remaining', section.remaining,
    'zoneRemaining', zone.remaining, 'revision', section.revision,
    'held', ${claimed('IS NOT NULL')}, 'sold', ${claimed('IS NULL')})
  FROM section JOIN zone USING (zone_id) WHERE section_id = c::bigint AND section.event_id = session.event_id)`)
