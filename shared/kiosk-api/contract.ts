import { z } from 'zod'
import type { Overview } from '../domain/seats/offer.ts'
import { LONGEST_QR } from '../domain/documents/qr-code.ts'
import type { Result } from '../domain/result.ts'
import { tenderKinds } from '../domain/money/tender.ts'
import type {
  GateError,
  PartnerFailure,
  PinFailure,
  SecondFailure,
  AfterSaleFailure,
  ApprovalKnown,
  CaseFailure,
  ShiftFailure,
  NoOffice,
  NoReport,
  NotWritten,
  SaleFailure,
} from './failures.ts'
import type { SaleFile, SaleSummary } from '../domain/sale/sale-file.ts'
import type { ClosureSummary, ShiftReport } from '../domain/money/shift-report.ts'
import type {
  AccessView,
  JournalLine,
  LedgerVerdict,
  OpenSaleView,
  SeatsLeftView,
  SettingFault,
  SettingView,
  TestPrintView,
  TradeView,
} from './office-views.ts'
import type {
  ArchiveView,
  DisplayView,
  EventsView,
  KioskInfo,
  PersonView,
  ReturnedView,
  RecalledView,
  ReconcileView,
  SaleView,
  SectionReply,
  StaffCase,
  SeatProposal,
  ShiftClosedView,
  ShiftView,
  VisitView,
  ScannedAs,
} from './views.ts'
import type { ServiceView } from './service-views.ts'
import { languages } from './views.ts'
import {
  currency,
  customer,
  freeText,
  person,
  reason,
  saleId,
  second,
  staffAnswer,
  sum,
  telephone,
  tenderWord,
  ticketIds,
  wireId,
  pieces,
} from './fields.ts'

/**
 * The contract between the screens and the main process: an object of async methods, each with one named-argument
 * object. This table is at once the list of methods, the allow-list and the validator; `dispatch` reads nothing else.
 */
const none = z.strictObject({})

