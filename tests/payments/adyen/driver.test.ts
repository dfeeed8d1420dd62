import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { outcomeEvent } from '../../../electron/kiosk/payment/tender.ts'
import type { TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import { createManualClock, follows, stayed } from '../provider-line.ts'
import {
  adyen,
  decided,
  driverAt,
  isLooking,
  knownOf,
  request,
  servedAs,
  ways,
  type Way,
  simulatorOptions,
  type Place,
} from './adyen.ts'
import { parseJson } from '../../../shared/json.ts'
import { NexoCrypto } from '../../../electron/payments/adyen/nexo-crypto.ts'
import { createAdyenSimulator } from '../../../electron/simulators/adyen.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import { paymentData, skipWithout } from '../../support/payment-data.ts'
import { adyenLocalSettings } from '../../../electron/payments/adyen/settings.ts'
import { certificates, fingerprint } from './certificates.ts'

const unknown = { outcome: 'unknown' }

async function terminal(way: Way, acts: readonly string[] = []) {
  const made = await adyen(way, acts)
  const ask = (wanted: TenderRequest, afterMs = 0) => {
    made.clock.advance(afterMs)
    return made.driver.ask(knownOf(wanted, made.driver), stayed)
  }
  return { ...made, ask }
}

describe.each(ways)('a payment, %s', (way) => {
  test('is approved with amount, currency, card and what the customer’s receipt has to say', async () => {
    const { driver, pay, ask } = await terminal(way)
    const told: DeviceProgress[] = []
    const wanted = request({ onProgress: (progress) => void told.push(progress) })
    const approved = await pay(wanted)
    const read = ['Card **** **** **** 9999', 'Card type mc', 'Entry mode Contactless', 'AID A0000000041010']
    const receipt = ['CARDHOLDER COPY', ...read, 'Auth. code 123456', 'TOTAL EUR 75.5', 'APPROVED']
    expect(approved).toEqual({
      outcome: 'approved',
      approval: expect.stringMatching(/^\w{6}\d{13}\.\d+$/u) as string,
      amount: 7_550,
      currency: 'EUR',
      card: {
        brand: 'Mastercard',
        ending: '9999',
        read: 'contactless',
        receipt,
      },
    })
    expect(told).toEqual([{ phase: 'present-card' }])
    expect(await ask(wanted)).toEqual(approved)
    expect(driver.traits).toMatchObject({ findBy: 'own', reference: 'short10', cancel: 'asks', unattended: true })
  })

  test('in francs without a smaller unit is asked for and approved in whole ones', async () => {
    const { pay } = await terminal(way)
    expect(await pay(request({ amount: 75_000, currency: 'GNF' }))).toMatchObject({ amount: 75_000, currency: 'GNF' })
  })

  test.each([
    ['Refusal/210 Not enough balance', 'not-enough-money'],
    ['Refusal/214 Declined online', 'declined'],
    ['Refusal/Expired Card', 'card-expired'],
    ['Refusal/Withdrawal amount exceeded', 'over-limit'],
    ['WrongPIN', 'wrong-pin'],
    ['InvalidCard', 'card-not-taken'],
    ['PaymentRestriction', 'card-not-taken'],
    ['UnreachableHost', 'provider-down'],
    ['DeviceOut', 'provider-down'],
    ['NotAllowed', 'not-set-up'],
    ['Cancel/card removed', 'card-removed'],
    ['Cancel/126 Shopper did not present card', 'timed-out'],
  ])('that the terminal refuses with %s is refused: %s', async (code, reason) => {
    const { pay, ask } = await terminal(way, [`refuse:${code}`])
    const wanted = request()
    expect(await pay(wanted)).toEqual({ outcome: 'refused', reason })
    expect(await ask(wanted)).toEqual({ outcome: 'refused', reason })
  })

  test.each(['Cancel', 'Aborted'])('that the customer stopped there (%s) is cancelled', async (condition) => {
    const { pay } = await terminal(way, [`refuse:${condition}/108 Shopper cancelled tx`])
    expect(await pay()).toEqual({ outcome: 'cancelled' })
  })

  test.each(['InProgress', 'NotFound', 'SomethingNew'])('answered with %s is not decided', async (condition) => {
    const { pay } = await terminal(way, [`refuse:${condition}`])
    expect(await pay()).toEqual(unknown)
  })

  test.each(['LoggedOut', 'UnavailableDevice'])('was not begun where the terminal says %s', async (condition) => {
    const { pay } = await terminal(way, [`fault:${condition}`])
    expect(await pay()).toEqual({ outcome: 'unavailable' })
  })

  test('of half the sum is no approval: people are told what was taken', async () => {
    const { pay } = await terminal(way, ['partial'])
    const wanted = request()
    const outcome = await pay(wanted)
    expect(outcome).toMatchObject({ outcome: 'approved', amount: 3_775 })
    if (outcome.outcome !== 'approved') throw new Error('nothing was taken')
    const tender = { kind: 'card', reference: 'order', amount: wanted.amount } as const
    const differs = { amount: 3_775, currency: 'EUR' }
    expect(outcomeEvent(outcome, tender, 'EUR')).toEqual({ type: 'tender-unknown', forGood: true, differs })
  })

  test.each([
    ['wrong-amount', { amount: 750, currency: 'EUR' }],
    ['wrong-currency', { amount: 75, currency: 'XOF' }],
  ])('of another sum or currency is told as it is: %s', async (act, taken) => {
    const { pay } = await terminal(way, [act])
    expect(await pay(request({ amount: 7_500 }))).toMatchObject({ outcome: 'approved', ...taken })
  })
})

describe.each(ways)('a terminal, %s', (way) => {
  test('with another payment takes no second one, and the first goes on', async () => {
    const { driver, clock, pay } = await terminal(way)
    const first = driver.begin(request(), stayed, stayed)
    await expect.poll(() => isLooking(clock)).toBe(true)
    expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await decided(clock, first)).toMatchObject({ outcome: 'approved' })
    expect(await pay()).toMatchObject({ outcome: 'approved' })
  })

  test.each([
    ['lose-reply', '0 s: pending, 6 s: approved'],
    ['not-found', '2 s: notYet, 2 s: notYet, 2 s: approved'],
  ])('whose answer was lost is asked what became of the payment: %s', async (act, timeline) => {
    const { pay, ask } = await terminal(way, [act])
    const wanted = request()
    expect(await pay(wanted)).toEqual(unknown)
    await follows((afterSeconds) => ask(wanted, afterSeconds * 1000), timeline, {
      pending: { outcome: 'pending' },
      notYet: { outcome: 'pending', unless: 'cancelled' },
      approved: expect.objectContaining({ outcome: 'approved', amount: 7_550 }) as object,
    })
  })

  test('that was told the same payment twice turns the second away, which says nothing of the first', async () => {
    const { pay, ask } = await terminal(way)
    const wanted = request()
    expect(await pay(wanted)).toMatchObject({ outcome: 'approved' })
    expect(await pay(wanted)).toEqual(unknown)
    expect(await ask(wanted)).toMatchObject({ outcome: 'approved' })
  })

  test('is asked about no payment of another one', async () => {
    const { driver, requests } = await terminal(way)
    for (const host of ['https://elsewhere.example/V400m-000000002', '', 'V400m-000000001']) {
      expect(await driver.ask({ ...knownOf(request(), driver), host }, stayed)).toEqual(unknown)
      expect(await driver.cancel?.({ ...knownOf(request(), driver), host })).toBe('still-open')
    }
    expect(requests).toEqual([])
  })
})

