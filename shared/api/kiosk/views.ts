import type { Shortcuts } from '../../domain/desk/shortcuts.ts'
import type { Keypad } from '../../domain/keypad.ts'
import type { Language } from '../../domain/language.ts'
import type { Mode } from '../../domain/mode.ts'
import type { CashPiece } from '../../domain/money/cash.ts'
import type { DrawerState } from '../../domain/money/drawer.ts'
import type { Minor, Seller } from '../../domain/money/money.ts'
import type { CashboxState } from '../../domain/money/notes.ts'
import type { Settlement } from '../../domain/money/settlement.ts'
import type { DeviceProgress, Numbering, OwnTenderNames, TenderKind, TenderTraits } from '../../domain/money/tender.ts'
import type { TerminalDay } from '../../domain/money/terminal-day.ts'
import type { Reconciliation } from '../../domain/sale/reconcile.ts'
import type { SaleFile } from '../../domain/sale/sale-file.ts'
import type { HoldNotice, PurchaseRefusal } from '../../domain/sale/sale.ts'
import type { ProposalReason } from '../../domain/seats/arrangement.ts'
import type {
  BookingSession,
  ChosenSeat,
  EventOffer,
  EventPage,
  SectionView,
  VenueClock,
} from '../../domain/seats/offer.ts'
import type { Member, StaffRole } from '../../domain/staff.ts'
import type { DevicePositions } from '../../domain/device-positions.ts'
import type { TermsDocument, TermsText } from '../../domain/terms.ts'
import type { VenuePlan } from '../../domain/venue/venue-plan.ts'

export type { ProposalReason, TenderKind }

/**
 * The views are plain data for screens: ids, ISO text and integers. A reloaded screen requests them again with
 * `getKiosk`.
 */

/** The venue's own words, by language. */
type RefundRule = Readonly<Partial<Record<Language, string>>>

/** How a demo screen may show tickets. The window of a locked kiosk cannot open a document. */
export type DemoTickets = 'pictures' | 'document'

/** Measurements of the kiosk's screen. */
export interface ScreenMeasure {
  /** CSS pixels in one millimetre of this screen. */
  readonly pixelsPerMillimetre: number
  /** Height of the lower edge of the glass above the floor. */
  readonly screenBottomMillimetres: number
}

/** Texts that a customer may read before payment. */
export interface TermsView extends Readonly<Record<TermsDocument, TermsText | null>> {
  /** The seller; a text is empty if it is unknown. */
  readonly seller: Pick<Seller, 'name' | 'address' | 'contact' | 'taxNumber'>
  /** Title, version or date of the texts; empty if unknown. */
  readonly version: string
}

