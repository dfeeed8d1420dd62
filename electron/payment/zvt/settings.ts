import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { z } from 'zod'
import { secretSource } from '../settings-fields.ts'
import { knownCurrencies } from './currencies.ts'

/** A card terminal on the network of the house. */
export const zvtSettings = z.strictObject({
  host: z.string().regex(textForms.hostName).max(253),
  port: z.int().min(1).max(65_535).default(20_007),
  /** That the terminal is set to. */
  currency: z.enum(knownCurrencies),
  /** Whether a Z closes the terminal's day with the bank, or the terminal does by itself. */
  dayEnd: z.enum(['at-z', 'terminal']).default('at-z'),
  /** Of the till, six digits, as the terminal has it. */
  password: secretSource,
})

export type ZvtSettings = Omit<z.infer<typeof zvtSettings>, 'password'>

export interface ZvtSecrets {
  readonly password: string
}

export const zvtTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'device-log',
  reference: 'uuid4',
  cancel: 'asks',
  // For the card, the code and the bank; the terminal's own time is shorter.
  decideMs: 180_000,
  settledMs: 60_000,
  lateMs: 300_000,
  refund: 'device',
}
