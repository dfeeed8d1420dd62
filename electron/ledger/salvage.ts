import type { Database } from 'better-sqlite3'
import type { KeyObject } from 'node:crypto'
import { accessSync, constants, copyFileSync, existsSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Report, quarantineFile as moveAside, syncDirectory } from '../host/files/atomic-file.ts'
import { type Backup, checkCopy, copyDatabase, removeDatabase } from './backup.ts'
import type { StepPayload } from './accounts/entries.ts'
import { publicKey, signedWith } from './chain-check.ts'
import { type ConnectionOptions, lockLedger, openConnection, readLedger } from './connection.ts'
import { introduce, type JournalEntry, type JournalRow, Journal, rowHash } from './journal.ts'
import {
  findContradictions,
  type MissingRows,
  missingRows,
  restoredPayload,
  type Traces,
  tracesOfMarks,
} from './missing-rows.ts'
import { type AnchorMark, lastRolled, readAnchor, rollRows } from './outside.ts'
import { PersonalData } from './personal-data.ts'
import { Projection } from './projection.ts'
import { attempt, repairSales, restoreBuyers, restoreSale, type SaleBooks } from './rebuild.ts'
import { openFileSigner, renewFileSigner, type Signer } from './signer.ts'
import type { StoreOptions } from './store.ts'

/** Result of a recovery: the number of rows copied to an intact ledger, and the rows that are still missing. */
export interface Salvage {
  readonly rows: number
  readonly missing: MissingRows | null
}

interface DamagedLedger {
  readonly reason: string
  readonly database: string | null
  readonly roll: string
  readonly tip: AnchorMark | null
  readonly foreign: readonly AnchorMark[]
  readonly traces: Traces
}

/**
 * Appends to `target`, from any source, every row that continues its hash chain and is signed by the register. Records
 * the restoration in a RESTORED row. All changes are made in one transaction, and the damaged file stays unchanged.
 */
export function salvage(wreck: DamagedLedger, target: Database, options: StoreOptions): Salvage {
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
  /** Paths of the journal mirror and of an archive. */
  readonly rolls: readonly string[]
  /** Returns whether a mirror or an archive names the current key. */
  readonly isKeyOnRoll: () => boolean
  readonly keyOf: (spki: string) => KeyObject
  readonly options: StoreOptions
}

function carryOver(damaged: Database | null, wreck: DamagedLedger, target: Database, options: StoreOptions): Salvage {
  const rolls = [wreck.roll, ...(wreck.traces.archive === null ? [] : [wreck.traces.archive])]
  const books: Books = {
    target,
    damaged,
    rolls,
    isKeyOnRoll: once(() => rolls.some((roll) => rollNames(roll, options.signer))),
    keyOf: knownKeys(),
    journal: new Journal(target, options),
    projection: new Projection(target),
    personalData: new PersonalData(target, options),
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
  const remembered = findContradictions(target, [...traces.found, ...tracesOfMarks(target, foreign)])
  const missing = missingRows(journal, tip, presentSeq, remembered)
  const now = options.now()
  for (const [saleId, last] of touched) restoreSale(books, saleId, last, now)
  repairSales(books, now)
  restoreBuyers(books)
  const append = (entry: JournalEntry): void => projection.apply(journal.append(entry, now), entry.payload, null)
  introduce(target, journal, options.signer, now, append)
  const payload = restoredPayload(journal, { reason, salvagedRows: rows, presentSeq }, tip, missing)
  append({ code: 'RESTORED', saleId: null, staffId: null, payload })
  return { rows, missing }
}

/** Returns a function that reads the target ledger's next row from any source with a valid copy of the row. */
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

/** Returns a function that finds a row in a mirror file by its number. Calls must pass increasing numbers. */
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

function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null
  return () => (known ??= { value: compute() }).value
}

function knownKeys(): Books['keyOf'] {
  const known = new Map<string, KeyObject>()
  return (spki) => {
    const key = known.get(spki) ?? publicKey(spki)
    known.set(spki, key)
    return key
  }
}

function believed(row: JournalRow, books: Books): boolean {
  if (!row.prev_hash.equals(books.journal.head().hash) || !row.hash.equals(rowHash(row))) return false
  const { signer } = books.options
  const key = row.key_id === signer.keyId ? signer.publicKey : formerKey(row, books)
  return key !== null && signedWith(row, books.keyOf(key))
}

