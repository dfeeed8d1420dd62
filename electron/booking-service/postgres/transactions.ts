import type { EventEdition } from './catalog.ts'
import { lockCatalog, only, type Database, type Queries } from './database.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'

export type Transactions = ReturnType<typeof createTransactions>

/** What happens at one moment. `clock`: the database's own when left out, which all processes share. */
export function createTransactions(database: Database, seats: SeatBook, clock: (() => number) | undefined) {
  async function timeOf({ rows }: Queries): Promise<number> {
    if (clock !== undefined) return clock()
    const [row] = await rows<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
    )
    return only(row).now
  }

  /** One transaction under the lock of an event, its expired holds out of the way. `lock` gives the event's id. */
  async function writeEvent<L extends EventEdition, T>(
    options: { readonly durable: boolean; readonly lock: (queries: Queries) => Promise<L | null> },
    work: (write: EventWrite, locked: L) => Promise<T>,
  ): Promise<T | null> {
    const actions: (() => void)[] = []
    const value = await database.transaction(options, async (queries) => {
      const locked = await options.lock(queries)
      if (locked === null) return null
      const now = await timeOf(queries)
      const write = {
        ...queries,
        eventId: locked.eventId,
        edition: locked.edition,
        now,
        afterCommit: (action: () => void) => actions.push(action),
      }
      await seats.settle(write)
      return work(write, locked)
    })
    for (const action of actions) action()
    return value
  }

  /** A moment at which no hold that has expired by then keeps its seat any more. */
  async function settledNow(): Promise<number> {
    const now = await timeOf(database)
    const due = await database.rows<{ eventId: number }>(
      `SELECT DISTINCT event_id AS "eventId" FROM claim WHERE state = 'held' AND expires_at <= $1`,
      [now],
    )
    for (const { eventId } of due) {
      await writeEvent({ durable: false, lock: lockEvent(eventId) }, () => Promise.resolve())
    }
    return now
  }

  return {
    timeOf,
    settledNow,
    writeEvent,

    /** One durable transaction under the catalog's lock. */
    writeCatalog: <T>(work: (queries: Queries, now: number) => Promise<T>): Promise<T> =>
      database.transaction({ durable: true }, async (queries) => {
        await lockCatalog(queries)
        return work(queries, await timeOf(queries))
      }),
  }
}

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