export interface KioskInfo extends VenueClock {
  /** `kiosk` (also when absent): customers use the machine themselves. `cashier`: a cashier uses it at a desk. */
  readonly role?: 'kiosk' | 'cashier'
  readonly deviceId: string
  readonly version: string
  /** Mode of the machine. Every screen and printed document shows any mode other than `live`. */
  readonly mode: Mode
  /** Whether a supervisor can start training at this desk; false when absent. */
  readonly mayTrain?: true
  readonly languages: readonly Language[]
  readonly defaultLanguage: Language
  /** Digits of Arabic screens; `western` when absent. Doors, rows and seats keep the digits written on them. */
  readonly numerals?: 'western' | 'arabic'
  /**
   * Demo kiosk only: whether the last screen shows the tickets of a sale. `document`: the last screen also opens the
   * PDF of the tickets.
   */
  readonly demoTickets?: DemoTickets
  /** Whether printed tickets are to be read by this machine's scanner; false when absent. */
  readonly readBack?: boolean
  /** Maximum number of seats in one sale. */
  readonly maxSeats: number
  /** Calibration: CSS pixels in one millimetre of this screen. */
  readonly pixelsPerMillimetre: number
  /** Height of the lower edge of the glass above the floor, in millimetres; 800 when absent. */
  readonly screenBottomMillimetres?: number
  /**
   * Dark on light (`day`), light on dark (`night`), or black and white (`contrast`). `system` (also when absent)
   * follows the operating system.
   */
  readonly theme?: 'system' | 'day' | 'night' | 'contrast'
  /** Whether staff have numbers of their own, in addition to the machine's PIN; false when absent. */
  readonly hasStaff?: true
  /** Time without a key or a touch after which the cashier's desk locks itself, in milliseconds; never when absent. */
  readonly lockAfterMs?: number
  /** Keys of the cashier's desk that differ from the defaults. */
  readonly shortcuts?: Partial<Shortcuts>
  /** Demo only: the PIN of the counter, which may be shown. */
  readonly demoPin?: string
  /** Demo only, and only if the desk has no staff: staff members to try, shown on the sign-in screen. */
  readonly demoStaff?: readonly DemoPerson[]
  /**
   * Tenders that may be offered here; `cash` only if staff are present. A kiosk offers only those that customers can
   * use without help.
   */
  readonly tenders: readonly TenderKind[]
  /** Refund rule of the venue, if it has one. It is shown before payment. */
  readonly refundRule?: RefundRule
  /** Seller of the conditions that `readTerms` returns, empty if it has no name; absent if there are no conditions. */
  readonly terms?: { readonly seller: string }
  /** Tax included in every price, in percent; absent if the seller is not liable for tax. */
  readonly taxRate?: number
  /** The venue's own names of tenders that differ from the defaults. */
  readonly tenderNames?: OwnTenderNames
  /** Positions of devices and staff to which the screen points; none when absent. */
  readonly surroundings?: DevicePositions
  /** Volume of sounds and voice, 0 to 100; 50 when absent. */
  readonly soundVolume?: number
  /** Keypad next to the screen, for customers who do not use the touchscreen; the arrow keys when absent. */
  readonly keypad?: Keypad
  /** State of the headphones; unknown when absent. */
  readonly headphones?: Headphones
  /** Files of the venue's own pictures, available under `/brand/`; none when absent. */
  readonly pictures?: readonly string[]
  /** Speech packs, as folders under `/speech/`: `fr`, and `fr/names` for the venue's additions; none when absent. */
  readonly speech?: readonly string[]
  /** Properties of the tenders that are decided outside the program. */
  readonly ways: readonly WayToPay[]
  /** Tenders that the cashier takes on a standalone terminal and confirms here; none when absent. */
  readonly attended?: readonly TenderKind[]
  readonly partner: PartnerView
  readonly printer: PrinterView
  /** Whether the disk has no space for another sale. */
  readonly storageFull?: boolean
  /** Set if the service refused a purchase permanently, so that no payment can start. */
  readonly purchasesRefused?: PurchaseRefusal | null
  /** The current sale of this screen, with which a reloaded window continues. */
  readonly sale: SaleView | null
  /** Parked sales, oldest first: at `review` while their seats are held, at `choosing` once the holds have expired. */
  readonly parked?: readonly SaleView[]
  /** The background sale that ended last, then the unfinished ones, oldest first. */
  readonly behind?: readonly BackgroundSale[]
}

/**
 * Headphones for text that only the customer may hear. `always`: fixed to the machine; otherwise as detected at the
 * jack.
 */
export type Headphones = 'always' | 'in' | 'out'

/** Properties of a tender, by its driver. Durations are in milliseconds. */
export interface WayToPay extends Pick<TenderTraits, 'payer' | 'shows' | 'simulated' | 'decideMs'> {
  readonly kind: TenderKind
  /** Minimum remaining time of the holds when a payment starts. */
  readonly timeMs: number
  /** Format of the telephone numbers to enter, if it is limited to one country. */
  readonly numbering?: Numbering
}

/** A demo staff member, whose PIN is not secret. */
export interface DemoPerson extends Member {
  readonly pin: string
}

/** The person at the cashier's desk. */
export interface PersonView {
  /** Staff number; null for the machine's own PIN. */
  readonly number: string | null
  /** Empty for the machine's own PIN. */
  readonly name: string
  readonly role: StaffRole
}

/** `handle`: replaces number and PIN until the person signs out or another one signs in. */
export interface SignedInView extends PersonView {
  readonly handle: string
}

/** Returned tickets, and the outcome of printing the refund slip. */
export interface ReturnedView {
  readonly file: SaleFile
  readonly reference: string
  readonly paper: ReportPaper
  /** Reason of a failure; otherwise empty. */
  readonly reason: string
}

/** Result of a code that the kiosk's scanner read while tickets are printed. */
export type ScannedAs = 'wanted' | 'another' | 'nothing-wanted'

