import { StripeTerminal } from '../../../electron/payments/stripe/driver.ts'
import { stripeTerminalSettings } from '../../../electron/payments/stripe/settings.ts'
import { StripeSimulator } from '../../../electron/simulators/stripe.ts'
import { knownOf, openReader, type ReaderOptions, request, stayed } from '../provider-line.ts'

export { knownOf, request }

export const secrets = { secretKey: 'sk_test_canary' }
export const READER = 'tmr_canary'

export const settingsAt = (baseUrl: string, more: object = {}) =>
  stripeTerminalSettings.parse({ baseUrl, secretKey: { secretFile: 's' }, reader: READER, currency: 'EUR', ...more })

export async function stripeTerminal(acts: readonly string[] = [], options: ReaderOptions = {}) {
  const made = await openReader(
    (more) => new StripeSimulator({ ...secrets, reader: READER, ...more }),
    (line, url, currency) => new StripeTerminal(line, { ...settingsAt(url, { currency }), ...secrets }),
    acts,
    options,
  )

  async function begins() {
    const wanted = request({ currency: options.currency ?? 'EUR' })
    const begun = await made.driver.begin(wanted, stayed, stayed)
    if (begun.outcome !== 'begun' || begun.token === undefined) throw new Error(begun.outcome)
    return { wanted, payment: { ...knownOf(wanted, made.url), token: begun.token } }
  }

  return { ...made, begins }
}