/**
 * Returns the public key of the former register key that signed a row. Returns null unless a source also names the
 * current key, which proves that the source belongs to the register.
 */
function formerKey(row: JournalRow, { damaged, target, isKeyOnRoll, options: { signer } }: Books): string | null {
  const names = (db: Database | null): unknown =>
    attempt(() => db?.prepare('SELECT 1 FROM signing_key WHERE key_id = ?').get(signer.keyId))
  if (!names(target) && !names(damaged) && !isKeyOnRoll()) return null
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
 * Renames a database together with its log files, which SQLite would misread beside a different database. Returns the
 * new path.
 */
export function quarantineFile(path: string, why: 'corrupt' | 'replaced', wallUtc: string): string {
  const aside = `${path}.${why}-${wallUtc.replaceAll(/[-:.]/gu, '')}`
  renameSync(path, aside)
  moveLogs(path, aside)
  syncDirectory(dirname(path))
  return aside
}

/** Completes a `quarantineFile` call interrupted by a power cut: moves the remaining log files. */
export function finishQuarantine(path: string): void {
  if (existsSync(path) || !LOG_FILES.some((suffix) => existsSync(`${path}${suffix}`))) return
  const stem = `${basename(path)}.`
  const aside = readdirSync(dirname(path))
    .filter((name) => name.startsWith(stem) && /\.(?:corrupt|replaced)-\w+$/u.test(name))
    .sort()
    .at(-1)
  moveLogs(path, aside ? join(dirname(path), aside) : `${path}.lost`)
  syncDirectory(dirname(path))
}

/** Suffixes of the ledger's companion files that can be recreated, each with a check for readable content. */
const SIDE_FILES: Readonly<Record<string, (path: string) => boolean>> = {
  '.anchor': (path) => readAnchor(path).length > 0,
  '.journal.jsonl': (path) => lastRolled(path) !== null,
  '.owner': () => true,
  '.reserve': () => true,
  '-shm': () => true,
}

/** Sets aside unreadable companion files, so that the ledger opens without them. */
export function clearSideFiles(path: string, report: Report): void {
  for (const [suffix, hasContent] of Object.entries(SIDE_FILES)) {
    const side = `${path}${suffix}`
    if (lstatSync(side, { throwIfNoEntry: false }) === undefined || (canBeOpened(side) && hasContent(side))) continue
    report(`${side}: it is unreadable and was moved to ${moveAside(side)}: verify the ledger (guichet ledger verify)`)
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
 * Replaces the signing key of a closed ledger and returns the new key's id. Throws `LedgerInUse`, or an error if the
 * current key has not signed anything yet.
 */
export function renewKey(path: string, keyFile: string, options: ConnectionOptions = {}): string {
  const lock = lockLedger(path, options)
  try {
    const sql = 'SELECT key_id FROM journal ORDER BY seq DESC LIMIT 1'
    const last = readLedger(path, options, (db) => db.prepare(sql).pluck().get())
    if (openFileSigner(keyFile).keyId !== last)
      throw new Error(`${keyFile}: its key has not signed this ledger yet; start the program first`)
    return renewFileSigner(keyFile)
  } finally {
    lock.release()
  }
}

/**
 * Replaces the ledger with a verified copy of a backup, and sets the old file aside. The next start records the missing
 * rows. Rejects with `LedgerInUse`, `LedgerDamaged` or `LedgerTooNew`.
 */
export async function restoreLedger(
  path: string,
  backup: string,
  wallUtc: string,
  options: ConnectionOptions = {},
): Promise<Backup & { readonly setAsideAs: string | null }> {
  const lock = lockLedger(path, options)
  try {
    const draft = `${path}.restoring`
    removeDatabase(draft)
    await copyDatabase(backup, draft, options)
    const { seq, hash } = checkCopy(draft, options)
    const setAsideAs = existsSync(path) ? quarantineFile(path, 'replaced', wallUtc) : null
    renameSync(draft, path)
    syncDirectory(dirname(path))
    return { path, seq, hash, setAsideAs }
  } finally {
    lock.release()
  }
}
