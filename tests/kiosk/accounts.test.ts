import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AccountClient, HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import type { AccountHub } from '../../electron/kiosk/ports/devices.ts'
import type { AccountCall } from '../../shared/api/fleet/contract.ts'
import type { AccountWithBalance } from '../../shared/domain/money/customer-account.ts'
import { beatOf, startFleet } from '../hub/fleet.ts'
import { databaseFile, openBeside } from '../hub/hub.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  cashier,
  need,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'

type Way = 'whole' | 'away' | 'reply-lost' | 'forged'

/**
 * Starts a desk and a hub with the account FGF and three others. `way` makes a request fail before or after it reaches
 * the hub, or replaces the signature of the reply.
 */
async function desk(limit: number, more: SmallKioskOptions = {}) {
  const database = databaseFile()
  const fleet = await startFleet(0, database)
  const store = await openBeside(database)
  const account = { number: 'FGF', name: 'Fédération', currency: 'GNF', limit, state: 'open' } as const
  const others = [
    { number: 'OTHER' },
    { number: 'SHUT', state: 'closed' },
    { number: 'ZONE', currency: 'EUR' },
  ] as const
  for (const each of [{}, ...others]) await store.saveAccount({ ...account, ...each, mode: 'demo', by: 'user:test' })
  const whole: (act: AccountCall['act']) => Way = () => 'whole'
  const line = { way: whole, acts: [] as AccountCall['act'][] }
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const enrolled = need(await new HubClient(fleet.url, key).enrol('kiosk-1', await fleet.invite('kiosk-1')))
  need(await new HubClient(fleet.url, key).beat(beatOf('kiosk-1', 1, { role: 'cashier' })))
  const client = new HubClient(fleet.url, key, {
    async fetch(request) {
      const { act } = JSON.parse(await request.clone().text()) as AccountCall
      const way = line.way(act)
      if (way === 'away') throw new Error('no line')
      line.acts.push(act)
      const reply = await fetch(request)
      if (way === 'reply-lost') throw new Error('the reply is lost')
      if (way !== 'forged') return reply
      const { data } = (await reply.json()) as { readonly data: object }
      return Response.json({ success: true, data: { ...data, sig: Buffer.alloc(64).toString('base64') } })
    },
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const [hub, own] = [
    { url: fleet.url, key: enrolled.hubKey },
    { deviceId: 'kiosk-1', mode: 'demo' },
  ] as const
  const accountHub: AccountHub = new AccountClient(hub, own, client, log)
  const options = {
    ...more,
    accountHub,
    settings: { role: 'cashier', tenders: ['card', 'cash', 'cheque', 'account'] },
  } as const
  const kiosk = await startSmallKiosk(options)
  return {
    kiosk,
    line,
    standing: async (): Promise<AccountWithBalance> => (await store.listAccounts({ mode: 'demo' }))[0]!,
  }
}

const charge = (kiosk: KioskFixture, saleId: string, amount?: number, account = 'FGF') =>
  kiosk.api.payOnAccount({ ...cashier, saleId, account, ...(amount && { amount }), second: supervisor })

function owedIn({ ledgerPath }: KioskFixture): number {
  const db = new Sqlite(ledgerPath, { readonly: true })
  const sql = "SELECT coalesce(sum(debit) - sum(credit), 0) FROM posting WHERE account = 'customer-receivables'"
  const owed = db.prepare(sql).pluck().get() as number
  db.close()
  return owed
}

test.each<Way>(['reply-lost', 'forged'])(
  'a sale on account is charged once and prints its tickets, even if the hub’s reply is %s',
  async (way) => {
    const { kiosk, line, standing } = await desk(10_000_000)
    const { saleId, total: amount } = await kiosk.reviewed()
    line.way = ({ type }) => (type === 'charge' ? way : 'whole')
    need(await charge(kiosk, saleId))
    await kiosk.until(() => kiosk.state(saleId) === 'done', 60_000)
    expect(line.acts.map(({ type }) => type)).toEqual(['find', 'charge', 'settle'])
    expect(await standing()).toMatchObject({ balance: amount })
    expect(owedIn(kiosk)).toBe(amount)
  },
)

test('a sale on account is refused above the limit or its price, without a second person, or without the hub', async () => {
  const { kiosk, line, standing } = await desk(1)
  const { saleId, total: due } = await kiosk.reviewed()
  expect(await refusal(charge(kiosk, saleId))).toEqual({ type: 'account-refused', because: 'over-limit' })
  expect(await refusal(charge(kiosk, saleId, due + 1))).toEqual({ type: 'too-much', due })
  for (const [account, because] of [
    ['SHUT', 'closed'],
    ['ZONE', 'other-currency'],
    ['FG', 'unknown'],
  ] as const)
    expect(await refusal(charge(kiosk, saleId, 1, account))).toEqual({ type: 'account-refused', because })
  const alone = kiosk.api.payOnAccount({ ...cashier, saleId, account: 'FGF', second: cashier })
  expect(await refusal(alone)).toMatchObject({ type: 'second-person', because: 'same-person' })
  const asCard = kiosk.api.pay({ saleId, tender: 'account', by: cashier })
  expect(await refusal(asCard)).toEqual({ type: 'tender-not-offered' })
  line.way = () => 'away'
  expect(await refusal(charge(kiosk, saleId))).toEqual({ type: 'account-refused', because: 'hub-away' })
  expect(kiosk.codes()).not.toContain('TENDER_STARTED')
  expect(await standing()).toMatchObject({ balance: 0 })
})

test('an unused charge and returned tickets are credited once, even after a restart or a lost reply', async () => {
  const { kiosk, line, standing } = await desk(10_000_000)
  const sold = await kiosk.reviewed()
  need(await charge(kiosk, sold.saleId))
  await kiosk.until(() => kiosk.state(sold.saleId) === 'done', 60_000)
  const part = await kiosk.reviewed()
  need(await charge(kiosk, part.saleId, 1_000))
  await kiosk.until(() => kiosk.state(part.saleId) === 'priced', 60_000)
  const elsewhere = charge(kiosk, part.saleId, 1_000, 'OTHER')
  expect(await refusal(elsewhere)).toEqual({ type: 'account-refused', because: 'other-account' })
  line.way = ({ type }) => (type === 'book' ? 'away' : 'whole')
  need(await kiosk.api.abandonSale({ saleId: part.saleId, reason: 'cancelled' }))
  await kiosk.until(() => kiosk.state(part.saleId) === 'refunded', 60_000)
  const file = need(await kiosk.api.openSaleFile({ ...cashier, saleId: sold.saleId }))
  const ticketIds = file.tickets.map(({ ticketId }) => ticketId)
  const wish = { saleId: sold.saleId, ticketIds, kind: 'refund', reason: 'malade' } as const
  const { file: after } = need(await kiosk.api.returnTickets({ ...cashier, ...wish, second: supervisor }))
  expect(after.returns).toMatchObject([{ back: [{ kind: 'account', amount: sold.total, paid: true }] }])
  expect(await standing()).toMatchObject({ balance: sold.total + 1_000 })
  const again = await kiosk.restart()
  line.way = ({ type }) => (type === 'book' && line.acts.every((act) => act.type !== 'book') ? 'reply-lost' : 'whole')
  await again.until(() => again.codes().filter((code) => code === 'ACCOUNT_ENTRY_CONFIRMED').length === 2, 120_000)
  expect(await standing()).toMatchObject({ balance: 0 })
  expect(owedIn(again)).toBe(0)
})

test('a customer pays later by cheque, once, with the approval of a supervisor, and the drawer is unchanged', async () => {
  const { kiosk, line, standing } = await desk(10_000_000)
  const { saleId, total: amount } = await kiosk.reviewed()
  need(await charge(kiosk, saleId))
  await kiosk.until(() => kiosk.state(saleId) === 'done', 60_000)
  const wish = {
    ...cashier,
    reference: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
    account: 'FGF',
    tender: 'cheque' as const,
    amount: 20_000,
    number: '0001234',
    items: [] as string[],
    second: supervisor,
  }
  const pay = (change: object = {}) => kiosk.api.takeAccountDocument({ ...wish, ...change })
  expect(await refusal(pay({ second: cashier }))).toMatchObject({ type: 'second-person', because: 'same-person' })
  expect(await refusal(pay({ tender: 'cash' }))).toEqual({ type: 'tender-not-offered' })
  expect(await refusal(pay({ tender: 'bank-transfer' }))).toEqual({ type: 'tender-not-offered' })
  expect(await refusal(pay({ amount: amount + 1 }))).toEqual({ type: 'too-much', due: amount })
  const { number: approval, second: _, ...rest } = wish
  const alone = () => kiosk.api.takeAccountPayment({ ...rest, approval, received: wish.amount })
  expect(await refusal(alone())).toEqual({ type: 'approval-required' })
  expect(kiosk.codes()).not.toContain('ACCOUNT_PAID')
  need(await pay())
  line.way = () => 'away'
  need(await pay())
  need(await alone())
  expect(await refusal(pay({ amount: 10_000 }))).toEqual({ type: 'invalid-answer' })
  line.way = () => 'whole'
  expect(kiosk.codes().filter((code) => code === 'ACCOUNT_PAID')).toHaveLength(1)
  const [receipt] = kiosk.accountReceipts
  expect(receipt).toMatchObject({ tender: 'cheque', approval, second: supervisor.staff, change: 0 })
  await kiosk.until(() => kiosk.codes().includes('ACCOUNT_ENTRY_CONFIRMED'), 60_000)
  expect(await standing()).toMatchObject({ balance: amount - 20_000 })
  need(await kiosk.api.closeShift({ ...cashier, kind: 'Z' }))
  const totals = { accountPayments: [{ kind: 'cheque', count: 1, amount: 20_000 }], drawer: null }
  expect(kiosk.reports[0]?.currencies).toMatchObject([totals])
})

test('a customer pays later in cash, once, and the drawer and the Z report contain the money', async () => {
  const { kiosk, line, standing } = await desk(10_000_000)
  const { saleId, total: amount } = await kiosk.reviewed()
  need(await charge(kiosk, saleId))
  await kiosk.until(() => kiosk.state(saleId) === 'done', 60_000)
  const [account] = need(await kiosk.api.findAccounts({ ...cashier, text: 'federation' }))
  expect(account).toMatchObject({ number: 'FGF', balance: amount, items: [{ open: amount }] })
  const items = account!.items.map(({ reference }) => reference)
  const ours = {
    reference: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    account: 'FGF',
    items: [...items, 'of-another-account'],
  }
  const wish = { ...cashier, ...ours, tender: 'cash', amount: 20_000, received: 25_000 } as const
  const pay = (change: object = {}) => kiosk.api.takeAccountPayment({ ...wish, ...change })
  const due = { due: amount }
  expect(await refusal(pay({ amount: amount + 5_000, received: amount + 5_000 }))).toEqual({ type: 'too-much', ...due })
  expect(await refusal(pay({ received: 10_000 }))).toEqual({ type: 'too-little', due: 20_000 })
  expect(await refusal(pay({ tender: 'account' }))).toEqual({ type: 'tender-not-offered' })
  need(await pay())
  // A repeated command books no second payment. It prints the receipt again, even without the hub.
  need(await pay())
  line.way = () => 'away'
  need(await pay())
  expect(await refusal(pay({ amount: 10_000 }))).toEqual({ type: 'invalid-answer' })
  line.way = () => 'whole'
  const [receipt, again, nameless] = kiosk.accountReceipts
  expect(receipt).toMatchObject({ amount: 20_000, change: 5_000, staffId: cashier.staff, items })
  expect(again).toEqual(receipt)
  expect(nameless).toEqual({ ...receipt, name: '' })
  await kiosk.until(() => kiosk.codes().includes('ACCOUNT_ENTRY_CONFIRMED'), 60_000)
  expect(await standing()).toMatchObject({ balance: amount - 20_000 })
  need(await kiosk.api.closeShift({ ...cashier, kind: 'Z' }))
  const drawer = { accountsPaid: 20_000, cash: 0, expected: 20_000 }
  const accountPayments = [{ kind: 'cash', count: 1, amount: 20_000 }]
  const totals = { tenders: [{ kind: 'account', count: 1, amount }], accountPayments, drawer }
  expect(kiosk.reports[0]?.currencies).toMatchObject([totals])
})
