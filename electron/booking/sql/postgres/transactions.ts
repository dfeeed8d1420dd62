import { StoreUnavailable } from '../store.ts'
import { only } from '../store-task.ts'
import { type Database, isSeatTaken, isTie, lockCatalog, nothing, type Queries } from './database.ts'
import type { EventWrite, SeatState, Settled } from './seat-state.ts'

interface WriteOptions<L> {
  readonly durable: boolean
  readonly eventId: number
  readonly look: (queries: Queries) => Promise<L>
}

interface ChangeOptions<L> extends WriteOptions<L> {
  /** If true, an event that is not on sale is not changed. */
  readonly mustBeOnSale?: boolean
  readonly first?: (queries: Queries) => Promise<void>
}

interface SeatOptions<L> extends WriteOptions<L> {
  readonly sessionNos: readonly number[]
}

type EventWork<L, T> = (write: EventWrite, seen: L) => Promise<T>

interface Opened<L> extends Settled {
  /** Null if the event does not exist, or is not on sale although `mustBeOnSale` is set. */
  readonly edition: number | null
  readonly seen: L
}

interface Opening<L> extends Pick<WriteOptions<L>, 'durable' | 'eventId'> {
  readonly opening: (queries: Queries) => Promise<Opened<L>>
}

/** Maximum attempts of a write, which fails if another writer claims a seat or a hold expires. */
const MAX_ATTEMPTS = 20

export class Transactions {
  readonly #database: Database
  readonly #reads: Reads
  readonly #seats: SeatState
  readonly #clock: (() => number) | undefined
  readonly #moment: () => Promise<Found<never>>

  /** Without `clock`, the time is that of the database, which all processes share. */
  constructor(database: Database, reads: Reads, seats: SeatState, clock: (() => number) | undefined) {
    this.#database = database
    this.#reads = reads
    this.#seats = seats
    this.#clock = clock
    this.#moment = this.ask<never>('NULL::json')
  }

  /** Returns a read operation that uses only the primary database server. */
  ask<T>(body: string): CoalescedRead<T> {
    return this.#coalesced(primaryReads(this.#database), body)
  }

  /** Returns a read operation that uses a replica or the primary database server. */
  look<T>(body: string): CoalescedRead<T> {
    return this.#coalesced(this.#reads, body)
  }

  async timeOf({ rows }: Queries): Promise<number> {
    if (this.#clock !== undefined) return this.#clock()
    const [row] = await rows<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
    )
    return only(row).now
  }

