import type { Minor } from '../money/money.ts'
import type { SeatNote } from '../seats/place.ts'
import type { Venue } from '../seats/offer.ts'
import type { CardPaid, TenderKind } from '../money/tender.ts'
import type { Specimen } from './specimen.ts'

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
