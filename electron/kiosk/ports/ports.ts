import type { rowCodes } from '../../../shared/ledger-format/rows.ts'
import type { Buyer, Customer } from '../../../shared/domain/customer.ts'
import type {
  CollectionSlipDocument,
  CreditSlipDocument,
  ReceiptDocument,
  SlipDocument,
  TicketDocument,
} from '../../../shared/domain/documents/documents.ts'
import type { LedgerCondition, LedgerMismatch, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { KnownSlip } from '../../../shared/domain/money/credit-voucher.ts'
import type { DrawerAct, ShiftState } from '../../../shared/domain/money/drawer.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { CashboxAct, CashboxState } from '../../../shared/domain/money/notes.ts'
import type { ClosureKind, ClosureSummary, ShiftReport } from '../../../shared/domain/money/shift-report.ts'
import type { ReferenceForm, TenderKind } from '../../../shared/domain/money/tender.ts'
import type { TerminalDay } from '../../../shared/domain/money/terminal-day.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type {
  PostSaleAction,
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
import type { StaffRole } from '../../../shared/api/kiosk/contract.ts'
import type { PinFailure } from '../../../shared/api/kiosk/failures.ts'
import type { LogDetails, LogEvent } from '../../../shared/log-line.ts'
import type { Introduction, KeepFailure, RecordingLine, RecordingView } from '../../../shared/speech/line.ts'
import type {
  EndOfDayResult,
  DrawerOutcome,
  HeldNote,
  NoteValidator,
  PrinterReport,
  PrinterStatus,
  PrintOutcome,
  SlipHub,
  TenderDriver,
} from './devices.ts'

/** External dependencies of the core. The core itself uses no clock, file, socket or random source. */
export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly partner: PartnerService
  readonly ledger: SaleLedger
  readonly tenders: Readonly<Partial<Record<TenderKind, TenderDriver>>>
  /** Absent if the machine has no note acceptor. */
  readonly notes?: NoteValidator | undefined
  /**
   * Absent if the machine is not enrolled at a hub. In this case its credit slips can be spent on this machine only.
   */
  readonly slipHub?: SlipHub | undefined
  readonly tickets: TicketIssuer
  readonly printers: Printers
  readonly log: Log
  readonly inSale: InSale
}

export interface Clock {
  /** Returns monotonic milliseconds since the start of the program, the id of this start, and wall time. */
  now(): Instant
  /** Resolves after `ms` of monotonic time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Ids {
  /** A fresh UUID, lower case. */
  uuid(): string
  /** Derives a reference in a provider's form. Deterministic, so that a payment whose rows are lost can still be queried. */
  referenceFor(ours: string, form: ReferenceForm): string
}

export interface Log {
  info(event: LogEvent, details?: LogDetails): void
  warn(event: LogEvent, details?: LogDetails): void
  /** The stack of `error` is logged, never shown. */
  error(event: LogEvent, error: unknown, details?: LogDetails): void
}

/**
 * Runs a function, and adds the id of the sale to its log lines. The id is null if the function does not concern a
 * single sale.
 */
export type InSale = <T>(saleId: string | null, work: () => T) => T

export type PartnerError =
  /** No reply, a 5xx status, or a reply that requests a later attempt. */
  | { readonly type: 'unreachable'; readonly detail: string }
  /** A 4xx status, with the code in the body of the reply if there is one. */
  | {
      readonly type: 'refused'
      readonly status: number
      readonly code: string
      readonly details: Readonly<Record<string, unknown>>
    }
  /** An unreadable reply; `field`: path of the missing member in the reply. */
  | { readonly type: 'unclear'; readonly status: number; readonly detail: string; readonly field?: string }

export type PartnerReply<T> = Result<T, PartnerError>

/**
 * The Partner Ticket Booking Service (specification, steps 1–8). A reply about another event, session, owner, order or
 * currency than requested is `unclear`.
 */
