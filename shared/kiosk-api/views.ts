import type { Shortcuts } from '../domain/desk/shortcuts.ts'
import type { Keypad } from '../domain/keypad.ts'
import type { Language } from '../domain/language.ts'
import type { Mode } from '../domain/mode.ts'
import type { CashPiece } from '../domain/money/cash.ts'
import type { DrawerState } from '../domain/money/drawer.ts'
import type { Minor, Seller } from '../domain/money/money.ts'
import type { NoteBoxState } from '../domain/money/notes.ts'
import type { Settlement } from '../domain/money/settlement.ts'
import type { DeviceProgress, Numbering, OwnTenderNames, TenderKind, TenderTraits } from '../domain/money/tender.ts'
import type { TerminalDay } from '../domain/money/terminal-day.ts'
import type { Reconciliation } from '../domain/sale/reconcile.ts'
import type { SaleFile } from '../domain/sale/sale-file.ts'
import type { HoldNotice, PurchaseRefusal } from '../domain/sale/sale.ts'
import type { ProposalReason } from '../domain/seats/arrangement.ts'
import type {
  BookingSession,
  ChosenSeat,
  EventOffer,
  EventPage,
  SectionView,
  VenueClock,
} from '../domain/seats/offer.ts'
import type { StaffRole } from '../domain/staff.ts'
import type { Surroundings } from '../domain/surroundings.ts'
import type { TermsDocument, TermsText } from '../domain/terms.ts'
import type { VenuePlan } from '../domain/venue/venue-plan.ts'

export type { ProposalReason, TenderKind }

/** Plain data for screens: ids, ISO text, integers. A screen that is reloaded asks for it again with `getKiosk`. */

/** The venue's own words in each language it has them in. */
type RefundRule = Readonly<Partial<Record<Language, string>>>

/** How much of the tickets a demo's screen may show; the window of a locked kiosk opens no document. */
export type DemoTickets = 'pictures' | 'document'

/** How the kiosk's screen was measured. */
export interface ScreenMeasure {
  /** CSS pixels in one millimetre of this screen. */
  readonly pixelsPerMillimetre: number
  /** Height of the lower edge of the glass above the floor. */
  readonly screenFootMillimetres: number
}

/** What a customer may read before they pay. */
export interface TermsView extends Readonly<Record<TermsDocument, TermsText | null>> {
  /** Empty texts: not said. */
  readonly seller: Pick<Seller, 'name' | 'address' | 'contact' | 'taxNumber'>
  /** Title, version or date of the texts; empty: not said. */
  readonly version: string
}

