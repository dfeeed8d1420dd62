import Sqlite from 'better-sqlite3'

/** What a failed call was about; `other` is a bug. */
export type Fault = 'full' | 'disk' | 'damage' | 'conflict' | 'other'

/**
 * SQLite's result codes (https://www.sqlite.org/rescode.html). A full disk also shows as a shared-memory file that could
 * not grow. `disk`: the device did not do what it was told. `damage`: what it gave back is no sound database.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Sqlite.SqliteError)) return 'other'
  const { code } = error
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return 'full'
  if (/^SQLITE_(?:CORRUPT|NOTADB)/u.test(code)) return 'damage'
  if (/^SQLITE_(?:IOERR|CANTOPEN|READONLY)/u.test(code)) return 'disk'
  return code.startsWith('SQLITE_CONSTRAINT') ? 'conflict' : 'other'
}
