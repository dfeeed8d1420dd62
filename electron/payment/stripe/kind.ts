import type { DriverKind } from '../driver-kind.ts'
import { stripeSettlement } from './settlement.ts'
import { stripeTerminalSettings } from './settings.ts'
import { stripeTerminalTraits } from './traits.ts'

export const stripeTerminal: DriverKind<typeof stripeTerminalSettings> = {
  means: 'terminal',
  settings: stripeTerminalSettings,
  traits: stripeTerminalTraits,
  report: stripeSettlement,
  provide(settings, read) {
    const secrets = { secretKey: read('secretKey', settings.secretKey) }
    return {
      create: async (line) => (await import('./driver.ts')).createStripeTerminal({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}