export interface KioskInfo extends VenueClock {
  /** Who stands at the machine: a supporter (also when absent), or a cashier at their desk. */
  readonly role?: 'kiosk' | 'cashier'
  readonly deviceId: string
  readonly version: string
  /** Where it is not `live`, every screen and paper says so. */
  readonly mode: Mode
  /** A supervisor can put this desk into training; never when absent. */
  readonly mayTrain?: true
  readonly languages: readonly Language[]
  readonly defaultLanguage: Language
  /** Digits of Arabic screens; `western` when absent. Doors, rows and seats keep the digits written on them. */
  readonly numerals?: 'western' | 'arabic'
  /** Demo kiosk only: the last screen shows the tickets of a sale; `document`: and opens their PDF. */
  readonly demoTickets?: DemoTickets
  /** A scanner stands here, and printed tickets are to be read on it; false when absent. */
  readonly readBack?: boolean
  /** Most seats a supporter may buy at once. */
  readonly maxSeats: number
  /** Calibration: CSS pixels in one millimetre of this screen. */
  readonly pixelsPerMillimetre: number
  /** Height of the lower edge of the glass above the floor, in millimetres; 800 when absent. */
  readonly screenFootMillimetres?: number
  /** Ink on paper, paper on ink, or black and white; `system` (also when absent) follows the machine's own setting. */
  readonly theme?: 'system' | 'day' | 'night' | 'contrast'
  /** Staff have numbers of their own here, beside the machine's PIN. */
  readonly hasStaff?: true
  /** The cashier's desk locks itself after so long without a key or a touch; never when absent. */
  readonly lockAfterMs?: number
  /** Keys of the cashier's desk, where the settings have others than the usual ones. */
  readonly shortcuts?: Partial<Shortcuts>
  /** Demo only: the PIN of its counter, which its screens may show. */
  readonly demoPin?: string
  /** Demo only, and only at a desk without people of its own: who may be played, which its sign-in screen shows. */
  readonly demoStaff?: readonly DemoPerson[]
  /** Tenders that may be offered here; `cash` only where staff stand by. A kiosk has those alone that customers can pay with by themselves. */
  readonly tenders: readonly TenderKind[]
  /** When the venue takes tickets back, where it says so: read before anybody pays. */
  readonly refundRule?: RefundRule
  /** Whose conditions of sale `readTerms` answers, empty if nobody is named; absent: there are none. */
  readonly terms?: { readonly seller: string }
  /** Tax contained in every price, in percent; absent: the seller is not liable. */
  readonly taxRate?: number
  /** What they are called here, where that is not their usual name. */
  readonly tenderNames?: OwnTenderNames
  /** Where the screen points to; nowhere when absent. */
  readonly surroundings?: Surroundings
  /** Of its sounds, 0 to 100; 50 when absent. */
  readonly soundVolume?: number
  /** What customers have beside the screen who buy by hand alone; the arrow keys when absent. */
  readonly keypad?: Keypad
  /** None that anybody knows of when absent. */
  readonly headphones?: Headphones
  /** Files of the venue's own pictures, which the screens have below `/brand/`; none when absent. */
  readonly pictures?: readonly string[]
  /** Speech packs, as folders below `/speech/`: `fr`, and `fr/names` for what the venue adds to it; none when absent. */
  readonly speech?: readonly string[]
  /** How those of them are taken that something outside the program decides about. */
  readonly ways: readonly WayToPay[]
  /** Those of them that the cashier takes on a device of its own, and says here what it did; none when absent. */
  readonly attended?: readonly TenderKind[]
  readonly partner: PartnerView
  readonly printer: PrinterView
  /** The disk has no room for another sale. */
  readonly storageFull?: boolean
  /** The service refused a purchase for good, and no payment begins. */
  readonly purchasesRefused?: PurchaseRefusal | null
  /** The sale this screen was showing, so that a reloaded window goes on where it was. */
  readonly sale: SaleView | null
  /** Sales put aside here, the oldest first: at `review` while their seats are held, at `choosing` once they ran out. */
  readonly parked?: readonly SaleView[]
  /** Sales that go on while this desk serves somebody else, the oldest first, and the last one that ended so. */
  readonly behind?: readonly SaleBehind[]
}

/** Of the customer, for what is said to them alone: `always` where they hang at the machine, else as its jack tells. */
export type Headphones = 'always' | 'in' | 'out'

/** How a tender is taken here, by what its driver is like. Durations in milliseconds. */
export interface WayToPay extends Pick<TenderTraits, 'payer' | 'shows' | 'simulated' | 'decideMs'> {
  readonly kind: TenderKind
  /** The seats must be held so long still for a payment to begin. */
  readonly timeMs: number
  /** How the telephone numbers are written that it asks for, where that is one country's way. */
  readonly numbering?: Numbering
}

/** Somebody of the demo, whose PIN is no secret. */
export interface DemoPerson {
  readonly number: string
  readonly name: string
  readonly role: StaffRole
  readonly pin: string
}

/** Somebody at the cashier's desk. */
export interface PersonView {
  /** Null for the machine's own PIN. */
  readonly number: string | null
  /** Empty for them. */
  readonly name: string
  readonly role: StaffRole
}

/** `handle`: in place of number and PIN, until they leave the desk or somebody else takes it. */
export interface SignedInView extends PersonView {
  readonly handle: string
}

