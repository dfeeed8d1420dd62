import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL database for tests; null where there is none, so that they are skipped. */
    readonly postgres: string | null
    /** The store that the contract is checked on; SQLite when left out. */
    readonly contractStore?: 'postgres'
  }
}

/** `GUICHET_TEST_POSTGRES` names a database to use, or says `none`; else a private server runs as long as the tests. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env['GUICHET_TEST_POSTGRES']
  const server = named ? null : await startPostgres()
  project.provide('postgres', named === 'none' ? null : named || (server?.url ?? null))
  return server === null ? undefined : () => server.stop()
}