export interface PartnerService {
  listEvents(input: { readonly page: number; readonly limit: number }): Promise<PartnerReply<EventPage>>
  openSession(input: { readonly eventId: string; readonly accessCode: string }): Promise<PartnerReply<BookingSession>>
  /** Null if `knownRevision` is still current. */
  viewSection(
    input: Booking & { readonly sectionId: string; readonly knownRevision?: string },
  ): Promise<PartnerReply<SectionDetail | null>>
  /** Holds all seats or none. */
  holdSeats(input: Booking & { readonly seatIds: readonly string[] }): Promise<Result<null, PartnerError | SeatsTaken>>
  releaseHold(input: { readonly sessionId: string; readonly holdId: string }): Promise<PartnerReply<null>>
  readCheckout(booking: Booking): Promise<PartnerReply<Checkout>>
  /** Builds the request of step 6 and its SHA-256. */
  composePurchase(purchase: Purchase): PurchaseRequest
  /** Only a valid 2xx reply that matches the purchase is a confirmation; any other reply is `unclear`. */
  sendPurchase(
    request: PurchaseRequest,
    expected: Purchase,
  ): Promise<Result<readonly Ticket[], { readonly type: 'unclear'; readonly reply: UnclearReply }>>
  listTickets(input: { readonly ownerRef: string }): Promise<PartnerReply<readonly TicketReadBack[]>>
  /** An extension that is not in the specification. Idempotent by `requestId`. */
  cancelTickets(input: {
    readonly requestId: string
    readonly ownerRef: string
    readonly ticketIds: readonly string[]
    readonly reason: string
  }): Promise<CancellationReply>
}

/** `unanswered`: the result is unknown; repeat the request. */
export interface CancellationReply {
  readonly outcome: CancellationAnswered['outcome'] | 'unanswered'
  /** Reason of a failure, or empty. */
  readonly detail: string
}

/** Venue plans of the booking service, or of files of the program. */
export interface VenuePlans {
  /** Fetches the plans of these events in advance. */
  prepare(events: readonly EventOffer[]): void
  /** Returns the latest known plan. If the plan is old, waits briefly for the service. Never rejects. */
  of(event: EventOffer): Promise<VenuePlan | null>
}

/** A compact section, and the full places that tickets need. */
export interface SectionDetail {
  readonly view: SectionView
  readonly places: ReadonlyMap<string, Place>
  /** Seat counts in the reply, which may include other sections. */
  readonly counts: readonly SectionCount[]
}

export interface SeatsTaken {
  readonly type: 'seats-taken'
  /** Seat codes if the reply has them, else the requested ids. */
  readonly seatCodes: readonly string[]
}

export interface Purchase extends Booking {
  readonly orderId: string
  readonly amount: Minor
  readonly paymentMethod: string
  readonly paymentReference: string
  readonly seats: readonly { readonly seatId: string; readonly holdId: string; readonly price: Minor }[]
  /** Unknown fields are empty; the partner's mapping supplies their values. */
  readonly customer: Buyer
}

/** Codes of journal rows that concern neither money nor a sale. */
export type NoteCode = (typeof rowCodes.note)[number]

