import { describe, expect, test } from 'vitest'
import { DjomyLink, DjomyPush } from '../../../electron/payments/djomy/driver.ts'
import { DjomySimulator, type DjomySimulatorOptions } from '../../../electron/simulators/djomy.ts'
import { parseScenario, SLOW_TOKEN_MS } from '../../../electron/simulators/provider-simulator.ts'
import { createLine, createManualClock, follows, listedDay, served, stayed } from '../provider-line.ts'
import { account, djomy, knownOf, linkSettingsAt, pushSettingsAt, request, secrets } from './djomy.ts'

const unknown = { outcome: 'unknown' }
const pending = { outcome: 'pending' }
const nobodyPaid = { outcome: 'pending', unless: 'cancelled' }
const approved = { outcome: 'approved', approval: expect.stringMatching(/^PP\d{9}$/u) as string, amount: 75_000 }

/** Starts one payment with scenario `act`. `ask` queries the payment after the given number of seconds. */
async function begunWith(way: 'push' | 'link', act: string, more: Partial<DjomySimulatorOptions> = {}) {
  const made = await djomy([act], more)
  const wanted = request()
  const driver = made[way]
  const first = await driver.begin(wanted, stayed, stayed)
  const payment = knownOf(wanted, made.url, first)
  const ask = async (afterSeconds = 0) => {
    made.clock.advance(afterSeconds * 1000)
    return driver.ask(payment, stayed)
  }
  const posts = () => made.asked.filter((each) => /^POST \/v1\/(?:payments|links)$/u.test(each)).length
  return { ...made, driver, wanted, payment, first, ask, posts }
}

const lateRefusal = { outcome: 'pending', unless: 'refused' }
const declined = { outcome: 'refused', reason: 'declined' }
const [more, otherCurrency] = [
  { ...approved, amount: 75_001 },
  { ...approved, currency: 'XOF' },
]
const outcomes = { pending, nobodyPaid, lateRefusal, unknown, approved, declined, more, otherCurrency }

test.each<['push' | 'link', string, string, string]>([
  ['push', 'approve', 'waits for the customer, and is approved', '0 s: pending, 10 s: approved, 0 s: approved'],
  ['push', 'refuse', 'is refused', '10 s: declined'],
  ['push', 'late-after-cancel', 'is open until it is paid', '10 s: nobodyPaid, 700 s: nobodyPaid, 10 s: approved'],
  ['push', 'late-after-expiry', 'is open until it is paid', '600 s: lateRefusal, 120 s: approved'],
  ['push', 'expire', 'is never over by time alone', '86400 s: lateRefusal'],
  ['link', 'approve', 'is approved by its payment', '0 s: nobodyPaid, 10 s: approved'],
  ['link', 'late-after-expiry', 'may be paid late', '480 s: nobodyPaid, 300 s: approved'],
  ['link', 'late-after-cancel', 'may be paid late', '10 s: nobodyPaid, 800 s: approved'],
  ...(['push', 'link'] as const).flatMap((way): [typeof way, string, string, string][] => [
    [way, 'busy', 'says nothing at first', '10 s: unknown, 0 s: unknown, 0 s: approved'],
    [way, 'html', 'says nothing at first', '10 s: unknown, 0 s: unknown, 0 s: approved'],
    [way, 'expired-token', 'is asked again with another token', '10 s: approved'],
    [way, 'forget', 'is unknown', '10 s: unknown'],
    [way, 'wrong-amount', 'is told as it is', '10 s: more'],
    [way, 'wrong-currency', 'is told as it is', '10 s: otherCurrency'],
  ]),
])('a %s, %s: %s', async (way, act, _, asked) => {
  const { ask } = await begunWith(way, act)
  await follows(ask, asked, outcomes)
})

