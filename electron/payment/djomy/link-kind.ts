import type { DriverKind } from '../driver-kind.ts'
import { djomySettlement } from './settlement.ts'
import { djomyLinkSettings } from './settings.ts'
import { djomyLinkTraits } from './traits.ts'

export const djomyLink: DriverKind<typeof djomyLinkSettings> = {
  means: 'telephone',
  settings: djomyLinkSettings,
  traits: djomyLinkTraits,
  report: djomySettlement,
  provide(settings, read) {
    const secrets = { clientSecret: read('clientSecret', settings.clientSecret) }
    return {
      create: async (line) => (await import('./link.ts')).createDjomyLink({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}
