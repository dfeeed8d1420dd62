import { type IssuedSlip, slipNumber } from '../../../shared/domain/money/credit-slip.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Ids } from '../ports/ports.ts'

/** A slip under a number of its own: in the ledger with the step that owes it. */
export function newSlip(ids: Pick<Ids, 'uuid'>, amount: Minor, currency: string): IssuedSlip {
  return { slipId: slipNumber(ids.uuid()), amount, currency }
}
