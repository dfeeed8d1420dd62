import { expect, test } from 'vitest'
import { listedDay, stayed } from '../provider-line.ts'
import { knownOf, request, stripeTerminal } from './stripe.ts'

const aborted = AbortSignal.abort()

test('a card pays: the intent is named before the reader hears of it, and what the paper needs is told', async () => {
  const { pays, asked, phases } = await stripeTerminal()
  const { outcome, payment } = await pays()
  expect(outcome).toEqual({
    outcome: 'approved',
    approval: expect.stringMatching(/^\d{6}$/u) as string,
    amount: 7_500,
    currency: 'EUR',
    card: {
      brand: 'Visa',
      ending: '4242',
      read: 'contactless',
      receipt: ['VISA CREDIT', 'AID A0000000031010', expect.stringMatching(/^AUTH \d{6}$/u) as string],
    },
  })
  const process = 'POST /v1/terminal/readers/tmr_canary/process_payment_intent'
  expect(asked.slice(0, 2)).toEqual(['POST /v1/payment_intents', process])
  expect(asked.filter((each) => each.startsWith('POST'))).toHaveLength(2)
  expect(phases).toEqual(['waking', 'present-card'])
  expect(payment.token).toMatch(/^pi_/u)
})

test.each(['ISK', 'UGX', 'MGA', 'TND'])(
  'nothing is asked in %s, whose amounts Stripe writes otherwise',
  async (currency) => {
    const { pays, asked } = await stripeTerminal([], { currency })
    expect((await pays()).outcome).toEqual({ outcome: 'refused', reason: 'not-set-up' })
    expect(asked).toEqual([])
  },
)

test.each([
  ['refuse', 'declined'],
  ['refuse:insufficient_funds', 'not-enough-money'],
  ['refuse:pin_try_exceeded', 'wrong-pin'],
  ['refuse:expired_card', 'card-expired'],
  ['refuse:card_not_supported', 'card-not-taken'],
  ['refuse:issuer_not_available', 'provider-down'],
  ['expire', 'timed-out'],
  ['wait', 'timed-out'],
])('%s is refused: %s, and the intent is cancelled', async (act, reason) => {
  const { pays, driver, asked } = await stripeTerminal([act])
  const { outcome, payment } = await pays()
  expect(outcome).toEqual({ outcome: 'refused', reason })
  expect(asked.at(-1)).toBe(`POST /v1/payment_intents/${payment.token}/cancel`)
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})

test.each(['offline', 'occupied'])('a reader that is %s takes nothing', async (act) => {
  const { pays, driver } = await stripeTerminal([act])
  const { outcome, payment } = await pays()
  expect(outcome).toEqual({ outcome: 'unavailable' })
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})

test('a customer who would rather not pay is let go only once Stripe calls it cancelled', async () => {
  const giveUp = new AbortController()
  const { pays, asked } = await stripeTerminal(['wait'])
  const onProgress = ({ phase }: { readonly phase: string }) => phase === 'present-card' && giveUp.abort()
  const { outcome, payment } = await pays({ onProgress }, giveUp.signal)
  expect(outcome).toEqual({ outcome: 'cancelled' })
  const cancelled = ['terminal/readers/tmr_canary/cancel_action', `payment_intents/${payment.token}/cancel`]
  expect(asked.slice(-2)).toEqual(cancelled.map((path) => `POST /v1/${path}`))
})

test('a card that is with the bank already pays, whatever the customer wants now', async () => {
  const giveUp = new AbortController()
  const { pays, driver, clock } = await stripeTerminal(['late-after-cancel'])
  const onProgress = ({ phase }: { readonly phase: string }) => phase === 'authorising' && giveUp.abort()
  const { outcome, payment } = await pays({ onProgress }, giveUp.signal)
  // The payment remains open until the bank decides.
  expect(outcome).toEqual({ outcome: 'unknown' })
  expect(await driver.cancel(payment)).toBe('still-open')
  clock.advance(300_000)
  expect(await driver.ask(payment, stayed)).toMatchObject({ outcome: 'approved', amount: 7_500 })
})

