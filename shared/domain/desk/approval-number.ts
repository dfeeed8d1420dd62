import { err, ok, type Result } from '../result.ts'
import { inWesternDigits } from '../numerals.ts'
import { holdsCardNumber } from './card-number.ts'

/**
 * What stands on a terminal's slip (six letters or figures as a rule: ISO 8583, data element 38) or in an operator's message
 * (`MP260521.1432.A12345`, or ten figures and more), as it is kept.
 */
export const APPROVAL_NUMBER = /^[A-Z\d][A-Z\d.\-/]{3,29}$/u

export type ApprovalError = { readonly type: 'card-number' } | { readonly type: 'no-approval' }

/** As people copy it: in small letters, with gaps, in the figures of their keyboard. */
export function readApproval(typed: string): Result<string, ApprovalError> {
  const approval = inWesternDigits(typed).replaceAll(/\s/gu, '').toUpperCase()
  if (holdsCardNumber(approval)) return err({ type: 'card-number' })
  return APPROVAL_NUMBER.test(approval) ? ok(approval) : err({ type: 'no-approval' })
}
