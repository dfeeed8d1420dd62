import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  actNames,
  type OnlineName,
  onlineNames,
  servePaymentSimulator,
  wrongAct,
} from '../../electron/app/simulators.ts'
import type { Examinable, TenderDriver } from '../../electron/core/ports/devices.ts'
import { createSystemClock, referenceFor } from '../../electron/host/system.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { adyenLocal } from '../../electron/payment/drivers.ts'
import { DjomyLink } from '../../electron/payment/djomy/link.ts'
import { djomyLinkSettings } from '../../electron/payment/djomy/settings.ts'
import { MtnMomo } from '../../electron/payment/mtn-momo/driver.ts'
import { mtnMomoSettings } from '../../electron/payment/mtn-momo/settings.ts'
import { Zvt } from '../../electron/payment/zvt/driver.ts'
import { zvtSettings } from '../../electron/payment/zvt/settings.ts'
import { connectOverTcp } from '../../electron/payment/zvt/wire.ts'
import { OrangeMoney } from '../../electron/payment/orange-money/driver.ts'
import { orangeMoneySettings } from '../../electron/payment/orange-money/settings.ts'
import { StripeTerminal } from '../../electron/payment/stripe/driver.ts'
import { stripeTerminalSettings } from '../../electron/payment/stripe/settings.ts'
import { Sumup } from '../../electron/payment/sumup/driver.ts'
import { sumupSettings } from '../../electron/payment/sumup/settings.ts'
import { cert, key } from '../partner/certificates.ts'
import { stayed } from './provider-line.ts'
import { request } from './djomy/djomy.ts'

const elsewhere = { secretFile: 'secret' }
const page = 'https://venue.example/'

type Known = Readonly<Record<string, string>>

/** The driver of each, set up by what the simulator says of itself. */
async function driverOf(
  name: OnlineName,
  baseUrl: string,
  known: Known,
  ca = cert,
): Promise<TenderDriver & Examinable> {
  const network = new HttpClient({ ca })
  onTestFinished(() => network.close())
  const line = {
    fetch: (incoming: Request) => network.fetch(incoming),
    clock: createSystemClock(),
    log: { warn: () => undefined },
  }
  const secret = (each: string): string => known[each] ?? ''
  switch (name) {
    case 'djomy': {
      const settings = djomyLinkSettings.parse({ baseUrl, clientId: secret('clientId'), clientSecret: elsewhere })
      return new DjomyLink(line, { ...settings, clientSecret: secret('clientSecret') })
    }
    case 'orange-money': {
      const settings = orangeMoneySettings.parse({
        baseUrl,
        clientId: secret('clientId'),
        clientSecret: elsewhere,
        merchantKey: elsewhere,
        returnUrl: page,
        cancelUrl: page,
        notificationUrl: page,
      })
      const secrets = { clientSecret: secret('clientSecret'), merchantKey: secret('merchantKey') }
      return new OrangeMoney(line, { ...settings, ...secrets })
    }
    case 'mtn-momo': {
      const settings = mtnMomoSettings.parse({
        baseUrl,
        targetEnvironment: secret('targetEnvironment'),
        currency: 'GNF',
        apiUser: secret('apiUser'),
        subscriptionKey: elsewhere,
        apiKey: elsewhere,
      })
      const secrets = { subscriptionKey: secret('subscriptionKey'), apiKey: secret('apiKey') }
      return new MtnMomo(line, { ...settings, ...secrets, disbursements: undefined })
    }
    case 'adyen': {
      const settings = adyenLocal.settings.parse({
        terminalAddress: baseUrl,
        poiId: secret('poiId'),
        keyIdentifier: secret('keyIdentifier'),
        passphrase: elsewhere,
      })
      return adyenLocal.create(line, { ...settings, passphrase: secret('passphrase'), displays: undefined })
    }
    case 'stripe': {
      const reader = secret('reader')
      const settings = stripeTerminalSettings.parse({ baseUrl, secretKey: elsewhere, reader, currency: 'GNF' })
      return new StripeTerminal(line, { ...settings, secretKey: secret('secretKey') })
    }
    case 'sumup': {
      const settings = sumupSettings.parse({
        baseUrl,
        merchantCode: secret('merchantCode'),
        reader: secret('reader'),
        affiliateApp: secret('affiliateApp'),
        apiKey: elsewhere,
        affiliateKey: elsewhere,
        currency: 'EUR',
      })
      const secrets = { apiKey: secret('apiKey'), affiliateKey: secret('affiliateKey') }
      return new Sumup(line, { ...settings, ...secrets })
    }
  }
}

