import Sqlite from 'better-sqlite3'
import { checkAnchor, readAnchor } from './evidence/anchors.ts'
import { backupEnds, checkBackups, isBackup } from './evidence/backups.ts'
import { databaseRows } from './sources/database-source.ts'
import { collectFindings, type Findings, type VerifyReport } from './format/report.ts'
import { checkRoll, rollSize } from './evidence/roll.ts'
import { ENDS } from './format/format.ts'
import { type RowChecks, rowChecks } from './row-checks.ts'
import { checkSchema } from './sources/schema.ts'
import { checkTables } from './books/tables.ts'
import type { VerifyOptions } from './trust/options.ts'

/** False for a file that SQLite does not take for a database. */
export function holdsDatabase({ path, nativeBinding }: VerifyOptions): boolean {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
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

/** The second has an index more, the third postings without a sale, the fourth seats by which tickets are found, the fifth another index, the sixth customers and no purchase in the open. */
const SCHEMAS: readonly unknown[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** The file as one reader sees it, in use or not. */
export async function verifyDatabase(options: VerifyOptions): Promise<VerifyReport> {
  const { path, trust, nativeBinding } = options
  const findings = collectFindings()
  const checks = rowChecks(findings, trust)
  // Read before the rows are: in a ledger in use they are written after them, so every row they name must be there.
  const beside = readBeside(options)
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
  try {
    db.exec('BEGIN')
    const version = db.pragma('user_version', { simple: true })
    if (!SCHEMAS.includes(version))
      findings.error('format', null, path, `schema ${String(version)} is not the one of the format`)
    else checkSchema(db, Number(version), findings)
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

/** What lies beside the database, as it is at this moment. */
function readBeside(options: VerifyOptions) {
  const { path } = options
  return { anchor: readAnchor(`${path}.anchor`), rolled: rollSize(`${path}.roll`), backups: backupEnds(options) }
}

/** `anchor`, `beside`: the files that the program keeps beside its database are there, and know no other rows. */
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
    // A copy among the backups never had one.
    if (isBackup(path)) findings.notice('beside', null, what, why)
    else findings.error('beside', null, what, why)
  }
  const ended = closures.closures.size > 0 || [...book.sales.values()].some(({ state }) => ENDS.has(state))
  if (anchor === null) missing('anchor')
  else checkAnchor(`${path}.anchor`, anchor, findings, chain, { hashOf, ended })
  if (rolled === null) missing('roll')
  else await checkRoll(`${path}.roll`, rolled, findings, chain, { hashOf, flushedSeq: flushedSeq(db) })
  const due = copyDue(db) && !isBackup(path)
  checkBackups(findings, backups, chain, { hashOf, due, lostFrom: gaps.lostFrom })
}

/** A copy is made after each Z, while the program goes on: by its next end or start it was. */
function copyDue(db: Sqlite.Database): boolean {
  const sql = `SELECT 1 FROM journal WHERE code IN ('START', 'RECOVERED_START', 'STOP')
    AND seq > (SELECT min(seq) FROM journal WHERE code = 'CLOSURE_Z') LIMIT 1`
  return db.prepare(sql).get() !== undefined
}

/** The roll was flushed up to here: it is before a payment starts, and only then another row is written. */
function flushedSeq(db: Sqlite.Database): number {
  const sql =
    "SELECT coalesce(max(seq), 0) FROM journal WHERE code = 'TENDER_STARTED' AND seq < (SELECT max(seq) FROM journal)"
  return db.prepare(sql).pluck().get() as number
}
