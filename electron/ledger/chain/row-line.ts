import type { JournalRow } from './journal.ts'

/**
 * A journal row as a line of text, the same in an archive and on the roll; without its line feed. Canonical JSON: the
 * members below stand in canonical order.
 */
export function rowLine(row: JournalRow): string {
  return JSON.stringify({
    app_version: row.app_version,
    boot_id: row.boot_id,
    code: row.code,
    hash: row.hash.toString('hex'),
    key_id: row.key_id,
    mono_ms: row.mono_ms,
    payload: row.payload,
    prev_hash: row.prev_hash.toString('hex'),
    register: row.register,
    sale_id: row.sale_id,
    seq: row.seq,
    sig: row.sig.toString('base64'),
    staff_id: row.staff_id,
    type: 'row',
    wall_utc: row.wall_utc,
  })
}

/** Null for a line that is not whole. What it says is not to be believed before its hash and signature are checked. */
export function readRowLine(line: string): JournalRow | null {
  try {
    const { type, ...row } = JSON.parse(line) as RowLine
    if (type !== 'row' || !Number.isSafeInteger(row.seq) || typeof row.payload !== 'string') return null
    return {
      ...row,
      prev_hash: Buffer.from(row.prev_hash, 'hex'),
      hash: Buffer.from(row.hash, 'hex'),
      sig: Buffer.from(row.sig, 'base64'),
    }
  } catch {
    return null
  }
}

type RowLine = Omit<JournalRow, 'prev_hash' | 'hash' | 'sig'> & {
  readonly type: string
  readonly prev_hash: string
  readonly hash: string
  readonly sig: string
}
