import Sqlite, { type Database } from 'better-sqlite3'

const FULL = 2

/** Nobody else writes, but a verifier or a backup of another process may hold a lock for a moment. */
const PATIENCE_MS = 2_000

/** Where better-sqlite3's compiled part lies, when the bundler or the shell moved it. */
export interface ConnectionOptions {
  readonly nativeBinding?: string | undefined
}

/**
 * The one way to a ledger file that is written. SQLite's compiled default turns `synchronous` to NORMAL in WAL mode as
 * soon as something is written, unless it was set explicitly on this very connection: so it is set here, and
 * `assertDurable` reads it back after a write.
 */
export function openConnection(path: string, { nativeBinding }: ConnectionOptions): Database {
  const db = new Sqlite(path, { timeout: PATIENCE_MS, ...(nativeBinding && { nativeBinding }) })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('secure_delete = ON')
    db.pragma('trusted_schema = OFF')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Call after a write on this connection. */
export function assertDurable(db: Database): void {
  const settings = {
    journal_mode: db.pragma('journal_mode', { simple: true }),
    synchronous: db.pragma('synchronous', { simple: true }),
    foreign_keys: db.pragma('foreign_keys', { simple: true }),
  }
  if (settings.journal_mode !== 'wal' || settings.synchronous !== FULL || settings.foreign_keys !== 1) {
    throw new Error(`${db.name}: this connection would lose data in a power cut: ${JSON.stringify(settings)}`)
  }
}
