import type { DriverKind } from '../driver-kind.ts'
import { djomySettlement } from './settlement.ts'
import { djomyPushSettings } from './settings.ts'
import { djomyPushTraits } from './traits.ts'

export const djomyPush: DriverKind<typeof djomyPushSettings> = {
  means: 'telephone',
  settings: djomyPushSettings,
  traits: djomyPushTraits,
  report: djomySettlement,
  provide(settings, read) {
    const secrets = { clientSecret: read('clientSecret', settings.clientSecret) }
    return {
      create: async (line) => (await import('./push.ts')).createDjomyPush({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}
