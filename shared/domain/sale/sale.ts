import type { Customer } from '../customer.ts'
import type { HubWord, IssuedSlip } from '../money/credit-slip.ts'
import type { Minor } from '../money/money.ts'
import type { NotesIn } from '../money/notes.ts'
import type {
  AtProvider,
  CardPaid,
  Payment,
  ReturnedTender,
  TenderIntent,
  TenderKind,
  TenderResult,
} from '../money/tender.ts'
import type { Checkout, ChosenSeat, EventOffer, Ticket } from '../seats/offer.ts'

/**
 * One sale from the first held seat to the printed ticket. A discriminated union: data exists only in the states where
 * it is true. Every state is committed to the ledger *before* the side effect that follows it (see `sale-effects.ts`),
 * so that resuming after a crash is the same code as going on.
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

/** A point in time: milliseconds of the monotonic clock since this start of the program, which `bootId` names. */
export interface Instant {
  readonly monoMs: number
  readonly bootId: string
  /** Wall time, ISO 8601 UTC: written down for people, never compared. */
  readonly wallUtc: string
}

export interface SaleBase {
  readonly saleId: string
  /** Device that sells. */
  readonly register: string
  readonly language: string
  readonly event: EventOffer
  /** One booking session per sale, always. */
  readonly sessionId: string
  readonly ownerRef: string
  readonly currency: string
  /** The ledger lost rows since this sale began: it may have gone further than they tell. Stays until the sale's end. */
  readonly rowsLost?: true
  /** The customer said who they are: it lies sealed in the ledger, and goes to the service with the purchase. */
  readonly customer?: true
  /** It was paid when its customer was gone: nothing is printed before somebody asks for it. */
  readonly customerAway?: true
}

/** Nothing is held. Not in the ledger until the first hold is about to be asked for. */
export interface Choosing extends SaleBase {
  readonly state: 'choosing'
  readonly notice: HoldNotice | null
}

/** The wish is committed; the holds may or may not exist at the service. */
interface Holding extends SaleBase {
  readonly state: 'holding'
  readonly seats: readonly ChosenSeat[]
}

/** The service granted the holds; the checkout is still to be read. */
export interface Held extends SaleBase {
  readonly state: 'held'
  readonly seats: readonly ChosenSeat[]
  /** It was parked when the program stopped: the checkout says whether its holds still stand. `asked`: times in vain. */
  readonly parked?: { readonly asked: number }
  /** One of `was` was given back: the checkout says whether it is, and whether the others stand. `asked`: times in vain. */
  readonly kept?: { readonly was: readonly ChosenSeat[]; readonly asked: number }
}

/** What the service asks for the held seats. `orderId` is fixed here, before any money can move. */
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

/** `remainingMs` were left at `monoMs` of boot `bootId`; counted down on the monotonic clock only. */
export interface Countdown {
  readonly remainingMs: number
  readonly monoMs: number
  readonly bootId: string
}

/** The customer reviews and picks a tender. */
export interface Priced extends SaleBase {
  readonly state: 'priced'
  readonly order: Order
  /** Tenders tried so far; makes the next payment reference. */
  readonly tenderAttempts: number
  readonly notice: PaymentNotice | null
  /** What was taken already of a payment that is split. */
  readonly parts?: readonly TenderResult[]
  /** Put aside for another customer: nothing is paid before it is recalled. */
  readonly parked?: true
}

/** The tender's intent is committed; money may move from here on. */
export interface Paying extends SaleBase {
  readonly state: 'paying'
  readonly order: Order
  readonly parts?: readonly TenderResult[]
  readonly tender: TenderIntent
  readonly tenderAttempts: number
  /**
   * `begun`: the provider waits for the customer, and is asked what they decided. `asking-again`: the answer was lost, the
   * terminal is asked by reference. `recovering`: the same after a restart of the program, when nobody stands before the
   * screen any more.
   */
  readonly phase: 'starting' | 'begun' | 'asking-again' | 'recovering'
  readonly begun?: PaymentBegun
  /** Of a payment in notes, and of no other. */
  readonly notes?: NotesIn
  /** Times asked again, all without a clear answer. */
  readonly asked: number
}

/** What a provider gave when it took up a payment. */
export interface PaymentBegun {
  /** The text of the QR code that the customer scans. */
  readonly shows?: string
  /** So long the customer can pay; absent where nobody knows. */
  readonly payable?: Countdown
}

/** All the money was taken. */
export interface Paid extends SaleBase, Payment {
  readonly state: 'paid'
  readonly order: Order
}

/** The exact bytes of the purchase, written before the first send and sent again unchanged. */
export interface PurchaseRequest {
  readonly body: string
  readonly sha256: string
}

