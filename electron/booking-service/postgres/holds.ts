import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { sameText } from '../../host/secrets/same-secret.ts'
import {
  activeSession,
  checkoutOf,
  type Claim,
  holdOf,
  type HoldRow,
  locateSeats,
  numericId,
  seatsToHold,
} from '../rules/holds.ts'
import { createRecent, ownerRefOf, type Random, type Recent, uuid } from '../store/random.ts'
import {
  AVAILABLE,
  type BookingStore,
  type Checkout,
  HELD,
  type Hold,
  type Refusal,
  type Session,
  type SessionKey,
  type SessionRefusal,
} from '../store/store.ts'
import { type Database, nothing, only, type Queries } from './database.ts'
import type { EventGroups, Kind } from './event-groups.ts'
import { type Catalog, type EventEdition, OVERVIEW, type OverviewRow } from './events.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import { type Ask, grouped } from './transactions.ts'

export interface HoldLimits {
  readonly holdMs: number
  readonly maxSeatsPerSession: number
  /** IANA time zone of the venues. */
  readonly timeZone: string
}

interface Parts {
  readonly groups: EventGroups
  readonly catalog: Catalog
  readonly sessions: Sessions
  readonly seats: SeatBook
  readonly ofSession: SessionHolds
  readonly random: Random
  readonly heldHere: HeldHere
}

/** Where holds belong that this process has made, by their ids. */
export type HeldHere = Recent<string, { readonly eventId: number; readonly sessionNo: number }>

interface Asked {
  readonly session: KnownSession
  readonly seatIds: readonly string[]
}

type Held = Awaited<ReturnType<BookingStore['holdSeats']>>
type Released = Result<readonly Hold[], Refusal<'holds-unknown' | 'holds-sold'>>

/** Step 4: seats are held and released. */
export function createHolds(
  { groups, catalog, sessions, seats, ofSession, random, heldHere }: Parts,
  limits: HoldLimits,
): Pick<BookingStore, 'holdSeats' | 'releaseHold'> {
  /** One after the other, as if each had come alone. */
  async function hold(write: EventWrite, all: readonly Asked[], { claims, owned }: Standing): Promise<readonly Held[]> {
    const { now } = write
    const event = await catalog.salesEvent(write, write)
    const isOver = isEventOver(event, localTime(now, limits.timeZone))
    const located = all.map(({ session, seatIds }) => {
      const active = activeSession(session, now)
      return active.ok ? locateSeats(event, seatIds) : active
    })
    const made: NewHold[] = []
    const answers = all.map(({ session }, index): Held => {
      const wanted = located[index]
      const { sessionNo } = session
      const own = owned.get(sessionNo)
      if (own === undefined || wanted === undefined) return unknownSession()
      if (!wanted.ok) return wanted
      const limit = limits.maxSeatsPerSession
      const fresh = seatsToHold(sessionNo, wanted.value, claims, { used: own.used, limit, isOver })
      if (!fresh.ok) return fresh
      // A hold never outlasts its session.
      const expiresAt = Math.min(now + limits.holdMs, session.expiresAt)
      const added = fresh.value.map(({ seatId, section: { sectionId, price } }) => {
        claims.set(seatId, { state: 'held', sessionNo, withheld: false })
        return { holdId: uuid(random), sessionNo, sectionId, seatId, price, expiresAt }
      })
      made.push(...added)
      const bySeat = new Map([...own.held, ...added].map((row) => [row.seatId, row]))
      return ok(wanted.value.flatMap(({ seatId }) => bySeat.get(seatId) ?? []).map((row) => holdOf(row, event, now)))
    })
    if (made.length > 0) write.besides(addHolds(write, made))
    const { eventId } = write
    write.afterCommit(() => {
      for (const { holdId, sessionNo } of made) heldHere.set(holdId, { eventId, sessionNo })
    })
    seats.record(
      write,
      made.map(({ sessionNo }) => sessionNo),
      made.map(({ sectionId, seatId }) => ({ sectionId, seatId, from: AVAILABLE, to: HELD })),
    )
    return answers
  }

  async function release(
    write: EventWrite,
    { session, holdId }: { readonly session: KnownSession; readonly holdId: string },
  ): Promise<Released> {
    const { run } = write
    const found = await ofSession.find(write, session, holdId)
    if (found === null) return err({ type: 'holds-unknown', holdIds: [holdId] })
    if (found.state === 'sold') return err({ type: 'holds-sold', holdIds: [holdId] })
    if (found.state === 'held') {
      await run("UPDATE hold SET state = 'released' WHERE hold_no = $1", [found.holdNo])
      await run('DELETE FROM claim WHERE seat_id = $1', [found.seatId])
      const { sectionId, seatId } = found
      seats.record(write, [session.sessionNo], [{ sectionId, seatId, from: HELD, to: AVAILABLE }])
    }
    return ok(await ofSession.current(write, session))
  }

  const holding = groups.writer({ durable: false, look: standing, work: hold })
  const releasing = groups.writer({ durable: false, look: nothing, work: each(release) })

  /** A session stays what it was when it was opened, but for its revision. */
  async function inSession<T>(
    key: SessionKey,
    work: (session: KnownSession) => Promise<T | null>,
  ): Promise<T | ReturnType<typeof unknownSession>> {
    const session = await sessions.find(key)
    return (session && (await work(session))) ?? unknownSession()
  }

  return {
    holdSeats: ({ seatIds, ...key }) =>
      inSession(key, (session) => holding({ ...session, input: { session, seatIds } })),
    releaseHold: ({ holdId, ...key }) =>
      inSession(key, (session) => releasing({ ...session, input: { session, holdId } })),
  }
}

