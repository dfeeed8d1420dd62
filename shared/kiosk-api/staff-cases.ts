import type { Minor } from '../domain/money/money.ts'
import type { LedgerDoubt, LedgerMemory } from '../domain/fleet/readiness.ts'
import type { TenderKind } from '../domain/money/tender.ts'
import type { RefundClosedBy } from '../domain/sale/open-payment.ts'
import type { SumTaken } from '../domain/sale/sale.ts'

/** Rows of the ledger are gone: people compare drawer, terminal and service, and say when they have. */
export interface GapCase {
  readonly question: 'ledger-gap'
  /** Names the gap. */
  readonly seq: number
  /** Minimum number of missing rows; null if it is unknown. */
  readonly rows: number | null
  /** Places that remember more rows than there are, or different ones. */
  readonly remembered: readonly LedgerMemory[]
  /** ISO 8601 UTC by this machine's clock. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The ledger goes on under a new key: the hub's administrator vouches for it, or people say that they know of it. */
export interface KeyCase {
  readonly question: 'ledger-key'
  readonly seq: number
  readonly keyId: string
  /** Times of the last row under the key before and of the first under this one. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The hub remembers another ledger than this one: its administrator settles it there. */
export interface HubCase {
  readonly question: 'ledger-hub'
  readonly doubt: LedgerDoubt
  /** The last row that the hub remembers. */
  readonly seq: number
}

/** A note lies in the box that no sale took: staff know whose it is, or it stays there until the box is counted. */
export interface StrayNoteCase {
  readonly question: 'stray-note'
  /** Of the row that tells of it. */
  readonly seq: number
  /** Null: the device does not know which it is. */
  readonly amount: Minor | null
  readonly currency: string
  /** ISO 8601 UTC by this machine's clock. */
  readonly foundUtc: string
}

/** Lists the cases in which staff have to examine the ledger itself. */
export type LedgerCase = GapCase | KeyCase | HubCase

/**
 * A sale that waits for a human, with the one question it needs answered:
 * `money-moved`: was this amount received (cash) or charged (card)? · `service-unreachable`: the program asks the service by
 * itself; where that never ends, give the money back · `rows-lost`: the same, with nothing known to give back ·
 * `tickets-differ`: have the service look again, or give the money back · `pay-back`: have the service look once more, then
 * refund, and write down the reference · `reprint`: look at the printer, then print what is missing · `paper-out`: did these
 * tickets come out? · `unreconciled`: settle it by hand · `restart`: the
 * program must be restarted · `storage-full`: room must be made on the disk, then the sale goes on by itself ·
 * `purchase-refused`: the service refuses the purchase for good; it is repeated until the holds have surely expired, then it is `pay-back`.
 * All but `money-moved`, `pay-back`, `restart`, `storage-full` and `purchase-refused` may be settled by hand, with the reference written down.
 */
export interface SaleCase {
  readonly saleId: string
  /** The order's id; the service's reference where no order is known. */
  readonly reference: string
  readonly question:
    | 'money-moved'
    | 'service-unreachable'
    | 'tickets-differ'
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
  /** Null if it is unknown how, or whether, the sale was paid. */
  readonly tender: TenderKind | null
  /** Under this reference the terminal or the operator knows the payment in question; null where none is. */
  readonly paymentReference: string | null
  /** Of `money-moved` and `pay-back` what changed hands; else the order's. */
  readonly amount: Minor
  readonly currency: string
  readonly eventTitle: string
  /** Of the event, as the partner writes it. */
  readonly startsAt: string
  readonly seatCodes: readonly string[]
  /** The six letters and figures that its customer may have been given. */
  readonly code: string
  /** Under this name the service lists the sale's tickets. */
  readonly ownerRef: string
  /** Seat codes that the service lists instead of those ordered; empty if it lists none, null if that is not the question. */
  readonly shown: string | null
  /** The ledger lost rows of this sale: what it asks for may have been done already. */
  readonly rowsLost: boolean
  /** Of `pay-back`: the service's last word before money goes back. */
  readonly look?: CaseLook
  /** Of `pay-back` and `refund-open`. */
  readonly over?: OverProvider
  /** Of `money-moved`: the provider is still being asked, and the question goes by itself once it knows. */
  readonly asking?: true
  /** Of `money-moved`: what the provider says was taken, where that is not what was asked for. */
  readonly differs?: SumTaken
  /** Of `service-unreachable`: the seats are surely not on hold any more, so that nothing can be sold late. */
  readonly fenced?: boolean
}

/**
 * `wanted`: the service is to be asked first. `needless`: nothing was ever bought. `absent`: it shows no tickets. `unreachable`: it
 * could not be asked. `shown`: it shows tickets (`shown`) that the program cannot finish this sale with.
 */
type CaseLook = 'wanted' | 'needless' | 'asking' | 'absent' | 'unreachable' | 'shown'

/**
 * A payment that its sale went on without. `payment-open`: the provider is still being asked; there is no answer to give.
 * `payment-unanswered`: it has said nothing for so long that people look. `payment-found`: it succeeded, and goes back.
 */
export interface PaymentCase {
  readonly question: 'payment-open' | 'payment-unanswered' | 'payment-found' | 'refund-open'
  /** Our reference, which names it. */
  readonly payment: string
  /** The order's id. */
  readonly reference: string
  /** The six letters and figures of its sale. */
  readonly code: string
  readonly tender: TenderKind
  /** Under this reference the provider knows it. */
  readonly paymentReference: string
  /** The operator's number of it; empty while it is not known to have succeeded. */
  readonly approval: string
  /** Amount that was taken, or else the amount requested, in minor units. */
  readonly amount: Minor
  readonly currency: string
  readonly eventTitle: string
  /** Of the event, as the partner writes it; empty if the ledger no longer knows. */
  readonly startsAt: string
  /** Of `payment-found` and `refund-open`. */
  readonly over?: OverProvider
}

/** Describes how the amount owed may be refunded through the provider that took it. */
export interface OverProvider {
  /** Our reference of the payment. */
  readonly payment: string
  /** It can be asked for now, by two people. */
  readonly offered: boolean
  /** It was asked for, and nobody knows yet what became of it. */
  readonly asked: { readonly reference: string; readonly sinceUtc: string } | null
  /** Reason of the provider for the failure of the last attempt; null if none failed. */
  readonly failed: { readonly by: RefundClosedBy; readonly reason: string } | null
}

export type StaffCase = SaleCase | PaymentCase | LedgerCase | StrayNoteCase
