import { describe, expect, test } from 'vitest'
import { listedDay, stayed } from '../provider-line.ts'
import { request, sumup } from './sumup.ts'

// The clock of the SumUp tests starts at 15:00 UTC.

const day = listedDay('2026-11-22')

test('a card pays: it is found by our own reference, once the reader has begun', async () => {
  const { pays, asked, phases, driver } = await sumup()
  const { outcome, payment } = await pays()
  expect(outcome).toEqual({
    outcome: 'approved',
    approval: expect.stringMatching(/^T\d{9}$/u) as string,
    amount: 7_500,
    currency: 'EUR',
    card: {
      brand: 'Mastercard',
      ending: '3456',
      read: 'contactless',
      receipt: [expect.stringMatching(/^AUTH \d{6}$/u) as string],
    },
  })
  expect(asked.filter((each) => each.startsWith('POST'))).toEqual([
    expect.stringMatching(/^POST \/v0\.1\/merchants\/MC0X0ABC\/readers\/rdr_\w+\/checkout$/u),
  ])
  expect(phases).toEqual(['waking', 'present-card'])
  expect(await driver.ask(payment, stayed)).toEqual(outcome)
})

test.each(['GNF', 'XOF', 'JPY'])('nothing is asked in %s, which SumUp does not take', async (currency) => {
  const { pays, asked, driver } = await sumup([], { currency })
  expect((await pays()).outcome).toEqual({ outcome: 'refused', reason: 'not-set-up' })
  expect(asked).toEqual([])
  expect((await driver.examine()).at(-1)).toEqual({ step: 'currency', finding: 'currency-not-taken', currency })
})

test('forints are counted whole, and no part of one is asked for', async () => {
  const { pays } = await sumup([], { currency: 'HUF' })
  const taken = { outcome: 'approved', amount: 120_000, currency: 'HUF' }
  expect((await pays({ amount: 120_000 })).outcome).toMatchObject(taken)
  expect((await pays({ amount: 120_050 })).outcome).toEqual({ outcome: 'refused', reason: 'not-set-up' })
})

test.each([
  ['refuse', { outcome: 'refused', reason: 'declined' }, 0],
  ['offline', { outcome: 'unavailable' }, 0],
  ['occupied', { outcome: 'unavailable' }, 0],
  // If SumUp rejects the driver's request as invalid, staff must correct the set-up.
  ['fault', { outcome: 'refused', reason: 'not-set-up' }, 0],
  // The driver cancels the payment at the reader, and SumUp reports that the payment failed.
  ['wait', { outcome: 'refused', reason: 'timed-out' }, 1],
])('a reader that answers by %s takes nothing', async (act, expected, stops) => {
  const { pays, asked, driver } = await sumup([act])
  const { outcome, payment } = await pays()
  expect(outcome).toEqual(expected)
  expect(asked.filter((each) => each.endsWith('/terminate'))).toHaveLength(stops)
  if (act === 'refuse') expect(await driver.ask(payment, stayed)).toEqual(outcome)
})

test('a customer who would rather not pay is let go once the payment has failed', async () => {
  const giveUp = new AbortController()
  const { pays } = await sumup(['wait'])
  const onProgress = ({ phase }: { readonly phase: string }) => phase === 'present-card' && giveUp.abort()
  expect((await pays({ onProgress }, giveUp.signal)).outcome).toEqual({ outcome: 'cancelled' })
})

test('a reader that takes the card while it is told to give up: its word counts, not that it was told', async () => {
  const giveUp = new AbortController()
  const { pays, driver, clock, asked } = await sumup(['late-after-cancel'])
  const onProgress = ({ phase }: { readonly phase: string }) => phase === 'authorising' && giveUp.abort()
  const { outcome, payment } = await pays({ onProgress }, giveUp.signal)
  expect(outcome).toEqual({ outcome: 'unknown' })
  expect(asked.filter((each) => each.endsWith('/terminate')).length).toBeGreaterThan(1)
  expect(await driver.cancel(payment)).toBe('still-open')
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'pending' })
  clock.advance(300_000)
  expect(await driver.ask(payment, stayed)).toMatchObject({ outcome: 'approved' })
})

test('a checkout that never came is not known: a reader at nothing says so, one that is off says nothing', async () => {
  const { pays, driver, simulator } = await sumup([], {
    instead: ({ url }) => (url.endsWith('/checkout') ? Promise.reject(new Error('broken')) : null),
  })
  const { outcome, payment } = await pays()
  expect(outcome).toEqual({ outcome: 'unknown' })
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'pending', unless: 'cancelled' })
  simulator.turn(false)
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'unknown' })
})

test.each(['busy', 'html', 'expired-token', 'lose-reply'])('bad moments of SumUp change nothing: %s', async (act) => {
  const { pays, asked } = await sumup([act])
  expect((await pays()).outcome).toMatchObject({ outcome: 'approved', amount: 7_500 })
  expect(asked.filter((each) => each.endsWith('/checkout'))).toHaveLength(1)
})

