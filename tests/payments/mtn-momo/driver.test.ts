import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MtnMomo } from '../../../electron/payments/mtn-momo/driver.ts'
import { MtnSimulator } from '../../../electron/simulators/mtn-momo.ts'
import { SLOW_TOKEN_MS } from '../../../electron/simulators/provider-simulator.ts'
import { endless, startEndless, UNDERWAY } from '../../support/infinite-response-server.ts'
import { freePort } from '../../support/free-port.ts'
import { createLine, createManualClock, follows, served, stayed } from '../provider-line.ts'
import { account, knownOf, mtnMomo, request, secrets, settingsAt } from './mtn-momo.ts'

const begun = { outcome: 'begun', payableMs: 300_000 }
const unknown = { outcome: 'unknown' }
const pending = { outcome: 'pending' }
const refused = (reason: string) => ({ outcome: 'refused', reason })

/** Starts one payment with scenario `act`. `ask` queries the payment after the given number of seconds. */
async function begunWith(act: string, more: object = {}) {
  const made = await mtnMomo([act], more)
  const wanted = request()
  const payment = knownOf(wanted, made.url)
  const first = await made.driver.begin(wanted, stayed, stayed)
  const ask = async (afterSeconds = 0) => {
    made.clock.advance(afterSeconds * 1000)
    return made.driver.ask(payment, stayed)
  }
  return { ...made, wanted, payment, first, ask }
}

const approval = expect.stringMatching(/^\d{9}$/u) as string
const approved = { outcome: 'approved', approval, amount: 75_000, currency: 'UGX' }
const [more, otherCurrency] = [
  { ...approved, amount: 75_001 },
  { ...approved, currency: 'XAF' },
]
const outcomes = { pending, unknown, approved, timedOut: refused('timed-out'), more, otherCurrency }

describe('a payment', () => {
  test.each<[string, string, string]>([
    ['approve', 'waits for the customer, and is approved', '0 s: pending, 10 s: approved, 0 s: approved'],
    ['expire', 'is refused by a reason that is an object', '299 s: pending, 1 s: timedOut'],
    ['lose-reply', 'is found by its own reference', '10 s: approved'],
    ['late', 'is open until it is decided', '301 s: pending, 120 s: approved'],
    ['wait', 'stays open for ever: time alone ends nothing', '86400 s: pending'],
    ['wrong-amount', 'is told as it is', '10 s: more'],
    ['wrong-currency', 'is told as it is', '10 s: otherCurrency'],
    ['forget', 'is unknown, and never refused', '10 s: unknown'],
    ['busy', 'says nothing at first', '10 s: unknown, 0 s: unknown, 0 s: approved'],
    ['html', 'says nothing at first', '10 s: unknown, 0 s: unknown, 0 s: approved'],
    ['expired-token', 'is asked again with another token', '10 s: approved'],
  ])('%s: %s', async (act, _, asked) => {
    const { first, ask } = await begunWith(act)
    expect(first).toEqual(act === 'lose-reply' ? unknown : begun)
    await follows(ask, asked, outcomes)
  })

  test.each([
    ['PAYMENT_NOT_APPROVED', 'declined'],
    ['APPROVAL_REJECTED', 'declined'],
    ['EXPIRED', 'timed-out'],
    ['COULD_NOT_PERFORM_TRANSACTION', 'timed-out'],
    ['NOT_ENOUGH_FUNDS', 'not-enough-money'],
    ['PAYER_LIMIT_REACHED', 'over-limit'],
    ['PAYER_NOT_FOUND', 'unknown-payer'],
    ['PAYEE_NOT_FOUND', 'not-set-up'],
    ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'not-set-up'],
    ['NOT_ALLOWED', 'not-set-up'],
    ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'not-set-up'],
    ['INVALID_CALLBACK_URL_HOST', 'not-set-up'],
    ['INVALID_CURRENCY', 'not-set-up'],
    ['SERVICE_UNAVAILABLE', 'provider-down'],
    ['INTERNAL_PROCESSING_ERROR', 'provider-down'],
    ['TRANSACTION_CANCELED', 'declined'],
    ['SOMETHING_NEW', 'declined'],
  ])('is refused: %s is %s, and the log has the word', async (code, reason) => {
    const { ask, logged, wanted } = await begunWith(`refuse:${code}`)
    expect(await ask(10)).toEqual({ outcome: 'refused', reason })
    expect(logged).toEqual([['payment.refused', { provider: 'mtn-momo', reference: wanted.reference, code }]])
  })

  test('under a reference that MTN has already is asked about, and not begun again', async () => {
    const { driver, wanted, clock } = await begunWith('approve')
    expect(await driver.begin(wanted, stayed, stayed)).toEqual(pending)
    clock.advance(10_000)
    expect(await driver.begin(wanted, stayed, stayed)).toMatchObject({ outcome: 'approved' })
  })
})

