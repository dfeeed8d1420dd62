import type { Customer } from '../customer.ts'
import type { HubAttestation, IssuedSlip } from '../money/credit-voucher.ts'
import type { Minor } from '../money/money.ts'
import type { InsertedNotes } from '../money/notes.ts'
import type {
  AtProvider,
  CardDetails,
  Payment,
  ReturnedTender,
  TenderIntent,
  TenderKind,
  TenderResult,
} from '../money/tender.ts'
import type { Checkout, ChosenSeat, EventOffer, Ticket } from '../seats/offer.ts'

/**
 * A sale from the first held seat to the printed ticket. A discriminated union: data exists only in the states in which
 * it is valid. Every state is committed to the ledger *before* the side effect that follows it (see `sale-effects.ts`),
 * so that resuming after a crash uses the same code as continuing.
 */
export type Sale =
  | Choosing
  | Holding
  | Held
  | Priced
  | Paying
  | Paid
  | Confirming
  | Unknown
  | Confirmed
  | Printing
  | PrintUnknown
  | Done
  | Releasing
  | Abandoned
  | RefundDue
  | Refunded
  | NeedsStaff

export type SaleState = Sale['state']

/** A point in time: milliseconds of the monotonic clock since this start of the program, which `bootId` identifies. */
export interface Instant {
  readonly monoMs: number
  readonly bootId: string
  /** Wall time, ISO 8601 UTC: recorded for information, never compared. */
  readonly wallUtc: string
}

export interface SaleBase {
  readonly saleId: string
  /** The machine that makes the sale. */
  readonly register: string
  readonly language: string
  readonly event: EventOffer
  /** Each sale has exactly one booking session. */
  readonly sessionId: string
  readonly ownerRef: string
  readonly currency: string
  /**
   * Set if the ledger lost rows since this sale began: the sale may have advanced past the known rows. `rowsLost` stays
   * set until the end of the sale.
   */
  readonly rowsLost?: true
  /**
   * Set if the customer gave personal details: they are sealed in the ledger, and are sent to the service with the
   * purchase.
   */
  readonly customer?: true
  /** Set if the sale was paid after its customer had left: tickets are printed only on request. */
  readonly customerLeft?: true
}

/** No seat is held. The sale is written to the ledger just before the first hold is requested. */
export interface Choosing extends SaleBase {
  readonly state: 'choosing'
  readonly notice: HoldNotice | null
}

/** The requested seats are recorded in the ledger; the holds may or may not exist at the service. */
interface Holding extends SaleBase {
  readonly state: 'holding'
  readonly seats: readonly ChosenSeat[]
}

/** The service granted the holds; the checkout is still to be read. */
export interface Held extends SaleBase {
  readonly state: 'held'
  readonly seats: readonly ChosenSeat[]
  /**
   * Set if the sale was parked when the program stopped: the checkout shows whether its holds are still valid. `asked`:
   * number of failed requests.
   */
  readonly parked?: { readonly asked: number }
  /**
   * Set if the release of a seat of `was` was requested: the checkout shows whether it is released and the others are
   * still held. `asked`: number of failed requests.
   */
  readonly kept?: { readonly was: readonly ChosenSeat[]; readonly asked: number }
}

/** The service's terms for the held seats. `orderId` is fixed here, before any money can move. */
export interface Order {
  readonly orderId: string
  readonly seats: readonly OrderedSeat[]
  readonly amount: Minor
  readonly hold: Countdown
  readonly checkoutToken: string
}

export interface OrderedSeat extends ChosenSeat {
  readonly holdId: string
}

/**
 * `remainingMs` is the time that was left at `monoMs` of boot `bootId`; it is counted down on the monotonic clock only.
 */
export interface Countdown {
  readonly remainingMs: number
  readonly monoMs: number
  readonly bootId: string
}

