import { holdsCardNumber } from '../desk/card-number.ts'
import { inWesternDigits } from '../numerals.ts'

/** How telephone numbers are written in a country: `224` and nine digits in Guinea. */
export interface Numbering {
  readonly countryCode: string
  /** Without the 0 that some countries put in front at home. */
  readonly nationalDigits: number
}

/** Numbering that is assumed until the settings name another. */
export const GUINEA: Numbering = { countryCode: '224', nationalDigits: 9 }

/** Without a country code eight digits at least, with one fifteen at most (ITU-T E.164). */
export const MIN_PHONE_DIGITS = 8
export const MAX_PHONE_DIGITS = 15
export const TELEPHONE = new RegExp(String.raw`^\+?\d{${MIN_PHONE_DIGITS},${MAX_PHONE_DIGITS}}$`, 'u')

/** Returns a number without the signs between its groups; null if it is no telephone number, or a card's number. */
export function readTelephone(typed: string): string | null {
  const number = inWesternDigits(typed).replaceAll(/[\s.\-/()]/gu, '')
  return TELEPHONE.test(number) && !holdsCardNumber(number) ? number : null
}

/** A number as typed, with or without the country's, in digits with the country's; null: none of this country. */
export function internationalNumber(typed: string, { countryCode, nationalDigits }: Numbering): string | null {
  const digits = typed.replaceAll(/\D/gu, '')
  const forms = [digits, digits.replace(/^00/u, ''), countryCode + digits, countryCode + digits.replace(/^0/u, '')]
  const whole = (each: string): boolean =>
    each.startsWith(countryCode) && each.length === countryCode.length + nationalDigits
  return forms.find(whole) ?? null
}

/**
 * A national number as far as it is typed, in groups as people write them, a low line for each figure that is missing:
 * `622 1_ __ __`. An odd number of figures begins with three of them. Without a numbering as it is.
 */
export function groupedNumber(digits: string, numbering: Numbering | undefined): string {
  if (!numbering) return digits
  const { nationalDigits } = numbering
  const first = nationalDigits % 2 === 0 ? 2 : 3
  const all = digits.padEnd(nationalDigits, '_')
  return [all.slice(0, first), ...(all.slice(first).match(/.{1,2}/gu) ?? [])].join(' ')
}
