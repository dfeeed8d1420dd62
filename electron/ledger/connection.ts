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
import { syncDirectory } from '../host/files/atomic-file.ts'

const FULL = 2

/** Maximum wait for a lock in milliseconds. A verifier or a backup in another process may lock the file briefly. */
const PATIENCE_MS = 2_000

/** Path of better-sqlite3's native addon, required if the bundler or Electron moved the addon. */
export interface ConnectionOptions {
  readonly nativeBinding?: string | undefined
}

/**
 * Opens a ledger file for writing; every writer must use `openConnection`. By default, SQLite changes `synchronous` to
 * NORMAL at the first write in WAL mode, so `synchronous` is set on each connection. `assertDurable` verifies the
 * setting after a write.
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

export function openReadOnly(path: string, { nativeBinding }: ConnectionOptions): Database {
  return new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
}

export function readLedger<T>(path: string, options: ConnectionOptions, read: (db: Database) => T): T {
  const db = openReadOnly(path, options)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Throws if the connection would lose data in a power cut. Must be called after a write on the connection. */
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

/** Another process, or another part of the same process, owns the ledger. */
export class LedgerInUse extends TranslatedError {
  override readonly name = 'LedgerInUse'
  /** Process id of the owner; null if the id could not be read. */
  readonly ownerPid: number | null

  constructor(path: string, ownerPid: number | null) {
    super(({ refusals }) => refusals.ledgerInUse(path, ownerPid))
    this.ownerPid = ownerPid
  }
}

/**
 * The ledger was written by a newer version of the program; only that version or a later one can open it. Nothing was
 * changed.
 */
export class LedgerTooNew extends TranslatedError {
  override readonly name = 'LedgerTooNew'
  readonly found: number
  readonly supported: number

  constructor(path: string, found: number, supported: number) {
    super(({ refusals }) => refusals.newerFile(path, found, supported))
    this.found = found
    this.supported = supported
  }
}

/** Adds the file and the remedy to an SQLite error from opening a ledger. Returns any other error unchanged. */
export function namedFault(path: string, error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  const { message } = error
  return new TranslatedError(({ refusals }) => refusals.brokenFile(path, message), { cause: error })
}

/** The disk failed, and writes are rejected until the ledger file can be reopened. `cause` is the disk's error. */
export class LedgerFrozen extends Error {
  override readonly name = 'LedgerFrozen'

  constructor(path: string, cause: unknown) {
    super(`${path} is frozen: the disk failed`, { cause })
  }
}

/** The data to record contradicts data of another sale, which indicates a fault. Nothing was written. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict'
}

/** Kind of error of a failed call; `other` indicates a bug. */
type Fault = 'full' | 'disk' | 'damage' | 'conflict' | 'other'

/**
 * Classifies SQLite's result codes (https://www.sqlite.org/rescode.html). `disk`: the device failed to read or write.
 * `damage`: the file is not an intact database. A failure to enlarge the shared-memory file also counts as a full disk.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Sqlite.SqliteError)) return 'other'
  const { code } = error
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return 'full'
  if (/^SQLITE_(?:CORRUPT|NOTADB)/u.test(code)) return 'damage'
  if (/^SQLITE_(?:IOERR|CANTOPEN|READONLY)/u.test(code)) return 'disk'
  return code.startsWith('SQLITE_CONSTRAINT') ? 'conflict' : 'other'
}

/**
 * Locks the ledger for the current process, until `release` or until the process ends. The operating system releases
 * the lock on `<path>.lock` (an exclusive SQLite transaction) if the owner is killed. `<path>.owner` contains the
 * process id for the error message. Once both files exist, locking needs no disk space. Throws `LedgerInUse`.
 */
export function lockLedger(path: string, options: ConnectionOptions): { release(): void } {
  try {
    return take(path, options)
  } catch (error) {
    if (faultOf(error) === 'disk') {
      throw new Error(
        `${path}.lock cannot be opened (${(error as Error).message}): the file prevents two programs from using the ledger; stop all programs that use it, move the file away and start again`,
        { cause: error },
      )
    }
    if (faultOf(error) !== 'damage') throw error
    // No process holds the lock, because the file could be read. Replacing the file would allow two locks at once.
    truncateSync(`${path}.lock`)
    return take(path, options)
  }
}

function take(path: string, { nativeBinding }: ConnectionOptions) {
  const db = new Sqlite(`${path}.lock`, { timeout: 0, ...(nativeBinding && { nativeBinding }) })
  try {
    // Without a table, the first page of an empty database would be allocated within the exclusive transaction.
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

/** Overwrites the file in place, because truncating it first would need a new block on a full disk. */
function nameOwner(path: string): void {
  const file = openSync(`${path}.owner`, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    writeSync(file, `${process.pid}`.padEnd(15).concat('\n'), 0)
  } finally {
    closeSync(file)
  }
}

/** Does not open the lock file: closing any handle on the lock file would release the process's own POSIX locks. */
function ownerOf(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(`${path}.owner`, 'utf8'), 10)
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

const CHUNK_BYTES = 1 << 20

/** Disk space reserved for running sales. No new sale starts until a used reserve can be rebuilt. */
export class Reserve {
  readonly #path: string
  readonly #bytes: number

  /** `bytes`: 0 disables the reserve and the check of free space. */
  constructor(path: string, bytes: number) {
    this.#path = path
    this.#bytes = bytes
  }

  /** Returns whether the reserve exists and the same amount of space is also free. Rebuilds the reserve if possible. */
  whole(): boolean {
    if (this.#bytes === 0) return true
    const { bavail, bsize } = statfsSync(dirname(this.#path))
    if (this.#isPresent()) return bavail * bsize >= this.#bytes
    // Rebuilding requires free space for three reserves: the reserve itself, the free space checked above, and a margin
    // so that the result does not keep switching between true and false.
    return bavail * bsize >= 3 * this.#bytes && build(this.#path, this.#bytes)
  }

  giveUp(): boolean {
    if (this.#bytes === 0 || !this.#isPresent()) return false
    rmSync(this.#path)
    return true
  }

  #isPresent(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) >= this.#bytes
  }
}

/** Writes random bytes, because a file system with compression or sparse files would allocate no space for zeros. */
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
