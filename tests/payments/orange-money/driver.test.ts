import { describe, expect, test } from 'vitest'
import { OrangeMoney } from '../../../electron/payments/orange-money/driver.ts'
import { orangeMoneySettings } from '../../../electron/payments/orange-money/settings.ts'
import { OrangeSimulator } from '../../../electron/simulators/orange-money.ts'
import { SLOW_TOKEN_MS } from '../../../electron/simulators/provider-simulator.ts'
import { inEnglish } from '../../../shared/i18n/issue-text.ts'
import { freePort } from '../../support/free-port.ts'
import { createLine, createManualClock, follows, served, stayed } from '../provider-line.ts'
import { account, knownOf, orangeMoney, request, secrets, settingsAt } from './orange-money.ts'

const unknown = { outcome: 'unknown' }
const waits = { outcome: 'pending', unless: 'cancelled' }
const token = expect.stringMatching(/^[0-9a-f]{64}$/u) as string
const shows = expect.stringMatching(/^http.*pay_token/u) as string
const begun = { outcome: 'begun', token, shows, payableMs: 600_000 }

/** Starts one payment with scenario `act`. `ask` queries the payment after the given number of seconds. */
async function begunWith(act: string) {
  const made = await orangeMoney([act])
  const wanted = request()
  const first = await made.driver.begin(wanted, stayed, stayed)
  const payment = knownOf(wanted, made.url, first)
  const ask = async (afterSeconds = 0) => {
    made.clock.advance(afterSeconds * 1000)
    return made.driver.ask(payment, stayed)
  }
  return { ...made, wanted, payment, first, ask }
}

const approved = { outcome: 'approved', approval: expect.stringMatching(/^MP\d{6}\.1500\.\d{9}$/u) as string }
const [declined, timedOut] = ['declined', 'timed-out'].map((reason) => ({ outcome: 'refused', reason }))
const outcomes = { waits, unknown, approved, declined: declined!, timedOut: timedOut! }

describe('a payment', () => {
  test.each<[string, string, string]>([
    ['approve', 'waits, and is approved', '0 s: waits, 20 s: approved, 0 s: approved'],
    ['refuse', 'is refused by Orange’s word', '20 s: declined'],
    ['expire', 'expires by Orange’s word', '600 s: timedOut'],
    ['wait', 'stays as it is for ever: time alone ends it', '86400 s: waits'],
    ['late', 'is open until it is decided', '700 s: waits, 20 s: approved'],
    ['forget', 'is unknown', '20 s: unknown'],
    ['busy', 'says nothing at first', '20 s: unknown, 0 s: unknown, 0 s: approved'],
    ['html', 'says nothing at first', '20 s: unknown, 0 s: unknown, 0 s: approved'],
    ['expired-token', 'is asked again with another token', '20 s: approved'],
  ])('%s: %s', async (act, _, asked) => {
    const { first, ask, logged } = await begunWith(act)
    expect(first).toEqual(begun)
    await follows(ask, asked, outcomes)
    if (act === 'refuse') expect(logged).toMatchObject([['payment.refused', { code: 'FAILED' }]])
  })

  test('whose reply is lost was shown to nobody, and cannot be paid', async () => {
    const { first, payment, ask } = await begunWith('lose-reply')
    expect([first, payment.token]).toEqual([unknown, null])
    expect(await ask()).toEqual({ outcome: 'cancelled' })
  })

  test('of another sum, or under another token, is not found', async () => {
    const { driver, payment, clock } = await begunWith('approve')
    clock.advance(20_000)
    expect(await driver.ask({ ...payment, amount: 74_999 }, stayed)).toEqual(unknown)
    expect(await driver.ask({ ...payment, token: '0'.repeat(64) }, stayed)).toEqual(unknown)
    expect(await driver.ask({ ...payment, host: 'http://provider.example' }, stayed)).toEqual(unknown)
    expect(await driver.ask(payment, stayed)).toMatchObject({ outcome: 'approved' })
  })

  test('is decided on its page, once', async () => {
    const { first, ask } = await begunWith('wait')
    const page = first.outcome === 'begun' ? (first.shows ?? '') : ''
    const seen = await (await fetch(page)).text()
    expect(seen).toContain('75\u00a0000\u00a0GNF')
    expect(seen).toContain('value="pay"')
    const inEnglish = await fetch(page, { headers: { 'accept-language': 'en-GB,en;q=0.9' } })
    expect(await inEnglish.text()).toContain('Pay 75,000\u00a0GNF')
    const press = async (decision: string) =>
      (await fetch(page, { method: 'POST', body: new URLSearchParams({ decision }) })).text()
    expect(await press('pay')).not.toContain('value="pay"')
    await press('refuse')
    expect(await ask()).toMatchObject({ outcome: 'approved' })
  })
})

