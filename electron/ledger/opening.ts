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

/** Result of rebuilding a ledger that could not be opened in its existing state. */
export interface Rebuilding extends Salvage {
  readonly reason: string
  /** New path of the damaged files; null if the file was missing, or intact but incomplete. */
  readonly setAsideAs: string | null
  /** Path of the copy used as the basis for rebuilding; null if the basis was an empty ledger or the file itself. */
  readonly backup: string | null
}

export interface OpeningOptions extends StoreOptions {
  readonly path: string
  readonly backups: string
  readonly roll: string
  /** End of the chain in the anchor. If present, a ledger existed here. */
  readonly tip: AnchorMark | null
  /** The anchor's records signed by another key. */
  readonly foreign: readonly AnchorMark[]
  readonly traces: Traces
}

/**
 * Leaves an intact ledger file with this program's schema at `path`. Returns how the file was rebuilt, or null if no
 * rebuilding was necessary. Throws `LedgerTooNew` for a newer ledger, which stays unchanged. If the disk cannot be
 * read, throws SQLite's error and moves no file.
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

/** Returns whether anything outside the file shows that a ledger existed at this path. */
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

/**
 * Migrates a ledger to the newest schema after making a verified copy. If a step fails, the ledger remains unchanged.
 */
export async function upgrade(
  db: Database,
  { backups, now, nativeBinding }: Pick<OpeningOptions, 'backups' | 'now'> & ConnectionOptions,
  steps = schemaSteps,
): Promise<void> {
  const version = checkVersion(db, steps)
  if (version > 0 && version < steps.length)
    await backupLedger({ path: db.name, directory: backups, wallUtc: now().wallUtc, nativeBinding })
  migrate(db, steps)
}

function createEmpty(path: string, options: OpeningOptions): void {
  within(path, options, (db) => migrate(db))
}

/**
 * Adds missing rows from the roll to an intact file that ends before the roll does. Such a file was restored from a
 * copy or lost its last rows.
 */
function catchUp(options: OpeningOptions, headSeq: number): Rebuilding | null {
  const { path, roll } = options
  const rolled = lastRolled(roll)
  if (rolled === null || rolled.seq <= headSeq) return null
  const reason = `the roll goes on to row ${rolled.seq}`
  const salvaged = within(path, options, (db) => salvage({ ...options, reason, database: null }, db, options))
  return { reason, ...salvaged, setAsideAs: null, backup: null }
}

/**
 * Rebuilds the ledger from the newest intact copy or an empty file, and adds every trustworthy row of the damaged file
 * and the roll. The damaged file stays in place until the new one is complete.
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
      // Skips a damaged copy and tries an older one.
      if (!(error instanceof LedgerDamaged || error instanceof Sqlite.SqliteError)) throw error
    }
  }
  removeDatabase(draft)
  return null
}

/** A change of the wall clock that does not match the elapsed time. */
interface ClockJump {
  /** Milliseconds the wall clock gained (positive) or lost. */
  readonly byMs: number
  /** Wall time of the last row and of this reading, ISO 8601 UTC. */
  readonly from: string
  readonly to: string
}

/** Largest change that is not reported, in milliseconds. Network corrections of a quartz clock are smaller. */
const TOLERANCE_MS = 2_000

/**
 * Compares two readings. Within one start of the program, the monotonic clock shows how far the wall clock should have
 * advanced. Across a restart only a step back can be detected, because it is unknown how long the machine was off.
 */
export function clockJump(last: Instant, now: Instant): ClockJump | null {
  const wallMs = Date.parse(now.wallUtc) - Date.parse(last.wallUtc)
  const byMs = last.bootId === now.bootId ? wallMs - (now.monoMs - last.monoMs) : Math.min(0, wallMs)
  return Math.abs(byMs) > TOLERANCE_MS ? { byMs, from: last.wallUtc, to: now.wallUtc } : null
}
