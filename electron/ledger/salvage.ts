import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { accessSync, constants, copyFileSync, existsSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Report, setAside as moveAside, syncDirectory } from '../host/files/whole-file.ts'
import { type Backup, checkCopy, copyDatabase, removeDatabase } from './backup.ts'
import type { StepPayload } from './books/entries.ts'
import { publicKey, signedWith } from './chain-check.ts'
import { type ConnectionOptions, lockLedger, openConnection } from './connection.ts'
import { introduce, type JournalEntry, type JournalRow, openJournal, rowHash } from './journal.ts'
import {
  contradictions,
  type MissingRows,
  missingRows,
  restoredPayload,
  type Traces,
  tracesOfMarks,
} from './missing-rows.ts'
import { type AnchorMark, lastRolled, readAnchor, rollRows } from './outside.ts'
import { openPersonalData } from './personal-data.ts'
import { openProjection } from './projection.ts'
import { attempt, mendSales, restoreSale, type SaleBooks } from './rebuild.ts'
import { openFileSigner, renewFileSigner, type Signer } from './signer.ts'
import { personalDataOptions, type StoreOptions } from './store.ts'

/** What could be carried over into a sound ledger. */
export interface Salvage {
  readonly rows: number
  /** What the anchor says is missing all the same. */
  readonly missing: MissingRows | null
}

interface Wreck {
  readonly reason: string
  /** The damaged database; null where there is none. */
  readonly database: string | null
  readonly roll: string
  /** The end of the chain as the anchor has it. */
  readonly tip: AnchorMark | null
  /** What the anchor has of another key. */
  readonly foreign: readonly AnchorMark[]
  readonly traces: Traces
}

/**
 * Takes every row that follows `target`'s own chain and is signed by this register, out of the damaged database, from
 * the roll or from an archive, until the first that is whole in none, rebuilds from them what stands beside the journal, and says in a
 * RESTORED row what it did and what is gone: one transaction. The damaged file is read through a copy and stays as it is.
 */
export function salvage(wreck: Wreck, target: Database, options: StoreOptions): Salvage {
  const { database } = wreck
  const copy = database && `${database}.reading`
  if (database && copy) {
    removeDatabase(copy)
    for (const suffix of ['', '-wal']) {
      if (existsSync(`${database}${suffix}`)) copyFileSync(`${database}${suffix}`, `${copy}${suffix}`)
    }
  }
  const damaged = copy && openDamaged(copy, options)
  try {
    return target.transaction(() => carryOver(damaged || null, wreck, target, options)).immediate()
  } finally {
    if (damaged) damaged.close()
    if (copy) removeDatabase(copy)
  }
}

function openDamaged(path: string, options: StoreOptions): Database | null {
  return attempt(() => {
    const db = openConnection(path, options)
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return db
  })
}

interface Books extends SaleBooks {
  /** The roll and an archive: rows as lines of text. */
  readonly rolls: readonly string[]
  readonly options: StoreOptions
}

function carryOver(damaged: Database | null, wreck: Wreck, target: Database, options: StoreOptions): Salvage {
  const books: Books = {
    target,
    damaged,
    rolls: [wreck.roll, ...(wreck.traces.archive === null ? [] : [wreck.traces.archive])],
    journal: openJournal(target, options),
    projection: openProjection(target),
    personalData: openPersonalData(target, personalDataOptions(options)),
    options,
  }
  const { journal, projection } = books
  const next = nextRow(books)
  const touched = new Map<string, StepPayload>()
  let rows = 0
  for (let row = next(); row; row = next()) {
    const payload = JSON.parse(row.payload) as unknown
    journal.copy(row)
    projection.apply(row, payload, { body: '', request: null })
    if (row.sale_id !== null) touched.set(row.sale_id, payload as StepPayload)
    rows += 1
  }
  const presentSeq = journal.head().seq
  const { reason, tip, foreign, traces } = wreck
  const remembered = contradictions(target, [...traces.found, ...tracesOfMarks(target, foreign)])
  const missing = missingRows(journal, tip, presentSeq, remembered)
  const now = options.now()
  for (const [saleId, last] of touched) restoreSale(books, saleId, last, now)
  mendSales(books, now)
  const append = (entry: JournalEntry): void => projection.apply(journal.append(entry, now), entry.payload, null)
  introduce(target, journal, options.signer, now, append)
  const payload = restoredPayload(journal, { reason, salvagedRows: rows, presentSeq }, tip, missing)
  append({ code: 'RESTORED', saleId: null, staffId: null, payload })
  return { rows, missing }
}

/** Gives the row that follows the target's last one, from wherever it can be had and believed. */
function nextRow(books: Books): () => JournalRow | null {
  const onRolls = books.rolls.map(findOnRoll)
  const select = attempt(() => books.damaged?.prepare('SELECT * FROM journal WHERE seq = ?'))
  const inDatabase = (seq: number): JournalRow | null =>
    attempt(() => select?.get(seq) as JournalRow | undefined) ?? null

  return () => {
    const seq = books.journal.head().seq + 1
    for (const find of [inDatabase, ...onRolls]) {
      const row = find(seq)
      if (row && believed(row, books)) return row
    }
    return null
  }
}

/** Finds rows on a roll; asked for numbers that only grow. */
function findOnRoll(roll: string): (seq: number) => JournalRow | null {
  const rolled = rollRows(roll)
  let ahead: JournalRow | null = null
  return (seq) => {
    while (ahead === null || ahead.seq < seq) {
      const next = rolled.next()
      if (next.done) return null
      ahead = next.value
    }
    return ahead.seq === seq ? ahead : null
  }
}

