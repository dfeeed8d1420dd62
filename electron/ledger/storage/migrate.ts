import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { LedgerTooNew } from '../connection.ts'
import { type Migration, migrations } from '../migrations/index.ts'

/**
 * Brings the schema to the newest version, all missing steps in one transaction, and returns the version it started
 * from (0: a new file). A ledger written by a newer program, or by another text of a known step, is refused untouched.
 */
export function migrate(db: Database, appliedUtc: string, steps: readonly Migration[] = migrations): number {
  const from = checkVersion(db, steps)
  const known = newest(steps)
  if (from === known) return from
  db.transaction(() => {
    db.exec(
      'CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, applied_utc TEXT NOT NULL) STRICT',
    )
    const applied = db.prepare('INSERT INTO migration (version, sha256, applied_utc) VALUES (?, ?, ?)')
    for (const step of steps.filter(({ version }) => version > from)) {
      db.exec(step.sql)
      applied.run(step.version, fingerprint(step), appliedUtc)
    }
    db.pragma(`user_version = ${known}`)
  }).immediate()
  return from
}

/** The version a ledger has; throws `LedgerTooNew`, or when a step was another one than this program knows. */
export function checkVersion(db: Database, steps: readonly Migration[] = migrations): number {
  const found = db.pragma('user_version', { simple: true }) as number
  if (found < 0) throw new Error(`${db.name}: schema ${found} does not exist: put the ledger back from its newest copy`)
  if (found > newest(steps)) throw new LedgerTooNew(db.name, found, newest(steps))
  checkFingerprints(db, steps, found)
  return found
}

function newest(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 0
}

function checkFingerprints(db: Database, steps: readonly Migration[], upTo: number): void {
  if (upTo === 0) return
  const rows = db.prepare('SELECT version, sha256 FROM migration').all() as { version: number; sha256: string }[]
  const applied = new Map(rows.map(({ version, sha256 }) => [version, sha256]))
  for (const step of steps.filter(({ version }) => version <= upTo)) {
    if (applied.get(step.version) !== fingerprint(step)) {
      throw new Error(
        `${db.name}: migration ${step.version} of this ledger is not the one this program knows: put the ledger back from its newest copy`,
      )
    }
  }
}

function fingerprint({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}
