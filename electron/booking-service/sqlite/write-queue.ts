import Sqlite, { type Database } from 'better-sqlite3'
import { StoreUnavailable } from '../store/store.ts'

export interface Transaction {
  /** Runs once the operation is durable; never when it is rolled back. */
  readonly afterCommit: (action: () => void) => void
}

/**
 * A synchronous piece of work on the database: all of it happens or nothing. Throwing undoes it. It may be undone and run
 * once more because another one threw: what it does beside the database belongs into `afterCommit`.
 */
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
 * One that throws takes nothing else with it: the group is then run again, each with a savepoint of its own. SQLite copies
 * every page that changes under a savepoint, so those whose operations all go well do without.
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
      settlements = together(group) ?? apart(group)
    } catch (error) {
      if (db.inTransaction) rollback.run()
      const unavailable = new StoreUnavailable('The database did not take the transaction', { cause: error })
      for (const { reject } of group) reject(unavailable)
      return
    }
    for (const settle of settlements) settle()
  }

  /** Null when one of them threw: nothing of the group has happened. */
  function together(group: readonly Entry[]): (() => void)[] | null {
    begin.run()
    let settlements: (() => void)[]
    try {
      settlements = group.map(perform)
    } catch (error) {
      endOf(error)
      rollback.run()
      return null
    }
    commit.run()
    return settlements
  }

  function apart(group: readonly Entry[]): (() => void)[] {
    begin.run()
    const settlements = group.map((entry) => {
      savepoint.run()
      try {
        const settle = perform(entry)
        release.run()
        return settle
      } catch (error) {
        endOf(error)
        rollbackTo.run()
        release.run()
        return () => entry.reject(error)
      }
    })
    commit.run()
    return settlements
  }

  function perform({ operation, resolve }: Entry): () => void {
    const actions: (() => void)[] = []
    const value = operation({ afterCommit: (action) => actions.push(action) })
    return () => {
      for (const action of actions) action()
      resolve(value)
    }
  }

  /** A full or failing disk ends the whole transaction: nobody's work is kept. */
  function endOf(error: unknown): void {
    if (!db.inTransaction || isStorageFault(error)) throw error
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
