import { MtnMomo } from '../../../electron/payments/mtn-momo/driver.ts'
import { mtnMomoSettings, type MtnMomoSettings } from '../../../electron/payments/mtn-momo/settings.ts'
import { withSecrets } from '../../../electron/payments/settings-fields.ts'
import { MtnSimulator } from '../../../electron/simulators/mtn-momo.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import type { TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { createLine, createManualClock, request as anyRequest, served } from '../provider-line.ts'

export { knownOf } from '../provider-line.ts'

export const secrets = { subscriptionKey: 'canary-subscription', apiKey: 'canary-api-key' }
const apiUser = '7d3f1c52-90a4-4c0e-8f3f-3a1f2f8a6f10'
export const account = { ...secrets, apiUser, currency: 'UGX', targetEnvironment: 'mtnuganda' }
export const PAYER = '0772123456'

export const settingsAt = (baseUrl: string, more: object = {}): MtnMomoSettings =>
  withSecrets(
    mtnMomoSettings.parse({
      baseUrl,
      targetEnvironment: account.targetEnvironment,
      currency: account.currency,
      countryCode: '256',
      apiUser: account.apiUser,
      subscriptionKey: { secretFile: 'subscription-key' },
      apiKey: { secretEnv: 'MTN_API_KEY' },
      ...more,
    }),
    (name) => secrets[name.replace('disbursements.', '') as keyof typeof secrets],
  )

/** Creates the driver and its simulator. `acts`, `refunds`: scenarios of the next payments and refunds. */
export async function mtnMomo(acts: readonly string[] = [], more: object = {}, refunds: readonly string[] = []) {
  const clock = createManualClock()
  const { line, logged } = createLine(clock)
  const [script, refundScript] = [acts, refunds].map((each) => each.map((act) => parseScenario(act)!))
  const simulator = new MtnSimulator({ ...account, clock, script: script!, refundScript: refundScript! })
  const url = await served(simulator)
  const driver = new MtnMomo(line, { ...settingsAt(url, more), ...secrets })
  return { driver, simulator, clock, line, logged, url }
}

export const request = (more: Partial<TenderRequest> = {}): TenderRequest =>
  anyRequest({
    amount: 75_000,
    currency: 'UGX',
    payer: PAYER,
    description: 'Hamana – Badia, 2 places: tribune d’honneur',
    ...more,
  })
