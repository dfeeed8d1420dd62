import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import {
  chosenSeat,
  composed,
  EVENT,
  handOver,
  noted,
  pricedSale,
  refundTickets,
  sellOut,
  startSale,
  toPaid,
  toPriced,
} from './sales.ts'
import { damageTable, freshLedger, openForTest, query, runSql, tickingClock } from './fixtures.ts'

const NAME = 'Mariama Diallo'
/** Expects that none of the ledger's files contains the words, not even in remnants left by SQLite. */
function expectNowhere(path: string, words: readonly (string | Buffer)[]): void {
  for (const name of readdirSync(dirname(path), { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const bytes = readFileSync(join(name.parentPath, name.name))
    expect([name.name, words.filter((word) => bytes.includes(word))]).toEqual([name.name, []])
  }
}

const MONTH_LATER = Date.parse('2025-06-18T00:00:00.000Z')

it('keeps the exact bytes as long as they may be sent again, and gives them back after a restart', async () => {
  const { ledger, options, now: clock } = await freshLedger()
  const paid = pricedSale(ledger, clock, [chosenSeat('1001')], ...toPaid('card', 35_000))
  const { sale } = paid.next(composed(paid.sale))
  sellOut(ledger, clock, [chosenSeat('1002')])
  ledger.close()
  expectNowhere(options.path, [NAME, '+224620000000'])
  expect((await openForTest(options)).unfinished()).toEqual([sale])
  expect('request' in sale && sale.request.body).toContain(NAME)
})

it('forgets what is past its time with the sale over, and the verifier is content', async () => {
  const { ledger, options, now: clock } = await freshLedger()
  sellOut(ledger, clock, [chosenSeat('1001')])
  const paid = pricedSale(ledger, clock, [chosenSeat('1002')], ...toPaid('card', 35_000))
  const { sale: open } = paid.next(composed(paid.sale))
  ledger.close()

  const later = await openLedger({ ...options, now: tickingClock('boot-2', MONTH_LATER) })
  later.close()
  const found = (sql: string) => query(options.path, sql)
  expect(found('SELECT sale_id FROM customer_pii')).toEqual([open.saleId])
  expect(found("SELECT payload FROM journal WHERE code = 'CUSTOMER_DATA_PURGED'")).toEqual(['{"sales":1}'])
  expect(found('SELECT sale_id FROM attempt WHERE body_sha256 IS NOT NULL')).toEqual([open.saleId])
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})

it('keeps nobody longer than a month after the event, however early they bought, and purges while it runs', async () => {
  const clock = tickingClock()
  const { ledger, options } = await freshLedger({ now: clock, timeZone: 'Pacific/Kiritimati' })
  const early = { ...EVENT, startsAt: '2025-12-01T16:00:00', endsAt: '2025-12-01T18:00:00' }
  const seats = [chosenSeat('1001')]
  handOver(startSale(ledger, clock, seats, early).next(...toPriced(seats), ...toPaid('card', 35_000)))
  const kept = () => query(options.path, 'SELECT sale_id FROM customer_pii').length
  const at = (wallUtc: string) => ({ ...clock(), wallUtc })
  ledger.purgeCustomerData(at('2025-12-31T04:00:00.000Z'))
  expect(kept()).toBe(1)
  ledger.purgeCustomerData(at('2025-12-31T04:00:00.001Z'))
  expect(kept()).toBe(0)
  ledger.close()
  expectNowhere(options.path, [NAME, '+224620000000'])
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})

const CUSTOMER = { name: 'Fatoumata Binta Barry', phone: '+224628765432' }
const OTHER = { name: 'Sékou Camara', phone: '+224664112233' }

async function namedSale() {
  const { ledger, options, now: clock } = await freshLedger()
  const priced = pricedSale(ledger, clock, [chosenSeat('1001')], noted(CUSTOMER))
  const sell = () => handOver(priced.next(...toPaid('card', 35_000)))
  return { clock, options, ledger, priced, sell }
}

it('seals who the customer is: over a restart, in no file, and the verifier is content', async () => {
  const { options, ledger, priced } = await namedSale()
  const { sale } = priced
  expect(sale.customer).toBe(true)
  expectNowhere(options.path, [CUSTOMER.name, '28765432'])
  ledger.close()
  const again = await openLedger(options)
  expect(again.unfinished()).toEqual([sale])
  expect(again.customerOf(sale.saleId)).toEqual(CUSTOMER)
  const archive = `${options.path}.archive`
  await again.archive(archive, options.now())
  await again.backup(options.now())
  expectNowhere(options.path, [CUSTOMER.name, '28765432'])
  again.close()
  for (const path of [options.path, archive]) expect((await verifyLedger({ path })).findings).toEqual([])
})

it.each(['+224628765432', '628 76 54 32', '00224-628-76-54-32', '62.87.65.432'])(
  'finds the sales of a customer by their telephone number, written as %s',
  async (typed) => {
    const { ledger, sell, clock } = await namedSale()
    const { sale } = sell()
    pricedSale(ledger, clock, [chosenSeat('1002')]).next(
      noted({ name: 'Sékou', phone: '628765433' }),
      ...toPaid('card', 35_000),
    )
    const found = (words: string): readonly string[] =>
      ledger.files.find({ words, period: null }, 10).map(({ saleId }) => saleId)
    expect(found(typed)).toEqual([sale.saleId])
    expect(found('628765434')).toEqual([])
    expect(ledger.files.open(sale.saleId)).toMatchObject({ customer: CUSTOMER })
  },
)

it('forgets the customer of a sale that came to nothing, and one who would rather not be noted', async () => {
  const { options, ledger, priced, clock } = await namedSale()
  priced.next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
  expect(ledger.customerOf(priced.sale.saleId)).toBe(null)
  const { sale } = pricedSale(ledger, clock, [chosenSeat('1002')], noted(CUSTOMER), noted(null))
  expect([sale.customer, ledger.customerOf(sale.saleId)]).toEqual([undefined, null])
  ledger.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})

it('is gone after its time, the sealed bytes too', async () => {
  const { options, ledger, sell, clock } = await namedSale()
  const { sale } = sell()
  const sealed = query(
    options.path,
    'SELECT ciphertext FROM customer_pii UNION ALL SELECT ciphertext FROM customer UNION ALL SELECT phone_key FROM customer',
  ) as Buffer[]
  expect(sealed).toHaveLength(3)
  ledger.purgeCustomerData({ ...clock(), wallUtc: new Date(MONTH_LATER).toISOString() })
  expect(ledger.customerOf(sale.saleId)).toBe(null)
  expect(ledger.files.find({ words: CUSTOMER.phone, period: null }, 10)).toEqual([])
  expectNowhere(options.path, sealed)
  ledger.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})

it('survives a damaged database, or is gone for good and the row says so', async () => {
  const { options, ledger, sell } = await namedSale()
  const { sale } = sell()
  ledger.close()
  damageTable(options.path, 'ticket')
  const rebuilt = await openLedger(options)
  expect(rebuilt.opening.rebuilt).not.toBe(null)
  expect(rebuilt.customerOf(sale.saleId)).toEqual(CUSTOMER)
  rebuilt.close()
  expect((await verifyLedger({ path: options.path })).ok).toBe(true)

  damageTable(options.path, 'customer')
  const without = await openLedger(options)
  expect(without.customerOf(sale.saleId)).toBe(null)
  expect(without.journalLines({ before: null, saleId: sale.saleId, limit: 1 })[0]).toMatchObject({ code: 'RESTORED' })
  without.close()
  expect((await verifyLedger({ path: options.path })).ok).toBe(true)
})

it('is nobody to a register with another secret: a running sale loses the name, not the money', async () => {
  const { options, ledger, priced } = await namedSale()
  ledger.close()
  runSql(options.path, 'UPDATE customer SET ciphertext = zeroblob(60)')
  const again = await openLedger(options)
  expect(again.opening.repaired).toEqual([priced.sale.saleId])
  expect(again.customerOf(priced.sale.saleId)).toBe(null)
  expect(again.unfinished()).toEqual([priced.sale])
  again.close()
  expect((await verifyLedger({ path: options.path })).ok).toBe(true)
})

const erasure = async (path: string): Promise<readonly string[]> =>
  (await verifyLedger({ path })).findings
    .filter(({ check }) => check === 'erasure')
    .map(({ what, why }) => `${what} ${why}`)

it.each(['customer', 'customer_pii'])(
  'is to be forgotten on a day that the chain names: another one in %s is found',
  async (table) => {
    const { options, ledger, sell } = await namedSale()
    const { sale } = sell()
    ledger.close()
    expect(await erasure(options.path)).toEqual([])
    const day = '2035-01-01T00:00:00.000Z'
    runSql(options.path, `UPDATE ${table} SET delete_after = '${day}'`)
    const [found, ...more] = await erasure(options.path)
    expect(found).toContain(`${table} ${sale.saleId} is kept until ${day}, but until 2025-0`)
    expect(more).toEqual([])
  },
)

it('is found where it is still there though the program saw its day pass', async () => {
  const { options, ledger, sell } = await namedSale()
  const { sale } = sell()
  ledger.close()
  const beside = `${options.path}.kept`
  runSql(options.path, `VACUUM INTO '${beside}'`)
  const again = tickingClock('boot-2', MONTH_LATER + 2 * 86_400_000)
  const later = await openLedger({ ...options, now: again })
  later.note('START', {}, again())
  later.close()
  expect(await erasure(options.path)).toEqual([])

  runSql(
    options.path,
    `ATTACH '${beside}' AS kept; INSERT INTO customer SELECT * FROM kept.customer;
    INSERT INTO customer_pii SELECT * FROM kept.customer_pii`,
  )
  expect(await erasure(options.path)).toEqual([
    expect.stringMatching(`^sale ${sale.saleId} its customer data should have been erased`),
  ])
})

it('is erased by request before its day; what comes back by hand, and what is erased by hand, is found', async () => {
  const { options, ledger, sell, clock } = await namedSale()
  const { sale } = sell()
  const paid = pricedSale(ledger, clock, [chosenSeat('1002')], noted(OTHER), ...toPaid('card', 35_000))
  handOver(paid)
  const beside = `${options.path}.kept`
  runSql(options.path, `VACUUM INTO '${beside}'`)
  const sealed = ledger.sealedOf([sale.saleId])
  ledger.erasePerson([sale.saleId], 'user:dpo', clock())
  expect(sealed).toHaveLength(3)
  expect([ledger.customerOf(sale.saleId), ledger.customerOf(paid.sale.saleId)]).toEqual([null, OTHER])
  for (const name of readdirSync(dirname(options.path)).filter((each) => each !== 'ledger.db.kept')) {
    const bytes = readFileSync(join(dirname(options.path), name))
    expect([name, sealed.filter((each) => bytes.includes(each))]).toEqual([name, []])
  }
  ledger.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])

  const tampered = `${options.path}.tampered`
  const withChange = async (sql: string): Promise<readonly string[]> => {
    const db = new Sqlite(options.path)
    db.prepare('VACUUM INTO ?').run(tampered)
    db.close()
    runSql(tampered, `ATTACH '${beside}' AS kept; ${sql}`)
    const { findings } = await verifyLedger({ path: tampered })
    rmSync(tampered)
    return findings.filter(({ check }) => check !== 'beside').map(({ check, what, why }) => `${check} ${what} ${why}`)
  }
  expect(await withChange('SELECT 1')).toEqual([])
  expect(await withChange('INSERT OR IGNORE INTO customer_pii SELECT * FROM kept.customer_pii')).toEqual(
    expect.arrayContaining([
      `erasure sale ${sale.saleId} its customer data was erased, but still exists (customer_pii)`,
    ]),
  )
  expect(await withChange('INSERT OR IGNORE INTO customer SELECT * FROM kept.customer')).toEqual(
    expect.arrayContaining([`erasure sale ${sale.saleId} its customer data was erased, but still exists (customer)`]),
  )
  expect(await withChange('DELETE FROM customer')).toEqual([`tables customer ${paid.sale.saleId} is missing`])
  expect(await withChange('DELETE FROM customer; DELETE FROM customer_pii')).toHaveLength(1)
})

