import type { Minor } from '../money/money.ts'
import type { AtProvider, TenderKind } from '../money/tender.ts'
import type { Order, Sale, SaleEvent } from './sale.ts'

/**
 * A payment whose sale continued before the provider reported the outcome; it is no longer part of any order. If it
 * succeeds, a refund is due to the customer.
 */
export interface OpenPayment {
  readonly saleId: string
  readonly orderId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** Our reference of the tender. */
  readonly reference: string
  readonly kind: TenderKind
  /** Requested amount in minor units. */
  readonly amount: Minor
  readonly currency: string
  readonly provider: AtProvider
  /** Wall time at which the sale continued, ISO 8601 UTC. */
  readonly sinceUtc: string
  /** Reason why the sale continued without the payment: a decision of staff, or a timeout. */
  readonly leftBy: 'staff' | 'time'
  readonly standing: PaymentStanding
}

/**
 * `asked`: a success is still possible, and the provider is being polled. `unanswered`: the provider has not reported a
 * status for so long that staff have to check. `found`: the provider took `amount`, and a refund is due.
 */
export type PaymentStanding =
  | { readonly is: 'asked' }
  | { readonly is: 'unanswered' }
  | { readonly is: 'found'; readonly amount: Minor; readonly currency: string; readonly approval: string }

/**
 * Status in the ledger, including final ones: `closed` without money, `paid-back` after a refund of the amount found.
 */
export type PaymentState = PaymentStanding['is'] | 'closed' | 'paid-back'

/** Returns whether the sale continues without a payment that may have succeeded, or still may. */
export function leavesOpen(previous: Sale | null, event: SaleEvent): boolean {
  if (event.type === 'tender-refused' || event.type === 'tender-cancelled') return event.abandonedPayment === true
  if (event.type !== 'staff-answered' || event.moneyMoved) return false
  if (previous?.state !== 'needs-staff' || previous.question !== 'card-charged') return false
  const { tender, asking, differs } = previous
  return tender.provider !== undefined && (asking === true || differs !== undefined)
}

/**
 * Returns the reference of an attempt: the order id for the first one, `<order id>-2` for the second, and so on. There
 * is one charge per reference.
 */
export function paymentReference({ orderId }: Order, attempt: number): string {
  return attempt === 1 ? orderId : `${orderId}-${attempt}`
}

/** Number of references to query: more attempts than the duration of a hold allows. */
const RECALLED_TRIES = 10

/** Returns every reference under which an order may have been paid since its `attempts`-th attempt. */
export function referencesSince(order: Order, attempts: number): readonly string[] {
  const first = Math.max(1, attempts)
  return Array.from({ length: RECALLED_TRIES }, (_, index) => paymentReference(order, first + index))
}

/**
 * Refund of a payment, requested from its provider. Recorded in the ledger before the request, and open until the
 * provider or staff report the outcome.
 */
export interface ProviderRefund {
  /** Identifies the refund at the provider; new for every attempt. */
  readonly reference: string
  readonly saleId: string
  /** Our reference of the tender. */
  readonly payment: string
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
  /** The operator's number of the payment. */
  readonly approval: string
  /** Identifies the payment at the provider. */
  readonly provider: AtProvider
  /** Staff member who requested it. */
  readonly staffId: string
  /** Wall time, ISO 8601 UTC. */
  readonly askedUtc: string
}

/** Result of one attempt to refund a payment through its provider. */
export type RefundTry =
  | { readonly is: 'asked'; readonly reference: string; readonly askedUtc: string }
  /** Recorded: the customer has received the refund. */
  | { readonly is: 'made' }
  | { readonly is: 'closed'; readonly by: RefundClosedBy; readonly reason: string }

/**
 * `provider`: the provider clearly refused. `unsent`: the request could not be sent. `staff`: staff checked the
 * provider's page and found no refund.
 */
export type RefundClosedBy = 'provider' | 'unsent' | 'staff'

/**
 * Returns whether another refund may be attempted: only if every earlier attempt was refused or not sent, so that a
 * payment is never refunded twice.
 */
export function mayTryAgain(tries: readonly RefundTry[]): boolean {
  return tries.every((each) => each.is === 'closed' && each.by !== 'staff')
}