function believed(row: JournalRow, books: Books): boolean {
  if (!row.prev_hash.equals(books.journal.head().hash) || !row.hash.equals(rowHash(row))) return false
  const { signer } = books.options
  const key = row.key_id === signer.keyId ? signer.publicKey : formerKey(row, books)
  return key !== null && signedWith(row, publicKey(key))
}

/** A key that this register had before it got its present one: what this row stands in must name that one too. */
function formerKey(row: JournalRow, { damaged, target, rolls, options: { signer } }: Books): string | null {
  const names = (db: Database | null): unknown =>
    attempt(() => db?.prepare('SELECT 1 FROM signing_key WHERE key_id = ?').get(signer.keyId))
  if (!names(target) && !names(damaged) && !rolls.some((roll) => rollNames(roll, signer))) return null
  const named = keyNamedBy(row)
  if (named?.keyId === row.key_id) return named.publicKey
  const key = target.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck().get(row.key_id)
  return (key as string | undefined) ?? null
}

function rollNames(roll: string, { keyId }: Signer): boolean {
  for (const row of rollRows(roll)) if (keyNamedBy(row)?.keyId === keyId) return true
  return false
}

function keyNamedBy({ code, payload }: JournalRow): { readonly keyId: string; readonly publicKey: string } | null {
  return code === 'CREATED' || code === 'KEY_CHANGED'
    ? (JSON.parse(payload) as { keyId: string; publicKey: string })
    : null
}

const LOG_FILES = ['-wal', '-shm'] as const

/**
 * Puts a database aside under a name with the time, its log files with it: a log that met another database, or a
 * database without its log, would be read wrong. Returns the new path. Nothing is deleted.
 */
export function setAside(path: string, why: 'corrupt' | 'replaced', wallUtc: string): string {
  const aside = `${path}.${why}-${wallUtc.replaceAll(/[-:.]/gu, '')}`
  renameSync(path, aside)
  moveLogs(path, aside)
  syncDirectory(dirname(path))
  return aside
}

/** Ends a `setAside` that a power cut stopped half way: log files without their database follow it. */
export function finishSettingAside(path: string): void {
  if (existsSync(path) || !LOG_FILES.some((suffix) => existsSync(`${path}${suffix}`))) return
  const stem = `${basename(path)}.`
  const aside = readdirSync(dirname(path))
    .filter((name) => name.startsWith(stem) && /\.(?:corrupt|replaced)-\w+$/u.test(name))
    .sort()
    .at(-1)
  moveLogs(path, aside ? join(dirname(path), aside) : `${path}.lost`)
  syncDirectory(dirname(path))
}

/** What belongs to a ledger and can be made again, and whether there is anything in it that can be read. */
const SIDE_FILES: Readonly<Record<string, (path: string) => boolean>> = {
  '.anchor': (path) => readAnchor(path).length > 0,
  '.roll': (path) => lastRolled(path) !== null,
  '.owner': () => true,
  '.reserve': () => true,
  '-shm': () => true,
}

/** Sets aside what of it cannot be read, so that the ledger opens without. */
export function clearSideFiles(path: string, report: Report): void {
  for (const [suffix, hasContent] of Object.entries(SIDE_FILES)) {
    const side = `${path}${suffix}`
    if (lstatSync(side, { throwIfNoEntry: false }) === undefined || (canBeOpened(side) && hasContent(side))) continue
    report(
      `${side}: nothing of it can be read; it is now ${moveAside(side)}: verify the ledger (guichet ledger verify)`,
    )
  }
}

function canBeOpened(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function moveLogs(path: string, aside: string): void {
  for (const suffix of LOG_FILES) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
  }
}

/**
 * Gives a ledger that nobody has open a new signing key; the next start journals KEY_CHANGED with the signature of the key
 * before. Returns the new key's id. Throws `LedgerInUse`, and where the key in the file has not signed anything yet.
 */
export function renewKey({
  path,
  keyFile,
  nativeBinding,
}: { readonly path: string; readonly keyFile: string } & ConnectionOptions): string {
  const lock = lockLedger(path, { nativeBinding })
  try {
    const db = new Sqlite(path, { readonly: true, ...(nativeBinding && { nativeBinding }) })
    const last = db.prepare('SELECT key_id FROM journal ORDER BY seq DESC LIMIT 1').pluck().get()
    db.close()
    if (openFileSigner(keyFile).keyId !== last)
      throw new Error(`${keyFile}: its key has not signed this ledger yet: start the program first`)
    return renewFileSigner(keyFile)
  } finally {
    lock.release()
  }
}

/**
 * Puts a copy in the ledger's place: the copy is read through SQLite's backup API into a file beside the ledger, read
 * back whole, and only then takes its name; what was there is set aside, not deleted. Returns what is there now and where
 * the old file lies. The next start journals RESTORED with the rows that are gone. Rejects with `LedgerInUse`,
 * `LedgerDamaged`, `LedgerTooNew`.
 */
export async function restoreLedger({
  path,
  backup,
  wallUtc,
  nativeBinding,
}: {
  readonly path: string
  readonly backup: string
  /** Goes into the old file's name. */
  readonly wallUtc: string
} & ConnectionOptions): Promise<Backup & { readonly setAsideAs: string | null }> {
  const lock = lockLedger(path, { nativeBinding })
  try {
    const draft = `${path}.restoring`
    removeDatabase(draft)
    await copyDatabase(backup, draft, { nativeBinding })
    const { seq, hash } = checkCopy(draft, { nativeBinding })
    const setAsideAs = existsSync(path) ? setAside(path, 'replaced', wallUtc) : null
    renameSync(draft, path)
    syncDirectory(dirname(path))
    return { path, seq, hash, setAsideAs }
  } finally {
    lock.release()
  }
}
