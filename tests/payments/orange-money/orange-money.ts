import { randomBytes } from 'node:crypto'
import { OrangeMoney } from '../../../electron/payments/orange-money/driver.ts'
import { orangeMoneySettings } from '../../../electron/payments/orange-money/settings.ts'
import { OrangeSimulator } from '../../../electron/simulators/orange-money.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import type { TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { createLine, createManualClock, request as anyRequest, served } from '../provider-line.ts'

export { knownOf } from '../provider-line.ts'

export const secrets = { clientSecret: 'canary-client-secret', merchantKey: 'canary-merchant-key' }
export const account = { ...secrets, clientId: 'client-7' }

export const settingsAt = (baseUrl: string, more: object = {}) =>
  orangeMoneySettings.parse({
    baseUrl,
    clientId: account.clientId,
    clientSecret: { secretFile: 'client-secret' },
    merchantKey: { secretEnv: 'ORANGE_MERCHANT_KEY' },
    returnUrl: 'https://venue.example/paid',
    cancelUrl: 'https://venue.example/cancelled',
    notificationUrl: 'https://venue.example/notified',
    ...more,
  })

/** Creates the driver and its simulator on a socket. `acts` are the scenarios of the next payments. */
export async function orangeMoney(acts: readonly string[] = [], more: object = {}) {
  const clock = createManualClock()
  const { line, logged } = createLine(clock)
  const simulator = new OrangeSimulator({ ...account, clock, script: acts.map((each) => parseScenario(each)!) })
  const url = await served(simulator)
  const driver = new OrangeMoney(line, { ...settingsAt(url, more), ...secrets })
  return { driver, simulator, clock, line, logged, url }
}

const newReference = (): string => randomBytes(13).toString('hex')

export const request = (more: Partial<TenderRequest> = {}): TenderRequest =>
  anyRequest({ reference: newReference(), amount: 75_000, currency: 'GNF', payableMs: 900_000, ...more })
