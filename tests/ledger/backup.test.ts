import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { backupLedger, backupWhenDue, LedgerDamaged } from '../../electron/ledger/backup.ts'
import { LedgerTooNew } from '../../electron/ledger/connection.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { upgrade } from '../../electron/ledger/opening.ts'
import { restoreLedger } from '../../electron/ledger/salvage.ts'
import { checkVersion, schemaSteps } from '../../electron/ledger/schema.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { ledgerOfADay } from './day-ledger.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { damage, openForTest, runSql } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function openDay() {
  const day = await ledgerOfADay()
  return { ...day, ledger: await openLedger(day.options) }
}

const AT = '2025-05-18T09:30:00.000Z'

describe('a backup', () => {
  it('is taken while the ledger is in use, is one file, and passes the verifier', async () => {
    const { ledger, options, clock } = await openDay()
    const backup = await ledger.backup(clock.now())
    expect(backup.path).toMatch(/ledger\.db-backups\/ledger-000001-20250517T\d{6}Z-\d+\.db$/u)
    expect(readdirSync(`${options.path}-backups`)).toHaveLength(1)
    const report = await verifyLedger({ path: backup.path, trust: { keys: [options.signer.keyId] } })
    expect(report).toMatchObject({ ok: true, rows: backup.seq, headHash: backup.hash })
    ledger.close()
  })

  it('keeps the newest seven, in the order they were made: the clock may jump', async () => {
    const { ledger, options, clock } = await openDay()
    const paths: string[] = []
    for (let day = 0; day < 9; day += 1) {
      const wallUtc = day % 2 === 0 ? AT : '2015-05-18T09:30:00.000Z'
      paths.push((await ledger.backup({ ...clock.now(), wallUtc })).path)
    }
    expect(readdirSync(`${options.path}-backups`).map((name) => join(`${options.path}-backups`, name))).toEqual(
      paths.slice(2),
    )
    ledger.close()
  })

  it('is due once in 20 hours, and after a jump of the clock', async () => {
    const { ledger, options } = await openDay()
    const directory = `${options.path}-backups`
    const due = async (wallUtc: string): Promise<boolean> =>
      (await backupWhenDue(options.path, directory, wallUtc)) !== null
    const times = ['2025-05-18T09:30:00.000Z', '2025-05-19T05:00:00.000Z', '2025-05-19T05:30:00.000Z']
    expect([await due(times[0]!), await due(times[1]!), await due(times[2]!)]).toEqual([true, false, true])
    expect([await due('2015-01-01T00:00:00.000Z'), await due('2015-01-01T01:00:00.000Z')]).toEqual([true, false])
    ledger.close()
  })

  it('of a damaged ledger is refused and leaves the older copies alone', async () => {
    const { ledger, options, clock } = await openDay()
    await ledger.backup(clock.now())
    ledger.close()
    damage(options.path, 7)
    const directory = `${options.path}-backups`
    await expect(backupLedger(options.path, directory, AT)).rejects.toBeInstanceOf(LedgerDamaged)
    expect(readdirSync(directory).filter((name) => !name.startsWith('draft'))).toHaveLength(1)
  })

  it('of a ledger with a changed row is refused', async () => {
    const { ledger, options } = await openDay()
    ledger.close()
    runSql(options.path, "DROP TRIGGER journal_no_update; UPDATE journal SET code = 'START' WHERE seq = 9")
    const directory = `${options.path}-backups`
    await expect(backupLedger(options.path, directory, AT)).rejects.toThrow('breaks at row 9 (hash)')
  })
})

