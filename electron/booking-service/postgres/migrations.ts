import type { Queries } from './database.ts'
import { initial } from './migrations/001-initial.ts'
import { fleet } from './migrations/002-fleet.ts'
import { changes } from './migrations/003-changes.ts'
import { slips } from './migrations/004-slips.ts'

/** In order; `schema_version` holds the number of those applied. An applied one is never changed. */
const migrations: readonly string[] = [initial, fleet, changes, slips]

/**
 * Brings the database to the newest schema; processes that start at once do it one after the other. Throws when a newer
 * program made it. Call within a transaction.
 */
export async function migrate({ rows, run }: Queries): Promise<void> {
  await run('CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)', [])
  const [known] = await rows<{ version: number }>('SELECT max(version) AS version FROM schema_version', [])
  const version = known?.version ?? 0
  if (version > migrations.length) {
    throw new Error(`the database was made by a newer version of this program (schema ${version})`)
  }
  for (const migration of migrations.slice(version)) await run(migration, [])
  if (version < migrations.length) await run('INSERT INTO schema_version (version) VALUES ($1)', [migrations.length])
}