interface Confirming extends SaleBase, Payment {
  readonly state: 'confirming'
  readonly order: Order
  readonly request: PurchaseRequest
  /** 1 for the first send. */
  readonly attempt: number
}

/** The purchase was sent and its outcome is not known: the tickets are read back before anything else is decided. */
export interface Unknown extends SaleBase, Payment {
  readonly state: 'unknown'
  readonly order: Order
  readonly request: PurchaseRequest
  readonly attempt: number
  readonly reply: UnclearReply
}

/** What came back instead of a confirmation; `detail` is redacted. */
export interface UnclearReply {
  /** HTTP status; 0 when there was no reply. */
  readonly status: number
  readonly code: string
  readonly detail: string
}

export interface Confirmed extends SaleBase, Payment {
  readonly state: 'confirmed'
  readonly order: Order
  readonly tickets: readonly Ticket[]
}

export interface PrintJob {
  readonly ticketId: string
  /** 0 is the original; a second paper is always DUPLICATA n. */
  readonly copyNumber: number
  readonly state: 'queued' | 'spooling' | 'printed' | 'unknown' | 'failed'
  /** What the queue or the printer said; empty until then. */
  readonly evidence: string
}

export interface Printing extends SaleBase, Payment {
  readonly state: 'printing'
  readonly order: Order
  readonly tickets: readonly Ticket[]
  readonly jobs: readonly PrintJob[]
}

/** At least one ticket did not come out, or may not have; somebody has to look. */
export interface PrintUnknown extends SaleBase, Payment {
  readonly state: 'print-unknown'
  readonly order: Order
  readonly tickets: readonly Ticket[]
  readonly jobs: readonly PrintJob[]
  readonly reason: string
}

/**
 * Every ticket has print evidence, or staff's word that it was handed out otherwise. No tickets at all: the service never showed
 * them, and staff handed them out otherwise.
 */
export interface Done extends SaleBase, Payment {
  readonly state: 'done'
  readonly order: Order
  readonly tickets: readonly Ticket[]
  readonly jobs: readonly PrintJob[]
}

/** Holds are being given back; then the customer chooses again, or the sale is over. */
export interface Releasing extends SaleBase {
  readonly state: 'releasing'
  /** Empty when the hold ids are not known: the checkout tells them. */
  readonly holdIds: readonly string[]
  readonly afterwards:
    | { readonly go: 'choose'; readonly notice: HoldNotice | null }
    /** Only some of the seats of `was` go back. */
    | { readonly go: 'keep'; readonly seats: readonly ChosenSeat[]; readonly was: readonly ChosenSeat[] }
    | { readonly go: 'end'; readonly reason: EndReason }
    /** What was taken of a payment that was not completed goes back. */
    | { readonly go: 'pay-back'; readonly order: Order; readonly taken: Payment; readonly reason: EndReason }
}

export interface Abandoned extends SaleBase {
  readonly state: 'abandoned'
  readonly reason: EndReason
}

export type EndReason = 'cancelled' | 'idle' | 'hold-expired' | 'session-expired' | 'restart' | 'settled-by-hand'

/**
 * Money was taken and there are no tickets for it: the seats are verifiably not ours, or a split payment was not
 * completed. Staff give back `tender`, then each of `parts`, and record a reference for each.
 */
export interface RefundDue extends SaleBase, Payment {
  readonly state: 'refund-due'
  readonly order: Order
  readonly returned?: readonly ReturnedTender[]
  readonly reason: string
  /** The service's last word before money goes back; absent: it was not asked since the sale came here. */
  readonly look?: LastLook
}

/**
 * `asking`: under way. `absent`: it shows no tickets. `unreachable`: it could not be asked, or would not say. `shown`: it shows
 * tickets that cannot finish this sale, because they are others or because some of the money went back already.
 */
export interface LastLook {
  readonly state: 'asking' | 'absent' | 'unreachable' | 'shown'
  readonly asked: Instant
  readonly detail: string
}

interface Refunded extends SaleBase {
  readonly state: 'refunded'
  readonly order: Order
  readonly tender: TenderResult
  readonly refundReference: string
  readonly backAs?: IssuedSlip
  /** Those given back before it. */
  readonly returned?: readonly ReturnedTender[]
}

/** Did money move? Card: the terminal's own journal says it. Cash: the drawer does. Notes: where the one that was held is. */
export interface MoneyQuestion extends SaleBase {
  readonly state: 'needs-staff'
  readonly question: 'card-charged' | 'cash-received' | 'note-unclear'
  readonly order: Order
  readonly parts?: readonly TenderResult[]
  readonly tender: TenderIntent
  readonly tenderAttempts: number
  /** Only after rows were lost: whether the service had sold the order all the same. */
  readonly sold?: boolean
  /** The program goes on asking the provider by itself, until it knows or staff decide. */
  readonly asking?: true
  readonly begun?: PaymentBegun
  readonly notes?: NotesIn
  /** The provider took another sum, or another currency, than it was asked for. */
  readonly differs?: SumTaken
}

