import type { Minor } from '../money/money.ts'
import type { TenderKind } from '../money/tender.ts'
import type { Venue } from '../seats/offer.ts'
import type { Specimen } from './specimen.ts'

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
