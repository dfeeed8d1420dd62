import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Recent } from '../store/recent.ts'
import { uuid, type Random } from '../store/random.ts'
import { activeSession, holdOf, locateSeats, seatsToHold, type Claim, type HoldRow } from '../rules/holds.ts'
import { numericId } from '../rules/seats.ts'
import { AVAILABLE, HELD, type BookingStore, type Hold, type Refusal, type SessionKey } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import { nothing, only, type Queries } from './database.ts'
import type { EventGroups, Kind } from './event-groups.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import type { SessionHolds } from './session-holds.ts'
import type { KnownSession, Sessions } from './sessions.ts'

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