/** Minor units of that currency. */
export interface SumTaken {
  readonly amount: Minor
  readonly currency: string
}

/**
 * Money was taken and the tickets cannot be had. `service-unreachable`: the program goes on asking by itself, until staff
 * decide. `tickets-differ`: the service shows other tickets than ordered.
 */
export interface TicketQuestion extends SaleBase, Payment {
  readonly state: 'needs-staff'
  readonly question: 'service-unreachable' | 'tickets-differ'
  readonly order: Order
  readonly detail: string
}

/** How far a sale had come, as far as is known: to an order, or to a wish. */
export type Reached =
  | { readonly order: Order; readonly tenderAttempts: number; readonly parts?: readonly TenderResult[] }
  | { readonly seats: readonly ChosenSeat[] }

/**
 * The ledger lost rows while this sale had no money yet, as far as it knows. The program asks by itself: first the
 * service whether it sold, then the terminal whether it charged.
 */
export type RowsLost = SaleBase & {
  readonly state: 'needs-staff'
  readonly question: 'rows-lost'
  /** What the service said; null until then. */
  readonly sold: boolean | null
  /** Times asked in vain. */
  readonly asked: number
} & Reached

/** Rows were lost, and what the service says does not make the sale whole again: people settle it. */
export type Unreconciled = SaleBase & {
  readonly state: 'needs-staff'
  readonly question: 'unreconciled'
  /** What the service shows under this sale's reference; empty: nothing. */
  readonly detail: string
} & Reached

/** What the program must not decide alone: never a guess, never an invented ticket. */
export type NeedsStaff = MoneyQuestion | TicketQuestion | RowsLost | Unreconciled

