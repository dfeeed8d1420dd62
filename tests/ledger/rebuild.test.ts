import {
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openFileSigner } from '../../electron/ledger/signer.ts'
import { openLedger, type Ledger, type LedgerOptions } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { allSales, ledgerOfADay } from './day-ledger.ts'
import { stories } from './every-event.ts'
import { corruptLedger } from './gap-scenario.ts'
import { chosenSeat, pricedSale, sellOut, startSale } from './sales.ts'
import { damage, damageTable, expectSound, ledgerOptions, openForTest, runSql, textWith } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { LedgerInUse } from '../../electron/ledger/connection.ts'
import { renewKey } from '../../electron/ledger/salvage.ts'

describe('a damaged ledger', () => {
  it.each(['sale', 'ticket', 'posting', 'sqlite_autoindex_sale_1'])(
    'is rebuilt in full when %s is damaged: every sale, every row',
    async (table) => {
      const { options, sales: before, rows } = await ledgerOfADay()
      damageTable(options.path, table)
      const ledger = await openForTest(options)
      const rebuilt = { backup: null, rows, missing: null }
      expect(ledger.opening).toMatchObject({ rebuilt, missing: null, chain: null })
      expect(allSales(options, ledger)).toEqual(before)
      expect(ledger.condition()).toBe('sound')
      await expectSound(options)
    },
  )

  it('is rebuilt from its newest whole copy and the rows that were written since', async () => {
    const { options, sales: before, rows } = await ledgerOfADay({ withBackup: true })
    damageTable(options.path, 'sale')
    const ledger = await openForTest(options)
    const { rebuilt, missing } = ledger.opening
    expect(rebuilt?.backup).toContain('-backups')
    expect(rebuilt?.rows).toBeGreaterThan(0)
    expect(rebuilt?.rows).toBeLessThan(rows)
    expect(missing).toBeNull()
    expect(allSales(options, ledger)).toEqual(before)
    await expectSound(options)
  })

  it('passes over a copy that is damaged too', async () => {
    const { options, sales: before } = await ledgerOfADay({ withBackup: true })
    const backups = `${options.path}-backups`
    for (const name of readdirSync(backups)) damage(`${backups}/${name}`)
    damageTable(options.path, 'sale')
    const ledger = await openForTest(options)
    expect(ledger.opening.rebuilt?.backup).toBeNull()
    expect(allSales(options, ledger)).toEqual(before)
  })

  it('sets the damaged files aside together and deletes nothing', async () => {
    const { options } = await ledgerOfADay()
    writeFileSync(`${options.path}-wal`, 'not a log')
    damage(options.path, 1)
    const ledger = await openForTest(options)
    const aside = ledger.opening.rebuilt?.setAsideAs ?? ''
    expect(aside).toContain('ledger.db.corrupt-')
    expect(existsSync(aside)).toBe(true)
  })

  it('says which rows are gone when the file itself cannot be read', async () => {
    const { options, rows } = await ledgerOfADay({ withBackup: true })
    corruptLedger(options.path)
    const ledger = await openLedger(options)
    const { missing, rebuilt } = ledger.opening
    expect(rebuilt).toMatchObject({ rows: 0, reason: textWith('not a database') })
    expect(missing).toMatchObject({ anchorSeq: rows })
    ledger.close()

    const again = await openForTest(options)
    expect(again.opening).toEqual({ rebuilt: null, repaired: [], missing: null, chain: null })
    const { findings, ok } = await verifyLedger({ path: options.path })
    expect(ok).toBe(true)
    expect(findings).toMatchObject([
      { severity: 'notice', what: 'RESTORED', why: textWith('anchorSeq') },
      { severity: 'notice', what: 'RESTORED', why: 'no staff member has investigated the lost rows' },
    ])
  })

  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is empty', (path: string) => truncateSync(path)],
  ])('is rebuilt from its copy when the file %s', async (_what, spoil) => {
    const { options, rows } = await ledgerOfADay({ withBackup: true })
    rmSync(`${options.path}.journal.jsonl`)
    spoil(options.path)
    const ledger = await openForTest(options)
    expect(ledger.opening).toMatchObject({ rebuilt: { backup: textWith('ledger-') }, missing: { anchorSeq: rows } })
  })

  it('goes on where a power cut stopped the renaming', async () => {
    const { options, sales: before } = await ledgerOfADay()
    renameSync(options.path, `${options.path}.rebuilding`)
    const ledger = await openForTest(options)
    expect(ledger.opening).toEqual({ rebuilt: null, repaired: [], missing: null, chain: null })
    expect(allSales(options, ledger)).toEqual(before)
  })
})

