import type { Database } from 'better-sqlite3'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { type JournalRow, rowHash, signedBytes } from './journal.ts'
import { verifyP256 } from './signer.ts'

/** First row at which the hash chain is broken, and the reason. */
export interface ChainBreak {
  readonly seq: number
  readonly reason: 'gap' | 'link' | 'hash' | 'signature'
}

/**
 * Returns a function that checks a row's signature with the keys stored in the ledger, which does not prove who signed
 * the row.
 */
function signatureCheck(db: Database): (row: JournalRow) => boolean {
  const rows = db.prepare('SELECT key_id, public_key FROM signing_key').raw().all() as [string, string][]
  const keys = new Map(rows.map(([keyId, key]) => [keyId, publicKey(key)]))
  return (row) => {
    const key = keys.get(row.key_id)
    return key !== undefined && signedWith(row, key)
  }
}

export function publicKey(spki: string): KeyObject {
  return createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
}

export function signedWith(row: JournalRow, key: KeyObject): boolean {
  return verifyP256(signedBytes(row.hash), row.sig, key)
}

/** Checks all hashes since the last Z report, and the signatures of the first and last row. Returns null if intact. */
export function checkSinceClosure(db: Database): ChainBreak | null {
  const start = db.prepare("SELECT coalesce(max(seq), 1) FROM closure WHERE kind = 'Z'").pluck().get() as number
  return checkChain(db, start)
}

export function checkChain(db: Database, start: number): ChainBreak | null {
  const signed = signatureCheck(db)
  const before = db.prepare('SELECT hash FROM journal WHERE seq = ?').pluck()
  let previous = (before.get(start - 1) as Buffer | undefined) ?? Buffer.alloc(32)
  let last: JournalRow | null = null
  for (const row of db.prepare('SELECT * FROM journal WHERE seq >= ? ORDER BY seq').iterate(start)) {
    const { seq, prev_hash, hash } = row as JournalRow
    if (seq !== (last?.seq ?? start - 1) + 1) return { seq, reason: 'gap' }
    if (!prev_hash.equals(previous)) return { seq, reason: 'link' }
    if (!hash.equals(rowHash(row as JournalRow))) return { seq, reason: 'hash' }
    if (last === null && !signed(row as JournalRow)) return { seq, reason: 'signature' }
    last = row as JournalRow
    previous = hash
  }
  return last && !signed(last) ? { seq: last.seq, reason: 'signature' } : null
}
