import type { Buyer, Customer } from '../../../shared/domain/customer.ts'
import type {
  CollectionSlipDocument,
  CreditSlipDocument,
  ReceiptDocument,
  SlipDocument,
  TicketDocument,
} from '../../../shared/domain/documents/documents.ts'
import type { LedgerCondition, LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { KnownSlip } from '../../../shared/domain/money/credit-slip.ts'
import type { DrawerAct, ShiftState } from '../../../shared/domain/money/drawer.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { NoteBoxAct, NoteBoxState } from '../../../shared/domain/money/notes.ts'
import type { ClosureKind, ClosureSummary, ShiftReport } from '../../../shared/domain/money/shift-report.ts'
import type { ReferenceForm, TenderKind } from '../../../shared/domain/money/tender.ts'
import type { TerminalDay } from '../../../shared/domain/money/terminal-day.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type {
  AfterSaleAct,
  CancellationAnswered,
  CopyFinished,
  TicketsReturned,
} from '../../../shared/domain/sale/after-sale.ts'
import type { OpenPayment, PaymentState, ProviderRefund, RefundTry } from '../../../shared/domain/sale/open-payment.ts'
import type { Reconciliation } from '../../../shared/domain/sale/reconcile.ts'
import type { MatchingSale, SaleFile, SaleQuery } from '../../../shared/domain/sale/sale-file.ts'
import type {
  Instant,
  PurchaseRefusal,
  PurchaseRequest,
  Sale,
  SaleEvent,
  UnclearReply,
} from '../../../shared/domain/sale/sale.ts'
import type {
  Booking,
  BookingSession,
  Checkout,
  EventOffer,
  EventPage,
  SectionView,
  Ticket,
  TicketReadBack,
} from '../../../shared/domain/seats/offer.ts'
import type { SectionCount } from '../../../shared/domain/seats/overview.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { StaffRole } from '../../../shared/kiosk-api/contract.ts'
import type { PinFailure } from '../../../shared/kiosk-api/failures.ts'
import type { LogDetails, LogEvent } from '../../../shared/log-line.ts'
import type { Introduction, KeepFailure, RecordingLine, RecordingView } from '../../../shared/speech/line.ts'
import type {
  DayEnd,
  DrawerOutcome,
  HeldNote,
  NoteValidator,
  PrinterReport,
  PrinterStatus,
  PrintOutcome,
  SlipHub,
  TenderDriver,
} from './devices.ts'

/**
 * What the core needs from the world. Adapters implement these; the composition root puts them together; a simulation
 * puts others in their place. The core itself touches no clock, file, socket or random source.
 */
export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly partner: PartnerService
  readonly ledger: SaleLedger
  readonly tenders: Readonly<Partial<Record<TenderKind, TenderDriver>>>
  /** Absent: the machine takes no notes by itself. */
  readonly notes?: NoteValidator | undefined
  /** Absent: the machine is no hub's, and its credit slips are spent here alone. */
  readonly slipHub?: SlipHub | undefined
  readonly tickets: TicketIssuer
  readonly printers: Printers
  readonly log: Log
  readonly inSale: InSale
}

export interface Clock {
  /** Monotonic milliseconds of this boot, its id, and wall time for people. */
  now(): Instant
  /** Resolves after `ms` of monotonic time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Ids {
  /** A fresh UUID, lower case. */
  uuid(): string
  /**
   * A reference in a provider's form, made from one of ours: always the same one for it, so that a payment whose rows are lost can
   * still be asked about, and no other's.
   */
  referenceFor(ours: string, form: ReferenceForm): string
}

export interface Log {
  info(event: LogEvent, details?: LogDetails): void
  warn(event: LogEvent, details?: LogDetails): void
  /** `error` is a bug: its stack is kept in the log, never shown. */
  error(event: LogEvent, error: unknown, details?: LogDetails): void
}

/** Does some work about a sale: what is logged within it carries the sale's id. Null: the work is about no one sale. */
export type InSale = <T>(saleId: string | null, work: () => T) => T

