import type { DriverKind } from '../driver-kind.ts'
import { orangeMoneySettlement } from './settlement.ts'
import { orangeMoneySettings } from './settings.ts'
import { orangeMoneyTraits } from './traits.ts'

export const orangeMoney: DriverKind<typeof orangeMoneySettings> = {
  means: 'telephone',
  settings: orangeMoneySettings,
  traits: orangeMoneyTraits,
  report: orangeMoneySettlement,
  provide(settings, read) {
    const secrets = {
      clientSecret: read('clientSecret', settings.clientSecret),
      merchantKey: read('merchantKey', settings.merchantKey),
    }
    return {
      create: async (line) => (await import('./driver.ts')).createOrangeMoney({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}
