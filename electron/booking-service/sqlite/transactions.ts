import type { Database } from 'better-sqlite3'
import { StoreUnavailable } from '../store/store.ts'
import type { SeatState } from './seat-state.ts'
import { Statements } from './statements.ts'
import { isStorageFault, type Transaction, type WriteQueue } from './write-queue.ts'

/** Seats of a zone, or holds of a session. */
export type ChangeTopic = `zone ${number}` | `session ${number}`

const MAX_TOPICS = 20_000

/** Tells without reading tables whether this process or another has changed something since. */
export class ChangeWatch {
  readonly #statements: Statements
  readonly #changes = new Map<ChangeTopic, number>()
  #unspecific = 0

  constructor(statements: Statements) {
    this.#statements = statements
  }

  /** This process changes something that is in no topic. */
  changed(): void {
    this.#unspecific += 1
    this.#changes.clear()
  }

  /** This process has committed a change of these topics, and of nothing else that a section view shows. */
  publish(topics: readonly ChangeTopic[]): void {
    if (this.#changes.size > MAX_TOPICS) this.changed()
    for (const topic of topics) this.#changes.set(topic, (this.#changes.get(topic) ?? 0) + 1)
  }

  /** Call within a read transaction. The returned function tells whether these topics are still as that transaction saw them. */
  since(topics: readonly ChangeTopic[]): () => boolean {
    const seen = topics.map((topic) => this.#changes.get(topic))
    const [others, before] = [this.#commitsOfOthers(), this.#unspecific]
    return () =>
      this.#unspecific === before &&
      topics.every((topic, index) => this.#changes.get(topic) === seen[index]) &&
      this.#commitsOfOthers() === others
  }

  /** Differs once another connection has committed; SQLite reads it from memory that the connections share. */
  #commitsOfOthers(): number | undefined {
    return this.#statements.value('PRAGMA data_version')
  }
}

/** Reads and writes, each at one moment of the clock. */
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

  /** Runs after expired holds are freed. */
  write<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return this.writeAndNotify((now, transaction) => {
      this.#seats.watch.changed()
      return operation(now, transaction)
    })
  }

  /** For writes that change section views only by the seat state, which publishes the topics. */
  writeAndNotify<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return this.#queue.run((transaction) => {
      const now = this.#clock()
      this.#seats.settle(now, transaction)
      return operation(now, transaction)
    })
  }

  /** Writes first only if a hold has expired. */
  async read<T>(operation: (now: number) => T): Promise<T> {
    for (;;) {
      const outcome = this.#readAt(this.#clock(), operation)
      if (outcome !== null) return outcome.value
      await this.writeAndNotify(() => undefined)
    }
  }

  /** Returns null if a hold has to be freed first. */
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