/** The register's journal. Every write is durable when the method returns (`synchronous=FULL`). */
export interface SaleLedger {
  /**
   * Writes the journal row of the event, the new state, and its tickets, print jobs and postings in one transaction.
   * `previous` is null for the first record of a sale. Throws `StorageFull`, with nothing written: for a first record
   * if free space is below the reserve, for later records once the reserve is used up.
   */
  record(previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): void
  note(code: NoteCode, payload: Readonly<Record<string, unknown>>, now: Instant, staffId?: string): void
  /** Sales that are not over, oldest first. */
  unfinished(): readonly Sale[]
  /** Unfinished sales whose later rows may be lost, because only RESTORED follows their last row. */
  unconfirmedSales(): ReadonlySet<string>
  /** Lost rows and new keys that staff have not examined, oldest first. */
  gaps(): readonly LedgerGap[]
  /** `reference`: a reference in the staff's own records, or empty. */
  settleGap(gap: Pick<LostRows | NewKey, 'seq'>, reference: string, staffId: string, now: Instant): void
  find(saleId: string): Sale | null
  /** Null if the customer gave no data, or it was erased. */
  customerOf(saleId: string): Customer | null
  /** Returns the given holds that belong to another sale of this register. */
  conflictingHolds(saleId: string, holdIds: readonly string[]): readonly string[]
  /**
   * Returns the ids of tickets that must not be accepted for this sale: the ticket, its QR code or its seat belongs to another
   * sale, or is listed twice. A seat whose ticket was returned is free.
   */
  conflictingTickets(sale: Sale, tickets: readonly Ticket[]): readonly string[]
  /** Returns the given seats that another sale of this register has sold and not taken back. */
  seatsSoldHere(sale: Sale, seatIds: readonly string[]): readonly string[]
  /**
   * Returns the ids of listed tickets that belong to other sales of this register with the same `ownerRef`. Some
   * partners use one `ownerRef` for several sessions. Null if no such sale exists.
   */
  othersOfOwner(sale: Sale, listed: readonly TicketReadBack[]): ReadonlySet<string> | null
  /** Journals a note in the cashbox that no sale accepted; null if its value is unknown. */
  recordStrayNote(note: HeldNote | null, now: Instant): void
  /** Unsettled stray notes, oldest first. */
  strayNotes(): readonly UnallocatedNote[]
  /** Settles a stray note. `paidOut`: whether the customer received the amount from the drawer. */
  settleStrayNote(stray: UnallocatedNote, paidOut: boolean, staffId: string, now: Instant): void
  /**
   * Returns the last note with an outcome; null if NOTE_EVENT_CLEARED was recorded after it. `note` is null if its
   * value is unknown.
   */
  lastNote(): { readonly note: HeldNote | null } | null
  cashbox(): CashboxState
  /** Throws, with nothing written, if the action does not fit the state of the cashbox. */
  recordCashbox(act: CashboxAct, staffId: string, now: Instant): void
  /** Returns the order with a payment of this kind and approval number in the current shift, or null. */
  toApprovedTender(kind: TenderKind, approval: string): string | null
  /** Abandoned payments that are neither closed nor refunded, oldest first. */
  openPayments(): readonly OpenPayment[]
  /** States of the abandoned payments of a sale, by our reference. */
  abandonedPayment(saleId: string): ReadonlyMap<string, PaymentState>
  /** Requested refunds without an outcome, oldest first. */
  openRefunds(): readonly ProviderRefund[]
  /** Attempts to refund a payment by its provider, oldest first. */
  refundTries(payment: string): readonly RefundTry[]
  readonly slips: CreditSlips
  recordAfterSale(act: PostSaleAction, staffId: string | null, now: Instant): void
  /** Sales whose purchase was refused for good, in order of the refusals. */
  refusedPurchases(): readonly RefusedPurchase[]
  condition(): LedgerCondition
  /** False if free disk space is below the reserve. */
  canStartSale(): boolean
  close(): void
}

/** A note in the cashbox that no sale accepted. */
export interface UnallocatedNote {
  /** Sequence number of the row that recorded the note. */
  readonly seq: number
  /** Null if its value is unknown. */
  readonly note: HeldNote | null
  /** Wall time, ISO 8601 UTC. */
  readonly foundUtc: string
}

/** Credit slips. They are issued and spent by steps of sales and actions on the drawer. */
export interface CreditSlips {
  /** Null if this ledger does not have the slip. */
  find(slipId: string): KnownSlip | null
  /** Oldest first. */
  ofSale(saleId: string): readonly KnownSlip[]
  /** Neither spent nor paid out, oldest first. */
  open(): readonly KnownSlip[]
  /** References of payouts that were requested at the hub and have no outcome. No cash was paid for these payouts. */
  askedPayouts(): readonly string[]
  register(): string
  /** Returns the signed text of the code on the slip. */
  codeOf(slip: KnownSlip): string
  /** Whether the code has a valid signature of this register. */
  isOurs(code: string): boolean
}

/** `resumed`: whether a purchase was confirmed after the refusal, or staff resumed purchases. */
export interface RefusedPurchase extends PurchaseRefusal {
  readonly saleId: string
  readonly resumed: boolean
}

