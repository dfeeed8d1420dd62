import type { Database } from 'better-sqlite3'
import type { Row } from '../format/format.ts'

const COLUMNS = [
  'seq',
  'register',
  'code',
  'sale_id',
  'staff_id',
  'wall_utc',
  'mono_ms',
  'boot_id',
  'app_version',
  'payload',
  'key_id',
].join(', ')

/** The journal's rows as the file has them, whatever they hold: their shape is checked by the reader. */
export function* databaseRows(db: Database): Generator {
  const select = db.prepare(
    `SELECT ${COLUMNS}, lower(hex(prev_hash)) AS prev_hash, lower(hex(hash)) AS hash, sig FROM journal ORDER BY rowid`,
  )
  for (const row of select.iterate() as IterableIterator<Row & { sig: unknown }>) {
    yield { ...row, sig: Buffer.isBuffer(row.sig) ? row.sig.toString('base64') : row.sig }
  }
}
