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
  WayBack,
} from '../money/tender.ts'
import type { Checkout, ChosenSeat, EventOffer, Ticket } from '../seats/offer.ts'

/**
 * A sale from the first held seat to the printed ticket. Every state is committed to the ledger before the side effect
 * of the state, so that resuming after a crash uses the same code as continuing.
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

/** A time in milliseconds of the monotonic clock since the program start that `bootId` identifies. */
export interface Instant {
  readonly monoMs: number
  readonly bootId: string
  /** Wall time, ISO 8601 UTC: recorded for information, never compared. */
  readonly wallUtc: string
}

export interface SaleBase {
  readonly saleId: string
  readonly register: string
  readonly language: string
  readonly event: EventOffer
  /** Booking session of the visit, and the first of `sessions`. */
  readonly sessionId: string
  readonly ownerRef: string
  /** All booking sessions with their seats; absent if the service allows all seats of the sale in one session. */
  readonly sessions?: readonly SessionSeats[]
  /** Purchases that the service finally refused while it sold the others; absent if there are none. */
  readonly unsold?: UnsoldSeats
  readonly currency: string
  /** Set if the ledger lost rows since the sale began, so that the sale may have advanced further. */
  readonly rowsLost?: true
  /** Set if the customer gave personal details, which are stored encrypted and sent with the purchase. */
  readonly customer?: true
  /** Set if the sale was paid after the customer had left, so that tickets are printed only on request. */
  readonly customerLeft?: true
  /** Page that the customer chose instead of paper; removed when the tickets are issued. */
  readonly page?: TicketLink
}

export interface SessionSeats {
  readonly sessionId: string
  readonly ownerRef: string
  readonly seatIds: readonly string[]
}

export interface UnsoldSeats {
  /** Order ids of the refused purchases. */
  readonly orders: readonly string[]
  readonly seatIds: readonly string[]
  readonly amount: Minor
  /** Refunds by tender; the total is `amount` plus the cash rounding. */
  readonly back: readonly WayBack[]
  readonly reason: string
}

/** No seat is held; the sale is written to the ledger just before the first hold is requested. */
export interface Choosing extends SaleBase {
  readonly state: 'choosing'
  readonly notice: HoldNotice | null
}

/** The requested seats are recorded in the ledger; the holds may or may not exist at the service. */
export interface Holding extends SaleBase {
  readonly state: 'holding'
  readonly seats: readonly ChosenSeat[]
  /** The service's limit of seats per session; null if unknown. Absent if the seats must be in one session. */
  readonly perSession?: number | null
}

/** The service granted the holds; the checkout is still to be read. */
export interface Held extends SaleBase {
  readonly state: 'held'
  readonly seats: readonly ChosenSeat[]
  /** Set after a restart if the sale was parked; `asked`: number of failed requests for the checkout. */
  readonly parked?: { readonly asked: number }
  /** Set until the release of a seat of `was` is confirmed; `asked`: number of failed requests. */
  readonly kept?: { readonly was: readonly ChosenSeat[]; readonly asked: number }
}

/** The service's terms for the held seats; `orderId` is fixed before any money can move. */
export interface Order {
  readonly orderId: string
  readonly seats: readonly OrderedSeat[]
  readonly amount: Minor
  readonly hold: Countdown
  readonly checkoutToken: string
  /**
   * Purchases of a sale with several booking sessions. The first has the order id of the order; `hold` is the shortest of
   * their hold times.
   */
  readonly purchases?: readonly SessionPurchase[]
}

/** Seats of an order that are bought in one booking session. `remainingMs`: hold time at the time of `hold`. */
export interface SessionPurchase extends SessionSeats {
  readonly orderId: string
  readonly amount: Minor
  readonly remainingMs: number
}

export interface OrderedSeat extends ChosenSeat {
  readonly holdId: string
}

/** `remainingMs`: time left at `monoMs` of boot `bootId`, counted down on the monotonic clock only. */
export interface Countdown {
  readonly remainingMs: number
  readonly monoMs: number
  readonly bootId: string
}

