import type { Minor } from '../money/money.ts'
import type { Place } from '../seats/place.ts'
import type { Venue } from '../seats/offer.ts'
import type { Specimen } from './specimen.ts'

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
