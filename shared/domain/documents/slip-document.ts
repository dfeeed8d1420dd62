import type { Minor } from '../money/money.ts'
import type { SeatNote } from '../seats/place.ts'
import type { Venue } from '../seats/offer.ts'
import type { TenderKind } from '../money/tender.ts'
import type { Specimen } from './specimen.ts'

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
