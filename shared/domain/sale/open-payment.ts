import type { Minor } from '../money/money.ts'
import type { AtProvider, TenderKind } from '../money/tender.ts'
import type { Order, Sale, SaleEvent } from './sale.ts'

/** A payment whose sale continued before the provider reported the outcome; a late success is refunded. */
export interface OpenPayment {
  readonly saleId: string
  readonly orderId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** Guichet's reference of the tender. */
  readonly reference: string
  readonly kind: TenderKind
  readonly amount: Minor
  readonly currency: string
  readonly provider: AtProvider
  /** Wall time at which the sale continued, ISO 8601 UTC. */
  readonly sinceUtc: string
  /** Reason why the sale continued without the payment: a decision of staff, or a timeout. */
  readonly leftBy: 'staff' | 'time'
  readonly standing: PaymentStanding
}

/** `asked`: the provider is being polled. `unanswered`: staff have to check. `found`: a refund is due. */
export type PaymentStanding =
  | { readonly is: 'asked' }
  | { readonly is: 'unanswered' }
  | { readonly is: 'found'; readonly amount: Minor; readonly currency: string; readonly approval: string }

/** `closed`: no money was taken; `paid-back`: the amount found was refunded. */
export type PaymentState = PaymentStanding['is'] | 'closed' | 'paid-back'

/** Returns whether the sale continues without a payment that may have succeeded or may still succeed. */
export function leavesOpen(previous: Sale | null, event: SaleEvent): boolean {
  if (event.type === 'tender-refused' || event.type === 'tender-cancelled') return event.abandonedPayment === true
  if (event.type !== 'staff-answered' || event.moneyMoved) return false
  if (previous?.state !== 'needs-staff' || previous.question !== 'card-charged') return false
  const { tender, asking, differs } = previous
  return tender.provider !== undefined && (asking === true || differs !== undefined)
}

/** Returns the reference of an attempt; there is one charge per reference. */
export function paymentReference({ orderId }: Order, attempt: number): string {
  return attempt === 1 ? orderId : `${orderId}-${attempt}`
}

/** Number of payment references to query, which is more than the attempts possible during a hold. */
const RECALLED_TRIES = 10

/** Returns every reference under which an order may have been paid since the attempt number `attempts`. */
export function referencesSince(order: Order, attempts: number): readonly string[] {
  const first = Math.max(1, attempts)
  return Array.from({ length: RECALLED_TRIES }, (_, index) => paymentReference(order, first + index))
}

/** Refund requested from a provider, recorded in the ledger before the request. */
export interface ProviderRefund {
  /** Identifies the refund at the provider; new for every attempt. */
  readonly reference: string
  readonly saleId: string
  /** Guichet's reference of the tender. */
  readonly payment: string
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
  /** The operator's number of the payment. */
  readonly approval: string
  readonly provider: AtProvider
  readonly staffId: string
  readonly askedUtc: string
}

export type RefundTry =
  | { readonly is: 'asked'; readonly reference: string; readonly askedUtc: string }
  /** The customer has received the refund. */
  | { readonly is: 'made' }
  | { readonly is: 'closed'; readonly by: RefundClosedBy; readonly reason: string }

/** `unsent`: the request could not be sent. `staff`: staff found no refund on the provider's page. */
export type RefundClosedBy = 'provider' | 'unsent' | 'staff'

/** Returns whether every earlier attempt was refused or not sent, so that no payment is refunded twice. */
export function mayTryAgain(tries: readonly RefundTry[]): boolean {
  return tries.every((each) => each.is === 'closed' && each.by !== 'staff')
}
