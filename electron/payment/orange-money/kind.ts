import type { DriverKind } from '../driver-kind.ts'
import { createOrangeMoney, orangeMoneyTraits } from './driver.ts'
import { orangeMoneySettlement } from './settlement.ts'
import { orangeMoneySettings } from './settings.ts'

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
    return { create: (line) => createOrangeMoney({ ...line, settings, secrets }), secrets: () => secrets }
  },
}
