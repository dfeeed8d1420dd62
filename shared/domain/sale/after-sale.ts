import type { IssuedSlip } from '../money/credit-voucher.ts'
import type { Minor } from '../money/money.ts'
import type { PrintJob, TicketLink } from './sale.ts'
import type { TenderKind, WayBack } from '../money/tender.ts'
import type { ProviderRefund, RefundClosedBy } from './open-payment.ts'

/** Actions after the end of a sale, or on one of its payments, that do not change the sale. */
export type PostSaleAction =
  | CopiesOrdered
  | LinkOrdered
  | CopyFinished
  | TicketsReturned
  | CancellationAnswered
  | ReturnPaid
  | TenderCorrected
  | SlipCopied
  | InvoiceCopied
  | FiscalAct
  | OpenPaymentAct
  | RefundAct

/** Reprints of tickets, committed to the ledger before the first duplicate can be printed. */
export interface CopiesOrdered {
  readonly type: 'reprint-requested'
  readonly saleId: string
  readonly reason: string
  readonly copies: readonly { readonly ticketId: string; readonly copyNumber: number }[]
  /** Set if the tickets could not be checked because the booking service was unreachable. */
  readonly unchecked?: true
}

/** Duplicates for a telephone. The row is committed to the ledger before the request to the hub. */
interface LinkOrdered extends TicketLink {
  readonly type: 'ticket-link-requested'
  readonly saleId: string
  readonly copies: CopiesOrdered['copies']
}

export interface CopyFinished {
  readonly type: 'reprint-finished'
  readonly saleId: string
  readonly ticketId: string
  readonly copyNumber: number
  readonly state: Extract<PrintJob['state'], 'printed' | 'failed' | 'unknown'>
  readonly evidence: string
}

/** Once a return is recorded, a refund is due, and the register treats the tickets as invalid. */
export interface TicketsReturned {
  /** `tickets-voided`: the whole sale, in the shift of the sale. `tickets-refunded`: any number of tickets. */
  readonly type: 'tickets-refunded' | 'tickets-voided'
  readonly saleId: string
  /** Reference of the return: `<order id>-R1`, `-R2` … */
  readonly reference: string
  readonly reason: string
  /** Approver of the return. */
  readonly second: string
  readonly ticketIds: readonly string[]
  readonly currency: string
  readonly amount: Minor
  /** Refunds by tender; the total is `amount` plus the cash rounding. */
  readonly back: readonly WayBack[]
  /** Id of the cancellation request to the booking service; absent if no request is sent. */
  readonly cancellation?: string
}

/** The service's reply to a cancellation; the request is repeated until a reply arrives. */
export interface CancellationAnswered {
  readonly type: 'cancellation-result'
  readonly saleId: string
  readonly reference: string
  /** `cancelled`: the seats are on sale again. `not-offered`: the service has no call for cancellations. */
  readonly outcome: 'cancelled' | 'not-offered' | 'refused'
  /** The service's code for a refusal; empty if the service sends no code. */
  readonly detail: string
}

export interface ReturnPaid {
  readonly type: 'refund-paid'
  readonly saleId: string
  readonly reference: string
  readonly currency: string
  readonly kind: TenderKind
  readonly amount: Minor
  /** Number of the terminal's own refund slip; empty for cash. */
  readonly receipt: string
  /** New voucher if a credit voucher is refunded; `receipt` is the number of the new voucher. */
  readonly slip?: IssuedSlip
}

/** Correction of a payment that was recorded under the wrong tender. The tickets and their prices do not change. */
export interface TenderCorrected {
  readonly type: 'tender-corrected'
  readonly saleId: string
  /** Reference of the correction: `<order id>-C1`, `-C2` … */
  readonly reference: string
  /** Guichet's reference of the payment. */
  readonly payment: string
  readonly currency: string
  /** Tender and amount before the correction; the amount includes the cash rounding. */
  readonly was: TenderAmount
  readonly is: TenderAmount
  /** Approval or document number of the right tender, or the staff member who took the cash. */
  readonly approval: string
  /** Staff member who took the payment; null if the ledger names no staff member. */
  readonly takenBy: string | null
  readonly reason: string
  /** Approver of the correction. */
  readonly second: string
}

interface TenderAmount {
  readonly kind: TenderKind
  readonly amount: Minor
}

/** Reprint of a refund slip or corrected receipt, committed to the ledger before the paper can be printed. */
interface SlipCopied {
  readonly type: 'slip-copied'
  readonly saleId: string
  /** Reference of a return or correction, or `<order id>-P` for the refund of a sale without tickets. */
  readonly reference: string
  readonly copyNumber: number
  readonly reason: string
}

