import { renameSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { migrate } from '../../electron/ledger/storage/migrate.ts'
import { migrations } from '../../electron/ledger/migrations/index.ts'

/** Makes a closed ledger what it would be had a program that knew the schema up to `version` written its rows. */
export function asOfVersion(path: string, version: number): void {
  const older = new Sqlite(`${path}.older`)
  older.pragma('foreign_keys = OFF')
  migrate(
    older,
    '2026-05-01T00:00:00.000Z',
    migrations.filter((step) => step.version <= version),
  )
  older.prepare('ATTACH ? AS newer').run(path)
  const tables = older.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]
  for (const table of tables.filter((name) => name !== 'migration' && !name.startsWith('sqlite_'))) {
    const columnsOf = (schema: string): readonly unknown[] =>
      older.prepare('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema)
    const newer = columnsOf('newer')
    const columns = columnsOf('main')
      .filter((column) => newer.includes(column))
      .join(', ')
    older.exec(`INSERT OR REPLACE INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${table}`)
  }
  older.close()
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  renameSync(`${path}.older`, path)
}