/** Why a call to the partner gave no usable answer. */
export type PartnerError =
  /** No reply at all, 5xx, or a reply that says so: try later. */
  | { readonly type: 'unreachable'; readonly detail: string }
  /** A clear refusal: 4xx, with the partner's code where the body carries one. */
  | {
      readonly type: 'refused'
      readonly status: number
      readonly code: string
      readonly details: Readonly<Record<string, unknown>>
    }
  /** A reply that cannot be read as what was asked for; `field`: of what it lacks, by its path on the wire. */
  | { readonly type: 'unclear'; readonly status: number; readonly detail: string; readonly field?: string }

export type PartnerReply<T> = Result<T, PartnerError>

/**
 * The Partner Ticket Booking Service in the program's own terms (specification, steps 1–8). A reply that names another
 * event, session, owner, order or currency than asked about is `unclear`.
 */
export interface PartnerService {
  listEvents(input: { readonly page: number; readonly limit: number }): Promise<PartnerReply<EventPage>>
  openSession(input: { readonly eventId: string; readonly accessCode: string }): Promise<PartnerReply<BookingSession>>
  /** `section` is null when the service says that `knownRevision` is still current. */
  viewSection(
    input: Booking & { readonly sectionId: string; readonly knownRevision?: string },
  ): Promise<PartnerReply<SectionDetail | null>>
  /** All or nothing, whatever the dialect: seats already held are given back when one is refused. */
  holdSeats(input: Booking & { readonly seatIds: readonly string[] }): Promise<Result<null, PartnerError | SeatsTaken>>
  releaseHold(input: { readonly sessionId: string; readonly holdId: string }): Promise<PartnerReply<null>>
  readCheckout(booking: Booking): Promise<PartnerReply<Checkout>>
  /** Builds the exact bytes of step 6 and their SHA-256. Pure. */
  composePurchase(purchase: Purchase): PurchaseRequest
  /** Sends those bytes. Only a schema-valid 2xx that matches the purchase is a confirmation; all else is unclear. */
  sendPurchase(
    request: PurchaseRequest,
    expected: Purchase,
  ): Promise<Result<readonly Ticket[], { readonly type: 'unclear'; readonly reply: UnclearReply }>>
  listTickets(input: { readonly ownerRef: string }): Promise<PartnerReply<readonly TicketReadBack[]>>
  /** Beyond the specification; safe to repeat under the same `requestId`. */
  cancelTickets(input: {
    readonly requestId: string
    readonly ownerRef: string
    readonly ticketIds: readonly string[]
    readonly reason: string
  }): Promise<CancellationReply>
}

/** `unanswered`: it may have been done or not; the same request again will tell. */
export interface CancellationReply {
  readonly outcome: CancellationAnswered['outcome'] | 'unanswered'
  /** Why not, in a word; empty where there is nothing to say. */
  readonly detail: string
}

/** Where everybody sits, where the booking service or a file of the program tells. */
export interface VenuePlans {
  /** Asks ahead for what visits to these events will need. */
  prepare(events: readonly EventOffer[]): void
  /** The newest that is known of the event's venue; a service that was not asked lately is waited for, not for long. Never rejects. */
  of(event: EventOffer): Promise<VenuePlan | null>
}

/** Full places stand beside the compact section so that a chosen seat can be held with all that its ticket says. */
export interface SectionDetail {
  readonly view: SectionView
  readonly places: ReadonlyMap<string, Place>
  /** Counts that came with it, of this section or of others too. */
  readonly counts: readonly SectionCount[]
}

export interface SeatsTaken {
  readonly type: 'seats-taken'
  /** Seat codes where the partner names them, else the ids asked for. */
  readonly seatCodes: readonly string[]
}

export interface Purchase extends Booking {
  readonly orderId: string
  readonly amount: Minor
  readonly paymentMethod: string
  readonly paymentReference: string
  readonly seats: readonly { readonly seatId: string; readonly holdId: string; readonly price: Minor }[]
  /** What is not known is empty here; what goes to the partner in its place is the partner's business. */
  readonly customer: Buyer
}

