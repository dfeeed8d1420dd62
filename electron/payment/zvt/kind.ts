import type { DriverKind } from '../driver-kind.ts'
import { zvtSettings, zvtTraits } from './settings.ts'

export const zvt: DriverKind<typeof zvtSettings> = {
  means: 'terminal',
  settings: zvtSettings,
  traits: zvtTraits,
  // Its numbers begin again, so no line of a bank's report is found by one: the terminal's own day-end is compared.
  report: {},
  provide(settings, read) {
    const secrets = { password: read('password', settings.password) }
    return {
      create: async ({ clock, log }) => {
        const [{ createZvt }, { connectOverTcp }] = await Promise.all([import('./driver.ts'), import('./wire.ts')])
        return createZvt({ clock, log, connect: connectOverTcp, settings, secrets })
      },
      secrets: () => secrets,
    }
  },
}
