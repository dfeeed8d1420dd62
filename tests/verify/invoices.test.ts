import { expect, test } from 'vitest'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { freshLedger, query, runSql } from '../ledger/fixtures.ts'
import { chosenSeat, refundTickets, sellOut } from '../ledger/sales.ts'

const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '123' }

/** Returns a ledger with an invoice over two of three tickets, one of which was returned afterwards. */
async function invoicedSale() {
  const { ledger, options, now } = await freshLedger()
  const seats = [chosenSeat('1001'), chosenSeat('1002'), chosenSeat('1003')]
  const { sale } = sellOut(ledger, now, seats, 'cash')
  const other = sellOut(ledger, now, [chosenSeat('1004')], 'cash').sale
  const refund = (number: number) => refundTickets(ledger, now, sale, `t-100${number}`, 35_000, number)
  refund(1)
  ledger.issueInvoice({ saleId: sale.saleId, buyer, taxRate: 18 }, '7', now())
  ledger.recordAfterSale({ type: 'invoice-copied', saleId: sale.saleId, number: 1, copyNumber: 1 }, '7', now())
  refund(2)
  return { ledger, options, now, sale, other, refund }
}

const findingsOf = async (path: string) =>
  (await verifyLedger({ path })).findings.filter(({ check }) => check !== 'beside')

test('accepts an invoice, its copies and its credit notes, whose taxes add up to that of the invoice', async () => {
  const { ledger, options, now, sale, other, refund } = await invoicedSale()
  refund(3)
  ledger.closeShift('Z', '7', now(), 20)
  ledger.issueInvoice({ saleId: other.saleId, buyer, taxRate: null }, '7', now())
  const invoices = ledger.files.open(sale.saleId)?.invoices ?? []
  expect(invoices.map(({ number, kind, amount }) => [number, kind, amount])).toEqual([
    [1, 'invoice', 70_000],
    [2, 'credit-note', 35_000],
    [3, 'credit-note', 35_000],
  ])
  const [invoice, ...notes] = invoices.map(({ tax }) => tax)
  expect(notes.reduce((sum, tax) => sum + tax, 0)).toBe(invoice)
  // An invoice written after the Z report has the tax rate of the shift that sold the tickets.
  expect(ledger.files.open(other.saleId)?.invoices).toMatchObject([{ number: 4, taxRate: 20, buyer }])
  ledger.close()
  expect(await findingsOf(options.path)).toEqual([])
})

interface Payload {
  readonly [member: string]: unknown
  readonly saleId?: string
  readonly reference?: string
}

type Row = readonly [code: string, payload: Payload, staffId?: string | null]

const sums = { currency: 'GNF', tenders: ['cash'], amount: 35_000, net: 29_661, tax: 5_339, taxRate: 18 }
const sealed = { buyerSha256: 'a'.repeat(64), deleteAfter: '2036-01-01T00:00:00.000Z' }
const invoice = (change: object = {}, staffId: string | null = '7'): Row => {
  const own = { saleId: 'other', number: 3, kind: 'invoice', ticketIds: ['t-1004'], ...sealed }
  return ['INVOICE_ISSUED', { ...sums, ...own, ...change }, staffId]
}
const ofSale = { saleId: 'sale', number: 3, ticketIds: ['t-1003'] }
const note = (change: object = {}): Row => {
  const own = { ...ofSale, kind: 'credit-note', about: 1, reference: 'R3' }
  return ['INVOICE_ISSUED', { ...sums, net: 29_661, tax: 5_339, ...own, ...change }, '7']
}
const back: Row = [
  'TICKETS_REFUNDED',
  {
    saleId: 'sale',
    reference: 'R3',
    reason: 'r',
    second: '90',
    ticketIds: ['t-1003'],
    currency: 'GNF',
    amount: 35_000,
    back: [{ kind: 'cash', amount: 35_000 }],
    postings: [
      { account: 'organiser-payable', debit: 35_000, credit: 0 },
      { account: 'refunds-due', debit: 0, credit: 35_000 },
    ],
  },
  '7',
]
const copy = (change: object = {}, staffId: string | null = '7'): Row => {
  return ['INVOICE_COPIED', { saleId: 'sale', number: 1, copyNumber: 2, ...change }, staffId]
}
const drawer: Row = ['DRAWER_OPENED', { reason: 'r' }]

/** Verifies the invoiced sale with forged rows, which the program itself would refuse to write. */
async function invoiceFindings(rows: readonly Row[]) {
  const { ledger, options, now, sale, other } = await invoicedSale()
  ledger.close()
  const store = openStore(options.path, options)
  const ids = new Map([
    ['sale', sale.saleId],
    ['other', other.saleId],
  ])
  for (const [code, { saleId, reference, ...members }, staffId = '7'] of rows) {
    const named = {
      ...(saleId !== undefined && { saleId: ids.get(saleId) ?? saleId }),
      ...(reference !== undefined && { reference: `${sale.order.orderId}-${reference}` }),
    }
    store.transaction(() =>
      store.journal.append({ code, saleId: null, staffId, payload: { ...members, ...named } }, now()),
    )
  }
  store.close()
  return (await findingsOf(options.path)).filter(({ check }) => check === 'invoices')
}

test.each<[string, readonly Row[]]>([
  ['another invoice and a copy', [invoice(), copy()]],
  ['a return with its credit note', [back, note()]],
])('accepts %s', async (_, rows) => {
  expect(await invoiceFindings(rows)).toEqual([])
})