/** Journal rows of the register that move nothing. */
export type NoteCode =
  | 'START'
  | 'RECOVERED_START'
  | 'CLOCK_JUMP'
  | 'SCREEN_MEASURED'
  | 'SET_UP_AGAIN'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'PIN_LOCKED'
  | 'PERSON_ADDED'
  | 'PIN_RENEWED'
  | 'PERSON_REMOVED'
  | 'TRAINING_BEGAN'
  | 'TRAINING_ENDED'
  | 'RECONCILED'
  | 'CUSTOMER_DATA_SEARCHED'
  | 'CUSTOMER_DATA_EXPORTED'
  | 'SETTING_CHANGED'
  | 'SETTINGS_TAKEN_BACK'
  | 'PURCHASES_REFUSED'
  | 'PURCHASES_RESUMED'
  | 'ACCESS_CODE_SET'
  | 'KEY_VOUCHED'
  | 'SLIPS_TOLD'
  | 'SLIP_PAYOUT_ASKED'
  | 'SLIP_PAYOUT_ENDED'
  | 'CREDIT_SLIP_COPIED'
  | 'NOTE_FORGOTTEN'
  | 'STOP'

/** The register's own durable memory. Every method is synchronous and durable when it returns (`synchronous=FULL`). */
export interface SaleLedger {
  /**
   * One transaction: the journal row of the event, the sale's new state, and what the step adds (tickets, print jobs,
   * postings). `previous` is null for a sale's first record. Throws `StorageFull`, having written nothing: for
   * a first record below the reserve, for the others once that is used up.
   */
  record(previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): void
  /** A journal row without a sale. */
  note(code: NoteCode, payload: Readonly<Record<string, unknown>>, now: Instant, staffId?: string): void
  /** Sales that still have something to do or wait for staff, oldest first. */
  unfinished(): readonly Sale[]
  /** Those of them whose later rows may be gone: nothing but RESTORED follows their last one. */
  inDoubt(): ReadonlySet<string>
  /** Where rows are gone for good, or a key is new, and nobody has looked yet what happened there, oldest first. */
  gaps(): readonly LedgerGap[]
  /** Staff looked; `reference` is of their own books, empty where nothing was to be done. */
  settleGap(gap: Pick<LostRows | NewKey, 'seq'>, reference: string, staffId: string, now: Instant): void
  find(saleId: string): Sale | null
  /** Who the sale's customer said they are, as long as it is remembered. */
  customerOf(saleId: string): Customer | null
  /** Those of these holds that are already another sale's here; a partner that names them names somebody else's seats. */
  conflictingHolds(saleId: string, holdIds: readonly string[]): readonly string[]
  /**
   * Ids of those tickets that may not become this sale's, because the ticket, its QR code or its seat is another sale's
   * or stands twice in the list: such a reply is not believed. A seat whose ticket was given back is nobody's.
   */
  conflictingTickets(sale: Sale, tickets: readonly Ticket[]): readonly string[]
  /** Those of the seats of its event that another sale here has a ticket for which was not given back. */
  seatsSoldHere(sale: Sale, seatIds: readonly string[]): readonly string[]
  /**
   * Some partners give several sessions one `ownerRef`. Null: no other sale here has this one's. Else the ids of those listed
   * tickets that such a sale has, with the same code and seat.
   */
  othersOfOwner(sale: Sale, listed: readonly TicketReadBack[]): ReadonlySet<string> | null
  /** Journals that a note lies in the box which no sale took; null: nobody knows which. */
  recordStrayNote(note: HeldNote | null, now: Instant): void
  /** Those that staff have not said whose they are, oldest first. */
  strayNotes(): readonly StrayNote[]
  /** Staff did. `paidOut`: its customer has had the same from the drawer. */
  settleStrayNote(stray: StrayNote, paidOut: boolean, staffId: string, now: Instant): void
  /**
   * The last note that the ledger has the end of, `note` null where nobody knows which it was; null: there was none, or NOTE_FORGOTTEN
   * was written since.
   */
  lastNote(): { readonly note: HeldNote | null } | null
  /** The box that the device for notes puts them into. */
  noteBox(): NoteBoxState
  /** Journals what two people did with it. Throws, and nothing is written, where it was not so that they could. */
  recordNoteBox(act: NoteBoxAct, staffId: string, now: Instant): void
  /** Order whose payment of this kind was approved in the running shift under this number; null: none. */
  approvedAs(kind: TenderKind, approval: string): string | null
  /** Payments that sales went on without, and that are neither closed nor paid back, oldest first. */
  openPayments(): readonly OpenPayment[]
  /** How each payment stands that this sale ever went on without, by our reference. */
  leftOpen(saleId: string): ReadonlyMap<string, PaymentState>
  /** Refunds that providers were asked for, and nobody knows the end of, oldest first. */
  openRefunds(): readonly ProviderRefund[]
  /** Every try to have that payment of ours given back by its provider, oldest first. */
  refundTries(payment: string): readonly RefundTry[]
  readonly slips: CreditSlips
  /** Journals what was done with a sale after its end, or about one of its payments. */
  recordAfterSale(act: AfterSaleAct, staffId: string | null, now: Instant): void
  /** Sales whose purchase the service refused for good, in the order in which that was first found. */
  refusedPurchases(): readonly RefusedPurchase[]
  condition(): LedgerCondition
  /** False when the disk's reserve is touched: no new sale may start. */
  canStartSale(): boolean
  close(): void
}