test('who gives up before the reader hears of it has not paid', async () => {
  const { pays, asked } = await stripeTerminal()
  expect((await pays({}, aborted)).outcome).toEqual({ outcome: 'cancelled' })
  expect(asked).toEqual(['POST /v1/payment_intents'])
})

test('the reply to the intent is lost: it is found, was on no reader, and is cancelled', async () => {
  const { driver, asked, url } = await stripeTerminal(['lose-reply'])
  const wanted = request()
  expect(await driver.begin(wanted, stayed, stayed)).toEqual({ outcome: 'unknown' })
  const payment = knownOf(wanted, url)
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
  expect(asked.filter((each) => each.endsWith('process_payment_intent'))).toEqual([])
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})

test('a row with the token was lost, and the card had paid: it is found by our reference', async () => {
  const { pays, driver } = await stripeTerminal()
  const { payment } = await pays()
  expect(await driver.ask({ ...payment, token: null }, stayed)).toMatchObject({ outcome: 'approved', amount: 7_500 })
})

test('the search lags behind: the first key gives the same intent, and no second', async () => {
  const nothing = { object: 'search_result', data: [], has_more: false }
  const { driver, pays } = await stripeTerminal([], {
    instead: ({ url }) => (url.includes('/search') ? Promise.resolve(Response.json(nothing)) : null),
  })
  const { payment } = await pays()
  expect(await driver.ask({ ...payment, token: null }, stayed)).toMatchObject({ outcome: 'approved' })
  expect(await driver.list(listedDay('2026-11-22'), stayed)).toHaveLength(1)
})

test('a connection that breaks is not tried again, as the library would', async () => {
  const broken = Object.assign(new Error('read'), { code: 'ECONNRESET' })
  const { driver, asked } = await stripeTerminal([], { instead: () => Promise.reject(broken) })
  expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
  expect(asked).toEqual(['POST /v1/payment_intents'])
})

test('the reader never heard of it: nothing was paid, and nothing will be', async () => {
  const { driver, pays } = await stripeTerminal([], {
    instead: ({ url }) => (url.endsWith('process_payment_intent') ? Promise.reject(new Error('broken')) : null),
  })
  const { outcome, payment } = await pays()
  expect(outcome).toEqual({ outcome: 'refused', reason: 'provider-down' })
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})

test.each(['busy', 'html', 'expired-token', 'lose-reply:process'])('bad moments change nothing: %s', async (act) => {
  const { pays, asked } = await stripeTerminal([act])
  expect((await pays()).outcome).toMatchObject({ outcome: 'approved', amount: 7_500 })
  expect(asked.filter((each) => each.endsWith('process_payment_intent'))).toHaveLength(1)
})

test.each([
  ['partial', 'EUR', { amount: 3_750, currency: 'EUR' }],
  ['wrong-amount', 'EUR', { amount: 7_501, currency: 'EUR' }],
  ['wrong-currency', 'EUR', { amount: 7_500, currency: 'XAF' }],
  // Stripe also treats the Guinean franc as a currency without a minor unit.
  ['approve', 'GNF', { amount: 7_500, currency: 'GNF' }],
])('%s in %s is told as it is', async (act, currency, told) => {
  const { pays, driver } = await stripeTerminal([act], { currency })
  const { outcome, payment } = await pays()
  expect(outcome).toMatchObject({ outcome: 'approved', ...told })
  expect(await driver.ask(payment, stayed)).toMatchObject({ outcome: 'approved', ...told })
})

test('after a restart the card may still be held to the reader: it is waited for, then cancelled', async () => {
  const { driver, clock, begins } = await stripeTerminal(['wait'])
  const { wanted, payment } = await begins()
  const stopping = new AbortController()
  const onProgress = ({ phase }: { readonly phase: string }) => phase === 'present-card' && stopping.abort()
  const settled = await driver.settle(payment, { ...wanted, onProgress }, stayed, stopping.signal)
  expect(settled).toEqual({ outcome: 'unknown' })
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'pending' })
  clock.advance(180_000)
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})