/** What happened. Each is journalled with the state it led to. */
export type SaleEvent =
  | { readonly type: 'seats-chosen'; readonly seats: readonly ChosenSeat[] }
  | { readonly type: 'hold-granted' }
  | { readonly type: 'hold-failed'; readonly notice: HoldNotice }
  | { readonly type: 'checkout-ready'; readonly orderId: string; readonly checkout: Checkout }
  | { readonly type: 'checkout-failed'; readonly notice: HoldNotice }
  /** `seats`: of the order's, those that stay held; left out: none does. */
  | { readonly type: 'seats-changed'; readonly seats?: readonly ChosenSeat[] }
  | { readonly type: 'abandoned'; readonly reason: EndReason }
  | { readonly type: 'hold-expired' }
  /** Put aside while another customer is served, and taken up again. */
  | { readonly type: 'parked'; readonly staffId: string }
  | { readonly type: 'recalled'; readonly staffId: string }
  /** The customer said who they are; null: they would rather not have. */
  | { readonly type: 'customer-noted'; readonly customer: Customer | null; readonly staffId: string }
  | { readonly type: 'released'; readonly holdIds: readonly string[] }
  | { readonly type: 'release-unanswered' }
  | {
      readonly type: 'tender-started'
      readonly kind: TenderKind
      /** The part that it is to pay; left out: all that is left. */
      readonly amount?: Minor
      /** Who began it, where somebody at a desk did. */
      readonly staffId?: string
      /** The next move is a person's: they charge on a device of its own, and say what it did. */
      readonly attended?: true
      readonly provider?: AtProvider
    }
  /** The customer wants an order that costs nothing: no payment follows. `staffId`: at a desk, who gave it out. */
  | { readonly type: 'free-order-accepted'; readonly staffId?: string }
  /** The provider took it up, and waits for the customer. `payableMs`: from now on so long they can pay. */
  | {
      readonly type: 'tender-begun'
      readonly token?: string
      readonly shows?: string
      readonly payableMs?: number
    }
  | {
      readonly type: 'tender-approved'
      readonly received: Minor
      readonly change: Minor
      readonly approval: string
      /** Who took it, where somebody did. */
      readonly staffId?: string
      readonly card?: CardPaid
      /** What was over, where no change is given. */
      readonly slip?: IssuedSlip
      readonly word?: HubWord
    }
  /** The device holds a note; nothing becomes of it before this is written down. */
  | { readonly type: 'note-held'; readonly value: Minor }
  /** It is in the box, as what the device says now that it is. */
  | { readonly type: 'note-credited'; readonly value: Minor }
  | { readonly type: 'note-returned' }
  /** Only people who look at the device can tell what became of it. */
  | { readonly type: 'note-unclear' }
  /** `leftOpen`: only the time that passed says so, and a success may still be told. The same of one that was cancelled. */
  | { readonly type: 'tender-refused'; readonly reason: string; readonly leftOpen?: true }
  | { readonly type: 'tender-cancelled'; readonly leftOpen?: true }
  /** The terminal could not be reached before anything was asked of it: no money moved. */
  | { readonly type: 'tender-unavailable' }
  /**
   * `forGood`: only people can tell, so nothing more is asked. `lost`: a device took the payment up, and its answer did not come.
   * `differs`: for that is what was taken. `of`: after rows were lost,
   * the payment that may have been made.
   */
  | {
      readonly type: 'tender-unknown'
      readonly forGood?: true
      readonly lost?: true
      readonly differs?: SumTaken
      readonly of?: Omit<TenderIntent, 'amount'>
    }
  | { readonly type: 'purchase-composed'; readonly request: PurchaseRequest }
  | { readonly type: 'purchase-confirmed'; readonly tickets: readonly Ticket[] }
  | { readonly type: 'purchase-unclear'; readonly reply: UnclearReply }
  | { readonly type: 'tickets-found'; readonly tickets: readonly Ticket[] }
  /** True of the moment it was asked: the answer may have been long on its way. */
  | { readonly type: 'tickets-absent'; readonly asked: Instant }
  | { readonly type: 'tickets-differ'; readonly detail: string }
  | { readonly type: 'tickets-unreachable'; readonly detail: string }
  /** `saved`: where the order's document lies; empty when it could not be written. */
  | { readonly type: 'print-queued'; readonly saved: string }
  | { readonly type: 'print-started'; readonly ticketId: string }
  | { readonly type: 'print-finished'; readonly ticketId: string; readonly evidence: string }
  | { readonly type: 'print-failed'; readonly ticketId: string; readonly reason: string }
  | { readonly type: 'print-unclear'; readonly ticketId: string; readonly reason: string }
  | { readonly type: 'print-retried' }
  | {
      readonly type: 'staff-answered'
      readonly moneyMoved: boolean
      /** What stands on the terminal's slip, or in the operator's message, where staff have it. */
      readonly approval?: string
      readonly staffId: string
      /** The sale is still before them both, and may go on. */
      readonly customerWaits?: true
      /** What notes brought over the amount. */
      readonly slip?: IssuedSlip
    }
  /** Staff had the service look again at what it sold. */
  | { readonly type: 'asked-again'; readonly staffId: string }
  /** Staff looked at what the service sold instead, or cannot wait for its word any longer, and give the money back. */
  | { readonly type: 'refund-decided'; readonly staffId: string }
  /** Staff have the paper that may have come out before them. */
  | { readonly type: 'paper-seen'; readonly staffId: string }
  /**
   * Staff did outside the program what was to be done: tickets that were paid for were handed out otherwise. `reference` is of
   * their own books, empty where nothing was to be done.
   */
  | { readonly type: 'settled-by-hand'; readonly reference: string; readonly staffId: string }
  /** `refund`: of the provider's refund that this was; left out: people gave it back. */
  | { readonly type: 'refunded'; readonly refundReference: string; readonly staffId: string; readonly refund?: string }
  /** The register owes it from here on by a slip, for what cannot be given back otherwise. */
  | { readonly type: 'credited'; readonly slip: IssuedSlip; readonly staffId?: string }
  /** The program started again and found this sale unfinished. */
  | { readonly type: 'resumed' }
  /** The same, over a ledger that lost rows. `slip`: what notes brought over the amount. */
  | { readonly type: 'rows-lost'; readonly slip?: IssuedSlip }
  /** After rows were lost: a terminal knows a payment of this order; of all that was left, where it tells no amount. */
  | {
      readonly type: 'charge-found'
      readonly kind?: TenderKind
      readonly provider?: AtProvider
      readonly reference: string
      readonly amount?: Minor
      readonly approval: string
    }
  /** It knows none. */
  | { readonly type: 'charge-absent' }

export type SaleEventType = SaleEvent['type']

/** Why seats could not be held, as the sale keeps it for its customer. */
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
  /** The service did not let go of the seat that was to be taken out. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'payment-unavailable'; readonly tender: TenderKind }

/** How the service refused a purchase for good; `code` is its own word for it. */
export interface PurchaseRefusal {
  readonly status: number
  readonly code: string
}

/** These are about this sale, or about the moment: the next purchase may well be taken. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 410, 425, 429])

/** Whether this reply to a purchase lets expect the same of every other one. Only together with a read-back that shows no tickets. */
export function isForGood({ status }: Pick<UnclearReply, 'status'>): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status)
}
