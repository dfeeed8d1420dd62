import { readFileSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { ConnectionOptions } from './connection.ts'
import { LedgerInUse } from './errors.ts'

/** Ownership of a ledger by this process, until `release` or the end of the process, however it ends. */
export interface LedgerLock {
  release(): void
}

/**
 * Takes the ledger for this process. The lock is a lock of the operating system on `<path>.lock` (an exclusive
 * transaction of an empty SQLite database), so a killed owner leaves nothing behind. `<path>.owner` names the process
 * for the message only. Throws `LedgerInUse`.
 */
export function lockLedger(path: string, { nativeBinding }: ConnectionOptions): LedgerLock {
  const db = new Sqlite(`${path}.lock`, nativeBinding === undefined ? { timeout: 0 } : { timeout: 0, nativeBinding })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new LedgerInUse(path, ownerOf(path))
    }
    throw error
  }
  writeFileSync(`${path}.owner`, `${process.pid}\n`)
  return { release: () => db.close() }
}

/** Never opens the lock file itself: closing any handle on it would drop this process's POSIX locks. */
function ownerOf(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(`${path}.owner`, 'utf8'), 10)
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}
