import Sqlite from 'better-sqlite3'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ChainCheck, labelled, parsePayload } from './chain.ts'
import { ClosureCheck } from './closures.ts'
import { type AnchorRecord, anchorShape, ENDS, readEntry, readStep, rowShape } from './format.ts'
import { describeSchemaError, Findings, type VerifyReport } from './report.ts'
import { SaleBook } from './sale-book.ts'
import { archiveLines, checkSchema, databaseRows } from './sources.ts'
import { checkTables } from './tables.ts'
import { GapCheck } from './tickets.ts'
import { checkTerminalDays, type Trust, TrustCheck, type VerifyOptions } from './trust.ts'

function openReadOnly({ path, nativeBinding }: VerifyOptions): Sqlite.Database {
  return new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
}

/** Returns whether the file is an SQLite database. */
export function holdsDatabase(options: VerifyOptions): boolean {
  const db = openReadOnly(options)
  try {
    db.pragma('schema_version')
    return true
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return error.code !== 'SQLITE_NOTADB'
    throw error
  } finally {
    db.close()
  }
}

/** SQLite application ID: "GucM" in ASCII. */
const APPLICATION_ID = 0x47_75_63_4d
const SCHEMA = 1

/** Verifies the database, in use or not, as one consistent snapshot. */
export async function verifyDatabase(options: VerifyOptions): Promise<VerifyReport> {
  const { path, trust } = options
  const findings = new Findings()
  const checks = new RowChecks(findings, trust)
  // The files beside the database are read first, so that the journal must contain every row that they mention.
  const beside = readBeside(options)
  const db = openReadOnly(options)
  try {
    db.exec('BEGIN')
    const application = db.pragma('application_id', { simple: true })
    const version = db.pragma('user_version', { simple: true })
    if (application !== APPLICATION_ID)
      findings.error('format', null, path, `application id ${String(application)} does not match the format`)
    else if (version !== SCHEMA)
      findings.error('format', null, path, `schema ${String(version)} does not match the format`)
    else checkSchema(db, findings)
    for (const row of databaseRows(db)) checks.take(row)
    checks.finish()
    checkTables(db, findings, checks)
    await checkBeside(path, beside, db, findings, checks)
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    findings.error('format', null, path, `cannot be read: ${error.message}`)
  } finally {
    db.close()
  }
  return checks.report('database')
}

function readBeside(options: VerifyOptions) {
  const { path } = options
  const anchor = `${path}.anchor`
  return {
    anchor: existsSync(anchor) ? readFileSync(anchor) : null,
    rolled: rollSize(`${path}.journal.jsonl`),
    backups: backupEnds(options),
  }
}

/** Checks `anchor` and `beside`: the files beside the database exist and contain only rows of the database. */
async function checkBeside(
  path: string,
  { anchor, rolled, backups }: ReturnType<typeof readBeside>,
  db: Sqlite.Database,
  findings: Findings,
  { chain, book, closures, gaps }: RowChecks,
): Promise<void> {
  const hashAt = db.prepare('SELECT lower(hex(hash)) FROM journal WHERE seq = ?').pluck()
  const hashOf = (seq: number): string | null => (hashAt.get(seq) as string | undefined) ?? null
  const missing = (what: string): void => {
    const why = 'is missing: rows removed from the end would not be noticed'
    // A copy in the backups folder never has an anchor file or a roll file.
    if (isBackup(path)) findings.notice('beside', null, what, why)
    else findings.error('beside', null, what, why)
  }
  const ended = closures.closures.size > 0 || [...book.sales.values()].some(({ state }) => ENDS.has(state))
  if (anchor === null) missing('anchor')
  else checkAnchor(`${path}.anchor`, anchor, findings, chain, { hashOf, ended })
  if (rolled === null) missing('roll')
  else await checkRoll(`${path}.journal.jsonl`, rolled, findings, chain, { hashOf, flushedSeq: flushedSeq(db) })
  const due = copyDue(db) && !isBackup(path)
  checkBackups(findings, backups, chain, { hashOf, due, lostFrom: gaps.lostFrom })
}

const RECORD_BYTES = 512

/** `ended`: true if a sale or a shift has ended, so that the anchor file must contain record 3 (`sealed`). */
function checkAnchor(
  path: string,
  bytes: Buffer,
  findings: Findings,
  chain: ChainCheck,
  { hashOf, ended }: { readonly hashOf: (seq: number) => string | null; readonly ended: boolean },
): void {
  const records = [0, 1, 2].flatMap((slot) => {
    const record = readRecord(bytes.toString('utf8', slot * RECORD_BYTES, (slot + 1) * RECORD_BYTES))
    return record ? [record] : []
  })
  if (records.length === 0) findings.error('anchor', null, path, 'no record is readable')
  else if (ended && !records.some(({ sealed }) => sealed))
    findings.error('anchor', null, path, 'it has no record 3, although a sale or a shift ended')
  for (const record of records) checkRecord(findings, chain, record, hashOf(record.seq))
}

