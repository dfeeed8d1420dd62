import { closeSync, openSync, readSync } from 'node:fs'
import type { VerifyOptions } from './trust/options.ts'
import type { VerifyReport } from './format/report.ts'
import { verifyArchive } from './verify-archive.ts'
import { holdsDatabase, verifyDatabase } from './verify-database.ts'

export type { VerifyOptions } from './trust/options.ts'
export { readKnownElsewhere } from './known-elsewhere.ts'
export { readKeyId, readPaper, type Trust, type TrustFile } from './trust/trust-sources.ts'
export type { Check, Finding, Root, VerifyReport } from './format/report.ts'

/**
 * Judges a ledger by `docs/integrating/ledger-format.md` alone: chain, signatures, sums, the invariants I1 to I10, and for a database
 * its tables and its anchor. Changes nothing. What is wrong is in the report; rejects only when there is no such file.
 */
export async function verifyLedger(options: VerifyOptions): Promise<VerifyReport> {
  return holdsDatabase(options) || !startsAsJson(options.path) ? verifyDatabase(options) : verifyArchive(options)
}

/**
 * Only ever asked of a file that is no database: closing any handle on one drops the locks that this process has on it
 * through SQLite (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
function startsAsJson(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const first = Buffer.alloc(1)
    return readSync(file, first, 0, 1, 0) === 1 && first.toString() === '{'
  } finally {
    closeSync(file)
  }
}
