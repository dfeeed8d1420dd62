import { expect, test } from 'vitest'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, pricedSale } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'

interface Left {
  readonly saleId: string
  readonly reference: string
}

interface Payload extends Left {
  readonly currency?: string
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
}

type Step = (left: Left) => { readonly code: string; readonly payload: Payload; readonly staffId: string | null }

const stepOf =
  (code: string, members: object, usualStaff: string | null = null) =>
  (change: object = {}, staffId = usualStaff): Step =>
  (left) => ({ code, payload: { ...left, ...members, ...change }, staffId })

/** Returns the postings that move an amount from one account to another. */
const moved = (debit: string, credit: string, amount: number) => [
  { account: debit, debit: amount, credit: 0 },
  { account: credit, debit: 0, credit: amount },
]
const due = (amount: number) => moved('orange-money-clearing', 'refunds-due', amount)
const back = (amount: number) => moved('refunds-due', 'orange-money-clearing', amount)
const sum = { kind: 'orange-money', currency: 'GNF', amount: 35_000 }
const found = stepOf('PAYMENT_FOUND', { ...sum, approval: 'OM-1', postings: due(35_000) })
const paidBack = stepOf('PAYMENT_PAID_BACK', { ...sum, receipt: 'R-1', postings: back(35_000) }, '7')
const closed = stepOf('PAYMENT_CLOSED', {})

/** Verifies a ledger with an open payment and further rows, some of which the program would refuse. */
async function verifiedWith(steps: readonly Step[]) {
  const { ledger, options, now } = await freshLedger()
  const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-1' }
  const gone: readonly SaleEvent[] = [
    { type: 'tender-started', kind: 'orange-money', provider },
    { type: 'tender-pending', token: 't-1' },
    { type: 'tender-unknown' },
    { type: 'staff-answered', moneyMoved: false, staffId: '7' },
    { type: 'released', holdIds: [] },
  ]
  const { sale } = pricedSale(ledger, now, [chosenSeat('1001')], ...gone)
  expect(sale.state).toBe('abandoned')
  const [left] = ledger.openPayments()
  if (!left) throw new Error('nothing is left open')
  const store = openStore(options.path, options)
  for (const step of steps) {
    const { code, payload, staffId } = step({ saleId: left.saleId, reference: left.reference })
    store.transaction(() => {
      store.db.exec("UPDATE open_payment SET state = 'asked'")
      const row = store.journal.append({ code, saleId: null, staffId, payload }, now())
      const post = store.db.prepare('INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?)')
      for (const [index, { account, debit, credit }] of (payload.postings ?? []).entries())
        post.run(row.seq, index + 1, payload.saleId, account, payload.currency, debit, credit)
    })
  }
  store.close()
  const { findings } = await verifyLedger({ path: options.path })
  return findings.filter(({ check }) => check !== 'beside' && check !== 'tables')
}

test.each<[string, readonly Step[]]>([
  ['found and paid back', [found(), paidBack()]],
  ['closed by the provider', [closed({ by: 'provider' })]],
  ['closed by time', [closed({ by: 'time' })]],
  ['closed by staff', [closed({ by: 'staff' }, '7')]],
])('an open payment that is %s holds', async (_, steps) => {
  expect(await verifiedWith(steps)).toEqual([])
})

const less = { amount: 30_000, postings: back(30_000) }

test.each<[string, readonly Step[], check: string, why: string]>([
  ['a payment that was never left open', [closed({ reference: 'x', by: 'time' })], 'I11', 'never left open'],
  ['one found twice', [found(), found()], 'I11', 'but was found'],
  ['one paid back that was not found', [paidBack()], 'I11', 'but was asked'],
  ['one paid back twice', [found(), paidBack(), paidBack()], 'I11', 'but was paid-back'],
  ['another sum paid back', [found(), paidBack(less)], 'I11', 'pays 30000 GNF back for 35000 GNF'],
  ['nobody who paid back', [found(), paidBack({}, null)], 'I11', 'names no staff member'],
  ['no receipt', [found(), paidBack({ receipt: '' })], 'I11', 'receipt'],
  ['one found over another tender', [found({ kind: 'card' })], 'I11', 'is found as card'],
  ['one found that posts less', [found({ postings: due(1) })], 'I5', 'postings should be'],
  ['one that staff closed without a name', [closed({ by: 'staff' })], 'I11', 'names no staff member'],
  ['one closed after it was found', [found(), closed({ by: 'time' })], 'I11', 'but was found'],
])('%s is found out', async (_, steps, check, why) => {
  const finding = { check, why: expect.stringContaining(why) as string }
  expect(await verifiedWith(steps)).toContainEqual(expect.objectContaining(finding))
})
