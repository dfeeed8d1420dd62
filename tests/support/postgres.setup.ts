import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL database. Null if there is none, in which case the PostgreSQL tests are skipped. */
    readonly postgres: string | null
    /** Store of the contract tests. Default: SQLite. */
    readonly contractStore?: 'postgres'
  }
}

/** Each project loads its own copy of the module, so shared state is stored in `globalThis`. */
const shared = globalThis as { guichetPostgres?: { users: number; server: Promise<PostgresServer | null> } }

/** `GUICHET_TEST_POSTGRES`: URL of a database, or `none`. By default, all projects share a private server. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env['GUICHET_TEST_POSTGRES']
  if (named) {
    project.provide('postgres', named === 'none' ? null : named)
    return undefined
  }
  const use = (shared.guichetPostgres ??= { users: 0, server: startPostgres() })
  use.users++
  project.provide('postgres', (await use.server)?.url ?? null)
  return async () => {
    use.users--
    if (use.users > 0) return
    delete shared.guichetPostgres
    await (await use.server)?.stop()
  }
}
