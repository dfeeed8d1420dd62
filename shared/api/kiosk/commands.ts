import { textForms } from '../../domain/text-forms.ts'
import { MAX_SALE_SEATS, type Overview } from '../../domain/seats/offer.ts'
import { MAX_TEXT } from '../../domain/desk/typed-numbers.ts'
import { MAX_QR } from '../../domain/documents/qr-code.ts'
import type { NotInCash } from '../../domain/money/cash.ts'
import { everyTender, tenderKinds } from '../../domain/money/tender.ts'
import { type Member, staffRoles } from '../../domain/staff.ts'
import { byPin, display, publicCommand, type Fields, reportScreenFault, staff, withApprover } from './command.ts'
import type {
  AfterSaleFailure,
  ApprovalKnown,
  CaseFailure,
  CodeFailure,
  CodeMissing,
  NoReport,
  NoShift,
  NothingToClose,
  NotWritten,
  PartnerFailure,
  PeopleFailure,
  Plain,
  RefundFailure,
  SaleFailure,
  ApprovalRequired,
  SlipRefused,
  StaffFailure,
  TicketsCancelled,
  LateTickets,
  TooManySeats,
  UnknownCurrency,
  UnreadableReport,
  VisitFailure,
} from './failures.ts'
import type { MatchingSale, SaleFile } from '../../domain/sale/sale-file.ts'
import type { ClosureSummary, ShiftReport } from '../../domain/money/shift-report.ts'
import type {
  AccessView,
  CardView,
  CreditSlipView,
  ExaminedProviderView,
  JournalLine,
  LedgerVerdict,
  OpenSaleView,
  SeatsLeftView,
  ServiceView,
  SettingFault,
  SettingView,
  SlipCopyView,
  TestPrintView,
  TradeView,
} from './office-views.ts'
import type {
  ArchiveView,
  CollectionView,
  DisplayView,
  EventSeatsView,
  EventsView,
  KioskInfo,
  CashboxView,
  RecalledView,
  ReconcileView,
  ReturnedView,
  SaleView,
  ScannedAs,
  SeatProposal,
  SectionReply,
  SettlementView,
  ShiftClosedView,
  ShiftView,
  SignedInView,
  TermsView,
  VisitView,
} from './views.ts'
import type { StaffCase } from './staff-cases.ts'
import { languages } from '../../domain/language.ts'
import { cardNames } from '../../i18n/paper-texts.ts'

const money = ['cashier', 'supervisor'] as const
const machine = ['supervisor', 'technician'] as const
const supervisor = ['supervisor'] as const
const technician = ['technician'] as const

const nothing = () => ({})
/** Maximum size of a provider's report in bytes, enough for months of payments. */
const MAX_REPORT = 8_000_000

const cashMove = ({ z, currency, reason, sum }: Fields) => ({
  /** `drop`: from the drawer to the safe. */
  direction: z.enum(['in', 'out', 'drop']),
  currency,
  amount: sum.min(1),
  reason,
})
const ofSale = ({ saleId }: Fields) => ({ saleId })

/**
 * The contract between the screens and the main process: the permitted callers, the input and the reply of each
 * command. The allow-list, the validator, the roles and the types of both sides are derived from this table. A new
 * command needs only its row here and its implementation.
 */
