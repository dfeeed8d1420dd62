import { createSystemClock } from '../host/system.ts'
import { openPseudoTerminal } from '../notes/serial.ts'
import { type DeviceAct, deviceActs, type NoteAct, noteActs, serveSspStandIn } from '../notes/stand-in.ts'
import { createAdyenStandIn } from '../payment/adyen/stand-in.ts'
import { DjomySimulator } from '../payment/djomy/stand-in.ts'
import { MtnSimulator } from '../payment/mtn-momo/stand-in.ts'
import { OrangeSimulator } from '../payment/orange-money/stand-in.ts'
import { type ServedStandIn, serveStandIn } from '../payment/stand-in-server.ts'
import { actNames, readAct, type StandIn, type StandInOptions, type Timetable } from '../payment/stand-in.ts'
import { StripeSimulator } from '../payment/stripe/stand-in.ts'
import { SumupSimulator } from '../payment/sumup/stand-in.ts'
import { isKnownCurrency } from '../payment/zvt/currencies.ts'
import { createZvtStandIn, serveZvtStandIn } from '../payment/zvt/stand-in.ts'

export { actNames }

/** Those that are asked over HTTP. */
export const onlineNames = ['djomy', 'orange-money', 'mtn-momo', 'adyen', 'stripe', 'sumup'] as const

/** Those, and devices beside the screen, which listen in their own way. */
export const simulatorNames = [...onlineNames, 'zvt'] as const

export type OnlineName = (typeof onlineNames)[number]
export type SimulatorName = (typeof simulatorNames)[number]

const isOnline = (name: SimulatorName): name is OnlineName => onlineNames.some((each) => each === name)

/** What everybody may know: a simulator guards nothing. */
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

/** What a simulator wants to be told by its callers, as its driver's settings and secrets name it. */
const credentials: Readonly<Record<OnlineName, Readonly<Record<string, string>>>> = {
  djomy: { clientId: SECRET, clientSecret: SECRET },
  'orange-money': { clientId: SECRET, clientSecret: SECRET, merchantKey: SECRET },
  'mtn-momo': { targetEnvironment: 'sandbox', apiUser: API_USER, subscriptionKey: SECRET, apiKey: SECRET },
  /** Of both drivers: the local one takes key and passphrase, the one over the cloud the API key. */
  adyen: { poiId: POI_ID, keyIdentifier: SECRET, passphrase: SECRET, apiKey: SECRET },
  stripe: STRIPE,
  sumup: SUMUP,
}