/** Tickets that were given back, and what became of the slip. */
export interface ReturnedView {
  readonly file: SaleFile
  readonly reference: string
  readonly paper: ReportPaper
  /** Why it failed; else empty. */
  readonly reason: string
}

/** What became of a code that the kiosk's scanner read while tickets print. */
export type ScannedAs = 'wanted' | 'another' | 'nothing-wanted'

export interface PartnerView {
  readonly state: 'up' | 'down'
}

export interface PrinterView {
  readonly state: 'ready' | 'not-ready' | 'unknown'
  /** `offline`, `paper-out`, `jammed`, `stopped`, `missing`; empty when ready. */
  readonly reason: string
  /** Tickets come out of a printer that stands in for the first; `awaited`: another till may hold it, `state` is older. */
  readonly standsIn?: true
  readonly awaited?: true
}

export type PrinterRole = 'tickets' | 'receipts' | 'reports'

export interface EventsView extends Pick<EventPage, 'events' | 'total'> {
  /** True when the partner could not be reached and this is the last list it gave. */
  readonly stale: boolean
}

/** The customer's side of a desk. */
export interface DisplayView extends Pick<
  KioskInfo,
  'mode' | 'numerals' | 'theme' | 'refundRule' | 'tenderNames' | 'speech'
> {
  /** While there is no sale. */
  readonly language: Language
  readonly sale: SaleView | null
  /** How often the cashier has asked for this sale to be read aloud; absent: never. */
  readonly aloud?: number
}

/** A visit: one customer looking at one event, in one booking session. It becomes a sale when seats are held. */
export interface VisitView {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  /** Shapes of the venue where a plan file is installed; the map is clear without one. */
  readonly plan: VenuePlan | null
  /** Places for wheelchairs are open to everybody by now. */
  readonly released?: true
}

/** A sale that was parked; its visit is not known any more after a restart of the program. */
export interface RecalledView {
  readonly sale: SaleView
  readonly visit: VisitView | null
}

/** `section` is null when `revision` equals the one the screen already has: nothing changed. */
export interface SectionReply {
  readonly section: SectionView | null
  readonly revision: string
}

/** The running shift as those who keep it see it: never what should be in the drawer before it was counted. */
export interface ShiftView {
  readonly shiftNo: number
  /** ISO 8601 UTC; null where nothing has happened in it. */
  readonly sinceUtc: string | null
  /** Time of the first activity in its report, ISO 8601 UTC; null if there is none. */
  readonly activeSinceUtc: string | null
  readonly drawers: readonly DrawerView[]
  /** What a Z would leave open: sales that are not over, and what customers are owed. */
  readonly openSales: number
  readonly owed: readonly { readonly currency: string; readonly amount: Minor }[]
  /** Ends of day of card terminals that are still to be made; `endsTerminalDay`: a Z makes one, in up to a minute. */
  readonly terminalDays: readonly TerminalDay[]
  readonly endsTerminalDay?: true
  /** Whether the machine opens the drawer by itself. */
  readonly opensDrawer: boolean
  /** What became of the drawer that was to be opened just now; null where none was. */
  readonly opened: 'opened' | 'failed' | null
  /** When the shift is closed by itself, `HH:MM` by the machine's clock; null where people do it. */
  readonly closeAt: string | null
}

/** The note box, without what should be in it. */
export interface NoteBoxView extends NoteBoxState {
  readonly currency: string
  /** By what it is counted, largest first. */
  readonly pieces: readonly CashPiece[]
  /** Notes that keep it shut: of a customer who pays, or one that staff are to look for first. */
  readonly waitsFor: 'going-in' | 'asked-about' | null
}

export interface DrawerView extends DrawerState {
  /** By what it is counted, largest first. */
  readonly pieces: readonly CashPiece[]
}

/** `saved`: no printer prints reports here. `unknown`: something may have come out. */
export type ReportPaper = 'printed' | 'saved' | 'failed' | 'unknown'

