import type { IssuedSlip } from '../money/credit-slip.ts'
import type { Minor } from '../money/money.ts'
import type { PrintJob } from './sale.ts'
import type { TenderKind } from '../money/tender.ts'
import type { ProviderRefund, RefundClosedBy } from './open-payment.ts'

/**
 * What is done with a sale after its end, or about one of its payments. The sale stays as it is. Its tickets stay sold at the booking service until that
 * has cancelled them, where it can.
 */
export type PostSaleAction =
  | CopiesOrdered
  | CopyFinished
  | TicketsReturned
  | CancellationAnswered
  | ReturnPaid
  | SlipCopied
  | OpenPaymentAct
  | RefundAct

/** Committed before the first of them can come out. */
export interface CopiesOrdered {
  readonly type: 'copies-ordered'
  readonly saleId: string
  readonly reason: string
  /** Each is DUPLICATA n. */
  readonly copies: readonly { readonly ticketId: string; readonly copyNumber: number }[]
  /** The booking service could not be asked whether the tickets are still valid, and the papers say so; left out: they are. */
  readonly unchecked?: true
}

export interface CopyFinished {
  readonly type: 'copy-finished'
  readonly saleId: string
  readonly ticketId: string
  readonly copyNumber: number
  readonly state: Extract<PrintJob['state'], 'printed' | 'failed' | 'unknown'>
  readonly evidence: string
}

/** From here on the customer is owed the money, and the tickets are worth nothing here. */
export interface TicketsReturned {
  /** Voided: the whole sale, in the shift that made it. Refunded: any of its tickets, at any time. */
  readonly type: 'tickets-refunded' | 'tickets-voided'
  readonly saleId: string
  /** Of this return: `<order id>-R1`, `-R2` … */
  readonly reference: string
  readonly reason: string
  /** Who answers for it beside the person who did it. */
  readonly second: string
  readonly ticketIds: readonly string[]
  readonly currency: string
  readonly amount: Minor
  /** Refunds by tender. Their total is `amount` plus the cash rounding. */
  readonly back: readonly WayBack[]
  /** Under this id the service is asked to cancel the tickets, from here on; left out: it is not asked. */
  readonly cancellation?: string
}

/** Refund by one tender. */
export interface WayBack {
  readonly kind: TenderKind
  /** The cash handed over. */
  readonly amount: Minor
  /** Cash rounding contained in `amount`, in minor units; negative if less than the price is refunded. Absent if 0. */
  readonly rounding?: Minor
}

/** What the service said to the cancellation of a return's tickets; asked again until it says something. */
export interface CancellationAnswered {
  readonly type: 'cancellation-answered'
  readonly saleId: string
  /** Of the return. */
  readonly reference: string
  /** `cancelled`: the codes are good no more, the seats are on sale again. `not-offered`: the service has no such call. */
  readonly outcome: 'cancelled' | 'not-offered' | 'refused'
  /** The service's word for a refusal; empty where there is none. */
  readonly detail: string
}

/** The money of a return is with the customer again, one way of it. */
export interface ReturnPaid {
  readonly type: 'return-paid'
  readonly saleId: string
  readonly reference: string
  readonly currency: string
  readonly kind: TenderKind
  readonly amount: Minor
  /** The number of the terminal's own slip; empty for cash. */
  readonly receipt: string
  /** What goes back over a credit slip is another one; `receipt` is its number. */
  readonly slip?: IssuedSlip
}

/** Committed before it can come out: another paper of a slip that was made when money went back. */
export interface SlipCopied {
  readonly type: 'slip-copied'
  readonly saleId: string
  /** Of the slip: a return's, or `<order id>-P` of a sale without tickets whose money went back. */
  readonly reference: string
  /** It is DUPLICATA n. */
  readonly copyNumber: number
  readonly reason: string
}

/** What became of a payment that was left open. `reference`: ours, of the tender. */
export type OpenPaymentAct = PaymentFound | PaymentClosed | PaymentUnanswered | PaymentPaidBack

/** It succeeded after all: from here on the customer is owed that sum, which need not be the one that was asked for. */
export interface PaymentFound {
  readonly type: 'payment-found'
  readonly saleId: string
  readonly reference: string
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
  /** The operator's number of it. */
  readonly approval: string
}

/** No money moved. */
export interface PaymentClosed {
  readonly type: 'payment-closed'
  readonly saleId: string
  readonly reference: string
  /** `provider`: its final word. `time`: nothing can be told any more. `staff`: they looked at the provider's own page. */
  readonly by: 'provider' | 'time' | 'staff'
}

/** The provider has said nothing for so long that it is asked no more: people look. */
export interface PaymentUnanswered {
  readonly type: 'payment-unanswered'
  readonly saleId: string
  readonly reference: string
}

/** What was found is with the customer again. */
export interface PaymentPaidBack {
  readonly type: 'payment-paid-back'
  readonly saleId: string
  readonly reference: string
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
  /** The provider's number of the refund, or the one on the receipt. */
  readonly receipt: string
  /** Of the provider's refund that this was; left out: people gave it back. */
  readonly refund?: string
}

/** Money that a provider was asked to give back. `reference`: of the refund, at the provider. */
type RefundAct = RefundAsked | RefundClosed

/** Committed before the provider is asked; what it gives back is booked as the money's going back, under this reference. */
export interface RefundAsked extends Omit<ProviderRefund, 'staffId' | 'askedUtc'> {
  readonly type: 'refund-asked'
  /** Who answers for it beside the person who asked. */
  readonly second: string
}

/** Nothing was given back. */
export interface RefundClosed {
  readonly type: 'refund-closed'
  readonly saleId: string
  readonly reference: string
  readonly by: RefundClosedBy
  /** The provider's; empty where there is none. */
  readonly reason: string
}
