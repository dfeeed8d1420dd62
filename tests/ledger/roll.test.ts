import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openFileSigner } from '../../electron/ledger/signer.ts'
import { type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { allSales, ledgerOfADay } from './day-ledger.ts'
import { storyClock } from './every-event.ts'
import {
  chosenSeat,
  composed,
  pricedSale,
  resumeSale,
  sellOut,
  startSale,
  ticketOf,
  toPaid,
  toPrinted,
} from './sales.ts'
import { damageTable, expectSound, freshLedger, ledgerOptions, openForTest, runSql, textWith } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const rollOf = ({ path }: LedgerOptions): string => `${path}.journal.jsonl`
const linesOf = (options: LedgerOptions): readonly string[] => readFileSync(rollOf(options), 'utf8').trim().split('\n')

describe('the roll', () => {
  it('has every row of the journal, in order, as an archive has them', async () => {
    const { options, rows } = await ledgerOfADay()
    const rolled = linesOf(options).map((line) => (JSON.parse(line) as { seq: number }).seq)
    expect(rolled).toEqual(Array.from({ length: rows }, (_, index) => index + 1))
  })

  it.each([
    ['is nothing but noise', (path: string) => writeFileSync(path, 'x'.repeat(100_000))],
    ['is gone', (path: string) => rmSync(path)],
  ])('brings every row back when the database %s, without a copy', async (_what, spoil) => {
    const { options, sales, rows } = await ledgerOfADay()
    spoil(options.path)
    const ledger = await openLedger(options)
    expect(ledger.opening).toMatchObject({ rebuilt: { backup: null, rows }, missing: null, chain: null })
    expect(ledger.gaps()).toEqual([])
    // The purchase request contains the customer's name, so it is stored only in the database.
    const sent = (sale: Sale): boolean => sale.state === 'unknown'
    const again = allSales(options, ledger)
    expect(again.filter((_, index) => !sent(sales[index]!))).toEqual(sales.filter((sale) => !sent(sale)))
    expect(again[sales.findIndex(sent)]).toMatchObject({ state: 'needs-staff', question: 'service-unreachable' })
    await expectSound(options, ledger)
  })

  it('brings a sale back as it was a second time, too: the first lost the bytes of its purchase, and it went on', async () => {
    const clock = storyClock()
    const options = ledgerOptions(temporaryFolder(), { now: clock.now })
    const seats = [chosenSeat('1'), chosenSeat('2')]
    const tickets = seats.map((seat) => ticketOf(seat))
    const begun = await openLedger(options)
    const paid = pricedSale(begun, clock.now, seats, ...toPaid('card', 70_000))
    const { saleId } = paid.next(composed(paid.sale)).sale
    begun.close()
    rmSync(options.path)
    const without = await openLedger(options)
    const asked = without.find(saleId)
    if (asked?.state !== 'needs-staff') throw new Error(`"${asked?.state}"`)
    const printing = resumeSale(without, clock.now, asked).next(
      { type: 'tickets-found', tickets },
      ...toPrinted(tickets).slice(0, 4),
    ).sale
    expect(printing.state).toBe('printing')
    without.close()
    rmSync(options.path)
    const again = await openLedger(options)
    expect(again.find(saleId)).toEqual(printing)
    await expectSound(options, again)
  })

  it('and a damaged database make up for each other', async () => {
    const { options, sales, rows } = await ledgerOfADay()
    const lines = linesOf(options)
    writeFileSync(rollOf(options), lines.with(9, lines[9]?.slice(0, 40) ?? '').join('\n'))
    runSql(options.path, "DROP TRIGGER journal_no_update; UPDATE journal SET payload = '{}' WHERE seq = 40")
    damageTable(options.path, 'ticket')
    const ledger = await openLedger(options)
    expect(ledger.opening).toMatchObject({ rebuilt: { rows }, missing: null })
    expect(allSales(options, ledger)).toEqual(sales)
    await expectSound(options, ledger)
  })

  it.each<[string, (path: string) => void]>([
    ['whose last line a power cut tore', (path) => truncateSync(path, readFileSync(path).length - 100)],
    ['with zeros at its end', (path) => appendFileSync(path, Buffer.alloc(9_000))],
  ])('%s goes on behind it', async (_what, spoil) => {
    const { options, clock, rows } = await ledgerOfADay()
    spoil(rollOf(options))
    const ledger = await openLedger(options)
    ledger.note('START', {}, clock.now())
    ledger.close()
    rmSync(options.path)
    const again = await openForTest(options)
    expect(again.opening).toMatchObject({ rebuilt: { rows: rows + 1 }, missing: null })
  })

  it('that is gone is written again in full', async () => {
    const { options, rows } = await ledgerOfADay()
    rmSync(rollOf(options))
    const ledger = await openLedger(options)
    ledger.close()
    expect(linesOf(options)).toHaveLength(rows)
  })

  it('of another ledger is set aside and not believed, and staff are told', async () => {
    const here = await ledgerOfADay()
    const elsewhere = ledgerOptions(temporaryFolder())
    const other = await openLedger(elsewhere)
    sellOut(other, elsewhere.now, [chosenSeat('1')])
    other.close()
    copyFileSync(rollOf(elsewhere), rollOf(here.options))
    const ledger = await openLedger(here.options)
    expect(ledger.opening.rebuilt).toBeNull()
    expect(ledger.gaps()).toMatchObject([{ kind: 'rows', remembered: ['roll'] }])
    ledger.close()
    expect(linesOf(here.options)).toHaveLength(here.rows + 1)
    const names = readdirSync(dirname(here.options.path))
    expect(names).toContainEqual(textWith(`${basename(rollOf(here.options))}.replaced-`))
  })

  it('brings back rows signed with a key that the register had before', async () => {
    const { options, clock } = await ledgerOfADay()
    const signer = openFileSigner(`${options.path}.new-key`)
    const renewed = await openLedger({ ...options, signer })
    renewed.note('START', {}, clock.now())
    renewed.close()
    const { rows } = await verifyLedger({ path: options.path })
    rmSync(options.path)
    const ledger = await openLedger({ ...options, signer })
    expect(ledger.opening).toMatchObject({ rebuilt: { rows }, missing: null })
    await expectSound(options, ledger)
  })

  it.runIf(existsSync('/dev/full'))(
    'that takes nothing holds up no running sale, and lets no new one start until it has everything again',
    async () => {
      const clock = storyClock()
      const options = ledgerOptions(temporaryFolder(), { now: clock.now })
      symlinkSync('/dev/full', rollOf(options))
      const ledger = await openLedger(options)
      expect(ledger.condition()).toBe('disk-failed')
      expect(ledger.canStartSale()).toBe(false)
      const { sale } = sellOut(ledger, clock.now, [chosenSeat('2701')])
      expect(ledger.find(sale.saleId)).toEqual(sale)
      ledger.close()
      rmSync(rollOf(options))
      const again = await openLedger(options)
      expect(again.canStartSale()).toBe(true)
      await expectSound(options, again)
      expect(linesOf(options)).toHaveLength((await verifyLedger({ path: options.path })).rows)
    },
  )

  it('is looked into by the verifier: a row of it that the database has otherwise, or not at all', async () => {
    const { options } = await ledgerOfADay()
    const lines = linesOf(options)
    const last = JSON.parse(lines.at(-1) ?? '') as { seq: number; hash: string }
    for (const forged of [
      { ...last, hash: 'f'.repeat(64) },
      { ...last, seq: last.seq + 1 },
    ]) {
      writeFileSync(rollOf(options), [...lines.slice(0, -1), JSON.stringify(forged)].join('\n'))
      const { findings } = await verifyLedger({ path: options.path })
      const errors = findings.filter(({ severity }) => severity === 'error')
      expect(errors).toMatchObject([{ check: 'anchor', seq: forged.seq }])
    }
  })
})

describe('a sale that is not as the chain says', () => {
  async function changed(sql: string) {
    const { options, clock } = await ledgerOfADay()
    const ledger = await openLedger(options)
    startSale(ledger, clock.now, [chosenSeat('2901')])
    const before = ledger.unfinished()
    ledger.close()
    const db = new Sqlite(options.path)
    expect(db.prepare(sql).run().changes).toBeGreaterThan(0)
    db.close()
    return { options, before, ledger: await openLedger(options) }
  }

  it.each([
    ['its text cannot be read', "UPDATE sale SET body = substr(body, 2) WHERE state = 'holding'"],
    ['its text reads well', `UPDATE sale SET body = replace(body, '"fr"', '"en"') WHERE finished = 0`],
    [
      'the hash of its purchase',
      `UPDATE attempt SET body_sha256 = 'ab'
       WHERE sale_id IN (SELECT sale_id FROM sale WHERE state IN ('confirming', 'unknown'))`,
    ],
  ])('is made out again from its rows: %s', async (_what, sql) => {
    const { options, before, ledger } = await changed(sql)
    expect(ledger.opening.repaired).not.toEqual([])
    expect(ledger.unfinished()).toEqual(before)
    await expectSound(options, ledger)
  })

  it.each([
    ['were changed', 'UPDATE customer_pii SET ciphertext = zeroblob(200)'],
    ['are gone', 'DELETE FROM customer_pii'],
  ])('goes to staff, who still may find its tickets, when the bytes of its purchase %s', async (_what, sql) => {
    const { before, ledger } = await changed(sql)
    const sending = before.filter(({ state }) => state === 'confirming' || state === 'unknown')
    expect(sending).not.toEqual([])
    for (const { saleId } of sending)
      expect(ledger.find(saleId)).toMatchObject({ state: 'needs-staff', question: 'service-unreachable' })
    ledger.close()
  })
})

it('rows that are gone for good put each unfinished sale in doubt until it says so itself', async () => {
  const clock = storyClock()
  const { ledger, options } = await freshLedger({ now: clock.now })
  sellOut(ledger, clock.now, [chosenSeat('2801')])
  const { sale } = startSale(ledger, clock.now, [chosenSeat('2802')])
  await ledger.backup(clock.now())
  ledger.note('STOP', {}, clock.now())
  ledger.close()
  writeFileSync(options.path, 'noise')
  rmSync(rollOf(options))

  for (const _start of [1, 2]) {
    const again = await openForTest(options)
    expect([...again.unconfirmedSales()]).toEqual([sale.saleId])
    again.close()
  }
  const again = await openForTest(options)
  const lost = { ...sale, rowsLost: true } as const
  again.record(sale, lost, { type: 'rows-lost' }, clock.now())
  expect([...again.unconfirmedSales()]).toEqual([])
})
