import { lockCatalog, nothing, only, type Database, type Queries } from './database.ts'
import { onPrimary, type Reads } from './reads.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import { createSharedReads } from './shared-reads.ts'

export type Transactions = ReturnType<typeof createTransactions>

interface Parts {
  readonly database: Database
  readonly reads: Reads
  readonly seats: SeatBook
  readonly clock: (() => number) | undefined
}

interface WriteOptions<L> {
  readonly durable: boolean
  readonly eventId: number
  /** Otherwise nothing is done. */
  readonly mustBeOnSale?: boolean
  /** Another lock, to be had before the event's. */
  readonly first?: (queries: Queries) => Promise<void>
  readonly look: (queries: Queries) => Promise<L>
}

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

  /**
   * One transaction under the lock of an event, its expired holds out of the way; what it changes is counted once. `look`
   * reads what is there once those are freed. All this is asked for in one breath.
   */
  async function writeEvent<L, T>(
    { durable, eventId, mustBeOnSale = false, first = nothing, look }: WriteOptions<L>,
    work: (write: EventWrite, seen: L) => Promise<T>,
  ): Promise<T | null> {
    const actions: (() => void)[] = []
    const opening = (queries: Queries) =>
      Promise.all([
        first(queries),
        lockEvent(queries, eventId, mustBeOnSale),
        seats.settle(queries, eventId, clock?.() ?? null),
        look(queries),
      ])
    const value = await database.transactionFrom({ durable, opening }, async (queries, [, edition, settled, seen]) => {
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

  /** Frees the seats of all holds in these events that have expired. */
  async function settle(eventIds: readonly number[]): Promise<void> {
    for (const eventId of eventIds) await writeEvent({ durable: false, eventId, look: nothing }, nothing)
  }

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

    /** One durable transaction under the catalog's lock. */
    writeCatalog: <T>(work: (queries: Queries, now: number) => Promise<T>): Promise<T> =>
      database.transaction({ durable: true }, async (queries) => {
        await lockCatalog(queries)
        return work(queries, await timeOf(queries))
      }),
  }
}

/** Its edition; null: there is no such event, or it is not on sale and must be. */
async function lockEvent({ rows }: Queries, eventId: number, mustBeOnSale: boolean): Promise<number | null> {
  const [event] = await rows<{ readonly edition: number; readonly isOnSale: boolean }>(
    `SELECT edition, status = 'ON_SALE' AS "isOnSale" FROM event WHERE event_id = $1 FOR NO KEY UPDATE`,
    [eventId],
  )
  return event && (event.isOnSale || !mustBeOnSale) ? event.edition : null
}
