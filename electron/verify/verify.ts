import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { type VerifyReport, canonical, Findings } from './report.ts'
import { archiveLines, type ArchiveLine } from './sources.ts'
import { readTrustFile, type TrustFile, type VerifyOptions } from './trust.ts'
import { holdsDatabase, verifyDatabase, RowChecks } from './verify-database.ts'
import { labelled } from './chain.ts'

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
  if (!ok || register === null) throw new Error('is an invalid archive and cannot be a root of trust')
  const entry = { register, keys: keys.map(({ keyId }) => keyId), heads: [{ seq, hash }] }
  return { format: 'guichet-trust-1', hubs: [], registers: [entry] }
}

const utf8Of = (path: string): string => readFileSync(path, 'utf8')

async function isArchive(path: string): Promise<boolean> {
  for await (const { line } of archiveLines(path)) return line?.type === 'archive'
  return false
}

type LineType = ArchiveLine['type']

/** For each line type, the types that the next line may have. */
const NEXT: Readonly<Record<LineType | 'start', readonly LineType[]>> = {
  start: ['archive'],
  archive: ['row', 'end'],
  row: ['row', 'closure', 'end'],
  closure: ['closure', 'end'],
  end: [],
}

async function verifyArchive({ path, trust }: VerifyOptions): Promise<VerifyReport> {
  const findings = new Findings()
  const checks = new RowChecks(findings, trust)
  const listed = new Set<number>()
  let header: Extract<ArchiveLine, { type: 'archive' }> | null = null
  let last: LineType | 'start' = 'start'
  for await (const { number, line, problem, before } of archiveLines(path)) {
    const what = `line ${number}`
    if (line === null) {
      findings.error('format', null, what, problem)
      continue
    }
    if (!NEXT[last].includes(line.type)) findings.error('format', null, what, `"${line.type}" after "${last}"`)
    last = line.type
    if (line.type === 'archive') header = line
    if (line.type === 'closure') listed.add(line.seq)
    takeLine(findings, checks, line, before, what)
  }
  if (last !== 'end') findings.error('anchor', null, 'end', 'the archive is incomplete')
  checkHeader(findings, checks, header)
  for (const seq of checks.closures.closures.keys()) {
    if (!listed.has(seq)) findings.error('format', seq, 'closure', 'has no line')
  }
  checks.finish()
  return checks.report('archive')
}

function takeLine(findings: Findings, checks: RowChecks, line: ArchiveLine, before: Buffer, what: string): void {
  const { chain, closures } = checks
  if (line.type === 'row') {
    const { type: _type, ...row } = line
    checks.take(row)
  }
  if (line.type === 'closure') {
    const { type: _type, seq, ...closure } = line
    if (canonical(closure) !== canonical(closures.closures.get(seq) ?? null)) {
      findings.error('format', seq, what, 'differs from the closure of its row')
    }
  }
  if (line.type === 'end') {
    if (line.rows !== chain.length || line.headHash !== chain.headHash) {
      findings.error('anchor', null, 'end', `states ${line.rows} rows up to ${line.headHash}, but has ${chain.length}`)
    }
    if (!chain.keys.get(line.keyId)?.key.holds(labelled('guichet-archive-1', before), line.sig)) {
      findings.error('anchor', null, 'end', 'its signature is invalid')
    }
  }
}

function checkHeader(
  findings: Findings,
  { chain }: RowChecks,
  header: Extract<ArchiveLine, { type: 'archive' }> | null,
): void {
  const keys = [...chain.keys].map(([keyId, { publicKey }]) => ({ keyId, publicKey }))
  const same =
    header?.ledgerId === chain.ledgerId &&
    header?.register === chain.register &&
    canonical(header?.keys ?? null) === canonical(keys)
  if (!same) findings.error('format', null, 'line 1', 'does not name the ledger, register and keys of the rows')
}
