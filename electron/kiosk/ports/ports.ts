import type { rowCodes } from '../../../shared/ledger-format/rows.ts'
import type { Buyer, Customer } from '../../../shared/domain/customer.ts'
import type {
  CollectionSlipDocument,
  CreditSlipDocument,
  CorrectedReceiptDocument,
  InvoiceDocument,
  ReceiptDocument,
  SlipDocument,
  TicketDocument,
} from '../../../shared/domain/documents/documents.ts'
import type { LedgerCondition, LedgerMismatch, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { KnownSlip } from '../../../shared/domain/money/credit-voucher.ts'
import type { DrawerAct, ShiftState } from '../../../shared/domain/money/drawer.ts'
import type { AccountReceipt } from '../../../shared/domain/money/customer-account.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { CashboxAct, CashboxState } from '../../../shared/domain/money/notes.ts'
import type {
  ClosureKind,
  ClosureSummary,
  ShiftReport,
  TerminalDay,
} from '../../../shared/domain/money/shift-report.ts'
import type { ReferenceForm, TenderKind } from '../../../shared/domain/money/tender.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type {
  PostSaleAction,
  CancellationAnswered,
  CopyFinished,
  InvoiceRequest,
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
  TicketLink,
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
  SectionCount,
} from '../../../shared/domain/seats/offer.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { StaffRole } from '../../../shared/api/kiosk/contract.ts'
import type { PinFailure } from '../../../shared/api/kiosk/failures.ts'
import type { LogDetails, LogEvent } from '../../../shared/log-line.ts'
import type { Introduction, KeepFailure, RecordingLine, RecordingView } from '../../../shared/speech/line.ts'
import type {
  AccountBook,
  AccountHub,
  AgentHub,
  MessageHub,
  EndOfDayResult,
  DrawerOutcome,
  HeldNote,
  NoteValidator,
  PrinterReport,
  PrinterStatus,
  PrintOutcome,
  PurchaseHub,
  SlipHub,
  TenderDriver,
} from './devices.ts'

/** External dependencies of the core, which uses no clock, file, socket or random source itself. */
export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly partner: PartnerService
  readonly ledger: SaleLedger
  readonly tenders: Readonly<Partial<Record<TenderKind, TenderDriver>>>
  readonly notes?: NoteValidator | undefined
  /** Absent if the kiosk is not enrolled at a hub; its vouchers can then be spent on this kiosk only. */
  readonly slipHub?: SlipHub | undefined
  /** Absent if the desk is not enrolled at a hub. Such a desk cannot sell on account. */
  readonly accountHub?: AccountHub | undefined
  /** Absent if the kiosk is not enrolled at a hub, or sells for another booking service. */
  readonly purchaseHub?: PurchaseHub | undefined
  /** Absent if the kiosk is not enrolled at a hub. It then cannot call agents. */
  readonly agentHub?: AgentHub | undefined
  /** Absent if the kiosk is not enrolled at a hub. */
  readonly ticketPages?: TicketPages | undefined
  readonly messageHub?: MessageHub | undefined
  readonly tickets: TicketIssuer
  readonly printers: Printers
  readonly log: Log
  readonly inSale: InSale
}

