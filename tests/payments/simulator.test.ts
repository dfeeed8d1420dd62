import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  scenarioNames,
  type OnlineName,
  onlineNames,
  servePaymentSimulator,
  wrongAct,
} from '../../electron/app/simulators.ts'
import type { Examinable, TenderDriver } from '../../electron/kiosk/ports/devices.ts'
import { createSystemClock, referenceFor } from '../../electron/host/system.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { provide, providerSettings } from '../../electron/payments/drivers.ts'
import { Zvt } from '../../electron/payments/zvt/driver.ts'
import { zvtSettings } from '../../electron/payments/zvt/settings.ts'
import { cert, key } from '../partner/certificates.ts'
import { stayed } from './provider-line.ts'
import { request } from './djomy/djomy.ts'

const page = 'https://venue.example/'

type Known = Readonly<Record<string, string>>

const own = {
  djomy: { driver: 'djomy-link' },
  'orange-money': { driver: 'orange-money', returnUrl: page, cancelUrl: page, notificationUrl: page },
  'mtn-momo': { driver: 'mtn-momo', currency: 'GNF' },
  adyen: { driver: 'adyen-local', caFile: 'ca.pem' },
  stripe: { driver: 'stripe-terminal', currency: 'GNF' },
  sumup: { driver: 'sumup', currency: 'EUR' },
} as const satisfies Readonly<Record<OnlineName, object>>

function driverOf(name: OnlineName, baseUrl: string, known: Known, ca = cert): Promise<TenderDriver & Examinable> {
  const network = new HttpClient({ ca })
  onTestFinished(() => network.close())
  const fetch = (incoming: Request) => network.fetch(incoming)
  const line = { fetch, clock: createSystemClock(), log: { warn: () => undefined } }
  // The settings of a local Adyen terminal contain no API key, which only the cloud interface uses.
  const told = Object.entries(known).flatMap(([each, value]) => {
    if (name === 'adyen' && each === 'apiKey') return []
    return [[each, /(?:secret|key|passphrase)$/iu.test(each) ? { secretFile: each } : value]]
  })
  const address = name === 'adyen' ? 'terminalAddress' : 'baseUrl'
  const settings = providerSettings.parse({ ...own[name], [address]: baseUrl, ...Object.fromEntries(told) })
  return provide(settings, (each) => known[each] ?? '').create(line)
}

/** SumUp does not support Guinean francs. */
const currencyAt = (name: OnlineName): string => (name === 'sumup' ? 'EUR' : 'GNF')

test.each(onlineNames)('%s is simulated over TLS, with what it says of itself', async (name) => {
  const place = { host: '127.0.0.1', port: 0, tls: { key, cert } }
  const course = { acts: ['refuse', 'approve'], currency: currencyAt(name), times: { customerDelayMs: 0 } }
  const simulator = await servePaymentSimulator({ name, ...place, ...course })
  onTestFinished(() => simulator.close())
  const driver = await driverOf(name, simulator.url.replace('127.0.0.1', 'localhost'), simulator.credentials)
  const steps = (await driver.examine()).map(({ step, finding }) => `${step} ${finding}`)
  expect(steps.slice(0, 4)).toEqual(['address ok', 'certificate ok', 'clock ok', 'access ok'])
  const pay = async () => {
    const reference = referenceFor(request().reference, driver.traits.reference)
    const wanted = { ...request(), reference, currency: currencyAt(name) }
    const begun = await driver.begin(wanted, stayed, stayed)
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
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF', times: {}, tls: { key, cert } }
  const simulator = await servePaymentSimulator({ name: 'mtn-momo', acts: [], ...place })
  onTestFinished(() => simulator.close())
  const driver = await driverOf('mtn-momo', simulator.url, simulator.credentials, rootCertificates.join('\n'))
  expect((await driver.examine()).slice(0, 3)).toEqual([
    { step: 'address', finding: 'ok' },
    { step: 'certificate', finding: 'untrusted', code: expect.stringMatching(/SELF_SIGNED/u) as string },
    { step: 'clock', finding: 'not-tried' },
  ])
  expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
})

test('a card terminal is simulated on a socket, with what it says of itself', async () => {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const simulator = await servePaymentSimulator({ name: 'zvt', acts: [], times: { customerDelayMs: 0 }, ...place })
  onTestFinished(() => simulator.close())
  const { host = '', port } = simulator.settings
  const settings = zvtSettings.parse({ host, port: Number(port), currency: 'GNF', password: { secretFile: 'secret' } })
  const secrets = { password: simulator.credentials['password'] ?? '' }
  const line = { clock: createSystemClock(), log: { warn: () => undefined } }
  const driver = new Zvt(line, { ...settings, ...secrets })
  expect(driver.host).toBe(simulator.url)
  const steps = (await driver.examine()).map(({ step, finding }) => `${step} ${finding}`)
  expect(steps).toEqual(['address ok', 'clock ok', 'access ok', 'device ok', 'currency ok'])
  const wanted = { ...request(), currency: 'GNF' }
  const begun = await driver.begin(wanted, stayed, stayed)
  const known = { ...wanted, host: driver.host, token: begun.outcome === 'begun' ? (begun.token ?? null) : null }
  expect(await driver.settle(known, wanted, stayed, stayed)).toMatchObject({ outcome: 'approved' })
})

test('every act is known by its name, with or without a code, and no other', () => {
  expect(wrongAct(scenarioNames)).toBeUndefined()
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
