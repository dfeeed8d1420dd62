import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { randomFillSync } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { TranslatedError } from '../../shared/i18n/catalogues.ts'
import { syncDirectory } from '../host/files/whole-file.ts'

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

/** Another process (or another part of this one) owns the ledger. */
export class LedgerInUse extends TranslatedError {
  override readonly name = 'LedgerInUse'
  readonly path: string
  /** Process id of the owner; null when it could not be read. */
  readonly ownerPid: number | null

  constructor(path: string, ownerPid: number | null) {
    super(({ refusals }) => refusals.ledgerInUse(path, ownerPid))
    this.path = path
    this.ownerPid = ownerPid
  }
}

/** The ledger was written by a newer program. Nothing was touched: start that program, or a newer one. */
export class LedgerTooNew extends TranslatedError {
  override readonly name = 'LedgerTooNew'
  readonly path: string
  readonly found: number
  readonly supported: number

  constructor(path: string, found: number, supported: number) {
    super(({ refusals }) => refusals.newerFile(path, found, supported))
    this.path = path
    this.found = found
    this.supported = supported
  }
}

/** An error of SQLite's own while a ledger is opened, with the file and the way on; any other as it is. */
export function namedFault(path: string, error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  const { message } = error
  return new TranslatedError(({ refusals }) => refusals.brokenFile(path, message), { cause: error })
}

/** The disk failed and reopening did not help: nothing is acknowledged any more. `cause` is the disk's error. */
export class LedgerFrozen extends Error {
  override readonly name = 'LedgerFrozen'

  constructor(path: string, cause: unknown) {
    super(`${path} is frozen: the disk failed`, { cause })
  }
}

/** What was to be recorded contradicts what another sale already has. Nothing was written; it is a fault to look into. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict'
}

/** What a failed call was about; `other` is a bug. */
type Fault = 'full' | 'disk' | 'damage' | 'conflict' | 'other'

/**
 * SQLite's result codes (https://www.sqlite.org/rescode.html). A full disk also shows as a shared-memory file that could
 * not grow. `disk`: the device did not do what it was told. `damage`: what it gave back is no sound database.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Sqlite.SqliteError)) return 'other'
  const { code } = error
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return 'full'
  if (/^SQLITE_(?:CORRUPT|NOTADB)/u.test(code)) return 'damage'
  if (/^SQLITE_(?:IOERR|CANTOPEN|READONLY)/u.test(code)) return 'disk'
  return code.startsWith('SQLITE_CONSTRAINT') ? 'conflict' : 'other'
}

/** Ownership of a ledger by this process, until `release` or the end of the process, however it ends. */
interface LedgerLock {
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

/**
 * Room kept for the sales that are already running: a file that is given up when the disk is full, so that they can
 * end. No new sale starts until there is room for it again.
 */
export interface Reserve {
  /** True when the reserve is there and as much again is free; builds it up again when there is room. */
  whole(): boolean
  /** Frees the reserve's room; false when it was gone already. */
  giveUp(): boolean
}

const CHUNK_BYTES = 1 << 20

/** `bytes` 0: no reserve is kept, and the disk counts as roomy. */
export function openReserve(path: string, bytes: number): Reserve {
  const present = (): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes
  const free = (): number => {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  }
  return {
    whole() {
      if (bytes === 0) return true
      if (present()) return free() >= bytes
      // Another reserve's worth must be left over, and some slack so that it does not come and go.
      return free() >= 3 * bytes && build(path, bytes)
    },
    giveUp() {
      if (bytes === 0 || !present()) return false
      rmSync(path)
      return true
    },
  }
}

/** Random bytes: a file system that compresses or leaves holes would give zeros no room of their own. */
function build(path: string, bytes: number): boolean {
  const draft = `${path}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    const chunk = randomFillSync(Buffer.alloc(Math.min(bytes, CHUNK_BYTES)))
    for (let left = bytes; left > 0; left -= chunk.length) writeSync(file, chunk, 0, Math.min(left, chunk.length))
    fsyncSync(file)
  } catch (error) {
    rmSync(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncDirectory(dirname(path))
  return true
}