it('keeps nobody beyond the last day that can be written', async () => {
  const { ledger, options, now: clock } = await freshLedger()
  const seats = [chosenSeat('1001')]
  const someDay = { ...EVENT, startsAt: '9999-12-30T16:00:00', endsAt: '+275760-09-13T00:00:00.000' }
  const paid = startSale(ledger, clock, seats, someDay).next(...toPriced(seats), ...toPaid('card', 35_000))
  paid.next(composed(paid.sale))
  ledger.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})

it('opens where the row of an erasure cannot be read any more, and says that the chain does not hold', async () => {
  const { options, ledger, sell, clock } = await namedSale()
  sell()
  ledger.erasePerson([sellOut(ledger, clock, [chosenSeat('1002')]).sale.saleId], 'user:dpo', clock())
  ledger.close()
  const triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'journal'"
  for (const name of query(options.path, triggers) as string[]) runSql(options.path, `DROP TRIGGER ${name}`)
  runSql(options.path, "UPDATE journal SET payload = '{' WHERE code = 'CUSTOMER_DATA_ERASED'")
  const again = await openForTest(options)
  expect(again.opening.chain).not.toBe(null)
  expect(again.erasedSales()).toEqual([])
})

it('keeps the customer past the day while money is owed, and forgets them once it is paid', async () => {
  const { ledger, options, now: clock } = await freshLedger()
  const { sale } = sellOut(ledger, clock, [chosenSeat('1001')], 'cash')
  const money = refundTickets(ledger, clock, sale, 't-1001')
  ledger.close()

  const later = tickingClock('boot-2', MONTH_LATER + 2 * 86_400_000)
  const again = await openLedger({ ...options, now: later })
  again.note('START', {}, later())
  const kept = () => again.sealedOf([sale.saleId]).length
  expect(kept()).toBe(1)
  again.recordAfterSale({ type: 'refund-paid', ...money, kind: 'cash', receipt: '' }, '7', later())
  const beside = `${options.path}.kept`
  runSql(options.path, `VACUUM INTO '${beside}'`)
  expect((await verifyLedger({ path: beside })).findings.filter(({ check }) => check === 'erasure')).toEqual([])
  again.purgeCustomerData(later())
  expect(kept()).toBe(0)
  again.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})
