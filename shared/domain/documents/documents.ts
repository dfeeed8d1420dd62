import type { InvoiceBuyer } from '../sale/after-sale.ts'
import type { FiscalState } from '../sale/sale-file.ts'
import type { IssuedSlip } from '../money/credit-voucher.ts'
import type { Minor, TaxedPrice, TaxShare } from '../money/money.ts'
import type { CardDetails, TenderKind } from '../money/tender.ts'
import type { Venue } from '../seats/offer.ts'
import type { Place, SeatNote } from '../seats/place.ts'

interface PrintedDocument {
  /** Order of the sale; for a credit voucher, the order that the amount comes from. */
  readonly orderId: string
  readonly eventTitle: string
  /** Specimen mark; null for a live document. */
  readonly specimen: Specimen | null
}

interface EventDocument extends PrintedDocument {
  /** Local date-time in the partner's format. */
  readonly startsAt: string
  readonly venue: Venue
  readonly currency: string
}

interface SumDocument extends EventDocument {
  /** Kiosk or desk that made the sale, which also accepts the code of a collection voucher. */
  readonly register: string
  readonly amount: Minor
}

/**
 * `payment-open`: the slip is exchanged for the tickets once the sale is paid. `trouble`: the slip helps staff find the
 * sale.
 */
type CollectionSlipReason = 'payment-open' | 'trouble'

/** Content of a collection voucher, which is not a ticket and not valid for entry. */
export interface CollectionSlipDocument extends SumDocument {
  readonly atUtc: string
  readonly why: CollectionSlipReason
  /** Collection code of six letters and digits, without the space between its halves. */
  readonly code: string
  readonly seatCodes: readonly string[]
  readonly tender: TenderKind
  /** The operator's reference of the payment; empty if it is unknown. */
  readonly paymentReference: string
}

/** Printed badge of a staff member. `code`: secret text of its QR code. */
export interface BadgeDocument {
  readonly name: string
  readonly code: string
  readonly specimen: Specimen | null
}

/** Reason why a document is printed as a specimen: the demo, or training at a live desk. */
export type Specimen = 'demo' | 'training'

/** Origin of a credit voucher's amount: an overpayment, a sale that ended without tickets, or a returned payment. */
export type CreditSlipReason = 'over' | 'unpaid' | 'returned'

export interface CreditSlipDocument extends IssuedSlip, PrintedDocument {
  readonly why: CreditSlipReason
  /** Signed text of the voucher's QR code. */
  readonly code: string
  /** 0 for the original document; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Whether every machine of the hub accepts the voucher. */
  readonly anywhere: boolean
  readonly register: string
  readonly issuedUtc: string
}

export interface ReceiptDocument extends SumDocument {
  /** Time of the sale, ISO 8601 UTC. */
  readonly soldAt: string
  readonly lines: readonly (TaxedPrice & {
    readonly seatCode: string
    readonly notes: readonly SeatNote[]
    readonly zoneName: string
  })[]
  /** Refund due for seats that were paid but finally not sold, in minor units; absent if there are none. */
  readonly unsold?: Minor
  /** Cash paid minus the cash share of `amount`, in minor units; absent if 0. */
  readonly rounding?: Minor
  /** Tenders in the order of payment. */
  readonly tenders: readonly {
    readonly kind: TenderKind
    readonly received: Minor
    readonly change: Minor
    /** Approval code of the terminal or the operator; empty for cash. */
    readonly approval: string
    readonly card?: CardDetails
  }[]
}

/** Content of the receipt that replaces the earlier receipts of a sale after a correction of its tender. */
export interface CorrectedReceiptDocument extends ReceiptDocument {
  /** Reference of the correction. */
  readonly reference: string
  readonly copyNumber: number
  readonly atUtc: string
  /** Tender before the correction. */
  readonly was: TenderKind
  /** `second`: approver of the correction. */
  readonly staffId: string
  readonly second: string
}

/** Content of the slip for returned tickets. `unsold`: refund of a sale that ended without tickets. */
export interface SlipDocument extends SumDocument {
  readonly kind: 'refund' | 'void' | 'unsold'
  readonly reference: string
  readonly copyNumber: number
  readonly atUtc: string
  readonly lines: readonly (TaxedPrice & {
    readonly seatCode: string
    readonly notes: readonly SeatNote[]
    readonly ticketNumber: string
  })[]
  /** Refunds by tender; `reference` is absent while the refund is due. */
  readonly back: readonly { readonly kind: TenderKind; readonly amount: Minor; readonly reference?: string }[]
  /** Reason for the return; empty if no reason was requested. */
  readonly reason: string
  /** `second`: approver of the return; null if no approval is required. */
  readonly staffId: string
  readonly second: string | null
  /** Cancellation at the booking service: confirmed, requested, or `none` if the tickets remain sold. */
  readonly cancellation: 'cancelled' | 'asked' | 'none'
}

/** Content of an invoice, or of a credit note for returned tickets. */
export interface InvoiceDocument extends SumDocument {
  readonly kind: 'invoice' | 'credit-note'
  /** Printed number, such as `D1-000042`. */
  readonly invoiceNumber: string
  /** Printed number of the invoice that a credit note is about; empty for an invoice. */
  readonly about: string
  readonly copyNumber: number
  readonly issuedUtc: string
  /** Null once the buyer's data have been erased. */
  readonly buyer: InvoiceBuyer | null
  readonly lines: SlipDocument['lines']
  readonly taxes: readonly TaxShare[]
  /** Tenders of the sale; for a credit note, tenders of the refund. */
  readonly tenders: readonly TenderKind[]
  /** Absent if no fiscal service signs the document. */
  readonly fiscal?: FiscalState
}

export interface TicketDocument extends EventDocument {
  readonly zoneName: string
  readonly place: Place
  /** Text that the gate scans, exactly as the booking service sent it. */
  readonly qrCode: string
  readonly ticketNumber: string
  readonly ticketReference: string
  readonly price: Minor
  readonly copyNumber: number
  /** True for a duplicate whose ticket was not checked because the booking service was unreachable. */
  readonly unchecked?: boolean
  /** Position of the ticket in the order, starting at 1; the order has `count` tickets. */
  readonly index: number
  readonly count: number
}