export const commandInputs = {
  /** Everything a fresh window needs, the running sale included. */
  getKiosk: none,
  /** What the customer's side of a desk may see, which is nobody's secret. */
  viewDisplay: none,
  listEvents: z.strictObject({ page: z.int().min(1), limit: z.int().min(1).max(100) }),
  /** Opens a booking session for one event; the access code stays in the main process. */
  startVisit: z.strictObject({ eventId: wireId, language: z.enum(languages) }),
  viewSection: z.strictObject({ saleId, sectionId: wireId, knownRevision: z.string().max(64).optional() }),
  /** The venue's counts and prices, some of its sections read anew for it: asked again and again while they are shown. */
  renewOverview: z.strictObject({ saleId }),
  /** Best seats for a party, at most three offers, each of another kind (price or tribune). */
  proposeSeats: z.strictObject({
    saleId,
    count: z.int().min(1).max(50),
    zoneId: wireId.optional(),
    /** Only these sections. */
    sectionIds: z.array(wireId).min(1).max(1000).optional(),
    maxPrice: sum.min(0).optional(),
  }),
  /** Better offers than `proposeSeats` and this gave last, once the search finds any; null when they stay the best. */
  improveProposals: z.strictObject({ saleId }),
  /** Holds exactly these seats of one section, all or none; then the sale is at `review`. */
  holdSeats: z.strictObject({ saleId, sectionId: wireId, seatIds: z.array(wireId).min(1).max(50) }),
  /** From `review` back to `choosing`: the holds are released, the session stays. */
  changeSeats: z.strictObject({ saleId }),
  /** `amount`: a part of what is left, in minor units, at a cashier's desk only; left out: all of it. */
  pay: z.strictObject({
    saleId,
    tender: z.enum(tenderKinds),
    amount: sum.min(1).optional(),
    /** The customer's telephone number, for mobile money: told to the operator, kept nowhere. */
    payer: telephone.optional(),
    /** Who takes it, at a cashier's desk; cash is taken by `confirmCash`. */
    by: second.optional(),
  }),
  /** The customer changes their mind before paying; the terminal may still say that money moved. */
  cancelPayment: z.strictObject({ saleId }),
  /**
   * What the device did that no cable leads to, in the word of whoever stands before it. `again`: the number is right, though
   * another payment of this shift has it too.
   */
  answerTender: z.strictObject({ ...person, saleId, reference: wireId, word: tenderWord }),
  /** Staff took cash at the counter: their PIN, and what was received in minor units. */
  confirmCash: z.strictObject({ ...person, saleId, received: sum.min(0) }),
  /** Prints again what did not come out, or may not have: the latter as DUPLICATA. */
  retryPrint: z.strictObject({ saleId }),
  /** The customer leaves before paying (or the kiosk's idle watch for them): everything held is released. */
  abandonSale: z.strictObject({ saleId, reason: z.enum(['cancelled', 'idle']) }),
  /** Puts the sale at `review` aside for the next customer; its holds run on, over a restart of the program too. */
  parkSale: z.strictObject({ ...person, saleId }),
  /** A parked sale comes back to the screen; one at `review` there is parked in its place. */
  recallSale: z.strictObject({ ...person, saleId }),
  /** Who the customer of the sale at `review` is, as far as they say so; null: nobody, where somebody was noted. */
  noteCustomer: z.strictObject({ ...person, saleId, customer: customer.nullable() }),
  /** The screen is done with a finished sale. */
  leaveSale: z.strictObject({ saleId }),
  /** The sales that wait for a human; staff's PIN opens the list. */
  listStaffCases: z.strictObject(person),
  /** Staff's answer to a sale's one question. */
  settleStaffCase: z.strictObject({ ...person, saleId, answer: staffAnswer }),
  /** Staff compared what the ledger lost with drawer, terminal and service; the reference is of their own books, or empty. */
  settleLedgerGap: z.strictObject({ ...person, seq: z.int().min(1), reference: freeText(100) }),
  /** By number, code, seat, or time: what people know of a sale; empty: the latest ones. */
  findSales: z.strictObject({ ...person, text: freeText(LONGEST_QR) }),
  openSaleFile: z.strictObject({ ...person, saleId }),
  /** Other papers of tickets that came out before: each is the next DUPLICATA. */
  reprintTickets: z.strictObject({ ...person, saleId, ticketIds, reason }),
  /** Another paper of a slip that was made when money went back: the next DUPLICATA. */
  reprintSlip: z.strictObject({ ...person, saleId, reference: wireId, reason }),
  /**
   * Tickets come back, and their money is owed to the customer: a whole sale in the shift that made it (`void`), or any of
   * its tickets (`refund`), over one of the ways it was paid. The booking service has no call for it and is told nothing.
   */
  returnTickets: z.strictObject({
    ...person,
    second,
    saleId,
    ticketIds,
    kind: z.enum(['refund', 'void']),
    /** Absent: by the ways it was paid. */
    over: z.enum(tenderKinds).optional(),
    reason,
  }),
  /** The customer has the money of a return; of a card with the number of the terminal's slip. */
  payReturn: z.strictObject({
    ...person,
    saleId,
    reference: wireId,
    kind: z.enum(tenderKinds),
    receipt: freeText(100),
  }),
  /** Somebody takes their place at the cashier's desk; the journal has it, and when they leave it. */
  signIn: z.strictObject(person),
  signOut: z.strictObject({ ...person, reason: z.enum(['left', 'idle']) }),
  /** The machine's state; staff's PIN opens it. */
  viewService: z.strictObject(person),
  /** What made the service refuse purchases is mended: payments begin again. */
  resumePurchases: z.strictObject(person),
  /** The running shift, without what should be in its drawer. */
  viewShift: z.strictObject(person),
  /** What the drawer begins the shift with, once for each currency; minor units. */
  openShift: z.strictObject({ ...person, currency, float: sum.min(0) }),
  /** Cash into or out of the drawer that no sale moves. */
  moveCash: z.strictObject({ ...person, direction: z.enum(['in', 'out']), currency, amount: sum.min(1), reason }),
  /** Opens the drawer without a sale. */
  openDrawer: z.strictObject({ ...person, reason }),
  /** What is in the drawer, counted by people who were not told what should be. What it finds is recorded, whatever it is. */
  countDrawer: z.strictObject({ ...person, currency, pieces }),
  /** Sums up the shift, on paper too; `Z` ends it and begins the next. */
  closeShift: z.strictObject({ ...person, kind: z.enum(['X', 'Z']) }),
  /** The latest closures, newest first. */
  listClosures: z.strictObject(person),
  /** What one of them says. */
  viewClosure: z.strictObject({ ...person, seq: z.int().min(1) }),
  /** The report of that closure, or of the last one, on paper once more. */
  reprintReport: z.strictObject({ ...person, seq: z.int().min(1).optional() }),
  /** Holds a shift's sales, the running one's without a number, against the service's tickets; it goes on by itself. */
  startReconcile: z.strictObject({ ...person, shiftNo: z.int().min(1).optional() }),
  /** How far that is, and what it found; null where nobody asked since the program started. */
  viewReconcile: z.strictObject(person),
  /** What a shift sold, the running one without a number: over time, by tribune, by price. */
  viewTrade: z.strictObject({ ...person, shiftNo: z.int().min(1).optional() }),
  /** What is still to be had of an event; asks the service, so it also tells whether its access code holds. */
  viewSeatsLeft: z.strictObject({ ...person, eventId: wireId }),
  /** Every sale that is not over, and what it waits for. */
  listOpenSales: z.strictObject(person),
  /** Rows of the ledger before that one, or the last ones, newest first. */
  viewJournal: z.strictObject({ ...person, before: z.int().min(1).optional(), saleId: saleId.optional() }),
  /** Checks the whole ledger: chain, signatures, sums and invariants. */
  verifyLedger: z.strictObject(person),
  /** Where the access code of each event on sale comes from. */
  listAccess: z.strictObject(person),
  /** Keeps an event's access code, if the service takes it; it is never shown again. */
  setAccessCode: z.strictObject({ ...person, eventId: wireId, code: z.string().trim().min(1).max(100) }),
  viewSettings: z.strictObject(person),
  /** For the next start; null leaves it out again. */
  changeSetting: z.strictObject({
    ...person,
    key: z.string().max(60),
    value: z.union([
      freeText(300),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(freeText(40)).max(20).readonly(),
      z.strictObject({ from: freeText(20), to: freeText(20) }),
    ]),
  }),
  /** A page by which staff see whether that printer, as the settings name it, prints right. */
  printTestPage: z.strictObject({ ...person, printer: z.string().min(1).max(40) }),
  /** Writes what helps to find a fault into a file, without secrets and personal data. */
  makeDiagnostics: z.strictObject(person),
  /** The whole ledger as a signed archive, for whoever keeps it elsewhere. */
  exportLedger: z.strictObject(person),
  /** Staff measured this machine's screen: kept over a restart, and taken by its screens at once. */
  measureScreen: z.strictObject({
    ...person,
    pixelsPerMillimetre: z.number().min(1).max(20),
    screenFootMillimetres: z.number().min(0).max(1000),
  }),
  /** Ends the program, as a signal would; where its shell lets it. */
  quitProgram: z.strictObject(person),
  /** Gives the machine to its technician, who answers its set-up anew; the settings stay until that has ended. */
  setUpAgain: z.strictObject(person),
  setLanguage: z.strictObject({ saleId, language: z.enum(languages) }),
  /** Somebody touched the screen. `inUse`: something of theirs stands on it; said again while it does, and once when it is gone. */
  noteAttention: z.strictObject({ inUse: z.boolean() }),
  /** What a scanner read from a printed ticket. */
  readTicket: z.strictObject({ code: z.string().min(1).max(LONGEST_QR) }),
} as const