/** A note in the box that no sale took. */
export interface StrayNote {
  /** Of the row that tells of it. */
  readonly seq: number
  /** Null: nobody knows which. */
  readonly note: HeldNote | null
  /** Wall time, ISO 8601 UTC. */
  readonly foundUtc: string
}

/** Money that the register owes to those who hold a slip of it. Steps of sales and of the drawer move it. */
export interface CreditSlips {
  /** Null: this ledger did not write it, or no longer knows. */
  find(slipId: string): KnownSlip | null
  /** Oldest first. */
  ofSale(saleId: string): readonly KnownSlip[]
  /** Neither spent nor paid out; oldest first. */
  open(): readonly KnownSlip[]
  /** Pay-outs that a hub was asked for, and nobody knows the end of: nobody has had money for them. */
  askedPayouts(): readonly string[]
  /** The name in this ledger's rows. */
  register(): string
  /** The text of the code on its paper, signed now. */
  codeOf(slip: KnownSlip): string
  /** A code whose signature is of this register: what it says is what was signed. */
  isOurs(code: string): boolean
}

/** `resumed`: a purchase was confirmed since, or staff let it go on. */
export interface RefusedPurchase extends PurchaseRefusal {
  readonly saleId: string
  readonly resumed: boolean
}

/** Lists the cases in which staff have to examine the ledger itself. */
export type LedgerGap = LostRows | NewKey | HubDoubt

/** The hub remembers another ledger; it says so itself until its administrator has settled it. */
export interface HubDoubt {
  readonly kind: 'hub'
  readonly doubt: LedgerDoubt
  /** The last row that the hub remembers. */
  readonly seq: number
}

