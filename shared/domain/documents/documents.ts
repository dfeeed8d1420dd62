import type { IssuedSlip } from '../money/credit-slip.ts'
import type { Minor } from '../money/money.ts'
import type { CardPaid, TenderKind } from '../money/tender.ts'
import type { Venue } from '../seats/offer.ts'
import type { Place, SeatNote } from '../seats/place.ts'

/** `payment-open`: it brings the tickets once the payment was made. `trouble`: staff find the sale by it. */
export type CollectionSlipReason = 'payment-open' | 'trouble'

/** Everything the slip with a sale's reference says: it is no ticket, and is not valid for entry. */
export interface CollectionSlipDocument {
  readonly why: CollectionSlipReason
  /** Six letters and digits, without the blank between its halves. */
  readonly code: string
  readonly orderId: string
  /** The machine that takes the code. */
  readonly register: string
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  readonly eventTitle: string
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly venue: Venue
  readonly seatCodes: readonly string[]
  readonly tender: TenderKind
  readonly amount: Minor
  readonly currency: string
  /** By which the operator knows the payment; empty where nothing is known. */
  readonly paymentReference: string
  /** Null: in earnest. */
  readonly specimen: Specimen | null
}

/** Of what a paper is a specimen, and says so across itself: the demo, or training at a live desk. */
export type Specimen = 'demo' | 'training'

/** Where its money comes from: more was put in than was due; a visit ended unpaid; what was paid came back. */
export type CreditSlipReason = 'over' | 'unpaid' | 'returned'

/** Everything that the paper of a credit slip says. */
export interface CreditSlipDocument extends IssuedSlip {
  readonly why: CreditSlipReason
  /** The signed text of its QR code. */
  readonly code: string
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Every machine of the hub takes it. */
  readonly anywhere: boolean
  /** The machine that owes it. */
  readonly register: string
  /** Wall time of when it was issued, ISO 8601 UTC. */
  readonly issuedUtc: string
  /** Of the sale whose money it is. */
  readonly orderId: string
  readonly eventTitle: string
  /** Null: in earnest. */
  readonly specimen: Specimen | null
}

/** Everything one receipt says; it opens no gate. */
export interface ReceiptDocument {
  readonly eventTitle: string
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly venue: Venue
  readonly orderId: string
  /** Device that sold. */
  readonly register: string
  /** Wall time, ISO 8601 UTC. */
  readonly soldAt: string
  readonly lines: readonly {
    readonly seatCode: string
    readonly notes: readonly SeatNote[]
    readonly zoneName: string
    readonly price: Minor
  }[]
  readonly amount: Minor
  readonly currency: string
  /** Cash rounding, in minor units: what was paid in cash above its share of `amount`; negative if below. Absent if 0. */
  readonly rounding?: Minor
  /** In the order they were taken. */
  readonly tenders: readonly {
    readonly kind: TenderKind
    readonly received: Minor
    readonly change: Minor
    /** The terminal's or the operator's approval code; empty for cash. */
    readonly approval: string
    readonly card?: CardPaid
  }[]
  /** Null: in earnest. */
  readonly specimen: Specimen | null
}

/**
 * Everything the slip of tickets that came back says: what the customer signs for, and the till keeps. `unsold`: money of a
 * sale that came to no tickets, and has gone back.
 */
export interface SlipDocument {
  readonly kind: 'refund' | 'void' | 'unsold'
  /** Of the return. */
  readonly reference: string
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  readonly orderId: string
  readonly register: string
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  readonly eventTitle: string
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly venue: Venue
  readonly lines: readonly {
    readonly seatCode: string
    readonly notes: readonly SeatNote[]
    readonly ticketNumber: string
    readonly price: Minor
  }[]
  readonly amount: Minor
  readonly currency: string
  /** `reference`: under which it went back already; where it is still to go back there is none. */
  readonly back: readonly { readonly kind: TenderKind; readonly amount: Minor; readonly reference?: string }[]
  /** Empty where nobody was asked for one. */
  readonly reason: string
  /** Who did it, and who answers for it beside them; null where one person is enough. */
  readonly staffId: string
  readonly second: string | null
  /** Whether the booking service has cancelled the tickets, or is asked to; `none`: to it they stay sold. */
  readonly cancellation: 'cancelled' | 'asked' | 'none'
  /** Null: in earnest. */
  readonly specimen: Specimen | null
}

/** Everything one printed ticket says; the layouts (sheets, stock, rolls) draw it, nothing else. */
export interface TicketDocument {
  readonly eventTitle: string
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly venue: Venue
  readonly zoneName: string
  readonly place: Place
  /** What the gate reads: any text that a QR code can hold, as the service wrote it. */
  readonly qrCode: string
  readonly ticketNumber: string
  readonly ticketReference: string
  readonly price: Minor
  readonly currency: string
  readonly orderId: string
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Duplicates only: the booking service could not be reached to check that the ticket is valid. */
  readonly unchecked?: boolean
  /** A specimen carries a watermark and opens no gate; null: a ticket in earnest. */
  readonly specimen: Specimen | null
  /** Position in the order, 1-based, and the order's size: "2 / 3". */
  readonly index: number
  readonly count: number
}
