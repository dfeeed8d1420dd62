import { existsSync, readFileSync, statSync } from 'node:fs'
import { type ChainCheck, labelled } from './chain.ts'
import { type AnchorRecord, anchorShape } from './format.ts'
import type { Findings } from './report.ts'
import { archiveLines } from './sources.ts'

const RECORD_BYTES = 512

export function readAnchor(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

/** `ended`: a sale or a shift has ended, so the anchor must be sealed. */
export function checkAnchor(
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
  if (records.length === 0) findings.error('anchor', null, path, 'no record can be read')
  else if (ended && !records.some(({ sealed }) => sealed))
    findings.error('anchor', null, path, 'nothing in it is signed as an end, though a sale or a shift ended')
  for (const record of records) checkRecord(findings, chain, record, hashOf(record.seq))
}

function readRecord(text: string): AnchorRecord | null {
  try {
    return anchorShape.parse(JSON.parse(text))
  } catch {
    // The record was torn by a power cut, or has not been written yet.
    return null
  }
}

function checkRecord(findings: Findings, chain: ChainCheck, record: AnchorRecord, found: string | null): void {
  const { seq, hash, keyId, sig, sealed } = record
  const bytes = Buffer.from(hash, 'hex')
  const message = sealed ? labelled('guichet-head-1', `${seq}\n`, bytes) : labelled('guichet-journal-1', bytes)
  const what = `record of row ${seq}`
  if (chain.keys.get(keyId)?.key.holds(message, sig)) findings.compareRow('anchor', { seq, hash }, found, what, chain)
  else findings.error('anchor', seq, what, 'its signature does not hold')
}

/** Returns the size of the roll file in bytes; null without a roll file. */
export function rollSize(path: string): number | null {
  return existsSync(path) ? statSync(path).size : null
}

/** The roll file must contain every row up to `flushedSeq`, and no row that differs from the chain. */
export async function checkRoll(
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
    const why = `ends at row ${end}, the journal at ${chain.length}`
    if (end < flushedSeq)
      findings.error('beside', end + 1, 'roll', `${why}, and it was flushed up to row ${flushedSeq}`)
    else findings.notice('beside', end + 1, 'roll', why)
  }
  // Rows in a torn or damaged line are permanently lost from the roll file.
  const gone = end - [...known].filter((seq) => seq <= end).length
  if (gone > 0) findings.notice('beside', null, 'roll', `${gone} of the rows up to ${end} are not on it`)
}

/** Yields the rows of the roll file. Skips a line torn by a power cut. */
async function* rollLines(path: string, size: number): AsyncGenerator<{ readonly seq: number; readonly hash: string }> {
  if (size === 0) return
  for await (const { line } of archiveLines(path, size)) if (line?.type === 'row') yield line
}