function readRecord(text: string): AnchorRecord | null {
  try {
    return anchorShape.parse(JSON.parse(text))
  } catch {
    // A power cut left the record incomplete, or the record has not been written yet.
    return null
  }
}

function checkRecord(findings: Findings, chain: ChainCheck, record: AnchorRecord, found: string | null): void {
  const { seq, hash, keyId, sig, sealed } = record
  const bytes = Buffer.from(hash, 'hex')
  const message = sealed ? labelled('guichet-head-1', `${seq}\n`, bytes) : labelled('guichet-journal-1', bytes)
  const what = `record of row ${seq}`
  if (chain.keys.get(keyId)?.key.holds(message, sig)) findings.compareRow('anchor', { seq, hash }, found, what, chain)
  else findings.error('anchor', seq, what, 'its signature is invalid')
}

/** Returns the size of the roll file in bytes; null if the file does not exist. */
function rollSize(path: string): number | null {
  return existsSync(path) ? statSync(path).size : null
}

/** The roll file must contain every row up to `flushedSeq`, and no row that differs from the chain. */
async function checkRoll(
  path: string,
  size: number,
  findings: Findings,
  chain: ChainCheck,
  { hashOf, flushedSeq }: { readonly hashOf: (seq: number) => string | null; readonly flushedSeq: number },
): Promise<void> {
  const known = new Set<number>()
  let end = 0
  const note = (seq: number): void => {
    known.add(seq)
    if (seq <= chain.length) end = Math.max(end, seq)
  }
  for await (const { seq, hash } of rollLines(path, size)) {
    note(seq)
    findings.compareRow('anchor', { seq, hash }, hashOf(seq), `row ${seq} of the roll`, chain)
  }
  // If the ledger is in use, rows may have been added to the roll file since the last read.
  if (end < chain.length) for await (const { seq } of rollLines(path, rollSize(path) ?? size)) note(seq)
  if (end < chain.length) {
    const why = `ends at row ${end}, but the journal ends at ${chain.length}`
    if (end < flushedSeq)
      findings.error('beside', end + 1, 'roll', `${why}, although it was flushed up to row ${flushedSeq}`)
    else findings.notice('beside', end + 1, 'roll', why)
  }
  // Rows in an incomplete or damaged line are permanently lost from the roll file.
  const gone = end - [...known].filter((seq) => seq <= end).length
  if (gone > 0) findings.notice('beside', null, 'roll', `${gone} of the rows up to ${end} are missing from it`)
}

/** Yields the rows of the roll file. Skips a line that a power cut left incomplete. */
async function* rollLines(path: string, size: number): AsyncGenerator<{ readonly seq: number; readonly hash: string }> {
  if (size === 0) return
  for await (const { line } of archiveLines(path, size)) if (line?.type === 'row') yield line
}

/** Returns whether a backup must exist. A backup is due by the next stop or start after the first Z report. */
function copyDue(db: Sqlite.Database): boolean {
  const sql = `SELECT 1 FROM journal WHERE code IN ('START', 'RECOVERED_START', 'STOP')
    AND seq > (SELECT min(seq) FROM journal WHERE code = 'Z_REPORT') LIMIT 1`
  return db.prepare(sql).get() !== undefined
}

/** The roll file is flushed after each TENDER_STARTED and before the next row is written. */
function flushedSeq(db: Sqlite.Database): number {
  const sql =
    "SELECT coalesce(max(seq), 0) FROM journal WHERE code = 'TENDER_STARTED' AND seq < (SELECT max(seq) FROM journal)"
  return db.prepare(sql).pluck().get() as number
}

const NAME = /^ledger-\d{6}-\d{8}T\d{6}Z-\d+\.db$/u

/** Last row of a backup; null if it cannot be read. */
interface BackupEnd {
  readonly path: string
  readonly last: { readonly seq: number; readonly hash: string } | null
}

/** A backup has no anchor file, roll file or backups of its own, and does not show whether later rows exist. */
function isBackup(path: string): boolean {
  return NAME.test(basename(path)) && dirname(path).endsWith('-backups')
}

