import { existsSync, readFileSync } from 'node:fs'
import type { ChainCheck } from '../chain/chain.ts'
import { type AnchorRecord, anchorShape } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import { labelled } from '../chain/signatures.ts'

const RECORD_BYTES = 512

/** The file as it is at a moment; null when there is none. */
export function readAnchor(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

/** `anchor`: the file beside the database against the chain; `ended`: a sale or a shift did, and the anchor is sealed. */
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
    // Torn by a power cut, or not written yet.
    return null
  }
}

function checkRecord(findings: Findings, chain: ChainCheck, record: AnchorRecord, found: string | null): void {
  const { seq, hash, keyId, sig, sealed } = record
  const bytes = Buffer.from(hash, 'hex')
  const message = sealed ? labelled('guichet-head-1', `${seq}\n`, bytes) : labelled('guichet-journal-1', bytes)
  const what = `record of row ${seq}`
  if (!chain.keys.get(keyId)?.key.holds(message, sig)) {
    findings.error('anchor', seq, what, 'its signature does not hold')
  } else if (found === null) {
    findings.error('anchor', seq, what, `this row was written once, and the journal ends at ${chain.length}`)
  } else if (found !== hash) {
    findings.error('anchor', seq, what, 'this row was another one once')
  }
}
