import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { backupLedger, checkCopy, copyDatabase, LedgerDamaged, listBackups, removeDatabase } from './backup.ts'
import { assertDurable, type ConnectionOptions, openConnection } from './connection.ts'
import { syncDirectory, syncFile } from './durable-file.ts'
import { faultOf } from './faults.ts'
import { checkVersion, migrate } from './migrate.ts'
import { type Migration, migrations } from './migrations/index.ts'
import { finishSettingAside, setAside } from './quarantine.ts'
import { type Salvage, salvage } from './salvage.ts'
import type { StoreOptions } from './store.ts'

/** What happened to a ledger that could not be opened as it was. */
export interface Rebuilding extends Salvage {
  readonly reason: string
  /** Where the damaged files lie now; null when the file was gone. */
  readonly setAsideAs: string | null
  /** The copy it was started from; null for an empty ledger. */
  readonly backup: string | null
}

export interface OpeningOptions extends StoreOptions {
  readonly path: string
  readonly backups: string
  /** True when something outside says that a ledger was here. */
  readonly expected: boolean
}

/**
 * Leaves a sound ledger file of this program's schema at `path`, and says how it was rebuilt if it had to be. A newer
 * ledger throws `LedgerTooNew` untouched; a disk that cannot be read throws SQLite's error, and no file is moved.
 */
export async function prepareFile(options: OpeningOptions): Promise<Rebuilding | null> {
  const { path, expected } = options
  finishSettingAside(path)
  // A rebuilt file whose last renaming a power cut prevented.
  if (!existsSync(path) && existsSync(draftOf(path))) moveInto(draftOf(path), path)
  if (!existsSync(path) && !expected) createEmpty(path, options)
  const damage = existsSync(path) ? await examine(options) : 'the file is gone'
  return damage === null ? null : rebuild(options, damage)
}

/** Migrates a sound file; returns what is wrong with a damaged one. */
async function examine(options: OpeningOptions): Promise<string | null> {
  let db: Database | null = null
  try {
    db = openConnection(options.path, options)
    const version = checkVersion(db)
    if (version === 0 && options.expected) return 'the file is empty'
    if (version > 0) {
      db.exec('UPDATE ledger SET opens = opens + 1')
      assertDurable(db)
    }
    const pages = db.pragma('quick_check(1)', { simple: true })
    if (pages !== 'ok') return String(pages)
    await upgrade(db, options, migrations)
    return null
  } catch (error) {
    if (faultOf(error) === 'damage') return (error as Error).message
    throw error
  } finally {
    db?.close()
  }
}

/** Brings a ledger to the newest schema, a verified copy first: a step that fails leaves the ledger as it was. */
export async function upgrade(
  db: Database,
  { backups, now, nativeBinding }: Pick<OpeningOptions, 'backups' | 'now'> & ConnectionOptions,
  steps: readonly Migration[],
): Promise<void> {
  const { wallUtc } = now()
  const version = checkVersion(db, steps)
  const behind = steps.some((step) => step.version > version)
  if (behind && version > 0) await backupLedger({ path: db.name, directory: backups, wallUtc, nativeBinding })
  migrate(db, wallUtc, steps)
}

function createEmpty(path: string, options: OpeningOptions): void {
  const db = openConnection(path, options)
  try {
    migrate(db, options.now().wallUtc)
  } finally {
    db.close()
  }
}

/**
 * From the newest copy that is whole, or from nothing, plus every trustworthy row of the damaged file. The damaged file
 * keeps its place until the new one is complete.
 */
async function rebuild(options: OpeningOptions, reason: string): Promise<Rebuilding> {
  const { path } = options
  const draft = draftOf(path)
  const backup = await newestWhole(options, draft)
  if (backup === null) createEmpty(draft, options)
  const damaged = existsSync(path)
  const db = openConnection(draft, options)
  let salvaged: Salvage
  try {
    salvaged = damaged ? salvage(path, db, options) : { rows: 0, lockedSales: [] }
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
  syncFile(draft)
  const setAsideAs = damaged ? setAside(path, 'corrupt', options.now().wallUtc) : null
  moveInto(draft, path)
  return { reason, setAsideAs, backup, ...salvaged }
}

function draftOf(path: string): string {
  return `${path}.rebuilding`
}

function moveInto(draft: string, path: string): void {
  renameSync(draft, path)
  syncDirectory(dirname(path))
}

async function newestWhole(options: OpeningOptions, draft: string): Promise<string | null> {
  for (const backup of listBackups(options.backups)) {
    removeDatabase(draft)
    try {
      await copyDatabase(backup, draft, options)
      checkCopy(draft, options)
      return backup
    } catch (error) {
      // A damaged copy is passed over for an older one.
      if (!(error instanceof LedgerDamaged || error instanceof Sqlite.SqliteError)) throw error
    }
  }
  removeDatabase(draft)
  return null
}
