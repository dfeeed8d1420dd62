import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import { exportLedger } from '../../electron/ledger/export.ts'
import type { Ledger, LedgerOptions } from '../../electron/ledger/ledger.ts'
import type { Signer } from '../../electron/ledger/signer.ts'

/** A row of an archive. The chain fields (number, hashes, signature, key) are computed when the row is written. */
export type ArchiveRow = {
  seq: number
  code: string
  wall_utc: string
  mono_ms: number
  boot_id: string
  payload: string
} & Record<string, unknown>

export interface Archive {
  header: { ledgerId: string; register: string; keys: { keyId: string; publicKey: string }[] } & Record<string, unknown>
  rows: ArchiveRow[]
}

/** Records a story in a new ledger and closes the ledger. Returns the archive as text. */
export async function archived(options: LedgerOptions, story: (options: LedgerOptions) => Promise<Ledger> | Ledger) {
  const ledger = await story(options)
  ledger.close()
  const to = `${options.path}.jsonl`
  await exportLedger(options.path, to, options.signer, { wallUtc: options.now().wallUtc })
  return readFileSync(to, 'utf8')
}

export function readArchive(text: string): Archive {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string } & ArchiveRow)
  const rows = lines.filter(({ type }) => type === 'row').map(({ type: _type, ...row }) => row)
  return { header: header as unknown as Archive['header'], rows }
}

export function signatureOf(signer: Signer, label: string, ...parts: readonly (string | Uint8Array)[]): string {
  const message = Buffer.concat([Buffer.from(`${label}\n`), ...parts.map((part) => Buffer.from(part))])
  return Buffer.from(signer.sign(message)).toString('base64')
}

/** Chains and signs rows, so that all hashes are valid. A row whose signer is null stays unchanged. */
export function chained(
  rows: readonly ArchiveRow[],
  signerOf: (seq: number) => Signer | null,
  { closures = false } = {},
): readonly ArchiveRow[] {
  let before = '0'.repeat(64)
  return rows.map((row, index) => {
    const signer = signerOf(index + 1)
    if (signer === null) {
      before = row['hash'] as string
      return row
    }
    const { hash: _hash, sig: _sig, ...rest } = closures ? closedAfter(row, before, signer) : row
    const unsigned = { ...rest, seq: index + 1, key_id: signer.keyId, prev_hash: before }
    before = hash('sha256', canonicalJson(unsigned))
    if (before === _hash) return row
    const sig = signatureOf(signer, 'guichet-journal-1', Buffer.from(before, 'hex'))
    return { ...unsigned, hash: before, sig }
  })
}

/** In a closure, updates the hash of the previous row and signs the closure again. Returns any other row unchanged. */
function closedAfter(row: ArchiveRow, tailHash: string, signer: Signer): ArchiveRow {
  if (!row.code.endsWith('_REPORT')) return row
  const { sig: _sig, ...said } = JSON.parse(row.payload) as Record<string, unknown>
  const closure = { ...said, tailHash }
  const sig = signatureOf(signer, 'guichet-closure-1', canonicalJson(closure))
  return { ...row, payload: canonicalJson({ ...closure, sig }) }
}

/** Writes an archive, signed at its end by the last row's signer. `closures`: signs closures again. */
export function writeArchive(
  path: string,
  { header, rows }: Archive,
  signerOf: (seq: number) => Signer,
  options: { readonly closures?: boolean } = {},
): void {
  writeChained(path, header, chained(rows, signerOf, options), signerOf(rows.length))
}

export function writeChained(path: string, header: Archive['header'], rows: readonly ArchiveRow[], last: Signer): void {
  const lines = rows.map((row) => ({ type: 'row', ...row }))
  const closures = rows
    .filter((row) => row.code.endsWith('_REPORT'))
    .map((row) => ({ type: 'closure', seq: row.seq, ...(JSON.parse(row.payload) as object) }))
  const body = [header, ...lines, ...closures].map((line) => `${canonicalJson(line)}\n`).join('')
  const sig = signatureOf(last, 'guichet-archive-1', hash('sha256', body, 'buffer'))
  const end = { type: 'end', rows: rows.length, headHash: rows.at(-1)?.['hash'], keyId: last.keyId, sig }
  writeFileSync(path, `${body}${canonicalJson(end)}\n`)
}