export const commands = {
  /** Returns everything that a new window needs, including the current sale. */
  getKiosk: publicCommand(nothing).answers<KioskInfo>(),
  /** Returns the content of the customer display, which contains nothing confidential. */
  viewDisplay: display(nothing).answers<DisplayView>(),
  /** Makes the customer display read this sale aloud, and every later change of it. */
  readAloud: publicCommand(ofSale).answers<null, SaleFailure>(),
  /**
   * Returns the seller, the conditions of sale and the privacy notice, in this language or in the venue's default one.
   * Null if there are none.
   */
  readTerms: publicCommand(({ z }) => ({ language: z.enum(languages) })).answers<TermsView | null>(),
  /** Returns all events on sale, or one page of them if `page` and `limit` are given. */
  listEvents: publicCommand(({ z }) => ({
    page: z.int().min(1).optional(),
    limit: z.int().min(1).max(100).optional(),
  })).answers<EventsView, PartnerFailure>(),
  /**
   * Returns the remaining seats of these events, if known. The service is queried for a few events whose seats are not
   * known, at most every five minutes.
   */
  viewEventSeats: staff(money, ({ z, wireId }) => ({ eventIds: z.array(wireId).min(1).max(10_000) })).answers<
    readonly EventSeatsView[]
  >(),
  /** Opens a booking session for one event; the access code stays in the main process. */
  startVisit: publicCommand(({ z, wireId }) => ({ eventId: wireId, language: z.enum(languages) })).answers<
    VisitView,
    PartnerFailure | CodeMissing | Plain<'sale-in-progress' | 'unknown-event'>
  >(),
  /** Returns the visit of the sale on the screen, for a reloaded page. Visits are lost when the program restarts. */
  viewVisit: publicCommand(ofSale).answers<VisitView, SaleFailure>(),
  viewSection: publicCommand(({ z, saleId, wireId }) => ({
    saleId,
    sectionId: wireId,
    knownRevision: z.string().max(64).optional(),
  })).answers<SectionReply, VisitFailure>(),
  /**
   * Reads some sections again and returns the counts and prices of the venue. Called repeatedly while the sections are
   * shown.
   */
  refreshOverview: publicCommand(ofSale).answers<Overview, VisitFailure>(),
  /** Returns the best seats for a party: at most three offers, which differ in price or tribune. */
  proposeSeats: publicCommand(({ z, saleId, sum, wireId }) => ({
    saleId,
    count: z.int().min(1).max(MAX_SALE_SEATS),
    /**
     * Requests a wheelchair place: on its own for a party of one, otherwise with a companion's seat and the other seats
     * nearby.
     */
    wheelchair: z.literal(true).optional(),
    zoneId: wireId.optional(),
    /** Restricts the search to these sections. */
    sectionIds: z.array(wireId).min(1).max(1000).optional(),
    maxPrice: sum.min(0).optional(),
  })).answers<readonly SeatProposal[], VisitFailure | TooManySeats>(),
  /** Resolves with better offers than the last ones of `proposeSeats` or this command; null if there are none. */
  refineProposals: publicCommand(ofSale).answers<readonly SeatProposal[] | null, SaleFailure>(),
  /**
   * Returns whether a wheelchair place with a companion's seat is left, according to the plan or the sections that were
   * read.
   */
  viewWheelchairPlaces: publicCommand(ofSale).answers<{ readonly left: boolean }, VisitFailure>(),
  /** Holds exactly these seats of one section, all or none. The sale is then at `review`. */
  holdSeats: publicCommand(({ z, saleId, wireId }) => ({
    saleId,
    sectionId: wireId,
    seatIds: z.array(wireId).min(1).max(MAX_SALE_SEATS),
    /** Set if the customer requested a wheelchair place. Otherwise the reserved places are not available. */
    wheelchair: z.literal(true).optional(),
  })).answers<SaleView, SaleFailure | PartnerFailure | TooManySeats | Plain<'seat-unknown'>>(),
  /** Returns a sale from `review` to `choosing`. The holds are released; the session stays open. */
  changeSeats: publicCommand(ofSale).answers<SaleView, SaleFailure>(),
  /** Releases one of several held seats. The others stay held, and the sale is then at `review` again. */
  removeSeat: publicCommand(({ saleId, wireId }) => ({ saleId, seatId: wireId })).answers<
    SaleView,
    SaleFailure | PartnerFailure | Plain<'seat-unknown'>
  >(),
  /**
   * Starts a payment. `amount`: a part of the remaining amount, in minor units, at a cashier's desk only; absent for
   * all of it. An order without charge needs the tender `free`, and accepts no other.
   */
  pay: publicCommand(({ z, by, saleId, sum, telephone }) => ({
    saleId,
    tender: z.enum([...tenderKinds, 'free']),
    amount: sum.min(1).optional(),
    /** The customer's telephone number, for mobile money. It is sent to the operator and not stored. */
    payer: telephone.optional(),
    /** The cashier, at a cashier's desk. Cash is confirmed with `confirmCash`. */
    by: by.optional(),
  })).answers<
    SaleView,
    | SaleFailure
    | PartnerFailure
    | StaffFailure
    | Plain<'tender-not-offered' | 'payer-needed'>
    | { readonly type: 'too-much'; readonly due: number }
    | NotInCash
  >(),
  /**
   * Pays with a credit voucher, by its scanned code or its number. Any remaining value is returned as another voucher.
   */
  paySlip: publicCommand(({ z, by, saleId }) => ({
    saleId,
    slip: z.string().min(1).max(MAX_QR),
    /** The cashier, at a cashier's desk. */
    by: by.optional(),
  })).answers<
    SaleView,
    SaleFailure | PartnerFailure | StaffFailure | SlipRefused | CodeFailure | Plain<'tender-not-offered'>
  >(),
  /** Pays a credit voucher out in cash from this machine's drawer. */
  payOutSlip: withApprover(money, supervisor, ({ z }) => ({ slip: z.string().min(1).max(MAX_QR) })).answers<
    CreditSlipView,
    SlipRefused | CodeFailure | UnknownCurrency
  >(),
  /** Returns the credit vouchers that this machine owes, oldest first. */
  listSlips: staff(money, nothing).answers<readonly CreditSlipView[]>(),
  /** Prints another copy of an open credit voucher, as the next DUPLICATA. */
  reprintCreditSlip: staff(money, ({ z }) => ({ slip: z.string().min(1).max(MAX_QR) })).answers<
    SlipCopyView,
    SlipRefused | CodeFailure
  >(),
  /** Cancels the payment at the customer's request. The terminal may still report that it succeeded. */
  cancelPayment: publicCommand(ofSale).answers<SaleView, SaleFailure>(),
  /**
   * Reports the result of a standalone terminal, as read by the cashier. `again`: confirms a number that another
   * payment of this shift has as well.
   */
  reportTenderResult: staff(money, ({ saleId, tenderResult, wireId }) => ({
    saleId,
    reference: wireId,
    word: tenderResult,
  })).answers<SaleView, SaleFailure | ApprovalKnown>(),
  /** Checks whether a person may take cash. Called with the PIN before an amount is typed. */
  checkPin: staff(money, nothing).answers<null>(),
  /** Confirms cash that staff received at the counter, with their PIN. `received`: in minor units. */
  confirmCash: staff(money, ({ saleId, sum }) => ({ saleId, received: sum.min(0) })).answers<
    SaleView,
    SaleFailure | NotInCash | { readonly type: 'too-little'; readonly due: number }
  >(),
  /**
   * Prints the tickets that were not printed, or possibly not. Tickets that may have been printed before are marked
   * DUPLICATA.
   */
  retryPrint: publicCommand(ofSale).answers<SaleView, SaleFailure>(),
  /** Ends a sale before its payment, at the customer's request or when idle. Releases all holds. */
  abandonSale: publicCommand(({ z, saleId }) => ({ saleId, reason: z.enum(['cancelled', 'idle']) })).answers<
    null,
    SaleFailure
  >(),
  /**
   * Parks the sale at `review` and frees the screen for the next customer. Its holds keep running, also across a
   * restart of the program.
   */
  parkSale: staff(money, ofSale).answers<
    null,
    SaleFailure | { readonly type: 'too-many-parked'; readonly limit: number }
  >(),
  /** Returns a parked or background sale to the screen. If the screen has a sale at `review`, that one is parked. */
  recallSale: staff(money, ofSale).answers<RecalledView, SaleFailure | Plain<'sale-in-progress'>>(),
  /** Notes the customer of the sale at `review`. Null removes a previous note. */
  recordCustomer: staff(money, ({ customer, saleId }) => ({ saleId, customer: customer.nullable() })).answers<
    SaleView,
    SaleFailure
  >(),
  /**
   * Draws one ticket of the finished sale. `picture`: a PNG in Base64. Demo kiosk only: elsewhere it is forbidden,
   * because the code on a ticket admits people.
   */
  drawTicket: publicCommand(({ saleId, wireId }) => ({ saleId, ticketId: wireId })).answers<
    { readonly picture: string },
    SaleFailure | Plain<'no-such-ticket'>
  >(),
  /** Draws the tickets of the finished sale. `document`: a PDF in Base64. Only for a demo kiosk without lockdown. */
  drawTickets: publicCommand(ofSale).answers<{ readonly document: string }, SaleFailure>(),
  /** Removes a finished sale from the screen. At a desk also a paid one, which continues in the background. */
  dismissSale: publicCommand(ofSale).answers<null, SaleFailure>(),
  /**
   * Looks up a payment that a customer left open, by the collection code. Returns its outcome, and prints the tickets
   * if they are paid.
   */
  collectTickets: publicCommand(({ z }) => ({ code: z.string().min(1).max(20) })).answers<
    CollectionView,
    CodeFailure | Plain<'sale-in-progress'>
  >(),
  /** Returns the cases that need staff. Requires a PIN of staff. */
  listStaffCases: staff(staffRoles, nothing).answers<readonly StaffCase[]>(),
  /** Answers the open question of a sale. */
  settleStaffCase: staff(money, ({ saleId, staffAnswer }) => ({ saleId, answer: staffAnswer })).answers<
    readonly StaffCase[],
    CaseFailure
  >(),
  /** Answers the question about an abandoned payment: whether it succeeded, or that the money was refunded. */
  settleOpenPayment: staff(money, ({ wireId, staffAnswer }) => ({ payment: wireId, answer: staffAnswer })).answers<
    readonly StaffCase[],
    ApprovalKnown | Plain<'invalid-answer'>
  >(),
  /**
   * Requests a refund of an owed payment from its provider, at a desk. The service is first queried for tickets. The
   * refund of a payment is requested only once, unless the provider refuses it.
   */
  askRefund: withApprover(money, supervisor, ({ wireId }) => ({ payment: wireId })).answers<
    readonly StaffCase[],
    RefundFailure | LateTickets
  >(),
  /**
   * Records the result of a pending refund, as staff saw it on the provider's page. `receipt`: number of the refund;
   * null if it was not made.
   */
  settleRefund: staff(money, ({ freeText, wireId }) => ({
    refund: wireId,
    receipt: freeText(MAX_TEXT.reference).min(1).nullable(),
  })).answers<readonly StaffCase[], RefundFailure>(),
  /**
   * Closes a gap of the ledger after staff compared drawer, terminal and service. `reference`: from their own records;
   * may be empty.
   */
  settleLedgerGap: staff(supervisor, ({ z, freeText }) => ({
    seq: z.int().min(1),
    reference: freeText(MAX_TEXT.reference),
  })).answers<readonly StaffCase[], Plain<'invalid-answer'>>(),
  /**
   * Settles a stray note. `paidOut`: true if its customer got the amount in cash, false if the note stays in the
   * cashbox until the count.
   */
  settleStrayNote: staff(supervisor, ({ z }) => ({ seq: z.int().min(1), paidOut: z.boolean() })).answers<
    readonly StaffCase[],
    Plain<'invalid-answer'>
  >(),
  /** Finds sales by number, code, seat or time. An empty text finds the latest ones. */
  findSales: staff(money, ({ freeText }) => ({ text: freeText(MAX_QR) })).answers<readonly MatchingSale[]>(),
  openSaleFile: staff(money, ofSale).answers<SaleFile, Plain<'unknown-sale'>>(),
  /**
   * Prints tickets again, each as the next DUPLICATA. The booking service is first asked whether the tickets are still
   * valid. If the service does not reply, a note about this is printed on the tickets.
   */
  reprintTickets: staff(money, ({ reason, saleId, ticketIds }) => ({ saleId, ticketIds, reason })).answers<
    SaleFile,
    SaleFailure | AfterSaleFailure | TicketsCancelled | { readonly type: 'printer-not-ready'; readonly reason: string }
  >(),
  /** Prints a refund slip again, as the next DUPLICATA. */
  reprintSlip: staff(money, ({ reason, saleId, wireId }) => ({ saleId, reference: wireId, reason })).answers<
    ReturnedView,
    SaleFailure | Plain<'invalid-answer'>
  >(),
  /**
   * Takes tickets back, records the refund due and requests the cancellation from the booking service. `void`: a whole
   * sale, in its own shift. `refund`: any of its tickets, by a tender with which it was paid.
   */
  returnTickets: withApprover(money, supervisor, ({ z, reason, saleId, ticketIds }) => ({
    saleId,
    ticketIds,
    kind: z.enum(['refund', 'void']),
    /** If absent, the refund uses the tenders with which the sale was paid. */
    over: z.enum(everyTender).optional(),
    reason,
  })).answers<ReturnedView, SaleFailure | AfterSaleFailure | Plain<'other-shift' | 'other-tender'>>(),
  /**
   * Records that a customer received the money of a return. A refund to a card needs the number of the terminal's
   * receipt.
   */
  payReturn: staff(money, ({ z, freeText, saleId, wireId }) => ({
    saleId,
    reference: wireId,
    kind: z.enum(everyTender),
    receipt: freeText(MAX_TEXT.reference),
  })).answers<SaleFile, SaleFailure | Plain<'invalid-answer'>>(),
  /**
   * Signs a person in at the cashier's desk. The journal records the sign-in and the sign-out. Between sign-in and
   * sign-out, the handle replaces the person's number and PIN.
   */
  signIn: byPin(staffRoles, nothing).answers<SignedInView>(),
  signOut: staff(staffRoles, ({ z }) => ({ reason: z.enum(['left', 'idle']) })).answers<null>(),
  /** Returns the machine's status. Requires a PIN of staff. */
  viewService: staff(staffRoles, nothing).answers<ServiceView>(),
  /** Allows payments again after the cause of refused purchases was fixed. */
  resumePurchases: staff(machine, nothing).answers<null>(),
  /** Returns the current shift, without the expected content of its drawer. */
  viewShift: staff(money, nothing).answers<ShiftView>(),
  /** Records the float at the start of a shift, once for each currency, in minor units. */
  openShift: staff(money, ({ currency, sum }) => ({ currency, float: sum.min(0) })).answers<
    ShiftView,
    UnknownCurrency | NotInCash | Plain<'float-known'>
  >(),
  /**
   * Records cash put into or taken out of the drawer without a sale, such as a drop to the safe. A cashier may move up
   * to `shifts.maxCashierCashMove`.
   */
  moveCash: staff(money, cashMove).answers<ShiftView, UnknownCurrency | NotInCash | ApprovalRequired>(),
  /** Records a cash movement of any amount, approved by a supervisor. */
  moveCashWithApproval: withApprover(money, supervisor, cashMove).answers<ShiftView, UnknownCurrency | NotInCash>(),
  /** Opens the drawer without a sale. Cashiers alone may do so if they may move cash at all. */
  openDrawer: staff(money, ({ reason }) => ({ reason })).answers<ShiftView, ApprovalRequired>(),
  openDrawerWithApproval: withApprover(money, supervisor, ({ reason }) => ({ reason })).answers<ShiftView>(),
  /** Records a blind count of the drawer, whatever the result. */
  countDrawer: staff(money, ({ currency, pieces }) => ({ currency, pieces })).answers<
    ShiftView,
    UnknownCurrency | Plain<'unknown-piece'>
  >(),
  /** Returns the status of the note acceptor's cashbox: whether it is open, and the latest counts. */
  viewCashbox: staff(money, nothing).answers<CashboxView, Plain<'tender-not-offered'>>(),
  /** Opens the cashbox. From then on the device accepts no notes, and the booked content is final for the count. */
  openCashbox: withApprover(money, supervisor, nothing).answers<
    CashboxView,
    Plain<'tender-not-offered' | 'sale-in-progress'>
  >(),
  /**
   * Records the count of the cashbox and moves its notes to the safe. The two people do not see the expected amount.
   * The device then accepts notes again.
   */
  emptyCashbox: withApprover(money, supervisor, ({ pieces, rowSeq }) => ({ openingSeq: rowSeq, pieces })).answers<
    CashboxView,
    | Plain<'tender-not-offered' | 'unknown-piece'>
    /** The cashbox is not open, or was opened by another row. */
    | Plain<'invalid-answer'>
  >(),
  /** Records that the cashbox was put back with its content unchanged. */
  closeCashbox: withApprover(money, supervisor, ({ rowSeq }) => ({ openingSeq: rowSeq })).answers<
    CashboxView,
    Plain<'tender-not-offered' | 'invalid-answer'>
  >(),
  /** Sums up the shift and prints the report. `Z` also ends the shift and starts the next one. */
  closeShift: staff(money, ({ z }) => ({ kind: z.enum(['X', 'Z']) })).answers<ShiftClosedView, NothingToClose>(),
  /** Requests the pending end of day from the card terminals again. */
  closeTerminalDay: staff(money, nothing).answers<ShiftView>(),
  /** Returns the latest closures, newest first. */
  listClosures: staff(supervisor, nothing).answers<readonly ClosureSummary[]>(),
  /** Returns the report of a closure. */
  viewClosure: staff(supervisor, ({ z }) => ({ seq: z.int().min(1) })).answers<ShiftReport, NoReport>(),
  /** Prints the report of this closure, or of the last one, again. */
  reprintReport: staff(money, ({ z }) => ({ seq: z.int().min(1).optional() })).answers<ShiftClosedView, NoReport>(),
  /**
   * Starts to compare a shift's sales with the service's tickets. The comparison continues in the background. If the
   * number is absent, the current shift is compared.
   */
  startReconcile: staff(supervisor, ({ z }) => ({ shiftNo: z.int().min(1).optional() })).answers<
    ReconcileView,
    NoShift
  >(),
  /**
   * Returns the progress and findings of the comparison; null if there was none since the last start of the program.
   */
  viewReconcile: staff(supervisor, nothing).answers<ReconcileView | null>(),
  /**
   * Compares payments with a provider's report, a CSV file. `from` defaults to today, `to` to `from`. Changes nothing.
   * The report is sent in pieces, in order; the reply is null until the last piece.
   */
  reconcileSettlement: staff(supervisor, ({ z, day }) => ({
    driver: z.string().regex(textForms.driverName),
    from: day.optional(),
    to: day.optional(),
    /** A piece of the file in Base64, its offset, and the size of the whole file, in bytes. */
    piece: z.base64().max(44_000),
    at: z.int().min(0).max(MAX_REPORT),
    size: z.int().min(0).max(MAX_REPORT),
  })).answers<SettlementView | null, UnreadableReport | Plain<'invalid-answer'>>(),
  /**
   * Returns the sales of a shift over time, by tribune and by price. If the number is absent, returns the sales of the
   * current shift.
   */
  viewSalesBreakdown: staff(supervisor, ({ z }) => ({ shiftNo: z.int().min(1).optional() })).answers<
    TradeView,
    NoShift
  >(),
  /** Returns the remaining seats of an event. The query to the service also tests the event's access code. */
  viewSeatsLeft: staff(supervisor, ({ wireId }) => ({ eventId: wireId })).answers<
    SeatsLeftView,
    PartnerFailure | CodeMissing
  >(),
  /** Returns every unfinished sale, with its state and its open question for staff. */
  listOpenSales: staff(staffRoles, nothing).answers<readonly OpenSaleView[]>(),
  /** Returns rows of the ledger before this one, or the last ones, newest first. */
  viewJournal: staff(machine, ({ z, saleId }) => ({
    before: z.int().min(1).optional(),
    saleId: saleId.optional(),
  })).answers<readonly JournalLine[]>(),
  /** Checks the whole ledger: chain, signatures, sums and invariants. */
  verifyLedger: staff(machine, nothing).answers<LedgerVerdict>(),
  /** Returns the source of the access code for each event on sale. */
  listAccess: staff(supervisor, nothing).answers<readonly AccessView[], PartnerFailure>(),
  /** Saves an event's access code if the service accepts it. No command returns the code. */
  setAccessCode: staff(supervisor, ({ accessCode, wireId }) => ({
    eventId: wireId,
    code: accessCode,
  })).answers<null, PartnerFailure | CodeMissing | NotWritten>(),
  /** Returns all staff members. */
  listPeople: staff(supervisor, nothing).answers<readonly Member[]>(),
  /**
   * Adds a staff member, with a PIN that they typed themselves. Needs dual control: otherwise a supervisor could create
   * a second identity and approve their own actions.
   */
  addPerson: withApprover(supervisor, machine, ({ member, person }) => ({ ...member, newPin: person.pin })).answers<
    readonly Member[],
    PeopleFailure | NotWritten
  >(),
  /** Sets a new PIN. Needs dual control, because the person who sets it could sign in with it. */
  resetPin: withApprover(supervisor, machine, ({ member: { number }, person }) => ({
    number,
    newPin: person.pin,
  })).answers<readonly Member[], PeopleFailure | NotWritten>(),
  /** Removes a staff member. Takes effect immediately. */
  removePerson: staff(supervisor, ({ member: { number } }) => ({ number })).answers<
    readonly Member[],
    PeopleFailure | NotWritten
  >(),
  viewSettings: staff(machine, nothing).answers<readonly SettingView[]>(),
  /** Saves a setting for the next start. Null removes it. */
  changeSetting: staff(machine, ({ z, freeText }) => ({
    key: z.string().max(60),
    value: z.union([
      freeText(300),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(freeText(40)).max(20).readonly(),
      z.strictObject({ from: freeText(20), to: freeText(20) }),
    ]),
  })).answers<readonly SettingView[], { readonly type: 'setting-refused'; readonly faults: readonly SettingFault[] }>(),
  /** Prints a test page on this printer, as configured, for staff to check. */
  printTestPage: staff(machine, ({ z }) => ({ printer: z.string().min(1).max(40) })).answers<
    TestPrintView,
    Plain<'unknown-printer'>
  >(),
  /**
   * Creates a quick-reference card of one page. Saves it as a file, and prints it if a printer prints reports on A4.
   */
  printCard: staff(staffRoles, ({ z }) => ({ card: z.enum(cardNames), language: z.enum(languages) })).answers<
    CardView,
    NotWritten
  >(),
  /** Checks whether each payment provider accepts this machine. */
  checkProviders: staff(machine, nothing).answers<readonly ExaminedProviderView[]>(),
  /** Writes a diagnostics file without secrets and personal data. */
  makeDiagnostics: staff(machine, nothing).answers<{ readonly file: string }, NotWritten>(),
  /** Exports the whole ledger as a signed archive, to be stored elsewhere. */
  exportLedger: staff(machine, nothing).answers<ArchiveView, NotWritten>(),
  /** Saves the measurements of this machine's screen. They take effect immediately and survive a restart. */
  measureScreen: staff(machine, ({ z }) => ({
    pixelsPerMillimetre: z.number().min(1).max(20),
    screenBottomMillimetres: z.number().min(0).max(1000),
  })).answers<null, Plain<'not-saved'>>(),
  /** Ends the program as a signal would, if its host permits it. */
  quitProgram: staff(machine, nothing).answers<null, Plain<'quit-not-offered'>>(),
  /** Opens the set-up for a technician. The settings stay unchanged until the set-up ends. */
  setUpAgain: staff(technician, nothing).answers<null, Plain<'sale-in-progress' | 'quit-not-offered'>>(),
  /**
   * Starts training, in which sales do not count and everyone has to sign in. Meanwhile the live desk is locked and
   * unchanged.
   */
  beginTraining: byPin(supervisor, nothing).answers<null, Plain<'sale-in-progress' | 'training-not-offered'>>(),
  /** Returns to the live desk, where everyone has to sign in again. */
  endTraining: publicCommand(nothing).answers<null, Plain<'training-not-offered'>>(),
  /** Deletes the training data and starts training again. */
  restartTraining: staff(supervisor, nothing).answers<null, Plain<'training-not-offered'>>(),
  setLanguage: publicCommand(({ z, saleId }) => ({ saleId, language: z.enum(languages) })).answers<null, SaleFailure>(),
  /**
   * Reports that the screen was touched. `inUse`: true if a customer's data is on the screen; reported repeatedly while
   * true, and once when it becomes false.
   */
  reportActivity: publicCommand(({ z }) => ({ inUse: z.boolean() })).answers<null>(),
  /** Also available to the customer display and to the screens of the set-up. */
  reportScreenFault,
  /** Reports what a scanner read from a printed ticket. */
  readTicket: publicCommand(({ z }) => ({ code: z.string().min(1).max(MAX_QR) })).answers<ScannedAs>(),
}
