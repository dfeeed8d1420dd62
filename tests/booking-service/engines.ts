import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, inject, onTestFinished } from 'vitest'
import { newSchema, postgresRows } from '../support/postgres-schema.ts'

/** A database engine that the service can stand on. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** A new, empty database. */
  readonly database: () => string | Promise<string>
  /** Rows of a query that both engines understand. */
  readonly rows: (database: string, sql: string) => Promise<readonly object[]>
}

export const sqlite: Engine = {
  name: 'SQLite',
  database() {
    const folder = mkdtempSync(join(tmpdir(), 'guichet-store-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return join(folder, 'booking-service.db')
  },
  rows(database, sql) {
    const db = new Sqlite(database, { readonly: true })
    try {
      return Promise.resolve(db.prepare<[], object>(sql).all())
    } finally {
      db.close()
    }
  },
}

/** A schema of its own in the database for tests, which goes with it. */
export const postgres: Engine = {
  name: 'PostgreSQL',
  async database() {
    const url = inject('postgres')
    if (url === null) throw new Error('there is no PostgreSQL')
    return newSchema(url)
  },
  rows: postgresRows,
}

/** The same tests on each engine; without PostgreSQL its half counts as skipped. */
export function onEachEngine(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests(sqlite)
  })
  describe.skipIf(inject('postgres') === null)('on PostgreSQL', () => {
    tests(postgres)
  })
}
