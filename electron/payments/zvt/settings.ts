import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { z } from 'zod'
import { secretSource, type WithSecrets } from '../settings-fields.ts'

const numbers = {
  CHF: 756,
  CVE: 132,
  EUR: 978,
  GBP: 826,
  GMD: 270,
  GNF: 324,
  LRD: 430,
  MAD: 504,
  MRU: 929,
  NGN: 566,
  SLE: 925,
  USD: 840,
  XAF: 950,
  XOF: 952,
} as const

export type KnownCurrency = keyof typeof numbers

const knownCurrencies = Object.keys(numbers) as [KnownCurrency, ...KnownCurrency[]]

export const isKnownCurrency = (code: string): code is KnownCurrency => Object.hasOwn(numbers, code)

export const numberOf = (code: KnownCurrency): string => String(numbers[code]).padStart(4, '0')

/** Returns the currency of a numeric code, or the code's last three digits if the code is unknown. */
export function currencyOf(digits: string): string {
  const number = Number(digits)
  return knownCurrencies.find((code) => numbers[code] === number) ?? digits.slice(-3)
}

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
