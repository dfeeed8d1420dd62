import type { TenderKind } from '../money/tender.ts'

/** Why seats could not be held, as the sale keeps it for its customer. */
export type HoldNotice =
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }
  | { readonly type: 'hold-expired' }
  | { readonly type: 'partner-unreachable' }
  /** `limit`: maximum number of seats in one sale; absent if the service does not report it. */
  | { readonly type: 'hold-refused'; readonly code: string; readonly limit?: number }
  | { readonly type: 'event-ended' }
  | { readonly type: 'price-changed' }

/** Notice for the customer at the review: why a payment failed. `tender` is absent in sales of older versions. */
export type PaymentNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender?: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not let go of the seat that was to be taken out. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'payment-unavailable'; readonly tender?: TenderKind }
