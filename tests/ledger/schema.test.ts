import Sqlite, { type Database } from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { everyEvent, storyClock } from './every-event.ts'
import { freshLedger, ledgerOptions } from './fixtures.ts'
import { suiteFolder } from '../support/temporary-folder.ts'

const directory = suiteFolder()
let db: Database

beforeAll(async () => {
  const clock = storyClock()
  const options = ledgerOptions(directory, { now: clock.now })
  const ledger = await openLedger(options)
  everyEvent(ledger, clock)
  ledger.close()
  db = new Sqlite(options.path)
})

const LAST = 'seq = (SELECT max(seq) FROM journal)'

function journalRow(change: Readonly<Record<string, string>>, verb = 'INSERT'): string {
  const columns = db.pragma('table_info(journal)') as { name: string }[]
  const values = columns.map(({ name }) => change[name] ?? name)
  return `${verb} INTO journal SELECT ${values.join(', ')} FROM journal WHERE ${LAST}`
}

describe('the schema', () => {
  it('has strict tables only, and every table that the format names', () => {
    const tables = (db.pragma('table_list') as { name: string; type: string; strict: number; schema: string }[]).filter(
      ({ name, type, schema }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'),
    )
    expect(tables.filter(({ strict }) => strict !== 1)).toEqual([])
    const names = `attempt closure credit_slip customer customer_pii invoice invoice_buyer journal ledger open_payment
      posting print_job provider_refund sale sale_seat shift signing_key slip_payout staff tender ticket`
    expect(tables.map(({ name }) => name).sort()).toEqual(names.split(/\s+/u))
  })

  it.each(['journal', 'posting', 'closure'])('never changes or deletes a row of %s', (table) => {
    const [column] = db.pragma(`table_info(${table})`) as { name: string }[]
    expect(() => db.exec(`UPDATE ${table} SET ${column?.name} = ${column?.name}`)).toThrow(/never changed/u)
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(/never (?:changed|deleted)/u)
  })

  it.each([
    ['a gap', journalRow.bind(null, { seq: 'seq + 2', prev_hash: 'hash' })],
    ['a number that is taken', journalRow.bind(null, { prev_hash: 'hash' })],
    ['a number that is taken, replacing it', journalRow.bind(null, { prev_hash: 'hash' }, 'INSERT OR REPLACE')],
    ['no number', journalRow.bind(null, { seq: 'NULL', prev_hash: 'hash' })],
    ['a link to another row', journalRow.bind(null, { seq: 'seq + 1' })],
  ])('appends no journal row with %s', (_what, sql) => {
    expect(() => db.exec(sql())).toThrow(/follows the last one/u)
  })

  it('appends the row that follows', () => {
    db.exec('SAVEPOINT test')
    db.exec(journalRow({ seq: 'seq + 1', prev_hash: 'hash' }))
    db.exec('ROLLBACK TO test')
  })

  it.each([
    ['sale_seat', 'hold_id'],
    ['ticket', 'ticket_id'],
    ['ticket', 'qr_code'],
    ['tender', 'reference'],
    ['sale', 'sale_id'],
  ])('has each %s once by %s', (table, key) => {
    const unique = (db.pragma(`index_list(${table})`) as { name: string; unique: number; partial: number }[])
      .filter((index) => index.unique === 1 && index.partial === 0)
      .map(({ name }) => (db.pragma(`index_info(${name})`) as { name: string }[]).map((info) => info.name).join(', '))
    expect(unique).toContain(key)
  })

  it('takes whole minor units only', () => {
    expect(() => db.exec('UPDATE tender SET amount = 0.5')).toThrow(/cannot store REAL value in INTEGER column/u)
    expect(() => db.exec("UPDATE ticket SET price = '12,50'")).toThrow(/cannot store TEXT value in INTEGER column/u)
    expect(() => db.exec('UPDATE tender SET amount = -1')).toThrow(/CHECK/u)
  })

  it('takes no posting on both sides or on none', () => {
    const insert = db.prepare("INSERT INTO posting VALUES (1, 99, 's', 'drawer', 'GNF', ?, ?)")
    expect(() => insert.run(5, 5)).toThrow(/CHECK/u)
    expect(() => insert.run(0, 0)).toThrow(/CHECK/u)
  })
})

it('lets no rule that somebody put into the file reach beyond its tables', async () => {
  const { ledger, options } = await freshLedger()
  ledger.close()
  const file = new Sqlite(options.path)
  file.exec('CREATE TABLE stolen (word TEXT) STRICT')
  file.exec(`CREATE TRIGGER thief AFTER UPDATE ON ledger
    BEGIN INSERT INTO stolen SELECT file FROM pragma_database_list; END`)
  file.close()
  await expect(openLedger(options)).rejects.toThrow('unsafe use of virtual table "pragma_database_list"')
})
