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
import type { TerminalDay } from '../../domain/money/shift-report.ts'
import type { Reconciliation } from '../../domain/sale/reconcile.ts'
import type { FiledInvoice, FiscalState, SaleFile } from '../../domain/sale/sale-file.ts'
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
import type { AgentCallReason, Member, StaffRole } from '../../domain/staff.ts'
import type { TermsDocument, TermsText } from '../../domain/terms.ts'
import type { VenuePlan } from '../../domain/venue/venue-plan.ts'

/** Sides of a kiosk's screen, seen from the front. */
export const edges = ['left', 'right', 'above', 'below'] as const

export type Edge = (typeof edges)[number]

/** Sides of the screen where staff can stand next to a kiosk. */
export const sides = ['left', 'right'] as const satisfies readonly Edge[]

/** Edge of the screen next to which a device or the staff is found; absent if unknown. */
export interface DevicePositions {
  readonly terminal?: Edge
  readonly tickets?: Edge
  readonly notes?: Edge
  readonly help?: (typeof sides)[number]
}

export type { ProposalReason, TenderKind }

type RefundRule = Readonly<Partial<Record<Language, string>>>

/** Form in which a demo screen may show tickets. The window of a locked kiosk cannot open a document. */
export type DemoTickets = 'pictures' | 'document'

export interface ScreenMeasure {
  readonly pixelsPerMillimetre: number
  /** Height of the lower edge of the glass above the floor. */
  readonly screenBottomMillimetres: number
}

export interface TermsView extends Readonly<Record<TermsDocument, TermsText | null>> {
  /** Details of the seller; a field is empty if it is unknown. */
  readonly seller: Pick<Seller, 'name' | 'address' | 'contact' | 'taxNumber'>
  /** Title, version or date of the conditions and the privacy notice; empty if unknown. */
  readonly version: string
}

export interface KioskInfo extends VenueClock {
  /** `kiosk` (also when absent): used by customers. `cashier`: used by a cashier at a desk. */
  readonly role?: 'kiosk' | 'cashier'
  readonly deviceId: string
  readonly version: string
  /** Any mode other than `live` is shown on every screen and every printed document. */
  readonly mode: Mode
  /** Whether a supervisor can start training mode at the desk; false when absent. */
  readonly mayTrain?: true
  readonly languages: readonly Language[]
  readonly defaultLanguage: Language
  /**
   * Digits used on Arabic-language screens; `western` when absent. Names of doors, rows and seats are never converted.
   */
  readonly numerals?: 'western' | 'arabic'
  /** Form in which the last screen of a demo kiosk shows a sale's tickets; not shown when absent. */
  readonly demoTickets?: DemoTickets
  /** Whether customers have to scan their printed tickets at the kiosk; false when absent. */
  readonly readBack?: boolean
  readonly maxSeats: number
  readonly pixelsPerMillimetre: number
  /** Height of the lower edge of the glass above the floor, in millimetres; 800 when absent. */
  readonly screenBottomMillimetres?: number
  /** Dark on light (`day`), light on dark (`night`), or black and white (`contrast`); `system` when absent. */
  readonly theme?: 'system' | 'day' | 'night' | 'contrast'
  /** Whether staff have staff numbers; false when absent. */
  readonly hasStaff?: true
  /** Milliseconds without keyboard or touch input after which the cashier's desk locks itself; never when absent. */
  readonly lockAfterMs?: number
  /** Keyboard shortcuts of the cashier's desk that differ from the defaults. */
  readonly shortcuts?: Partial<Shortcuts>
  /** Shared staff PIN, which a demo may display; otherwise absent. */
  readonly demoPin?: string
  /** Sample staff members, shown on the sign-in screen of a demo without its own staff; otherwise absent. */
  readonly demoStaff?: readonly DemoPerson[]
  /** Tenders that may be offered; `cash` only with staff. A kiosk offers only tenders that need no help. */
  readonly tenders: readonly TenderKind[]
  readonly refundRule?: RefundRule
  /** Seller in the conditions of sale of `readTerms`; empty if none is named, absent without conditions. */
  readonly terms?: { readonly seller: string }
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
  /** Speech packs as folders under `/speech/`: `fr`, and `fr/names` for the venue's additions; none when absent. */
  readonly speech?: readonly string[]
  /** Properties of the tenders whose payments are handled by an external provider or device. */
  readonly ways: readonly WayToPay[]
  /** Tenders that the cashier takes on a standalone terminal and confirms at the desk; none when absent. */
  readonly attended?: readonly TenderKind[]
  readonly partner: PartnerView
  readonly printer: PrinterView
  readonly storageFull?: boolean
  /** Set if the booking service refused a purchase permanently, so that no payment can start. */
  readonly purchasesRefused?: PurchaseRefusal | null
  /** Current sale of the screen, with which a reloaded window continues. */
  readonly sale: SaleView | null
  /**
   * Parked sales, oldest first: in stage `review` while their seats are held, and `choosing` once the holds have
   * expired.
   */
  readonly parked?: readonly SaleView[]
  /** The background sale that ended last, followed by the unfinished background sales, oldest first. */
  readonly behind?: readonly BackgroundSale[]
  /** The kiosk's open call for an agent. Null if no call is open; absent without a hub or at a desk. */
  readonly agentCall?: AgentCallView | null
  /** Open calls of all kiosks of the hub. Absent at a kiosk or without a hub. */
  readonly deskCalls?: DeskCallsView
}

