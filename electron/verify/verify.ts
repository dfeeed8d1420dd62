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
 * Verifies a ledger using only `docs/integrating/ledger-format.md`, without changing the ledger. The report contains
 * all errors; rejects only if the file does not exist.
 */
export async function verifyLedger(options: VerifyOptions): Promise<VerifyReport> {
  return holdsDatabase(options) || !startsAsJson(options.path) ? verifyDatabase(options) : verifyArchive(options)
}

/**
 * Only for files that are not databases: closing any handle on a database drops the SQLite locks of the process
 * (https://www.sqlite.org/howtocorrupt.html, section 2.2).
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
 * Reads a trust file, or the last row and the keys of an archive. Throws an error if the trust file is invalid or the
 * archive is inconsistent.
 */
export async function readTrustEvidence(path: string, readText = utf8Of): Promise<TrustFile> {
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