test('a payment that was not put on the reader before the program died is cancelled', async () => {
  const { driver, begins } = await stripeTerminal()
  const { payment } = await begins()
  expect(await driver.cancel(payment)).toBe('closed')
  expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})

test('another payment on the reader is left alone', async () => {
  const { driver, begins, pays, asked } = await stripeTerminal(['approve', 'approve'])
  const { payment: first } = await begins()
  const closes: Promise<unknown>[] = []
  const { outcome } = await pays({
    onProgress: ({ phase }) => void (phase === 'present-card' && closes.push(driver.cancel(first))),
  })
  expect(await Promise.all(closes)).toEqual(['closed'])
  expect(outcome).toMatchObject({ outcome: 'approved' })
  expect(asked.filter((each) => each.endsWith('cancel_action'))).toEqual([])
})

test('money goes back once, under its own reference, and is found again', async () => {
  const { driver, pays } = await stripeTerminal()
  const { payment } = await pays()
  const back = { reference: crypto.randomUUID(), amount: 2_500, approval: '' }
  expect(await driver.askRefund(payment, back, stayed)).toEqual({ outcome: 'unknown' })
  const made = await driver.refund(payment, back, stayed)
  expect(made).toEqual({ outcome: 'refunded', receipt: expect.stringMatching(/^re_/u) as string })
  expect(await driver.refund(payment, back, stayed)).toEqual(made)
  expect(await driver.askRefund(payment, back, stayed)).toEqual(made)
  const tooMuch = { ...back, reference: crypto.randomUUID(), amount: 5_001 }
  expect(await driver.refund(payment, tooMuch, stayed)).toEqual({ outcome: 'refused', reason: 'declined' })
})

test('the reply to a refund is lost, and it is found', async () => {
  const { driver, pays } = await stripeTerminal([], { refunds: ['lose-reply'] })
  const { payment } = await pays()
  const back = { reference: crypto.randomUUID(), amount: 7_500, approval: '' }
  expect(await driver.refund(payment, back, stayed)).toEqual({ outcome: 'unknown' })
  expect(await driver.askRefund(payment, back, stayed)).toMatchObject({ outcome: 'refunded' })
})

test('the list has what was taken and what went back, and what was taken twice', async () => {
  const { driver, pays } = await stripeTerminal(['approve', 'duplicate', 'refuse'])
  const { payment, wanted } = await pays()
  await pays()
  await pays()
  await driver.refund(payment, { reference: crypto.randomUUID(), amount: 2_500, approval: '' }, stayed)
  const lines = await driver.list(listedDay('2026-11-22'), stayed)
  expect(lines?.map(({ line, standing, amount, fee }) => [line, standing, amount, fee])).toEqual([
    [1, 'paid', 7_500, 75],
    [2, 'refunded', 2_500, null],
    [3, 'paid', 7_500, 75],
    [4, 'paid', 7_500, 75],
  ])
  expect(lines?.[0]?.names).toEqual([wanted.reference, payment.token, expect.stringMatching(/^ch_/u)])
  expect(await driver.list(listedDay('2026-11-20'), stayed)).toEqual([])
})

test('the doctor says that it is a test account, whether the reader is on, and the currency', async () => {
  const { driver, simulator } = await stripeTerminal()
  const said = async () => (await driver.examine()).map(({ step, finding }) => `${step} ${finding}`).join(', ')
  const well = 'address ok, certificate plain, clock ok, access ok, contract test-account, device ok, currency ok'
  expect(await said()).toBe(well)
  simulator.turn(false)
  expect(await said()).toContain('device device-off')
  simulator.expireTokens()
  expect(await said()).toContain('access refused')
})

test('no key, no card number and no text of a stranger is logged', async () => {
  const { pays, logged } = await stripeTerminal(['refuse:4242424242424242', 'fault:sk_live_x y'])
  await pays()
  await pays()
  expect(JSON.stringify(logged)).not.toMatch(/4242424242|sk_/u)
  expect(logged).toHaveLength(2)
})