/** The ledger goes on under a key that neither the key before nor a hub has vouched for. */
export interface NewKey {
  readonly kind: 'key'
  /** The row that names it. */
  readonly seq: number
  readonly keyId: string
  /** Wall times, ISO 8601 UTC, of the last row under the key before and of the first under this one. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** Rows that were written and are gone: sales may have been made that this register knows nothing of. */
export interface LostRows {
  readonly kind: 'rows'
  /** The row that says so. */
  readonly seq: number
  /** Minimum number of missing rows; null if it is unknown. */
  readonly rows: number | null
  /** Places that remember more rows than there are, or different ones. */
  readonly remembered: readonly LedgerMemory[]
  /** Wall times, ISO 8601 UTC, of the row before the gap and of the one that found it. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The disk is full; nothing was written, and the same may be tried again. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** A ticket to be printed; whether it is a specimen is the machine's mode, not the sale's. */
export type SaleTicket = Omit<TicketDocument, 'specimen'>

export type SaleReceipt = Omit<ReceiptDocument, 'specimen'>

/** Documents and printer together: the paper that tickets become. */
/** Draws the tickets of an order for a screen. */
export interface TicketDrawing {
  /** One ticket as a PNG. */
  picture(ticket: SaleTicket, language: string): Promise<Uint8Array>
  /** The tickets as one PDF, a page each. */
  document(tickets: readonly SaleTicket[], language: string): Promise<Uint8Array>
}

export interface TicketIssuer {
  status(): Promise<PrinterStatus>
  /**
   * Saves the order's tickets as one document, a page each, before any is printed; saving again changes nothing. The
   * receipt goes out after the last ticket where the machine prints receipts, and holds up nothing.
   */
  save(tickets: readonly SaleTicket[], language: string, receipt: SaleReceipt): Promise<PrintOutcome>
  print(ticket: SaleTicket, language: string): Promise<PrintOutcome>
}

/** The devices behind the paper, for those who look after them. */
export interface Printers {
  /** Every printer of the settings, asked now. */
  report(): Promise<readonly PrinterReport[]>
  /** The printer that put out the last ticket in place of the first one; null while that does its work itself. */
  standsIn(): string | null
  /** Calls back, until the signal aborts, when a ticket printer has to be waited for, as another till may hold it, and when that ends. */
  onAwaited(listener: (awaited: boolean) => void, signal: AbortSignal): void
  /** Null where no cash drawer is set up. */
  openDrawer(): Promise<DrawerOutcome | null>
}

/** Sales that came to a payment, found again by what people know of them. */
export interface SaleFiles {
  /** The latest first, `limit` at most. */
  find(query: SaleQuery, limit: number): readonly MatchingSale[]
  open(saleId: string): SaleFile | null
  /** Id of the sale that this collection code belongs to: of the one that is not over, else the latest; null: there is none. */
  ofCode(code: string): string | null
  /** Whether no sale that is not over, and none of the latest thousands, has this collection code. */
  isCodeFree(code: string): boolean
}

/** The ledger as what comes after a sale needs it. */
export interface AfterSaleBook {
  readonly files: SaleFiles
  find(saleId: string): Sale | null
  /** Journals, durably, what was done with a sale after its end. */
  record(act: AfterSaleAct, staffId: string | null): void
  /** Copies that were on their way to the printer when the program ended. */
  openCopies(): readonly Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[]
  /** Returns whose tickets the service was, or was to be, asked to cancel, and has not answered. */
  openCancellations(): readonly OpenCancellation[]
}

/** `requestId`: under which it is asked, each time. */
export interface OpenCancellation extends Pick<TicketsReturned, 'saleId' | 'reference' | 'ticketIds' | 'reason'> {
  readonly requestId: string
}

/** What becomes of the slip of a return: always a file, and paper where a printer prints receipts. */
export interface SlipIssuer {
  issue(
    slip: SaleSlip,
    language: string,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }>
}

/** What becomes of the paper by which a customer comes back for their tickets; null where no printer is for customers' papers. */
export interface CollectionSlipIssuer {
  issue(slip: CollectionSlip, language: string, ticketsMissing: boolean): Promise<PrintOutcome | null>
}

/** What becomes of the paper of a credit slip; null where no printer is for customers' papers. */
export interface CreditSlipIssuer {
  issue(slip: Omit<CreditSlipDocument, 'specimen'>, language: string): Promise<PrintOutcome | null>
}

export type CollectionSlip = Omit<CollectionSlipDocument, 'specimen'>

export type SaleSlip = Omit<SlipDocument, 'specimen'>

/** The ledger as closing a shift needs it. */
export interface ShiftBook {
  /** Journals the closure, durably, and says what it sums up; a Z ends the shift and begins the next. */
  close(kind: ClosureKind, staffId: string | null): ShiftReport
  /** Journals, durably, what was done with the drawer. */
  record(act: DrawerAct, staffId: string | null): void
  state(): ShiftState
  readonly terminalDays: TerminalDayBook
  /** The latest closures, newest first. */
  closures(limit: number): readonly ClosureSummary[]
  /** What the closure in that row says; null when there is none. */
  report(closureSeq: number): ShiftReport | null
  /** Writes the whole ledger as a signed archive; rejects where it cannot be written. */
  archive(): Promise<LedgerArchive>
  /** A verified copy of the ledger; rejects where the disk has no room for it. */
  backup(): Promise<unknown>
}

/** A card terminal, as payments over it name it. */
export interface TerminalPlace {
  readonly kind: TenderKind
  readonly driver: string
  readonly host: string
}

export interface TerminalDayBook {
  /** The end of its day that is still to be made; null: none is. */
  due(terminal: TerminalPlace): TerminalDay | null
  /** Journals, durably, that the terminal is about to be told. */
  ask(day: string, terminal: TerminalPlace, staffId: string | null): void
  /** Journals, durably, what it said. */
  note(day: string, end: DayEnd): void
}

/** `path` is where it lies; `headHash` is of its last row, hexadecimal. */
export interface LedgerArchive {
  readonly path: string
  readonly rows: number
  readonly headHash: string
}

/** What becomes of a report: always a file, and paper where a printer prints reports. */
export interface ReportIssuer {
  /** `printed` is null where nobody prints reports. */
  issue(report: ShiftReport): Promise<{
    readonly saved: PrintOutcome
    /** The figures as a table for other programs. */
    readonly table: PrintOutcome
    readonly printed: PrintOutcome | null
  }>
  /** Saves a comparison's differences as a table. */
  table(compared: Reconciliation): Promise<PrintOutcome>
}

/** The `staffId` that stands for the machine's own PIN. */
export const COUNTER_ID = 'counter'

/** Somebody who works with this machine; `staffId` stands in the journal beside what they do. */
export interface Person {
  readonly staffId: string
  /** As the list of people has it; empty for the machine's own PIN. */
  readonly name: string
  readonly role: StaffRole
}

export interface Credentials {
  /** Their number; absent: the machine's own PIN. */
  readonly staff?: string | undefined
  readonly pin: string
}

/** Identifies a staff member of the machine by number and PIN. */
export type Identify = (credentials: Credentials) => Promise<Result<Person, PinRefusal>>

export type PinRefusal = Exclude<PinFailure, { readonly type: 'not-allowed' }>

/** A picture of the venue's own for the screens: the file `name` in the folder `brand` of its data. */
export interface BrandPicture {
  readonly name: string
  readonly path: string
}

/** Events per page, and the maximum number of pages read. */
const PAGE_LIMIT = 100
const MAX_PAGES = 50

/** All events on sale. `total` exceeds the number listed if the service has more pages than the limit. */
export type EventList = Pick<EventPage, 'events' | 'total'>

/**
 * Reads the list of events page by page to its end, which is a page that brings nothing new or the last one that the
 * service counts. An event that moves to the next page meanwhile is listed once. Fails as the first page that fails.
 */
export async function listAllEvents(partner: Pick<PartnerService, 'listEvents'>): Promise<PartnerReply<EventList>> {
  const events = new Map<string, EventOffer>()
  for (let page = 1; ; page += 1) {
    const reply = await partner.listEvents({ page, limit: PAGE_LIMIT })
    if (!reply.ok) return reply
    const before = events.size
    for (const event of reply.value.events) events.set(event.eventId, event)
    const isEnd = page >= reply.value.totalPages || events.size === before
    if (isEnd || page === MAX_PAGES)
      return ok({ events: [...events.values()], total: isEnd ? events.size : reply.value.total })
  }
}

/** Where headphones are plugged in at the machine. */
export interface HeadphoneJack {
  /** Tells of each plug that goes in or comes out, until the signal aborts. What is in at the start may be a loudspeaker: it is not told. */
  watch(onChange: (plugged: boolean) => void, stopping: AbortSignal): void
}

/** Where somebody records a speech pack. */
export interface RecordingDesk {
  view(): RecordingView
  introduce(introduction: Introduction): void
  /** `text`: a key of what is asked for, or a name of the venue's own. */
  keep(text: string, wav: Uint8Array): Result<RecordingLine, KeepFailure>
  /** What the page may hear. */
  files(): readonly SpeechFile[]
}

/** A file of a speech pack for the screens: `fr/manifest.json`, `fr/names/badia.opus`. */
export interface SpeechFile {
  readonly name: string
  readonly path: string
}