describe.each(ways)('a customer who would rather not, %s', (way) => {
  async function givesUp(act: string) {
    const { driver, clock, ask } = await terminal(way, [act])
    const giveUp = new AbortController()
    const wanted = request()
    const paying = driver.begin(wanted, giveUp.signal, stayed)
    await expect.poll(() => isLooking(clock)).toBe(true)
    giveUp.abort()
    return { outcome: await decided(clock, paying), told: await ask(wanted) }
  }

  test('stops the terminal, whose own answer says so', async () => {
    expect(await givesUp('wait')).toEqual({ outcome: { outcome: 'cancelled' }, told: { outcome: 'cancelled' } })
  })

  test('and whose card was taken all the same has paid', async () => {
    const { outcome, told } = await givesUp('stop-too-late')
    expect(outcome).toMatchObject({ outcome: 'approved', amount: 7_550 })
    expect(told).toEqual(outcome)
  })

  test('before anything was asked has not paid', async () => {
    const { driver, requests } = await terminal(way)
    const giveUp = AbortSignal.abort()
    expect(await driver.begin(request(), giveUp, stayed)).toEqual({ outcome: 'unavailable' })
    expect(requests).toEqual([])
  })

  test('after a restart stops it, too, and nothing is proved by that', async () => {
    const { driver, clock, ask } = await terminal(way, ['wait'])
    const wanted = request()
    const stopping = new AbortController()
    const first = driver.begin(wanted, stayed, stopping.signal)
    await expect.poll(() => isLooking(clock)).toBe(true)
    stopping.abort()
    expect(await first).toEqual(unknown)
    expect(await ask(wanted)).toEqual({ outcome: 'pending' })
    expect(await driver.cancel?.(knownOf(wanted, driver))).toBe('still-open')
    expect(await ask(wanted)).toEqual({ outcome: 'cancelled' })
  })
})

