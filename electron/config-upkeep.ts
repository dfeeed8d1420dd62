import { z } from 'zod'

export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'expected a time of day such as "22:30"')

/** The settings by which a machine is looked after from elsewhere. */
export const upkeepSettings = {
  /** Where new versions come from, and whose they have to be: see docs/installing.md. */
  updates: z
    .strictObject({
      /** A folder, or an address that begins with https://. */
      from: z
        .string()
        .regex(
          /^(?:https:\/\/|\/|[A-Za-z]:\\)/u,
          'expected an address that begins with https://, or the full path of a folder',
        )
        .optional(),
      /** The vendor's Ed25519 key (PEM), beside the settings or by its full path. */
      publicKeyFile: z.string().min(1).optional(),
      /** When the box office sells, in local time: no update comes then by itself. */
      openingHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
    })
    .optional(),
  /** The hub that is told how this machine is: see docs/fleet.md; left out: nobody is. */
  fleet: z
    .strictObject({
      hub: z.string().regex(/^https?:\/\/[^/?#@\s]+$/u, 'expected an address such as https://hub.example:7420'),
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

/** What is wrong with the hub's address on a machine that sells for real; null: nothing. */
export function fleetFault(hub: string | undefined): string | null {
  const safe = hub === undefined || /^https:|^http:\/\/(?:localhost|127\.[\d.]+)(?::|$)/iu.test(hub)
  return safe ? null : 'in live mode the address begins with https://'
}
