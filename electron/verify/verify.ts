import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { VerifyReport } from './report.ts'
import { archiveLines } from './sources.ts'
import { readTrustFile, type TrustFile, type VerifyOptions } from './trust.ts'
import { verifyArchive } from './verify-archive.ts'
import { holdsDatabase, verifyDatabase } from './verify-database.ts'

export type { VerifyOptions } from './trust.ts'
export { readKeyId, readPaper, type Trust, type TrustFile } from './trust.ts'
export type { Check, Finding, Root, VerifyReport } from './report.ts'

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

/**
 * Reads a trust file, or the last row and the keys of an archive kept elsewhere. Throws an error that says what is
 * wrong with it; an inconsistent archive proves nothing. `readText` reads the trust file; default: as UTF-8.
 */
export async function readKnownElsewhere(path: string, readText = utf8Of): Promise<TrustFile> {
  if (!(await isArchive(path))) return readTrustFile(readText(path))
  const { ok, register, keys, rows: seq, headHash: hash } = await verifyArchive({ path })
  if (!ok || register === null) throw new Error('is an archive that does not hold: it vouches for nothing')
  const entry = { register, keys: keys.map(({ keyId }) => keyId), heads: [{ seq, hash }] }
  return { format: 'guichet-trust-1', hubs: [], registers: [entry] }
}

const utf8Of = (path: string): string => readFileSync(path, 'utf8')

async function isArchive(path: string): Promise<boolean> {
  for await (const { line } of archiveLines(path)) return line?.type === 'archive'
  return false
}
