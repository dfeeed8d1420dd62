import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { z } from 'zod'
import { secretSource, type WithSecrets } from '../settings-fields.ts'
import { knownCurrencies } from './currencies.ts'

export const zvtSettings = z.strictObject({
  host: z.string().regex(textForms.hostName).max(253),
  port: z.int().min(1).max(65_535).default(20_007),
  currency: z.enum(knownCurrencies),
  /**
   * Whether a Z report starts the terminal's end-of-day procedure. Otherwise the terminal starts the procedure itself.
   */
  dayEnd: z.enum(['at-z', 'terminal']).default('at-z'),
  /** Password with which this computer registers at the terminal, six digits. */
  password: secretSource,
})

export type ZvtSettings = WithSecrets<z.infer<typeof zvtSettings>>

export const zvtTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'device-log',
  reference: 'uuid4',
  cancel: 'asks',
  // Time limit for card, PIN and bank. The terminal's own limit is shorter.
  decideMs: 180_000,
  settledMs: 60_000,
  lateMs: 300_000,
  refund: 'device',
}
