import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, onTestFinished } from 'vitest'
import { createSimulator, servePaymentSimulator, type OnlineName } from '../../electron/app/payment-simulator.ts'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { demoEventDrafts } from '../../electron/booking-service/demo/events.ts'
import { serveBookingService } from '../../electron/booking-service/serve.ts'
import { createHttpClient } from '../../electron/partner/http-client.ts'
import { drivers, type ProviderSettings } from '../../electron/payment/drivers.ts'
import { serveStandIn } from '../../electron/payment/stand-in/serve.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { DrivenTender } from '../../shared/domain/money/tender.ts'
import type { TenderTraits } from '../../shared/domain/money/tender-traits.ts'
import { createManualClock } from '../payment/provider-line.ts'
import { stadium } from '../seat-map/plans.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { scanQrCodes, type ScannedCode } from '../support/pdf.ts'
import { touchDigits, touchToReview, type Press, type Service } from './sale-machine.ts'

/** Of mobile money: what takes cards stands beside the screen. */
export type Driver = Exclude<ProviderSettings['driver'], 'zvt'>

/** Longer than every way to pay needs, Orange Money's eleven and a half minutes too. */
const HOLD_SECONDS = 1200
/** By then a customer has answered on their telephone. */
const THINK_MS = 30_000
/** By then the latest success has come. */
const LATE_MS = 900_000

const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))
const tls = {
  cert: readFileSync(identity('first-cert.pem'), 'utf8'),
  key: readFileSync(identity('first-key.pem'), 'utf8'),
}

/** A booking service that holds seats for long enough, and sells them in this currency. */
export async function startPatientService(currency = 'GNF'): Promise<Pick<Service, 'url' | 'accessCodes'>> {
  const database = join(temporaryFolder(), 'booking-service.db')
  const drafts = (today: string) => demoEventDrafts([stadium], today).map((draft) => ({ ...draft, currency }))
  const service = await createBookingService({ database, venues: [stadium], holdSeconds: HOLD_SECONDS, drafts })
  const served = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await served.close()
    await service.close()
  })
  return { url: served.url, accessCodes: await service.accessCodes() }
}

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

/** SumUp takes no francs of Guinea. */
export const currencyOf = (driver: Driver): string => (driver === 'sumup' ? 'EUR' : 'GNF')

const page = 'https://venue.example/pay'

/** What a driver has to be told beside where its provider is and what lets it in. */
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

const secrets = new Set([
  'clientSecret',
  'merchantKey',
  'subscriptionKey',
  'apiKey',
  'passphrase',
  'secretKey',
  'affiliateKey',
])

export interface Provider {
  readonly driver: Driver
  readonly traits: TenderTraits
  readonly url: string
  /** In the settings of a machine whose data are there: its secrets are written beside them. */
  settingsFor(data: string): object
  /** The page that it gave last. */
  given(): string
  /** Its time stands still until it is put forward. */
  pass(ms: number): void
  /** A terminal waits for its customer: for one who was not seen yet. */
  waits(): boolean
}