export interface PartnerView {
  readonly state: 'up' | 'down'
}

export interface PrinterView {
  readonly state: 'ready' | 'not-ready' | 'unknown'
  /** `offline`, `paper-out`, `jammed`, `stopped`, `missing`; empty when ready. */
  readonly reason: string
  /**
   * Set if a fallback printer prints the tickets. `awaited`: another till may be using the printer, and `state` may be
   * outdated.
   */
  readonly fallbackPrinter?: true
  readonly awaited?: true
}

export type PrinterRole = 'tickets' | 'receipts' | 'reports'

export interface EventsView extends Pick<EventPage, 'events' | 'total'> {
  /** Whether the partner is unreachable and this view is its last known list. */
  readonly stale: boolean
}

/** Content of the customer display. */
export interface DisplayView extends Pick<
  KioskInfo,
  'mode' | 'numerals' | 'theme' | 'refundRule' | 'tenderNames' | 'speech'
> {
  /** Language while there is no sale. */
  readonly language: Language
  readonly sale: SaleView | null
  /** Number of times that the cashier has requested this sale to be read aloud; absent if never requested. */
  readonly aloud?: number
}

/** A visit: one customer looking at one event, in one booking session. A visit becomes a sale when seats are held. */
export interface VisitView {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  /** Shapes of the venue; null if no plan file is installed. The map also works without shapes. */
  readonly plan: VenuePlan | null
  /** Whether the wheelchair places are now released to everyone; false when absent. */
  readonly released?: true
}

/** A sale that was parked. `visit`: null after a restart of the program. */
export interface RecalledView {
  readonly sale: SaleView
  readonly visit: VisitView | null
}

/** `section`: null if `revision` is the one that the screen already has. */
export interface SectionReply {
  readonly section: SectionView | null
  readonly revision: string
}

/** Current shift, for its staff. The view omits the expected content of the drawer before the count. */
export interface ShiftView {
  readonly shiftNo: number
  /** Time of the shift's first row, ISO 8601 UTC; null if the shift has no row yet. */
  readonly sinceUtc: string | null
  /** Time of the first activity that the shift's report would show, ISO 8601 UTC; null if there is none. */
  readonly activeSinceUtc: string | null
  readonly drawers: readonly DrawerView[]
  /** Unfinished sales and refunds due, which a Z report would leave open. */
  readonly openSales: number
  readonly owed: readonly { readonly currency: string; readonly amount: Minor }[]
  /**
   * Pending ends of day of card terminals. `endsTerminalDay`: a Z report also performs an end of day, which takes up to
   * a minute.
   */
  readonly terminalDays: readonly TerminalDay[]
  readonly endsTerminalDay?: true
  /** Whether the machine can open the drawer. */
  readonly opensDrawer: boolean
  /** Result of opening the drawer just now; null if it was not requested. */
  readonly opened: 'opened' | 'failed' | null
  /** Time at which the shift is closed automatically, `HH:MM` by the machine's clock; null if staff close it. */
  readonly closeAt: string | null
}

/** The cashbox, without its expected content. */
export interface CashboxView extends CashboxState {
  readonly currency: string
  /** Denominations for the count, largest first. */
  readonly pieces: readonly CashPiece[]
  /**
   * Reason why the cashbox must not be opened; null if there is none. `going-in`: a customer is paying in notes.
   * `asked-about`: staff must first answer a question about a note.
   */
  readonly waitsFor: 'going-in' | 'asked-about' | null
}

export interface DrawerView extends DrawerState {
  /** Denominations for the count, largest first. */
  readonly pieces: readonly CashPiece[]
}

/**
 * `saved`: the report was saved, because no printer of the machine prints reports. `unknown`: the report may have been
 * printed.
 */
export type ReportPaper = 'printed' | 'saved' | 'failed' | 'unknown'