export interface Priced extends SaleBase {
  readonly state: 'priced'
  readonly order: Order
  /** Number of tenders tried so far, from which the next payment reference is derived. */
  readonly tenderAttempts: number
  readonly notice: PaymentNotice | null
  /** Parts of a split payment that are already taken. */
  readonly parts?: readonly TenderResult[]
  /** Set if the sale is parked: no payment is possible until the sale is recalled. */
  readonly parked?: true
}

/** The tender is recorded in the ledger; from the state `paying` on, money may move. */
export interface Paying extends SaleBase {
  readonly state: 'paying'
  readonly order: Order
  readonly parts?: readonly TenderResult[]
  readonly tender: TenderIntent
  readonly tenderAttempts: number
  /**
   * `begun`: the provider waits for the customer, and is polled. `asking-again`: after a lost reply, the payment is
   * queried by reference. `recovering`: the payment is queried after a restart, without a customer at the screen.
   */
  readonly phase: 'starting' | 'begun' | 'asking-again' | 'recovering'
  readonly begun?: PaymentBegun
  readonly notes?: InsertedNotes
  /** Number of repeated queries without a clear reply. */
  readonly asked: number
}

export interface PaymentBegun {
  /** Text of the QR code that the customer scans. */
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

export interface Paid extends PaidBase {
  readonly state: 'paid'
}

/**
 * Exact bytes of the purchase, stored before the first attempt and resent unchanged. The bytes of several purchases are
 * a JSON array of texts.
 */
export interface PurchaseRequest {
  readonly body: string
  readonly sha256: string
}

/** Progress of a sale with several purchases. The lists are in the order of the purchases. */
export interface PurchaseProgress {
  /** Index of the current purchase. */
  readonly at: number
  /** Final results: tickets, or none and the reason of the refusal; null while the result is unknown. */
  readonly results: readonly (PurchaseResult | null)[]
  /** Number of attempts, including the current one. */
  readonly attempts: readonly number[]
}

export interface PurchaseResult {
  readonly tickets: readonly Ticket[]
  readonly reason: string
}

interface Confirming extends PaidBase {
  readonly state: 'confirming'
  readonly request: PurchaseRequest
  readonly progress?: PurchaseProgress
  readonly attempt: number
}

/** The outcome of the purchase is unknown; the tickets are read back before any decision. */
export interface Unknown extends PaidBase {
  readonly state: 'unknown'
  readonly request: PurchaseRequest
  readonly progress?: PurchaseProgress
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
  /** 0 for the original ticket; every further print is DUPLICATA n. */
  readonly copyNumber: number
  readonly state: 'queued' | 'spooling' | 'printed' | 'unknown' | 'failed'
  /** Report of the queue or the printer; empty before the first report. */
  readonly evidence: string
}

export interface Printing extends Printed {
  readonly state: 'printing'
  /** Page on which the tickets are being published instead of printed. Absent once the hub has replied. */
  readonly link?: TicketLink
}

/** At least one ticket may not have been printed; staff have to check. */
export interface PrintUnknown extends Printed {
  readonly state: 'print-unknown'
  readonly reason: string
  /** Page on which the unprinted tickets are being published. Absent once the hub has replied. */
  readonly link?: TicketLink
}

/** Page of tickets at the hub. */
export interface TicketLink {
  /** SHA-256 of the unguessable part of the address, in hexadecimal. */
  readonly link: string
  /** End of the page (ISO 8601 UTC). */
  readonly untilUtc: string
}

/** All tickets are printed or handed out by staff; `tickets` is empty if the service never returned any. */
export interface Done extends Printed {
  readonly state: 'done'
}

/** Holds are being released before the customer chooses again or the sale ends. */
export interface Releasing extends SaleBase {
  readonly state: 'releasing'
  /** Ids of the holds; empty if the ids are unknown and have to be read from the checkout. */
  readonly holdIds: readonly string[]
  readonly afterwards:
    | { readonly go: 'choose'; readonly notice: HoldNotice | null }
    /** Only some seats of `was` are released. */
    | { readonly go: 'keep'; readonly seats: readonly ChosenSeat[]; readonly was: readonly ChosenSeat[] }
    | { readonly go: 'end'; readonly reason: EndReason }
    /** The paid parts of an incomplete payment are refunded. */
    | { readonly go: 'pay-back'; readonly order: Order; readonly taken: Payment; readonly reason: EndReason }
}

export interface Abandoned extends SaleBase {
  readonly state: 'abandoned'
  readonly reason: EndReason
}

export type EndReason = 'cancelled' | 'idle' | 'hold-expired' | 'session-expired' | 'restart' | 'settled-manually'

/**
 * Money was taken without tickets: the service verifiably sold nothing, or a split payment was not completed. Staff
 * refund `tender`, then each of `parts`, and record a reference for each refund.
 */
export interface RefundDue extends PaidBase {
  readonly state: 'refund-due'
  readonly returned?: readonly ReturnedTender[]
  readonly reason: string
  /** Last query of the service since the refund became due; absent if there was none. */
  readonly look?: TicketRecheck
}

/**
 * `asking`: the query is pending. `absent`: the service shows no tickets. `unreachable`: the service gave no clear
 * reply. `shown`: the service shows tickets that cannot complete the sale.
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

/** Staff have to find out from the terminal's journal, the drawer or the note acceptor whether money moved. */
export interface MoneyQuestion extends SaleBase {
  readonly state: 'needs-staff'
  readonly question: 'card-charged' | 'cash-received' | 'note-outcome-unknown'
  readonly order: Order
  readonly parts?: readonly TenderResult[]
  readonly tender: TenderIntent
  readonly tenderAttempts: number
  /** Set only after ledger rows were lost: whether the service had sold the order. */
  readonly sold?: boolean
  /** Set only after ledger rows were lost: the tenders to ask about if the payment was not made by `tender`. */
  readonly others?: readonly Omit<TenderIntent, 'amount'>[]
  /** Set while the program polls the provider, until the outcome is known or staff decide. */
  readonly asking?: true
  readonly begun?: PaymentBegun
  readonly notes?: InsertedNotes
  /** Set if the provider took a different amount or currency from the request. */
  readonly differs?: ChargedAmount
}

export interface ChargedAmount {
  readonly amount: Minor
  readonly currency: string
}

/** `service-unreachable`: the program continues to query the service until staff decide. */
export interface TicketQuestion extends PaidBase {
  readonly state: 'needs-staff'
  readonly question: 'service-unreachable' | 'tickets-mismatched'
  readonly detail: string
  readonly progress?: PurchaseProgress
  /** Set with `progress`, for the purchases that follow; absent if the request was lost. */
  readonly request?: PurchaseRequest
}

/** Last known progress of a sale: an order, or only requested seats. */
export type Reached =
  | { readonly order: Order; readonly tenderAttempts: number; readonly parts?: readonly TenderResult[] }
  | { readonly seats: readonly ChosenSeat[] }

/** Ledger rows were lost while the sale had no known payment. The service and then the terminal are queried. */
export type RowsLost = SaleBase & {
  readonly state: 'needs-staff'
  readonly question: 'rows-lost'
  /** Whether the service sold the order; null until the service replies. */
  readonly sold: boolean | null
  /** Number of failed queries. */
  readonly asked: number
} & Reached

/** Ledger rows were lost, and the service's reply does not restore the sale, so staff decide. */
export type Unreconciled = SaleBase & {
  readonly state: 'needs-staff'
  readonly question: 'unreconciled'
  /** Description of the service's tickets for the sale; empty if there are none. */
  readonly detail: string
} & Reached

/** Decisions that are left to staff, because the program must not guess an outcome or create tickets itself. */
export type NeedsStaff = MoneyQuestion | TicketQuestion | RowsLost | Unreconciled

/** Each event is recorded in the journal with the resulting state. */
export type SaleEvent =
  /** `perSession`: see `Holding`. */
  | { readonly type: 'seats-chosen'; readonly seats: readonly ChosenSeat[]; readonly perSession?: number | null }
  /** The service refused the seats, and held none, because a session can have only `limit`. */
  | { readonly type: 'seat-limit-found'; readonly limit: number }
  | { readonly type: 'sessions-opened'; readonly sessions: readonly SessionSeats[] }
  | { readonly type: 'hold-granted' }
  | { readonly type: 'hold-failed'; readonly notice: HoldNotice }
  /** `purchases`: the checkout of each session; absent for one session. */
  | {
      readonly type: 'checkout-ready'
      readonly orderId: string
      readonly checkout: Checkout
      readonly purchases?: readonly SessionCheckout[]
    }
  | { readonly type: 'checkout-failed'; readonly notice: HoldNotice }
  /** `seats`: the seats of the order that remain held; absent if no seat remains held. */
  | { readonly type: 'seats-changed'; readonly seats?: readonly ChosenSeat[] }
  | { readonly type: 'abandoned'; readonly reason: EndReason }
  | { readonly type: 'hold-expired' }
  | { readonly type: 'parked'; readonly staffId: string }
  | { readonly type: 'recalled'; readonly staffId: string }
  /** `customer`: null if the customer gave no details. */
  | { readonly type: 'customer-recorded'; readonly customer: Customer | null; readonly staffId: string }
  | { readonly type: 'released'; readonly holdIds: readonly string[] }
  | { readonly type: 'release-timed-out' }
  | {
      readonly type: 'tender-started'
      readonly kind: TenderKind
      /** Amount to be paid with the tender; absent if the tender pays all that is still due. */
      readonly amount?: Minor
      readonly staffId?: string
      /** Set if staff take the payment on a separate device and enter the result. */
      readonly attended?: true
      readonly provider?: AtProvider
      /** Supervisor who approved a sale on account; absent for other tenders. */
      readonly second?: string
    }
  /** `staffId`: staff member who issued the free order at a desk. */
  | { readonly type: 'free-order-accepted'; readonly staffId?: string }
  /** The provider accepted the request; `payableMs`: time left to pay. */
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
      /** Staff member who took the payment; absent for a payment without staff. */
      readonly staffId?: string
      /** Supervisor who approved a document; absent for other tenders. */
      readonly second?: string
      /** Identification of the staff member who counted the cash. `desk`: desk that issued the badge. */
      readonly by?: { readonly means: 'pin' | 'sign-in' } | { readonly means: 'badge'; readonly desk: string }
      readonly card?: CardDetails
      /** Voucher for the excess if no change is given. */
      readonly slip?: IssuedSlip
      readonly word?: HubAttestation
    }
  /** A held note is neither accepted nor returned before `note-held` is recorded. */
  | { readonly type: 'note-held'; readonly value: Minor }
  /** `value`: the value that the device reports for the note in the cashbox. */
  | { readonly type: 'note-credited'; readonly value: Minor }
  | { readonly type: 'note-returned' }
  /** Staff have to check the device for the note. */
  | { readonly type: 'note-outcome-unknown' }
  /**
   * `abandonedPayment`: the refusal or cancellation was only concluded from the elapsed time, so a success may still
   * follow.
   */
  | { readonly type: 'tender-refused'; readonly reason: string; readonly abandonedPayment?: true }
  | { readonly type: 'tender-cancelled'; readonly abandonedPayment?: true }
  /** The terminal was unreachable before the request: no money moved. */
  | { readonly type: 'tender-unavailable' }
  /**
   * `forGood`: only staff can find out the outcome, so queries end. `lost`: a device accepted the payment, but its
   * reply did not arrive. `differs`: amount taken, if it differs from the request. `of`: the payments that may have been
   * made, if ledger rows were lost; one for each tender.
   */
  | {
      readonly type: 'tender-unknown'
      readonly forGood?: true
      readonly lost?: true
      readonly differs?: ChargedAmount
      readonly of?: readonly Omit<TenderIntent, 'amount'>[]
    }
  | { readonly type: 'purchase-composed'; readonly request: PurchaseRequest }
  | { readonly type: 'purchase-confirmed'; readonly tickets: readonly Ticket[] }
  | { readonly type: 'purchase-outcome-unknown'; readonly reply: UnclearReply }
  | { readonly type: 'tickets-found'; readonly tickets: readonly Ticket[] }
  /** `asked`: time of the request, to which the result applies even if the reply was delayed. */
  | { readonly type: 'tickets-not-found'; readonly asked: Instant }
  | { readonly type: 'tickets-mismatched'; readonly detail: string }
  | { readonly type: 'ticket-lookup-failed'; readonly detail: string }
  /**
   * `saved`: path of the order's document; empty if the document could not be written. `link`, `untilUtc`: page that
   * is published instead of paper; absent for paper.
   */
  | ({ readonly type: 'print-queued'; readonly saved: string } & Partial<TicketLink>)
  | { readonly type: 'print-started'; readonly ticketId: string }
  | { readonly type: 'print-finished'; readonly ticketId: string; readonly evidence: string }
  | { readonly type: 'print-failed'; readonly ticketId: string; readonly reason: string }
  | { readonly type: 'print-outcome-unknown'; readonly ticketId: string; readonly reason: string }
  | { readonly type: 'print-retried' }
  | ({ readonly type: 'link-requested' } & TicketLink)
  | { readonly type: 'link-issued'; readonly link: string }
  /** No customer has seen the address of the page, so the tickets must still be printed. */
  | { readonly type: 'link-failed'; readonly link: string; readonly reason: string }
  | {
      readonly type: 'staff-answered'
      readonly moneyMoved: boolean
      /** Approval code from the terminal's slip or the operator's message; absent if staff have no code. */
      readonly approval?: string
      readonly staffId: string
      /** Supervisor who approved a document; absent for other tenders. */
      readonly second?: string
      /** Set if the sale is still on the screen and may continue. */
      readonly customerWaits?: true
      readonly slip?: IssuedSlip
    }
  | { readonly type: 'tickets-requeried'; readonly staffId: string }
  /** Staff decided on a refund after checking the service, or because its reply took too long. */
  | { readonly type: 'refund-decided'; readonly staffId: string }
  /** Staff confirmed, by their answer or by a scan, that the prints with an unknown outcome came out. */
  | { readonly type: 'print-scanned'; readonly staffId: string }
  /** `reference`: reference from the staff's own records; empty if nothing had to be done. */
  | { readonly type: 'settled-manually'; readonly reference: string; readonly staffId: string }
  /** `refund`: reference of the provider's refund; absent if staff refunded by hand. */
  /** `staffId`: absent if the program refunded a sale on account without staff. */
  | { readonly type: 'refunded'; readonly refundReference: string; readonly staffId?: string; readonly refund?: string }
  | { readonly type: 'voucher-issued'; readonly slip: IssuedSlip; readonly staffId?: string }
  | { readonly type: 'resumed' }
  /** `slip`: voucher for an excess in notes. */
  | { readonly type: 'rows-lost'; readonly slip?: IssuedSlip }
  /** `amount`: absent if the terminal reports no amount; the payment then covers all that is still due. */
  | {
      readonly type: 'charge-found'
      readonly kind?: TenderKind
      readonly provider?: AtProvider
      readonly reference: string
      readonly amount?: Minor
      readonly approval: string
    }
  | { readonly type: 'charge-not-found' }

export interface SessionCheckout extends Omit<SessionPurchase, 'ownerRef' | 'remainingMs'> {
  readonly remainingSeconds: number
}

export type SaleEventType = SaleEvent['type']

export type HoldNotice =
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }
  | { readonly type: 'hold-expired' }
  | { readonly type: 'partner-unreachable' }
  /** `limit`: maximum number of seats in one sale; absent if the service reports no limit. */
  | { readonly type: 'hold-refused'; readonly code: string; readonly limit?: number }
  | { readonly type: 'event-ended' }
  | { readonly type: 'price-changed' }

export type PaymentNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not release the seat that was to be removed. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'payment-unavailable'; readonly tender: TenderKind }

/** Permanent refusal of a purchase by the service; `code`: the service's error code. */
export interface PurchaseRefusal {
  readonly status: number
  readonly code: string
}

/** HTTP statuses that concern only one sale or a temporary condition, so that the next purchase may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 410, 425, 429])

/**
 * Returns whether every other purchase would also be refused; the result is valid only if a read-back shows no tickets.
 */
export function isPermanentRefusal({ status }: Pick<UnclearReply, 'status'>): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status)
}
