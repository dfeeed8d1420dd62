import type { Database } from 'better-sqlite3'
import type { ChainCheck } from '../chain/chain.ts'
import type { ClosureCheck } from './closures.ts'
import { checkErasure } from './erasure.ts'
import { type Expected, expectedTables } from './expected-tables.ts'
import type { Findings } from '../format/report.ts'
import type { SaleBook } from './sale-book.ts'
import { checkTexts } from './texts.ts'

/** `tables`: everything beside the journal against what the journal says. */
export function checkTables(
  db: Database,
  findings: Findings,
  said: { readonly chain: ChainCheck; readonly book: SaleBook; readonly closures: ClosureCheck },
): void {
  const pages = db.pragma('integrity_check', { simple: true })
  if (pages !== 'ok') findings.error('tables', null, 'file', String(pages))
  const version = db.pragma('user_version', { simple: true }) as number
  for (const table of expectedTables(version, said)) compare(db, findings, table)
  checkTexts(db, version, findings, said.book)
  checkErasure(db, version, findings, said.book)
}

function compare(db: Database, findings: Findings, { table, key, rows }: Expected): void {
  const columns = Object.keys(rows[0] ?? {})
  const left = new Map(rows.map((row) => [keyOf(row, key), row]))
  for (const found of db.prepare(`SELECT * FROM ${table}`).iterate() as IterableIterator<Record<string, unknown>>) {
    const name = keyOf(found, key)
    const what = `${table} ${name}`
    const wanted = left.get(name)
    left.delete(name)
    if (!wanted) {
      findings.error('tables', null, what, 'is in no journal row')
      continue
    }
    for (const column of columns) {
      if (textOf(found[column]) === textOf(wanted[column])) continue
      const why = `${column} is ${textOf(found[column])}, the journal says ${textOf(wanted[column])}`
      findings.error('tables', null, what, why)
    }
  }
  for (const name of left.keys()) findings.error('tables', null, `${table} ${name}`, 'is missing')
}

function keyOf(row: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  return key.map((column) => textOf(row[column])).join(' ')
}

/** Text that no UTF-8 can carry was stored with replacement characters. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value ?? null)
}
