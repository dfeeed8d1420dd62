import { inWesternDigits } from '../language.ts'
import { err, ok, type Result } from '../result.ts'

/**
 * Stored form of an approval number. The number comes from a terminal's slip (usually six letters or digits: ISO 8583,
 * data element 38) or an operator's message (`MP260521.1432.A12345`, or ten digits and more).
 */
export const APPROVAL_NUMBER = /^[A-Z\d][A-Z\d.\-/]{3,29}$/u

export type ApprovalError = { readonly type: 'card-number' } | { readonly type: 'no-approval' }

/** Reads an approval number as staff copy it: in lower case, with gaps, or in the digits of their keyboard. */
export function readApproval(typed: string): Result<string, ApprovalError> {
  const approval = inWesternDigits(typed).replaceAll(/\s/gu, '').toUpperCase()
  if (holdsCardNumber(approval)) return err({ type: 'card-number' })
  return APPROVAL_NUMBER.test(approval) ? ok(approval) : err({ type: 'no-approval' })
}

/**
 * Returns whether a text contains a possible payment card number. Such a number has 13 to 19 digits in any grouping,
 * begins with 2 to 6 as the card schemes' numbers do, and has a valid check digit (ISO/IEC 7812-1, annex B). Free text
 * must not contain a payment card number (PCI DSS 4.0, requirement 3). One in twenty long references also matches by
 * chance and has to be written differently.
 */
export function holdsCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ .\-/]?\d)+/gu) ?? []
  return runs.some((run) => {
    const digits = run.replaceAll(/\D/gu, '')
    return digits.length >= 13 && digits.length <= 19 && /^[2-6]/u.test(digits) && hasCheckDigit(digits)
  })
}

function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/**
 * Maximum number of characters of the free texts of staff: a reason, and a reference such as the number of a slip or a
 * message.
 */
export const MAX_TEXT = { reason: 200, reference: 100 } as const

export type FreeTextError =
  | { readonly type: 'card-number' }
  | { readonly type: 'too-long'; readonly field: keyof typeof MAX_TEXT; readonly limit: number }

/** Returns the fault of a reason or a reference; null if it has none. */
export function freeTextFault(typed: string, field: keyof typeof MAX_TEXT): FreeTextError | null {
  const text = typed.trim()
  if (text.length > MAX_TEXT[field]) return { type: 'too-long', field, limit: MAX_TEXT[field] }
  return holdsCardNumber(text) ? { type: 'card-number' } : null
}
