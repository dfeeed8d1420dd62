import Sqlite, { type Database } from 'better-sqlite3'
import { StoreUnavailable } from '../store/store.ts'

export interface Transaction {
  /** Runs once the operation is durable; never when it is rolled back. */
  readonly afterCommit: (action: () => void) => void
}

/** A synchronous piece of work on the database: all of it happens or nothing. Throwing undoes it. */
export type Operation<T> = (transaction: Transaction) => T

export interface WriteQueue {
  /** Resolves when the operation is committed. Rejects with StoreUnavailable when the database cannot take it now. */
  run<T>(operation: Operation<T>): Promise<T>
  /** Commits what waits. */
  flush(): void
}

interface Entry {
  readonly operation: Operation<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit: operations that arrive in one turn of the event loop share one transaction and one sync of the disk.
 * Each has a savepoint of its own, so that one that throws takes nothing else with it.
 */
export function createWriteQueue(db: Database, schedule: (flush: () => void) => void = setImmediate): WriteQueue {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT operation')
  const release = db.prepare('RELEASE operation')
  const rollbackTo = db.prepare('ROLLBACK TO operation')
  let waiting: Entry[] = []

  function flush(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    let settlements: (() => void)[]
    try {
      begin.run()
      settlements = group.map(perform)
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      const unavailable = new StoreUnavailable('The database did not take the transaction', { cause: error })
      for (const { reject } of group) reject(unavailable)
      return
    }
    for (const settle of settlements) settle()
  }

  function perform({ operation, resolve, reject }: Entry): () => void {
    const actions: (() => void)[] = []
    savepoint.run()
    try {
      const value = operation({ afterCommit: (action) => actions.push(action) })
      release.run()
      return () => {
        for (const action of actions) action()
        resolve(value)
      }
    } catch (error) {
      // A full or failing disk ends the whole transaction: nobody's work is kept.
      if (!db.inTransaction || isStorageFault(error)) throw error
      rollbackTo.run()
      release.run()
      return () => reject(error)
    }
  }

  return {
    run: <T>(operation: Operation<T>) =>
      new Promise<T>((resolve, reject) => {
        const first = waiting.length === 0
        waiting.push({ operation, resolve: resolve as (value: unknown) => void, reject })
        if (first) schedule(flush)
      }),
    flush,
  }
}

/** Disk full, failing or locked: nothing about the request is wrong. */
export function isStorageFault(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CORRUPT)/u.test(error.code)
}
