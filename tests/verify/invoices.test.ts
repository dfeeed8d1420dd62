import { expect, test } from 'vitest'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { freshLedger, query, runSql } from '../ledger/fixtures.ts'
import { chosenSeat, refundTickets, sellOut } from '../ledger/sales.ts'

const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '123' }

/** Returns a ledger with an invoice for two of three tickets, one of which was returned afterwards. */
async function invoicedSale() {
  const { ledger, options, now } = await freshLedger()
  const seats = [chosenSeat('1001'), chosenSeat('1002'), chosenSeat('1003')]
  const { sale } = sellOut(ledger, now, seats, 'cash')
  const other = sellOut(ledger, now, [chosenSeat('1004')], 'cash').sale
  const refund = (number: number) => refundTickets(ledger, now, sale, `t-100${number}`, 35_000, number)
  refund(1)
  ledger.issueInvoice({ saleId: sale.saleId, buyer }, '7', now())
  ledger.recordAfterSale({ type: 'invoice-copied', saleId: sale.saleId, number: 1, copyNumber: 1 }, '7', now())
  refund(2)
  return { ledger, options, now, sale, other, refund }
}

const findingsOf = async (path: string) =>
  (await verifyLedger({ path })).findings.filter(({ check }) => check !== 'beside')

test('accepts an invoice, its copies and its credit notes, whose taxes add up to that of the invoice', async () => {
  const { ledger, options, now, sale, other, refund } = await invoicedSale()
  refund(3)
  ledger.closeShift('Z', '7', now())
  ledger.issueInvoice({ saleId: other.saleId, buyer }, '7', now())
  const invoices = ledger.files.open(sale.saleId)?.invoices ?? []
  expect(invoices.map(({ number, kind, amount }) => [number, kind, amount])).toEqual([
    [1, 'invoice', 70_000],
    [2, 'credit-note', 35_000],
    [3, 'credit-note', 35_000],
  ])
  const [invoice, ...notes] = invoices.map(({ taxes }) => taxes[0]!.tax)
  expect(notes.reduce((sum, tax) => sum + tax, 0)).toBe(invoice)
  expect(ledger.files.open(other.saleId)?.invoices).toMatchObject([{ number: 4, buyer }])
  ledger.close()
  expect(await findingsOf(options.path)).toEqual([])
})

interface Payload {
  readonly [member: string]: unknown
  readonly saleId?: string
  readonly reference?: string
}

type Row = readonly [code: string, payload: Payload, staffId?: string | null]

const sums = { currency: 'GNF', tenders: ['cash'], amount: 35_000, taxes: [{ rate: 18, amount: 35_000, tax: 5_339 }] }
const sealed = { buyerSha256: 'a'.repeat(64), deleteAfter: '2036-01-01T00:00:00.000Z' }
const invoice = (change: object = {}, staffId: string | null = '7'): Row => {
  const own = { saleId: 'other', number: 3, kind: 'invoice', ticketIds: ['t-1004'], ...sealed }
  return ['INVOICE_ISSUED', { ...sums, ...own, ...change }, staffId]
}
const ofSale = { saleId: 'sale', number: 3, ticketIds: ['t-1003'] }
const note = (change: object = {}): Row => {
  const own = { ...ofSale, kind: 'credit-note', about: 1, reference: 'R3' }
  return ['INVOICE_ISSUED', { ...sums, ...own, ...change }, '7']
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
async function invoiceFindings(rows: readonly Row[], check = 'invoices') {
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
  return (await findingsOf(options.path)).filter((finding) => finding.check === check)
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
  ['another tax', [invoice({ taxes: [{ rate: 18, amount: 35_000, tax: 5_000 }] })], 'has the taxes'],
  ['a missing tax', [invoice({ taxes: [] })], 'has the taxes'],
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
  ['a note at another tax rate', [back, note({ taxes: [{ rate: 20, amount: 35_000, tax: 5_833 }] })], 'has the taxes'],
  ['a credit note with a buyer', [back, note(sealed)], 'names a buyer'],
  ['a copy out of turn', [copy({ copyNumber: 3 })], 'copy 3 follows 1'],
  ['a copy of an invoice of another sale', [copy({ saleId: 'other' })], 'is not an invoice of sale'],
  ['a copy by nobody', [copy({}, null)], 'without a staff member'],
])('finds %s', async (_, rows, why) => {
  expect(await invoiceFindings(rows)).toContainEqual(
    expect.objectContaining({ severity: 'error', why: expect.stringContaining(why) as unknown }),
  )
})

const toSign = { toSign: true }
const signed = (change: object = {}, staffId: string | null = null): Row => {
  const texts = { signature: 'S1', qrCode: 'Q', counters: '', device: '', signedAt: '' }
  return ['INVOICE_SIGNED', { saleId: 'other', number: 3, ...texts, ...change }, staffId]
}
const rejected = (change: object = {}): Row => [
  'INVOICE_REFUSED',
  { saleId: 'other', number: 3, reason: 'BUYER_UNKNOWN', ...change },
  null,
]
const again = (staffId: string | null = '7', change: object = {}): Row => [
  'INVOICE_RESUBMITTED',
  { saleId: 'other', number: 3, ...change },
  staffId,
]
const ofOther = { saleId: 'other', reference: 'R5', ticketIds: ['t-1004'] }
const backOther: Row = [back[0], { ...back[1], ...ofOther }, '7']
const noteOther = note({ ...ofOther, ...toSign, number: 4, about: 3 })
const original: Row = ['INVOICE_COPIED', { saleId: 'other', number: 3, copyNumber: 0 }, null]

