import type { Minor } from '../money/money.ts'
import type { AtProvider, TenderKind } from '../money/tender.ts'

/**
 * Money that a provider was asked to give back over the payment by which it came. In the ledger before the provider is asked, and open
 * until it has said what became of it, or people have.
 */
export interface ProviderRefund {
  /** By which the provider knows the refund; fresh for every try. */
  readonly reference: string
  readonly saleId: string
  /** Ours, of the tender. */
  readonly payment: string
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
  /** The operator's number of the payment. */
  readonly approval: string
  /** How the provider knows the payment. */
  readonly provider: AtProvider
  /** Who asked for it. */
  readonly staffId: string
  /** Wall time, ISO 8601 UTC. */
  readonly askedUtc: string
}

/** What became of one try to have a payment given back by its provider. */
export type RefundTry =
  | { readonly is: 'asked'; readonly reference: string; readonly askedUtc: string }
  /** Booked: the customer has it. */
  | { readonly is: 'made' }
  | { readonly is: 'closed'; readonly by: RefundClosedBy; readonly reason: string }

/** `provider`: its clear no. `unsent`: it could not be asked. `staff`: they looked at its own page, and nothing was given back there. */
export type RefundClosedBy = 'provider' | 'unsent' | 'staff'

/** Never two refunds of one payment: another try only where nothing can come of those before. */
export function mayTryAgain(tries: readonly RefundTry[]): boolean {
  return tries.every((each) => each.is === 'closed' && each.by !== 'staff')
}
