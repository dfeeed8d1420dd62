import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import {
  createSimulator,
  type OnlineName,
  serveNoteSimulator,
  servePaymentSimulator,
} from '../../electron/app/simulators.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { drivers, type ProviderSettings } from '../../electron/payments/drivers.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import { createManualClock } from '../payments/provider-line.ts'
import { cleanUp } from '../support/clean-up.ts'
import type { ConnectedProvider } from './machine.ts'

/** Every payment driver except ZVT, whose terminal is started by `startCardTerminal`. */
export type Driver = Exclude<ProviderSettings['driver'], 'zvt'>

/** Time in milliseconds within which the simulated customer answers on the telephone. */
const THINK_MS = 30_000
/** Time in milliseconds within which even a late success arrives. */
const LATE_MS = 900_000

const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))
const read = (name: string): string => readFileSync(identity(name), 'utf8')
const tls = { cert: read('first-cert.pem'), key: read('first-key.pem') }

const simulators: Readonly<Record<Driver, OnlineName>> = {
  'djomy-link': 'djomy',
  'djomy-push': 'djomy',
  'orange-money': 'orange-money',
  'mtn-momo': 'mtn-momo',
  'adyen-local': 'adyen',
  'adyen-cloud': 'adyen',
  'stripe-terminal': 'stripe',
  sumup: 'sumup',
}

/** Returns the currency of a driver's payments. SumUp does not support Guinean francs. */
export const currencyOf = (driver: Driver): string => (driver === 'sumup' ? 'EUR' : 'GNF')

const page = 'https://venue.example/pay'

/** Settings of each driver without the address and the credentials of its provider. */
const ownSettings: Readonly<Record<Driver, object>> = {
  'djomy-link': {},
  'djomy-push': { method: 'OM' },
  'orange-money': { returnUrl: page, cancelUrl: page, notificationUrl: page },
  'mtn-momo': { currency: 'GNF', countryCode: '224', nationalDigits: 9 },
  'adyen-local': { fingerprint: new X509Certificate(tls.cert).fingerprint256 },
  'adyen-cloud': {},
  'stripe-terminal': { currency: currencyOf('stripe-terminal') },
  sumup: { currency: currencyOf('sumup') },
}

const secrets = new Set('clientSecret merchantKey subscriptionKey apiKey passphrase secretKey affiliateKey'.split(' '))

export interface Provider extends ConnectedProvider {
  readonly driver: Driver
  readonly traits: TenderTraits
  readonly url: string
  /** Secrets that a kiosk's data may contain only in the files written by `settingsFor`. */
  readonly secrets: readonly string[]
  given(): string
  /** Advances the provider's clock, which does not run by itself. */
  pass(ms: number): void
  /** Returns true if a terminal waits for its customer. Reports an instantaneous payment only once. */
  waits(): boolean
}

/** Starts the simulator of a driver's provider over TLS. `acts`: actions of its customers, one for each payment. */
export async function startProvider(driver: Driver, acts: readonly string[]): Promise<Provider> {
  let given = ''
  // Number of payment requests to a reader, now and at the last call of `waits`.
  let [told, seen] = [0, 0]
  const clock = createManualClock()
  const options = { name: simulators[driver], acts, currency: currencyOf(driver), times: {} }
  const simulator = createSimulator(options, clock)
  const simulation = {
    async handle(request: Request): Promise<Response> {
      const reply = await simulator.handle(request)
      if (/\/(?:process_payment_intent|checkout)$/u.test(request.url)) told += 1
      given = /"(?:paymentPageUrl|payment_url)":"([^"]+)"/u.exec(await reply.clone().text())?.[1] ?? given
      return reply
    },
  }
  const served = await serveProviderSimulator({ simulator: simulation, host: '127.0.0.1', port: 0, tls })
  cleanUp(() => served.close())
  const { url } = served
  const asked = drivers[driver].settings.shape
  const known = Object.entries(simulator.credentials).filter(([name]) => name in asked)
  return {
    driver,
    traits: drivers[driver].traits,
    url,
    secrets: known.flatMap(([name, text]) => (secrets.has(name) ? [text] : [])),
    settingsFor(data) {
      const entries = known.map(([name, text]) => {
        if (!secrets.has(name)) return [name, text]
        const secretFile = `${driver}-${name}`
        writeFileSync(join(data, secretFile), text, { mode: 0o600 })
        return [name, { secretFile }]
      })
      const own = { ...Object.fromEntries(entries), ...ownSettings[driver] } as object
      const place = 'terminalAddress' in asked ? { terminalAddress: url } : { baseUrl: url }
      return { driver, ...place, caFile: identity('first-cert.pem'), ...own }
    },
    given: () => given,
    pass: (ms) => clock.advance(ms),
    waits() {
      const isNew = told > seen
      seen = told
      return isNew || clock.waiting().length > 0
    },
  }
}

/** Starts a simulated card terminal on the network. `acts`: actions of its customers, in order. */
export async function startCardTerminal(acts: readonly string[], customerDelayMs: number, days: string[] = []) {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const terminal = await servePaymentSimulator({ name: 'zvt', acts, days, times: { customerDelayMs }, ...place })
  cleanUp(() => terminal.close())
  const { host, port, currency } = terminal.settings
  return {
    settingsFor(data: string) {
      writeFileSync(join(data, 'zvt-password'), terminal.credentials['password'] ?? '', { mode: 0o600 })
      return { driver: 'zvt', host, port: Number(port), currency, password: { secretFile: 'zvt-password' } }
    },
  }
}

export type Decision = 'pay' | 'refuse'

/** Pays or refuses on the payment page. If `address` is empty, waits for the customer's telephone. */
export async function decides(provider: Provider, address: string, decision: Decision, late = false): Promise<void> {
  if (address === '') return provider.pass(late ? LATE_MS : THINK_MS)
  const phone = new HttpClient({ ca: tls.cert })
  try {
    const asked = await (await phone.fetch(new Request(address))).text()
    expect(asked).toContain(`name="decision" value="${decision}"`)
    const body = new URLSearchParams({ decision })
    expect((await phone.fetch(new Request(address, { method: 'POST', body }))).status).toBe(200)
  } finally {
    phone.close()
  }
}

export async function startNoteDevice() {
  const place = { host: '127.0.0.1', port: 0 }
  const simulator = await serveNoteSimulator({ ...place, currency: 'GNF', notes: [], acts: [], plain: false })
  cleanUp(() => simulator.close())
  return {
    /** Value of the setting `device`. */
    device: simulator.address,
    async putsIn(note: number) {
      await expect.poll(() => simulator.typed(String(note)), { interval: 10 }).toBe(`${note}: in`)
    },
  }
}

export type NoteDevice = Awaited<ReturnType<typeof startNoteDevice>>
