import { dirname } from 'node:path'
import { z } from 'zod'
import { ok, type Result } from '../../shared/domain/result.ts'
import { USUAL_FIXED_KEY } from '../notes/framing.ts'
import { sspSettings } from '../notes/device.ts'
import { currency, secretSource } from '../payment/settings-fields.ts'
import { readSecret } from './secret.ts'
import { refuseSetting, type FoundProblem } from './setting-problem.ts'

/** `notes`: the device that takes bank notes at a kiosk. Left out: there is none. */
export const notesSchema = z.discriminatedUnion('driver', [
  z.strictObject({
    driver: z.literal('ssp'),
    ...sspSettings,
    /** Of the notes that it takes: what is sold in. */
    currency: currency.default('GNF'),
    /** The fixed half of the key, 16 hexadecimal digits, where it was changed from what devices leave the works with. */
    key: secretSource.optional(),
  }),
])

/** A note device with its secret. */
export interface NotesConfig extends Omit<z.infer<typeof notesSchema>, 'key'> {
  readonly fixedKey: string
}

export function loadNotes(
  { key, ...settings }: z.infer<typeof notesSchema>,
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
): Result<NotesConfig, FoundProblem> {
  if (!key || environment === 'without-key') return ok({ ...settings, fixedKey: USUAL_FIXED_KEY })
  const read = readSecret('notes.key', key, dirname(file), environment)
  if (!read.ok) return read
  const fixedKey = read.value.trim()
  return /^[\da-f]{16}$/iu.test(fixedKey)
    ? ok({ ...settings, fixedKey })
    : refuseSetting('notes.key', { type: 'note-key' })
}
