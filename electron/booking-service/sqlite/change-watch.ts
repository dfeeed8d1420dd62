import type { Database } from 'better-sqlite3'

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
