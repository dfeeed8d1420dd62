import type { DriverKind } from '../driver-kind.ts'
import { mtnMomoSettlement } from './settlement.ts'
import { mtnMomoSettings } from './settings.ts'
import { mtnMomoTraits } from './traits.ts'

export const mtnMomo: DriverKind<typeof mtnMomoSettings> = {
  means: 'telephone',
  settings: mtnMomoSettings,
  traits: mtnMomoTraits,
  report: mtnMomoSettlement,
  provide(settings, read) {
    const { subscriptionKey, apiKey, disbursements: out } = settings
    const secrets = {
      subscriptionKey: read('subscriptionKey', subscriptionKey),
      apiKey: read('apiKey', apiKey),
      ...(out && {
        disbursements: {
          subscriptionKey: read('disbursements.subscriptionKey', out.subscriptionKey),
          apiKey: read('disbursements.apiKey', out.apiKey),
        },
      }),
    }
    return {
      create: async (line) => (await import('./driver.ts')).createMtnMomo({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}