/** The customer reviews the order and chooses a tender. */
export interface Priced extends SaleBase {
  readonly state: 'priced'
  readonly order: Order
  /** Number of tenders tried so far, from which the next payment reference is made. */
  readonly tenderAttempts: number
  readonly notice: PaymentNotice | null
  /** Parts already taken of a split payment. */
  readonly parts?: readonly TenderResult[]
  /** Set if parked while another customer is served: no payment is possible until it is recalled. */
  readonly parked?: true
}

/** The tender's intent is recorded in the ledger; from this state on, money may move. */
export interface Paying extends SaleBase {
  readonly state: 'paying'
  readonly order: Order
  readonly parts?: readonly TenderResult[]
  readonly tender: TenderIntent
  readonly tenderAttempts: number
  /**
   * `begun`: the provider waits for the customer, and is polled for the decision. `asking-again`: the reply was lost,
   * and the payment is queried by reference. `recovering`: after a restart, the payment is queried by reference while
   * no customer is at the screen.
   */
  readonly phase: 'starting' | 'begun' | 'asking-again' | 'recovering'
  readonly begun?: PaymentBegun
  /** Only for payments in notes. */
  readonly notes?: InsertedNotes
  /** Number of repeated queries without a clear reply. */
  readonly asked: number
}

/** Details from a provider that has accepted a payment request. */
export interface PaymentBegun {
  /** The text of the QR code that the customer scans. */
  readonly shows?: string
  /** Time in which the customer can pay; absent if unknown. */
  readonly payable?: Countdown
}

interface PaidBase extends SaleBase, Payment {
  readonly order: Order
}

interface Ticketed extends PaidBase {
  readonly tickets: readonly Ticket[]
}

interface Printed extends Ticketed {
  readonly jobs: readonly PrintJob[]
}

/** The order is paid in full. */
export interface Paid extends PaidBase {
  readonly state: 'paid'
}

/** The exact bytes of the purchase, stored before the first attempt and resent unchanged. */
export interface PurchaseRequest {
  readonly body: string
  readonly sha256: string
}

