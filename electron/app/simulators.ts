import { createSystemClock } from '../host/system.ts'
import { openPseudoTerminal } from '../banknotes/byte-stream.ts'
import { type DeviceAct, deviceActs, type NoteAct, noteActs, serveSspSimulator } from '../simulators/banknotes.ts'
import { createAdyenSimulator } from '../simulators/adyen.ts'
import { DjomySimulator } from '../simulators/djomy.ts'
import { type FiscalFault, fiscalFaults, FiscalSimulator } from '../simulators/fiscal.ts'
import { MtnSimulator } from '../simulators/mtn-momo.ts'
import { OrangeSimulator } from '../simulators/orange-money.ts'
import { type ServedProviderSimulator, serveProviderSimulator } from '../simulators/provider-server.ts'
import {
  scenarioNames,
  parseScenario,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
  type SimulatedDelays,
} from '../simulators/provider-simulator.ts'
import { StripeSimulator } from '../simulators/stripe.ts'
import { SumupSimulator } from '../simulators/sumup.ts'
import { isKnownCurrency } from '../payments/zvt/settings.ts'
import { createZvtSimulator, serveZvtSimulator } from '../simulators/zvt.ts'

export { scenarioNames }

export const onlineNames = ['djomy', 'orange-money', 'mtn-momo', 'adyen', 'stripe', 'sumup'] as const

export const simulatorNames = [...onlineNames, 'zvt'] as const

export type OnlineName = (typeof onlineNames)[number]
type SimulatorName = (typeof simulatorNames)[number]

const isOnline = (name: SimulatorName): name is OnlineName => onlineNames.some((each) => each === name)

/** Secret of every simulator. It is not confidential, because simulators process no real payments. */
const SECRET = 'simulator'

const API_USER = '00000000-0000-4000-8000-000000000001'

const POI_ID = 'V400m-000000001'

const STRIPE = { secretKey: 'sk_test_simulator', reader: 'tmr_simulator' }

const SUMUP = {
  apiKey: SECRET,
  merchantCode: 'MSIMULAT',
  reader: 'rdr_SIMULATOR00000000000000000',
  affiliateApp: 'org.guichet',
  affiliateKey: SECRET,
}

/** Credentials expected by a simulator, named as in the settings and secrets of its driver. */
const credentials: Readonly<Record<OnlineName, Readonly<Record<string, string>>>> = {
  djomy: { clientId: SECRET, clientSecret: SECRET },
  'orange-money': { clientId: SECRET, clientSecret: SECRET, merchantKey: SECRET },
  'mtn-momo': { targetEnvironment: 'sandbox', apiUser: API_USER, subscriptionKey: SECRET, apiKey: SECRET },
  /** The local Adyen driver uses the key and passphrase, and the cloud driver uses the API key. */
  adyen: { poiId: POI_ID, keyIdentifier: SECRET, passphrase: SECRET, apiKey: SECRET },
  stripe: STRIPE,
  sumup: SUMUP,
}

const makers: Readonly<Record<OnlineName, (options: ProviderSimulatorOptions, currency: string) => ProviderSimulator>> =
  {
    djomy: (options) => new DjomySimulator({ ...options, clientId: SECRET, clientSecret: SECRET }),
    'orange-money': (options, currency) =>
      new OrangeSimulator({ ...options, clientId: SECRET, clientSecret: SECRET, merchantKey: SECRET, currency }),
    'mtn-momo': (options, currency) =>
      new MtnSimulator({ ...options, subscriptionKey: SECRET, apiUser: API_USER, apiKey: SECRET, currency }),
    adyen: (options) =>
      createAdyenSimulator({
        ...options,
        poiId: POI_ID,
        key: { identifier: SECRET, version: 1, passphrase: SECRET },
        apiKey: SECRET,
      }),
    stripe: (options, currency) => new StripeSimulator({ ...options, ...STRIPE, currency }),
    sumup: (options, currency) => new SumupSimulator({ ...options, ...SUMUP, currency }),
  }