export interface AgentCallView {
  readonly reason: AgentCallReason
  /** `unreachable`: the hub does not reply. The kiosk repeats the call until the hub replies. */
  readonly state: 'calling' | 'open' | 'unreachable'
  readonly sinceUtc: string
  /** True if an agent is on the way. */
  readonly coming: boolean
}

/** `reached`: whether the hub replied to the last request. */
export interface DeskCallsView {
  readonly reached: boolean
  readonly calls: readonly DeskCallView[]
}

/** `forMs`: duration of the call when the view was created, in milliseconds. */
export interface DeskCallView {
  readonly callId: string
  readonly deviceId: string
  readonly reason: AgentCallReason
  readonly forMs: number
  /** Increases when the call must sound again. */
  readonly rings: number
  /** Name of the desk or administrator that answered the call. Absent if no agent is on the way. */
  readonly coming?: string
}

/**
 * `no-shift`: the shift has no opening float yet. `no-number`: the caller used the PIN of the machine. `unreachable`:
 * the hub did not reply, so no badge was issued.
 */
export type BadgeView =
  /** `code`: text of the QR code, which cannot be retrieved later. */
  { readonly state: 'issued'; readonly code: string } | { readonly state: 'no-shift' | 'no-number' | 'unreachable' }

/**
 * `unreachable`: there is no hub, or the hub did not reply. With `unreachable` and `failed`, no badge was issued.
 * `unknown`: the badge may have been printed, and is valid.
 */
export interface BadgePrintedView {
  readonly state: 'printed' | 'unknown' | 'failed' | 'unreachable'
}

export type BadgeReadView =
  /** `handle`: replaces the PIN once, for the cash payment of this sale. */
  | { readonly state: 'known'; readonly handle: string; readonly name: string }
  /** `refused`: the badge is unknown or revoked, its shift is closed, or its owner may not take cash at this kiosk. */
  | { readonly state: 'refused' | 'unreachable' }
  | { readonly state: 'locked'; readonly seconds: number }

/** `always`: headphones are permanently connected. `in` and `out`: headphones as detected at the jack. */
export type Headphones = 'always' | 'in' | 'out'

/** Properties of a tender, as defined by its driver. Durations are in milliseconds. */
export interface WayToPay extends Pick<TenderTraits, 'payer' | 'shows' | 'simulated' | 'decideMs'> {
  readonly kind: TenderKind
  /** Minimum remaining time of the seat holds when a payment starts. */
  readonly timeMs: number
  /** Format of the telephone numbers that customers enter; absent if not limited to one country. */
  readonly numbering?: Numbering
}

export interface DemoPerson extends Member {
  readonly pin: string
}

export interface PersonView {
  /** Staff number; null for a person who signed in with the shared PIN. */
  readonly number: string | null
  /** Empty for a person who signed in with the shared PIN. */
  readonly name: string
  readonly role: StaffRole
}

/** `handle`: replaces the staff number and PIN in requests, until the person signs out or another person signs in. */
export interface SignedInView extends PersonView {
  readonly handle: string
}