describe('restoring', () => {
  it('puts the copy in place, sets the old file aside, and the next start takes over from the roll what came after it', async () => {
    const { ledger, options, clock } = await openDay()
    const backup = await ledger.backup(clock.now())
    const { sale } = sellOut(ledger, clock.now, [chosenSeat('3001')])
    ledger.close()
    const { rows } = await verifyLedger({ path: options.path })
    await restoreLedger(options.path, backup.path, AT)

    const again = await openLedger(options)
    expect(again.opening).toMatchObject({ rebuilt: { rows: rows - backup.seq, backup: null, missing: null } })
    expect(again.find(sale.saleId)).toEqual(sale)
    expect(again.gaps()).toEqual([])
    again.close()
    const { ok, findings } = await verifyLedger({ path: options.path })
    expect(ok).toBe(true)
    expect(findings).toMatchObject([{ severity: 'notice', what: 'RESTORED' }])
  })

  it('without a roll says at the next start what is missing', async () => {
    const { ledger, options, clock } = await openDay()
    const backup = await ledger.backup(clock.now())
    sellOut(ledger, clock.now, [chosenSeat('3001')])
    const { seq } = ledger.head()
    ledger.close()
    rmSync(`${options.path}.journal.jsonl`)
    const restored = await restoreLedger(options.path, backup.path, AT)
    expect(restored).toMatchObject({
      seq: backup.seq,
      hash: backup.hash,
      setAsideAs: `${options.path}.replaced-20250518T093000000Z`,
    })
    expect(existsSync(restored.setAsideAs ?? '')).toBe(true)

    const before = await verifyLedger({ path: options.path })
    expect(before.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check)).toContain('anchor')

    const again = await openLedger(options)
    expect(again.opening.missing).toEqual({ anchorSeq: seq, presentSeq: backup.seq, remembered: [] })
    again.close()
    const after = await verifyLedger({ path: options.path })
    expect(after.ok).toBe(true)
    expect(after.findings.map(({ severity, what }) => [severity, what])).toEqual([
      ['notice', 'RESTORED'],
      ['notice', 'RESTORED'],
    ])
  })

  it('refuses a damaged copy and changes nothing', async () => {
    const { ledger, options, clock } = await openDay()
    const backup = await ledger.backup(clock.now())
    ledger.close()
    damage(backup.path, 7)
    const before = await verifyLedger({ path: options.path })
    await expect(restoreLedger(options.path, backup.path, AT)).rejects.toBeInstanceOf(LedgerDamaged)
    expect(await verifyLedger({ path: options.path })).toEqual(before)
  })

  it('works where there is no ledger any more', async () => {
    const { ledger, options, clock } = await openDay()
    const backup = await ledger.backup(clock.now())
    ledger.close()
    const path = join(temporaryFolder(), 'ledger.db')
    expect(await restoreLedger(path, backup.path, AT)).toMatchObject({ setAsideAs: null })
    const { findings } = await verifyLedger({ path })
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ what }) => what)).toEqual(['anchor', 'roll'])
    const again = await openLedger({ ...options, path })
    again.close()
    expect(await verifyLedger({ path })).toMatchObject({ ok: true })
  })
})

describe('the schema version', () => {
  async function refused(options: Parameters<typeof openLedger>[0]): Promise<Error> {
    const before = readFileSync(options.path)
    const error = await openLedger(options).then(
      () => expect.fail('was opened'),
      (reason: unknown) => reason,
    )
    expect(readFileSync(options.path).equals(before)).toBe(true)
    return error as Error
  }

  it('refuses a ledger of version 0.1, which had no application id, and of another program', async () => {
    const { ledger, options } = await openDay()
    ledger.close()
    const words = `${options.path} was written by version 0.1 or by another program`
    for (const change of ['application_id = 0; PRAGMA user_version = 12', 'application_id = 7']) {
      runSql(options.path, `PRAGMA ${change}`)
      expect((await refused(options)).message).toContain(words)
      const { findings } = await verifyLedger({ path: options.path })
      const errors = findings.filter(({ severity }) => severity === 'error')
      expect(errors).toMatchObject([{ check: 'format' }])
      expect(errors[0]?.why).toMatch(/^application id \d does not match/u)
    }
  })

  const trial = [...schemaSteps, 'CREATE TABLE more (a INTEGER) STRICT']

  it('rises after a verified copy; an older program refuses the file, and goes on from the copy', async () => {
    const { ledger, options, clock } = await openDay()
    const { headHash, rows } = await verifyLedger({ path: options.path })
    ledger.close()
    const backups = `${options.path}-backups`
    for (const name of existsSync(backups) ? readdirSync(backups) : []) rmSync(join(backups, name))
    const db = new Sqlite(options.path)
    await upgrade(db, { backups, now: options.now }, trial)
    expect(checkVersion(db, trial)).toBe(2)
    db.exec('INSERT INTO more VALUES (1)')
    db.close()

    const error = await refused(options)
    expect(error).toBeInstanceOf(LedgerTooNew)
    expect(error).toMatchObject({ found: 2, supported: 1 })
    const { findings } = await verifyLedger({ path: options.path })
    expect(findings.map(({ check, why }) => `${check} ${why}`)).toContain('format schema 2 does not match the format')

    const [copy, ...more] = readdirSync(backups)
    expect(more).toEqual([])
    const backup = join(backups, copy!)
    expect(await verifyLedger({ path: backup })).toMatchObject({ ok: true, headHash, rows })
    await restoreLedger(options.path, backup, AT)
    const again = await openLedger(options)
    sellOut(again, () => clock.now(), [chosenSeat('3001')])
    again.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
  })

  it('stays where one of several steps fails', async () => {
    const { ledger, options } = await openDay()
    ledger.close()
    const db = new Sqlite(options.path)
    const backups = `${options.path}-backups`
    const broken = [...trial, 'CREATE TABLE more (a INTEGER) STRICT']
    await expect(upgrade(db, { backups, now: options.now }, broken)).rejects.toThrow('already exists')
    expect(checkVersion(db)).toBe(1)
    expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'more'").pluck().get()).toBe(0)
    db.close()
    await openForTest(options)
  })
})