/** Result of an X or Z report, and the outcome of printing it. */
export interface ShiftClosedView {
  readonly kind: 'X' | 'Z'
  readonly shiftNo: number
  /** Takings by currency, without currencies whose drawer the caller has not counted yet. */
  readonly takings: readonly { readonly currency: string; readonly tickets: number; readonly net: Minor }[]
  /**
   * Whether the caller has not yet counted the drawer of some currency. The report does not show the cash of uncounted
   * currencies yet.
   */
  readonly blind: boolean
  readonly paper: ReportPaper
  /** Reason of a failure, as in `PrinterView`, or `storage-full` or `refused`; otherwise empty. */
  readonly reason: string
  /** Path of the report; empty if it could not be written. */
  readonly file: string
  /** Path of the report for a spreadsheet; empty if it could not be written. */
  readonly csv: string
  /** Path of the ledger's signed archive; empty if none was created with the report. */
  readonly archive: string
  /** Results of the terminals' ends of day that belong to the shift. */
  readonly terminalDays: readonly TerminalDay[]
}

/** Comparison of the ledger with the service's tickets, as far as it has progressed. */
export interface ReconcileView extends Reconciliation {
  /** Path of the table of differences; empty until it is complete, or if it could not be written. */
  readonly csv: string
}

/** Comparison of a provider's report with the ledger. */
export interface SettlementView extends Settlement {
  /** Path of the table of differences; empty if it could not be written. */
  readonly csv: string
}

/** A signed file with the whole ledger. */
export interface ArchiveView {
  readonly file: string
  readonly rows: number
  /** Hash of the last row in the archive, hexadecimal. */
  readonly headHash: string
}

/** Seats of an offer, with the facts that explain it. The screen formats the facts as text. */
export interface SeatProposal {
  readonly sectionId: string
  readonly zoneId: string
  readonly seats: readonly ChosenSeat[]
  readonly total: Minor
  /** Number of groups of adjacent seats; 1 if all are together. A single seat counts as a group. */
  readonly groups: number
  readonly rows: number
  /** Reasons for this offer: facts, most important first. */
  readonly reasons: readonly ProposalReason[]
}

/** Remaining seats of an event, if they were queried within the last minutes. */
export interface EventSeatsView {
  readonly eventId: string
  readonly remaining: number
}

/** A sale as the customer sees it. The event `sale-changed` sends this view after every step. */
export interface SaleView {
  readonly saleId: string
  /** Language that the customer chose, which a reloaded window uses again. */
  readonly language: Language
  readonly event: EventOffer
  readonly currency: string
  readonly seats: readonly ChosenSeat[]
  /** Total of the held seats; 0 while nothing is held. */
  readonly amount: Minor
  /**
   * Remaining time of the holds when this view was created, in milliseconds of the main process's monotonic clock; null
   * if there are no holds.
   */
  readonly holdRemainingMs: number | null
  /**
   * For a split payment: the parts taken so far. At `releasing` and `refund-due`: the parts to be refunded, in this
   * order.
   */
  readonly taken?: readonly TakenView[]
  /** Set if the sale is fully paid and not refunded. `change`: cash due to the customer. */
  readonly paid?: { readonly change: Minor }
  /** Set if the sale continued without a payment whose outcome is unknown. If the money was taken, it is refunded. */
  readonly abandonedPayment?: true
  /** Credit vouchers that the sale issued to the customer; absent for none. */
  readonly credits?: readonly OutstandingVoucherView[]
  /** Set if the sale has customer details, which only staff can see. */
  readonly customer?: true
  /** Notes that the machine accepts now, smallest first; none when absent. */
  readonly notesTaken?: readonly Minor[]
  readonly stage: SaleStage
}

/** A background sale of a desk: a sale that was paid, or may have been, while another sale is on the screen. */
export interface BackgroundSale {
  readonly sale: SaleView
  /** Time at which money or seats of the sale were last taken, ISO 8601 UTC. */
  readonly sinceUtc: string
}

/** A credit voucher and the outcome of its print. */
export interface OutstandingVoucherView {
  readonly slipId: string
  readonly amount: Minor
  readonly paper: CollectionSlipState
}

/** A payment, with the details by which staff find it at the terminal, with the operator, or in the drawer. */
export interface TakenView {
  readonly tender: TenderKind
  readonly reference: string
  /** Share of the order that the payment covers. */
  readonly amount: Minor
  /** Amount actually collected. */
  readonly due: Minor
}

/**
 * Progress of a payment in notes. `taken`: value in the cashbox. `held`: value of the note that the device still holds.
 */
export interface NotesView {
  readonly taken: Minor
  readonly missing: Minor
  readonly held?: Minor
}

