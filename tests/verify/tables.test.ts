import { hash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { stories, storyClock } from '../ledger/every-event.ts'
import { chosenSeat, pricedSale, startSale } from '../ledger/sales.ts'
import { freshLedger, ledgerOptions, tickingClock } from '../ledger/fixtures.ts'
import { suiteFolder } from '../support/temporary-folder.ts'

const directory = suiteFolder()
const kept = join(directory, 'kept.db')
const changed = join(directory, 'changed.db')

beforeAll(async () => {
  const clock = storyClock()
  const ledger = await openLedger(ledgerOptions(directory, { path: kept, now: clock.now }))
  // The chosen stories have a shift, lost replies, open sales and a named customer, so that every table has rows.
  for (const part of [0, 3, 7, 11]) stories[part]!(ledger, clock)
  ledger.closeShift('Z', 'staff-7', clock.now())
  ledger.close()
})

const WAITS = "sale_id = (SELECT sale_id FROM sale WHERE state = 'unknown')"
const NAMED = 'sale_id = (SELECT sale_id FROM customer)'

/** Removes the triggers, makes a change and restores the triggers. Returns the findings about the tables. */
async function tampered(change: (db: Database) => void): Promise<readonly string[]> {
  copyFileSync(kept, changed)
  const db = new Sqlite(changed)
  db.pragma('journal_mode = DELETE')
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  db.pragma('ignore_check_constraints = ON')
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    readonly name: string
    readonly sql: string
  }[]
  const run = db.transaction((commands: readonly string[]) => commands.forEach((sql) => void db.exec(sql)))
  run(triggers.map(({ name }) => `DROP TRIGGER ${name}`))
  change(db)
  run(triggers.map(({ sql }) => sql))
  db.close()
  const { findings } = await verifyLedger({ path: changed })
  return findings
    .filter(({ check }) => check === 'tables')
    .map(({ what, why }) => `${what} ${why}`.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, '*'))
}

/** Columns for which a change causes another finding: number of openings, texts and encrypted content. */
const ELSEWHERE = new Set(['ledger opens', 'sale body', 'attempt body_sha256'])

const OTHER = { TEXT: "'other'", INTEGER: '777', BLOB: "x'07'" }

describe('the tables beside the journal', () => {
  it('hold as they are', async () => {
    expect(await tampered(() => {})).toEqual([])
  })

  it.each([
    ['ledger', ['id']],
    ['signing_key', ['key_id']],
    ['staff', ['staff_id']],
    ['sale', ['sale_id']],
    ['sale_seat', ['hold_id']],
    ['tender', ['reference']],
    ['attempt', ['sale_id', 'attempt_no']],
    ['ticket', ['ticket_id']],
    ['print_job', ['ticket_id', 'copy_no']],
    ['posting', ['seq', 'line']],
    ['shift', ['shift_no']],
    ['closure', ['seq']],
  ])('say what the journal says: %s', async (table, key) => {
    const db = new Sqlite(kept, { readonly: true })
    const columns = db.pragma(`table_info(${table})`) as { name: string; type: keyof typeof OTHER }[]
    db.close()
    const others = columns.filter(({ name }) => !key.includes(name))
    const last = `(${key.join()}) = (SELECT ${key.join()} FROM ${table} ORDER BY ${key.map((name) => `${name} DESC`).join()} LIMIT 1)`
    const all = others.map(({ name, type }) => `${name} = ${OTHER[type]}`).join()
    const found = await tampered((to) => void to.exec(`UPDATE ${table} SET ${all} WHERE ${last}`))
    const named = found.flatMap((each) => / (\w+) is (?:other|777|07), but /u.exec(each)?.[1] ?? [])
    const said = others.map(({ name }) => name).filter((name) => !ELSEWHERE.has(`${table} ${name}`))
    expect(named.sort()).toEqual(said.sort())

    const moved = await tampered((to) => void to.exec(`UPDATE ${table} SET ${key.at(-1)} = 77 WHERE ${last}`))
    const expected = [expect.stringMatching(/ has no journal row$/u), expect.stringMatching(/ is missing$/u)]
    expect(moved.filter((each) => each.startsWith(`${table} `))).toEqual(expected)
  })
})

const NOISE = "x'07'"

