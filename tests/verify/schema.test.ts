import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { migrate } from '../../electron/ledger/storage/migrate.ts'
import { migrations } from '../../electron/ledger/migrations/index.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { asOfVersion } from '../ledger/older-schema.ts'
import { ledgerOptions } from '../ledger/scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const versions = migrations.map(({ version }) => version)

it.each(versions)('knows the schema of version %i', async (version) => {
  const options = ledgerOptions(temporaryFolder())
  const ledger = await openLedger(options)
  ledger.close()
  asOfVersion(options.path, version)
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings.filter(({ check }) => check === 'schema')).toEqual([])
})

it('finds a rule of the file that is dropped, replaced by one that does nothing, or added', async () => {
  const options = ledgerOptions(temporaryFolder())
  const ledger = await openLedger(options)
  ledger.close()
  const whole = readFileSync(options.path)
  const foundAfter = async (sql: string): Promise<readonly string[]> => {
    writeFileSync(options.path, whole)
    new Sqlite(options.path).exec(sql).close()
    const { findings } = await verifyLedger({ path: options.path })
    return findings
      .filter(({ check }) => check === 'schema')
      .map(({ severity, what, why }) => `${severity} ${what} ${why}`)
  }
  const db = new Sqlite(options.path, { readonly: true })
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").raw().all()
  db.close()
  expect(triggers).toHaveLength(7)
  for (const [name, sql] of triggers as [string, string][]) {
    const empty = sql.replace(/BEGIN.*END/su, 'BEGIN SELECT 1; END')
    expect(await foundAfter(`DROP TRIGGER ${name}`)).toEqual([`error trigger ${name} is not there`])
    expect(await foundAfter(`DROP TRIGGER ${name}; ${empty}`)).toEqual([
      `error trigger ${name} is not the one of the format`,
    ])
  }
  const added = 'CREATE TRIGGER quiet AFTER INSERT ON posting BEGIN DELETE FROM print_job; END'
  expect(await foundAfter(added)).toEqual(['error trigger quiet is not of this schema'])
  expect(await foundAfter('DROP INDEX sale_unfinished')).toEqual(['error index sale_unfinished is not there'])
  expect(await foundAfter('ALTER TABLE ticket ADD COLUMN note TEXT')).toEqual([
    'error table ticket is not the one of the format',
  ])
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