test.each([
  ['partial', { amount: 3_750, currency: 'EUR' }],
  ['wrong-amount', { amount: 7_501, currency: 'EUR' }],
  ['wrong-currency', { amount: 7_500, currency: 'USD' }],
])('%s is told as it is', async (act, told) => {
  const { pays } = await sumup([act])
  expect((await pays()).outcome).toMatchObject({ outcome: 'approved', ...told })
})

describe('money back', () => {
  const back = (amount: number) => ({ reference: crypto.randomUUID(), amount, approval: '' })

  test('goes over the payment, and no further than it', async () => {
    const { driver, pays } = await sumup()
    const { payment, outcome } = await pays()
    const approval = outcome.outcome === 'approved' ? outcome.approval : ''
    expect(await driver.refund(payment, back(2_500), stayed)).toEqual({ outcome: 'refunded', receipt: approval })
    expect(await driver.refund(payment, back(5_001), stayed)).toEqual({ outcome: 'refused', reason: 'declined' })
  })

  test('whose reply was lost is certain where all of it went back, and for people where a part did', async () => {
    const { driver, pays } = await sumup([], { refunds: ['lose-reply', 'lose-reply'] })
    const [whole, part] = [await pays(), await pays()]
    const first = back(7_500)
    expect(await driver.askRefund(whole.payment, first, stayed)).toEqual({ outcome: 'unknown' })
    expect(await driver.refund(whole.payment, first, stayed)).toEqual({ outcome: 'unknown' })
    expect(await driver.askRefund(whole.payment, first, stayed)).toMatchObject({ outcome: 'refunded' })
    const second = back(2_500)
    expect(await driver.refund(part.payment, second, stayed)).toEqual({ outcome: 'unknown' })
    expect(await driver.askRefund(part.payment, second, stayed)).toEqual({ outcome: 'unknown' })
  })

  test('that the balance does not allow is refused', async () => {
    const { driver, pays } = await sumup([], { refunds: ['fault:NOT_ENOUGH_BALANCE'] })
    const { payment } = await pays()
    expect(await driver.refund(payment, back(7_500), stayed)).toEqual({ outcome: 'refused', reason: 'declined' })
  })

  test('of a payment that cannot be read is not asked for', async () => {
    const { driver, pays, simulator } = await sumup()
    const { payment } = await pays()
    simulator.expireTokens()
    expect(await driver.refund(payment, back(7_500), stayed)).toEqual({ outcome: 'unavailable' })
  })
})

test('the list has what was taken, what failed, what went back, and what was taken twice', async () => {
  const { driver, pays } = await sumup(['approve', 'refuse', 'duplicate'])
  const { payment, outcome } = await pays()
  await pays()
  await pays()
  await driver.refund(payment, { reference: crypto.randomUUID(), amount: 7_500, approval: '' }, stayed)
  const lines = await driver.list(day, stayed)
  expect(lines?.map(({ line, standing, amount }) => [line, standing, amount])).toEqual([
    [1, 'paid', 7_500],
    [2, 'refunded', 7_500],
    [3, 'failed', 7_500],
    [4, 'paid', 7_500],
    [5, 'paid', 7_500],
  ])
  expect(lines?.[0]?.names[0]).toBe(outcome.outcome === 'approved' ? outcome.approval : '')
  expect(await driver.list(listedDay('2026-11-20'), stayed)).toEqual([])
})

test('a long list is read page by page', async () => {
  const { driver, simulator, url, clock } = await sumup()
  for (let count = 0; count < 120; count++) {
    const body = JSON.stringify({
      total_amount: { value: 100, currency: 'EUR', minor_unit: 2 },
      affiliate: { app_id: 'guichet', key: 'canary-affiliate-key', foreign_transaction_id: `r-${count}` },
    })
    const headers = { authorization: 'Bearer canary-api-key' }
    const at = `${url}/v0.1/merchants/MC0X0ABC/readers/rdr_3MSAFM23CK82VSTT4BN6RWSQ65/checkout`
    expect((await simulator.handle(new Request(at, { method: 'POST', headers, body }))).status).toBe(201)
    clock.advance(10_000)
  }
  expect(await driver.list(day, stayed)).toHaveLength(120)
})

test('the doctor says that it is a test account, whether the reader is on, and the currency', async () => {
  const { driver, simulator } = await sumup()
  const said = async () =>
    (await driver.examine()).flatMap(({ step, finding }) => (step === 'clock' ? [] : `${step} ${finding}`)).join(', ')
  expect(await said()).toBe('address ok, certificate plain, access ok, contract test-account, device ok, currency ok')
  simulator.turn(false)
  expect(await said()).toContain('device device-off')
  simulator.expireTokens()
  expect(await said()).toContain('access refused')
})

test('no key and no text of a stranger is logged', async () => {
  const { pays, logged } = await sumup(['fault:canary x', 'offline'])
  await pays()
  await pays()
  expect(logged).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toMatch(/canary/u)
})

test('who gives up first has asked nobody', async () => {
  const { driver, asked } = await sumup()
  expect(await driver.begin(request(), AbortSignal.abort(), stayed)).toEqual({ outcome: 'unavailable' })
  expect(asked).toEqual([])
})