test.each<[string, readonly Row[], why: string]>([
  ['a number used twice', [invoice({ number: 2 })], 'follows number 2'],
  ['a skipped number', [invoice({ number: 4 })], 'follows number 2'],
  ['a second invoice of a sale', [invoice({ ...ofSale })], 'is the second invoice of sale'],
  [
    'a ticket on two invoices',
    [invoice({ ticketIds: ['t-1004', 't-1003'] })],
    'does not cover the tickets that were not returned',
  ],
  ['an invoice over less', [invoice({ amount: 30_000 })], 'is for 30000, but its tickets cost 35000'],
  ['another tax', [invoice({ net: 30_000, tax: 5_000 })], 'expected tax 5339'],
  ['sums that do not add up', [invoice({ net: 29_660 })], 'has net 29660 and tax 5339'],
  ['another tender', [invoice({ tenders: ['card'] })], 'names the tenders card; expected cash'],
  ['another currency', [invoice({ currency: 'EUR' })], 'different currency'],
  ['an invoice by nobody', [invoice({}, null)], 'names no staff member'],
  ['an invoice of no sale', [invoice({ saleId: 'x' })], 'which is not done'],
  ['an invoice without its buyer', [invoice({ buyerSha256: undefined })], 'no commitment'],
  ['an invoice about another', [invoice({ about: 1 })], 'refers to another invoice'],
  ['an unknown kind', [invoice({ kind: 'receipt' })], 'kind'],
  ['a return without its credit note', [back], 'has no credit note'],
  ['a credit note that comes late', [back, drawer, note()], 'does not follow its return'],
  ['a second credit note', [back, note(), note({ number: 4 })], 'is the second credit note for return'],
  ['a credit note for no return', [note({ reference: 'R9' })], 'does not cover the tickets of return'],
  ['a credit note before the invoice', [note({ reference: 'R1', ticketIds: ['t-1001'] })], 'without invoiced tickets'],
  ['a credit note for other tickets', [back, note({ ticketIds: ['t-1001'] })], 'does not cover the tickets of return'],
  ['a credit note over less', [back, note({ amount: 5 })], 'its tickets cost 35000'],
  ['a credit note about no invoice', [back, note({ about: 2 })], 'refers to no invoice'],
  ['a credit note at another rate', [back, note({ taxRate: 20 })], 'different tax rate'],
  ['a credit note with a buyer', [back, note(sealed)], 'names a buyer'],
  ['a copy out of turn', [copy({ copyNumber: 3 })], 'copy 3 follows 1'],
  ['a copy of an invoice of another sale', [copy({ saleId: 'other' })], 'is not an invoice of sale'],
  ['a copy by nobody', [copy({}, null)], 'without a staff member'],
])('finds %s', async (_, rows, why) => {
  expect(await invoiceFindings(rows)).toContainEqual(
    expect.objectContaining({ severity: 'error', why: expect.stringContaining(why) as unknown }),
  )
})

test('accepts an invoice at a tax rate with decimals, with the exact tax', async () => {
  const { ledger, options, now } = await freshLedger()
  const { sale } = sellOut(ledger, now, [chosenSeat('1001')], 'cash')
  ledger.issueInvoice({ saleId: sale.saleId, buyer, taxRate: 5.5 }, '7', now())
  expect(ledger.files.open(sale.saleId)?.invoices).toMatchObject([{ net: 33_175, tax: 1_825, taxRate: 5.5 }])
  ledger.closeShift('Z', '7', now(), 5.5)
  ledger.close()
  expect(await findingsOf(options.path)).toEqual([])
})

test('finds a tax rate that differs from that of the closed shift', async () => {
  const { ledger, options, now, other } = await invoicedSale()
  ledger.closeShift('Z', '7', now(), 20)
  ledger.close()
  const store = openStore(options.path, options)
  const [code, payload] = invoice({ saleId: other.saleId })
  store.transaction(() => store.journal.append({ code, saleId: null, staffId: '7', payload }, now()))
  store.close()
  expect(await findingsOf(options.path)).toContainEqual(
    expect.objectContaining({ check: 'invoices', why: 'has the tax rate 18, but its shift had 20' }),
  )
})

test.each<[string, sql: string, why: string]>([
  ['is missing', 'DELETE FROM invoice_buyer', 'is missing'],
  [
    'is missing next to an unreadable row about an erasure',
    "DROP TRIGGER journal_no_update; UPDATE journal SET code = 'CUSTOMER_DATA_ERASED', payload = '{' WHERE code = 'INVOICE_COPIED'; DELETE FROM invoice_buyer",
    'is missing',
  ],
  ['is another one', "UPDATE invoice_buyer SET ciphertext = x'00'", 'differs from the journal'],
  ['has another day', "UPDATE invoice_buyer SET delete_after = '2099-01-01T00:00:00.000Z'", 'is kept until 2099'],
  [
    'of no invoice',
    'UPDATE invoice_buyer SET sale_id = (SELECT sale_id FROM sale WHERE order_id <> (SELECT order_id FROM sale JOIN invoice USING (sale_id)))',
    'invoice_buyer',
  ],
  ['has another number', 'UPDATE invoice SET number = 9 WHERE number = 2', 'invoice'],
])('finds a buyer or an invoice in the tables that %s', async (_, sql, why) => {
  const { ledger, options } = await invoicedSale()
  ledger.close()
  expect(query(options.path, 'SELECT count(*) FROM invoice_buyer')).toEqual([1])
  runSql(options.path, sql)
  const found = (await findingsOf(options.path)).map(({ what, why: said }) => `${what} ${said}`)
  expect(found.join('\n')).toContain(why)
})
