import type { EventEdition } from './catalog.ts'
import { lockCatalog, only, type Database, type Queries } from './database.ts'
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
   * reads, once those are freed, in the same breath.
   */
  async function writeEvent<L, T>(
    options: {
      readonly durable: boolean
      readonly lock: (queries: Queries) => Promise<EventEdition | null>
      readonly look: (queries: Queries) => Promise<L>
    },
    work: (write: EventWrite, seen: L) => Promise<T>,
  ): Promise<T | null> {
    const actions: (() => void)[] = []
    const value = await database.transactionUnder(options, async (queries, locked) => {
      if (locked === null) return null
      const settling = seats.settle(queries, locked.eventId, clock?.() ?? null)
      const [settled, seen] = await Promise.all([settling, options.look(queries)])
      const afterCommit = (action: () => void): unknown => actions.push(action)
      const write = { ...queries, ...settled, ...locked, afterCommit }
      const done = await work(write, seen)
      await seats.count(write)
      return done
    })
    for (const action of actions) action()
    return value
  }

  /** Frees the seats of all holds in these events that have expired. */
  async function settle(eventIds: readonly number[]): Promise<void> {
    for (const eventId of eventIds) {
      await writeEvent({ durable: false, lock: lockEvent(eventId), look: nothing }, nothing)
    }
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

/** For a write that has nothing to look at before. */
export const nothing = (): Promise<void> => Promise.resolve()

export const lockEventOnSale =
  (eventId: number) =>
  async ({ rows }: Queries): Promise<EventEdition | null> => {
    const [event] = await rows<EventEdition>(
      `SELECT event_id AS "eventId", edition FROM event WHERE event_id = $1 AND status = 'ON_SALE' FOR NO KEY UPDATE`,
      [eventId],
    )
    return event ?? null
  }

export const lockEvent =
  (eventId: number) =>
  async ({ rows }: Queries): Promise<EventEdition | null> => {
    const [event] = await rows<EventEdition>(
      'SELECT event_id AS "eventId", edition FROM event WHERE event_id = $1 FOR NO KEY UPDATE',
      [eventId],
    )
    return event ?? null
  }