export type CommandName = keyof typeof commandInputs
export type CommandInput<N extends CommandName> = z.infer<(typeof commandInputs)[N]>

type Reply<T, E extends { readonly type: string } = never> = Promise<Result<T, E | GateError>>

export interface KioskApi {
  getKiosk(input: CommandInput<'getKiosk'>): Reply<KioskInfo>
  viewDisplay(input: CommandInput<'viewDisplay'>): Reply<DisplayView>
  listEvents(input: CommandInput<'listEvents'>): Reply<EventsView, PartnerFailure>
  startVisit(
    input: CommandInput<'startVisit'>,
  ): Reply<
    VisitView,
    | PartnerFailure
    | { readonly type: 'no-access-code' }
    | { readonly type: 'sale-in-progress' }
    | { readonly type: 'unknown-event' }
  >
  viewSection(
    input: CommandInput<'viewSection'>,
  ): Reply<SectionReply, PartnerFailure | SaleFailure | { readonly type: 'session-expired' }>
  renewOverview(
    input: CommandInput<'renewOverview'>,
  ): Reply<Overview, PartnerFailure | SaleFailure | { readonly type: 'session-expired' }>
  proposeSeats(
    input: CommandInput<'proposeSeats'>,
  ): Reply<readonly SeatProposal[], PartnerFailure | SaleFailure | { readonly type: 'session-expired' }>
  improveProposals(input: CommandInput<'improveProposals'>): Reply<readonly SeatProposal[] | null, SaleFailure>
  holdSeats(
    input: CommandInput<'holdSeats'>,
  ): Reply<
    SaleView,
    | SaleFailure
    | PartnerFailure
    | { readonly type: 'too-many-seats'; readonly limit: number }
    | { readonly type: 'seat-unknown' }
  >
  changeSeats(input: CommandInput<'changeSeats'>): Reply<SaleView, SaleFailure>
  pay(
    input: CommandInput<'pay'>,
  ): Reply<
    SaleView,
    | SaleFailure
    | PartnerFailure
    | PinFailure
    | { readonly type: 'tender-not-offered' }
    | { readonly type: 'payer-needed' }
    | { readonly type: 'too-much'; readonly due: number }
  >
  cancelPayment(input: CommandInput<'cancelPayment'>): Reply<SaleView, SaleFailure>
  answerTender(input: CommandInput<'answerTender'>): Reply<SaleView, SaleFailure | PinFailure | ApprovalKnown>
  confirmCash(
    input: CommandInput<'confirmCash'>,
  ): Reply<SaleView, SaleFailure | PinFailure | { readonly type: 'too-little'; readonly due: number }>
  retryPrint(input: CommandInput<'retryPrint'>): Reply<SaleView, SaleFailure>
  abandonSale(input: CommandInput<'abandonSale'>): Reply<null, SaleFailure>
  parkSale(
    input: CommandInput<'parkSale'>,
  ): Reply<null, SaleFailure | PinFailure | { readonly type: 'too-many-parked'; readonly limit: number }>
  recallSale(
    input: CommandInput<'recallSale'>,
  ): Reply<RecalledView, SaleFailure | PinFailure | { readonly type: 'sale-in-progress' }>
  noteCustomer(input: CommandInput<'noteCustomer'>): Reply<SaleView, SaleFailure | PinFailure>
  leaveSale(input: CommandInput<'leaveSale'>): Reply<null, SaleFailure>
  listStaffCases(input: CommandInput<'listStaffCases'>): Reply<readonly StaffCase[], PinFailure>
  settleStaffCase(input: CommandInput<'settleStaffCase'>): Reply<readonly StaffCase[], PinFailure | CaseFailure>
  settleLedgerGap(
    input: CommandInput<'settleLedgerGap'>,
  ): Reply<readonly StaffCase[], PinFailure | { readonly type: 'wrong-answer' }>
  findSales(input: CommandInput<'findSales'>): Reply<readonly SaleSummary[], PinFailure>
  openSaleFile(input: CommandInput<'openSaleFile'>): Reply<SaleFile, PinFailure | { readonly type: 'unknown-sale' }>
  reprintTickets(
    input: CommandInput<'reprintTickets'>,
  ): Reply<
    SaleFile,
    PinFailure | SaleFailure | AfterSaleFailure | { readonly type: 'printer-not-ready'; readonly reason: string }
  >
  reprintSlip(
    input: CommandInput<'reprintSlip'>,
  ): Reply<ReturnedView, PinFailure | SaleFailure | { readonly type: 'wrong-answer' }>
  returnTickets(
    input: CommandInput<'returnTickets'>,
  ): Reply<
    ReturnedView,
    | PinFailure
    | SecondFailure
    | SaleFailure
    | AfterSaleFailure
    | { readonly type: 'other-shift' }
    | { readonly type: 'other-tender' }
  >
  payReturn(
    input: CommandInput<'payReturn'>,
  ): Reply<SaleFile, PinFailure | SaleFailure | { readonly type: 'wrong-answer' }>
  signIn(input: CommandInput<'signIn'>): Reply<PersonView, PinFailure>
  signOut(input: CommandInput<'signOut'>): Reply<null, PinFailure>
  viewService(input: CommandInput<'viewService'>): Reply<ServiceView, PinFailure>
  resumePurchases(input: CommandInput<'resumePurchases'>): Reply<null, PinFailure>
  viewShift(input: CommandInput<'viewShift'>): Reply<ShiftView, PinFailure | ShiftFailure>
  openShift(
    input: CommandInput<'openShift'>,
  ): Reply<ShiftView, PinFailure | ShiftFailure | { readonly type: 'float-known' }>
  moveCash(input: CommandInput<'moveCash'>): Reply<ShiftView, PinFailure | ShiftFailure>
  openDrawer(input: CommandInput<'openDrawer'>): Reply<ShiftView, PinFailure | ShiftFailure>
  countDrawer(
    input: CommandInput<'countDrawer'>,
  ): Reply<ShiftView, PinFailure | ShiftFailure | { readonly type: 'unknown-piece' }>
  closeShift(input: CommandInput<'closeShift'>): Reply<ShiftClosedView, PinFailure | NoReport>
  listClosures(input: CommandInput<'listClosures'>): Reply<readonly ClosureSummary[], PinFailure | NoReport>
  viewClosure(input: CommandInput<'viewClosure'>): Reply<ShiftReport, PinFailure | NoReport>
  viewTrade(input: CommandInput<'viewTrade'>): Reply<TradeView, PinFailure | NoOffice | { readonly type: 'no-shift' }>
  viewSeatsLeft(
    input: CommandInput<'viewSeatsLeft'>,
  ): Reply<SeatsLeftView, PinFailure | PartnerFailure | { readonly type: 'no-access-code' }>
  listOpenSales(input: CommandInput<'listOpenSales'>): Reply<readonly OpenSaleView[], PinFailure>
  viewJournal(input: CommandInput<'viewJournal'>): Reply<readonly JournalLine[], PinFailure | NoOffice>
  verifyLedger(input: CommandInput<'verifyLedger'>): Reply<LedgerVerdict, PinFailure | NoOffice>
  listAccess(input: CommandInput<'listAccess'>): Reply<readonly AccessView[], PinFailure | NoOffice | PartnerFailure>
  setAccessCode(
    input: CommandInput<'setAccessCode'>,
  ): Reply<null, PinFailure | NoOffice | PartnerFailure | { readonly type: 'access-code-refused' } | NotWritten>
  viewSettings(input: CommandInput<'viewSettings'>): Reply<readonly SettingView[], PinFailure | NoOffice>
  changeSetting(
    input: CommandInput<'changeSetting'>,
  ): Reply<
    readonly SettingView[],
    PinFailure | NoOffice | { readonly type: 'setting-refused'; readonly faults: readonly SettingFault[] }
  >
  printTestPage(
    input: CommandInput<'printTestPage'>,
  ): Reply<TestPrintView, PinFailure | NoOffice | { readonly type: 'unknown-printer' }>
  makeDiagnostics(
    input: CommandInput<'makeDiagnostics'>,
  ): Reply<{ readonly file: string }, PinFailure | NoOffice | NotWritten>
  startReconcile(
    input: CommandInput<'startReconcile'>,
  ): Reply<ReconcileView, PinFailure | { readonly type: 'no-shift' }>
  viewReconcile(input: CommandInput<'viewReconcile'>): Reply<ReconcileView | null, PinFailure>
  exportLedger(input: CommandInput<'exportLedger'>): Reply<ArchiveView, PinFailure | NoReport | NotWritten>
  reprintReport(input: CommandInput<'reprintReport'>): Reply<ShiftClosedView, PinFailure | NoReport>
  measureScreen(input: CommandInput<'measureScreen'>): Reply<null, PinFailure | { readonly type: 'not-saved' }>
  quitProgram(input: CommandInput<'quitProgram'>): Reply<null, PinFailure | { readonly type: 'quit-not-offered' }>
  setUpAgain(
    input: CommandInput<'setUpAgain'>,
  ): Reply<null, PinFailure | { readonly type: 'sale-in-progress' } | { readonly type: 'quit-not-offered' }>
  setLanguage(input: CommandInput<'setLanguage'>): Reply<null, SaleFailure>
  noteAttention(input: CommandInput<'noteAttention'>): Reply<null>
  readTicket(input: CommandInput<'readTicket'>): Reply<ScannedAs>
}

export type { EventName, KioskBridge, KioskEvent, KioskEvents } from './events.ts'