export type LedgerGap = LostRows | NewKey | HubMismatch

/** The hub's record belongs to another ledger. The mismatch remains until the hub's administrator resolves it. */
export interface HubMismatch {
  readonly kind: 'hub'
  readonly doubt: LedgerMismatch
  /** Sequence number of the last row in the hub's record. */
  readonly seq: number
}

/** The ledger continues under a key that neither the previous key nor a hub has approved. */
export interface NewKey {
  readonly kind: 'key'
  readonly seq: number
  readonly keyId: string
  /**
   * Wall times, ISO 8601 UTC, of the last row signed with the previous key and of the first row signed with this key.
   */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** Rows were lost: this register may lack some of its sales. */
export interface LostRows {
  readonly kind: 'rows'
  readonly seq: number
  /** Minimum number of missing rows; null if unknown. */
  readonly rows: number | null
  /** Other locations that have recorded more rows, or different ones. */
  readonly remembered: readonly LedgerMemory[]
  /** Wall times, ISO 8601 UTC, of the row before the gap and of the row that recorded the gap. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The disk is full. Nothing was written, so the call may be repeated. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** A ticket to print. Whether it is a specimen depends on the mode of the machine. */
export type SaleTicket = Omit<TicketDocument, 'specimen'>

export type SaleReceipt = Omit<ReceiptDocument, 'specimen'>

/** Draws the tickets of an order for a screen. */
export interface TicketDrawing {
  /** Returns a PNG. */
  picture(ticket: SaleTicket, language: string): Promise<Uint8Array>
  /** Returns a PDF with a page for each ticket. */
  document(tickets: readonly SaleTicket[], language: string): Promise<Uint8Array>
}

export interface TicketIssuer {
  status(): Promise<PrinterStatus>
  /**
   * Saves the tickets of an order as one document, before any ticket is printed. Idempotent. The receipt is printed
   * after the last ticket, if the machine prints receipts.
   */
  save(tickets: readonly SaleTicket[], language: string, receipt: SaleReceipt): Promise<PrintOutcome>
  print(ticket: SaleTicket, language: string): Promise<PrintOutcome>
}

export interface Printers {
  /** Queries every printer of the settings. */
  report(): Promise<readonly PrinterReport[]>
  /** Name of the fallback printer that printed the last ticket, or null. */
  fallbackPrinter(): string | null
  /**
   * Reports when a ticket printer starts and stops delaying the machine, for example because another till uses the
   * printer. Reports until the signal aborts.
   */
  onAwaited(listener: (awaited: boolean) => void, signal: AbortSignal): void
  /** Null if there is no cash drawer. */
  openDrawer(): Promise<DrawerOutcome | null>
}

/** Search for sales that had a payment. */
export interface SaleFiles {
  /** The latest first. */
  find(query: SaleQuery, limit: number): readonly MatchingSale[]
  open(saleId: string): SaleFile | null
  /**
   * Returns the id of the sale with a collection code. Prefers an unfinished sale, then the latest one; null if there
   * is no such sale.
   */
  ofCode(code: string): string | null
  /**
   * Returns whether the collection code is free: it belongs to no open sale and to none of the latest few thousand
   * sales.
   */
  isCodeFree(code: string): boolean
}

/** Ledger functions for actions after the end of a sale. */
export interface PostSaleLedger {
  readonly files: SaleFiles
  find(saleId: string): Sale | null
  record(act: PostSaleAction, staffId: string | null): void
  /** Copies that were being printed when the program ended. */
  openCopies(): readonly Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[]
  /** Returns of tickets whose cancellation has no answer yet. */
  openCancellations(): readonly OpenCancellation[]
}

/** `requestId`: the same for every attempt. */
export interface OpenCancellation extends Pick<TicketsReturned, 'saleId' | 'reference' | 'ticketIds' | 'reason'> {
  readonly requestId: string
}

/** Saves the slip of a return as a file, and prints it if a printer prints receipts. */
export interface SlipIssuer {
  issue(
    slip: SaleSlip,
    language: string,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }>
}

/** Prints the voucher that a customer returns with. Resolves to null if no printer serves customers. */
export interface CollectionSlipIssuer {
  issue(slip: CollectionVoucher, language: string, ticketsMissing: boolean): Promise<PrintOutcome | null>
}

/** Prints a credit slip. Resolves to null if no printer serves customers. */
export interface CreditSlipIssuer {
  issue(slip: Omit<CreditSlipDocument, 'specimen'>, language: string): Promise<PrintOutcome | null>
}

export type CollectionVoucher = Omit<CollectionSlipDocument, 'specimen'>

export type SaleSlip = Omit<SlipDocument, 'specimen'>

/** Ledger functions for shifts and the drawer. */
export interface ShiftBook {
  /** Journals the closure and returns its report. A Z report ends the shift and begins the next. */
  close(kind: ClosureKind, staffId: string | null): ShiftReport
  record(act: DrawerAct, staffId: string | null): void
  state(): ShiftState
  readonly terminalDays: TerminalDayBook
  /** The latest closures, newest first. */
  closures(limit: number): readonly ClosureSummary[]
  /** Null if the row is not a closure. */
  report(closureSeq: number): ShiftReport | null
  /** Writes the whole ledger as a signed archive. Rejects on failure. */
  archive(): Promise<LedgerArchive>
  /** Writes a verified copy of the ledger. Rejects on failure. */
  backup(): Promise<unknown>
}

/** A card terminal, as identified in the records of its payments. */
export interface TerminalPlace {
  readonly kind: TenderKind
  readonly driver: string
  readonly host: string
}

export interface TerminalDayBook {
  /** Returns the day that is still to be closed, or null. */
  due(terminal: TerminalPlace): TerminalDay | null
  /** Journals the request before it is sent to the terminal. */
  ask(day: string, terminal: TerminalPlace, staffId: string | null): void
  note(day: string, end: EndOfDayResult): void
}

/** `headHash`: hash of the last row, hexadecimal. */
export interface LedgerArchive {
  readonly path: string
  readonly rows: number
  readonly headHash: string
}

/** Saves reports as files, and prints them if a printer prints reports. */
export interface ReportIssuer {
  /** `table`: the result of saving the figures as CSV. */
  issue(report: ShiftReport): Promise<{
    readonly saved: PrintOutcome
    readonly table: PrintOutcome
    readonly printed: PrintOutcome | null
  }>
  /** Saves the differences as CSV. */
  table(compared: Reconciliation): Promise<PrintOutcome>
}

/** The `staffId` that represents the machine's own PIN. */
export const COUNTER_ID = 'counter'

/** A member of staff. */
export interface Person {
  readonly staffId: string
  /** Empty for the PIN of the machine. */
  readonly name: string
  readonly role: StaffRole
}

export interface Credentials {
  /** Staff number; absent for the PIN of the machine. */
  readonly staff?: string | undefined
  readonly pin: string
}

/** Identifies a staff member of the machine by number and PIN. */
export type Identify = (credentials: Credentials) => Promise<Result<Person, PinRefusal>>

export type PinRefusal = Exclude<PinFailure, { readonly type: 'not-allowed' }>

/** A picture of the venue: the file `name` in the folder `brand`. */
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
 * Reads the list of events up to the last page, or up to a page without new events. An event that moves to the next
 * page during the reading is listed once.
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

export interface HeadphoneJack {
  /**
   * Reports each change until the signal aborts. The initial state is not reported, because the connected device may be
   * a loudspeaker.
   */
  watch(onChange: (plugged: boolean) => void, stopping: AbortSignal): void
}

/** The tool for recording a speech pack. */
export interface RecordingDesk {
  view(): RecordingView
  introduce(introduction: Introduction): void
  /** `text`: the key of a text, or a name of the venue. */
  keep(text: string, wav: Uint8Array): Result<RecordingLine, KeepFailure>
  files(): readonly SpeechFile[]
}

/** A file of a speech pack, such as `fr/names/badia.opus`. */
export interface SpeechFile {
  readonly name: string
  readonly path: string
}