describe('what a damaged ledger is believed', () => {
  it('no row of another register', async () => {
    const here = await ledgerOfADay()
    const elsewhere = ledgerOptions(temporaryFolder())
    const other = await openLedger(elsewhere)
    sellOut(other, elsewhere.now, [chosenSeat('1')])
    startSale(other, elsewhere.now)
    other.close()
    damageTable(elsewhere.path, 'ticket')
    copyFileSync(elsewhere.path, here.options.path)
    copyFileSync(`${elsewhere.path}.journal.jsonl`, `${here.options.path}.journal.jsonl`)
    const ledger = await openForTest(here.options)
    expect(ledger.opening).toMatchObject({ rebuilt: { rows: 0 }, missing: { anchorSeq: here.rows } })
    expect(ledger.unfinished()).toEqual([])
  })

  it.each(["payload = replace(payload, 'a', 'b')", "hash = zeroblob(32), payload = '{}'", 'sig = zeroblob(64)'])(
    'rows up to the first that was changed: %s',
    async (change) => {
      const { options, rows } = await ledgerOfADay()
      runSql(options.path, `DROP TRIGGER journal_no_update; UPDATE journal SET ${change} WHERE seq = 40`)
      damageTable(options.path, 'ticket')
      rmSync(`${options.path}.journal.jsonl`)
      const ledger = await openLedger(options)
      expect(ledger.opening).toMatchObject({ rebuilt: { rows: 39 }, missing: { anchorSeq: rows } })
      await expectSound(options, ledger)
    },
  )
})

describe('a sale whose page cannot be read', () => {
  it('is replayed from its rows; without the bytes of its purchase it goes to staff, who still may find its tickets', async () => {
    const { options, sales: before } = await ledgerOfADay()
    const confirming = before.find(({ state }) => state === 'unknown')
    if (confirming?.state !== 'unknown') throw new Error('no sale is being confirmed')
    damageTable(options.path, 'customer_pii')
    damageTable(options.path, 'sale')
    const ledger = await openForTest(options)
    const { order, tender } = confirming
    const unreachable = { state: 'needs-staff', question: 'service-unreachable', order, tender }
    expect(ledger.find(confirming.saleId)).toMatchObject({ ...unreachable, ownerRef: confirming.ownerRef })
    expect(allSales(options, ledger).filter(({ state }) => state !== 'needs-staff')).toEqual(
      before.filter(({ state }) => state !== 'needs-staff' && state !== 'unknown'),
    )
    await expectSound(options)
  })

  it('goes on from what its rows brought in when they lead elsewhere: the service is asked, and nothing else is done', async () => {
    const { options, sales: before, clock } = await ledgerOfADay()
    const writing = await openLedger(options)
    const { sale } = pricedSale(writing, clock.now, [chosenSeat('1951')])
    writing.record(sale, sale, { type: 'hold-granted' }, clock.now())
    writing.close()
    damageTable(options.path, 'sale')

    const ledger = await openLedger(options)
    const { saleId, ownerRef } = sale
    const order = 'order' in sale && sale.order
    expect(ledger.find(saleId)).toMatchObject({ question: 'rows-lost', ownerRef, order, rowsLost: true })
    expect(
      allSales(options, ledger)
        .slice(0, before.length)
        .map(({ state }) => state),
    ).toEqual(before.map(({ state }) => state))
    await expectSound(options, ledger)
  })
})

