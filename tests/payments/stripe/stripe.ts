import type { TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import { StripeTerminal } from '../../../electron/payments/stripe/driver.ts'
import { stripeTerminalSettings } from '../../../electron/payments/stripe/settings.ts'
import { StripeSimulator } from '../../../electron/simulators/stripe.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import { createHastyClock, createLine, knownOf, request, served, stayed } from '../provider-line.ts'

export { knownOf, request }

export const secrets = { secretKey: 'sk_test_canary' }
export const READER = 'tmr_canary'

export const settingsAt = (baseUrl: string, more: object = {}) =>
  stripeTerminalSettings.parse({
    baseUrl,
    secretKey: { secretFile: 'secret-key' },
    reader: READER,
    currency: 'EUR',
    ...more,
  })

interface Otherwise {
  readonly refunds?: readonly string[]
  readonly currency?: string
  /** Replies in place of the simulator. Returns null if the simulator is to receive the request. */
  readonly instead?: (request: Request) => Promise<Response> | null
}

/** Creates the driver and its simulator on a socket. `acts` are the scenarios of the next payments. */
export async function stripeTerminal(
  acts: readonly string[] = [],
  { refunds = [], currency = 'EUR', instead }: Otherwise = {},
) {
  const clock = createHastyClock()
  const { line, logged } = createLine(clock)
  const [script, refundScript] = [acts, refunds].map((each) => each.map((act) => parseScenario(act)!))
  const account = { ...secrets, reader: READER, currency }
  const simulator = new StripeSimulator({ ...account, clock, script: script!, refundScript: refundScript! })
  const asked: string[] = []
  const fetch = (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return instead?.(request) ?? line.fetch(request)
  }
  const url = await served(simulator)
  const driver = new StripeTerminal({ ...line, fetch }, { ...settingsAt(url, { currency }), ...secrets })
  const phases: DevicePhase[] = []

  async function pays(more: Partial<TenderRequest> = {}, giveUp = stayed) {
    const wanted = request({ currency, onProgress: ({ phase }) => void phases.push(phase), ...more })
    const begun = await driver.begin(wanted, stayed, stayed)
    const token = begun.outcome === 'begun' ? (begun.token ?? null) : null
    const payment = { ...knownOf(wanted, url), token }
    const outcome = token === null ? begun : await driver.settle(payment, wanted, giveUp, stayed)
    return { outcome, payment, wanted }
  }

  async function begins() {
    const wanted = request({ currency })
    const begun = await driver.begin(wanted, stayed, stayed)
    if (begun.outcome !== 'begun' || begun.token === undefined) throw new Error(begun.outcome)
    return { wanted, payment: { ...knownOf(wanted, url), token: begun.token } }
  }

  return { begins, driver, simulator, clock, line, logged, url, asked, phases, pays }
}
