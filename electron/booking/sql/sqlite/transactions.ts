import type { Database } from 'better-sqlite3'
import { StoreUnavailable } from '../store.ts'
import type { SeatState } from './seat-state.ts'
import { Statements } from './statements.ts'
import { isStorageFault, type Transaction, type WriteQueue } from './write-queue.ts'

/** Runs reads and writes, each with a single fixed time. */
export class Transactions {
  readonly #db: Database
  readonly #statements: Statements
  readonly #queue: WriteQueue
  readonly #seats: SeatState
  readonly #clock: () => number

  constructor(db: Database, queue: WriteQueue, seats: SeatState, clock: () => number) {
    this.#db = db
    this.#statements = new Statements(db)
    this.#queue = queue
    this.#seats = seats
    this.#clock = clock
  }

  /** Runs the operation after the seats of expired holds have been freed. */
  write<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return this.writeAndNotify((now, transaction) => {
      this.#seats.watch.changed()
      return operation(now, transaction)
    })
  }

  /** Runs an operation that changes section views only through the seat state, which publishes topics. */
  writeAndNotify<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return this.#queue.run((transaction) => {
      const now = this.#clock()
      this.#seats.settle(now, transaction)
      return operation(now, transaction)
    })
  }

  /** Runs a read. Expired holds are first freed by a write. */
  async read<T>(operation: (now: number) => T): Promise<T> {
    for (;;) {
      const outcome = this.#readAt(this.#clock(), operation)
      if (outcome !== null) return outcome.value
      await this.writeAndNotify(() => undefined)
    }
  }

  #readAt<T>(now: number, operation: (now: number) => T): { readonly value: T } | null {
    try {
      this.#statements.run('BEGIN')
      return this.#seats.hasExpired(now) ? null : { value: operation(now) }
    } catch (error) {
      throw isStorageFault(error) ? new StoreUnavailable('The database cannot be read', { cause: error }) : error
    } finally {
      if (this.#db.inTransaction) this.#statements.run('COMMIT')
    }
  }
}
