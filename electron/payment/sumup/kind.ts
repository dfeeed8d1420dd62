import type { DriverKind } from '../driver-kind.ts'
import { sumupSettlement } from './settlement.ts'
import { sumupSettings } from './settings.ts'
import { sumupTraits } from './traits.ts'

export const sumup: DriverKind<typeof sumupSettings> = {
  means: 'terminal',
  settings: sumupSettings,
  traits: sumupTraits,
  report: sumupSettlement,
  provide(settings, read) {
    const secrets = {
      apiKey: read('apiKey', settings.apiKey),
      affiliateKey: read('affiliateKey', settings.affiliateKey),
    }
    return {
      create: async (line) => (await import('./driver.ts')).createSumup({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}
