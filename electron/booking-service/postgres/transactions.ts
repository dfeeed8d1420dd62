import { StoreUnavailable } from '../store/store.ts'
import { isSeatTaken, lockCatalog, nothing, only, type Database, type Queries } from './database.ts'
import { onPrimary, type Reads } from './reads.ts'
import type { EventWrite, SeatBook, Settled } from './seat-book.ts'
import { createSharedReads } from './shared-reads.ts'

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
