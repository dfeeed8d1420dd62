import type { DriverKind } from '../driver-kind.ts'
import { createAdyenDriver } from './driver.ts'
import { adyenLocalSettings } from './settings.ts'
import { adyenSettlement } from './settlement.ts'
import { isTerminalCertificate } from './terminal-certificate.ts'
import { createLocalTerminal, localTraits } from './terminals.ts'

export const adyenLocal: DriverKind<typeof adyenLocalSettings> = {
  means: 'terminal',
  settings: adyenLocalSettings,
  traits: localTraits,
  report: adyenSettlement,
  provide(settings, read) {
    const passphrase = read('passphrase', settings.passphrase)
    return {
      create: (line) => createAdyenDriver(createLocalTerminal(line, settings, passphrase), line),
      isPeer: isTerminalCertificate(settings),
      secrets: () => ({ passphrase }),
    }
  },
}
