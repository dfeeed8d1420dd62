import { StoreUnavailable } from '../store/store.ts'
import { type Database, isSeatTaken, isTie, lockCatalog, nothing, only, type Queries } from './database.ts'
import type { EventWrite, SeatBook, Settled } from './seat-book.ts'

export type Transactions = ReturnType<typeof createTransactions>

interface Parts {
  readonly database: Database
  readonly reads: Reads
  readonly seats: SeatBook
  readonly clock: (() => number) | undefined
}

type Written = Omit<Parts, 'reads'>

interface WriteOptions<L> {
  readonly durable: boolean
  readonly eventId: number
  readonly look: (queries: Queries) => Promise<L>
}

interface ChangeOptions<L> extends WriteOptions<L> {
  /** Otherwise nothing is done. */
  readonly mustBeOnSale?: boolean
  /** Another lock, to be had before the event's. */
  readonly first?: (queries: Queries) => Promise<void>
}

interface SeatOptions<L> extends WriteOptions<L> {
  /** Whose holds may change. */
  readonly sessionNos: readonly number[]
}

type Work<L, T> = (write: EventWrite, seen: L) => Promise<T>

/** `edition`: null: there is no such event, or it is not on sale and must be. */
interface Opened<L> extends Settled {
  readonly edition: number | null
  readonly seen: L
}

interface Opening<L> extends Pick<WriteOptions<L>, 'durable' | 'eventId'> {
  readonly opening: (queries: Queries) => Promise<Opened<L>>
}

/** Each time somebody else had one of the seats, or a hold had expired, just then. */
const MOST_TIMES = 20

/** What happens at one moment. `clock`: the database's own when left out, which all processes share. */
export function createTransactions({ database, reads, seats, clock }: Parts) {
  async function timeOf({ rows }: Queries): Promise<number> {
    if (clock !== undefined) return clock()
    const [row] = await rows<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
    )
    return only(row).now
  }

  const { writeEvent, writeSeats, settle } = createWriters({ database, seats, clock })
  const ask = createSharedReads(onPrimary(database), clock, settle)
  const moment = ask<never>('NULL::json')

  return {
    timeOf,
    /** On the primary. */
    ask,
    /** On replicas as well. */
    look: createSharedReads(reads, clock, settle),
    /** A moment at which no hold that has expired by then keeps its seat any more. */
    settledNow: async (): Promise<number> => (await moment()).now,
    writeEvent,
    writeSeats,

    /** One durable transaction under the catalog's lock. */
    writeCatalog: <T>(work: (queries: Queries, now: number) => Promise<T>): Promise<T> =>
      database.transaction({ durable: true }, async (queries) => {
        await lockCatalog(queries)
        return work(queries, await timeOf(queries))
      }),
  }
}

function createWriters(parts: Written) {
  const { seats, clock } = parts

  /** The event is changed by nobody else meanwhile. Its expired holds are out of the way, and `look` sees what is there then. */
  async function writeEvent<L, T>(
    { durable, eventId, mustBeOnSale = false, first = nothing, look }: ChangeOptions<L>,
    work: Work<L, T>,
  ): Promise<T | null> {
    async function opening(queries: Queries): Promise<Opened<L>> {
      const [, , edition, settled, seen] = await Promise.all([
        first(queries),
        lockEvent(queries, eventId, 'alone'),
        editionOf(queries, eventId, mustBeOnSale),
        seats.settle(queries, eventId, clock?.() ?? null),
        look(queries),
      ])
      return { ...settled, edition, seen }
    }
    return counted(parts, { durable, eventId, opening }, work)
  }

  /**
   * Seats of these sessions change, beside other writers of the same event: only those wait for each other that want the same
   * seat, or write for the same session, and for the counters, which are written last. `work` is as that of a `Kind`.
   */
  async function writeSeats<L, T>(
    { durable, eventId, sessionNos, look }: SeatOptions<L>,
    work: Work<L, T>,
  ): Promise<T | null> {
    async function opening(queries: Queries): Promise<Opened<L>> {
      const [, , { now, edition, isDue }, seen] = await Promise.all([
        lockEvent(queries, eventId, 'beside others'),
        lockSessions(queries, sessionNos),
        seats.moment(queries, eventId, clock?.() ?? null),
        look(queries),
      ])
      if (isDue) throw new HoldsExpired()
      return { now, edition, seen, changes: [], sessionNos: new Set() }
    }
    for (let times = 0; times < MOST_TIMES; times += 1)
      try {
        return await counted(parts, { durable, eventId, opening }, work)
      } catch (error) {
        // Freeing them locks sessions that are not these, which here could end in a tie.
        if (error instanceof HoldsExpired) await settle([eventId])
        else if (!isSeatTaken(error)) throw error
      }
    throw new StoreUnavailable('Others wanted the same seats each time')
  }

  /** Frees the seats of all holds in these events that have expired. */
  async function settle(eventIds: readonly number[]): Promise<void> {
    for (const eventId of eventIds) await writeEvent({ durable: false, eventId, look: nothing }, nothing)
  }

  return { writeEvent, writeSeats, settle }
}