it('finds a file whose pages do not belong together', async () => {
  const found = await tampered((db) => {
    db.unsafeMode()
    db.pragma('writable_schema = ON')
    const root = (index: string): string => `(SELECT rootpage FROM sqlite_schema WHERE name = '${index}')`
    db.exec(`UPDATE sqlite_schema SET rootpage = ${root('ticket_of_sale')} WHERE name = 'tender_of_sale'`)
    db.pragma('writable_schema = OFF')
  })
  expect(found).toEqual([expect.stringMatching(/^file .*2nd reference to page/su)])
})

const STATE = 'sale * its state differs from the journal'
const says = (state?: string): string => `sale * its state is ${state}, but unknown in the journal`
const HASH = 'attempt * body_sha256 differs from the journal'
const TOGETHER = 'attempt * the hash of its bytes and their salt must both be present or absent'
const UNLIKE = 'customer * differs from the journal'

const body = (sql: string): string => `UPDATE sale SET body = ${sql} WHERE ${WAITS}`
const sha = (sql: string, where = WAITS): string => `UPDATE attempt SET body_sha256 = ${sql} WHERE ${where}`

it.each<readonly [what: string, sql: string, ...found: string[]]>([
  ['another text', body(`replace(body, '"fr"', '"en"')`), STATE],
  ['another state', body(`replace(body, '"unknown"', '"paid"')`), STATE, says('"paid"')],
  ['no text', body("'noise'"), STATE, says()],
  ['an empty text', body("'null'"), STATE, says()],
  ['no event', body(`'{"event":null,"state":"unknown"}'`), STATE],
  ['another salt', `UPDATE customer_pii SET salt = ${NOISE} WHERE ${WAITS}`, HASH],
  ['no bytes to send', `DELETE FROM customer_pii WHERE ${WAITS}`, "attempt * the purchase's bytes are missing"],
  ['no bytes of a done sale', `DELETE FROM customer_pii WHERE ${NAMED}`, TOGETHER, 'customer * should not be there'],
  [
    'bytes of nobody',
    `INSERT INTO customer_pii SELECT 'nobody', ciphertext, salt, delete_after FROM customer_pii LIMIT 1`,
    'customer_pii nobody has no journal row',
  ],
  ['another hash of the bytes', sha("'noise'"), HASH],
  ['no hash of the bytes', sha('NULL'), TOGETHER],
  ['other bytes at another attempt', sha("'noise'", 'attempt_no = 2'), 'attempt * its attempts sent different bytes'],
  ['another customer', `UPDATE customer SET ciphertext = ${NOISE}`, UNLIKE],
  ['another telephone', `UPDATE customer SET phone_key = ${NOISE}`, UNLIKE],
  ['no customer', 'DELETE FROM customer', 'customer * is missing'],
  [
    'a customer of another sale',
    `INSERT INTO customer SELECT 'nobody', ciphertext, phone_key, delete_after FROM customer`,
    'customer nobody should not be there',
  ],
])('the texts beside the journal are found with %s', async (_what, sql, ...found) => {
  expect(await tampered((db) => void db.exec(sql))).toEqual(found)
})

it('finds a state that takes its seats from a row which has none', async () => {
  const { ledger, options, now } = await freshLedger()
  const { sale } = startSale(ledger, now)
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true })

  const db = new Sqlite(options.path, { readonly: true })
  const text = db.prepare('SELECT body FROM sale').pluck().get() as string
  db.close()
  const state = { ...(JSON.parse(text) as Record<string, unknown>), seats: { seq: 1 }, state: 'held' }
  const body = canonicalJson(state)
  const payload = { event: { type: 'hold-granted' }, from: 'holding', to: 'held', stateSha256: hash('sha256', body) }
  const store = openStore(options.path, options)
  const entry = { code: 'HOLD_GRANTED', saleId: sale.saleId, staffId: null, payload }
  store.transaction(() => store.append(entry, now(), { body, request: null }))
  expect(() => store.find(sale.saleId)).toThrow("row 1 does not have the sale's seats")
  store.close()

  const { findings } = await verifyLedger({ path: options.path })
  const errors = findings.filter(({ severity }) => severity === 'error')
  expect(errors).toMatchObject([{ check: 'tables', why: 'its seats should be in row 1, but is in 2' }])
})

it('a customer of a sale that came to nothing is wanted nowhere', async () => {
  const { ledger, options } = await freshLedger({ now: tickingClock() })
  const customer = { name: 'Mariama Diallo', phone: '' }
  pricedSale(ledger, options.now, [chosenSeat('1001')]).next(
    { type: 'customer-recorded', customer, staffId: '7' },
    { type: 'abandoned', reason: 'idle' },
    { type: 'released', holdIds: [] },
  )
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})
