import type { IssuedSlip } from '../money/credit-voucher.ts'
import type { Minor } from '../money/money.ts'
import type { CardDetails, TenderKind } from '../money/tender.ts'
import type { Venue } from '../seats/offer.ts'
import type { Place, SeatNote } from '../seats/place.ts'

interface PrintedDocument {
  /** For a credit voucher: the sale that the amount comes from. */
  readonly orderId: string
  readonly eventTitle: string
  /** Specimen mark; null for a live document. */
  readonly specimen: Specimen | null
}

interface EventDocument extends PrintedDocument {
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly venue: Venue
  readonly currency: string
}

interface SumDocument extends EventDocument {
  /** The machine that made the sale; it also accepts the code of a collection slip. */
  readonly register: string
  readonly amount: Minor
}

/**
 * `payment-open`: the voucher is exchanged for the tickets once the payment is complete. `trouble`: staff use the
 * voucher to find the sale.
 */
type CollectionSlipReason = 'payment-open' | 'trouble'

/** Content of the voucher with a sale's reference. The voucher is not a ticket and not valid for entry. */
export interface CollectionSlipDocument extends SumDocument {
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  readonly why: CollectionSlipReason
  /** Code of six letters and digits, without the space between its halves. */
  readonly code: string
  readonly seatCodes: readonly string[]
  readonly tender: TenderKind
  /** The operator's reference of the payment; empty if it is unknown. */
  readonly paymentReference: string
}

/** Reason why a document is a specimen, which is printed across it: the demo, or training at a live desk. */
export type Specimen = 'demo' | 'training'

/**
 * Origin of the amount: `over`, more was inserted than was due; `unpaid`, a visit ended unpaid; `returned`, a payment
 * was returned.
 */
export type CreditSlipReason = 'over' | 'unpaid' | 'returned'

/** Content of a printed credit voucher. */
export interface CreditSlipDocument extends IssuedSlip, PrintedDocument {
  readonly why: CreditSlipReason
  /** Signed text of the voucher's QR code. */
  readonly code: string
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Whether every machine of the hub accepts the voucher. */
  readonly anywhere: boolean
  /** Machine that issued the voucher. */
  readonly register: string
  /** Wall time of issue, ISO 8601 UTC. */
  readonly issuedUtc: string
}

/** Content of a receipt; it is not valid for entry. */
export interface ReceiptDocument extends SumDocument {
  /** Wall time, ISO 8601 UTC. */
  readonly soldAt: string
  readonly lines: readonly {
    readonly seatCode: string
    readonly notes: readonly SeatNote[]
    readonly zoneName: string
    readonly price: Minor
  }[]
  /** Cash rounding in minor units: cash paid less its share of `amount`; negative if less was paid. Absent if 0. */
  readonly rounding?: Minor
  /** Tenders in the order of payment. */
  readonly tenders: readonly {
    readonly kind: TenderKind
    readonly received: Minor
    readonly change: Minor
    /** The terminal's or the operator's approval code; empty for cash. */
    readonly approval: string
    readonly card?: CardDetails
  }[]
}

/**
 * Content of the slip for returned tickets, which the customer signs and the till keeps. `unsold`: the returned money
 * of a sale that ended without tickets.
 */
export interface SlipDocument extends SumDocument {
  readonly kind: 'refund' | 'void' | 'unsold'
  /** Reference of the return. */
  readonly reference: string
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  readonly lines: readonly {
    readonly seatCode: string
    readonly notes: readonly SeatNote[]
    readonly ticketNumber: string
    readonly price: Minor
  }[]
  /** Refunds by tender; `reference`: that of the completed refund, absent if the refund is still due. */
  readonly back: readonly { readonly kind: TenderKind; readonly amount: Minor; readonly reference?: string }[]
  /** Reason for the return; empty if no reason was requested. */
  readonly reason: string
  /** The staff member, and the approver; `second` is null if no approver is required. */
  readonly staffId: string
  readonly second: string | null
  /**
   * Whether the booking service has cancelled the tickets or received a request to; `none`: the tickets remain sold at
   * the booking service.
   */
  readonly cancellation: 'cancelled' | 'asked' | 'none'
}

/** Content of one printed ticket; the layouts (sheets, stock, rolls) draw nothing else. */
export interface TicketDocument extends EventDocument {
  readonly zoneName: string
  readonly place: Place
  /** The text that the gate scans: any text that a QR code can hold, as the service wrote it. */
  readonly qrCode: string
  readonly ticketNumber: string
  readonly ticketReference: string
  readonly price: Minor
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Duplicates only: the booking service was unreachable when the ticket was to be checked. */
  readonly unchecked?: boolean
  /** Position in the order, 1-based, and the size of the order: "2 / 3". */
  readonly index: number
  readonly count: number
}
