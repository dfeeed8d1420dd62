import type { Minor } from '../money/money.ts'
import type { AtProvider, TenderKind } from '../money/tender.ts'
import type { Sale, SaleEvent } from './sale.ts'

/**
 * A payment that its sale went on without, before its provider had said what became of it: no part of any order any more. Should it
 * succeed, the money is owed back to the customer.
 */
export interface OpenPayment {
  readonly saleId: string
  readonly orderId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** Ours, of the tender. */
  readonly reference: string
  readonly kind: TenderKind
  /** Asked for, in minor units. */
  readonly amount: Minor
  readonly currency: string
  readonly provider: AtProvider
  /** Wall time, ISO 8601 UTC, at which the sale went on. */
  readonly sinceUtc: string
  /** Who went on without it: staff, by their word, or the program, because of the time that had passed. */
  readonly leftBy: 'staff' | 'time'
  readonly standing: PaymentStanding
}

/**
 * `asked`: a success may still come, and the provider is being asked. `unanswered`: it has said nothing for so long that people have to
 * look. `found`: it took that sum, which is to be given back.
 */
export type PaymentStanding =
  | { readonly is: 'asked' }
  | { readonly is: 'unanswered' }
  | { readonly is: 'found'; readonly amount: Minor; readonly currency: string; readonly approval: string }

/** The same as the ledger keeps it, with the ends: `closed` without money, `paid-back` with what was found. */
export type PaymentState = PaymentStanding['is'] | 'closed' | 'paid-back'

/** Whether the sale goes on without a payment that may have succeeded, or still may. */
export function leavesOpen(previous: Sale | null, event: SaleEvent): boolean {
  if (event.type === 'tender-refused' || event.type === 'tender-cancelled') return event.leftOpen === true
  if (event.type !== 'staff-answered' || event.moneyMoved) return false
  if (previous?.state !== 'needs-staff' || previous.question !== 'card-charged') return false
  const { tender, asking, differs } = previous
  return tender.provider !== undefined && (asking === true || differs !== undefined)
}
