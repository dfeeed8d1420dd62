import { createSystemClock } from '../host/clock.ts'
import { createAdyenStandIn } from '../payment/adyen/stand-in.ts'
import { createDjomyStandIn } from '../payment/djomy/stand-in.ts'
import { createMtnStandIn } from '../payment/mtn-momo/stand-in.ts'
import { createOrangeStandIn } from '../payment/orange-money/stand-in.ts'
import { createStripeStandIn } from '../payment/stripe/stand-in.ts'
import { createSumupStandIn } from '../payment/sumup/stand-in.ts'
import { actNames, readAct, type Timetable } from '../payment/stand-in/acts.ts'
import { serveStandIn, type ServedStandIn } from '../payment/stand-in/serve.ts'
import type { StandIn, StandInOptions } from '../payment/stand-in/stand-in.ts'

export { actNames }

export const simulatorNames = ['djomy', 'orange-money', 'mtn-momo', 'adyen', 'stripe', 'sumup'] as const

export type SimulatorName = (typeof simulatorNames)[number]

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
const credentials: Readonly<Record<SimulatorName, Readonly<Record<string, string>>>> = {
  djomy: { clientId: SECRET, clientSecret: SECRET },
  'orange-money': { clientId: SECRET, clientSecret: SECRET, merchantKey: SECRET },
  'mtn-momo': { targetEnvironment: 'sandbox', apiUser: API_USER, subscriptionKey: SECRET, apiKey: SECRET },
  /** Of both drivers: the local one takes key and passphrase, the one over the cloud the API key. */
  adyen: { poiId: POI_ID, keyIdentifier: SECRET, passphrase: SECRET, apiKey: SECRET },
  stripe: STRIPE,
  sumup: SUMUP,
}

const makers: Readonly<Record<SimulatorName, (options: StandInOptions, currency: string) => StandIn>> = {
  djomy: (options) => createDjomyStandIn({ ...options, clientId: SECRET, clientSecret: SECRET }),
  'orange-money': (options, currency) =>
    createOrangeStandIn({ ...options, clientId: SECRET, clientSecret: SECRET, merchantKey: SECRET, currency }),
  'mtn-momo': (options, currency) =>
    createMtnStandIn({ ...options, subscriptionKey: SECRET, apiUser: API_USER, apiKey: SECRET, currency }),
  adyen: (options) =>
    createAdyenStandIn({
      ...options,
      poiId: POI_ID,
      key: { identifier: SECRET, version: 1, passphrase: SECRET },
      apiKey: SECRET,
    }),
  stripe: (options, currency) => createStripeStandIn({ ...options, ...STRIPE, currency }),
  sumup: (options, currency) => createSumupStandIn({ ...options, ...SUMUP, currency }),
}

export interface SimulatorOptions {
  readonly name: SimulatorName
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** What it does with the next payments, in order: `refuse`, `refuse:NOT_ENOUGH_FUNDS`; then it approves. */
  readonly acts: readonly string[]
  readonly currency: string
  readonly times: Partial<Timetable>
  /** PEM texts. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}

/** The first that is no act; undefined: all are. */
export const wrongAct = (acts: readonly string[]): string | undefined => acts.find((act) => readAct(act) === null)

export interface Simulator extends StandIn {
  /** What its driver has to be told. */
  readonly credentials: Readonly<Record<string, string>>
}

/** A provider of payments that moves no money, in this process. */
export function createSimulator(
  { name, acts, currency, times }: Pick<SimulatorOptions, 'name' | 'acts' | 'currency' | 'times'>,
  clock: StandInOptions['clock'],
): Simulator {
  const script = acts.flatMap((act) => readAct(act) ?? [])
  return { ...makers[name]({ clock, script, times }, currency), credentials: credentials[name] }
}

/** The same on a socket. Rejects when it cannot listen there. */
export async function servePaymentSimulator(
  options: SimulatorOptions,
): Promise<ServedStandIn & Pick<Simulator, 'credentials'>> {
  const standIn = createSimulator(options, createSystemClock())
  return { ...(await serveStandIn({ standIn, ...options })), credentials: standIn.credentials }
}