describe('a push', () => {
  test('is begun with an id, and its refusal is logged by its code', async () => {
    const { first, ask, logged } = await begunWith('push', 'refuse')
    expect(first).toEqual({ outcome: 'begun', token: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string })
    await ask(10)
    expect(logged).toMatchObject([['payment.refused', { code: 'FAILED' }]])
  })

  test('whose reply is lost is searched for by our reference, and never asked for again', async () => {
    const { driver, first, payment, ask, posts } = await begunWith('push', 'lose-reply')
    expect([first, payment.token]).toEqual([unknown, null])
    expect(await ask()).toEqual(pending)
    expect(await ask(10)).toEqual(approved)
    expect(posts()).toBe(1)
    expect(await driver.ask({ ...payment, reference: 'another' }, stayed)).toEqual(unknown)
  })

  test('is found among many, on whichever page it stands', async () => {
    const { push, url, clock } = await djomy(['lose-reply'])
    const wanted = request()
    expect(await push.begin(wanted, stayed, stayed)).toEqual(unknown)
    for (let count = 0; count < 150; count++) await push.begin(request(), stayed, stayed)
    const last = request()
    await push.begin(last, stayed, stayed)
    clock.advance(10_000)
    expect(await push.ask(knownOf(wanted, url, null), stayed)).toEqual(approved)
    expect(await push.ask(knownOf(last, url, null), stayed)).toEqual(approved)
  })

  test('two that went through under one reference are one sum, which is not the order’s', async () => {
    const { push, url, clock } = await djomy()
    const wanted = request()
    await push.begin(wanted, stayed, stayed)
    await push.begin(wanted, stayed, stayed)
    clock.advance(10_000)
    expect(await push.ask(knownOf(wanted, url, null), stayed)).toMatchObject({ outcome: 'approved', amount: 150_000 })
  })

  test('to a number of no telephone of the country asks nobody', async () => {
    const { push, asked } = await djomy()
    const refused = (reason: string) => ({ outcome: 'refused', reason })
    expect(await push.begin(request({ payer: '12' }), stayed, stayed)).toEqual(refused('unknown-payer'))
    expect(await push.begin(request({ currency: 'XOF' }), stayed, stayed)).toEqual(refused('not-set-up'))
    expect(await push.begin(request(), AbortSignal.abort(), stayed)).toEqual({ outcome: 'unavailable' })
    expect(asked).toEqual([])
  })
})