/** Result of printing an invoice or a credit note. */
export interface InvoicePaperView extends Pick<FiledInvoice, 'name' | 'kind'> {
  /** `saved`: a specimen was saved, because no printer prints invoices. `failed`: nothing was printed. */
  readonly paper: ReportPaper
  /** State of the fiscal signature when the document was printed; absent without a fiscal service. */
  readonly fiscal?: FiscalState['state']
}

export interface InvoicedView {
  readonly file: SaleFile
  readonly invoice: InvoicePaperView
}

export interface ReturnedView {
  readonly file: SaleFile
  readonly reference: string
  /** Credit note for the returned tickets; absent if they are not on an invoice. */
  readonly creditNote?: InvoicePaperView
  readonly paper: ReportPaper
  /** Reason of a failure; otherwise empty. */
  readonly reason: string
}

/** Result of a scan by the kiosk's scanner while tickets are being printed. */
export type ScannedAs = 'wanted' | 'another' | 'nothing-wanted'

export interface PartnerView {
  readonly state: 'up' | 'down'
}

export interface PrinterView {
  readonly state: 'ready' | 'not-ready' | 'unknown'
  /** `offline`, `paper-out`, `jammed`, `stopped` or `missing`; empty when ready. */
  readonly reason: string
  /** `fallbackPrinter`: a fallback printer prints the tickets. `awaited`: another till may be using the printer. */
  readonly fallbackPrinter?: true
  readonly awaited?: true
}

export type PrinterRole = 'tickets' | 'receipts' | 'reports'

export interface EventsView extends Pick<EventPage, 'events' | 'total'> {
  /** Whether the partner is unreachable and the events are the last known list. */
  readonly stale: boolean
}

export interface DisplayView extends Pick<
  KioskInfo,
  'mode' | 'numerals' | 'theme' | 'refundRule' | 'tenderNames' | 'speech'
> {
  readonly language: Language
  readonly sale: SaleView | null
  /** Number of times that the cashier has requested the sale to be read aloud; absent if never. */
  readonly aloud?: number
}

/** A customer's booking session for one event, which becomes a sale when seats are held. */
export interface VisitView {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  /** Plan of the venue; null if no plan file is installed. */
  readonly plan: VenuePlan | null
  /** Whether the wheelchair places are on sale to everyone; false when absent. */
  readonly released?: true
  /** Gate at which the machine is located, by its code in the plan; absent if unknown. */
  readonly here?: string
}

/** `visit`: booking session of the recalled sale; null after a restart of the program. */
export interface RecalledView {
  readonly sale: SaleView
  readonly visit: VisitView | null
}

/** `section`: null if the screen already has this `revision` of the section. */
export interface SectionReply {
  readonly section: SectionView | null
  readonly revision: string
}

/** Current shift; omits the drawer's expected content until the drawer has been counted. */
export interface ShiftView {
  readonly shiftNo: number
  /** Time of the shift's first ledger row, ISO 8601 UTC; null if the shift has no row yet. */
  readonly sinceUtc: string | null
  /** Time of the first activity that the shift's report would show, ISO 8601 UTC; null without activity. */
  readonly activeSinceUtc: string | null
  readonly drawers: readonly DrawerView[]
  /** Unfinished sales and refunds due, which would remain open after a Z report. */
  readonly openSales: number
  readonly owed: readonly { readonly currency: string; readonly amount: Minor }[]
  /**
   * Pending end-of-day procedures of card terminals. `endsTerminalDay`: a Z report also runs this procedure, which
   * takes up to a minute.
   */
  readonly terminalDays: readonly TerminalDay[]
  readonly endsTerminalDay?: true
  readonly opensDrawer: boolean
  /** Result of the request to open the drawer; null if no request was made. */
  readonly opened: 'opened' | 'failed' | null
  /** Local time at which the shift is closed automatically, `HH:MM`; null if staff close the shift. */
  readonly closeAt: string | null
}

export interface CashboxView extends CashboxState {
  readonly currency: string
  /** Denominations for the count, largest first. */
  readonly pieces: readonly CashPiece[]
  /**
   * Obstacle to opening the cashbox; null for none. `going-in`: a customer is paying in notes. `asked-about`: staff
   * must first answer a question about a note.
   */
  readonly waitsFor: 'going-in' | 'asked-about' | null
}

export interface DrawerView extends DrawerState {
  /** Denominations for the count, largest first. */
  readonly pieces: readonly CashPiece[]
}

