import type { Minor } from './money.ts'
import type { Venue } from './offer.ts'
import type { TenderKind } from './tender.ts'

/** Everything the slip of tickets that came back says: what the customer signs for, and the till keeps. */
export interface SlipDocument {
  readonly kind: 'refund' | 'void'
  /** Of the return. */
  readonly reference: string
  readonly orderId: string
  readonly register: string
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  readonly eventTitle: string
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly venue: Venue
  readonly lines: readonly { readonly seatCode: string; readonly ticketNumber: string; readonly price: Minor }[]
  readonly amount: Minor
  readonly currency: string
  readonly back: readonly { readonly kind: TenderKind; readonly amount: Minor }[]
  readonly reason: string
  /** Who did it, and who answers for it beside them. */
  readonly staffId: string
  readonly second: string
  readonly demo: boolean
}
