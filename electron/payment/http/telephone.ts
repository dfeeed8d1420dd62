import type { Numbering } from '../../../shared/domain/money/telephone.ts'

/** A number as typed, with or without the country's, in digits with the country's; null: none of this country. */
export function internationalNumber(typed: string, { countryCode, nationalDigits }: Numbering): string | null {
  const digits = typed.replaceAll(/\D/gu, '')
  const forms = [digits, digits.replace(/^00/u, ''), countryCode + digits, countryCode + digits.replace(/^0/u, '')]
  const whole = (each: string): boolean =>
    each.startsWith(countryCode) && each.length === countryCode.length + nationalDigits
  return forms.find(whole) ?? null
}

export const numberingOf = ({ countryCode, nationalDigits }: Numbering): Numbering => ({ countryCode, nationalDigits })
