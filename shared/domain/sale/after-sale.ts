import type { IssuedSlip } from '../money/credit-voucher.ts'
import type { Minor } from '../money/money.ts'
import type { PrintJob } from './sale.ts'
import type { TenderKind } from '../money/tender.ts'
import type { ProviderRefund, RefundClosedBy } from './open-payment.ts'

/**
 * Actions after the end of a sale, or about one of its payments. These actions do not change the sale. Returned tickets
 * stay sold at the booking service until the service cancels them, if it can.
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

/** Reprints of tickets; committed before the first one can be printed. */
export interface CopiesOrdered {
  readonly type: 'reprint-requested'
  readonly saleId: string
  readonly reason: string
  /** The duplicates; each is printed as DUPLICATA n. */
  readonly copies: readonly { readonly ticketId: string; readonly copyNumber: number }[]
  /**
   * Set if the booking service was unreachable for the validity check, which the duplicates then state; absent if the
   * tickets are valid.
   */
  readonly unchecked?: true
}

export interface CopyFinished {
  readonly type: 'reprint-finished'
  readonly saleId: string
  readonly ticketId: string
  readonly copyNumber: number
  readonly state: Extract<PrintJob['state'], 'printed' | 'failed' | 'unknown'>
  readonly evidence: string
}

/**
 * Return of tickets: once it is recorded, a refund is due to the customer, and this register treats the tickets as
 * invalid.
 */
export interface TicketsReturned {
  /** Voided: the whole sale, during the shift of the sale. Refunded: any of its tickets, at any time. */
  readonly type: 'tickets-refunded' | 'tickets-voided'
  readonly saleId: string
  /** Reference of this return: `<order id>-R1`, `-R2` … */
  readonly reference: string
  readonly reason: string
  /** The approver. */
  readonly second: string
  readonly ticketIds: readonly string[]
  readonly currency: string
  readonly amount: Minor
  /** Refunds by tender. Their total is `amount` plus the cash rounding. */
  readonly back: readonly WayBack[]
  /**
   * Id of the cancellation request that is sent to the service once the return is recorded; absent if no request is
   * sent.
   */
  readonly cancellation?: string
}

/** Refund by one tender. */
export interface WayBack {
  readonly kind: TenderKind
  /** Amount handed over, if in cash. */
  readonly amount: Minor
  /** Cash rounding contained in `amount`, in minor units; negative if less than the price is refunded. Absent if 0. */
  readonly rounding?: Minor
}

/** The service's reply to the cancellation of returned tickets; the request is repeated until a reply arrives. */
export interface CancellationAnswered {
  readonly type: 'cancellation-result'
  readonly saleId: string
  /** Reference of the return. */
  readonly reference: string
  /**
   * `cancelled`: the codes are no longer valid, and the seats are on sale again. `not-offered`: the service has no call
   * for cancellations.
   */
  readonly outcome: 'cancelled' | 'not-offered' | 'refused'
  /** The service's code for a refusal; empty if there is none. */
  readonly detail: string
}

/** The refund of a return by one tender is complete. */
export interface ReturnPaid {
  readonly type: 'refund-paid'
  readonly saleId: string
  readonly reference: string
  readonly currency: string
  readonly kind: TenderKind
  readonly amount: Minor
  /** Number of the terminal's own refund slip; empty for cash. */
  readonly receipt: string
  /** The new voucher if a credit voucher is refunded; `receipt` is its number. */
  readonly slip?: IssuedSlip
}

/** Reprint of a refund slip; committed before it can be printed. */
interface SlipCopied {
  readonly type: 'slip-copied'
  readonly saleId: string
  /** Reference of the slip: that of a return, or `<order id>-P` for the refund of a sale without tickets. */
  readonly reference: string
  /** Number n of the duplicate, which is printed as DUPLICATA n. */
  readonly copyNumber: number
  readonly reason: string
}

interface OpenPaymentEvent {
  readonly saleId: string
  /** Our reference of the tender. */
  readonly reference: string
}

interface OpenPaymentSum extends OpenPaymentEvent {
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
}

/** Events of a payment that was left open. */
export type OpenPaymentAct = PaymentFound | PaymentClosed | PaymentUnanswered | PaymentPaidBack

/** The payment succeeded: a refund of `amount` is now due, which may differ from the requested amount. */
export interface PaymentFound extends OpenPaymentSum {
  readonly type: 'payment-found'
  /** The operator's number of the payment. */
  readonly approval: string
}

/** The payment is closed: no money was transferred. */
interface PaymentClosed extends OpenPaymentEvent {
  readonly type: 'payment-closed'
  /**
   * `provider`: the provider reported a final status. `time`: the period in which a report can arrive has passed.
   * `staff`: staff checked the provider's own page.
   */
  readonly by: 'provider' | 'time' | 'staff'
}

/** The provider has not reported a status for so long that the program no longer queries it: staff have to check. */
export interface PaymentUnanswered extends OpenPaymentEvent {
  readonly type: 'payment-unresolved'
}

/** The payment that was found has been refunded. */
export interface PaymentPaidBack extends OpenPaymentSum {
  readonly type: 'payment-paid-back'
  /** The provider's number of the refund, or the number on the receipt. */
  readonly receipt: string
  /** Reference of the provider's refund; absent if it was refunded by hand. */
  readonly refund?: string
}

/** Refunds requested from a provider. `reference` identifies the refund at the provider. */
type RefundAct = RefundAsked | RefundClosed

/** Recorded before the request is sent to the provider; a successful refund is recorded with the same `reference`. */
export interface RefundAsked extends Omit<ProviderRefund, 'staffId' | 'askedUtc'> {
  readonly type: 'refund-requested'
  /** The approver. */
  readonly second: string
}

/** The refund request is closed without a refund. */
export interface RefundClosed {
  readonly type: 'refund-closed'
  readonly saleId: string
  readonly reference: string
  readonly by: RefundClosedBy
  /** The provider's reason; empty if there is none. */
  readonly reason: string
}
