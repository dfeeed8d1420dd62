import Sqlite from 'better-sqlite3'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { overwriteBytes, syncDirectory, syncFile } from '../host/files/atomic-file.ts'
import { checkChain } from './chain-check.ts'
import { assertDurable, type ConnectionOptions, faultOf, openConnection, openReadOnly } from './connection.ts'
import { checkVersion } from './schema.ts'

/** A copy of a ledger that was read back and found intact. */
export interface Backup {
  readonly path: string
  /** Number of the last journal row in the copy; `hash` is the hash of the row in hexadecimal. */
  readonly seq: number
  readonly hash: string
}

/** Thrown if a file is not an intact ledger. */
export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged'
}

/** Number of copies to retain on the same disk; older copies are deleted. */
const KEPT = 7
/** Sequence number (independent of the clock), time of the copy in UTC, and number of the last journal row. */
const NAME = /^ledger-(\d{6})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\d+\.db$/u
const DUE_MS = 20 * 3_600_000

/**
 * Copies a ledger, in use or not. The copy receives its final name only after all pages and hashes are verified.
 * Retains the newest seven copies. Rejects with `LedgerDamaged` or `LedgerTooNew`.
 */
export async function backupLedger(
  path: string,
  directory: string,
  wallUtc: string,
  options: ConnectionOptions = {},
): Promise<Backup> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, 'draft.db')
  removeDatabase(draft)
  await copyDatabase(path, draft, options)
  const { seq, hash } = checkCopy(draft, options)
  const stamp = wallUtc.replaceAll(/[-:]|\.\d+/gu, '')
  const [newest = ''] = listBackups(directory)
  const number = 1 + Number(NAME.exec(basename(newest))?.[1] ?? 0)
  const name = join(directory, `ledger-${String(number).padStart(6, '0')}-${stamp}-${seq}.db`)
  renameSync(draft, name)
  syncDirectory(directory)
  for (const old of listBackups(directory).slice(KEPT)) removeDatabase(old)
  return { path: name, seq, hash }
}

/**
 * Returns null if the newest copy is less than 20 hours old. A copy dated 20 hours or more in the future also counts as
 * old, because the clock may have jumped.
 */
export async function backupWhenDue(...backup: Parameters<typeof backupLedger>): Promise<Backup | null> {
  const [, directory, wallUtc] = backup
  const [newest = ''] = listBackups(directory)
  const [, , year, month, day, hour, minute, second] = NAME.exec(basename(newest)) ?? []
  const madeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const fresh = Math.abs(Date.parse(wallUtc) - madeMs) < DUE_MS
  return fresh ? null : backupLedger(...backup)
}

/** Returns the number of a copy's last journal row, read from its file name. */
export function rowOfName(path: string): number {
  return Number(/-(\d+)\.db$/u.exec(path)?.[1] ?? 0)
}

export function listBackups(directory: string): readonly string[] {
  return filesIn(directory, (name) => NAME.test(name))
    .sort()
    .reverse()
}

function filesIn(directory: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(directory)) return []
  const names = readdirSync(directory).filter(isWanted)
  return names.map((name) => join(directory, name))
}

/** Copies a ledger's database to a new file and flushes the file. Rejects with `LedgerDamaged` or `LedgerTooNew`. */
export async function copyDatabase(from: string, to: string, options: ConnectionOptions): Promise<void> {
  const source = openReadOnly(from, options)
  try {
    checkVersion(source)
    await source.backup(to, { progress: () => PAGES_AT_ONCE })
  } catch (error) {
    if (faultOf(error) === 'damage') throw new LedgerDamaged(`${from} is no whole ledger: ${(error as Error).message}`)
    throw error
  } finally {
    source.close()
  }
  syncFile(to)
  syncDirectory(dirname(to))
}

const PAGES_AT_ONCE = 2_000