/** `saved`: the report was saved, because no printer prints reports. `unknown`: the report may have been printed. */
export type ReportPaper = 'printed' | 'saved' | 'failed' | 'unknown'

export interface ShiftClosedView {
  readonly kind: 'X' | 'Z'
  readonly shiftNo: number
  /** Takings by currency, excluding currencies whose drawer the caller has not counted yet. */
  readonly takings: readonly { readonly currency: string; readonly tickets: number; readonly net: Minor }[]
  /**
   * Whether the caller has not yet counted the drawer of some currency. The report omits the cash of uncounted drawers.
   */
  readonly blind: boolean
  readonly paper: ReportPaper
  /** Reason for the failure, as in `PrinterView`, or `storage-full` or `refused`; otherwise empty. */
  readonly reason: string
  /** Path of the report; empty if not written. */
  readonly file: string
  /** Path of the report for a spreadsheet; empty if not written. */
  readonly csv: string
  /** Path of the ledger's signed archive; empty if none was created with the report. */
  readonly archive: string
  readonly terminalDays: readonly TerminalDay[]
}

export interface ReconcileView extends Reconciliation {
  /** Path of the table of differences; empty until the table is complete, or if it could not be written. */
  readonly csv: string
}

export interface SettlementView extends Settlement {
  /** Path of the table of differences; empty if not written. */
  readonly csv: string
}

export interface ArchiveView {
  readonly file: string
  readonly rows: number
  /** Hexadecimal hash of the last row in the archive. */
  readonly headHash: string
}

export interface SeatProposal {
  /** Seats of one or more sections. */
  readonly seats: readonly ChosenSeat[]
  readonly total: Minor
  /** Number of groups of adjacent seats; 1 if all seats are adjacent. A single seat counts as a group. */
  readonly groups: number
  readonly rows: number
  /** Reasons for the offer, most important first. */
  readonly reasons: readonly ProposalReason[]
}

export interface EventSeatsView {
  readonly eventId: string
  readonly remaining: number
}

/** A sale with the data that the customer may see. The event `sale-changed` sends the sale after every step. */
export interface SaleView {
  readonly saleId: string
  /** Language chosen by the customer, which is kept when the window is reloaded. */
  readonly language: Language
  readonly event: EventOffer
  readonly currency: string
  readonly seats: readonly ChosenSeat[]
  /** Total of the held seats; 0 without held seats. */
  readonly amount: Minor
  /** Milliseconds until the holds expire, measured when the view was created; null without holds. */
  readonly holdRemainingMs: number | null
  /** Milliseconds for which the service granted the holds; absent without holds. */
  readonly holdGrantedMs?: number
  /**
   * Parts of a split payment taken so far; in the stages `releasing` and `refund-due`, the parts to be refunded, in
   * order.
   */
  readonly taken?: readonly TakenView[]
  /** Set if the sale is fully paid and not refunded. `change`: cash due to the customer. */
  readonly paid?: { readonly change: Minor }
  /** Seats that the service finally refused after the payment, and the refund that is due for them. */
  readonly unsold?: { readonly seatCodes: readonly string[]; readonly amount: Minor }
  /** Set if the sale continued without a payment whose outcome is unknown. If the payment succeeded, it is refunded. */
  readonly abandonedPayment?: true
  /** Credit vouchers that the sale issued to the customer; absent for none. */
  readonly credits?: readonly OutstandingVoucherView[]
  /** Set if the sale has customer details, which only staff can view. */
  readonly customer?: true
  /**
   * Present if the hub can publish the tickets. `address`: address of their page; null before the customer's request.
   * `chosen`: set if the page will replace the paper. `original`: set if the page has the tickets that were not printed.
   */
  readonly telephone?: { readonly address: string | null; readonly chosen?: true; readonly original?: true }
  /** Banknotes that are accepted now, smallest first; none when absent. */
  readonly notesTaken?: readonly Minor[]
  readonly stage: SaleStage
}

/** A sale that was or may have been paid, while another sale is on the screen of the desk. */
export interface BackgroundSale {
  readonly sale: SaleView
  /** Time of the last approved payment, ISO 8601 UTC; without one, the time at which the payment or the sale began. */
  readonly sinceUtc: string
}