const makers: Readonly<Record<OnlineName, (options: StandInOptions, currency: string) => StandIn>> = {
  djomy: (options) => new DjomySimulator({ ...options, clientId: SECRET, clientSecret: SECRET }),
  'orange-money': (options, currency) =>
    new OrangeSimulator({ ...options, clientId: SECRET, clientSecret: SECRET, merchantKey: SECRET, currency }),
  'mtn-momo': (options, currency) =>
    new MtnSimulator({ ...options, subscriptionKey: SECRET, apiUser: API_USER, apiKey: SECRET, currency }),
  adyen: (options) =>
    createAdyenStandIn({
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
  /** 0 takes any free one; left out, the usual one of its kind. */
  readonly port?: number | undefined
  /** What it does with the next payments, in order: `refuse`, `refuse:NOT_ENOUGH_FUNDS`; then it approves. */
  readonly acts: readonly string[]
  /** Likewise with the next ends of its day, of a terminal that has any. */
  readonly days?: readonly string[]
  readonly currency: string
  readonly times: Partial<Timetable>
  /** PEM texts. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}

/** The first that is no act; undefined: all are. */
export const wrongAct = (acts: readonly string[]): string | undefined => acts.find((act) => readAct(act) === null)

interface Simulator extends StandIn {
  /** What its driver has to be told. */
  readonly credentials: Readonly<Record<string, string>>
}

/** A terminal counts in the currencies that it knows by their numbers. */
export const hasCurrency = (name: SimulatorName, currency: string): boolean =>
  isOnline(name) ? /^[A-Z]{3}$/u.test(currency) : isKnownCurrency(currency)

/** A provider of payments that moves no money, in this process. */
export function createSimulator(
  {
    name,
    acts,
    currency,
    times,
  }: Pick<SimulatorOptions, 'acts' | 'currency' | 'times'> & { readonly name: OnlineName },
  clock: StandInOptions['clock'],
): Simulator {
  const script = acts.flatMap((act) => readAct(act) ?? [])
  return { ...makers[name]({ clock, script, times }, currency), credentials: credentials[name] }
}

const USUAL_PORT = 7430
/** Of ZVT, by its documents. */
const ZVT_PORT = 20_007
/** The password of the till that terminals come with. */
const ZVT_PASSWORD = '000000'

/** On a socket; `settings`: how its driver reaches it. */
interface ServedSimulator extends Pick<Simulator, 'credentials'> {
  readonly url: string
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The same on a socket. Rejects when it cannot listen there. */
export async function servePaymentSimulator(options: SimulatorOptions): Promise<ServedSimulator> {
  const { name, port = USUAL_PORT } = options
  if (!isOnline(name)) return serveTerminal(options)
  const standIn = createSimulator({ ...options, name }, createSystemClock())
  const served: ServedStandIn = await serveStandIn({ standIn, ...options, port })
  return { ...served, settings: { baseUrl: served.url }, credentials: standIn.credentials }
}

/** A card terminal on the network of the house. */
async function serveTerminal({
  acts,
  days: ends = [],
  currency,
  times,
  ...at
}: SimulatorOptions): Promise<ServedSimulator> {
  if (!isKnownCurrency(currency)) throw new Error(`a terminal knows no currency ${currency}`)
  const read = (all: readonly string[]) => all.flatMap((act) => readAct(act) ?? [])
  const [script, days] = [read(acts), read(ends)]
  const clock = createSystemClock()
  const terminal = createZvtStandIn({ clock, script, days, times, password: ZVT_PASSWORD, currency })
  const served = await serveZvtStandIn(terminal, { host: at.host, port: at.port ?? ZVT_PORT })
  const { place } = served
  const url = `tcp://${place.host}:${place.port}`
  const settings = { host: place.host, port: String(place.port), currency }
  return { url, settings, credentials: { password: ZVT_PASSWORD }, close: () => served.close() }
}

export { deviceActs, noteActs }

const isNoteAct = (word: string): word is NoteAct => noteActs.some((act) => act === word)
const isDeviceAct = (word: string): word is DeviceAct => deviceActs.some((act) => act === word)

/** The notes of currencies that it is used for, in whole units. */
const usualNotes: Readonly<Record<string, readonly number[]>> = {
  GNF: [500, 1_000, 2_000, 5_000, 10_000, 20_000],
  XOF: [500, 1_000, 2_000, 5_000, 10_000],
  EUR: [5, 10, 20, 50],
}

/** Below /dev, where settings look for serial ports, and where everybody may write. */
const LINK = '/dev/shm/guichet-note-device'

interface NoteSimulatorOptions {
  readonly host: string
  /** Of the network, 0 takes any free one; left out: a serial port where there can be one. */
  readonly port?: number | undefined
  readonly currency: string
  /** In whole units; none: the usual ones. */
  readonly notes: readonly number[]
  readonly acts: readonly string[]
  /** An older device, without the encrypted layer. */
  readonly plain: boolean
}

interface NoteSimulator {
  /** What the settings take as `notes.device`. */
  readonly address: string
  /** A note by its value, with an act behind it or not; or something that is done at the device. What came of it, in a word or two. */
  typed(line: string): string
  close(): Promise<void>
}

/** The first that is no act of a note; undefined: all are. */
export const wrongNoteAct = (acts: readonly string[]): string | undefined => acts.find((act) => !isNoteAct(act))

export async function serveNoteSimulator({
  notes,
  acts,
  plain,
  ...options
}: NoteSimulatorOptions): Promise<NoteSimulator> {
  const { currency, host, port } = options
  const known = notes.length > 0 ? notes : (usualNotes[currency] ?? usualNotes['EUR'] ?? [])
  const served = await serveSspStandIn(
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
  // The device has one caller at a time: the serial port's would throw out the network's.
  const terminal = isSerial ? await openPseudoTerminal(LINK, served) : null
  return {
    address: terminal ? LINK : `tcp://${served.host}:${served.port}`,
    typed(line) {
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