const unknownSession = () => err({ type: 'session-unknown' } as const)

/** For what is done too rarely to have statements for several. */
const each =
  <I, O>(work: (write: EventWrite, input: I) => Promise<O>): Kind<I, O>['work'] =>
  async (write, inputs) => {
    const answers: O[] = []
    for (const input of inputs) answers.push(await work(write, input))
    return answers
  }

interface Owned {
  /** Seats that the session has used already. */
  readonly used: number
  readonly held: readonly Pick<HoldRow, 'holdId' | 'seatId' | 'price' | 'expiresAt'>[]
}

interface Standing {
  readonly claims: Map<number, Claim>
  readonly owned: ReadonlyMap<number, Owned>
}

/**
 * Who has the seats that are asked for, and what each session has, by their ids. No hold of the event has expired. Without
 * sessions that only this process's memory has: a server that lost its replicas was replaced by one that never saw them.
 */
async function standing({ rows }: Queries, all: readonly Asked[]): Promise<Standing> {
  const [found] = await rows<{
    readonly claims: readonly (Claim & { readonly seatId: number })[]
    readonly owned: readonly (Owned & { readonly sessionNo: number })[]
  }>(STANDING, [
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

const STANDING = `
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

type NewHold = Omit<HoldRow, 'holdNo' | 'state'> & { readonly sessionNo: number }

/** Seats are claimed in one order everywhere: two transactions that wait for each other's would never end. */
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

/** What a session stays from its opening to its end. */
interface KnownSession extends Session {
  readonly sessionNo: number
}

export interface SessionRow extends KnownSession, EventEdition {
  readonly revision: number
}

const FIELDS = `json_build_object('sessionNo', session_no, 'sessionId', session_id, 'ownerRef', owner_ref,
    'eventId', session.event_id, 'expiresAt', session.expires_at, 'revision', session.revision, 'edition', edition)`

/** The session `a`, expired or not, if it is the partner `b`'s own. */
const find = (fields: string): string =>
  `SELECT ${fields} FROM session JOIN event USING (event_id) WHERE session_id = a AND partner_code = b`

/** The same as `session`, with what else is read of it. */
export const sessionWith = (more: string): string => find(`json_build_object('session', ${FIELDS}, ${more})`)

const MOST = 256
const MOST_KNOWN = 20_000

type Sessions = ReturnType<typeof createSessions>

interface SessionOptions {
  readonly database: Database
  readonly ask: Ask
  readonly catalog: Catalog
  readonly random: Random
  /** Near enough to the database's. */
  readonly clock: () => number
}

export function createSessions(
  { database, ask, catalog, random, clock }: SessionOptions,
  { lifetimeMs, timeZone }: { readonly lifetimeMs: number; readonly timeZone: string },
) {
  const overview = ask<OverviewRow>(OVERVIEW)
  const session = ask<SessionRow>(find(FIELDS))
  const known = createRecent<string, KnownSession>(MOST_KNOWN)
  const add = grouped({ most: MOST }, async (added: readonly (Session & { readonly partnerCode: string })[]) => {
    const rows = await database.rows<{ sessionId: string; sessionNo: number }>(
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
    const numbers = new Map(rows.map(({ sessionId, sessionNo }) => [sessionId, sessionNo]))
    return added.map(({ sessionId }) => only(numbers.get(sessionId)))
  })

  return {
    async open({
      partnerCode,
      accessCode: given,
      ...input
    }: Parameters<BookingStore['openSession']>[0]): ReturnType<BookingStore['openSession']> {
      const eventId = numericId(input.eventId)
      if (eventId === null) return err({ type: 'event-unknown' })
      const { found, now } = await overview(String(eventId))
      if (found === null) return err({ type: 'event-unknown' })
      const { accessCode, revision, edition, zonesLeft, sectionsLeft, ...row } = found
      if (!sameText(given, accessCode)) return err({ type: 'access-denied' })
      if (isEventOver(row, localTime(now, timeZone))) return err({ type: 'event-ended' })
      const opened = {
        sessionId: uuid(random),
        ownerRef: ownerRefOf(partnerCode, random),
        eventId,
        expiresAt: now + lifetimeMs,
      }
      const sessionNo = await add({ ...opened, partnerCode })
      known.set(keyOf({ partnerCode, sessionId: opened.sessionId }), { ...opened, sessionNo })
      const { zones, sections } = await catalog.salesEvent(database, { eventId, edition })
      return ok({
        now,
        session: opened,
        event: await catalog.record(database, row),
        revision,
        zones: zones.map((zone, index) => ({ ...zone, remaining: zonesLeft[index] ?? 0 })),
        sections: sections.map((section, index) => ({ ...section, remaining: sectionsLeft[index] ?? 0 })),
      })
    },

    /** Expired or not; only the partner's own. Those that this process has opened or found are in its memory. */
    async find(key: SessionKey): Promise<KnownSession | null> {
      const before = known.get(keyOf(key))
      // Those that have expired are purged some day.
      if (before && before.expiresAt > clock()) return before
      const { found } = await session(key.sessionId.toLowerCase(), key.partnerCode)
      if (found) known.set(keyOf(key), found)
      return found
    },
  }
}

const keyOf = ({ partnerCode, sessionId }: SessionKey): string => `${partnerCode} ${sessionId.toLowerCase()}`

const COLUMNS = `hold_no AS "holdNo", hold_id AS "holdId", section_id AS "sectionId", seat_id AS "seatId", price,
  expires_at AS "expiresAt", state`

/** A row of `hold` as JSON. */
const HOLD = `json_build_object('holdNo', hold_no, 'holdId', hold_id, 'sectionId', hold.section_id, 'seatId', seat_id,
  'price', price, 'expiresAt', hold.expires_at, 'state', state)`

/** What the row of `session` holds at the `moment`. */
export const HOLDS = `(SELECT coalesce(json_agg(${HOLD} ORDER BY hold_no), '[]') FROM hold
  WHERE hold.session_no = session.session_no AND state = 'held' AND hold.expires_at > moment.now)`

const CHECKOUT = sessionWith(`'holds', ${HOLDS}, 'newest', (SELECT ${HOLD} FROM hold
  WHERE hold.session_no = session.session_no ORDER BY hold_no DESC LIMIT 1)`)

type SessionHolds = ReturnType<typeof createSessionHolds>

/** What a session holds, and what it would pay for it. */
export function createSessionHolds(database: Database, ask: Ask, catalog: Catalog) {
  const checkout = ask<{
    readonly session: SessionRow
    readonly holds: readonly HoldRow[]
    readonly newest: HoldRow | null
  }>(CHECKOUT)

  return {
    async current(write: EventWrite, { sessionNo }: KnownSession): Promise<Hold[]> {
      const event = await catalog.salesEvent(write, write)
      const rows = await write.rows<HoldRow>(
        `SELECT ${COLUMNS} FROM hold WHERE session_no = $1 AND state = 'held' AND expires_at > $2 ORDER BY hold_no`,
        [sessionNo, write.now],
      )
      return rows.map((row) => holdOf(row, event, write.now))
    },

    /** One of the session's own, whatever became of it. */
    async find({ rows }: Queries, session: KnownSession, holdId: string): Promise<HoldRow | null> {
      const [hold] = await rows<HoldRow>(`SELECT ${COLUMNS} FROM hold WHERE hold_id = $1 AND session_no = $2`, [
        holdId.toLowerCase(),
        session.sessionNo,
      ])
      return hold ?? null
    },

    /** Step 5. */
    async checkout({
      partnerCode,
      sessionId,
    }: SessionKey): Promise<Result<Checkout, Refusal<SessionRefusal | 'no-holds' | 'holds-expired'>>> {
      const { found, now } = await checkout(sessionId.toLowerCase(), partnerCode)
      const session = activeSession(found?.session ?? null, now)
      if (!session.ok) return session
      if (found === null) return err({ type: 'session-unknown' })
      const event = await catalog.salesEvent(database, session.value)
      const holds = found.holds.map((row) => holdOf(row, event, now))
      return checkoutOf(session.value, holds, found.newest ?? undefined, { event, now })
    },
  }
}
