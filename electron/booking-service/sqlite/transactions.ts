import type { Database } from 'better-sqlite3'
import { StoreUnavailable } from '../store/store.ts'
import { type ChangeWatch, isStorageFault, type Transaction, type WriteQueue } from './write-queue.ts'
import type { SeatBook } from './seat-book.ts'

export type Transactions = ReturnType<typeof createTransactions>

/** What happens at one moment of `clock`. */
export function createTransactions(
  db: Database,
  {
    queue,
    seats,
    watch,
    clock,
  }: {
    readonly queue: WriteQueue
    readonly seats: SeatBook
    readonly watch: ChangeWatch
    readonly clock: () => number
  },
) {
  /** A write at one moment, with expired holds out of the way. */
  function write<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return writeTold((now, transaction) => {
      watch.changed()
      return operation(now, transaction)
    })
  }

  /** The same for what changes nothing that a section's view shows, but through the seat book: that tells of it. */
  function writeTold<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return queue.run((transaction) => {
      const now = clock()
      seats.settle(now, transaction)
      return operation(now, transaction)
    })
  }

  const beginRead = db.prepare('BEGIN')
  const endRead = db.prepare('COMMIT')

  /** A read of one moment. Only where a hold has expired is there something to write first. */
  async function read<T>(operation: (now: number) => T): Promise<T> {
    for (;;) {
      const outcome = readAt(clock(), operation)
      if (outcome !== null) return outcome.value
      await writeTold(() => undefined)
    }
  }

  /** Null when a hold has to be settled first. */
  function readAt<T>(now: number, operation: (now: number) => T): { readonly value: T } | null {
    try {
      beginRead.run()
      return seats.hasExpired(now) ? null : { value: operation(now) }
    } catch (error) {
      throw isStorageFault(error) ? new StoreUnavailable('The database cannot be read', { cause: error }) : error
    } finally {
      if (db.inTransaction) endRead.run()
    }
  }

  return { read, write, writeTold }
}
