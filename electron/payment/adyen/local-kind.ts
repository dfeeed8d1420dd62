import type { DriverKind } from '../driver-kind.ts'
import { adyenLocalSettings } from './settings.ts'
import { adyenSettlement } from './settlement.ts'
import { isTerminalCertificate } from './terminal-certificate.ts'
import { localTraits } from './traits.ts'

export const adyenLocal: DriverKind<typeof adyenLocalSettings> = {
  means: 'terminal',
  settings: adyenLocalSettings,
  traits: localTraits,
  report: adyenSettlement,
  provide(settings, read) {
    const passphrase = read('passphrase', settings.passphrase)
    const { port, certificate, key } = settings.displays ?? {}
    const tls =
      certificate && key
        ? { cert: read('displays.certificate', certificate), key: read('displays.key', key) }
        : undefined
    const displays = port === undefined ? undefined : { port, tls }
    return {
      create: async (line) => {
        const [{ createAdyenDriver }, { createLocalTerminal }] = await Promise.all([
          import('./driver.ts'),
          import('./terminals.ts'),
        ])
        return createAdyenDriver(createLocalTerminal(line, settings, { passphrase, displays }), line)
      },
      isPeer: isTerminalCertificate(settings),
      secrets: () => ({ passphrase, ...(tls && { displaysKey: tls.key }) }),
    }
  },
}
