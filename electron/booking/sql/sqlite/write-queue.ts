import Sqlite, { type Database } from 'better-sqlite3'
import { StoreUnavailable } from '../store.ts'
import { Statements } from './statements.ts'

export interface Transaction {
  /** Adds an action that runs once the operation is durable, and never runs after a rollback. */
  readonly afterCommit: (action: () => void) => void
}

/**
 * Synchronous work that is committed as a whole, or undone if it throws. The work may be undone and repeated because
 * another operation threw, so side effects outside the database belong in `afterCommit`.
 */
type Operation<T> = (transaction: Transaction) => T

interface Entry {
  readonly operation: Operation<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit: operations of one turn of the event loop share one transaction and one disk sync. If an operation
 * throws, the group runs again with a savepoint for each operation. The first run has no savepoints, because SQLite
 * copies every page that changes under a savepoint.
 */
export class WriteQueue {
  readonly #db: Database
  readonly #statements: Statements
  readonly #schedule: (flush: () => void) => void
  #waiting: Entry[] = []

  constructor(db: Database, schedule: (flush: () => void) => void = setImmediate) {
    this.#db = db
    this.#statements = new Statements(db)
    this.#schedule = schedule
  }

  /** Resolves after the commit. Rejects with `StoreUnavailable` if the database cannot commit. */
  run<T>(operation: Operation<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ operation, resolve: resolve as (value: unknown) => void, reject })
      if (this.#waiting.length === 1) this.#schedule(() => this.flush())
    })
  }

  flush(): void {
    const group = this.#waiting
    this.#waiting = []
    if (group.length === 0) return
    let settlements: (() => void)[]
    try {
      settlements = this.#together(group) ?? this.#apart(group)
    } catch (error) {
      if (this.#db.inTransaction) this.#statements.run('ROLLBACK')
      const unavailable = new StoreUnavailable('The database rejected the transaction', { cause: error })
      for (const { reject } of group) reject(unavailable)
      return
    }
    for (const settle of settlements) settle()
  }

  /** Runs the group in one transaction. Returns null, with the whole group undone, if an operation threw. */
  #together(group: readonly Entry[]): (() => void)[] | null {
    this.#statements.run('BEGIN IMMEDIATE')
    let settlements: (() => void)[]
    try {
      settlements = group.map(perform)
    } catch (error) {
      this.#rethrowFatal(error)
      this.#statements.run('ROLLBACK')
      return null
    }
    this.#statements.run('COMMIT')
    return settlements
  }

  #apart(group: readonly Entry[]): (() => void)[] {
    const statements = this.#statements
    statements.run('BEGIN IMMEDIATE')
    const settlements = group.map((entry) => {
      statements.run('SAVEPOINT operation')
      try {
        const settle = perform(entry)
        statements.run('RELEASE operation')
        return settle
      } catch (error) {
        this.#rethrowFatal(error)
        statements.run('ROLLBACK TO operation')
        statements.run('RELEASE operation')
        return () => entry.reject(error)
      }
    })
    statements.run('COMMIT')
    return settlements
  }

  /** A full or failing disk ends the whole transaction, so no operation of the group is committed. */
  #rethrowFatal(error: unknown): void {
    if (!this.#db.inTransaction || isStorageFault(error)) throw error
  }
}

function perform({ operation, resolve }: Entry): () => void {
  const actions: (() => void)[] = []
  const value = operation({ afterCommit: (action) => actions.push(action) })
  return () => {
    for (const action of actions) action()
    resolve(value)
  }
}

/**
 * Returns whether the disk is full or failing, or the file is locked, read-only or damaged. No request causes these
 * faults.
 */
export function isStorageFault(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CORRUPT)/u.test(error.code)
}