it('a ledger whose chain is broken opens for the sales that run, and starts no new one', async () => {
  const { options, clock } = await ledgerOfADay()
  const ledger = await openLedger(options)
  stories[1]?.(ledger, clock)
  ledger.close()
  const db = new Sqlite(options.path)
  const seq = db.prepare('SELECT max(seq) FROM journal').pluck().get() as number
  db.exec('DROP TRIGGER journal_no_update')
  db.prepare("UPDATE journal SET wall_utc = '2025-05-17T00:00:00.000Z' WHERE seq = ?").run(seq - 1)
  db.close()

  const again = await openForTest(options)
  expect(again.opening.chain).toEqual({ seq: seq - 1, reason: 'hash' })
  expect(again.condition()).toBe('chain-broken')
  expect(again.canStartSale()).toBe(false)
  expect(again.unfinished().map(({ state }) => state)).toEqual(['needs-staff', 'unknown'])
})

async function day() {
  const directory = temporaryFolder()
  const [archives, reports] = [join(directory, 'archives'), join(directory, 'reports')]
  const options = { ...ledgerOptions(directory), archives, reports }
  mkdirSync(archives)
  const ledger = await openLedger(options)
  const { sale } = sellOut(ledger, options.now, [chosenSeat('1001')])
  ledger.closeShift('Z', null, options.now())
  await ledger.backup(options.now())
  await ledger.archive(join(archives, 'kiosk-1-20250517T140500Z.jsonl'), options.now())
  sellOut(ledger, options.now, [chosenSeat('1002')])
  ledger.close()
  return { options, sold: sale.saleId }
}

function lose({ path }: LedgerOptions, ...kept: readonly string[]): void {
  for (const name of ['', '-wal', '-shm', '.anchor', '.journal.jsonl', '-backups'])
    if (!kept.includes(name)) rmSync(`${path}${name}`, { recursive: true, force: true })
}

const seen = (ledger: Ledger) =>
  ledger.gaps().map((gap) => (gap.kind === 'rows' ? gap.remembered : gap.kind === 'key' ? gap.keyId : gap.doubt))

describe('a ledger that is lost with anchor and roll', () => {
  it('is restored from its copy, and the gap is a case for staff until somebody has looked', async () => {
    const { options, sold } = await day()
    lose(options, '-backups')
    const ledger = await openLedger(options)
    expect(ledger.opening.rebuilt?.backup).toContain('-backups')
    expect(ledger.find(sold)?.state).toBe('done')
    expect(ledger.gaps()).toMatchObject([{ kind: 'rows' }])
    ledger.close()
    const again = await openLedger(options)
    const [gap] = again.gaps()
    again.settleGap(gap!, '', 'staff-7', options.now())
    expect(again.gaps()).toEqual([])
    await expectSound(options, again)
  })

  it('is restored from an archive where no copy is left', async () => {
    const { options, sold } = await day()
    lose(options)
    const ledger = await openLedger(options)
    expect(ledger.opening.rebuilt).toMatchObject({ backup: null })
    expect(ledger.find(sold)?.state).toBe('done')
    expect(ledger.gaps()).toMatchObject([{ kind: 'rows' }])
    await expectSound(options, ledger)
  })

  it.each(['pdf', 'csv'])('is told by the number of a Z on paper alone (%s)', async (ending) => {
    const { options } = await day()
    lose(options)
    rmSync(options.archives, { recursive: true })
    mkdirSync(options.reports)
    writeFileSync(join(options.reports, `kiosk-1-Z-1-31.${ending}`), '')
    const ledger = await openLedger(options)
    expect(seen(ledger)).toEqual([['report']])
    expect(ledger.gaps()).toMatchObject([{ rows: 31 }])
    await expectSound(options, ledger)
  })

  it('is a new one where nothing shows that one was here', async () => {
    const { options } = await day()
    lose(options)
    rmSync(options.archives, { recursive: true })
    const ledger = await openForTest(options)
    expect(ledger.opening.rebuilt).toBeNull()
    expect(ledger.gaps()).toEqual([])
  })
})

