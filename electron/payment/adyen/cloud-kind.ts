import type { DriverKind } from '../driver-kind.ts'
import { adyenCloudSettings } from './settings.ts'
import { adyenSettlement } from './settlement.ts'
import { cloudTraits } from './traits.ts'

export const adyenCloud: DriverKind<typeof adyenCloudSettings> = {
  means: 'terminal',
  settings: adyenCloudSettings,
  traits: cloudTraits,
  report: adyenSettlement,
  provide(settings, read) {
    const apiKey = read('apiKey', settings.apiKey)
    return {
      create: async (line) => {
        const [{ createAdyenDriver }, { createCloudTerminal }] = await Promise.all([
          import('./driver.ts'),
          import('./terminals.ts'),
        ])
        return createAdyenDriver(createCloudTerminal(line, settings, apiKey), line)
      },
      secrets: () => ({ apiKey }),
    }
  },
}
