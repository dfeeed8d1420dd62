import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { syncDirectory, syncFile } from '../host/files/atomic-file.ts'
import { backupLedger, checkCopy, copyDatabase, LedgerDamaged, listBackups, removeDatabase } from './backup.ts'
import { assertDurable, type ConnectionOptions, faultOf, openConnection } from './connection.ts'
import type { Traces } from './missing-rows.ts'
import { type AnchorMark, lastRolled } from './outside.ts'
import { finishQuarantine, type Salvage, salvage, quarantineFile } from './salvage.ts'
import { checkVersion, migrate, schemaSteps } from './schema.ts'
import type { StoreOptions } from './store.ts'

/** Result of rebuilding a ledger that could not be opened unchanged. */
export interface Rebuilding extends Salvage {
  readonly reason: string
  /** New path of the damaged files; null if no file was damaged. */
  readonly setAsideAs: string | null
  /** Path of the backup used as the basis; null if the basis was an empty ledger or the file itself. */
  readonly backup: string | null
}

export interface OpeningOptions extends StoreOptions {
  readonly path: string
  readonly backups: string
  readonly roll: string
  /** End of the hash chain in the anchor file, which shows that a ledger existed; null if unknown. */
  readonly tip: AnchorMark | null
  readonly foreign: readonly AnchorMark[]
  readonly traces: Traces
}

/**
 * Ensures that `path` contains an intact ledger file of the current schema. Returns the result of rebuilding the file,
 * or null if the file was not rebuilt. Throws `LedgerTooNew` without changing the ledger. If the disk cannot be read,
 * throws SQLite's error without moving a file.
 */
export async function prepareFile(options: OpeningOptions): Promise<Rebuilding | null> {
  const { path } = options
  finishQuarantine(path)
  // A power cut may have prevented the final renaming of a rebuilt file.
  if (!existsSync(path) && existsSync(draftOf(path))) moveInto(draftOf(path), path)
  if (!existsSync(path) && !wasHere(options)) createEmpty(path, options)
  const found = existsSync(path) ? await examine(options) : { damage: 'the file is gone' }
  return 'damage' in found ? rebuild(options, found.damage) : catchUp(options, found.headSeq)
}

function wasHere({ tip, foreign, traces }: OpeningOptions): boolean {
  return tip !== null || foreign.length > 0 || traces.found.length > 0
}

/** Migrates an intact file and returns the number of its last row, or returns a description of the damage. */
async function examine(options: OpeningOptions): Promise<{ readonly headSeq: number } | { readonly damage: string }> {
  let db: Database | null = null
  try {
    db = openConnection(options.path, options)
    const version = checkVersion(db)
    if (version === 0 && wasHere(options)) return { damage: 'the file is empty' }
    if (version > 0) {
      db.exec('UPDATE ledger SET opens = opens + 1')
      assertDurable(db)
    }
    const pages = db.pragma('quick_check(1)', { simple: true })
    if (pages !== 'ok') return { damage: String(pages) }
    await upgrade(db, options)
    return { headSeq: db.prepare('SELECT coalesce(max(seq), 0) FROM journal').pluck().get() as number }
  } catch (error) {
    if (faultOf(error) === 'damage') return { damage: (error as Error).message }
    throw error
  } finally {
    db?.close()
  }
}

/** Migrates a ledger to the newest schema after a verified backup. If a step fails, the ledger remains unchanged. */
export async function upgrade(
  db: Database,
  { backups, now, nativeBinding }: Pick<OpeningOptions, 'backups' | 'now'> & ConnectionOptions,
  steps = schemaSteps,
): Promise<void> {
  const version = checkVersion(db, steps)
  if (version > 0 && version < steps.length) await backupLedger(db.name, backups, now().wallUtc, { nativeBinding })
  migrate(db, steps)
}

function createEmpty(path: string, options: OpeningOptions): void {
  within(path, options, (db) => migrate(db))
}

/** Adds rows from the journal mirror to an intact file that was restored from a backup or lost its last rows. */
function catchUp(options: OpeningOptions, headSeq: number): Rebuilding | null {
  const { path, roll } = options
  const rolled = lastRolled(roll)
  if (rolled === null || rolled.seq <= headSeq) return null
  const reason = `the roll continues to row ${rolled.seq}`
  const salvaged = within(path, options, (db) => salvage({ ...options, reason, database: null }, db, options))
  return { reason, ...salvaged, setAsideAs: null, backup: null }
}

/**
 * Rebuilds the ledger from the newest intact backup, the damaged file and the journal mirror. The damaged file stays in
 * place until the new file is complete.
 */
async function rebuild(options: OpeningOptions, reason: string): Promise<Rebuilding> {
  const { path } = options
  const draft = draftOf(path)
  const backup = await newestWhole(options, draft)
  if (backup === null) createEmpty(draft, options)
  const database = existsSync(path) ? path : null
  const salvaged = within(draft, options, (db) => {
    const done = salvage({ ...options, reason, database }, db, options)
    db.pragma('journal_mode = DELETE')
    return done
  })
  syncFile(draft)
  const setAsideAs = database ? quarantineFile(path, 'corrupt', options.now().wallUtc) : null
  moveInto(draft, path)
  return { reason, ...salvaged, setAsideAs, backup }
}

function within<T>(path: string, options: ConnectionOptions, work: (db: Database) => T): T {
  const db = openConnection(path, options)
  try {
    return work(db)
  } finally {
    db.close()
  }
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
      if (!(error instanceof LedgerDamaged || error instanceof Sqlite.SqliteError)) throw error
    }
  }
  removeDatabase(draft)
  return null
}

export interface ClockJump {
  /** Milliseconds that the wall clock gained (positive) or lost (negative). */
  readonly byMs: number
  /** Wall times of the last row and the current reading (ISO 8601 UTC). */
  readonly from: string
  readonly to: string
}

/** Maximum clock change in milliseconds that is not reported; larger than network corrections of a quartz clock. */
const TOLERANCE_MS = 2_000

/**
 * Compares two clock readings. If the program has restarted between the readings, only a backward change can be
 * detected.
 */
export function clockJump(last: Instant, now: Instant): ClockJump | null {
  const wallMs = Date.parse(now.wallUtc) - Date.parse(last.wallUtc)
  const byMs = last.bootId === now.bootId ? wallMs - (now.monoMs - last.monoMs) : Math.min(0, wallMs)
  return Math.abs(byMs) > TOLERANCE_MS ? { byMs, from: last.wallUtc, to: now.wallUtc } : null
}