/** Verifies a copy and merges its write-ahead log. Throws `LedgerDamaged` or `LedgerTooNew`. */
export function checkCopy(path: string, options: ConnectionOptions): Backup {
  let db: Sqlite.Database | null = null
  try {
    db = openConnection(path, options)
    checkVersion(db)
    db.exec('UPDATE ledger SET opens = opens')
    assertDurable(db)
    const pages = db.pragma('integrity_check(1)', { simple: true })
    if (pages !== 'ok') throw new LedgerDamaged(`${path}: ${String(pages)}`)
    const broken = checkChain(db, 1)
    if (broken) throw new LedgerDamaged(`${path}: the chain breaks at row ${broken.seq} (${broken.reason})`)
    const last = db.prepare('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1').get() as
      | { seq: number; hash: Buffer }
      | undefined
    if (!last) throw new LedgerDamaged(`${path} has no rows`)
    db.pragma('journal_mode = DELETE')
    return { path, seq: last.seq, hash: last.hash.toString('hex') }
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) throw new LedgerDamaged(`${path}: ${error.message}`, { cause: error })
    throw error
  } finally {
    db?.close()
  }
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

/** Suffixes of ledger copies and logs that were set aside or are unfinished. */
const COPY = /^\.(?:(?:corrupt|replaced)-\w+|rebuilding|restoring|reading|lost)(?:-wal|-shm|-journal)?$/u
/** Suffixes of ledger copies that SQLite can read together with their logs. */
const WHOLE = /^\.replaced-\w+$/u

/**
 * Erases the customer data of the given sales from every copy of a ledger. In damaged copies, only the encrypted bytes
 * are overwritten. Returns the changed files. The caller must have locked the ledger.
 */
export function eraseInCopies(
  path: string,
  saleIds: readonly string[],
  sealed: readonly Buffer[],
  options: ConnectionOptions,
): readonly string[] {
  const secrets = [...sealed]
  const changed = new Set<string>()
  const damaged: string[] = []
  for (const copy of [...listBackups(`${path}-backups`), ...besides(path, WHOLE)]) {
    try {
      const there = eraseInCopy(copy, saleIds, options)
      if (there.length > 0) changed.add(copy)
      secrets.push(...there)
    } catch (error) {
      if (faultOf(error) === 'other') throw error
      damaged.push(copy)
    }
  }
  // Damaged files are searched for encrypted bytes, including bytes that were found only in a copy.
  for (const file of [
    ...damaged,
    ...besides(path, COPY),
    ...filesIn(`${path}-backups`, (name) => name.startsWith('draft.db')),
  ])
    if (!changed.has(file) && existsSync(file) && overwriteBytes(file, secrets) > 0) changed.add(file)
  return [...changed]
}

/** Erases the customer data of the given sales from a copy. Returns the encrypted bytes that the copy contained. */
function eraseInCopy(copy: string, saleIds: readonly string[], options: ConnectionOptions): readonly Buffer[] {
  const db = openConnection(copy, options)
  try {
    const ids = JSON.stringify(saleIds)
    const named = db.prepare(
      "SELECT name FROM sqlite_schema WHERE name IN ('customer', 'customer_pii', 'invoice_buyer')",
    )
    const tables = named.pluck().all() as string[]
    const sealed = db.transaction(() => {
      const ofSales = 'WHERE sale_id IN (SELECT value FROM json_each(?))'
      const found = tables.flatMap(
        (table) => db.prepare(`SELECT ciphertext FROM ${table} ${ofSales}`).pluck().all(ids) as Buffer[],
      )
      if (found.length === 0) return found
      for (const table of tables) db.prepare(`DELETE FROM ${table} ${ofSales}`).run(ids)
      db.prepare(`UPDATE attempt SET body_sha256 = NULL ${ofSales}`).run(ids)
      return found
    })()
    db.pragma('journal_mode = DELETE')
    return sealed
  } finally {
    db.close()
  }
}

function besides(path: string, which: RegExp): readonly string[] {
  const stem = basename(path)
  return filesIn(dirname(path), (name) => name.startsWith(stem) && which.test(name.slice(stem.length)))
}
