import type { TenderKind } from '../money/tender.ts'

/** Why seats could not be held, as the sale keeps it for its customer. */
export type HoldNotice =
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }
  | { readonly type: 'hold-expired' }
  | { readonly type: 'partner-unreachable' }
  /** `limit`: the seats that the service takes in one sale, where it says so. */
  | { readonly type: 'hold-refused'; readonly code: string; readonly limit?: number }
  | { readonly type: 'event-ended' }
  | { readonly type: 'price-changed' }

/** What its customer is told at the review. Of a payment: why it came to nothing; `tender` is missing in sales of older programs. */
export type PaymentNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender?: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not let go of the seat that was to be taken out. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'payment-unavailable'; readonly tender?: TenderKind }