describe.each(ways)('money back, %s', (way) => {
  test('goes back over the terminal, in parts, at most what was taken', async () => {
    const { driver, pay } = await terminal(way)
    const wanted = request()
    const paid = await pay(wanted)
    if (paid.outcome !== 'approved') throw new Error('not paid')
    const back = (amount: number) => {
      const asked = { reference: request().reference, amount, approval: paid.approval }
      const payment = knownOf(wanted, driver)
      return { asked, made: driver.refund?.(payment, asked, stayed), payment }
    }
    const first = back(5_000)
    const refunded = { outcome: 'refunded', receipt: expect.stringMatching(/\./u) as string }
    const made = await first.made
    expect(made).toEqual(refunded)
    expect(await driver.askRefund?.(first.payment, first.asked, stayed)).toEqual(made)
    expect(await back(5_000).made).toEqual({ outcome: 'refused', reason: 'declined' })
    expect(await back(2_550).made).toEqual(refunded)
    const never = { ...first.asked, reference: request().reference }
    expect(await driver.askRefund?.(first.payment, never, stayed)).toEqual(unknown)
  })
})

test('a wrong key at a terminal in the house is found by its diagnosis, and decides nothing', async () => {
  const { driver } = await adyen('adyen-local', [], { secrets: { passphrase: 'another' } })
  const findings = (await driver.examine()).map(({ step, finding }) => `${step} ${finding}`)
  expect(findings).toEqual(expect.arrayContaining(['address ok', 'certificate ok', 'access unreadable']))
  expect(await driver.begin(request(), stayed, stayed)).toEqual(unknown)
})

test('a wrong key of the cloud is turned away before anything is asked', async () => {
  const { driver } = await adyen('adyen-cloud', [], { secrets: { apiKey: 'another' } })
  expect(await driver.examine()).toContainEqual({ step: 'access', finding: 'refused', status: 401 })
  expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
})

test('the cloud that answers with nothing, where no terminal has that number, decides nothing', async () => {
  const { driver } = await adyen('adyen-cloud', [], { settings: { poiId: 'V400m-000000009' } })
  expect(await driver.begin(request(), stayed, stayed)).toEqual(unknown)
})