/** `reference`: six letters and digits with which customer and staff find the sale. */
export type SaleStage =
  | { readonly name: 'choosing'; readonly notice: HoldNotice | null }
  | { readonly name: 'holding' }
  | {
      readonly name: 'review'
      readonly notice: ReviewNotice | null
      readonly tendersOffered: readonly TenderKind[]
      /** The machine accepts credit vouchers: it has issued some, or can check them at its hub. */
      readonly takesSlips?: true
    }
  | {
      readonly name: 'paying'
      readonly tender: TenderKind
      readonly phase: PaymentPhase
      readonly reference: string
      readonly due: Minor
      /** Only the cashier's report ends the payment: see `reportTenderResult`. */
      readonly attended?: true
      /** The text of the QR code that the customer scans. */
      readonly shows?: string
      /** Current step of the device, if it reports one. */
      readonly device?: DeviceProgress
      /** Progress of a payment in notes. */
      readonly notes?: NotesView
      /** Remaining time to pay when this view was created, in milliseconds; absent if unknown. */
      readonly payableMs?: number
    }
  | { readonly name: 'confirming'; readonly slow: boolean }
  | { readonly name: 'printing'; readonly tickets: readonly TicketPrintView[] }
  | {
      readonly name: 'print-problem'
      readonly tickets: readonly TicketPrintView[]
      readonly printer: PrinterView
      readonly reference: string
      /** Outcome of the slip with the reference; absent if none is printed. */
      readonly slip?: CollectionSlipState
      /**
       * Set if the sale was paid after its customer had left, and waits for the customer. A waiting sale is not a
       * fault.
       */
      readonly waits?: true
    }
  | { readonly name: 'done'; readonly tickets: readonly TicketPrintView[] }
  /** `next`: reference in `taken` of the payment to refund next. */
  | {
      readonly name: 'refund-due'
      readonly reference: string
      readonly amount: Minor
      readonly next: string
      readonly slip?: CollectionSlipState
    }
  | {
      readonly name: 'needs-staff'
      readonly reference: string
      readonly amount: Minor
      readonly reason: StaffReason
      /** Payment about which staff are asked whether it was charged or received. */
      readonly asked?: TakenView
      /** Set while the provider is still being queried. The customer comes back with the reference for the tickets. */
      readonly asking?: true
      readonly slip?: CollectionSlipState
    }
  | { readonly name: 'releasing' }
  | { readonly name: 'ended'; readonly reason: EndReason }

/** `none`: nothing was printed, or the outcome is unknown. The customer photographs the reference. */
export type CollectionSlipState = 'coming' | 'printed' | 'none'

/** Outcome of a sale whose customer left its payment open, for the holder of its collection code. */
export type CollectionView =
  /** The operator has not reported yet whether the money was taken. */
  | { readonly state: 'asking' }
  /** The money was taken, and the seats are being bought. */
  | { readonly state: 'buying' }
  /** The tickets are being printed. */
  | { readonly state: 'printing'; readonly sale: SaleView }
  | { readonly state: 'not-paid' }
  /** The money arrived after the seats were released. Staff refund it. */
  | { readonly state: 'refund-due'; readonly reference: string; readonly amount: Minor; readonly currency: string }
  | { readonly state: 'given-back' }
  | { readonly state: 'printed' }
  /** Staff have to check the sale. */
  | { readonly state: 'ask-staff'; readonly reference: string }

export type ReviewNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not release the seat to be removed. All seats are still held. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'too-little-time' }
  /** The maximum number of payments that customers left open is reached at this machine. */
  | { readonly type: 'too-many-open' }
  | { readonly type: 'printer-not-ready'; readonly reason: string }
  | { readonly type: 'payment-unavailable'; readonly tender: TenderKind }

type PaymentPhase = 'starting' | 'waiting' | 'asking-again'

export type StaffReason =
  | 'payment-unknown'
  | 'cash-unknown'
  | 'service-unreachable'
  | 'tickets-mismatched'
  | 'program-fault'
  | 'storage-full'
  | 'purchase-refused'

/** `fault`: the program could not continue the sale. Nothing was paid. */
export type EndReason = 'cancelled' | 'idle' | 'hold-expired' | 'session-expired' | 'restart' | 'finished' | 'fault'

export interface TicketPrintView {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly seatCode: string
  readonly state: 'queued' | 'spooling' | 'printed' | 'unknown' | 'failed'
  readonly copyNumber: number
}
