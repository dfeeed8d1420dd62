import type { DriverKind } from '../driver-kind.ts'
import { createAdyenDriver } from './driver.ts'
import { adyenCloudSettings } from './settings.ts'
import { adyenSettlement } from './settlement.ts'
import { cloudTraits, createCloudTerminal } from './terminals.ts'

export const adyenCloud: DriverKind<typeof adyenCloudSettings> = {
  means: 'terminal',
  settings: adyenCloudSettings,
  traits: cloudTraits,
  report: adyenSettlement,
  provide(settings, read) {
    const apiKey = read('apiKey', settings.apiKey)
    return {
      create: (line) => createAdyenDriver(createCloudTerminal(line, settings, apiKey), line),
      secrets: () => ({ apiKey }),
    }
  },
}
