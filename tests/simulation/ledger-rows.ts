import Sqlite from 'better-sqlite3'
import type { GroundTruth } from './ground-truth.ts'

/** Reads along in a ledger file over a connection of its own, row by row as they are committed. */
export interface RowWatch {
  /** After a commit: the chain goes on without a gap, and that sale's books are balanced. */
  follow(saleId: string | null): void
  close(): void
}

interface Row {
  readonly seq: number
  readonly prev_hash: Buffer
  readonly hash: Buffer
}

export function watchRows(path: string, truth: GroundTruth): RowWatch {
  const db = new Sqlite(path, { readonly: true })
  const since = db.prepare<[number], Row>('SELECT seq, prev_hash, hash FROM journal WHERE seq > ? ORDER BY seq')
  const balance = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(debit), 0) - coalesce(sum(credit), 0) FROM posting WHERE sale_id = ?',
    )
    .pluck()
  let last: Row = { seq: 0, prev_hash: Buffer.alloc(0), hash: Buffer.alloc(32) }
  function follow(): void {
    for (const row of since.all(last.seq)) {
      if (row.seq !== last.seq + 1) truth.violate('I7', `${path}: row ${row.seq} follows row ${last.seq}`)
      if (!row.prev_hash.equals(last.hash)) truth.violate('I7', `${path}: row ${row.seq} is not linked`)
      last = row
    }
  }
  follow()
  return {
    follow(saleId) {
      const before = last.seq
      follow()
      if (last.seq === before) truth.violate('I7', `${path}: a step was acknowledged and is not there`)
      const left = saleId === null ? 0 : balance.get(saleId)
      if (left !== 0) truth.violate('I5', `${path}: the books of sale ${saleId} are ${left} off`)
    },
    close: () => db.close(),
  }
}
