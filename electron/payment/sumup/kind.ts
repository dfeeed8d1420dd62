import type { DriverKind } from '../driver-kind.ts'
import { createSumup, sumupTraits } from './driver.ts'
import { sumupSettlement } from './settlement.ts'
import { sumupSettings } from './settings.ts'

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
    return { create: (line) => createSumup({ ...line, settings, secrets }), secrets: () => secrets }
  },
}
