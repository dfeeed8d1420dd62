import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { migrate } from '../../electron/ledger/storage/migrate.ts'
import { migrations } from '../../electron/ledger/migrations/index.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { asOfVersion } from '../ledger/older-schema.ts'
import { ledgerOptions, temporaryDirectory } from '../ledger/scene.ts'

const versions = migrations.map(({ version }) => version)

it.each(versions)('knows the schema of version %i', async (version) => {
  const options = ledgerOptions(temporaryDirectory())
  const ledger = await openLedger(options)
  ledger.close()
  asOfVersion(options.path, version)
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings.filter(({ check }) => check === 'schema')).toEqual([])
})

it('is written down in the format, object by object', () => {
  const page = readFileSync(new URL('../../docs/integrating/ledger-format.md', import.meta.url), 'utf8')
  const rows = page.matchAll(/^\| `((?:index|table|trigger) \w+)` +\| (\d+)(–(\d+)| on) +\| `([\da-f]{32})` +\|$/gmu)
  const written = [...rows].map(([, what, from, , to, print]) => ({ what, from: Number(from), to: Number(to), print }))
  for (const version of versions) {
    const db = new Sqlite(':memory:')
    migrate(
      db,
      '2026-05-01T00:00:00.000Z',
      migrations.filter((step) => step.version <= version),
    )
    const there = db.prepare("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL").raw().all()
    db.close()
    const prints = (there as [string, string][]).map(([what, sql]) => {
      return `${what} ${hash('sha256', sql.replaceAll(/[\s"]+/gu, '')).slice(0, 32)}`
    })
    const named = written.filter(({ from, to }) => from <= version && !(to < version))
    expect(named.map(({ what, print }) => `${what} ${print}`).sort()).toEqual(prints.sort())
  }
})
