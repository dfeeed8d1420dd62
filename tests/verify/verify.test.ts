import {
  existsSync,
  readFileSync,
  statSync,
  writeFileSync,
  copyFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import Sqlite from 'better-sqlite3'
import { exportLedger } from '../../electron/ledger/export.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { everyEvent, stories, storyClock } from '../ledger/every-event.ts'
import { freshLedger, ledgerOptions, openForTest, runSql } from '../ledger/fixtures.ts'
import { oneIn } from '../support/share.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { migrate } from '../../electron/ledger/schema.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'

describe('the independent verifier', () => {
  it('finds nothing wrong with a ledger in which everything happened, in use, closed, and as an archive', async () => {
    const directory = temporaryFolder()
    const clock = storyClock()
    const options = ledgerOptions(directory, { now: clock.now })
    const ledger = await openLedger(options)
    everyEvent(ledger, clock)
    await ledger.backup(clock.now())
    const inUse = await verifyLedger({ path: options.path, trust: { keys: [options.signer.keyId] } })
    ledger.close()
    const closed = await verifyLedger({ path: options.path })
    const archive = join(directory, 'archive.jsonl')
    await exportLedger(options.path, archive, options.signer, { wallUtc: clock.now().wallUtc })
    const exported = await verifyLedger({ path: archive })

    expect(inUse.findings).toEqual([])
    expect(closed.findings).toEqual([])
    expect(exported.findings).toEqual([])
    expect(inUse).toMatchObject({ ok: true, source: 'database', sales: 40, tickets: 25, closures: 3 })
    expect(exported).toMatchObject({ ok: true, source: 'archive', headHash: closed.headHash, rows: closed.rows })
  })

  it.runIf(existsSync('/proc/locks'))('leaves the locks of a ledger in use alone, in the same process', async () => {
    const clock = storyClock()
    const { ledger, options } = await freshLedger({ now: clock.now })
    everyEvent(ledger, clock)
    const { ino } = statSync(options.path)
    const locks = (): readonly string[] =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `))
        .map((line) => line.replace(/^\d+: /u, ''))
    const before = locks()
    expect(before).not.toEqual([])
    await verifyLedger({ path: options.path })
    expect(locks()).toEqual(before)
    const to = `${options.path}.jsonl`
    await exportLedger(options.path, to, options.signer, { wallUtc: clock.now().wallUtc })
    await ledger.backup(clock.now())
    expect(locks()).toEqual(before)
  })

  it('says of a file that is neither database nor archive that it cannot be read', async () => {
    const path = join(temporaryFolder(), 'ledger.db')
    writeFileSync(path, 'neither')
    expect(await verifyLedger({ path })).toMatchObject({ ok: false, source: 'database', rows: 0 })
    await expect(verifyLedger({ path: `${path}.absent` })).rejects.toThrow('unable to open')
  })
})

const linesChanged = oneIn(4)

describe('an archive', { timeout: 60_000 }, () => {
  async function archived() {
    const directory = temporaryFolder()
    const clock = storyClock()
    const options = ledgerOptions(directory, { now: clock.now })
    const ledger = await openLedger(options)
    stories[0]?.(ledger, clock)
    ledger.close()
    const to = join(directory, 'archive.jsonl')
    await exportLedger(options.path, to, options.signer, { wallUtc: clock.now().wallUtc })
    const lines = readFileSync(to, 'utf8').split('\n').slice(0, -1)
    const judge = async (changed: readonly string[]): Promise<boolean> => {
      writeFileSync(to, changed.map((line) => `${line}\n`).join(''))
      return (await verifyLedger({ path: to, trust: { keys: [options.signer.keyId] } })).ok
    }
    return { lines, judge }
  }

  it(`is refused when any line is missing, doubled, moved or changed (${linesChanged.said})`, async () => {
    const { lines, judge } = await archived()
    expect(await judge(lines)).toBe(true)
    const passed: string[] = []
    for (const [index, line] of linesChanged.take('archive', [...lines.entries()])) {
      const before = lines[index - 1] ?? ''
      const changes: Record<string, readonly string[]> = {
        missing: lines.toSpliced(index, 1),
        doubled: lines.toSpliced(index, 0, line),
        moved: lines.toSpliced(index, 1).toSpliced(Math.max(0, index - 1), 0, index === 0 ? before : line),
        changed: lines.with(
          index,
          line.replace(/\d(?=\D*$)/u, (digit) => `${(Number(digit) + 1) % 10}`),
        ),
        cut: lines.slice(0, index),
      }
      for (const [what, changed] of Object.entries(changes)) {
        if (await judge(changed)) passed.push(`line ${index + 1} ${what}`)
      }
    }
    expect(passed).toEqual([])
  })

  it('is refused when its end says another number of rows or another last one', async () => {
    const { lines, judge } = await archived()
    const end = JSON.parse(lines.at(-1) ?? '') as { rows: number; headHash: string }
    const endingIn = (other: object): string[] => [...lines.slice(0, -1), JSON.stringify(other)]
    expect(await judge(endingIn({ ...end, rows: end.rows + 1 }))).toBe(false)
    expect(await judge(endingIn({ ...end, headHash: 'f'.repeat(64) }))).toBe(false)
  })
})

it('finds a rule of the file that is dropped, replaced by one that does nothing, or added', async () => {
  const { ledger, options } = await freshLedger()
  ledger.close()
  const whole = readFileSync(options.path)
  const foundAfter = async (sql: string): Promise<readonly string[]> => {
    writeFileSync(options.path, whole)
    runSql(options.path, sql)
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
      `error trigger ${name} does not match the format`,
    ])
  }
  const added = 'CREATE TRIGGER quiet AFTER INSERT ON posting BEGIN DELETE FROM print_job; END'
  expect(await foundAfter(added)).toEqual(['error trigger quiet is not of this schema'])
  expect(await foundAfter('DROP INDEX sale_unfinished')).toEqual(['error index sale_unfinished is not there'])
  expect(await foundAfter('ALTER TABLE ticket ADD COLUMN note TEXT')).toEqual([
    'error table ticket does not match the format',
  ])
})

it('is written down in the format, object by object', () => {
  const page = readFileSync(new URL('../../docs/integrating/ledger-format.md', import.meta.url), 'utf8')
  const rows = page.matchAll(/^\| `((?:index|table|trigger) \w+)` +\| `([\da-f]{32})` +\|$/gmu)
  const db = new Sqlite(':memory:')
  migrate(db)
  const there = db.prepare("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL").raw().all()
  const [application, version] = ['application_id', 'user_version'].map((name) => db.pragma(name, { simple: true }))
  db.close()
  const prints = (there as [string, string][]).map(([what, sql]) => {
    return `${what} ${hash('sha256', sql.replaceAll(/[\s"]+/gu, '')).slice(0, 32)}`
  })
  expect([...rows].map(([, what, print]) => `${what} ${print}`).sort()).toEqual(prints.sort())
  expect(page).toContain(`\`PRAGMA application_id\` is ${String(application)} `)
  expect(page).toContain(`\`PRAGMA user_version\` is ${String(version)},`)
})

async function closedDay() {
  const clock = storyClock()
  const { ledger, options } = await freshLedger({ now: clock.now })
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
  const lines = readFileSync(`${options.path}.journal.jsonl`, 'utf8').trimEnd().split('\n')
  const rollOf = (rows: number): void =>
    writeFileSync(`${options.path}.journal.jsonl`, `${lines.slice(0, rows).join('\n')}\n`)
  return { options, clock, judge, rollOf, rows: lines.length, firstEnd, secondEnd }
}

it.each(['anchor', 'roll'])('finds that the %s is not there', async (what) => {
  const { options, judge } = await closedDay()
  rmSync(`${options.path}.${what === 'roll' ? 'journal.jsonl' : what}`)
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
  const expected = [true, ['notice anchor', 'notice roll']]
  expect([ok, findings.map(({ severity, what }) => `${severity} ${what}`)]).toEqual(expected)
})

it('finds a ledger that is shorter than its copy, whatever anchor and roll say', async () => {
  const [short, long] = [await closedDay(), await closedDay()]
  for (const end of ['', '.anchor', '.journal.jsonl'])
    copyFileSync(`${short.options.path}${end}`, `${long.options.path}${end}`)
  const { findings } = await verifyLedger({ path: long.options.path })
  expect(findings).toMatchObject([
    { severity: 'error', check: 'beside', why: expect.stringMatching(/different row/u) as string },
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

it.each<
  [what: string, change: (record: { seq: number; hash: string; sig: string; keyId: string }) => object, why: string]
>([
  ['of a key that nobody named', () => ({ keyId: 'x' }), 'its signature is invalid'],
  ['without its signature', () => ({ sig: '' }), 'its signature is invalid'],
  ['of a row that is not there', ({ seq }) => ({ seq: seq + 90 }), 'this row existed, but the journal ends at'],
  ['of another row', ({ seq }) => ({ seq: seq - 1 }), 'this row was different at that time'],
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
    { severity: 'error', why: `this copy has row ${last - 1}, but the journal ends at ${last - 2}` },
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
  const again = await openForTest(options)
  expect(again.opening.rebuilt).toMatchObject({ reason: `the roll continues to row ${rows + 1}`, rows: 1 })
})
