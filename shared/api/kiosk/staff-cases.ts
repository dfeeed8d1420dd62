import type { Minor } from '../../domain/money/money.ts'
import type { LedgerMismatch, LedgerMemory } from '../../domain/fleet/readiness.ts'
import type { TenderKind } from '../../domain/money/tender.ts'
import type { RefundClosedBy } from '../../domain/sale/open-payment.ts'
import type { ChargedAmount } from '../../domain/sale/sale.ts'

/** Ledger rows are missing. Staff compare the records of drawer, terminal and booking service, and confirm the gap. */
export interface GapCase {
  readonly question: 'ledger-gap'
  /** Number of the row that records the gap, which identifies the case. */
  readonly seq: number
  /** Minimum number of missing rows; null if unknown. */
  readonly rows: number | null
  /** Records outside the ledger that show more or different rows. */
  readonly remembered: readonly LedgerMemory[]
  /** Time by the local clock, ISO 8601 UTC. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The ledger continues under a new key, which the hub's administrator must accept or staff must confirm. */
export interface KeyCase {
  readonly question: 'ledger-key'
  readonly seq: number
  readonly keyId: string
  /** Times of the last row under the previous key and of the first row under the new key. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The ledger does not match the hub's record. The hub's administrator resolves the mismatch at the hub. */
export interface HubCase {
  readonly question: 'ledger-hub'
  readonly doubt: LedgerMismatch
  /** Number of the last row in the hub's record. */
  readonly seq: number
}

/** A note in the cashbox that belongs to no sale. Staff find its owner, or leave the note until the count. */
export interface StrayNoteCase {
  readonly question: 'note-unallocated'
  /** Number of the row that records the note. */
  readonly seq: number
  /** Null if the value of the note is unknown. */
  readonly amount: Minor | null
  readonly currency: string
  readonly foundUtc: string
}

export type LedgerCase = GapCase | KeyCase | HubCase

/**
 * A sale that needs staff, with one question. `money-moved`: was the amount received (cash) or charged (card)?
 * `service-unreachable`: the program queries the service; if the query never succeeds, refund. `rows-lost`: the program
 * queries the service, but no refund is known to be due. `tickets-mismatched`: query the service again, or refund.
 * `pay-back`: query the service once more, then refund and note the reference. `refund-open`: the provider's refund is
 * pending. `reprint`: check the printer, then print the missing tickets. `paper-out`: were the tickets printed?
 * `collect`: print the tickets when the customer comes back. `unreconciled`: settle the sale manually. `restart`:
 * restart the program. `storage-full`: free space on the disk; the sale continues automatically. `purchase-refused`:
 * the service refuses the purchase, which is retried until the holds have certainly expired; the question `pay-back`
 * follows.
 *
 * All questions but `money-moved`, `pay-back`, `refund-open`, `restart`, `storage-full` and `purchase-refused` can be
 * settled manually, with a reference.
 */
export interface SaleCase {
  readonly saleId: string
  /** Order id, or the service's reference if there is no order yet. */
  readonly reference: string
  readonly question:
    | 'money-moved'
    | 'service-unreachable'
    | 'tickets-mismatched'
    | 'pay-back'
    | 'refund-open'
    | 'reprint'
    | 'paper-out'
    | 'collect'
    | 'rows-lost'
    | 'unreconciled'
    | 'restart'
    | 'storage-full'
    | 'purchase-refused'
  /** Null if the tender is unknown, or the sale may be unpaid. */
  readonly tender: TenderKind | null
  /** Reference of the payment at the terminal or the operator; null if there is none. */
  readonly paymentReference: string | null
  /** Amount of the payment for `money-moved` and `pay-back`, otherwise of the order. */
  readonly amount: Minor
  readonly currency: string
  readonly eventTitle: string
  /** Start of the event, in the partner's format. */
  readonly startsAt: string
  readonly seatCodes: readonly string[]
  /** Collection code of six letters and digits, which the customer may have. */
  readonly code: string
  /** Reference under which the service lists the sale's tickets. */
  readonly ownerRef: string
  /** Seat codes that the service lists instead of the ordered seats; empty for none, null if not applicable. */
  readonly shown: string | null
  /** Whether the ledger lost rows of the sale, so that the requested action may already have been done. */
  readonly rowsLost: boolean
  /** Set if the question is about one of several purchases of the sale, which cannot be settled manually. */
  readonly onePurchase?: true
  /** For `pay-back`: result of the last query to the service before the refund. */
  readonly look?: CaseLook
  /** Refund through the payment's provider; set for `pay-back` and `refund-open` only. */
  readonly over?: ViaProvider
  /** For `money-moved`: the provider is still being queried. The question disappears when the result is known. */
  readonly asking?: true
  /** For `money-moved`: amount that the provider reports, if it differs from the requested amount. */
  readonly differs?: ChargedAmount
  /** For `service-unreachable`: whether the holds have certainly expired, so that a late purchase is impossible. */
  readonly fenced?: boolean
}

/**
 * `wanted`: the service must be queried first. `needless`: no query is needed, because nothing was bought. `absent`:
 * the service lists no tickets. `unreachable`: the query failed. `shown`: the service lists tickets that cannot
 * complete the sale.
 */
type CaseLook = 'wanted' | 'needless' | 'asking' | 'absent' | 'unreachable' | 'shown'

/**
 * An abandoned payment. `payment-open`: the provider is still being queried, and staff have no question to answer.
 * `payment-unresolved`: the provider has not replied for so long that staff must check. `payment-found`: the payment
 * succeeded and has to be refunded.
 */
export interface PaymentCase {
  readonly question: 'payment-open' | 'payment-unresolved' | 'payment-found' | 'refund-open'
  /** Guichet's own reference of the payment, which identifies the case. */
  readonly payment: string
  /** Order id. */
  readonly reference: string
  readonly code: string
  readonly tender: TenderKind
  /** Reference of the payment at the provider. */
  readonly paymentReference: string
  /** Number of the payment at the operator; empty unless the payment is known to have succeeded. */
  readonly approval: string
  /** Amount that was taken, or the requested amount if no charge is known, in minor units. */
  readonly amount: Minor
  readonly currency: string
  readonly eventTitle: string
  /** Start of the event, in the partner's format; empty if missing from the ledger. */
  readonly startsAt: string
  /** Refund through the payment's provider; set for `payment-found` and `refund-open` only. */
  readonly over?: ViaProvider
}

/** Refund of the amount owed, through the provider that took the payment. */
export interface ViaProvider {
  /** Guichet's own reference of the payment. */
  readonly payment: string
  /** Whether the refund can be requested now, under dual control. */
  readonly offered: boolean
  /** Pending refund request, whose outcome is unknown; null for none. */
  readonly asked: { readonly reference: string; readonly sinceUtc: string } | null
  /** Provider's reason for the failure of the last refund attempt; null if no attempt failed. */
  readonly failed: { readonly by: RefundClosedBy; readonly reason: string } | null
}

export type StaffCase = SaleCase | PaymentCase | LedgerCase | StrayNoteCase
