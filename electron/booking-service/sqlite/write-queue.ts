import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { numericId } from '../rules/holds.ts'
import type { AuditEntry, StoreChanges } from '../store/administration.ts'
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

export type Audit = ReturnType<typeof createAudit>

interface AuditRow extends Omit<AuditEntry, 'facts'> {
  readonly facts: string
}

/** Who changed what, and when: only ever added to. */
export function createAudit(db: Database) {
  const add = db.prepare<[AuditRow]>(
    'INSERT INTO audit (at, by, act, event_id, facts) VALUES (@at, @by, @act, @eventId, @facts)',
  )
  const newest = db.prepare<[{ readonly eventId: number | null; readonly limit: number }], AuditRow>(
    `SELECT at, by, act, event_id AS eventId, facts FROM audit WHERE @eventId IS NULL OR event_id = @eventId
     ORDER BY audit_no DESC LIMIT @limit`,
  )
  return {
    add: ({ facts, ...entry }: AuditEntry): void => void add.run({ ...entry, facts: JSON.stringify(facts) }),

    list: ({ eventId, limit }: Parameters<StoreChanges['listAudit']>[0]): AuditEntry[] =>
      newest
        .all({ eventId: eventId === null ? null : (numericId(eventId) ?? 0), limit })
        .map((row) => ({ ...row, facts: JSON.parse(row.facts) as AuditEntry['facts'] })),
  }
}

/** What a change is told of: seats of a zone, holds of a session. */
export type Subject = `zone ${number}` | `session ${number}`

const MOST_SUBJECTS = 20_000

export type ChangeWatch = ReturnType<typeof createChangeWatch>

/** Knows without a look at the tables whether anybody, this process or another, has changed something since. */
export function createChangeWatch(db: Database) {
  // Differs once another connection has committed; SQLite reads it from the memory that the connections share.
  const byOthers = db.prepare<[], number>('PRAGMA data_version').pluck()
  const told = new Map<Subject, number>()
  let anything = 0

  return {
    /** This process writes what it does not tell by subject. */
    changed(): void {
      anything += 1
      told.clear()
    },

    /** This process has committed a change of these, and of nothing else that a view shows. */
    tell(subjects: readonly Subject[]): void {
      if (told.size > MOST_SUBJECTS) this.changed()
      for (const subject of subjects) told.set(subject, (told.get(subject) ?? 0) + 1)
    },

    /** To be called within a read transaction: says from then on whether what it saw of these still stands. */
    since(subjects: readonly Subject[]): () => boolean {
      const seen = subjects.map((subject) => told.get(subject))
      const [others, before] = [byOthers.get(), anything]
      return () =>
        anything === before &&
        subjects.every((subject, index) => told.get(subject) === seen[index]) &&
        byOthers.get() === others
    },
  }
}