describe('a ledger that was put back without what stood behind', () => {
  it.each([
    ['copy', '-backups', 'backup'],
    ['archive', '', 'archive'],
  ])('is told by a newer %s, once, over any number of starts', async (_what, kept, by) => {
    const { options } = await day()
    const older = join(dirname(options.path), 'older.db')
    const whole = await openLedger(options)
    copyFileSync(`${options.path}-backups/${readdirSync(`${options.path}-backups`)[0]!}`, older)
    sellOut(whole, options.now, [chosenSeat('1003')])
    await whole.backup(options.now())
    await whole.archive(join(options.archives, 'kiosk-1-20250518T140500Z.jsonl'), options.now())
    whole.close()
    if (by === 'backup') rmSync(options.archives, { recursive: true })
    lose(options, kept)
    copyFileSync(older, options.path)

    const ledger = await openLedger(options)
    expect(seen(ledger)).toEqual([[by]])
    expect(ledger.opening.missing).toMatchObject({ remembered: [{ by }] })
    ledger.close()
    const again = await openLedger(options)
    expect(again.opening.missing).toBeNull()
    expect(seen(again)).toEqual([[by]])
    await expectSound(options, again)
  })

  it('is told by the anchor that another key signed, where the key was changed too', async () => {
    const { options } = await day()
    const other = ledgerOptions(temporaryFolder())
    const foreign = await openLedger(other)
    sellOut(foreign, options.now, [chosenSeat('9')])
    foreign.close()
    lose(options, '.anchor')
    copyFileSync(other.path, options.path)
    rmSync(options.archives, { recursive: true })
    expect(seen(await openForTest({ ...options, signer: other.signer }))).toEqual([['anchor']])
  })

  it('leaves no case on a good day', async () => {
    const { options } = await day()
    const ledger = await openForTest(options)
    expect(ledger.gaps()).toEqual([])
    expect(ledger.opening).toEqual({ rebuilt: null, repaired: [], missing: null, chain: null })
  })
})

describe('a new key', () => {
  it('that nobody vouched for is a case for staff until they have noted it', async () => {
    const { options } = await day()
    const signer = openFileSigner(join(dirname(options.path), 'another-key.json'))
    const ledger = await openLedger({ ...options, signer })
    expect(seen(ledger)).toEqual([signer.keyId])
    expect(ledger.opening).toEqual({ rebuilt: null, repaired: [], missing: null, chain: null })
    ledger.close()
    const both = [options.signer.keyId, signer.keyId]
    const report = await verifyLedger({ path: options.path, trust: { keys: both } })
    expect(report).toMatchObject({ ok: true, findings: [{ severity: 'notice', check: 'key' }] })
    expect(report.keys.map(({ keyId }) => keyId)).toEqual(both)
    const again = await openLedger({ ...options, signer })
    expect(seen(again)).toEqual([signer.keyId])
    again.settleGap(again.gaps()[0]!, 'note 12', 'staff-7', options.now())
    expect(again.gaps()).toEqual([])
    await expectSound(options, again)
  })

  it('that the key before signed asks nobody, and the verifier trusts it by the key before', async () => {
    const directory = temporaryFolder()
    const keyFile = join(directory, 'ledger-key.json')
    const options = ledgerOptions(directory)
    const before = await openLedger(options)
    sellOut(before, options.now, [chosenSeat('1001')])
    expect(() => renewKey(options.path, keyFile)).toThrow(LedgerInUse)
    before.close()
    const keyId = renewKey(options.path, keyFile)
    expect(() => renewKey(options.path, keyFile)).toThrow('start the program first')

    const signer = openFileSigner(keyFile)
    expect(signer.keyId).toBe(keyId)
    expect(signer.sealingKey).toEqual(options.signer.sealingKey)
    const ledger = await openLedger({ ...options, signer })
    sellOut(ledger, options.now, [chosenSeat('1002')])
    expect(ledger.gaps()).toEqual([])
    ledger.close()
    const trust = { keys: [options.signer.keyId], files: [], papers: [] }
    expect(await verifyLedger({ path: options.path, trust })).toMatchObject({ verdict: 'holds' })
  })
})