describe('a request that is turned away', () => {
  test('by a fault of theirs: nobody knows, and nobody can pay', async () => {
    const { first, ask } = await begunWith('fault')
    expect(first).toEqual(unknown)
    expect(await ask()).toEqual({ outcome: 'cancelled' })
  })

  test('for what the contract does not hold', async () => {
    const { line, url, driver } = await orangeMoney()
    const other = new OrangeMoney(line, { ...settingsAt(url), ...secrets, merchantKey: 'another' })
    const notSetUp = { outcome: 'refused', reason: 'not-set-up' }
    expect(await other.begin(request(), stayed, stayed)).toEqual(notSetUp)
    expect(await driver.begin(request({ currency: 'XOF' }), stayed, stayed)).toEqual(notSetUp)
    const wanted = request()
    await driver.begin(wanted, stayed, stayed)
    expect(await driver.begin(wanted, stayed, stayed)).toEqual(notSetUp)
    expect(await driver.begin(request(), AbortSignal.abort(), stayed)).toEqual({ outcome: 'unavailable' })
  })

  test('by the simulator, for each length, sum and address that Orange would not take', async () => {
    const { driver, line, url } = await orangeMoney()
    const notSetUp = { outcome: 'refused', reason: 'not-set-up' }
    expect(await driver.begin(request({ reference: 'x'.repeat(31) }), stayed, stayed)).toEqual(notSetUp)
    expect(await driver.begin(request({ amount: 0 }), stayed, stayed)).toEqual(notSetUp)
    const atHome = settingsAt(url, { notificationUrl: 'https://127.0.0.1/notified' })
    const away = new OrangeMoney(line, { ...atHome, ...secrets })
    expect(await away.begin(request(), stayed, stayed)).toEqual(notSetUp)
  })
})

describe('tokens', () => {
  test('one that is taken no longer is fetched again, once, for the same request', async () => {
    const { driver, simulator } = await orangeMoney()
    await driver.begin(request(), stayed, stayed)
    simulator.expireTokens()
    expect(await driver.begin(request(), stayed, stayed)).toEqual(begun)
  })

  test('one that does not come in time: nothing was asked', async () => {
    const frozen = createManualClock()
    const { line, clock } = createLine()
    const url = await served(new OrangeSimulator({ ...account, clock: frozen, script: [{ name: 'slow-token' }] }))
    const first = new OrangeMoney(line, { ...settingsAt(url), ...secrets }).begin(request(), stayed, stayed)
    await expect.poll(() => frozen.waiting()).toEqual([SLOW_TOKEN_MS])
    clock.advance(30_000)
    expect(await first).toEqual({ outcome: 'unavailable' })
  })

  test('a door that is closed: nothing was asked', async () => {
    const { line } = createLine()
    const settings = settingsAt(`http://127.0.0.1:${await freePort()}`)
    expect(await new OrangeMoney(line, { ...settings, ...secrets }).begin(request(), stayed, stayed)).toEqual({
      outcome: 'unavailable',
    })
  })
})

test('the examination lets itself in, and leaves the rest to a payment', async () => {
  const { driver, line, url } = await orangeMoney()
  const names = async (examined: typeof driver) =>
    (await examined.examine()).map(({ step, finding }) => `${step} ${finding}`).join(', ')
  expect(await names(driver)).toMatch(
    /^address ok, certificate plain, clock [a-z-]+, access ok, contract not-tried, currency not-tried$/u,
  )
  const wrong = { ...secrets, clientSecret: 'another' }
  expect(await names(new OrangeMoney(line, { ...settingsAt(url), ...wrong }))).toContain('access refused')
})

test('settings say what is wrong with them', () => {
  const good = { ...settingsAt('https://api.orange.com') }
  const faults = (more: object) =>
    orangeMoneySettings
      .safeParse({ ...good, ...more }, inEnglish)
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(faults({})).toBeUndefined()
  expect(faults({ baseUrl: 'http://api.orange.com' })).toEqual([expect.stringContaining('baseUrl: expected an https')])
  expect(faults({ clientSecret: 'in the open' })).toEqual([expect.stringContaining('clientSecret')])
  expect(faults({ clientSecret: {} })).toEqual([expect.stringContaining('secretFile or secretEnv')])
  expect(faults({ returnUrl: 'http://venue.example' })).toEqual(['returnUrl: expected an https address'])
  expect(faults({ tokn: 1 })).toEqual([expect.stringContaining('tokn')])
})
