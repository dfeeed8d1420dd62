import { closeSync, constants, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { ConnectionOptions } from './connection.ts'
import { LedgerInUse } from './errors.ts'
import { faultOf } from './faults.ts'

/** Ownership of a ledger by this process, until `release` or the end of the process, however it ends. */
export interface LedgerLock {
  release(): void
}

/**
 * Takes the ledger for this process. The lock is a lock of the operating system on `<path>.lock` (an exclusive
 * transaction of an SQLite database that holds nothing), so a killed owner leaves nothing behind. `<path>.owner` names
 * the process for the message only. Once both files are there, neither needs room on the disk. Throws `LedgerInUse`.
 */
export function lockLedger(path: string, options: ConnectionOptions): LedgerLock {
  try {
    return take(path, options)
  } catch (error) {
    if (faultOf(error) === 'disk') {
      throw new Error(
        `${path}.lock cannot be opened (${(error as Error).message}): it keeps a second program from the ledger; end every program on it, move the file away and start again`,
        { cause: error },
      )
    }
    if (faultOf(error) !== 'damage') throw error
    // It could be read, so nobody holds it. The file itself stays: another one in its place could be held beside it.
    truncateSync(`${path}.lock`)
    return take(path, options)
  }
}

function take(path: string, { nativeBinding }: ConnectionOptions): LedgerLock {
  const db = new Sqlite(`${path}.lock`, { timeout: 0, ...(nativeBinding && { nativeBinding }) })
  try {
    // A database without a page would be given its first one by the transaction.
    if (db.pragma('page_count', { simple: true }) === 0) db.exec('CREATE TABLE lock (id INTEGER) STRICT')
    db.exec('BEGIN EXCLUSIVE')
    nameOwner(path)
  } catch (error) {
    db.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new LedgerInUse(path, ownerOf(path))
    }
    throw error
  }
  return { release: () => db.close() }
}

/** Overwritten in place, never cut short first: that would need a new block on a full disk. */
function nameOwner(path: string): void {
  const file = openSync(`${path}.owner`, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    writeSync(file, `${process.pid}`.padEnd(15).concat('\n'), 0)
  } finally {
    closeSync(file)
  }
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
