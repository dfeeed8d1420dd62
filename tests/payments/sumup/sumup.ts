import type { TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import { Sumup } from '../../../electron/payments/sumup/driver.ts'
import { sumupSettings } from '../../../electron/payments/sumup/settings.ts'
import { SumupSimulator } from '../../../electron/simulators/sumup.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import { createHastyClock, createLine, knownOf, request, served, stayed } from '../provider-line.ts'

export { knownOf, request }

export const secrets = { apiKey: 'canary-api-key', affiliateKey: 'canary-affiliate-key' }
export const account = {
  merchantCode: 'MC0X0ABC',
  reader: 'rdr_3MSAFM23CK82VSTT4BN6RWSQ65',
  affiliateApp: 'org.guichet.tests',
}

export const settingsAt = (baseUrl: string, more: object = {}) =>
  sumupSettings.parse({
    baseUrl,
    ...account,
    apiKey: { secretFile: 'api-key' },
    affiliateKey: { secretFile: 'affiliate-key' },
    currency: 'EUR',
    ...more,
  })

interface Otherwise {
  readonly refunds?: readonly string[]
  readonly currency?: string
  /** Replies in place of the simulator. Returns null if the simulator is to receive the request. */
  readonly instead?: (request: Request) => Promise<Response> | null
  /** Starts a proxy in front of the simulator at `url`. Returns the URL of the proxy. */
  readonly behind?: (url: string) => Promise<string>
}

/** Creates the driver and its simulator on a socket. `acts` are the scenarios of the next payments. */
export async function sumup(acts: readonly string[] = [], otherwise: Otherwise = {}) {
  const { refunds = [], currency = 'EUR', instead, behind } = otherwise
  const clock = createHastyClock()
  const { line, logged } = createLine(clock)
  const [script, refundScript] = [acts, refunds].map((each) => each.map((act) => parseScenario(act)!))
  const simulator = new SumupSimulator({
    ...account,
    ...secrets,
    currency,
    clock,
    script: script!,
    refundScript: refundScript!,
  })
  const asked: string[] = []
  const fetch = (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${new URL(request.url).pathname.replace(/^.*MC0X0ABC/u, '')}`)
    return instead?.(request) ?? line.fetch(request)
  }
  const direct = await served(simulator)
  const url = (await behind?.(direct)) ?? direct
  const driver = new Sumup({ ...line, fetch }, { ...settingsAt(url, { currency }), ...secrets })
  const phases: DevicePhase[] = []

  async function pays(more: Partial<TenderRequest> = {}, giveUp = stayed) {
    const wanted = request({ currency, onProgress: ({ phase }) => void phases.push(phase), ...more })
    const outcome = await driver.begin(wanted, giveUp, stayed)
    return { outcome, payment: knownOf(wanted, url), wanted }
  }

  return { driver, simulator, clock, line, logged, url, asked, phases, pays }
}