interface SimulatorOptions {
  readonly name: SimulatorName
  readonly host: string
  /** Port number; 0 selects any free port. If absent, the simulator's default port is used. */
  readonly port?: number | undefined
  /**
   * Outcomes of the next payments in order, such as `refuse:NOT_ENOUGH_FUNDS`. Once the list is used up, all payments
   * are approved.
   */
  readonly acts: readonly string[]
  readonly days?: readonly string[]
  readonly currency: string
  readonly times: Partial<SimulatedDelays>
  /** Certificate and private key as PEM texts. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}

export const wrongAct = (acts: readonly string[]): string | undefined => acts.find((act) => parseScenario(act) === null)

const readActs = (acts: readonly string[]) => acts.flatMap((act) => parseScenario(act) ?? [])

interface Simulator extends ProviderSimulator {
  readonly credentials: Readonly<Record<string, string>>
}

/** Returns whether the simulator supports a currency. A terminal supports only currencies with a known numeric code. */
export const hasCurrency = (name: SimulatorName, currency: string): boolean =>
  isOnline(name) ? /^[A-Z]{3}$/u.test(currency) : isKnownCurrency(currency)

/** Creates a simulated payment provider in the current process. */
export function createSimulator(
  options: Pick<SimulatorOptions, 'acts' | 'currency' | 'times'> & { readonly name: OnlineName },
  clock: ProviderSimulatorOptions['clock'],
): Simulator {
  const { name, currency, times } = options
  const script = readActs(options.acts)
  return { ...makers[name]({ clock, script, times }, currency), credentials: credentials[name] }
}

const USUAL_PORT = 7430
/** Default port of ZVT according to the protocol's documentation. */
const ZVT_PORT = 20_007
/** Factory default of the cash register password of ZVT terminals. */
const ZVT_PASSWORD = '000000'

/** A simulator that listens on a socket. `settings`: settings with which a driver connects to the simulator. */
interface ServedSimulator extends Pick<Simulator, 'credentials'> {
  readonly url: string
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function servePaymentSimulator(options: SimulatorOptions): Promise<ServedSimulator> {
  const { name, port = USUAL_PORT } = options
  if (!isOnline(name)) return serveTerminal(options)
  const simulator = createSimulator({ ...options, name }, createSystemClock())
  const served: ServedProviderSimulator = await serveProviderSimulator({ simulator, ...options, port })
  return { ...served, settings: { baseUrl: served.url }, credentials: simulator.credentials }
}

async function serveTerminal({
  acts,
  days: ends = [],
  currency,
  times,
  ...at
}: SimulatorOptions): Promise<ServedSimulator> {
  if (!isKnownCurrency(currency)) throw new Error(`a terminal knows no currency ${currency}`)
  const clock = createSystemClock()
  const [script, days] = [readActs(acts), readActs(ends)]
  const terminal = createZvtSimulator({ clock, script, days, times, password: ZVT_PASSWORD, currency })
  const served = await serveZvtSimulator(terminal, { host: at.host, port: at.port ?? ZVT_PORT })
  const { place } = served
  const url = `tcp://${place.host}:${place.port}`
  const settings = { host: place.host, port: String(place.port), currency }
  return { url, settings, credentials: { password: ZVT_PASSWORD }, close: () => served.close() }
}

export { deviceActs, fiscalFaults, noteActs }

/** Serves a simulated fiscal service; `port` is 7440 by default. */
export async function serveFiscalSimulator({
  host,
  port = 7440,
  script,
  slowMs,
}: {
  readonly host: string
  readonly port: number | undefined
  readonly script: readonly FiscalFault[]
  readonly slowMs: number | undefined
}) {
  const clock = createSystemClock()
  const simulator = new FiscalSimulator({ clock, key: SECRET, script, ...(slowMs !== undefined && { slowMs }) })
  return { ...(await serveProviderSimulator({ simulator, host, port })), key: SECRET }
}

const isNoteAct = (word: string): word is NoteAct => noteActs.some((act) => act === word)
const isDeviceAct = (word: string): word is DeviceAct => deviceActs.some((act) => act === word)

/** Default note values by currency, in whole currency units. */
const defaultNotes: Readonly<Record<string, readonly number[]>> = {
  GNF: [500, 1_000, 2_000, 5_000, 10_000, 20_000],
  XOF: [500, 1_000, 2_000, 5_000, 10_000],
  EUR: [5, 10, 20, 50],
}

/**
 * Path of the simulated serial port. It is below `/dev`, like real serial ports, in a folder that every account can
 * write to.
 */
const LINK = '/dev/shm/guichet-note-device'

interface NoteSimulatorOptions {
  readonly host: string
  /** Network port; 0 selects any free port. If absent, a serial port is used on systems that support it. */
  readonly port?: number | undefined
  readonly currency: string
  /** Note values in whole currency units; empty for the default values. */
  readonly notes: readonly number[]
  readonly acts: readonly string[]
  /** True to simulate an older note acceptor without an encrypted protocol. */
  readonly plain: boolean
}

export const wrongNoteAct = (acts: readonly string[]): string | undefined => acts.find((act) => !isNoteAct(act))

export async function serveNoteSimulator({ notes, acts, plain, currency, host, port }: NoteSimulatorOptions) {
  const known = notes.length > 0 ? notes : (defaultNotes[currency] ?? defaultNotes['EUR'] ?? [])
  const served = await serveSspSimulator(
    { host, port: port ?? 0 },
    {
      clock: createSystemClock(),
      currency,
      notes: known.toSorted((one, other) => one - other),
      encrypts: !plain,
      script: acts.filter(isNoteAct),
    },
  )
  const isSerial = port === undefined && process.platform !== 'win32'
  // The device accepts one client at a time: a client on the serial port would disconnect a network client.
  const terminal = isSerial ? await openPseudoTerminal(LINK, served) : null
  return {
    /** Value for the setting `notes.device` of a kiosk. */
    address: terminal ? LINK : `tcp://${served.host}:${served.port}`,
    /** Processes a typed command: a note value with an optional outcome, or an action of the device. */
    typed(line: string): string {
      const [word = '', act = ''] = line.trim().split(/\s+/u)
      if (isDeviceAct(word)) {
        served.device.does(word)
        return `${word}: done`
      }
      if (!/^\d+$/u.test(word) || (act !== '' && !isNoteAct(act)))
        return `a note such as ${known.at(-1)}, with ${noteActs.join(', ')} behind it; or ${deviceActs.join(', ')}`
      const isIn = served.device.insert(Number(word), isNoteAct(act) ? act : undefined)
      return `${word}: ${isIn ? 'in' : 'it takes none now, or knows no such note'}`
    },
    async close() {
      await terminal?.close()
      await served.close()
    },
  }
}