/** One transaction; what it changes is counted once, as its last step. All of its opening is asked for in one breath. */
async function counted<L, T>(
  { database, seats }: Written,
  { durable, eventId, opening }: Opening<L>,
  work: Work<L, T>,
): Promise<T | null> {
  const actions: (() => void)[] = []
  const value = await database.transactionFrom({ durable, opening }, async (queries, { edition, seen, ...settled }) => {
    const besides: Promise<unknown>[] = []
    const write: EventWrite = {
      ...queries,
      ...settled,
      eventId,
      edition: edition ?? 0,
      besides: (done) => {
        // It is heard below, also where something else fails before.
        done.catch(() => undefined)
        besides.push(done)
      },
      afterCommit: (action) => actions.push(action),
    }
    // What was freed is counted, whether anything else is done or not.
    const done = edition === null ? null : await work(write, seen)
    await Promise.all([...besides, seats.count(write)])
    return done
  })
  for (const action of actions) action()
  return value
}

/** Holds have to be freed before anything is done. */
class HoldsExpired extends Error {
  override readonly name = 'HoldsExpired'
}

/** Until the transaction ends. All that change seats or the event have it; `alone`: nobody else has it. */
async function lockEvent({ run }: Queries, eventId: number, how: 'alone' | 'beside others'): Promise<void> {
  await run(
    `SELECT pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(hashtextextended(current_schema() || ' event', $1))`,
    [eventId],
  )
}

/** In one order everywhere: holds and limits of a session change under its lock. */
async function lockSessions({ run }: Queries, sessionNos: readonly number[]): Promise<void> {
  await run('SELECT FROM session WHERE session_no = ANY ($1::bigint[]) ORDER BY session_no FOR NO KEY UPDATE', [
    sessionNos,
  ])
}

/** Null: there is no such event, or it is not on sale and must be. */
async function editionOf({ rows }: Queries, eventId: number, mustBeOnSale: boolean): Promise<number | null> {
  const [event] = await rows<{ readonly edition: number; readonly isOnSale: boolean }>(
    `SELECT edition, status = 'ON_SALE' AS "isOnSale" FROM event WHERE event_id = $1 FOR NO KEY UPDATE`,
    [eventId],
  )
  return event && (event.isOnSale || !mustBeOnSale) ? event.edition : null
}

export type ReadFrom = 'primary' | 'replica'

