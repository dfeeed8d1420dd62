import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { eraseInCopies } from '../../electron/ledger/backup.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { salesCsv } from '../../electron/printing/documents/csv.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { damageTable, freshLedger, openForTest, query, runSql, tickingClock } from './fixtures.ts'
import { chosenSeat, refundTickets, sellOut } from './sales.ts'

const BUYER = { company: 'Société Guinéenne de Commerce SARL', address: 'Kaloum, Conakry', taxNumber: '123456789' }

async function invoiced() {
  const { ledger, options, now } = await freshLedger({ timeZone: 'UTC' })
  const { sale } = sellOut(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const { saleId } = sale
  ledger.issueInvoice({ saleId, buyer: BUYER }, '7', now())
  const refund = (number: number, on = ledger) => refundTickets(on, now, sale, `t-100${number}`, 35_000, number)
  return { ledger, options, now, saleId, refund }
}

const codes = (path: string) =>
  query(path, "SELECT code FROM journal WHERE code IN ('TICKETS_REFUNDED', 'INVOICE_ISSUED') ORDER BY seq")

const errorsOf = async (path: string) =>
  (await verifyLedger({ path })).findings.filter(({ severity }) => severity === 'error')

it('records a return and its credit note together, or neither', async () => {
  const { ledger, options, refund } = await invoiced()
  runSql(options.path, "CREATE TRIGGER refuse BEFORE INSERT ON invoice BEGIN SELECT raise(ABORT, 'refused'); END")
  expect(() => refund(1)).toThrow('refused')
  runSql(options.path, 'DROP TRIGGER refuse')
  expect(codes(options.path)).toEqual(['INVOICE_ISSUED'])
  refund(1)
  expect(codes(options.path)).toEqual(['INVOICE_ISSUED', 'TICKETS_REFUNDED', 'INVOICE_ISSUED'])
  ledger.close()
  expect(await errorsOf(options.path)).toEqual([])
})

it('issues no second invoice, and none without tickets', async () => {
  const { ledger, now, saleId, refund } = await invoiced()
  const issue = (of: string) => () => ledger.issueInvoice({ saleId: of, buyer: BUYER }, '7', now())
  expect(issue(saleId)).toThrow('has no tickets to invoice')
  refund(1)
  refund(2)
  expect(issue(saleId)).toThrow('has no tickets to invoice')
  expect(issue('x')).toThrow('has no tickets to invoice')
  const other = sellOut(ledger, now, [chosenSeat('1003')]).sale
  issue(other.saleId)()
  expect(ledger.files.open(other.saleId)?.invoices).toMatchObject([
    { name: 'kiosk-1-000004', taxes: [{ rate: 18, amount: 35_000, tax: 5_339 }] },
  ])
})

it('issues a credit note whose row was lost with the end of the file', async () => {
  const { ledger, options, saleId, refund } = await invoiced()
  refund(1)
  ledger.close()
  const roll = `${options.path}.journal.jsonl`
  const lines = readFileSync(roll, 'utf8').trim().split('\n')
  const at = lines.findIndex((line) => line.includes('TICKETS_REFUNDED'))
  writeFileSync(roll, lines.slice(0, at + 1).join('\n'))
  for (const suffix of ['', '-wal', '-shm', '.anchor']) rmSync(`${options.path}${suffix}`, { force: true })
  const again = await openLedger(options)
  expect(codes(options.path)).toEqual(['INVOICE_ISSUED', 'TICKETS_REFUNDED', 'INVOICE_ISSUED'])
  expect(again.files.open(saleId)?.invoices).toMatchObject([
    { number: 1, buyer: null },
    { number: 2, kind: 'credit-note' },
  ])
  again.close()
  expect(await errorsOf(options.path)).toEqual([])
})

it('finds the sale by number and company, and lists its invoice and credit note', async () => {
  const { ledger, now, saleId, refund } = await invoiced()
  refund(1)
  sellOut(ledger, now, [chosenSeat('1003')])
  const found = (words: string) => ledger.files.find({ words, period: null }, 5).map((each) => each.saleId)
  for (const words of ['kiosk-1-000001', 'KIOSK-1-000002', 'guineenne'])
    expect([words, found(words)]).toEqual([words, [saleId]])
  for (const words of ['kiosk-2-000001', 'kiosk-1-000009', 'Kaloum']) expect([words, found(words)]).toEqual([words, []])
  const lines = ledger.salesList({}) ?? []
  expect(lines.map(({ kind, invoices, customer }) => [kind, invoices, customer])).toEqual([
    ['sale', ['kiosk-1-000001'], BUYER.company],
    ['refund', ['kiosk-1-000002'], BUYER.company],
    ['sale', [], ''],
  ])
})

it('encrypts the buyer and a corrected one, and restores both from a damaged database', async () => {
  const { ledger, options, now, saleId } = await invoiced()
  const { saleId: other } = sellOut(ledger, now, [chosenSeat('1003')], 'cash').sale
  const of = { saleId: other, number: 2 }
  ledger.issueInvoice({ saleId: other, buyer: { ...BUYER, taxNumber: '1' }, toSign: true }, '7', now())
  ledger.recordAfterSale({ type: 'invoice-refused', ...of, reason: 'BUYER_UNKNOWN' }, null, now())
  ledger.recordAfterSale({ type: 'invoice-resubmitted', ...of, buyer: BUYER }, '7', now())
  ledger.close()
  for (const name of readdirSync(dirname(options.path)))
    expect(readFileSync(join(dirname(options.path), name)).includes('123456789')).toBe(false)
  damageTable(options.path, 'ticket')
  const rebuilt = await openForTest(options)
  expect(rebuilt.opening.rebuilt).not.toBe(null)
  for (const [number, sale] of [saleId, other].entries())
    expect(rebuilt.files.open(sale)?.invoices).toMatchObject([{ number: number + 1, buyer: BUYER }])
  expect(await errorsOf(options.path)).toEqual([])
})

it.each([
  [10, '2025-05-17T14:00:00.000Z', '2035-12-31T22:59:59.000Z', '2035-12-31T23:00:00.001Z'],
  [1, '2025-05-17T14:00:00.000Z', '2026-12-31T22:59:59.000Z', '2026-12-31T23:00:00.001Z'],
  // In Paris time, the invoice is dated 2026.
  [1, '2025-12-31T23:30:00.000Z', '2027-12-31T22:59:59.000Z', '2027-12-31T23:00:00.001Z'],
])('keeps the buyer for %i years after the local year of %s', async (invoiceYears, issued, last, over) => {
  const clock = tickingClock('boot-1', Date.parse(issued))
  const { ledger, options } = await freshLedger({ now: clock, invoiceYears, timeZone: 'Europe/Paris' })
  const { saleId } = sellOut(ledger, clock, [chosenSeat('1001')]).sale
  ledger.issueInvoice({ saleId, buyer: BUYER }, '7', clock())
  const buyerAt = (wallUtc: string) => {
    ledger.purgeCustomerData({ ...clock(), wallUtc })
    return ledger.files.open(saleId)?.invoices?.[0]
  }
  expect(buyerAt(last)).toMatchObject({ buyer: BUYER })
  expect(buyerAt(over)).toMatchObject({ buyer: null, amount: 35_000 })
  expect(await errorsOf(options.path)).toEqual([])
})

it('returns and erases the buyer on request, also in copies, but not the number and the amounts', async () => {
  const { ledger, options, now, saleId, refund } = await invoiced()
  const { path: backup } = await ledger.backup(now())
  const person = (name: string) =>
    ledger.findPerson({ name }, 'whole', now()).map(({ invoice, keptUntil }) => ({ invoice, keptUntil }))
  expect(person(BUYER.company)).toEqual([{ invoice: BUYER, keptUntil: '2036-01-01T00:00:00.000Z' }])
  expect(person('Société')).toEqual([])
  const sealed = ledger.sealedOf([saleId])
  ledger.erasePerson([saleId], 'user:dpo', now())
  expect(person(BUYER.company)).toEqual([])
  // A credit note issued after the erasure has no buyer.
  refund(1)
  const lines = ledger.salesList({}) ?? []
  expect(lines.map(({ customer }) => customer)).toEqual([null, null])
  const table = salesCsv('kiosk-1', lines, { language: 'fr', timeZone: 'UTC' })
  expect(table.split('\n').filter((row) => row.includes(catalogues.fr.paper.invoice.erased))).toHaveLength(2)
  expect(ledger.files.open(saleId)?.invoices).toMatchObject([
    { number: 1, amount: 70_000, buyer: null },
    { number: 2, amount: 35_000, buyer: null },
  ])
  ledger.close()
  expect(eraseInCopies(options.path, [saleId], sealed, {})).toEqual([backup])
  expect(query(backup, 'SELECT * FROM invoice_buyer')).toEqual([])
  expect(await errorsOf(options.path)).toEqual([])
})