export interface Clock {
  /** Returns the clock's ID, its monotonic milliseconds since creation, including sleep, and the wall-clock time. */
  now(): Instant
  /** Resolves after `ms` milliseconds of monotonic time, or immediately when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Resolves with the result of `work`, or with null after `ms` milliseconds or when `signal` aborts. */
export async function within<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T | null> {
  const over = new AbortController()
  const late = clock.sleep(ms, AbortSignal.any([signal, over.signal])).then(() => null)
  return Promise.race([work, late]).finally(() => over.abort())
}

export interface Ids {
  /** Returns a new UUID in lower case. */
  uuid(): string
  /** Derives a provider reference deterministically, so that a payment can be queried even if its rows are lost. */
  referenceFor(ours: string, form: ReferenceForm): string
}

export interface Log {
  info(event: LogEvent, details?: LogDetails): void
  warn(event: LogEvent, details?: LogDetails): void
  /** Logs the stack of `error`, which is never shown on a screen. */
  error(event: LogEvent, error: unknown, details?: LogDetails): void
}

/** Runs `work` and adds the sale ID to its log lines. The ID is null if `work` concerns no single sale. */
export type InSale = <T>(saleId: string | null, work: () => T) => T

export type PartnerError =
  /** No reply, a 5xx status, or a reply that requests a later attempt. */
  | { readonly type: 'unreachable'; readonly detail: string }
  /** A 4xx status. `code`: error code from the body of the reply. */
  | {
      readonly type: 'refused'
      readonly status: number
      readonly code: string
      readonly details: Readonly<Record<string, unknown>>
    }
  /** An unreadable reply; `field`: path of the missing member in the reply. */
  | { readonly type: 'unclear'; readonly status: number; readonly detail: string; readonly field?: string }

export type PartnerReply<T> = Result<T, PartnerError>

/** Partner Ticket Booking Service (specification, steps 1–8). A reply that does not match the request is `unclear`. */
export interface PartnerService {
  listEvents(input: { readonly page: number; readonly limit: number }): Promise<PartnerReply<EventPage>>
  openSession(input: { readonly eventId: string; readonly accessCode: string }): Promise<PartnerReply<BookingSession>>
  /** Resolves to null if `knownRevision` is still current. */
  viewSection(
    input: Booking & { readonly sectionId: string; readonly knownRevision?: string },
  ): Promise<PartnerReply<SectionDetail | null>>
  /** Holds all seats or none. */
  holdSeats(input: Booking & { readonly seatIds: readonly string[] }): Promise<Result<null, PartnerError | SeatsTaken>>
  releaseHold(input: { readonly sessionId: string; readonly holdId: string }): Promise<PartnerReply<null>>
  readCheckout(booking: Booking): Promise<PartnerReply<Checkout>>
  /** Builds the request for one or several purchases (specification, step 6) with its SHA-256 hash. */
  composePurchase(...purchases: readonly [Purchase, ...Purchase[]]): PurchaseRequest
  /** Only a valid 2xx reply that matches the purchase is a confirmation; any other reply is `unclear`. */
  sendPurchase(
    request: Pick<PurchaseRequest, 'body'>,
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
  /** Reason for a failure; empty otherwise. */
  readonly detail: string
}

/** Venue plans from the booking service or from files of the program. */
export interface VenuePlans {
  /** Fetches the plans of these events in advance. */
  prepare(events: readonly EventOffer[]): void
  /** Returns the latest known plan. If the plan is old, waits briefly for a newer plan. Never rejects. */
  of(event: EventOffer): Promise<VenuePlan | null>
}

export interface SectionDetail {
  readonly view: SectionView
  readonly places: ReadonlyMap<string, Place>
  /** Seat counts from the reply, which may also contain counts for other sections. */
  readonly counts: readonly SectionCount[]
}

export interface SeatsTaken {
  readonly type: 'seats-taken'
  /** Seat codes if the reply contains them; otherwise the requested seat IDs. */
  readonly seatCodes: readonly string[]
}

export interface Purchase extends Booking {
  readonly orderId: string
  readonly amount: Minor
  readonly paymentMethod: string
  readonly paymentReference: string
  readonly seats: readonly { readonly seatId: string; readonly holdId: string; readonly price: Minor }[]
  /** Unknown fields are empty; the mapping for the partner's API supplies values for them. */
  readonly customer: Buyer
}

/** Codes of journal rows that concern neither money nor a sale. */
export type NoteCode = (typeof rowCodes.note)[number]

/** The register's journal. Every write is durable when the method returns (`synchronous=FULL`). */
export interface SaleLedger {
  /** Writes the event and the state in one transaction. Throws `StorageFull`, with nothing written. */
  record(previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): void
  note(code: NoteCode, payload: Readonly<Record<string, unknown>>, now: Instant, staffId?: string): void
  /**
   * Returns the number of the last duplicate that this machine printed of a ticket sold at another machine; 0 if it
   * printed none.
   */
  purchaseCopies(ticketNumber: string): number
  /** Returns the sales that are not over, oldest first. */
  unfinished(): readonly Sale[]
  /** Returns the unfinished sales whose later ledger rows may have been lost, according to a RESTORED row. */
  unconfirmedSales(): ReadonlySet<string>
  /** Returns the ledger gaps that staff have not examined, oldest first. */
  gaps(): readonly LedgerGap[]
  /** `reference`: reference to the staff's own records; may be empty. */
  settleGap(gap: Pick<LostRows | NewKey, 'seq'>, reference: string, staffId: string, now: Instant): void
  find(saleId: string): Sale | null
  /** Returns null if the customer gave no data, or the data was erased. */
  customerOf(saleId: string): Customer | null
  /** Returns the given holds that belong to another sale of this register. */
  conflictingHolds(saleId: string, holdIds: readonly string[]): readonly string[]
  /**
   * Returns the IDs of tickets that must not be accepted for the sale. The ticket, its QR code or its seat belongs to
   * another sale or is listed twice.
   */
  conflictingTickets(sale: Sale, tickets: readonly Ticket[]): readonly string[]
  /** Returns the given seats that another sale of this register has sold and that were not returned. */
  seatsSoldHere(sale: Sale, seatIds: readonly string[]): readonly string[]
  /** Returns the IDs of listed tickets of other sales with this `ownerRef`; null if no such sale exists. */
  othersOfOwner(sale: Sale, listed: readonly TicketReadBack[]): ReadonlySet<string> | null
  /** Journals a note in the cashbox that no sale accepted; null if its value is unknown. */
  recordStrayNote(note: HeldNote | null, now: Instant): void
  /** Returns the unsettled notes that no sale accepted, oldest first. */
  strayNotes(): readonly UnallocatedNote[]
  /** `paidOut`: whether the customer received the amount of the note from the drawer. */
  settleStrayNote(stray: UnallocatedNote, paidOut: boolean, staffId: string, now: Instant): void
  /** Returns the last note with an outcome; null if `NOTE_EVENT_CLEARED` was recorded after the note. */
  lastNote(): { readonly note: HeldNote | null } | null
  cashbox(): CashboxState
  /** Throws, with nothing written, if the state of the cashbox does not allow the action. */
  recordCashbox(act: CashboxAct, staffId: string, now: Instant): void
  /**
   * Returns the order that was paid with this tender and approval number in the current shift; null if there is no such
   * order.
   */
  orderPaidBy(kind: TenderKind, approval: string): string | null
  /** Returns the abandoned payments that are neither closed nor refunded, oldest first. */
  openPayments(): readonly OpenPayment[]
  /** Returns the states of the abandoned payments of a sale by payment reference. */
  abandonedPayment(saleId: string): ReadonlyMap<string, PaymentState>
  /** Returns requested refunds without an outcome, oldest first. */
  openRefunds(): readonly ProviderRefund[]
  /** Returns the attempts to refund a payment by its provider, oldest first. */
  refundTries(payment: string): readonly RefundTry[]
  readonly slips: CreditSlips
  readonly accounts: AccountBook
  /** Records an action. A return of invoiced tickets is recorded together with its credit note. */
  recordAfterSale(act: PostSaleAction, staffId: string | null, now: Instant): void
  /** Records an invoice with the next number. Throws if the sale has an invoice or no tickets are left. */
  issueInvoice(wish: InvoiceRequest, staffId: string | null, now: Instant): void
  /** Returns, by number, the invoices and credit notes whose fiscal signature is pending or was refused. */
  unsignedInvoices(): readonly UnsignedInvoice[]
  /** Returns the sales whose purchase was refused permanently, in order of the refusals. */
  refusedPurchases(): readonly RefusedPurchase[]
  condition(): LedgerCondition
  /** Returns false if free disk space is below the reserve. */
  canStartSale(): boolean
  close(): void
}

export interface UnsignedInvoice {
  readonly saleId: string
  readonly number: number
  readonly fiscal: 'waiting' | 'refused'
}

export interface UnallocatedNote {
  /** Sequence number of the row that recorded the note. */
  readonly seq: number
  /** Null if the value of the note is unknown. */
  readonly note: HeldNote | null
  readonly foundUtc: string
}

export interface CreditSlips {
  /** Returns null if the ledger does not contain the voucher. */
  find(slipId: string): KnownSlip | null
  /** Returns the vouchers of a sale, oldest first. */
  ofSale(saleId: string): readonly KnownSlip[]
  /** Returns the vouchers that are neither spent nor paid out, oldest first. */
  open(): readonly KnownSlip[]
  /** Returns the references of payouts without an outcome at the hub, for which no cash was paid. */
  askedPayouts(): readonly string[]
  register(): string
  /** Returns the signed text of the code on the voucher. */
  codeOf(slip: KnownSlip): string
  /** Returns whether the code has a valid signature of this register. */
  isOurs(code: string): boolean
}

/** `resumed`: whether a purchase was confirmed after the refusal, or staff resumed purchases. */
export interface RefusedPurchase extends PurchaseRefusal {
  readonly saleId: string
  readonly resumed: boolean
}

export type LedgerGap = LostRows | NewKey | HubMismatch

/** The hub's record does not match this ledger. Applies until an administrator of the hub resolves the mismatch. */
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
  /** Time of the last row with the previous key; `foundUtc`: time of the first row with the new key. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** A loss of ledger rows, after which some sales of this register may be missing. */
export interface LostRows {
  readonly kind: 'rows'
  readonly seq: number
  /** Minimum number of missing rows; null if unknown. */
  readonly rows: number | null
  /** Sources outside the ledger that contain more rows or different rows. */
  readonly remembered: readonly LedgerMemory[]
  /** Time of the row before the gap; `foundUtc`: time of the row that recorded the gap. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The disk is full. Nothing was written, so the call may be repeated. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** Ticket to print; the mode of the kiosk determines whether the ticket is a specimen. */
export type SaleTicket = Omit<TicketDocument, 'specimen'>

export type SaleReceipt = Omit<ReceiptDocument, 'specimen'>

/** Draws the tickets of an order for a screen. */
export interface TicketDrawing {
  /** Returns a PNG of the ticket. */
  picture(ticket: SaleTicket, language: string): Promise<Uint8Array>
  /** Returns a PDF with a page for each ticket. */
  document(tickets: readonly SaleTicket[], language: string): Promise<Uint8Array>
}

export interface TicketIssuer {
  status(): Promise<PrinterStatus>
  /** Saves the tickets of an order as one document before any ticket is printed. Idempotent. */
  save(tickets: readonly SaleTicket[], language: string, receipt: SaleReceipt): Promise<PrintOutcome>
  print(ticket: SaleTicket, language: string): Promise<PrintOutcome>
}

/** Publishes tickets at the hub as pages for customers' telephones. */
export interface TicketPages {
  /** Returns whether the hub publishes pages, according to its last reply. */
  isOffered(): boolean
  /** Creates an unguessable address and returns its link. The address exists only in memory. */
  newLink(): string
  /** Resolves with null once the hub has confirmed the page, otherwise with a failure reason. Never rejects. */
  publish(page: TicketLink, tickets: readonly SaleTicket[], language: string): Promise<string | null>
  /** Resolves with false if the hub does not report that the page was opened. Never rejects. */
  wasOpened(link: string): Promise<boolean>
  /** Returns the address of a page that the hub has confirmed since the program started, otherwise null. */
  addressOf(link: string): string | null
}

export interface Printers {
  report(): Promise<readonly PrinterReport[]>
  /** Returns the name of the fallback printer that printed the last ticket, or null. */
  fallbackPrinter(): string | null
  /** Reports until `signal` aborts whether a printer delays the kiosk, for example for another till. */
  onAwaited(listener: (awaited: boolean) => void, signal: AbortSignal): void
  /** Resolves to null if there is no cash drawer. */
  openDrawer(): Promise<DrawerOutcome | null>
}

/** Search for sales that had a payment. */
export interface SaleFiles {
  /** Returns the matching sales, latest first. */
  find(query: SaleQuery, limit: number): readonly MatchingSale[]
  open(saleId: string): SaleFile | null
  /** Returns those of the given order numbers that this machine sold. */
  ordersSoldHere(orderIds: readonly string[]): readonly string[]
  /** Returns the sale ID for a collection code, preferably of an unfinished sale; null if unknown. */
  ofCode(code: string): string | null
  /** Returns whether the code belongs to no open sale and to none of the latest few thousand sales. */
  isCodeFree(code: string): boolean
}

export interface PostSaleLedger extends Pick<SaleLedger, 'orderPaidBy' | 'unsignedInvoices'> {
  readonly files: SaleFiles
  find(saleId: string): Sale | null
  record(act: PostSaleAction, staffId: string | null): void
  issueInvoice(wish: InvoiceRequest, staffId: string | null): void
  /** Returns the copies that were being printed when the program ended. */
  openCopies(): readonly Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[]
  /** Returns the ticket returns whose cancellation has no reply yet. */
  openCancellations(): readonly OpenCancellation[]
}

/** `requestId`: identical for every attempt. */
export interface OpenCancellation extends Pick<TicketsReturned, 'saleId' | 'reference' | 'ticketIds' | 'reason'> {
  readonly requestId: string
}

/** Saves the slip or corrected receipt as a file, and prints it if a printer prints receipts. */
export interface SlipIssuer {
  issue(
    slip: SaleSlip | CorrectedReceipt,
    language: string,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }>
}

/** Prints the receipt of a customer who paid on an account; null if no printer serves customers. */
export interface AccountReceiptIssuer {
  issue(receipt: AccountReceipt, language: string): Promise<PrintOutcome | null>
}

/**
 * Prints an invoice or a credit note. `printed`: null if no printer serves customers. `saved`: null unless a specimen
 * is saved as a file because no printer serves customers.
 */
export interface InvoiceIssuer {
  issue(
    invoice: SaleInvoice,
    language: string,
  ): Promise<{ readonly saved: PrintOutcome | null; readonly printed: PrintOutcome | null }>
}

/** Prints the collection voucher of a customer. Resolves to null if no printer serves customers. */
export interface CollectionSlipIssuer {
  issue(slip: CollectionVoucher, language: string, ticketsMissing: boolean): Promise<PrintOutcome | null>
}

/** Prints a credit voucher. Resolves to null if no printer serves customers. */
export interface CreditSlipIssuer {
  issue(slip: Omit<CreditSlipDocument, 'specimen'>, language: string): Promise<PrintOutcome | null>
}

export type CollectionVoucher = Omit<CollectionSlipDocument, 'specimen'>

export type SaleSlip = Omit<SlipDocument, 'specimen'>
export type CorrectedReceipt = Omit<CorrectedReceiptDocument, 'specimen'>
export type SaleInvoice = Omit<InvoiceDocument, 'specimen'>

export interface ShiftBook {
  /** Journals the closure and returns its report. A Z report ends the shift and starts the next shift. */
  close(kind: ClosureKind, staffId: string | null): ShiftReport
  record(act: DrawerAct, staffId: string | null): void
  state(): ShiftState
  readonly terminalDays: TerminalDayBook
  /** Returns the latest closures, newest first. */
  closures(limit: number): readonly ClosureSummary[]
  /** Returns null if the row is not a closure. */
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
  /** Returns the day of the terminal that is still to be closed, or null. */
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

/** The `staffId` that represents the kiosk's own PIN. */
export const COUNTER_ID = 'counter'

export interface Person {
  readonly staffId: string
  /** Empty for the PIN of the kiosk. */
  readonly name: string
  readonly role: StaffRole
  /** Desk that issued the badge used for identification; absent after identification by PIN or sign-in. */
  readonly badgeOf?: string
}

export interface Credentials {
  /** Staff number; absent for the PIN of the kiosk. */
  readonly staff?: string | undefined
  readonly pin: string
}

export type Identify = (credentials: Credentials) => Promise<Result<Person, PinRefusal>>

export type PinRefusal = Exclude<PinFailure, { readonly type: 'not-allowed' }>

/** A picture of the venue: the file `name` in the folder `brand`. */
export interface BrandPicture {
  readonly name: string
  readonly path: string
}

const PAGE_LIMIT = 100
const MAX_PAGES = 50

/** `total` exceeds the number of listed events if the partner has more than `MAX_PAGES` pages. */
export type EventList = Pick<EventPage, 'events' | 'total'>

/** Lists each event once, even if the event moves to the next page while the pages are read. */
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
