import { z } from 'zod'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { Language } from '../../shared/domain/language.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { changeable } from './changeable.ts'

/** The settings by which a machine is looked after from elsewhere. */
export const upkeepSettings = {
  updates: z
    .strictObject({
      ...changeable('updates.'),
      /** Of earlier versions. Files that have them still open; `movedSettings` says where they stand now. */
      from: z.unknown().optional(),
      publicKeyFile: z.unknown().optional(),
    })
    .optional(),
  /** The hub that is told how this machine is: see docs/operating/fleet.md; left out: nobody is. */
  fleet: z
    .strictObject({
      hub: z.string().regex(textForms.hubAddress),
      /** Certificates that are trusted in place of the system's: PEM, beside the settings or by its full path. */
      caFile: z.string().min(1).optional(),
      everySeconds: z.int().min(1).max(3600).default(60),
    })
    .optional(),
  /** `guichet.log`: as many files of that length, and none of its lines longer than so many days. */
  log: z
    .strictObject({
      fileMegabytes: z.number().min(0.1).max(100).default(5),
      files: z.int().min(2).max(100).default(10),
      days: z.int().min(1).max(3650).default(30),
    })
    .default({ fileMegabytes: 5, files: 10, days: 30 }),
}

/** What to say of settings that root once read from here: it takes nothing from what the kiosk's account may write. */
export function movedSettings(updates: object | undefined, language: Language): readonly string[] {
  const named = Object.keys(updates ?? {}).filter((key) => key !== 'openingHours')
  return named.map((key) => catalogues[language].movedSetting(`updates.${key}`))
}

/** Returns whether a machine in live mode may report to this hub. `hub`: undefined if the machine reports to none. */
export const isSafeHub = (hub: string | undefined): boolean =>
  hub === undefined || /^https:|^http:\/\/(?:localhost|127\.[\d.]+)(?::|$)/iu.test(hub)