interface Confirming extends PaidBase {
  readonly state: 'confirming'
  readonly request: PurchaseRequest
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** The purchase was sent and its outcome is unknown: the tickets are read back before anything else is decided. */
export interface Unknown extends PaidBase {
  readonly state: 'unknown'
  readonly request: PurchaseRequest
  readonly attempt: number
  readonly reply: UnclearReply
}

/** Reply received instead of a confirmation; `detail` is redacted. */
export interface UnclearReply {
  /** HTTP status; 0 if there was no reply. */
  readonly status: number
  readonly code: string
  readonly detail: string
}

export interface Confirmed extends Ticketed {
  readonly state: 'confirmed'
}

export interface PrintJob {
  readonly ticketId: string
  /** 0 is the original; every further print is DUPLICATA n. */
  readonly copyNumber: number
  readonly state: 'queued' | 'spooling' | 'printed' | 'unknown' | 'failed'
  /** Report of the queue or the printer; empty until there is one. */
  readonly evidence: string
}

export interface Printing extends Printed {
  readonly state: 'printing'
}

/** At least one ticket was not printed, or may not have been; staff have to check. */
export interface PrintUnknown extends Printed {
  readonly state: 'print-unknown'
  readonly reason: string
}

/**
 * Every ticket has print evidence, or was handed out otherwise according to staff. There are no tickets if the service
 * never returned them and staff handed them out otherwise.
 */
export interface Done extends Printed {
  readonly state: 'done'
}

/** Holds are being released; then the customer chooses again, or the sale is over. */
export interface Releasing extends SaleBase {
  readonly state: 'releasing'
  /** Empty if the hold ids are unknown: they are read from the checkout. */
  readonly holdIds: readonly string[]
  readonly afterwards:
    | { readonly go: 'choose'; readonly notice: HoldNotice | null }
    /** Only some seats of `was` are released. */
    | { readonly go: 'keep'; readonly seats: readonly ChosenSeat[]; readonly was: readonly ChosenSeat[] }
    | { readonly go: 'end'; readonly reason: EndReason }
    /** The parts taken of an incomplete payment are refunded. */
    | { readonly go: 'pay-back'; readonly order: Order; readonly taken: Payment; readonly reason: EndReason }
}

export interface Abandoned extends SaleBase {
  readonly state: 'abandoned'
  readonly reason: EndReason
}

export type EndReason = 'cancelled' | 'idle' | 'hold-expired' | 'session-expired' | 'restart' | 'settled-manually'

/**
 * Money was taken but there are no tickets for it: the seats are verifiably not ours, or a split payment was not
 * completed. Staff refund `tender`, then each of `parts`, and record a reference for each.
 */
export interface RefundDue extends PaidBase {
  readonly state: 'refund-due'
  readonly returned?: readonly ReturnedTender[]
  readonly reason: string
  /** The service's last reply before the refund; absent if it was not queried since the refund became due. */
  readonly look?: TicketRecheck
}

/**
 * `asking`: the query is pending. `absent`: the service shows no tickets. `unreachable`: it could not be queried, or
 * did not reply clearly. `shown`: it shows tickets that cannot complete this sale, because they are other ones or some
 * of the money is already refunded.
 */
export interface TicketRecheck {
  readonly state: 'asking' | 'absent' | 'unreachable' | 'shown'
  readonly asked: Instant
  readonly detail: string
}

interface Refunded extends SaleBase {
  readonly state: 'refunded'
  readonly order: Order
  readonly tender: TenderResult
  readonly refundReference: string
  readonly refundVoucher?: IssuedSlip
  /** Tenders refunded before `tender`. */
  readonly returned?: readonly ReturnedTender[]
}

/**
 * Staff have to find out whether money moved. The evidence for a card is the terminal's own journal. For cash it is the
 * drawer, for notes the location of the held note.
 */
export interface MoneyQuestion extends SaleBase {
  readonly state: 'needs-staff'
  readonly question: 'card-charged' | 'cash-received' | 'note-outcome-unknown'
  readonly order: Order
  readonly parts?: readonly TenderResult[]
  readonly tender: TenderIntent
  readonly tenderAttempts: number
  /** Set only after rows were lost: whether the service had sold the order. */
  readonly sold?: boolean
  /** Set while the program polls the provider, until the outcome is known or staff decide. */
  readonly asking?: true
  readonly begun?: PaymentBegun
  readonly notes?: InsertedNotes
  /** Set if the provider took another amount or currency than requested. */
  readonly differs?: ChargedAmount
}

/** In minor units of `currency`. */
export interface ChargedAmount {
  readonly amount: Minor
  readonly currency: string
}

/**
 * Money was taken but the tickets are not available. `service-unreachable`: the program continues to query the service
 * until staff decide. `tickets-mismatched`: the service shows other tickets than ordered.
 */
export interface TicketQuestion extends PaidBase {
  readonly state: 'needs-staff'
  readonly question: 'service-unreachable' | 'tickets-mismatched'
  readonly detail: string
}

/** How far a sale is known to have advanced: to an order, or only to requested seats. */
export type Reached =
  | { readonly order: Order; readonly tenderAttempts: number; readonly parts?: readonly TenderResult[] }
  | { readonly seats: readonly ChosenSeat[] }

/**
 * The ledger lost rows while this sale had no known payment. The program first queries the service for a purchase, then
 * the terminal for a charge.
 */
export type RowsLost = SaleBase & {
  readonly state: 'needs-staff'
  readonly question: 'rows-lost'
  /** The service's reply; null until there is one. */
  readonly sold: boolean | null
  /** Number of failed queries. */
  readonly asked: number
} & Reached

/** Rows were lost, and the service's reply does not restore the sale: staff settle it. */
export type Unreconciled = SaleBase & {
  readonly state: 'needs-staff'
  readonly question: 'unreconciled'
  /** What the service shows under this sale's reference; empty if nothing. */
  readonly detail: string
} & Reached

/** Decisions that are left to staff, because the program must not guess an outcome or create tickets itself. */
export type NeedsStaff = MoneyQuestion | TicketQuestion | RowsLost | Unreconciled

/** Events of a sale. Each is recorded in the journal with the resulting state. */
export type SaleEvent =
  | { readonly type: 'seats-chosen'; readonly seats: readonly ChosenSeat[] }
  | { readonly type: 'hold-granted' }
  | { readonly type: 'hold-failed'; readonly notice: HoldNotice }
  | { readonly type: 'checkout-ready'; readonly orderId: string; readonly checkout: Checkout }
  | { readonly type: 'checkout-failed'; readonly notice: HoldNotice }
  /** `seats`: the seats of the order that stay held; absent if no seat stays held. */
  | { readonly type: 'seats-changed'; readonly seats?: readonly ChosenSeat[] }
  | { readonly type: 'abandoned'; readonly reason: EndReason }
  | { readonly type: 'hold-expired' }
  /** The sale was parked while another customer is served, or recalled. */
  | { readonly type: 'parked'; readonly staffId: string }
  | { readonly type: 'recalled'; readonly staffId: string }
  /** The customer's details; null if the customer gave none. */
  | { readonly type: 'customer-recorded'; readonly customer: Customer | null; readonly staffId: string }
  | { readonly type: 'released'; readonly holdIds: readonly string[] }
  | { readonly type: 'release-timed-out' }
  | {
      readonly type: 'tender-started'
      readonly kind: TenderKind
      /** The part of the order to be paid with this tender; absent for the whole rest. */
      readonly amount?: Minor
      /** Staff member who started the payment at a desk; absent if the customer started it. */
      readonly staffId?: string
      /** Set if staff charge on a separate device and enter the result. */
      readonly attended?: true
      readonly provider?: AtProvider
    }
  /**
   * The customer accepted a free order, so no payment follows. `staffId`: staff member who issued the order at a desk.
   */
  | { readonly type: 'free-order-accepted'; readonly staffId?: string }
  /** The provider accepted the request and waits for the customer. `payableMs`: time left to pay. */
  | {
      readonly type: 'tender-pending'
      readonly token?: string
      readonly shows?: string
      readonly payableMs?: number
    }
  | {
      readonly type: 'tender-approved'
      readonly received: Minor
      readonly change: Minor
      readonly approval: string
      /** Staff member who took the payment; absent if no staff member did. */
      readonly staffId?: string
      readonly card?: CardDetails
      /** Voucher for the excess if no change is given. */
      readonly slip?: IssuedSlip
      readonly word?: HubAttestation
    }
  /** The device holds a note; it is neither accepted nor returned before this is recorded. */
  | { readonly type: 'note-held'; readonly value: Minor }
  /** The note is in the cashbox; `value` is the value that the device now reports. */
  | { readonly type: 'note-credited'; readonly value: Minor }
  | { readonly type: 'note-returned' }
  /** Staff have to check the device to find out what happened to the note. */
  | { readonly type: 'note-outcome-unknown' }
  /**
   * `abandonedPayment`: the refusal was concluded only from the elapsed time, so a success may still be reported. This
   * also applies to `tender-cancelled`.
   */
  | { readonly type: 'tender-refused'; readonly reason: string; readonly abandonedPayment?: true }
  | { readonly type: 'tender-cancelled'; readonly abandonedPayment?: true }
  /** The terminal was unreachable before the request: no money moved. */
  | { readonly type: 'tender-unavailable' }
  /**
   * `forGood`: only staff can find out the outcome, so queries end. `lost`: a device accepted the payment, but its
   * reply did not arrive. `differs`: amount taken, if it differs from the requested one. `of`: after rows were lost,
   * the payment that may have been made.
   */
  | {
      readonly type: 'tender-unknown'
      readonly forGood?: true
      readonly lost?: true
      readonly differs?: ChargedAmount
      readonly of?: Omit<TenderIntent, 'amount'>
    }
  | { readonly type: 'purchase-composed'; readonly request: PurchaseRequest }
  | { readonly type: 'purchase-confirmed'; readonly tickets: readonly Ticket[] }
  | { readonly type: 'purchase-outcome-unknown'; readonly reply: UnclearReply }
  | { readonly type: 'tickets-found'; readonly tickets: readonly Ticket[] }
  /** The result applies to the moment of the request (`asked`), because the reply may have been delayed. */
  | { readonly type: 'tickets-not-found'; readonly asked: Instant }
  | { readonly type: 'tickets-mismatched'; readonly detail: string }
  | { readonly type: 'ticket-lookup-failed'; readonly detail: string }
  /** `saved`: path of the order's document; empty if it could not be written. */
  | { readonly type: 'print-queued'; readonly saved: string }
  | { readonly type: 'print-started'; readonly ticketId: string }
  | { readonly type: 'print-finished'; readonly ticketId: string; readonly evidence: string }
  | { readonly type: 'print-failed'; readonly ticketId: string; readonly reason: string }
  | { readonly type: 'print-outcome-unknown'; readonly ticketId: string; readonly reason: string }
  | { readonly type: 'print-retried' }
  | {
      readonly type: 'staff-answered'
      readonly moneyMoved: boolean
      /** Approval code from the terminal's slip or the operator's message; absent if staff have none. */
      readonly approval?: string
      readonly staffId: string
      /** Set if the sale is still on the screen and may continue. */
      readonly customerWaits?: true
      /** Voucher for an excess in notes. */
      readonly slip?: IssuedSlip
    }
  /** Staff requested another query of the service for what it sold. */
  | { readonly type: 'tickets-requeried'; readonly staffId: string }
  /** Staff decided on a refund, after checking what the service sold instead or because its reply took too long. */
  | { readonly type: 'refund-decided'; readonly staffId: string }
  /** Staff have found the print that may have come out. */
  | { readonly type: 'print-scanned'; readonly staffId: string }
  /**
   * Staff resolved the sale outside the program, by handing out paid tickets otherwise. `reference`: from their own
   * records, empty if nothing had to be done.
   */
  | { readonly type: 'settled-manually'; readonly reference: string; readonly staffId: string }
  /** `refund`: reference of the provider's refund; absent if it was refunded by hand. */
  | { readonly type: 'refunded'; readonly refundReference: string; readonly staffId: string; readonly refund?: string }
  /** A credit voucher was issued for an amount that cannot be refunded otherwise. */
  | { readonly type: 'voucher-issued'; readonly slip: IssuedSlip; readonly staffId?: string }
  /** The program restarted and found this sale unfinished. */
  | { readonly type: 'resumed' }
  /** The program restarted with a ledger that lost rows. `slip`: voucher for an excess in notes. */
  | { readonly type: 'rows-lost'; readonly slip?: IssuedSlip }
  /**
   * After rows were lost: a terminal has a payment of this order. If the terminal reports no amount, the payment covers
   * the whole rest.
   */
  | {
      readonly type: 'charge-found'
      readonly kind?: TenderKind
      readonly provider?: AtProvider
      readonly reference: string
      readonly amount?: Minor
      readonly approval: string
    }
  /** The terminals have no payment of this order. */
  | { readonly type: 'charge-not-found' }

export type SaleEventType = SaleEvent['type']

/** Reason why seats could not be held, stored for the customer. */
export type HoldNotice =
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }
  | { readonly type: 'hold-expired' }
  | { readonly type: 'partner-unreachable' }
  /** `limit`: maximum number of seats in one sale; absent if the service does not report it. */
  | { readonly type: 'hold-refused'; readonly code: string; readonly limit?: number }
  | { readonly type: 'event-ended' }
  | { readonly type: 'price-changed' }

/** Notice for the customer at the review: why a payment failed. */
export type PaymentNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not release the seat that was to be removed. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'payment-unavailable'; readonly tender: TenderKind }

/** Permanent refusal of a purchase by the service; `code` is its error code. */
export interface PurchaseRefusal {
  readonly status: number
  readonly code: string
}

/** HTTP statuses that concern only this sale or a temporary condition: the next purchase may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 410, 425, 429])

/**
 * Returns whether every other purchase would also be refused after this reply. Use only together with a read-back that
 * shows no tickets.
 */
export function isPermanentRefusal({ status }: Pick<UnclearReply, 'status'>): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status)
}