  /** Returns the current time after freeing the seats of all expired holds. */
  async settledNow(): Promise<number> {
    return (await this.#moment()).now
  }

  writeCatalog<T>(work: (queries: Queries, now: number) => Promise<T>): Promise<T> {
    return this.#database.transaction({ durable: true }, async (queries) => {
      await lockCatalog(queries)
      return work(queries, await this.timeOf(queries))
    })
  }

  /** Excludes other writers of the event. Frees the seats of its expired holds before the queries of `look` run. */
  writeEvent<L, T>(options: ChangeOptions<L>, work: EventWork<L, T>): Promise<T | null> {
    const { durable, eventId, mustBeOnSale = false, first = nothing, look } = options
    const opening = async (queries: Queries): Promise<Opened<L>> => {
      const [, , edition, settled, seen] = await Promise.all([
        first(queries),
        lockEvent(queries, eventId, 'alone'),
        editionOf(queries, eventId, mustBeOnSale),
        this.#seats.settle(queries, eventId, this.#clock?.() ?? null),
        look(queries),
      ])
      return { ...settled, edition, seen }
    }
    return this.#counted({ durable, eventId, opening }, work)
  }

  /**
   * Changes seats of sessions concurrently with other writers of the event. Writers wait for each other only for the
   * same seat or session, and for the counters. The rules of `Kind` apply to `work`.
   */
  async writeSeats<L, T>(
    { durable, eventId, sessionNos, look }: SeatOptions<L>,
    work: EventWork<L, T>,
  ): Promise<T | null> {
    const opening = async (queries: Queries): Promise<Opened<L>> => {
      const [, , { now, edition, isDue }, seen] = await Promise.all([
        lockEvent(queries, eventId, 'beside others'),
        lockSessions(queries, sessionNos),
        this.#seats.moment(queries, eventId, this.#clock?.() ?? null),
        look(queries),
      ])
      if (isDue) throw new HoldsExpired()
      return { now, edition, seen, changes: [], sessionNos: new Set() }
    }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        return await this.#counted({ durable, eventId, opening }, work)
      } catch (error) {
        // Freeing expired holds locks other sessions, which could deadlock with the current transaction.
        if (error instanceof HoldsExpired) await this.#settle([eventId])
        else if (!isSeatTaken(error)) throw error
      }
    }
    throw new StoreUnavailable('Every attempt conflicted with another transaction')
  }

  async #settle(eventIds: readonly number[]): Promise<void> {
    for (const eventId of eventIds) await this.writeEvent({ durable: false, eventId, look: nothing }, nothing)
  }

  /** Runs one transaction, and updates the counters last. All statements of `opening` are sent together. */
  async #counted<L, T>({ durable, eventId, opening }: Opening<L>, work: EventWork<L, T>): Promise<T | null> {
    const actions: (() => void)[] = []
    const value = await this.#database.transactionFrom(
      { durable, opening },
      async (queries, { edition, seen, ...settled }) => {
        const besides: Promise<unknown>[] = []
        const write: EventWrite = {
          ...queries,
          ...settled,
          eventId,
          edition: edition ?? 0,
          besides: (done) => {
            // Prevents an unhandled rejection if another statement fails first. The rejection of `done` itself is
            // reported below.
            done.catch(() => undefined)
            besides.push(done)
          },
          afterCommit: (action) => actions.push(action),
        }
        // The counters include freed seats even if `work` does not run.
        const done = edition === null ? null : await work(write, seen)
        await Promise.all([...besides, this.#seats.count(write)])
        return done
      },
    )
    for (const action of actions) action()
    return value
  }

  /**
   * Coalesces a read: one statement answers all requests that arrive while another statement runs. `body` is an SQL
   * expression that returns JSON or null for one row `asked` with the text columns `a`, `b`, `c` and `d`. The seats of
   * expired holds are freed before the read.
   */
  #coalesced<T>(reads: Reads, body: string): CoalescedRead<T> {
    const sql = statement(body)
    const next = grouped({ most: MAX_READS }, async (items: readonly (readonly string[])[]) => {
      const distinct = new Map(items.map((texts) => [JSON.stringify(texts), texts]))
      const { now, found } = await this.#readAll(reads, sql, [...distinct.values()])
      const answers = new Map([...distinct.keys()].map((key, place) => [key, found[place] ?? null]))
      return items.map((texts): Found<T> => ({ now, found: answers.get(JSON.stringify(texts)) as T | null }))
    })
    return (...texts) => next(texts)
  }

  async #readAll(reads: Reads, sql: string, asked: readonly (readonly string[])[]): Promise<ReadRow> {
    const columns = [0, 1, 2, 3].map((column) => asked.map((texts) => texts[column] ?? null))
    for (;;) {
      const [row] = await reads.read(({ rows }, now) => rows<ReadRow>(sql, [this.#clock?.() ?? now, ...columns]))
      const { due } = only(row)
      if (due.length === 0) return only(row)
      await this.#settle(due)
    }
  }
}

class HoldsExpired extends Error {
  override readonly name = 'HoldsExpired'
}

/** Locks the event until the transaction ends. `alone` excludes all other writers of the event. */
async function lockEvent({ run }: Queries, eventId: number, how: 'alone' | 'beside others'): Promise<void> {
  await run(
    `SELECT pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(hashtextextended(current_schema() || ' event', $1))`,
    [eventId],
  )
}

/** Locks sessions in the order of their numbers. A session's holds change only under the lock. */
async function lockSessions({ run }: Queries, sessionNos: readonly number[]): Promise<void> {
  await run('SELECT FROM session WHERE session_no = ANY ($1::bigint[]) ORDER BY session_no FOR NO KEY UPDATE', [
    sessionNos,
  ])
}

/** Returns null if the event does not exist, or is not on sale although `mustBeOnSale` is set. */
async function editionOf({ rows }: Queries, eventId: number, mustBeOnSale: boolean): Promise<number | null> {
  const [event] = await rows<{ readonly edition: number; readonly isOnSale: boolean }>(
    `SELECT edition, status = 'ON_SALE' AS "isOnSale" FROM event WHERE event_id = $1 FOR NO KEY UPDATE`,
    [eventId],
  )
  return event && (event.isOnSale || !mustBeOnSale) ? event.edition : null
}

export type ReadFrom = 'primary' | 'replica'

/** Runs statements that change nothing and that no payment depends on. */
export interface Reads {
  /**
   * `work` reads all data that the primary had committed when `read` was called. `now`: milliseconds of the Unix epoch
   * by the primary's clock; null on the primary itself.
   */
  read<T>(work: (queries: Queries, now: number | null) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const primaryReads = (database: Database): Reads => ({
  read: (work) => work(database, null),
  close: () => Promise.resolve(),
})

/** Maximum time for a replica to catch up before the primary answers. */
const CATCH_UP_MS = 30
const POLL_MS = 2
/**
 * Time for which replicas are skipped: `BEHIND_MS` after a replica lagged, `UNREACHABLE_MS` after a replica did not
 * answer.
 */
const BEHIND_MS = 100
const UNREACHABLE_MS = 30_000
const ANSWER_MS = 2_000

/** Selects the primary's position in its write-ahead log, and its time. */
const MARK = `SELECT pg_current_wal_insert_lsn()::text AS mark,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`

/** Selects whether a replica has reached the position. False on a server that follows no primary. */
const REACHED = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached'

/**
 * Reads from replicas that lag behind the primary. Each read waits until a replica has replayed the primary's log
 * position ("read index", Ongaro and Ousterhout, 2014, 6.4). No read returns an older state than the primary's.
 */
export class ReplicaReads implements Reads {
  readonly #primary: Database
  readonly #replicas: Database
  readonly #report: (fault: unknown) => void
  readonly #onRead: ((from: ReadFrom) => void) | undefined
  #skippedUntil = 0

  constructor(
    primary: Database,
    replicas: Database,
    report: (fault: unknown) => void,
    onRead: ((from: ReadFrom) => void) | undefined,
  ) {
    this.#primary = primary
    this.#replicas = replicas
    this.#report = report
    this.#onRead = onRead
  }

  async read<T>(work: (queries: Queries, now: number | null) => Promise<T>): Promise<T> {
    const found = performance.now() < this.#skippedUntil ? null : await this.#onReplica(work)
    this.#onRead?.(found ? 'replica' : 'primary')
    return found ? found.value : work(this.#primary, null)
  }

  close(): Promise<void> {
    return this.#replicas.close()
  }

  async #onReplica<T>(
    work: (queries: Queries, now: number | null) => Promise<T>,
  ): Promise<{ readonly value: T } | null> {
    const [row] = await this.#primary.rows<{ mark: string; now: number }>(MARK, [])
    const { mark, now } = only(row)
    try {
      const answer = this.#replicas.onOne(async (queries) =>
        (await reaches(queries, mark)) ? { value: await work(queries, now) } : null,
      )
      const found = await within(answer, ANSWER_MS)
      if (found === null) this.#skippedUntil = performance.now() + BEHIND_MS
      return found
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      this.#skippedUntil = performance.now() + UNREACHABLE_MS
      this.#report(error)
      return null
    }
  }
}

/** Queries the position in a separate statement, so that the next statement reads all replayed data. */
async function reaches({ rows }: Queries, mark: string): Promise<boolean> {
  const until = performance.now() + CATCH_UP_MS
  for (;;) {
    const [row] = await rows<{ reached: boolean }>(REACHED, [mark])
    if (only(row).reached) return true
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreUnavailable('A replica does not answer')), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

interface Found<T> {
  readonly now: number
  readonly found: T | null
}

export type CoalescedRead<T> = (...texts: string[]) => Promise<Found<T>>

interface ReadRow {
  readonly now: number
  readonly due: readonly number[]
  readonly found: readonly unknown[]
}

const MAX_READS = 256

const statement = (body: string): string => `
  WITH moment AS MATERIALIZED (
    SELECT coalesce($1::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now)
  SELECT now, ARRAY(SELECT DISTINCT event_id::float8 FROM claim WHERE state = 'held' AND expires_at <= now) AS due,
    (SELECT json_agg((${body}) ORDER BY place)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS asked (a, b, c, d, place)) AS found
  FROM moment`

interface Options<I> {
  /** Maximum items of a batch, because longer batches would block other processes. */
  readonly most: number
  /** Items with the same key go into different batches. By default, any items can share a batch. */
  readonly keyOf?: (item: I) => unknown
}

interface Entry<I, O> {
  readonly item: I
  readonly resolve: (answer: O) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs one batch at a time; items that arrive during a batch share the next batch. `work` returns an answer for each
 * item in order, or fails for all items without changes. After a failure each item gets its own batch, unless the
 * database is unreachable.
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
      // The batch includes items that arrive during the rest of the current turn of the event loop.
      setImmediate(() => void go())
    })
}