/** Where statements go that change nothing, and that nobody's money hangs on. */
interface Reads {
  /**
   * `work` sees all that the primary had committed when this was called. `now`: milliseconds of the Unix epoch by the
   * primary's clock; null: work is on the primary itself.
   */
  read<T>(work: (queries: Queries, now: number | null) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const onPrimary = (database: Database): Reads => ({
  read: (work) => work(database, null),
  close: () => Promise.resolve(),
})

interface ReplicaOptions {
  readonly replicas: Database
  readonly report: (fault: unknown) => void
  readonly onRead: ((from: ReadFrom) => void) | undefined
}

/** A replica that needs longer answers nothing this time: the primary does. */
const CATCH_UP_MS = 30
const LOOK_AGAIN_MS = 2
/** So long none is asked again after one that was behind, and after one that did not answer. */
const BEHIND_MS = 100
const AWAY_MS = 30_000
const ANSWER_MS = 2_000

/** How far the primary has written, and what time it is there. */
const MARK = `SELECT pg_current_wal_insert_lsn()::text AS mark,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`

/** False on a server that follows nobody: what it has may be its own. */
const REACHED = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached'

/**
 * Replicas lag by moments. Each read first asks the primary for its mark in the log of what was written, and waits for a
 * replica that has replayed up to it (Ongaro and Ousterhout's "read index", 2014, 6.4): none shows an older state than
 * the primary would.
 */
export function onReplicas(primary: Database, { replicas, report, onRead }: ReplicaOptions): Reads {
  let leftOutUntil = 0
  const leaveOut = (ms: number): void => {
    leftOutUntil = performance.now() + ms
  }

  /** Null: the primary has to answer. */
  async function onReplica<T>(work: Parameters<typeof read<T>>[0]): Promise<{ readonly value: T } | null> {
    const [row] = await primary.rows<{ mark: string; now: number }>(MARK, [])
    const { mark, now } = only(row)
    try {
      const answer = replicas.onOne(async (queries) =>
        (await reaches(queries, mark)) ? { value: await work(queries, now) } : null,
      )
      const found = await within(answer, ANSWER_MS)
      if (found === null) leaveOut(BEHIND_MS)
      return found
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      leaveOut(AWAY_MS)
      report(error)
      return null
    }
  }

  async function read<T>(work: (queries: Queries, now: number | null) => Promise<T>): Promise<T> {
    const found = performance.now() < leftOutUntil ? null : await onReplica(work)
    onRead?.(found ? 'replica' : 'primary')
    return found ? found.value : work(primary, null)
  }

  return { read, close: () => replicas.close() }
}

/** A statement of its own: the next one sees at least what has been replayed by now. */
async function reaches({ rows }: Queries, mark: string): Promise<boolean> {
  const until = performance.now() + CATCH_UP_MS
  for (;;) {
    const [row] = await rows<{ reached: boolean }>(REACHED, [mark])
    if (only(row).reached) return true
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** What comes later than that is passed over. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreUnavailable('A replica does not answer')), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** What was found, and when that was; null: nothing. */
export interface Found<T> {
  readonly now: number
  readonly found: T | null
}

/**
 * A question that many ask at once: one statement answers all that come while another is under way. `body` is an expression
 * that gives JSON, or null, for one row `asked` of texts `a`, `b`, `c` and `d`. Of a moment at which no hold that has expired
 * by then keeps its seat.
 */
export type Ask = <T>(body: string) => (...texts: string[]) => Promise<Found<T>>

const MOST = 256

/** `settle` frees what has expired in these events. */
function createSharedReads(
  reads: Reads,
  clock: (() => number) | undefined,
  settle: (eventIds: readonly number[]) => Promise<void>,
): Ask {
  interface Row {
    readonly now: number
    readonly due: readonly number[]
    readonly found: readonly unknown[]
  }

  async function read(sql: string, asked: readonly (readonly string[])[]): Promise<Row> {
    const columns = [0, 1, 2, 3].map((column) => asked.map((texts) => texts[column] ?? null))
    for (;;) {
      const [row] = await reads.read(({ rows }, now) => rows<Row>(sql, [clock?.() ?? now, ...columns]))
      const { due } = only(row)
      if (due.length === 0) return only(row)
      await settle(due)
    }
  }

  return <T>(body: string) => {
    const sql = statement(body)
    const next = grouped({ most: MOST }, async (items: readonly (readonly string[])[]) => {
      // Whatever several ask alike is looked up once.
      const distinct = new Map(items.map((texts) => [JSON.stringify(texts), texts]))
      const { now, found } = await read(sql, [...distinct.values()])
      const answers = new Map([...distinct.keys()].map((key, place) => [key, found[place] ?? null]))
      return items.map((texts): Found<T> => ({ now, found: answers.get(JSON.stringify(texts)) as T | null }))
    })
    return (...texts) => next(texts)
  }
}

const statement = (body: string): string => `
  WITH moment AS MATERIALIZED (
    SELECT coalesce($1::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now)
  SELECT now, ARRAY(SELECT DISTINCT event_id::float8 FROM claim WHERE state = 'held' AND expires_at <= now) AS due,
    (SELECT json_agg((${body}) ORDER BY place)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS asked (a, b, c, d, place)) AS found
  FROM moment`

interface Options<I> {
  /** Longer turns would keep other processes waiting. */
  readonly most: number
  /** Items of one key have turns of their own, in the order in which they came. Left out: any of them go together. */
  readonly keyOf?: (item: I) => unknown
}

interface Entry<I, O> {
  readonly item: I
  readonly resolve: (answer: O) => void
  readonly reject: (error: unknown) => void
}

/**
 * One of these is at work at a time; those that come meanwhile share the next turn. `work` gives an answer to each item,
 * in their order, or fails for all: then nothing of it was done, and each is done by itself, so that one that cannot be
 * done takes nothing else with it. Where the database is out of reach, all are told so at once.
 */
export function grouped<I, O>(
  { most, keyOf = () => ({}) }: Options<I>,
  work: (items: readonly I[]) => Promise<readonly O[]>,
): (item: I) => Promise<O> {
  let waiting: Entry<I, O>[] = []
  let isAtWork = false

  function nextTurn(): Entry<I, O>[] {
    const turn = new Map<unknown, Entry<I, O>>()
    const later: Entry<I, O>[] = []
    for (const entry of waiting) {
      const key = keyOf(entry.item)
      if (turn.size < most && !turn.has(key)) turn.set(key, entry)
      else later.push(entry)
    }
    waiting = later
    return [...turn.values()]
  }

  async function perform(turn: readonly Entry<I, O>[]): Promise<void> {
    let answers: readonly O[]
    try {
      answers = await work(turn.map(({ item }) => item))
    } catch (error) {
      const isOnes = turn.length > 1 && (!(error instanceof StoreUnavailable) || isTie(error))
      if (isOnes) for (const entry of turn) await perform([entry])
      else for (const { reject } of turn) reject(error)
      return
    }
    for (const [index, { resolve }] of turn.entries()) resolve(answers[index] as O)
  }

  async function go(): Promise<void> {
    while (waiting.length > 0) await perform(nextTurn())
    isAtWork = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isAtWork) return
      isAtWork = true
      // Whatever else this turn of the event loop brings comes along.
      setImmediate(() => void go())
    })
}