describe('a request that is turned away', () => {
  test.each([
    ['INVALID_CURRENCY', { outcome: 'refused', reason: 'not-set-up' }],
    ['PAYEE_NOT_ALLOWED_TO_RECEIVE', { outcome: 'refused', reason: 'not-set-up' }],
    ['INTERNAL_PROCESSING_ERROR', unknown],
    ['SOMETHING_NEW', unknown],
  ])('by HTTP 500 with %s', async (code, outcome) => {
    const { first, logged } = await begunWith(`fault:${code}`)
    expect(first).toEqual(outcome)
    expect(logged).toMatchObject([['payment.rejected', { status: 500, code }]])
  })

  test('for a number of no telephone of the country, before anybody is asked', async () => {
    const { driver } = await mtnMomo()
    for (const payer of ['', '12', '224620000000', 'abc'])
      expect([payer, await driver.begin(request({ payer }), stayed, stayed)]).toEqual([payer, refused('unknown-payer')])
    for (const payer of ['772123456', '+256 772 123 456', '00256772123456', '0772-123-456'])
      expect([payer, await driver.begin(request({ payer }), stayed, stayed)]).toEqual([payer, begun])
  })

  test('in a currency that the account is not in', async () => {
    const { driver } = await mtnMomo()
    expect(await driver.begin(request({ currency: 'GNF' }), stayed, stayed)).toEqual(refused('not-set-up'))
  })

  test('because nobody needs it any more', async () => {
    const { driver, url } = await mtnMomo()
    const gone = AbortSignal.abort()
    const wanted = request()
    expect(await driver.begin(wanted, gone, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await driver.ask(knownOf(wanted, url), stayed)).toEqual(unknown)
  })
})

describe('tokens', () => {
  test('one serves many calls, at once and until shortly before its end', async () => {
    let minted = 0
    const { simulator, line, clock } = await mtnMomo()
    const url = await served({
      handle(incoming) {
        if (incoming.url.endsWith('/token/')) minted += 1
        return simulator.handle(incoming)
      },
    })
    const driver = new MtnMomo(line, { ...settingsAt(url), ...secrets })
    await Promise.all([1, 2, 3].map(() => driver.begin(request(), stayed, stayed)))
    expect(minted).toBe(1)
    clock.advance(3_500_000)
    await driver.begin(request(), stayed, stayed)
    expect(minted).toBe(1)
    clock.advance(60_000)
    await driver.begin(request(), stayed, stayed)
    expect(minted).toBe(2)
  })

  test('one that is taken no longer is fetched again, once, for the same request', async () => {
    const { driver, simulator } = await mtnMomo()
    expect(await driver.begin(request(), stayed, stayed)).toEqual(begun)
    simulator.expireTokens()
    expect(await driver.begin(request(), stayed, stayed)).toEqual(begun)
  })

  test('one that takes 20 s is waited for; after 45 s nothing was asked', async () => {
    const { driver, clock } = await mtnMomo(['slow-token'])
    const first = driver.begin(request(), stayed, stayed)
    await expect.poll(() => clock.waiting()).toContain(SLOW_TOKEN_MS)
    clock.advance(SLOW_TOKEN_MS)
    expect(await first).toEqual(begun)

    // The simulator has its own clock, which never advances, so the access token is never issued.
    const frozen = createManualClock()
    const asleep = new MtnSimulator({ ...account, clock: frozen, script: [{ name: 'slow-token' }] })
    const { line, clock: ours } = createLine()
    const settings = settingsAt(await served(asleep))
    const second = new MtnMomo(line, { ...settings, ...secrets }).begin(request(), stayed, stayed)
    await expect.poll(() => frozen.waiting()).toEqual([SLOW_TOKEN_MS])
    ours.advance(45_000)
    expect(await second).toEqual({ outcome: 'unavailable' })
  })

  test('none is had with a wrong key: nothing was asked', async () => {
    const { line, url, logged } = await mtnMomo()
    const wrong = new MtnMomo(line, { ...settingsAt(url), ...secrets, apiKey: 'other' })
    expect(await wrong.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(logged).toEqual([['payment.access-denied', { provider: 'mtn-momo collection', status: 401 }]])
  })
})

describe('the line', () => {
  test('who falls silent after the request has left: it may have charged', async () => {
    const { simulator, line, clock } = await mtnMomo()
    let reached = false
    const url = await served({
      handle(incoming) {
        if (!incoming.url.endsWith('/requesttopay')) return simulator.handle(incoming)
        reached = true
        return new Promise<never>(() => undefined)
      },
    })
    const driver = new MtnMomo(line, { ...settingsAt(url), ...secrets })
    const first = driver.begin(request(), stayed, stayed)
    await expect.poll(() => reached).toBe(true)
    clock.advance(45_000)
    expect(await first).toEqual(unknown)
  })

  test('an answer without an end is not read to its end', async () => {
    const service = await startEndless(200, endless)
    const settings = settingsAt(service.url)
    const driver = new MtnMomo(createLine().line, { ...settings, ...secrets })
    expect(await driver.ask(knownOf(request(), settings.baseUrl), stayed)).toEqual(unknown)
    expect(service.sent).toBeLessThan(2 * UNDERWAY)
  })

  test('a redirect is not followed: our keys go to nobody else', async () => {
    let told = 0
    const elsewhere = await served({
      handle() {
        told += 1
        return Promise.resolve(new Response('{}'))
      },
    })
    const url = await served({ handle: async () => Response.redirect(`${elsewhere}/collection/token/`, 307) })
    const { line } = createLine()
    const driver = new MtnMomo(line, { ...settingsAt(url), ...secrets })
    expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(told).toBe(0)
  })

  test('a payment is asked about where it was begun', async () => {
    const old = await mtnMomo()
    const wanted = request()
    await old.driver.begin(wanted, stayed, stayed)
    const other = await mtnMomo()
    old.clock.advance(10_000)
    expect(await other.driver.ask(knownOf(wanted, old.url), stayed)).toMatchObject({ outcome: 'approved' })
    expect(await other.driver.ask(knownOf(wanted, other.url), stayed)).toEqual(unknown)
    expect(await other.driver.ask(knownOf(wanted, 'http://provider.example'), stayed)).toEqual(unknown)
  })
})

describe('a refund', () => {
  const disbursements = { apiUser: account.apiUser, subscriptionKey: { secretFile: 'a' }, apiKey: { secretFile: 'b' } }

  async function refunding(acts: readonly string[] = []) {
    const made = await mtnMomo([], {}, acts)
    const driver = new MtnMomo(made.line, settingsAt(made.url, { disbursements }))
    const wanted = request()
    await driver.begin(wanted, stayed, stayed)
    const back = { reference: randomUUID(), amount: 75_000, approval: '123' }
    return { ...made, driver, back, payment: knownOf(wanted, made.url) }
  }

  test('is not offered without keys of its own', async () => {
    const { driver } = await mtnMomo()
    expect([driver.traits.refund, driver.refund, driver.askRefund]).toEqual(['people', undefined, undefined])
  })

  test('is asked for once under a written reference, and found by it', async () => {
    const { driver, payment, back, clock } = await refunding()
    expect(driver.traits.refund).toBe('api')
    expect(await driver.askRefund?.(payment, back, stayed)).toEqual(unknown)
    expect(await driver.refund?.(payment, back, stayed)).toEqual(pending)
    expect(await driver.refund?.(payment, back, stayed)).toEqual(pending)
    clock.advance(10_000)
    const done = { outcome: 'refunded', receipt: expect.stringMatching(/^\d{9}$/u) as string }
    expect(await driver.askRefund?.(payment, back, stayed)).toEqual(done)
    expect(await driver.refund?.(payment, back, stayed)).toEqual(done)
    expect(await driver.askRefund?.(payment, { ...back, amount: 1 }, stayed)).toEqual(unknown)
  })

  test.each([
    ['refuse:NOT_ENOUGH_FUNDS', pending, { outcome: 'refused', reason: 'not-enough-money' }],
    ['fault:INVALID_CURRENCY', { outcome: 'refused', reason: 'not-set-up' }, unknown],
    ['fault:INTERNAL_PROCESSING_ERROR', unknown, unknown],
    ['forget', pending, unknown],
    ['wrong-amount', pending, unknown],
    ['wait', pending, pending],
  ])('that MTN takes as %s is never guessed', async (act, atOnce, later) => {
    const { driver, payment, back, clock } = await refunding([act])
    expect(await driver.refund?.(payment, back, stayed)).toEqual(atOnce)
    clock.advance(10_000)
    expect(await driver.askRefund?.(payment, back, stayed)).toEqual(later)
  })

  test('whose reply is lost, or that comes late, is found when it is asked about', async () => {
    const done = expect.objectContaining({ outcome: 'refunded' }) as unknown
    for (const [act, first, passes] of [
      ['lose-reply', unknown, 10_000],
      ['late', pending, 500_000],
    ] as const) {
      const { driver, payment, back, clock } = await refunding([act])
      expect(await driver.refund?.(payment, back, stayed)).toEqual(first)
      clock.advance(passes)
      expect(await driver.askRefund?.(payment, back, stayed)).toEqual(done)
    }
  })

  test('of a payment that MTN does not know is not done', async () => {
    const { driver, payment, back } = await refunding()
    expect(await driver.refund?.({ ...payment, reference: randomUUID() }, back, stayed)).toEqual(unknown)
  })
})

describe('the examination', () => {
  const names = (findings: readonly { readonly step: string; readonly finding: string }[]) =>
    findings.map(({ step, finding }) => `${step} ${finding}`)

  test('all is well', async () => {
    const { driver, url, clock } = await mtnMomo()
    expect(names(await driver.examine()).join(', ')).toMatch(
      /^address ok, certificate plain, clock [a-z-]+, access ok, contract ok, currency ok$/u,
    )
    expect([url.startsWith('http:'), clock.waiting()]).toEqual([true, []])
  })

  test('names what is wrong, and tries no further', async () => {
    const { line, url } = await mtnMomo()
    const examined = (settings: object, more: object = {}) =>
      new MtnMomo(line, { ...settingsAt(url, settings), ...secrets, ...more }).examine()
    expect(await examined({}, { apiKey: 'other' })).toContainEqual({ step: 'access', finding: 'refused', status: 401 })
    const code = 'NOT_ALLOWED_TARGET_ENVIRONMENT'
    const contract = { step: 'contract', finding: 'refused', status: 500, code }
    expect(await examined({ targetEnvironment: 'mtnghana' })).toContainEqual(contract)
    const other = { step: 'currency', finding: 'other-currency', currency: 'UGX' }
    expect(await examined({ currency: 'EUR' })).toContainEqual(other)
    const nobody = await examined({ baseUrl: `http://127.0.0.1:${await freePort()}` })
    expect(nobody[0]).toEqual({ step: 'address', finding: 'no-answer', code: 'ECONNREFUSED' })
    expect(names(nobody).slice(1)).toEqual(
      ['certificate', 'clock', 'access', 'contract', 'currency'].map((step) => `${step} not-tried`),
    )
  })

  test('a page in place of an answer is unreadable', async () => {
    const url = await served({ handle: () => Promise.resolve(new Response('<html>', { status: 200 })) })
    const { line } = createLine()
    const findings = await new MtnMomo(line, { ...settingsAt(url), ...secrets }).examine()
    expect(findings).toContainEqual({ step: 'access', finding: 'unreadable', status: 200 })
  })
})
