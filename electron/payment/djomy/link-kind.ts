import type { DriverKind } from '../driver-kind.ts'
import { createDjomyLink, djomyLinkTraits } from './link.ts'
import { djomySettlement } from './settlement.ts'
import { djomyLinkSettings } from './settings.ts'

export const djomyLink: DriverKind<typeof djomyLinkSettings> = {
  means: 'telephone',
  settings: djomyLinkSettings,
  traits: djomyLinkTraits,
  report: djomySettlement,
  provide(settings, read) {
    const secrets = { clientSecret: read('clientSecret', settings.clientSecret) }
    return { create: (line) => createDjomyLink({ ...line, settings, secrets }), secrets: () => secrets }
  },
}
