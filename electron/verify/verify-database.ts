import Sqlite from 'better-sqlite3'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ChainCheck, parsePayload } from './chain.ts'
import { ClosureCheck } from './closures.ts'
import { checkAnchor, checkRoll, readAnchor, rollSize } from './evidence.ts'
import { ENDS, describeSchemaError, readEntry, readStep, rowShape } from './format.ts'
import { Findings, type VerifyReport } from './report.ts'
import { SaleBook } from './sale-book.ts'
import { checkSchema, databaseRows } from './sources.ts'
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

/** SQLite application ID: "GucL" in ASCII. */
const APPLICATION_ID = 0x47_75_63_4c
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
      findings.error('format', null, path, `application id ${String(application)} is not the one of the format`)
    else if (version !== SCHEMA)
      findings.error('format', null, path, `schema ${String(version)} is not the one of the format`)
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
  return {
    anchor: readAnchor(`${path}.anchor`),
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
    const why = 'is not there: rows cut off at the end would not be noticed'
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

/** A backup has no anchor file, roll file or backups of its own, and is no evidence about later rows. */
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
    findings.notice('beside', null, 'backups', 'there is no copy of a ledger that was closed')
  for (const { path, last } of ends) {
    if (last === null) {
      findings.notice('beside', null, path, 'this copy cannot be read')
      continue
    }
    const found = hashOf(last.seq)
    if (found === last.hash) continue
    const why =
      found === null
        ? `this copy knows row ${last.seq}, and the journal ends at ${chain.length}`
        : `this copy knows another row ${last.seq}`
    if (last.seq >= lostFrom) findings.notice('beside', last.seq, path, why)
    else findings.error('beside', last.seq, path, why)
  }
}

interface BackupView {
  readonly hashOf: (seq: number) => string | null
  /** True if a backup must already exist. */
  readonly due: boolean
  /** First row that a RESTORED row reports as possibly lost; `Infinity` without a loss. */
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
    this.closures = new ClosureCheck(findings)
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
