import { expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { HubAttestation } from '../../shared/domain/money/credit-voucher.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { accountHub, accountPaid, charged, onAccount, salesOnAccount } from '../ledger/accounts-story.ts'
import { chosenSeat, pricedSale } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const word = accountHub()
const good = word('charge', 35_000, 'A1')
const sold =
  (...events: readonly SaleEvent[]) =>
  (ledger: Ledger, now: ReturnType<typeof tickingClock>) =>
    void pricedSale(ledger, now, [chosenSeat('1001')], ...events)

async function findings(
  story: (ledger: Ledger, now: ReturnType<typeof tickingClock>) => void,
  rows: readonly (readonly [code: string, payload: object, staffId?: string])[] = [],
  hubs: string[] = [],
): Promise<readonly string[]> {
  const now = tickingClock()
  const options = ledgerOptions(temporaryFolder(), { now })
  const ledger = await openLedger(options)
  story(ledger, now)
  ledger.close()
  // Writes to the store directly, because the program would refuse some of these rows.
  const store = openStore(options.path, options)
  for (const [code, payload, staffId = null] of rows)
    store.transaction(() => store.journal.append({ code, saleId: null, staffId, payload }, now()))
  store.close()
  const report = await verifyLedger({
    path: options.path,
    trust: { files: [{ format: 'guichet-trust-1', hubs, registers: [] }] },
  })
  return report.findings.filter(({ check }) => check === 'accounts').map(({ what, why }) => `${what} ${why}`)
}

test('sales on account, their refunds and payments are in order', async () => {
  expect(await findings(salesOnAccount)).toEqual([])
})

test('finds a sale on account with the attestation of a hub that is not trusted', async () => {
  const charge = sold(onAccount('A1'), charged(35_000, good))
  expect(await findings(charge, [], [good.hubKey])).toEqual([])
  expect(await findings(charge, [], [accountHub()('charge', 35_000, 'A1').hubKey])).toEqual([
    expect.stringContaining('not trusted'),
  ])
})

test.each<[string, readonly SaleEvent[], string]>([
  ['that one person approved', [onAccount('A1', undefined, 'staff-7')], 'lacks the approval of a second person'],
  ['without the word of the hub', [onAccount('A1'), charged(35_000)], "lacks the hub's attestation"],
  ['with the word for another amount', [onAccount('A1'), charged(35_000, word('charge', 1, 'A1'))], "lacks its hub's"],
  ['with the word for another sale', [onAccount('A2'), charged(35_000, good)], "lacks its hub's attestation"],
  [
    'on another account',
    [onAccount('A1'), { ...charged(35_000, good), approval: 'OTHER' } as SaleEvent],
    'is charged to another account',
  ],
])('a sale on account %s is found', async (_, events, why) => {
  expect((await findings(sold(...events))).join('\n')).toContain(why)
})

type RegisterRow = NonNullable<Parameters<typeof findings>[1]>[number]
const confirmed = (
  change: object = {},
  by: HubAttestation = word('payment', 20_000, accountPaid.reference),
): RegisterRow => {
  const { reference, account, amount, currency } = accountPaid
  return ['ACCOUNT_ENTRY_CONFIRMED', { reference, kind: 'payment', account, amount, currency, word: by, ...change }]
}
const postings = [
  { account: 'drawer', debit: 25_000, credit: 0 },
  { account: 'drawer', debit: 0, credit: 5_000 },
  { account: 'customer-receivables', debit: 0, credit: 20_000 },
]
const paid = (change: object = {}, staffId?: string): RegisterRow => [
  'ACCOUNT_PAID',
  { ...accountPaid, postings, ...change },
  ...(staffId === undefined ? ([] as const) : ([staffId] as const)),
]

test.each<[string, readonly RegisterRow[], string]>([
  ['taken by nobody', [paid()], 'names no staff member'],
  ['paid by a voucher', [paid({ tender: 'credit-slip' }, '7')], 'is paid by credit-slip'],
  ['by a cheque that one person accepted', [paid({ tender: 'cheque' }, '7')], 'is approved by one person'],
  ['in cash with an approver', [paid({ second: '9' }, '7')], 'is approved by 9'],
  [
    'by a cheque that its cashier approved',
    [paid({ tender: 'cheque', second: '7' }, '7')],
    'is approved by the person who took it',
  ],
  ['of another amount than received', [paid({ change: 0 }, '7')], 'received 25000 and returned 0 for 20000'],
  ['recorded twice', [paid({}, '7'), paid({}, '7')], 'uses the reference of another entry'],
  ['posted as less', [paid({ postings: postings.slice(0, 2) }, '7')], 'customers owe -20000'],
  ['confirmed without a record', [confirmed()], 'is confirmed, but was never recorded'],
  ['confirmed twice', [paid({}, '7'), confirmed(), confirmed()], 'is confirmed twice'],
  ['confirmed as more', [paid({}, '7'), confirmed({ amount: 30_000 })], 'is confirmed with other values'],
  ['confirmed by a forged word', [paid({}, '7'), confirmed({}, good)], "lacks its hub's attestation for this entry"],
])('a payment on account %s is found', async (_, rows, why) => {
  expect((await findings(() => undefined, rows)).join('\n')).toContain(why)
})