/** Buyer named on an invoice, stored only encrypted. */
export interface InvoiceBuyer {
  readonly company: string
  /** Address, with its lines separated by commas. */
  readonly address: string
  /** Empty if the buyer has no tax number. */
  readonly taxNumber: string
}

/** Maximum number of characters of each field. */
export const MAX_BUYER_TEXT: Readonly<Record<keyof InvoiceBuyer, number>> = { company: 80, address: 160, taxNumber: 30 }

/** Request for an invoice. The ledger determines its number, tickets and amounts when it records the invoice. */
export interface InvoiceRequest {
  readonly saleId: string
  readonly buyer: InvoiceBuyer
  /** Set if a fiscal service must sign the invoice. */
  readonly toSign?: true
}

/** Reprint of an invoice or credit note, committed to the ledger before it can be printed. */
interface InvoiceCopied {
  readonly type: 'invoice-copied'
  readonly saleId: string
  readonly number: number
  /** 0 for the first print with a fiscal signature, which is the original. */
  readonly copyNumber: number
}

/** Signature of a fiscal service or device. Texts that the service does not send are empty. */
export interface FiscalSignature {
  /** Number of the signature. */
  readonly signature: string
  /** Text of the printed QR code. */
  readonly qrCode: string
  /** Counters of the service, such as `12/345 FV`. */
  readonly counters: string
  /** Identification of the signing device. */
  readonly device: string
  /** Time of the signature, as the service writes it. */
  readonly signedAt: string
}

interface InvoiceAct {
  readonly saleId: string
  readonly number: number
}

type FiscalAct =
  | (InvoiceAct & FiscalSignature & { readonly type: 'invoice-signed' })
  | (InvoiceAct & { readonly type: 'invoice-refused'; readonly reason: string })
  /**
   * Staff sent a refused invoice to the fiscal service again. `buyer`: corrected buyer; absent if unchanged. The ledger
   * records only a commitment to it.
   */
  | (InvoiceAct & { readonly type: 'invoice-resubmitted'; readonly buyer?: InvoiceBuyer })

/** Maximum number of characters of a fiscal service's texts. */
export const MAX_FISCAL_TEXT: Readonly<Record<keyof FiscalSignature | 'reason', number>> = {
  signature: 200,
  qrCode: 1_000,
  counters: 100,
  device: 100,
  signedAt: 40,
  reason: 300,
}

interface OpenPaymentEvent {
  readonly saleId: string
  /** Guichet's reference of the tender. */
  readonly reference: string
}

interface OpenPaymentSum extends OpenPaymentEvent {
  readonly kind: TenderKind
  readonly currency: string
  readonly amount: Minor
}

export type OpenPaymentAct = PaymentFound | PaymentClosed | PaymentUnanswered | PaymentPaidBack

/** The payment succeeded: a refund of `amount`, which may differ from the requested amount, is due. */
export interface PaymentFound extends OpenPaymentSum {
  readonly type: 'payment-found'
  /** The operator's number of the payment. */
  readonly approval: string
}

/** The payment is closed, and no money was transferred. */
interface PaymentClosed extends OpenPaymentEvent {
  readonly type: 'payment-closed'
  /** `time`: the period in which a report can arrive has passed. `staff`: staff checked the provider's page. */
  readonly by: 'provider' | 'time' | 'staff'
}

/** The program no longer queries the provider, so staff have to check the payment. */
export interface PaymentUnanswered extends OpenPaymentEvent {
  readonly type: 'payment-unresolved'
}

export interface PaymentPaidBack extends OpenPaymentSum {
  readonly type: 'payment-paid-back'
  /** The provider's number of the refund, or the number on the receipt. */
  readonly receipt: string
  /** Reference of the provider's refund; absent if staff refunded by hand. */
  readonly refund?: string
}

type RefundAct = RefundAsked | RefundClosed

/** Recorded before the refund request is sent to the provider. */
export interface RefundAsked extends Omit<ProviderRefund, 'staffId' | 'askedUtc'> {
  readonly type: 'refund-requested'
  /** Approver of the refund. */
  readonly second: string
}

/** The refund request is closed without a refund. */
export interface RefundClosed {
  readonly type: 'refund-closed'
  readonly saleId: string
  readonly reference: string
  readonly by: RefundClosedBy
  /** The provider's reason; empty if the provider gave no reason. */
  readonly reason: string
}
