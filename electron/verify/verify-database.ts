import Sqlite from 'better-sqlite3'
import { checkAnchor, readAnchor } from './anchors.ts'
import { databaseRows } from './database-source.ts'
import { collectFindings, type VerifyReport } from './report.ts'
import { checkRoll, rollSize } from './roll.ts'
import { rowChecks } from './row-checks.ts'
import { checkTables } from './tables.ts'
import type { VerifyOptions } from './options.ts'

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
const SCHEMAS: readonly unknown[] = [1, 2, 3, 4, 5, 6, 7]

/** The file as one reader sees it, in use or not. */
export async function verifyDatabase({ path, trust, nativeBinding }: VerifyOptions): Promise<VerifyReport> {
  const findings = collectFindings()
  const checks = rowChecks(findings, trust)
  // Read before the rows are: in a ledger in use they are written after them, so every row they name must be there.
  const anchor = readAnchor(`${path}.anchor`)
  const rolled = rollSize(`${path}.roll`)
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
  try {
    db.exec('BEGIN')
    const version = db.pragma('user_version', { simple: true })
    if (!SCHEMAS.includes(version))
      findings.error('format', null, path, `schema ${String(version)} is not the one of the format`)
    for (const row of databaseRows(db)) checks.take(row)
    checks.finish()
    checkTables(db, findings, checks)
    const hashAt = db.prepare('SELECT lower(hex(hash)) FROM journal WHERE seq = ?').pluck()
    const hashOf = (seq: number): string | null => (hashAt.get(seq) as string | undefined) ?? null
    checkAnchor(`${path}.anchor`, anchor, findings, checks.chain, hashOf)
    await checkRoll(`${path}.roll`, rolled, findings, checks.chain, hashOf)
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    findings.error('format', null, path, `cannot be read: ${error.message}`)
  } finally {
    db.close()
  }
  return checks.report('database')
}