/** Returns the last row that each backup of the ledger contains. */
function backupEnds({ path, nativeBinding }: VerifyOptions): readonly BackupEnd[] {
  const directory = `${path}-backups`
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => NAME.test(name)) : []
  return names.map((name) => {
    const copy = join(directory, name)
    try {
      const db = openReadOnly({ path: copy, nativeBinding })
      try {
        const last = db.prepare('SELECT seq, lower(hex(hash)) AS hash FROM journal ORDER BY seq DESC LIMIT 1').get()
        return { path: copy, last: (last as BackupEnd['last'] | undefined) ?? null }
      } finally {
        db.close()
      }
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error
      return { path: copy, last: null }
    }
  })
}

/**
 * Checks `beside`: no backup contains a row that the ledger lacks, unless the row is reported as lost. A backup must
 * exist if one is due.
 */
function checkBackups(
  findings: Findings,
  ends: readonly BackupEnd[],
  chain: ChainCheck,
  { hashOf, due, lostFrom }: BackupView,
): void {
  if (ends.length === 0 && due)
    findings.notice('beside', null, 'backups', 'there is no copy although the ledger was closed')
  for (const { path, last } of ends) {
    if (last === null) {
      findings.notice('beside', null, path, 'this copy is unreadable')
      continue
    }
    const found = hashOf(last.seq)
    if (found === last.hash) continue
    const why =
      found === null
        ? `this copy has row ${last.seq}, but the journal ends at ${chain.length}`
        : `this copy has a different row ${last.seq}`
    if (last.seq >= lostFrom) findings.notice('beside', last.seq, path, why)
    else findings.error('beside', last.seq, path, why)
  }
}

interface BackupView {
  readonly hashOf: (seq: number) => string | null
  /** True if a backup must already exist. */
  readonly due: boolean
  /** First row that a RESTORED row reports as possibly lost; `Infinity` if no rows were lost. */
  readonly lostFrom: number
}

/** All checks that need only the rows, in the order of the rows. */
export class RowChecks {
  readonly chain: ChainCheck
  readonly book: SaleBook
  readonly closures: ClosureCheck
  readonly gaps: GapCheck
  readonly #findings: Findings
  readonly #trust: TrustCheck
  readonly #takeTerminalDay: ReturnType<typeof checkTerminalDays>

  constructor(findings: Findings, trust: Trust = {}) {
    this.#findings = findings
    this.chain = new ChainCheck(findings)
    this.gaps = new GapCheck(findings)
    this.book = new SaleBook(
      findings,
      this.gaps,
      trust.files?.flatMap(({ hubs }) => hubs),
    )
    this.closures = new ClosureCheck(findings, this.book.sales)
    this.#trust = new TrustCheck(findings, trust)
    this.#takeTerminalDay = checkTerminalDays(findings)
  }

  take(raw: unknown): void {
    const { chain, closures } = this
    const findings = this.#findings
    const read = rowShape.safeParse(raw)
    if (!read.success) return findings.error('I7', chain.length + 1, 'row', describeSchemaError(read.error, raw))
    const row = read.data
    this.#trust.take(row)
    const payload = parsePayload(row.payload)
    if (payload === null) findings.error('state', row.seq, 'payload', 'not canonical JSON of an object')
    const entry = payload && readEntry(findings, row, payload)
    chain.take(row, entry)
    if (!payload) return
    if (entry) this.gaps.take(entry)
    const step = row.sale_id === null ? null : readStep(findings, row, payload)
    this.book.take(row, entry, step)
    if (step) closures.step(row, step, this.book.sales.get(row.sale_id ?? ''))
    closures.take(row, entry, chain.keys.get(row.key_id)?.key ?? null)
    if (entry) this.#takeTerminalDay(entry, closures.shifts.length)
    if (row.code === 'RESTORED') findings.notice('anchor', row.seq, 'RESTORED', row.payload)
  }

  /** Ends the checks of the rows; must be called after the last row. */
  finish(): void {
    this.book.finish()
    this.closures.finish()
    this.gaps.finish()
    if (this.chain.length === 0) this.#findings.error('I7', null, 'journal', 'has no rows')
  }

  report(source: VerifyReport['source']): VerifyReport {
    const { chain, book, closures } = this
    const { roots, keys } = this.#trust
    this.#trust.finish(chain, closures.closures)
    const { all: findings } = this.#findings
    const ok = !findings.some(({ severity }) => severity === 'error')
    return {
      ok,
      verdict: ok ? (roots.length > 0 ? 'holds' : 'consistent') : 'broken',
      roots,
      source,
      ledgerId: chain.ledgerId,
      register: chain.register,
      keys: [...chain.keys].map(([keyId, { firstSeq }]) => ({ keyId, firstSeq, trusted: keys.has(keyId) })),
      rows: chain.length,
      headHash: chain.headHash,
      sales: book.sales.size,
      tickets: book.tickets.byId.size,
      closures: closures.closures.size,
      findings,
    }
  }
}
