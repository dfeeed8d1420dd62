import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect } from 'vitest'
import { openFileSigner } from '../../electron/ledger/signer.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

export const textWith = (part: string): unknown => expect.stringContaining(part)

/** Overwrites a whole page of a closed database, by default the second one. */
export function damage(path: string, page = 2): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0xee), 0, 4096, (page - 1) * 4096)
  closeSync(file)
}

/** Overwrites the first page of a table or index. */
export function damageTable(path: string, table: string): void {
  runSql(path, 'PRAGMA journal_mode = DELETE')
  const [page] = query(path, `SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`) as [number]
  damage(path, page)
}

/** Changes a ledger directly with SQL, bypassing the program. */
export const runSql = (path: string, sql: string): void => void new Sqlite(path).exec(sql).close()

/** Returns the first column of the rows that the query `sql` selects. */
export function query(path: string, sql: string): readonly unknown[] {
  const db = new Sqlite(path, { readonly: true })
  const rows = db.prepare(sql).pluck().all()
  db.close()
  return rows
}

/** Closes the `ledger` first if it is given. */
export async function expectSound({ path }: Pick<LedgerOptions, 'path'>, ledger?: Ledger): Promise<void> {
  ledger?.close()
  const { findings } = await verifyLedger({ path })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
}

/** Returns a clock that advances by 250 ms at each reading. */
export function tickingClock(bootId = 'boot-1', startMs = Date.parse('2025-05-17T14:00:00.000Z')): () => Instant {
  let monoMs = 0
  return () => {
    monoMs += 250
    return { monoMs, bootId, wallUtc: new Date(startMs + monoMs).toISOString() }
  }
}

export async function openForTest(options: LedgerOptions): Promise<Ledger> {
  const ledger = await openLedger(options)
  let close = (): void => {
    close = () => undefined
    ledger.close()
  }
  cleanUp(() => close())
  return { ...ledger, close: () => close() }
}

/** Opens a new ledger in its own folder and closes it after the test. `now` is its clock, which ticks by default. */
export async function freshLedger(change: Partial<LedgerOptions> = {}) {
  const options = ledgerOptions(temporaryFolder(), change)
  return { ledger: await openForTest(options), options, now: options.now }
}

export function ledgerOptions(directory: string, change: Partial<LedgerOptions> = {}): LedgerOptions {
  const signer = openFileSigner(join(directory, 'ledger-key.json'))
  const own = { path: join(directory, 'ledger.db'), register: 'kiosk-1', appVersion: '0.1.0', signer }
  return { ...own, reserveBytes: 0, now: tickingClock(), ...change }
}
