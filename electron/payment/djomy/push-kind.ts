import type { DriverKind } from '../driver-kind.ts'
import { createDjomyPush, djomyPushTraits } from './push.ts'
import { djomySettlement } from './settlement.ts'
import { djomyPushSettings } from './settings.ts'

export const djomyPush: DriverKind<typeof djomyPushSettings> = {
  means: 'telephone',
  settings: djomyPushSettings,
  traits: djomyPushTraits,
  report: djomySettlement,
  provide(settings, read) {
    const secrets = { clientSecret: read('clientSecret', settings.clientSecret) }
    return { create: (line) => createDjomyPush({ ...line, settings, secrets }), secrets: () => secrets }
  },
}
