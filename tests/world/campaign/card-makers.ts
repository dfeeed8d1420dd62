import { Stripe } from 'stripe'
import type { Clock } from '../../../electron/kiosk/ports/ports.ts'
import type { Begun, RefundOutcome, TenderDriver, TenderOutcome } from '../../../electron/kiosk/ports/devices.ts'
import { AdyenDriver } from '../../../electron/payments/adyen/driver.ts'
import { adyenCloudSettings } from '../../../electron/payments/adyen/settings.ts'
import { createAdyenSimulator } from '../../../electron/simulators/adyen.ts'
import { CloudTerminal } from '../../../electron/payments/adyen/terminals.ts'
import type {
  RealPayment,
  ProviderSimulator,
  ProviderSimulatorOptions,
} from '../../../electron/simulators/provider-simulator.ts'
import { StripeTerminal } from '../../../electron/payments/stripe/driver.ts'
import { stripeTerminalSettings } from '../../../electron/payments/stripe/settings.ts'
import { StripeSimulator } from '../../../electron/simulators/stripe.ts'
import { Sumup } from '../../../electron/payments/sumup/driver.ts'
import { sumupSettings } from '../../../electron/payments/sumup/settings.ts'
import { SumupSimulator } from '../../../electron/simulators/sumup.ts'

interface Line {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly log: { warn(): void }
  readonly fetch: (request: Request) => Promise<Response>
}

/** Simulator of a terminal with an HTTP interface, and the production driver for the terminal. */
interface Maker {
  simulator(
    options: ProviderSimulatorOptions & { onTaken(reference: string, amount: number): void },
  ): ProviderSimulator & { payments?(): readonly RealPayment[] }
  driver(line: Line, baseUrl: string): TenderDriver
}

/** Placeholder for a setting that refers to a secret. */
const secret = { secretEnv: 'ELSEWHERE' }

const stripeAccount = { secretKey: 'sk_test_campaign', reader: 'tmr_campaign', currency: 'GNF' }

// Loads the Stripe library early, because loading it on the first request would take real time.
void new Stripe(stripeAccount.secretKey)

/** SumUp does not support GNF, so the simulation counts francs as cents. */
const sumupKeys = { apiKey: 'api-key', affiliateKey: 'affiliate-key', affiliateApp: 'org.guichet.campaign' }
const sumupReader = { merchantCode: 'MC0X0ABC', reader: 'rdr_3MSAFM23CK82VSTT4BN6RWSQ65' }
const sumupAccount = { ...sumupKeys, ...sumupReader, currency: 'EUR' }

const adyenKey = { identifier: 'key', version: 1, passphrase: 'passphrase' }
const adyenAccount = { poiId: 'V400m-000000001', key: adyenKey, apiKey: 'api-key' }

const makers = {
  adyen: {
    simulator: (options) => createAdyenSimulator({ ...options, ...adyenAccount }),
    driver(line, baseUrl) {
      const settings = adyenCloudSettings.parse({ baseUrl, poiId: adyenAccount.poiId, apiKey: secret })
      return new AdyenDriver(new CloudTerminal(line, { ...settings, apiKey: adyenAccount.apiKey }), line)
    },
  },
  stripe: {
    simulator: (options) => new StripeSimulator({ ...options, ...stripeAccount }),
    driver(line, baseUrl) {
      const { reader, currency } = stripeAccount
      const settings = stripeTerminalSettings.parse({ baseUrl, secretKey: secret, reader, currency })
      return new StripeTerminal(line, { ...settings, ...stripeAccount })
    },
  },
  sumup: {
    simulator: (options) => new SumupSimulator({ ...options, ...sumupAccount }),
    driver(line, baseUrl) {
      const settings = sumupSettings.parse({ ...sumupAccount, baseUrl, apiKey: secret, affiliateKey: secret })
      return withCurrency(sumupAccount.currency, new Sumup(line, { ...settings, ...sumupAccount }))
    },
  },
} satisfies Readonly<Record<string, Maker>>

export type MakerName = keyof typeof makers

export const driverOf = (name: MakerName, line: Omit<Line, 'log'>, baseUrl: string): TenderDriver =>
  makers[name].driver({ ...line, log: { warn: () => undefined } }, baseUrl)

/** Calls `onTaken` once for each payment. `look` polls a simulator that does not report payments. */
export function createReader(
  name: MakerName,
  options: ProviderSimulatorOptions,
  onTaken: (reference: string, amount: number) => void,
) {
  const maker: Maker = makers[name]
  const told = new Set<number>()
  const taken: RealPayment[] = []
  const simulator = maker.simulator({
    ...options,
    onTaken(reference, amount) {
      taken.push({ reference, amount, is: 'taken' })
      look()
    },
  })
  const payments = (): readonly RealPayment[] => simulator.payments?.() ?? taken
  function look(): void {
    for (const [index, { reference, amount, is }] of payments().entries()) {
      if (is !== 'taken' || told.has(index)) continue
      told.add(index)
      onTaken(reference, amount)
    }
  }
  return {
    look,
    /** Records an approved payment even if the reply to the kiosk is lost. */
    handle: (request: Request): Promise<Response> => simulator.handle(request).finally(look),
    endOf(reference: string): RealPayment['is'] {
      look()
      return payments().find((each) => each.reference === reference)?.is ?? 'over'
    },
  }
}

/** Wraps a driver whose provider does not support the currency `story`. Amounts in minor units are not converted. */
function withCurrency(currency: string, driver: TenderDriver, story = 'GNF'): TenderDriver {
  const { settle, cancel, refund, askRefund } = driver
  const theirs = <T extends { readonly currency: string }>(payment: T): T => ({ ...payment, currency })
  const ours = <T extends Begun | TenderOutcome | RefundOutcome>(told: T): T =>
    'currency' in told && told.currency === currency ? { ...told, currency: story } : told
  return {
    ...driver,
    begin: async (request, ...signals) => ours(await driver.begin(theirs(request), ...signals)),
    ask: async (payment, stopping) => ours(await driver.ask(theirs(payment), stopping)),
    ...(settle && {
      settle: async (payment, request, ...signals) => ours(await settle(theirs(payment), theirs(request), ...signals)),
    }),
    ...(cancel && { cancel: (payment) => cancel(theirs(payment)) }),
    ...(refund && { refund: (payment, ...back) => refund(theirs(payment), ...back) }),
    ...(askRefund && { askRefund: (payment, ...back) => askRefund(theirs(payment), ...back) }),
  }
}