/** A shift that was summed up, and what became of its report. */
export interface ShiftClosedView {
  readonly kind: 'X' | 'Z'
  readonly shiftNo: number
  /** None of currencies whose drawer the person asking has yet to count. */
  readonly takings: readonly { readonly currency: string; readonly tickets: number; readonly net: Minor }[]
  /** Whether there is such a currency: its cash is on no paper yet. */
  readonly blind: boolean
  readonly paper: ReportPaper
  /** Why it failed, in a printer's words of `PrinterView`, or `storage-full`, `refused`; else empty. */
  readonly reason: string
  /** Where the report lies; empty where it could not be written. */
  readonly file: string
  /** The same for a spreadsheet. */
  readonly csv: string
  /** Where the ledger's signed archive lies; empty where none was made with it. */
  readonly archive: string
  /** What became of the terminals' ends of day that belong to it. */
  readonly terminalDays: readonly TerminalDay[]
}

/** The ledger held against the service's tickets, as far as it is. */
export interface ReconcileView extends Reconciliation {
  /** Where the table of the differences lies; empty while it is under way, or where it could not be written. */
  readonly csv: string
}

/** A provider's report held against the ledger. */
export interface SettlementView extends Settlement {
  /** Where the table of the differences lies; empty where it could not be written. */
  readonly csv: string
}

/** The whole ledger in a file of its own, signed. */
export interface ArchiveView {
  readonly file: string
  readonly rows: number
  /** Hash of its last row, hexadecimal. */
  readonly headHash: string
}

/** Seats offered at once, with the facts that explain the offer; the screen words them. */
export interface SeatProposal {
  readonly sectionId: string
  readonly zoneId: string
  readonly seats: readonly ChosenSeat[]
  readonly total: Minor
  /** Groups of joined seats that the party sits in: 1 is all together, and a seat alone is one. */
  readonly groups: number
  readonly rows: number
  /** Why this one: literal facts, most telling first. */
  readonly reasons: readonly ProposalReason[]
}

/** Seats that an event has left, as far as they were seen within the last minutes. */
export interface EventSeatsView {
  readonly eventId: string
  readonly remaining: number
}

/** One sale as the customer sees it; `sale-changed` carries it after every step. */
export interface SaleView {
  readonly saleId: string
  /** What the customer chose: a reloaded window speaks it again. */
  readonly language: Language
  readonly event: EventOffer
  readonly currency: string
  readonly seats: readonly ChosenSeat[]
  /** Total of the held seats; 0 while nothing is held. */
  readonly amount: Minor
  /** Time left on the holds when this view was made, in milliseconds of the main process's monotonic clock; null without holds. */
  readonly holdRemainingMs: number | null
  /** Of a payment that is split: what was taken so far; at `releasing` and `refund-due` what goes back, in that order. */
  readonly taken?: readonly TakenView[]
  /** All of it was taken, and nothing of that goes back; `change` is what the customer gets of the cash. */
  readonly paid?: { readonly change: Minor }
  /** It went on without a payment whose outcome is not known: if the money was taken, it is given back. */
  readonly leftOpen?: true
  /** Credit slips that the customer has of it; left out: none. */
  readonly credits?: readonly OwedSlipView[]
  /** The customer said who they are; only staff are told who that is. */
  readonly customer?: true
  /** Notes that the machine takes by itself now, smallest first; none when absent. */
  readonly notesTaken?: readonly Minor[]
  readonly stage: SaleStage
}

/** A sale that was paid, or may have been, and goes on behind the one on the screen of a desk. */
export interface SaleBehind {
  readonly sale: SaleView
  /** When money was last taken for it, or seats were, ISO 8601 UTC. */
  readonly sinceUtc: string
}

/** A credit slip with its paper. */
export interface OwedSlipView {
  readonly slipId: string
  readonly amount: Minor
  readonly paper: CollectionSlipState
}

/** A tender as people look for it: at the terminal, with the operator, in the drawer. */
export interface TakenView {
  readonly tender: TenderKind
  readonly reference: string
  /** The share of the order that it pays. */
  readonly amount: Minor
  /** What changes hands for it. */
  readonly due: Minor
}

