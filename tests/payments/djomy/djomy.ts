import { DjomyLink, DjomyPush } from '../../../electron/payments/djomy/driver.ts'
import { djomyLinkSettings, djomyPushSettings } from '../../../electron/payments/djomy/settings.ts'
import { DjomySimulator, type DjomySimulatorOptions } from '../../../electron/simulators/djomy.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import type { TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { createLine, createManualClock, request as anyRequest, served } from '../provider-line.ts'

export { knownOf } from '../provider-line.ts'

export const secrets = { clientSecret: 'canary-client-secret' }
export const PAYER = '622123456'
export const account = { ...secrets, clientId: 'client-9', partnerDomain: 'venue.example' }

const { clientId, partnerDomain } = account
const clientSecret = { secretFile: 'client-secret' }
const contractAt = (baseUrl: string) => ({ baseUrl, clientId, partnerDomain, clientSecret })

export const pushSettingsAt = (baseUrl: string, more: object = {}) =>
  djomyPushSettings.parse({ ...contractAt(baseUrl), method: 'OM', ...more })
export const linkSettingsAt = (baseUrl: string, more: object = {}) =>
  djomyLinkSettings.parse({ ...contractAt(baseUrl), ...more })

/** Creates both drivers and their simulator on a socket. `acts` are the scenarios of the next payments. */
export async function djomy(acts: readonly string[] = [], more: Partial<DjomySimulatorOptions> = {}) {
  const clock = createManualClock()
  const { line, logged } = createLine(clock)
  const script = acts.map((each) => parseScenario(each)!)
  const simulator = new DjomySimulator({ ...account, clock, script, ...more })
  const asked: string[] = []
  const url = await served({
    handle(incoming) {
      asked.push(`${incoming.method} ${new URL(incoming.url).pathname}`)
      return simulator.handle(incoming)
    },
  })
  const push = new DjomyPush(line, { ...pushSettingsAt(url), ...secrets })
  const link = new DjomyLink(line, { ...linkSettingsAt(url), ...secrets })
  return { push, link, simulator, clock, line, logged, url, asked }
}

export const request = (more: Partial<TenderRequest> = {}): TenderRequest =>
  anyRequest({ amount: 75_000, currency: 'GNF', payer: PAYER, payableMs: 480_000, ...more })
