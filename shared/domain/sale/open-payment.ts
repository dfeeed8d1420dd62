import type { Minor } from '../money/money.ts'
import type { AtProvider, TenderKind } from '../money/tender.ts'
import type { Order, Sale, SaleEvent } from './sale.ts'

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

/** The order id for the first try, `<order id>-2` for the second, and so on: one charge per reference. */
export function paymentReference({ orderId }: Order, attempt: number): string {
  return attempt === 1 ? orderId : `${orderId}-${attempt}`
}

/** More tries than the time of a hold allows. */
const RECALLED_TRIES = 10

/** Every reference under which an order may have been paid since its `attempts`-th try. */
export function referencesSince(order: Order, attempts: number): readonly string[] {
  const first = Math.max(1, attempts)
  return Array.from({ length: RECALLED_TRIES }, (_, index) => paymentReference(order, first + index))
}

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