describe('a link', () => {
  test('is a page to scan, payable as long as the seats are kept', async () => {
    const { first } = await begunWith('link', 'approve')
    const token = expect.stringMatching(/^[0-9a-f-]{36}$/u) as string
    const shows = expect.stringMatching(/^http.*\/pay\//u) as string
    expect(first).toEqual({ outcome: 'begun', token, shows, payableMs: 480_000 })
  })

  test('is payable ten minutes at most', async () => {
    const { link } = await djomy()
    expect(await link.begin(request({ payableMs: 86_400_000 }), stayed, stayed)).toMatchObject({ payableMs: 600_000 })
  })

  test('on which a payment failed is not over: the customer tries again', async () => {
    const { first, ask } = await begunWith('link', 'refuse')
    expect(await ask(10)).toEqual(nobodyPaid)
    const page = first.outcome === 'begun' ? (first.shows ?? '') : ''
    expect(await (await fetch(page)).text()).toContain('75\u00a0000\u00a0GNF')
  })

  test('is decided on its page: refused, then paid', async () => {
    const { first, ask } = await begunWith('link', 'wait')
    const page = first.outcome === 'begun' ? (first.shows ?? '') : ''
    const press = (decision: string) => fetch(page, { method: 'POST', body: new URLSearchParams({ decision }) })
    await press('refuse')
    expect(await ask()).toEqual(nobodyPaid)
    await press('pay')
    expect(await ask()).toEqual(approved)
  })

  test('whose reply is lost was shown to nobody: cancelled, once the whole list says so', async () => {
    const { first, ask, posts } = await begunWith('link', 'lose-reply')
    expect(first).toEqual(unknown)
    expect(await ask()).toEqual({ outcome: 'cancelled' })
    expect(posts()).toBe(1)
    // A payment with the kiosk's own reference is accepted, regardless of who paid.
    expect(await ask(10)).toEqual(approved)
  })

  test('of a sandbox, which tells only that it was used, is approved by a search', async () => {
    const { ask } = await begunWith('link', 'approve', { sandbox: true })
    expect(await ask()).toEqual(nobodyPaid)
    expect(await ask(10)).toEqual(approved)
  })
})

test.each(['push', 'link'] as const)('a %s of another reference or host is unknown', async (way) => {
  const { clock, driver, payment } = await begunWith(way, 'approve')
  clock.advance(10_000)
  expect(await driver.ask({ ...payment, reference: 'another' }, stayed)).toEqual(unknown)
  expect(await driver.ask({ ...payment, host: 'http://provider.example' }, stayed)).toEqual(unknown)
})

describe.each(['push', 'link'] as const)('turned away (%s)', (way) => {
  test('by a fault of theirs: it may have been taken, and is not sent again', async () => {
    const { first, posts, logged } = await begunWith(way, 'fault:OM_DOWN')
    expect(first).toEqual(unknown)
    expect(posts()).toBe(1)
    expect(logged).toMatchObject([['payment.rejected', { status: 500, code: 'OM_DOWN' }]])
  })

  test('by a token that is taken no longer: nothing was asked, and it is not sent again; the next one has a new token', async () => {
    const { driver, simulator, posts } = await begunWith(way, 'approve')
    simulator.expireTokens()
    expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(posts()).toBe(2)
    expect(await driver.begin(request(), stayed, stayed)).toMatchObject({ outcome: 'begun' })
  })

  test('for what is not fit', async () => {
    const { driver } = await begunWith(way, 'approve')
    const long = request({ reference: 'x'.repeat(256) })
    expect(await driver.begin(long, stayed, stayed)).toEqual({ outcome: 'refused', reason: 'not-set-up' })
  })
})

test('not let in, by secret or domain: nothing was asked', async () => {
  const { line, url, logged } = await djomy()
  const wrong = new DjomyPush(line, { ...pushSettingsAt(url), clientSecret: 'another' })
  const elsewhere = linkSettingsAt(url, { partnerDomain: 'other.example' })
  const stranger = new DjomyLink(line, { ...elsewhere, ...secrets })
  expect(await wrong.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
  expect(await stranger.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
  expect(logged).toMatchObject([
    ['payment.access-denied', { status: 401 }],
    ['payment.access-denied', { status: 403 }],
  ])
})

test('a token that does not come in time: nothing was asked', async () => {
  const frozen = createManualClock()
  const { line, clock } = createLine()
  const url = await served(new DjomySimulator({ ...account, clock: frozen, script: [{ name: 'slow-token' }] }))
  const first = new DjomyPush(line, { ...pushSettingsAt(url), ...secrets }).begin(request(), stayed, stayed)
  await expect.poll(() => frozen.waiting()).toEqual([SLOW_TOKEN_MS])
  clock.advance(30_000)
  expect(await first).toEqual({ outcome: 'unavailable' })
})

test('the examination reads a list of payments, and makes none', async () => {
  const { push, link, asked } = await djomy()
  for (const driver of [push, link])
    expect((await driver.examine()).map(({ step, finding }) => `${step} ${finding}`).join(', ')).toMatch(
      /^address ok, certificate plain, clock [a-z-]+, access ok, contract ok, currency not-tried$/u,
    )
  expect(new Set(asked)).toEqual(new Set(['POST /v1/auth', 'GET /v1/payments']))
})

const days = listedDay('2025-05-17')

test('lists every payment of the account with what was paid, and by which names', async () => {
  const { push, link, clock } = await djomy(['approve', 'refuse', 'wait', 'wrong-amount'])
  const asked = [request(), request(), request(), request({ amount: 50_000 })]
  for (const each of asked) await push.begin(each, stayed, stayed)
  clock.advance(60_000)
  const lines = await push.list(days, stayed)
  expect(lines).toMatchObject([
    { line: 1, standing: 'paid', status: 'SUCCESS', amount: 75_000, currency: 'GNF' },
    { line: 2, standing: 'failed', amount: null },
    { line: 3, standing: 'waiting', amount: null },
    { line: 4, standing: 'paid', amount: 50_001 },
  ])
  expect(lines!.map(({ names }) => names[0])).toEqual(asked.map(({ reference }) => reference))
  expect(lines![0]!.names).toHaveLength(3)
  expect(await link.list(days, stayed)).toEqual(lines)
})

/** Creates a simulator with a modified list of payments. The payments themselves are unchanged. */
async function listing(change: (content: Record<string, unknown>[]) => Response, acts: readonly string[] = []) {
  const clock = createManualClock()
  const { line } = createLine(clock)
  const simulator = new DjomySimulator({ ...account, clock, script: acts.map((each) => parseScenario(each)!) })
  const url = await served({
    async handle(asked) {
      const reply = await simulator.handle(asked)
      if (!asked.url.includes('/v1/payments?')) return reply
      const { data } = (await reply.json()) as { data: { content: Record<string, unknown>[] } }
      return change(data.content)
    },
  })
  const push = new DjomyPush(line, { ...pushSettingsAt(url), ...secrets })
  return { push, clock }
}

const page = (content: unknown, more: object = {}): Response =>
  Response.json({ success: true, data: { content, ...more }, status: 200 })

test('a list that does not say how much is asked payment by payment', async () => {
  const { push, clock } = await listing((content) =>
    page(
      content.map((each) => ({ ...each, paidAmount: null })),
      { last: true },
    ),
  )
  await push.begin(request(), stayed, stayed)
  clock.advance(60_000)
  expect(await push.list(days, stayed)).toMatchObject([{ standing: 'paid', amount: 75_000 }])
})

test.each<[string, () => Response]>([
  ['a page of HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a fault', () => new Response('{"success":false}', { status: 500 })],
  ['no end', () => page(Array.from({ length: 100 }, () => ({ transactionId: 'x', status: 'FAILED' })))],
])('a list that is %s is no list', async (_, answer) => {
  const { push } = await listing(answer)
  expect(await push.list(days, stayed)).toBeNull()
})

const LIST = /\/v1\/(?:payments|links)\?/u

const broken: readonly (readonly [string, () => Response])[] = [
  ['a page', () => new Response('<html>Just a moment…</html>', { headers: { 'content-type': 'text/html' } })],
  ['a fault', () => new Response('{"success":false,"status":500}', { status: 500 })],
  ['half of it', () => new Response('{"success":true,"data":{"content":[')],
  ['no list', () => new Response('{"success":true,"data":{}}')],
  ['nothing', () => new Response('')],
]

test.each(broken)('a link whose reply is lost is not over because the list is %s', async (_what, answer) => {
  const clock = createManualClock()
  const { line } = createLine(clock)
  const simulator = new DjomySimulator({ ...account, clock, script: [parseScenario('lose-reply')!] })
  let readable = false
  const url = await served({
    handle: (asked) => (LIST.test(asked.url) && !readable ? Promise.resolve(answer()) : simulator.handle(asked)),
  })
  const link = new DjomyLink(line, { ...linkSettingsAt(url), ...secrets })
  const { reference, amount, currency, ...rest } = request()
  expect(await link.begin({ reference, amount, currency, ...rest }, stayed, stayed)).toEqual({ outcome: 'unknown' })
  const payment = { reference, amount, currency, token: null, host: url }
  expect(await link.ask(payment, stayed)).toEqual({ outcome: 'unknown' })
  readable = true
  expect(await link.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})