export interface OutstandingVoucherView {
  readonly slipId: string
  readonly amount: Minor
  readonly paper: CollectionSlipState
}

/** A payment, with the details by which staff find it at the terminal, with the operator, or in the drawer. */
export interface TakenView {
  readonly tender: TenderKind
  readonly reference: string
  /** Part of the order's amount that the payment covers. */
  readonly amount: Minor
  /** Amount actually collected. */
  readonly due: Minor
}

/** `taken`: value of the notes in the cashbox. `held`: value of the note that is still in the note acceptor. */
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
      /** Whether credit vouchers are accepted: this machine has issued vouchers, or the hub can check them. */
      readonly takesSlips?: true
    }
  | {
      readonly name: 'paying'
      readonly tender: TenderKind
      readonly phase: PaymentPhase
      readonly reference: string
      readonly due: Minor
      /** Set if the payment ends only when the cashier reports its result (`reportTenderResult`). */
      readonly attended?: true
      readonly shows?: string
      /** Current step of the device, if the device reports its steps. */
      readonly device?: DeviceProgress
      readonly notes?: NotesView
      /** Remaining time to pay when the view was created, in milliseconds; absent if unknown. */
      readonly payableMs?: number
    }
  | { readonly name: 'confirming'; readonly slow: boolean }
  | { readonly name: 'printing'; readonly tickets: readonly TicketPrintView[] }
  | {
      readonly name: 'print-problem'
      readonly tickets: readonly TicketPrintView[]
      readonly printer: PrinterView
      readonly reference: string
      /** Result of printing the slip with the reference; absent if no slip is printed. */
      readonly slip?: CollectionSlipState
      /** Set if the sale was paid after its customer had left, so that its tickets are printed only on request. */
      readonly waits?: true
    }
  | { readonly name: 'done'; readonly tickets: readonly TicketPrintView[] }
  /** `next`: reference of the payment in `taken` that is refunded next. */
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
      /** Payment for which staff must report whether it was charged or received. */
      readonly asked?: TakenView
      /** Set while the provider is still being queried, so that the customer has to come back with the reference. */
      readonly asking?: true
      readonly slip?: CollectionSlipState
    }
  | { readonly name: 'releasing' }
  | { readonly name: 'ended'; readonly reason: EndReason }

/** `none`: nothing was printed, or the outcome is unknown; the customer is asked to photograph the reference. */
export type CollectionSlipState = 'coming' | 'printed' | 'none'

export type CollectionView =
  /** The operator has not reported yet whether the money was taken. */
  | { readonly state: 'asking' }
  /** The money was taken, and the seats are being bought. */
  | { readonly state: 'buying' }
  | { readonly state: 'printing'; readonly sale: SaleView }
  | { readonly state: 'not-paid' }
  /** The money arrived after the seats were released. Staff refund the money. */
  | { readonly state: 'refund-due'; readonly reference: string; readonly amount: Minor; readonly currency: string }
  | { readonly state: 'given-back' }
  | { readonly state: 'printed' }
  | { readonly state: 'ask-staff'; readonly reference: string }

export type ReviewNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not release the seat to be removed, so that all seats are still held. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'too-little-time' }
  /** Too many payments that customers abandoned are still unresolved. */
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

/** `fault`: the program could not continue the sale, and nothing was paid. */
export type EndReason = 'cancelled' | 'idle' | 'hold-expired' | 'session-expired' | 'restart' | 'finished' | 'fault'

export interface TicketPrintView {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly seatCode: string
  readonly state: 'queued' | 'spooling' | 'printed' | 'unknown' | 'failed'
  readonly copyNumber: number
}

/** Renders the attract screen in the main process. Returns null if the kiosk would show another screen. */
export type RenderPoster = (info: KioskInfo, events: EventsView) => DrawnPoster | null

export interface DrawnPoster {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Value for `data-theme` of `<html>`. */
  readonly theme: string
  readonly html: string
  /** CSS rules that replace style attributes, which the page's content security policy forbids. */
  readonly rules: string
}

/**
 * Id of the element with the attract screen that the main process rendered. A button pressed before the page's code has
 * loaded opens a popover, by which the code later identifies the button.
 */
export const POSTER_ID = 'served-poster'

/** `paper`: whether the receipt was printed. */
export interface AccountPaidView {
  readonly paper: 'printed' | 'none'
}