test.each<[string, readonly Row[], check: string, why: string | null]>([
  [
    'accepts a refusal, a resubmission, a signature and the original',
    [invoice(toSign), rejected(), again(), signed(), original],
    'fiscal',
    null,
  ],
  ['two signatures of a number', [invoice(toSign), signed(), signed({ signature: 'S2' })], 'fiscal', 'is signed'],
  ['a signature that is not needed', [invoice(), signed()], 'fiscal', 'not to be signed'],
  ['a signature of a refused invoice', [invoice(toSign), rejected(), signed()], 'fiscal', 'is refused'],
  ['a signature of another sale', [invoice(toSign), signed({ saleId: 'sale' })], 'fiscal', 'is not an invoice of sale'],
  ['a signature by staff', [invoice(toSign), signed({}, '7')], 'fiscal', 'names a staff member'],
  ['a resubmission without staff', [invoice(toSign), rejected(), again(null)], 'fiscal', 'without a staff member'],
  [
    'another buyer on a credit note',
    [back, note(toSign), rejected({ saleId: 'sale' }), again('7', { saleId: 'sale', buyerSha256: 'b'.repeat(64) })],
    'fiscal',
    'changes the buyer of a credit note',
  ],
  [
    'a signature used twice',
    [invoice(toSign), signed(), backOther, noteOther, signed({ number: 4 })],
    'fiscal',
    'has the signature of invoice 3',
  ],
  [
    'a credit note signed before its invoice',
    [invoice(toSign), backOther, noteOther, signed({ number: 4 })],
    'fiscal',
    'is signed before its invoice',
  ],
  ['an original before its signature', [invoice(toSign), original], 'invoices', 'copy 0 follows no original'],
  ['two originals', [invoice(toSign), signed(), original, original], 'invoices', 'copy 0 follows 0'],
  ['a credit note that is to be signed alone', [back, note(toSign)], 'invoices', 'does not have the toSign'],
])('fiscal: %s', async (_, rows, check, why) => {
  const found = await invoiceFindings(rows, check)
  if (why === null) expect(found).toEqual([])
  else expect(found.map((finding) => finding.why).join('\n')).toContain(why)
})

test('fiscal: refuses a signature used twice, and finds a changed state in the table', async () => {
  const { ledger, options, now } = await freshLedger()
  const issue = (seatId: string, signature: string) => {
    const { saleId } = sellOut(ledger, now, [chosenSeat(seatId)], 'cash').sale
    ledger.issueInvoice({ saleId, buyer, toSign: true }, '7', now())
    const number = ledger.unsignedInvoices().at(-1)!.number
    const texts = { signature, qrCode: '', counters: '', device: '', signedAt: '' }
    ledger.recordAfterSale({ type: 'invoice-signed', saleId, number, ...texts }, null, now())
  }
  issue('1001', 'S1')
  // The ledger refuses a signature that it already contains, so a duplicate can only be forged in the file.
  expect(() => issue('1002', 'S1')).toThrow('UNIQUE')
  expect(ledger.unsignedInvoices()).toMatchObject([{ number: 2, fiscal: 'waiting' }])
  expect(await findingsOf(options.path)).toEqual([])
  runSql(options.path, "UPDATE invoice SET fiscal = 'signed', signature = 'S2' WHERE number = 2")
  expect((await findingsOf(options.path)).map(({ what }) => what).join()).toContain('invoice')
})

test('accepts the taxes of three zones on invoice, credit notes, Z report and list, to the unit', async () => {
  const { ledger, options, now } = await freshLedger()
  const seats = [
    chosenSeat('1001', 333),
    chosenSeat('1002', 333, 5.5),
    chosenSeat('1003', 335, 5.5),
    chosenSeat('1004', 777, 0),
  ]
  const { sale } = sellOut(ledger, now, seats, 'cash')
  ledger.issueInvoice({ saleId: sale.saleId, buyer }, '7', now())
  // Each tax is rounded once for its rate: 668 at 5.5 % contains 34.83, and 333 contains 17.36, so 17 + 18.
  refundTickets(ledger, now, sale, 't-1002', 333, 1)
  refundTickets(ledger, now, sale, 't-1003', 335, 2)
  expect(ledger.files.open(sale.saleId)?.invoices?.map(({ taxes }) => taxes)).toEqual([
    [
      { rate: 18, amount: 333, tax: 51 },
      { rate: 5.5, amount: 668, tax: 35 },
      { rate: 0, amount: 777, tax: 0 },
    ],
    [{ rate: 5.5, amount: 333, tax: 17 }],
    [{ rate: 5.5, amount: 335, tax: 18 }],
  ])
  const rest = [
    { rate: 18, amount: 333, tax: 51 },
    { rate: 5.5, amount: 0, tax: 0 },
    { rate: 0, amount: 777, tax: 0 },
  ]
  expect(ledger.shiftReport(ledger.closeShift('Z', '7', now()).seq)).toMatchObject({ currencies: [{ taxes: rest }] })
  const listed = ledger.salesList({ shiftNo: 1 })!.flatMap(({ taxes }) => taxes.filter(({ rate }) => rate === 5.5))
  expect(listed.map(({ tax }) => tax)).toEqual([35, -35])
  expect(await findingsOf(options.path)).toEqual([])
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