test('the newer cloud is asked by the merchant’s account', async () => {
  const { pay, requests } = await adyen('adyen-cloud', [], { settings: { merchantAccount: 'Nongo' } })
  expect(await pay()).toMatchObject({ outcome: 'approved' })
  expect(requests.map((url) => new URL(url).pathname)).toEqual(['/v1/merchants/Nongo/devices/V400m-000000001/sync'])
})

test('a terminal says by its diagnosis that it takes a card just now', async () => {
  const { driver, clock } = await adyen('adyen-local')
  const paying = driver.begin(request(), stayed, stayed)
  await expect.poll(() => isLooking(clock)).toBe(true)
  expect(await driver.examine()).toContainEqual({ step: 'access', finding: 'ok' })
  await decided(clock, paying)
})

test('an address that changed still leads to the payments of the same terminal', async () => {
  const { driver, pay, ...made } = await adyen('adyen-local')
  const wanted = request()
  const approved = await pay(wanted)
  const moved = { ...knownOf(wanted, driver), host: 'https://192.168.1.77:8443/V400m-000000001' }
  expect(await driver.ask(moved, stayed)).toEqual(approved)
  expect(made.requests).toHaveLength(2)
})

const API = paymentData('adyen-terminal-api/TerminalAPI-v1.json')
const VECTOR = paymentData('nexo-crypto/vector.json')

interface Vector {
  readonly securityKey: { readonly KeyIdentifier: string; readonly KeyVersion: number; readonly Passphrase: string }
  readonly plaintext: string
  readonly secured: { readonly SaleToPOIRequest: ReturnType<NexoCrypto['seal']> & { readonly MessageHeader: object } }
}

test('messages are sealed to the byte as Adyen’s own code seals them', (context) => {
  skipWithout(context, VECTOR)
  const { securityKey: key, plaintext, secured } = JSON.parse(readFileSync(VECTOR, 'utf8')) as Vector
  const crypto = new NexoCrypto({ identifier: key.KeyIdentifier, version: key.KeyVersion, passphrase: key.Passphrase })
  const { MessageHeader: _, ...sealed } = secured.SaleToPOIRequest
  expect(crypto.seal(plaintext, Buffer.from(sealed.SecurityTrailer.Nonce, 'base64'))).toEqual(sealed)
  expect(crypto.open(sealed)).toBe(plaintext)
})

function terminalApi() {
  const { components } = JSON.parse(readFileSync(API, 'utf8')) as {
    components: { schemas: Record<string, { type?: string; properties?: object }> }
  }
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    schema.type === 'object' && schema.properties ? { ...schema, additionalProperties: false } : schema,
  ])
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'api', components: { schemas: Object.fromEntries(schemas) as object } })
  return (name: string, message: unknown): readonly unknown[] => {
    const validate = ajv.getSchema(`api#/components/schemas/${name}`)!
    return validate(message) === true ? [] : (validate.errors ?? [])
  }
}

