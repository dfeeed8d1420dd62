import type { DriverKind } from '../driver-kind.ts'
import { createStripeTerminal, stripeTerminalTraits } from './driver.ts'
import { stripeSettlement } from './settlement.ts'
import { stripeTerminalSettings } from './settings.ts'

export const stripeTerminal: DriverKind<typeof stripeTerminalSettings> = {
  means: 'terminal',
  settings: stripeTerminalSettings,
  traits: stripeTerminalTraits,
  report: stripeSettlement,
  provide(settings, read) {
    const secrets = { secretKey: read('secretKey', settings.secretKey) }
    return { create: (line) => createStripeTerminal({ ...line, settings, secrets }), secrets: () => secrets }
  },
}
