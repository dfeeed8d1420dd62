import { expect, onTestFinished } from 'vitest'
import type { PaymentRef, TenderDriver, TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { referenceFor } from '../../../electron/host/system.ts'
import { CloudTerminal, LocalTerminal, type Terminal } from '../../../electron/payments/adyen/terminals.ts'
import { AdyenDriver } from '../../../electron/payments/adyen/driver.ts'
import {
  adyenCloudSettings,
  adyenLocalSettings,
  type AdyenLocalSettings,
  isTerminalCertificate,
} from '../../../electron/payments/adyen/settings.ts'
import { createAdyenSimulator } from '../../../electron/simulators/adyen.ts'
import { withSecrets } from '../../../electron/payments/settings-fields.ts'
import type { Line } from '../../../electron/payments/http.ts'
import { parseScenario, type ProviderSimulator } from '../../../electron/simulators/provider-simulator.ts'
import { serveProviderSimulator } from '../../../electron/simulators/provider-server.ts'
import {
  createLine,
  createManualClock,
  knownOf as knownAt,
  type ManualClock,
  request as anyRequest,
  stayed,
} from '../provider-line.ts'
import { certificates, key as privateKey, root } from './certificates.ts'

export const POI_ID = 'V400m-000000001'
export const ways = ['adyen-local', 'adyen-cloud'] as const
export type Way = (typeof ways)[number]

export const secrets = { passphrase: 'canary-passphrase', apiKey: 'canary-api-key' }
export const sharedKey = { identifier: 'guichet-test', version: 2, passphrase: secrets.passphrase }

export const simulatorOptions = { poiId: POI_ID, key: sharedKey, apiKey: secrets.apiKey, merchantAccount: 'Nongo' }

export interface Place {
  readonly certificate?: string
  readonly ca?: string
  readonly settings?: object
  readonly secrets?: Partial<typeof secrets>
  readonly displays?: NonNullable<AdyenLocalSettings['displays']>
}

const { identifier: keyIdentifier, version: keyVersion } = sharedKey
const sharedSettings = { keyIdentifier, keyVersion, passphrase: { secretFile: 'passphrase' } }

const localSettings = (terminalAddress: string, more: object = {}) =>
  withSecrets(
    adyenLocalSettings.parse({ terminalAddress, poiId: POI_ID, ...sharedSettings, ...more }),
    () => secrets.passphrase,
  )

const cloudSettings = (baseUrl: string, more: object = {}) =>
  adyenCloudSettings.parse({ poiId: POI_ID, apiKey: { secretFile: 'api-key' }, baseUrl, ...more })

export const localTerminal = (line: Line): Terminal =>
  new LocalTerminal(line, { ...localSettings('terminal.example'), ...secrets })
export const cloudTerminal = (line: Line): Terminal =>
  new CloudTerminal(line, { ...cloudSettings('https://cloud.example'), ...secrets })

export function driverAt(way: Way, url: string, clock: ManualClock, place: Place = {}): AdyenDriver {
  const known = { ...secrets, ...place.secrets }
  const ca = place.ca ?? root
  if (way === 'adyen-cloud') {
    const { line } = createLine(clock, { ca })
    return new AdyenDriver(new CloudTerminal(line, { ...cloudSettings(url, place.settings), ...known }), line)
  }
  const settings = localSettings(url, place.settings)
  const { line } = createLine(clock, { ca, isPeer: isTerminalCertificate(settings) })
  return new AdyenDriver(new LocalTerminal(line, { ...settings, ...known, displays: place.displays }), line)
}

/** Serves the simulator: a local terminal over TLS with its own certificate, or the cloud. Returns its URL. */
export async function servedAs(way: Way, simulator: Pick<ProviderSimulator, 'handle'>, place: Place = {}) {
  const cert = place.certificate ?? certificates[`${POI_ID}.test.terminal.adyen.com`]
  const tls = way === 'adyen-local' ? { tls: { cert, key: privateKey } } : {}
  const served = await serveProviderSimulator({ simulator, host: '127.0.0.1', port: 0, ...tls })
  onTestFinished(() => served.close())
  return served.url
}

export async function adyen(way: Way, acts: readonly string[] = [], place: Place = {}) {
  const clock = createManualClock()
  const simulator = createAdyenSimulator({ ...simulatorOptions, clock, script: acts.map((act) => parseScenario(act)!) })
  const requests: string[] = []
  const handle = (request: Request) => (requests.push(request.url), simulator.handle(request))
  const url = await servedAs(way, { handle }, place)
  const driver = driverAt(way, url, clock, place)
  const pay = (wanted: TenderRequest = request(), giveUp: AbortSignal = stayed) =>
    decided(clock, driver.begin(wanted, giveUp, stayed))
  return { driver, clock, requests, pay }
}

/** Maximum interval in milliseconds at which a simulated terminal checks for its customer. */
const LOOK_MS = 500

/** Waits for `deciding`. Advances the clock only while a terminal waits for its customer. */
export async function decided<T>(clock: ManualClock, deciding: Promise<T>): Promise<T> {
  let over = false
  void deciding.finally(() => void (over = true))
  const waits = (): boolean => {
    if (!over && isLooking(clock)) clock.advance(LOOK_MS)
    return over
  }
  await expect.poll(waits, { interval: 2, timeout: 20_000 }).toBe(true)
  return deciding
}

export const isLooking = (clock: ManualClock): boolean => clock.waiting().some((ms) => ms <= LOOK_MS)

let count = 0

export const request = (more: Partial<TenderRequest> = {}): TenderRequest =>
  anyRequest({ reference: referenceFor(String((count += 1)), 'short10'), amount: 7_550, ...more })

export const knownOf = (request: TenderRequest, { host }: Pick<TenderDriver, 'host'>): PaymentRef =>
  knownAt(request, host)