/** SumUp takes no francs of Guinea. */
const currencyAt = (name: OnlineName): string => (name === 'sumup' ? 'EUR' : 'GNF')

test.each(onlineNames)('%s is simulated over TLS, with what it says of itself', async (name) => {
  const simulator = await servePaymentSimulator({
    name,
    host: '127.0.0.1',
    port: 0,
    acts: ['refuse', 'approve'],
    currency: currencyAt(name),
    times: { thinkMs: 0 },
    tls: { key, cert },
  })
  onTestFinished(() => simulator.close())
  const driver = await driverOf(name, simulator.url.replace('127.0.0.1', 'localhost'), simulator.credentials)
  const steps = (await driver.examine()).map(({ step, finding }) => `${step} ${finding}`)
  expect(steps.slice(0, 4)).toEqual(['address ok', 'certificate ok', 'clock ok', 'access ok'])
  const pay = async () => {
    const reference = referenceFor(request().reference, driver.traits.reference)
    const wanted = { ...request(), reference, currency: currencyAt(name) }
    const begun = await driver.begin(wanted, stayed, stayed)
    // These decide at once.
    expect(begun.outcome === 'begun').toBe(name !== 'adyen' && name !== 'sumup')
    if (begun.outcome !== 'begun') return begun.outcome
    const payment = { ...wanted, host: driver.host, token: begun.token ?? null }
    const settled = await driver.settle?.(payment, wanted, stayed, stayed)
    return (settled ?? (await driver.ask(payment, stayed))).outcome
  }
  expect(await pay()).toBe(name === 'djomy' ? 'pending' : 'refused')
  expect(await pay()).toBe('approved')
})

test('a certificate that is not trusted is named, and nothing was asked', async () => {
  const simulator = await servePaymentSimulator({
    name: 'mtn-momo',
    host: '127.0.0.1',
    port: 0,
    acts: [],
    currency: 'GNF',
    times: {},
    tls: { key, cert },
  })
  onTestFinished(() => simulator.close())
  const driver = await driverOf('mtn-momo', simulator.url, simulator.credentials, rootCertificates.join('\n'))
  const findings = await driver.examine()
  expect(findings.slice(0, 3)).toEqual([
    { step: 'address', finding: 'ok' },
    { step: 'certificate', finding: 'untrusted', code: expect.stringMatching(/SELF_SIGNED/u) as string },
    { step: 'clock', finding: 'not-tried' },
  ])
  expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
})

test('a card terminal is simulated on a socket, with what it says of itself', async () => {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const simulator = await servePaymentSimulator({ name: 'zvt', acts: [], times: { thinkMs: 0 }, ...place })
  onTestFinished(() => simulator.close())
  const { host = '', port } = simulator.settings
  const settings = zvtSettings.parse({ host, port: Number(port), currency: 'GNF', password: elsewhere })
  const secrets = { password: simulator.credentials['password'] ?? '' }
  const line = { clock: createSystemClock(), log: { warn: () => undefined } }
  const driver = new Zvt(line, connectOverTcp, { ...settings, ...secrets })
  expect(driver.host).toBe(simulator.url)
  const steps = (await driver.examine()).map(({ step, finding }) => `${step} ${finding}`)
  expect(steps).toEqual(['address ok', 'clock ok', 'access ok', 'device ok', 'currency ok'])
  const wanted = { ...request(), currency: 'GNF' }
  const begun = await driver.begin(wanted, stayed, stayed)
  const known = { ...wanted, host: driver.host, token: begun.outcome === 'begun' ? (begun.token ?? null) : null }
  expect(await driver.settle(known, wanted, stayed, stayed)).toMatchObject({ outcome: 'approved' })
})

test('every act is known by its name, with or without a code, and no other', () => {
  expect(wrongAct(actNames)).toBeUndefined()
  expect(wrongAct(['refuse:NOT_ENOUGH_FUNDS', 'approve:', 'wait'])).toBe('approve:')
  expect(wrongAct(['pay'])).toBe('pay')
})

test('the command says where it is and what it wants to be told, and ends when it is stopped', async () => {
  const main = fileURLToPath(new URL('../../electron/cli/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'payment-simulator', 'orange-money', '--port', '0', '--act', 'refuse'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  await expect.poll(() => said).toContain('merchantKey simulator')
  const url = /baseUrl (http:\S+)/u.exec(said)?.[1] ?? ''
  expect((await fetch(`${url}/oauth/v3/token`, { method: 'POST' })).status).toBe(401)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
