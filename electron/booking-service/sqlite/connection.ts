import { lstatSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { TranslatedError } from '../../../shared/i18n/catalogues.ts'
import { migrations } from './migrations.ts'

const SYNCHRONOUS_FULL = 2
const BUSY_TIMEOUT_MS = 2_000

/**
 * Opens the service's database and brings it to the newest schema. Throws when a newer program made it, or when SQLite
 * would not keep what it has acknowledged.
 */
export function openDatabase(path: string, nativeBinding: string | undefined): Database {
  // Nothing was ever sold from a file that is not there yet; from an empty one there may have been.
  if (lstatSync(path, { throwIfNoEntry: false })?.size === 0) {
    throw new TranslatedError(({ refusals }) => refusals.emptyDatabase(path))
  }
  let db: Database | null = null
  try {
    db = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, ...(nativeBinding !== undefined && { nativeBinding }) })
    db.pragma('journal_mode = WAL')
    // Set by hand: SQLite as compiled here falls back to NORMAL in WAL mode after the first write otherwise.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // Overwrites deleted bytes: a buyer who is erased must not remain in a free page.
    db.pragma('secure_delete = ON')
    migrate(db)
    assertDurable(db)
    return db
  } catch (error) {
    db?.close()
    if (!(error instanceof Sqlite.SqliteError)) throw error
    const { message } = error
    throw new TranslatedError(({ refusals }) => refusals.brokenFile(path, message), { cause: error })
  }
}

function migrate(db: Database): void {
  const apply = db.transaction(() => {
    const version = userVersion(db)
    if (version < 0 || version > migrations.length) {
      throw new TranslatedError(({ refusals }) => refusals.newerFile(db.name, version, migrations.length))
    }
    for (const migration of migrations.slice(version)) db.exec(migration)
    // Written even when nothing was missing: `assertDurable` has to look after a write.
    db.pragma(`user_version = ${migrations.length}`)
  })
  apply.immediate()
}

function assertDurable(db: Database): void {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = db.pragma('synchronous', { simple: true })
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL) {
    throw new Error(`${db.name}: journal_mode ${String(journal)}, synchronous ${String(synchronous)}: not durable`)
  }
}

function userVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number
}