/** The stand-in of a driver's provider over TLS; its customers do so, one payment after the other. */
export async function startProvider(driver: Driver, acts: readonly string[]): Promise<Provider> {
  let given = ''
  // Of the requests that a reader is told of, and those that somebody waited for.
  let [told, seen] = [0, 0]
  const clock = createManualClock()
  const options = { name: simulators[driver], acts, currency: currencyOf(driver), times: {} }
  const simulator = createSimulator(options, clock)
  const standIn = {
    async handle(request: Request): Promise<Response> {
      const reply = await simulator.handle(request)
      if (/\/(?:process_payment_intent|checkout)$/u.test(request.url)) told += 1
      given = /"(?:paymentPageUrl|payment_url)":"([^"]+)"/u.exec(await reply.clone().text())?.[1] ?? given
      return reply
    },
  }
  const served = await serveStandIn({ standIn, host: '127.0.0.1', port: 0, tls })
  onTestFinished(() => served.close())
  const { url } = served
  return {
    driver,
    traits: drivers[driver].traits,
    url,
    settingsFor(data) {
      const asked = drivers[driver].settings.shape
      const known = Object.entries(simulator.credentials).filter(([name]) => name in asked)
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

/** A card terminal on the network; its customers do so, one after the other, each in so many milliseconds. */
export async function startCardTerminal(
  acts: readonly string[],
  thinkMs: number,
  days: readonly string[] = [],
): Promise<Pick<Provider, 'settingsFor'>> {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const terminal = await servePaymentSimulator({ name: 'zvt', acts, days, times: { thinkMs }, ...place })
  onTestFinished(() => terminal.close())
  const { host, port, currency } = terminal.settings
  return {
    settingsFor(data) {
      writeFileSync(join(data, 'zvt-password'), terminal.credentials['password'] ?? '', { mode: 0o600 })
      return { driver: 'zvt', host, port: Number(port), currency, password: { secretFile: 'zvt-password' } }
    },
  }
}

/** The size of a usual screen of 32 inches. */
export const PIXELS_PER_MM = 2.75

/** A live kiosk's settings, by which customers pay over these providers. */
export function writeLiveKiosk(
  data: string,
  service: Pick<Service, 'url' | 'accessCodes'>,
  providers: Readonly<Partial<Record<DrivenTender, Pick<Provider, 'settingsFor'>>>>,
  more: object = {},
): void {
  const payments = Object.fromEntries(
    Object.entries(providers).map(([kind, provider]) => [kind, provider.settingsFor(data)]),
  )
  const settings = {
    mode: 'live',
    role: 'kiosk',
    pixelsPerMillimetre: PIXELS_PER_MM,
    partner: { baseUrl: service.url, partnerCode: 'demo' },
    accessCodes: service.accessCodes,
    payments,
    ...more,
  }
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
}

/** The orders whose tickets lie in the folder. */
export const savedOrders = (data: string): readonly string[] =>
  readdirSync(join(data, 'live', 'tickets')).filter((name) => name.endsWith('.pdf'))

/** What a telephone's camera reads from the screen. */
export async function codeOn(page: Page): Promise<ScannedCode> {
  await page.getByText(fr.paying.scan.waiting).waitFor()
  const { width, height, data } = PNG.sync.read(await page.screenshot())
  const codes = await scanQrCodes({ width, height, data: Uint8ClampedArray.from(data) })
  expect(codes).toHaveLength(1)
  return codes[0]!
}

/** Somebody at a kiosk, with a telephone. */
export function customerAt(page: Page, press: Press = 'tap') {
  const touch = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first()[press]()

  /** From the tickets to what the customer waits for. What a code says is the page that the provider gave. */
  async function begins(tender: DrivenTender, provider: Provider): Promise<string> {
    const { traits } = provider
    await onScreen(page, 'review')
    await touch(tender === 'card' ? fr.review.pay.card : fr.paying.with(fr.desk.tenders[tender]))
    if (traits.payer === 'phone') {
      await touchDigits(page, fr.paying.telephone.number, '622123456', press)
      await touch(new RegExp(`^${fr.paying.telephone.ask('')}`, 'u'))
    }
    await onScreen(page, tender === 'card' ? 'card' : traits.shows === 'qr' ? 'scan' : 'telephone')
    if (tender === 'card') await expect.poll(() => provider.waits()).toBe(true)
    if (traits.shows !== 'qr') return ''
    const { text, width } = await codeOn(page)
    expect(text).toBe(provider.given())
    expect(width / PIXELS_PER_MM).toBeGreaterThanOrEqual(60)
    return text
  }

  return {
    touch,
    begins,
    async pays(tender: DrivenTender, provider: Provider, decision: Decision = 'pay'): Promise<void> {
      const address = await begins(tender, provider)
      await decides(provider, address, decision)
    },
  }
}

/** Three customers buy one after the other, one place each. The first is there; each leaves to the poster. */
export async function threeBuy(
  page: Page,
  data: string,
  pays: () => Promise<void>,
  press: Press = 'tap',
): Promise<void> {
  for (const sold of [1, 2, 3]) {
    await touchToReview(page, 1, press)
    await pays()
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(sold)
    await page.getByRole('button', { name: fr.done.finish }).first()[press]()
    await onScreen(page, 'attract')
  }
}

export type Decision = 'pay' | 'refuse'

/** On the page behind the code; where there is none, on the telephone that is asked, as the provider's script says. */
export async function decides(provider: Provider, address: string, decision: Decision, late = false): Promise<void> {
  if (address === '') return provider.pass(late ? LATE_MS : THINK_MS)
  const phone = createHttpClient({ ca: tls.cert })
  try {
    const asked = await (await phone.fetch(new Request(address))).text()
    expect(asked).toContain(`name="decision" value="${decision}"`)
    const body = new URLSearchParams({ decision })
    const done = await phone.fetch(new Request(address, { method: 'POST', body }))
    expect(done.status).toBe(200)
  } finally {
    phone.close()
  }
}
