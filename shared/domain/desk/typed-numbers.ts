import { DOCUMENT_NUMBER } from '../../ledger-format/money.ts'
import { inWesternDigits } from '../language.ts'
import { err, ok, type Result } from '../result.ts'

/** Returns the part of a text that can be a decimal. */
export const decimalIn = (typed: string): string => /\d+(?:[.,\u066B]\d*)?/u.exec(inWesternDigits(typed))?.[0] ?? ''

/** Parses a decimal with a point, a comma or an Arabic decimal separator; null for any other text. */
export function readDecimal(typed: string): number | null {
  const decimal = inWesternDigits(typed).trim()
  return /^-?\d+(?:[.,\u066B]\d*)?$/u.test(decimal) ? Number(decimal.replace(/[,\u066B]/u, '.')) : null
}

/** Approval number of a card terminal (ISO 8583, data element 38) or of a mobile money operator. */
export const APPROVAL_NUMBER = /^[A-Z\d][A-Z\d.\-/]{3,29}$/u

export type ApprovalError = { readonly type: 'card-number' } | { readonly type: 'no-approval' | 'no-document' }

/** Parses an approval number; accepts lower case, spaces and digits of other scripts. */
export function readApproval(typed: string): Result<string, ApprovalError> {
  const approval = inWesternDigits(typed).replaceAll(/\s/gu, '').toUpperCase()
  if (holdsCardNumber(approval)) return err({ type: 'card-number' })
  return APPROVAL_NUMBER.test(approval) ? ok(approval) : err({ type: 'no-approval' })
}

/** Parses a cheque number or transfer reference. Accepts lower case, repeated spaces and digits of other scripts. */
export function readDocumentNumber(typed: string): Result<string, ApprovalError> {
  const number = inWesternDigits(typed).normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toUpperCase()
  if (holdsCardNumber(number)) return err({ type: 'card-number' })
  return DOCUMENT_NUMBER.test(number) ? ok(number) : err({ type: 'no-document' })
}

/**
 * Returns whether a text contains a possible payment card number: 13 to 19 digits beginning with 2 to 6, with a valid
 * check digit (ISO/IEC 7812-1, annex B). Free text must not contain a payment card number (PCI DSS 4.0, requirement 3).
 * About one in twenty long references matches by chance.
 */
export const holdsCardNumber = (text: string): boolean => hasCardDigits(text, 13)

/**
 * Returns whether a tax number is a possible card number. Shorter numbers are accepted, because a French SIRET has 14
 * digits with the same check digit.
 */
export const isCardNumberAsTaxNumber = (text: string): boolean => hasCardDigits(text, 15)

function hasCardDigits(text: string, minDigits: number): boolean {
  const runs = text.match(/\d(?:[ .\-/]?\d)+/gu) ?? []
  return runs.some((run) => {
    const digits = run.replaceAll(/\D/gu, '')
    return digits.length >= minDigits && digits.length <= 19 && /^[2-6]/u.test(digits) && hasCheckDigit(digits)
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

/** Maximum number of characters of each free text that staff type. */
export const MAX_TEXT = { reason: 200, reference: 100 } as const

export type FreeTextError =
  | { readonly type: 'card-number' }
  | { readonly type: 'too-long'; readonly field: keyof typeof MAX_TEXT; readonly limit: number }

/** Returns the fault of a reason or a reference; null if the text is valid. */
export function freeTextFault(typed: string, field: keyof typeof MAX_TEXT): FreeTextError | null {
  const text = typed.trim()
  if (text.length > MAX_TEXT[field]) return { type: 'too-long', field, limit: MAX_TEXT[field] }
  return holdsCardNumber(text) ? { type: 'card-number' } : null
}
