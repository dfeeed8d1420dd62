import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { storyClock } from '../ledger/every-event.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'
import { ledgerOptions } from '../ledger/scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A closed ledger of two sales and a Z, with its copy, as a program leaves it that ends in order. */
async function closedDay() {
  const clock = storyClock()
  const options = ledgerOptions(temporaryFolder(), { now: clock.now })
  const ledger = await openLedger(options)
  const rowOf = (): number => ledger.journalLines({ before: null, saleId: null, limit: 1 })[0]?.seq ?? 0
  sellOut(ledger, clock.now, [chosenSeat('1001')])
  const firstEnd = rowOf()
  sellOut(ledger, clock.now, [chosenSeat('1002')])
  const secondEnd = rowOf()
  ledger.closeShift('Z', 'staff-7', clock.now())
  await ledger.backup(clock.now())
  ledger.note('STOP', {}, clock.now())
  ledger.close()
  const judge = async () => {
    const { verdict, findings } = await verifyLedger({ path: options.path, trust: { keys: [options.signer.keyId] } })
    return [verdict, findings.map(({ severity, check, what }) => `${severity} ${check} ${what}`)]
  }
  const lines = readFileSync(`${options.path}.roll`, 'utf8').trimEnd().split('\n')
  const rollOf = (rows: number): void => writeFileSync(`${options.path}.roll`, `${lines.slice(0, rows).join('\n')}\n`)
  return { options, clock, judge, rollOf, rows: lines.length, firstEnd, secondEnd }
}

it('finds nothing where everything is there', async () => {
  const { judge } = await closedDay()
  expect(await judge()).toEqual(['holds', []])
})

it.each(['anchor', 'roll'])('finds that the %s is not there', async (what) => {
  const { options, judge } = await closedDay()
  rmSync(`${options.path}.${what}`)
  expect(await judge()).toEqual(['broken', [`error beside ${what}`]])
})

it('only remarks that no copy was made, and that one cannot be read', async () => {
  const { options, judge } = await closedDay()
  const backups = `${options.path}-backups`
  const [name = ''] = readdirSync(backups)
  writeFileSync(join(backups, 'draft.db'), 'a copy that is still being made')
  writeFileSync(join(backups, name), 'noise')
  expect(await judge()).toEqual(['holds', [`notice beside ${join(backups, name)}`]])
  rmSync(backups, { recursive: true })
  expect(await judge()).toEqual(['holds', ['notice beside backups']])
})

it('asks for no anchor, roll and copies beside a copy', async () => {
  const { options } = await closedDay()
  const backups = `${options.path}-backups`
  const path = join(backups, readdirSync(backups)[0] ?? '')
  const { ok, findings } = await verifyLedger({ path })
  expect([ok, findings.map(({ severity, what }) => `${severity} ${what}`)]).toEqual([
    true,
    ['notice anchor', 'notice roll'],
  ])
})

it('finds a ledger that is shorter than its copy, whatever anchor and roll say', async () => {
  const [short, long] = [await closedDay(), await closedDay()]
  for (const end of ['', '.anchor', '.roll']) copyFileSync(`${short.options.path}${end}`, `${long.options.path}${end}`)
  const { findings } = await verifyLedger({ path: long.options.path })
  expect(findings).toMatchObject([
    { severity: 'error', check: 'beside', why: expect.stringMatching(/another row/u) as string },
  ])
})

it('finds a roll that is cut before where it was flushed; behind that it is only remarked', async () => {
  const { judge, rollOf, rows, firstEnd, secondEnd } = await closedDay()
  rollOf(firstEnd)
  expect(await judge()).toEqual(['broken', ['error beside roll']])
  rollOf(secondEnd)
  expect(await judge()).toEqual(['holds', ['notice beside roll']])
  rollOf(rows)
  expect(await judge()).toEqual(['holds', []])
})

it('finds an anchor that nobody signed as an end', async () => {
  const { options, judge } = await closedDay()
  const anchor = readFileSync(`${options.path}.anchor`)
  writeFileSync(`${options.path}.anchor`, anchor.fill(' ', 1024))
  expect(await judge()).toEqual(['broken', [`error anchor ${options.path}.anchor`]])
})

it.each<
  [what: string, change: (record: { seq: number; hash: string; sig: string; keyId: string }) => object, why: string]
>([
  ['of a key that nobody named', () => ({ keyId: 'x' }), 'its signature does not hold'],
  ['without its signature', () => ({ sig: '' }), 'its signature does not hold'],
  [
    'of a row that is not there',
    ({ seq }) => ({ seq: seq + 90 }),
    'this row was written once, and the journal ends at',
  ],
  ['of another row', ({ seq }) => ({ seq: seq - 1 }), 'this row was another one once'],
])('finds a record in the anchor %s', async (_what, change, why) => {
  const { options } = await closedDay()
  const path = `${options.path}.anchor`
  const bytes = readFileSync(path)
  const record = JSON.parse(bytes.toString('utf8', 0, 512)) as Parameters<typeof change>[0]
  bytes.fill(' ', 0, 512).write(JSON.stringify({ ...record, ...change(record) }))
  writeFileSync(path, bytes)
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings).toMatchObject([{ severity: 'error', check: 'anchor', why: expect.stringContaining(why) as unknown }])
})

it('finds that rows of an older ledger are missing which its copy knows', async () => {
  const { options } = await closedDay()
  const db = new Sqlite(options.path)
  const last = db.prepare('SELECT max(seq) FROM journal').pluck().get() as number
  db.pragma('foreign_keys = OFF')
  db.exec('DROP TRIGGER journal_no_delete')
  db.exec(`DELETE FROM journal WHERE seq > ${last - 2}`)
  db.close()
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings.filter(({ check }) => check === 'beside')).toMatchObject([
    { severity: 'error', why: `this copy knows row ${last - 1}, and the journal ends at ${last - 2}` },
  ])
})

it('finds a ledger that is one row behind its roll, and the next start takes that row over', async () => {
  const { options, clock, judge, rows } = await closedDay()
  const copy = join(temporaryFolder(), 'ledger.db')
  copyFileSync(options.path, copy)
  const ledger = await openLedger(options)
  ledger.note('START', {}, clock.now())
  ledger.close()
  expect(await judge()).toEqual(['holds', []])
  renameSync(copy, options.path)
  rmSync(`${options.path}.anchor`)
  expect((await judge())[1]).toContain(`error anchor row ${rows + 1} of the roll`)
  const again = await openLedger(options)
  expect(again.opening.rebuilt).toMatchObject({ reason: `the roll goes on to row ${rows + 1}`, rows: 1 })
  again.close()
})
