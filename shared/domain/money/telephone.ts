/** How telephone numbers are written in a country: `224` and nine digits in Guinea. */
export interface Numbering {
  readonly countryCode: string
  /** Without the 0 that some countries put in front at home. */
  readonly nationalDigits: number
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