test('every message that is sent, and every one that the simulator answers, is of Adyen’s interface', async (context) => {
  skipWithout(context, API)
  const faultsIn = terminalApi()
  const clock = createManualClock()
  const script = ['approve', 'refuse:Refusal/Expired Card', 'partial', 'lose-reply', 'wait', 'occupied', 'expire'].map(
    (act) => parseScenario(act)!,
  )
  const simulator = createAdyenSimulator({ ...simulatorOptions, clock, script })
  const faults: unknown[] = []
  const categories = new Set<string>()
  async function checked(asked: Request): Promise<Response> {
    const text = await asked.clone().text()
    const message = parseJson(text) as {
      readonly SaleToPOIRequest: { readonly MessageHeader: { readonly MessageCategory: string } }
    }
    categories.add(message.SaleToPOIRequest.MessageHeader.MessageCategory)
    faults.push(...faultsIn('TerminalAPIRequest', message))
    const answer = await simulator.handle(asked)
    const said = await answer.clone().text()
    if (said !== '') faults.push(...faultsIn('TerminalAPIResponse', parseJson(said)))
    return answer
  }
  const driver = driverAt('adyen-cloud', await servedAs('adyen-cloud', { handle: checked }), clock)
  const pay = async () => {
    const wanted = request()
    const outcome = await decided(clock, driver.begin(wanted, stayed, stayed))
    await driver.ask(knownOf(wanted, driver), stayed)
    return { wanted, outcome }
  }
  const { wanted, outcome } = await pay()
  if (outcome.outcome !== 'approved') throw new Error('not paid')
  const back = { reference: request().reference, amount: 550, approval: outcome.approval }
  await driver.refund?.(knownOf(wanted, driver), back, stayed)
  await driver.askRefund?.(knownOf(wanted, driver), back, stayed)
  await driver.askRefund?.(knownOf(wanted, driver), { ...back, reference: request().reference }, stayed)
  await driver.refund?.(knownOf(wanted, driver), { ...back, reference: request().reference, amount: 99_999 }, stayed)
  for (let each = 0; each < 3; each++) await pay()
  clock.advance(10_000)
  const giveUp = new AbortController()
  const stopped = driver.begin(request(), giveUp.signal, stayed)
  await expect.poll(() => isLooking(clock)).toBe(true)
  await driver.examine()
  giveUp.abort()
  expect(await decided(clock, stopped)).toEqual({ outcome: 'cancelled' })
  await pay()
  await pay()
  await driver.examine()
  expect(faults).toEqual([])
  expect([...categories].toSorted()).toEqual(['Abort', 'Diagnosis', 'Payment', 'Reversal', 'TransactionStatus'])
})

const own = certificates['V400m-000000001.test.terminal.adyen.com']
const other = certificates['V400m-000000002.test.terminal.adyen.com']
const legacy = certificates['legacy-terminal-certificate.live.terminal.adyen.com']

const good = { finding: 'ok', code: undefined, outcome: 'approved', asked: 1 }
const bad = (code: string) => ({ finding: 'untrusted', code, outcome: 'unavailable', asked: 0 })

const another = bad('CERT_OF_ANOTHER')
const lowerCase = fingerprint.toLowerCase()

test.each<[string, Place, object]>([
  ['of this terminal, under any address', { certificate: own }, good],
  ['of all older terminals', { certificate: legacy }, good],
  ['of another terminal', { certificate: other }, another],
  ['with the right name, of another chain', { certificate: own, ca: other }, bad('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
  ['that is pinned itself', { certificate: own, ca: own }, good],
  ['that is pinned by its fingerprint', { certificate: own, settings: { fingerprint: lowerCase } }, good],
  ['with the right name, of another fingerprint', { certificate: legacy, settings: { fingerprint } }, another],
  ['that matches no fingerprint', { certificate: own, settings: { fingerprint: '0'.repeat(64) } }, another],
])('a terminal in the local network with a certificate %s', async (_, place, expected) => {
  const { driver, pay, requests } = await adyen('adyen-local', [], place)
  const finding = (await driver.examine()).find(({ step }) => step === 'certificate')
  const asked = requests.length
  const { outcome } = asked > 0 ? await pay() : await driver.begin(request(), stayed, stayed)
  expect({ finding: finding?.finding, code: finding?.code, outcome, asked }).toEqual(expected)
})

test('the address of a terminal is what it shows, with a port or without', () => {
  const settings = { poiId: 'V400m-1', keyIdentifier: 'key', passphrase: { secretFile: 'secret' } }
  const addressOf = (terminalAddress: string) =>
    adyenLocalSettings.safeParse({ ...settings, terminalAddress }).data?.terminalAddress
  expect(addressOf('192.168.1.20')).toBe('https://192.168.1.20:8443')
  expect(addressOf('terminal.local:9443')).toBe('https://terminal.local:9443')
  expect(addressOf('http://127.0.0.1:7430')).toBe('http://127.0.0.1:7430')
  expect(addressOf('http://192.168.1.20')).toBeUndefined()
  expect(addressOf('')).toBeUndefined()
})