/** What has come of a payment in notes: `taken` is in the box, `held` in the device's hand. */
export interface NotesView {
  readonly taken: Minor
  readonly missing: Minor
  readonly held?: Minor
}

/** `reference`: the six letters and figures by which customer and staff find the sale again. */
export type SaleStage =
  | { readonly name: 'choosing'; readonly notice: HoldNotice | null }
  | { readonly name: 'holding' }
  | {
      readonly name: 'review'
      readonly notice: ReviewNotice | null
      readonly tendersOffered: readonly TenderKind[]
      /** The machine owes credit slips, and takes them. */
      readonly takesSlips?: true
    }
  | {
      readonly name: 'paying'
      readonly tender: TenderKind
      readonly phase: PaymentPhase
      readonly reference: string
      readonly due: Minor
      /** Nothing but the cashier's word ends it: see `answerTender`. */
      readonly attended?: true
      /** The text of the QR code that the customer scans. */
      readonly shows?: string
      /** What the device wants now, where it says so. */
      readonly device?: DeviceProgress
      /** Of a payment in notes. */
      readonly notes?: NotesView
      /** So long they can still pay, where that is known: milliseconds when this view was made. */
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
      /** Present if the sale was paid after its customer had left it, and waits for them; nothing is wrong. */
      readonly waits?: true
    }
  | { readonly name: 'done'; readonly tickets: readonly TicketPrintView[] }
  /** `next`: the reference of the tender that goes back next, one of `taken`. */
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
      /** Whether this was charged or received is the question. */
      readonly asked?: TakenView
      /** The provider goes on being asked: by the reference the customer comes back for the tickets. */
      readonly asking?: true
      readonly slip?: CollectionSlipState
    }
  | { readonly name: 'releasing' }
  | { readonly name: 'ended'; readonly reason: EndReason }

/** `none`: nothing came out, or nobody knows; the customer photographs the reference. */
export type CollectionSlipState = 'coming' | 'printed' | 'none'

/** What became of a sale whose customer left its payment open, told to who has its collection code. */
export type CollectionView =
  /** The operator has not said yet whether the money was taken. */
  | { readonly state: 'asking' }
  /** It was, and the seats are being bought. */
  | { readonly state: 'buying' }
  /** The tickets come out now. */
  | { readonly state: 'printing'; readonly sale: SaleView }
  | { readonly state: 'not-paid' }
  /** The money came when the seats were gone: it is given back by people. */
  | { readonly state: 'refund-due'; readonly reference: string; readonly amount: Minor; readonly currency: string }
  | { readonly state: 'given-back' }
  | { readonly state: 'printed' }
  /** People have to look. */
  | { readonly state: 'ask-staff'; readonly reference: string }

export type ReviewNotice =
  | { readonly type: 'payment-refused'; readonly reason: string; readonly tender: TenderKind }
  | { readonly type: 'payment-cancelled' }
  /** The service did not let go of the seat that was to be taken out: all of them are still held. */
  | { readonly type: 'seat-kept' }
  | { readonly type: 'too-little-time' }
  /** So many payments that customers left are still asked about here. */
  | { readonly type: 'too-many-open' }
  | { readonly type: 'printer-not-ready'; readonly reason: string }
  | { readonly type: 'payment-unavailable'; readonly tender: TenderKind }

type PaymentPhase = 'starting' | 'waiting' | 'asking-again'

export type StaffReason =
  | 'payment-unknown'
  | 'cash-unknown'
  | 'service-unreachable'
  | 'tickets-differ'
  | 'program-fault'
  | 'storage-full'
  | 'purchase-refused'

/** `fault`: the program could not go on, before anything was paid. */
export type EndReason = 'cancelled' | 'idle' | 'hold-expired' | 'session-expired' | 'restart' | 'finished' | 'fault'

export interface TicketPrintView {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly seatCode: string
  readonly state: 'queued' | 'spooling' | 'printed' | 'unknown' | 'failed'
  readonly copyNumber: number
}
