import { textForms } from '../../domain/text-forms.ts'
import { MAX_SALE_SEATS, type Overview } from '../../domain/seats/offer.ts'
import { MAX_TEXT } from '../../domain/desk/typed-numbers.ts'
import { MAX_QR } from '../../domain/documents/qr-code.ts'
import type { NotInCash } from '../../domain/money/cash.ts'
import { everyTender, tenderKinds } from '../../domain/money/tender.ts'
import { agentCallReasons, type Member, staffRoles } from '../../domain/staff.ts'
import { accountCommands, invoiceCommands, messageCommands, telephoneCommands } from './account-commands.ts'
import { byPin, display, publicCommand, type Fields, reportScreenFault, staff, withApprover } from './command.ts'
import type {
  AfterSaleFailure,
  ApprovalKnown,
  CaseFailure,
  CodeFailure,
  CodeMissing,
  CorrectionRefused,
  NoReport,
  NoShift,
  NothingToClose,
  NotWritten,
  PartnerFailure,
  PeopleFailure,
  Plain,
  RefundFailure,
  ReprintFailure,
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
import type { HubPurchase, MatchingSale, PurchaseCopy, SaleFile } from '../../domain/sale/sale-file.ts'
import type { ClosureSummary, ShiftReport } from '../../domain/money/shift-report.ts'
import type {
  AccessView,
  CardView,
  CreditSlipView,
  ExaminedProviderView,
  JournalLine,
  LedgerVerdict,
  OpenSaleView,
  SalesListView,
  SeatsLeftView,
  ServiceView,
  SettingFault,
  SettingView,
  SlipCopyView,
  TestPrintView,
  TradeView,
} from './office-views.ts'
import type {
  AgentCallView,
  ArchiveView,
  BadgePrintedView,
  BadgeReadView,
  BadgeView,
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
import { cardNames } from '../../i18n/texts.ts'

const money = ['cashier', 'supervisor'] as const
const machine = ['supervisor', 'technician'] as const
const supervisor = ['supervisor'] as const
const technician = ['technician'] as const

const nothing = () => ({})
/** Maximum size of a provider's report in bytes, enough for months of payments. */
const MAX_REPORT = 8_000_000

const cashMove = ({ z, currency, reason, sum }: Fields) => ({
  /** `drop`: cash moves from the drawer to the safe. */
  direction: z.enum(['in', 'out', 'drop']),
  currency,
  amount: sum.min(1),
  reason,
})
const ofSale = ({ saleId }: Fields) => ({ saleId })
/** Seats of one section. */
const sectionSeats = ({ z, wireId }: Fields) => ({
  sectionId: wireId,
  seatIds: z.array(wireId).min(1).max(MAX_SALE_SEATS),
})

/** Contract between the screens and the main process, from which allow-list, validator, roles and types are derived. */
export const commands = {
  getKiosk: publicCommand(nothing).answers<KioskInfo>(),
  /** Returns the content of the customer display, which contains nothing confidential. */
  viewDisplay: display(nothing).answers<DisplayView>(),
  /** Makes the customer display read the sale, and every later change of the sale, aloud. */
  readAloud: publicCommand(ofSale).answers<null, SaleFailure>(),
  /**
   * Returns null if the venue has no terms. If a text is missing in the requested language, returns it in the default
   * language.
   */
  readTerms: publicCommand(({ z }) => ({ language: z.enum(languages) })).answers<TermsView | null>(),
  listEvents: publicCommand(({ z }) => ({
    page: z.int().min(1).optional(),
    limit: z.int().min(1).max(100).optional(),
  })).answers<EventsView, PartnerFailure>(),
  /** Returns the remaining seats, if known. Unknown counts are queried at most every five minutes. */
  viewEventSeats: staff(money, ({ z, wireId }) => ({ eventIds: z.array(wireId).min(1).max(10_000) })).answers<
    readonly EventSeatsView[]
  >(),
  /** Opens a booking session for one event. The access code is never sent to the screen. */
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
   * Reads some sections again and returns the seat counts and prices of the venue. Screens call this command
   * repeatedly.
   */
  refreshOverview: publicCommand(ofSale).answers<Overview, VisitFailure>(),
  /** Returns the best seats for a party: at most three offers, which differ in price or stand. */
  proposeSeats: publicCommand((fields) => {
    const { z, saleId, sum, wireId } = fields
    return {
      saleId,
      count: z.int().min(1).max(MAX_SALE_SEATS),
      /**
       * Seats already chosen for the same sale. Every offer begins with them; its other seats are as near to them as
       * possible if they are in the same section or zone.
       */
      chosen: z
        .array(z.strictObject(sectionSeats(fields)))
        .min(1)
        .max(MAX_SALE_SEATS)
        .optional(),
      /** Requests a wheelchair place. A party of two or more also gets a companion's seat and other seats nearby. */
      wheelchair: z.literal(true).optional(),
      zoneId: wireId.optional(),
      sectionIds: z.array(wireId).min(1).max(1000).optional(),
      maxPrice: sum.min(0).optional(),
    }
  }).answers<readonly SeatProposal[], VisitFailure | TooManySeats | Plain<'seat-unknown'>>(),
  /** Resolves with better offers than `proposeSeats` or `refineProposals` returned last; null if there are none. */
  refineProposals: publicCommand(ofSale).answers<readonly SeatProposal[] | null, SaleFailure>(),
  /** Returns whether a wheelchair place with a companion's seat is left, according to the data read so far. */
  viewWheelchairPlaces: publicCommand(ofSale).answers<{ readonly left: boolean }, VisitFailure>(),
  /** Holds all the given seats, or none. On success, the sale is at `review`. */
  holdSeats: publicCommand((fields) => {
    const { z, saleId } = fields
    /** Set if the customer requested a wheelchair place. Otherwise wheelchair places are rejected. */
    const wheelchair = z.literal(true).optional()
    const group = z.strictObject({ ...sectionSeats(fields), wheelchair })
    return { saleId, groups: z.array(group).min(1).max(MAX_SALE_SEATS) }
  }).answers<SaleView, SaleFailure | PartnerFailure | TooManySeats | Plain<'seat-unknown'>>(),
  /** Returns a sale from `review` to `choosing`. The holds are released; the session stays open. */
  changeSeats: publicCommand(ofSale).answers<SaleView, SaleFailure>(),
  /** Releases a single held seat. The sale returns to `review` with its remaining seats. */
  removeSeat: publicCommand(({ saleId, wireId }) => ({ saleId, seatId: wireId })).answers<
    SaleView,
    SaleFailure | PartnerFailure | Plain<'seat-unknown'>
  >(),
  /** Starts a payment. `amount`: part of the remaining amount in minor units; absent for all of it. */
  pay: publicCommand(({ z, by, saleId, sum, telephone }) => ({
    saleId,
    tender: z.enum([...tenderKinds, 'free']),
    amount: sum.min(1).optional(),
    /** The customer's telephone number for mobile money, which is sent to the operator and not stored. */
    payer: telephone.optional(),
    /** Credentials of the cashier, at a cashier's desk only. */
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
  /** Pays with a credit voucher, by its scanned code or number. Any remaining value is issued as a new voucher. */
  paySlip: publicCommand(({ z, by, saleId }) => ({
    saleId,
    slip: z.string().min(1).max(MAX_QR),
    by: by.optional(),
  })).answers<
    SaleView,
    SaleFailure | PartnerFailure | StaffFailure | SlipRefused | CodeFailure | Plain<'tender-not-offered'>
  >(),
  /** Pays a credit voucher out in cash from the drawer. */
  payOutSlip: withApprover(money, supervisor, ({ z }) => ({ slip: z.string().min(1).max(MAX_QR) })).answers<
    CreditSlipView,
    SlipRefused | CodeFailure | UnknownCurrency
  >(),
  ...accountCommands,
  ...invoiceCommands,
  ...telephoneCommands,
  ...messageCommands,
  listSlips: staff(money, nothing).answers<readonly CreditSlipView[]>(),
  reprintCreditSlip: staff(money, ({ z }) => ({ slip: z.string().min(1).max(MAX_QR) })).answers<
    SlipCopyView,
    SlipRefused | CodeFailure
  >(),
  /** Cancels the payment at the customer's request. The terminal may still report that the payment succeeded. */
  cancelPayment: publicCommand(ofSale).answers<SaleView, SaleFailure>(),
  /** Reports the result of a standalone terminal, as read by the cashier. */
  reportTenderResult: staff(money, ({ saleId, tenderResult, wireId }) => ({
    saleId,
    reference: wireId,
    word: tenderResult,
  })).answers<SaleView, SaleFailure | ApprovalKnown | ApprovalRequired>(),
  /**
   * Accepts a document as the payment, either while the sale is being paid or when staff answer whether they took it.
   * `again`: confirms a number that another document also has.
   */
  acceptDocument: withApprover(money, supervisor, ({ z, saleId, documentNumber, wireId }) => ({
    saleId,
    reference: wireId,
    number: documentNumber,
    again: z.boolean().optional(),
  })).answers<null, CaseFailure>(),
  /** Checks whether a person may take cash. Called with the PIN before an amount is typed. */
  checkPin: staff(money, nothing).answers<null>(),
  /**
   * Confirms cash that staff received at the counter. `received`: amount in minor units. The handle from `readBadge`
   * may replace the PIN.
   */
  confirmCash: staff(money, ({ saleId, sum }) => ({ saleId, received: sum.min(0) })).answers<
    SaleView,
    SaleFailure | NotInCash | { readonly type: 'too-little'; readonly due: number }
  >(),
  /** Calls an agent through the hub. If a call is open, calls again. Returns the open call; null without a hub. */
  callAgent: publicCommand(({ z }) => ({ reason: z.enum(agentCallReasons) })).answers<AgentCallView | null>(),
  endAgentCall: publicCommand(nothing).answers<null>(),
  /** Answers a kiosk's call from a desk. `reached`: whether the hub confirmed the answer. */
  answerCall: staff(staffRoles, ({ z, wireId }) => ({
    deviceId: wireId,
    callId: z.guid(),
    answer: z.enum(['coming', 'done']),
  })).answers<{ readonly reached: boolean }>(),
  /** Issues the caller a badge for the kiosks, at a desk with an open shift. Invalidates the caller's earlier badge. */
  issueBadge: staff(money, nothing).answers<BadgeView>(),
  /**
   * Issues and prints a permanent badge for a staff member who may take cash. Invalidates the member's earlier permanent
   * badge. Needs dual control like a new PIN, because the holder of the badge can take cash in the owner's name.
   */
  printBadge: withApprover(supervisor, machine, ({ member: { number } }) => ({ number })).answers<
    BadgePrintedView,
    Plain<'no-such-number'>
  >(),
  /** Identifies an agent by a badge, for the cash payment of the sale. */
  readBadge: publicCommand(({ z, saleId }) => ({ saleId, code: z.string().min(1).max(MAX_QR) })).answers<
    BadgeReadView,
    SaleFailure
  >(),
  /** Prints the tickets that were not printed, and reprints possibly printed tickets, marked DUPLICATA. */
  retryPrint: publicCommand(ofSale).answers<SaleView, SaleFailure>(),
  /** Ends a sale before its payment and releases all holds. */
  abandonSale: publicCommand(({ z, saleId }) => ({ saleId, reason: z.enum(['cancelled', 'idle']) })).answers<
    null,
    SaleFailure
  >(),
  /**
   * Parks the sale at `review` and frees the screen. The expiry times of its holds do not change, even after a restart.
   */
  parkSale: staff(money, ofSale).answers<
    null,
    SaleFailure | { readonly type: 'too-many-parked'; readonly limit: number }
  >(),
  /** Returns a parked or background sale to the screen. If the sale that is on the screen is at `review`, parks it. */
  recallSale: staff(money, ofSale).answers<RecalledView, SaleFailure | Plain<'sale-in-progress'>>(),
  /** Records the customer of the sale at `review`. Null removes the previously recorded customer. */
  recordCustomer: staff(money, ({ customer, saleId }) => ({ saleId, customer: customer.nullable() })).answers<
    SaleView,
    SaleFailure
  >(),
  /** Draws one ticket as a PNG in Base64. Demo mode only, because the code on a ticket grants admission. */
  drawTicket: publicCommand(({ saleId, wireId }) => ({ saleId, ticketId: wireId })).answers<
    { readonly picture: string },
    SaleFailure | Plain<'no-such-ticket'>
  >(),
  /** Draws the tickets of the finished sale as a PDF in Base64. Available only in demo mode without lockdown. */
  drawTickets: publicCommand(ofSale).answers<{ readonly document: string }, SaleFailure>(),
  /** Removes a finished sale from the screen. At a desk, a paid sale continues in the background. */
  dismissSale: publicCommand(ofSale).answers<null, SaleFailure>(),
  /** Finds a payment by its collection code. Returns its outcome, and prints the tickets if they are paid. */
  collectTickets: publicCommand(({ z }) => ({ code: z.string().min(1).max(20) })).answers<
    CollectionView,
    CodeFailure | Plain<'sale-in-progress'>
  >(),
  listStaffCases: staff(staffRoles, nothing).answers<readonly StaffCase[]>(),
  settleStaffCase: staff(money, ({ saleId, staffAnswer }) => ({ saleId, answer: staffAnswer })).answers<
    readonly StaffCase[],
    CaseFailure
  >(),
  /** Records whether an abandoned payment succeeded, or that its money was refunded. */
  settleOpenPayment: staff(money, ({ wireId, staffAnswer }) => ({ payment: wireId, answer: staffAnswer })).answers<
    readonly StaffCase[],
    ApprovalKnown | Plain<'invalid-answer'>
  >(),
  /**
   * Requests a refund from the payment's provider; if necessary, first checks again that the booking service has issued
   * no tickets. The request is repeated only if the previous request was refused or could not be sent.
   */
  askRefund: withApprover(money, supervisor, ({ wireId }) => ({ payment: wireId })).answers<
    readonly StaffCase[],
    RefundFailure | LateTickets
  >(),
  /** Records the result of a pending refund. `receipt`: number of the refund; null if no refund was made. */
  settleRefund: staff(money, ({ freeText, wireId }) => ({
    refund: wireId,
    receipt: freeText(MAX_TEXT.reference).min(1).nullable(),
  })).answers<readonly StaffCase[], RefundFailure>(),
  /**
   * Closes a gap in the ledger after staff have checked it. `reference`: reference from the staff's own records; may be
   * empty.
   */
  settleLedgerGap: staff(supervisor, ({ z, freeText }) => ({
    seq: z.int().min(1),
    reference: freeText(MAX_TEXT.reference),
  })).answers<readonly StaffCase[], Plain<'invalid-answer'>>(),
  /** Settles a banknote that belongs to no sale. `paidOut`: false if the note stays in the cashbox until the count. */
  settleStrayNote: staff(supervisor, ({ z }) => ({ seq: z.int().min(1), paidOut: z.boolean() })).answers<
    readonly StaffCase[],
    Plain<'invalid-answer'>
  >(),
  /** Finds sales by number, code, seat or time. An empty text finds the latest sales. */
  findSales: staff(money, ({ freeText }) => ({ text: freeText(MAX_QR) })).answers<readonly MatchingSale[]>(),
  /**
   * Finds purchases at the hub by seat, amount, time or the end of a telephone number. Omits purchases from this
   * machine. Empty without a hub; null if the hub does not reply.
   */
  findPurchases: staff(money, ({ freeText }) => ({ text: freeText(MAX_QR) })).answers<readonly HubPurchase[] | null>(),
  /**
   * Prints tickets of a purchase found by `findPurchases`. Each ticket is marked with its next DUPLICATA number on this
   * machine. Stops after the first ticket that fails or may have failed. Returns the result of each ticket up to that
   * one.
   */
  reprintPurchase: staff(money, ({ reason, wireId, ticketIds }) => ({
    orderId: wireId,
    ticketNumbers: ticketIds,
    reason,
  })).answers<
    readonly PurchaseCopy[],
    | SaleFailure
    | Plain<'partner-unreachable' | 'no-such-ticket'>
    | TicketsCancelled
    | { readonly type: 'printer-not-ready'; readonly reason: string }
  >(),
  openSaleFile: staff(money, ofSale).answers<SaleFile, Plain<'unknown-sale'>>(),
  /**
   * Prints tickets again, each marked with the next DUPLICATA number, and with a note if their validity cannot be
   * confirmed.
   */
  reprintTickets: staff(money, ({ reason, saleId, ticketIds }) => ({ saleId, ticketIds, reason })).answers<
    SaleFile,
    ReprintFailure
  >(),
  reprintSlip: staff(money, ({ reason, saleId, wireId }) => ({ saleId, reference: wireId, reason })).answers<
    ReturnedView,
    SaleFailure | Plain<'invalid-answer'>
  >(),
  /**
   * Records the refund due and requests the cancellation of tickets. `void`: a whole sale, in the shift in which it was
   * made. `refund`: any tickets of a sale, repaid with a tender that was used to pay for it.
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
   * Records a payment of the current shift under its right tender, and issues the corrected receipt. `approval`: number
   * of the payment; absent for cash. `again`: confirms a number that another payment also has.
   */
  correctTender: withApprover(money, supervisor, ({ z, approval, documentNumber, reason, saleId, wireId }) => ({
    saleId,
    payment: wireId,
    tender: z.enum(everyTender),
    approval: z.union([approval, documentNumber]).optional(),
    again: z.boolean().optional(),
    reason,
  })).answers<
    ReturnedView,
    SaleFailure | ApprovalKnown | CorrectionRefused | Plain<'other-shift' | 'tender-not-offered' | 'invalid-answer'>
  >(),
  /** Records that a customer received a refund. A refund to a card needs the number of the terminal's receipt. */
  payReturn: staff(money, ({ z, freeText, saleId, wireId }) => ({
    saleId,
    reference: wireId,
    kind: z.enum(everyTender),
    receipt: freeText(MAX_TEXT.reference),
  })).answers<SaleFile, SaleFailure | Plain<'invalid-answer'>>(),
  /** Signs a person in. Until the sign-out, the returned handle replaces the staff number and PIN. */
  signIn: byPin(staffRoles, nothing).answers<SignedInView>(),
  signOut: staff(staffRoles, ({ z }) => ({ reason: z.enum(['left', 'idle']) })).answers<null>(),
  viewService: staff(staffRoles, nothing).answers<ServiceView>(),
  /** Allows payments again after the cause of refused purchases was fixed. */
  resumePurchases: staff(machine, nothing).answers<null>(),
  viewShift: staff(money, nothing).answers<ShiftView>(),
  /** Records the float at the start of a shift, once for each currency, in minor units. */
  openShift: staff(money, ({ currency, sum }) => ({ currency, float: sum.min(0) })).answers<
    ShiftView,
    UnknownCurrency | NotInCash | Plain<'float-known'>
  >(),
  /** Records a cash movement without a sale. A cashier may move up to `shifts.maxCashierCashMove`. */
  moveCash: staff(money, cashMove).answers<ShiftView, UnknownCurrency | NotInCash | ApprovalRequired>(),
  moveCashWithApproval: withApprover(money, supervisor, cashMove).answers<ShiftView, UnknownCurrency | NotInCash>(),
  /** Opens the drawer without a sale. Needs no approval if cashiers may move cash. */
  openDrawer: staff(money, ({ reason }) => ({ reason })).answers<ShiftView, ApprovalRequired>(),
  openDrawerWithApproval: withApprover(money, supervisor, ({ reason }) => ({ reason })).answers<ShiftView>(),
  countDrawer: staff(money, ({ currency, pieces }) => ({ currency, pieces })).answers<
    ShiftView,
    UnknownCurrency | Plain<'unknown-piece'>
  >(),
  /** Records a count that the colleague who takes over the drawer confirms with a PIN. */
  handOverDrawer: withApprover(money, money, ({ currency, pieces }) => ({ currency, pieces })).answers<
    ShiftView,
    UnknownCurrency | Plain<'unknown-piece'>
  >(),
  viewCashbox: staff(money, nothing).answers<CashboxView, Plain<'tender-not-offered'>>(),
  /**
   * Opens the cashbox. While the cashbox is open, the note acceptor rejects notes, and the recorded content does not
   * change.
   */
  openCashbox: withApprover(money, supervisor, nothing).answers<
    CashboxView,
    Plain<'tender-not-offered' | 'sale-in-progress'>
  >(),
  /** Records the count of the cashbox and moves its notes to the safe. The expected amount is not shown. */
  emptyCashbox: withApprover(money, supervisor, ({ pieces, rowSeq }) => ({ openingSeq: rowSeq, pieces })).answers<
    CashboxView,
    | Plain<'tender-not-offered' | 'unknown-piece'>
    /** The cashbox is not open, or its opening is recorded in a ledger row other than `openingSeq`. */
    | Plain<'invalid-answer'>
  >(),
  /** Records that the cashbox was put back with its content unchanged. */
  closeCashbox: withApprover(money, supervisor, ({ rowSeq }) => ({ openingSeq: rowSeq })).answers<
    CashboxView,
    Plain<'tender-not-offered' | 'invalid-answer'>
  >(),
  /** Prints the X or Z report of the shift. A Z report also ends the shift and starts the next shift. */
  closeShift: staff(money, ({ z }) => ({ kind: z.enum(['X', 'Z']) })).answers<ShiftClosedView, NothingToClose>(),
  closeTerminalDay: staff(money, nothing).answers<ShiftView>(),
  listClosures: staff(supervisor, nothing).answers<readonly ClosureSummary[]>(),
  viewClosure: staff(supervisor, ({ z }) => ({ seq: z.int().min(1) })).answers<ShiftReport, NoReport>(),
  /** Prints the report of a closure again; of the last closure if `seq` is absent. */
  reprintReport: staff(money, ({ z }) => ({ seq: z.int().min(1).optional() })).answers<ShiftClosedView, NoReport>(),
  /** Starts a background comparison of a shift's sales with the service's tickets. Defaults to the current shift. */
  startReconcile: staff(supervisor, ({ z }) => ({ shiftNo: z.int().min(1).optional() })).answers<
    ReconcileView,
    NoShift
  >(),
  /** Returns null if no comparison was started since the last start of the program. */
  viewReconcile: staff(supervisor, nothing).answers<ReconcileView | null>(),
  /**
   * Compares payments with a provider's CSV report. `from` defaults to today, and `to` to `from`. The report is sent in
   * consecutive pieces; the reply is null until the last piece.
   */
  reconcileSettlement: staff(supervisor, ({ z, day }) => ({
    driver: z.string().regex(textForms.driverName),
    from: day.optional(),
    to: day.optional(),
    /** A piece of the file in Base64, followed by its offset and the size of the whole file in bytes. */
    piece: z.base64().max(44_000),
    at: z.int().min(0).max(MAX_REPORT),
    size: z.int().min(0).max(MAX_REPORT),
  })).answers<SettlementView | null, UnreadableReport | Plain<'invalid-answer'>>(),
  /** Returns the sales of a shift by time, stand and price. Defaults to the current shift. */
  viewSalesBreakdown: staff(supervisor, ({ z }) => ({ shiftNo: z.int().min(1).optional() })).answers<
    TradeView,
    NoShift
  >(),
  /**
   * Saves the sales and refunds that match all given conditions as CSV. Without a condition, saves those of the current
   * shift. If only `from` or `to` is given, the period is that single day.
   */
  saveSalesList: staff(supervisor, ({ z, day, wireId }) => ({
    shiftNo: z.int().min(1).optional(),
    from: day.optional(),
    to: day.optional(),
    eventId: wireId.optional(),
    staffId: wireId.optional(),
    print: z.literal(true).optional(),
  })).answers<SalesListView, NoShift | NotWritten>(),
  /** Returns the remaining seats of an event. The query also tests the event's access code. */
  viewSeatsLeft: staff(supervisor, ({ wireId }) => ({ eventId: wireId })).answers<
    SeatsLeftView,
    PartnerFailure | CodeMissing
  >(),
  listOpenSales: staff(staffRoles, nothing).answers<readonly OpenSaleView[]>(),
  /** Returns ledger rows before the row `before`, or the last rows if `before` is absent, newest first. */
  viewJournal: staff(machine, ({ z, saleId }) => ({
    before: z.int().min(1).optional(),
    saleId: saleId.optional(),
  })).answers<readonly JournalLine[]>(),
  verifyLedger: staff(machine, nothing).answers<LedgerVerdict>(),
  listAccess: staff(supervisor, nothing).answers<readonly AccessView[], PartnerFailure>(),
  /** Saves an event's access code if the service accepts it. No command returns the code. */
  setAccessCode: staff(supervisor, ({ accessCode, wireId }) => ({
    eventId: wireId,
    code: accessCode,
  })).answers<null, PartnerFailure | CodeMissing | NotWritten>(),
  listPeople: staff(supervisor, nothing).answers<readonly Member[]>(),
  /** Adds a staff member. Dual control prevents a supervisor from creating a second identity to approve actions. */
  addPerson: withApprover(supervisor, machine, ({ member, person }) => ({ ...member, newPin: person.pin })).answers<
    readonly Member[],
    PeopleFailure | NotWritten
  >(),
  /** Sets a new PIN. Needs dual control, because the person who sets a PIN could sign in with it. */
  resetPin: withApprover(supervisor, machine, ({ member: { number }, person }) => ({
    number,
    newPin: person.pin,
  })).answers<readonly Member[], PeopleFailure | NotWritten>(),
  removePerson: staff(supervisor, ({ member: { number } }) => ({ number })).answers<
    readonly Member[],
    PeopleFailure | NotWritten
  >(),
  viewSettings: staff(machine, nothing).answers<readonly SettingView[]>(),
  /** Saves a setting, which takes effect at the next start of the program. Null removes the setting. */
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
  printTestPage: staff(machine, ({ z }) => ({ printer: z.string().min(1).max(40) })).answers<
    TestPrintView,
    Plain<'unknown-printer'>
  >(),
  /** Saves a one-page quick-reference card as a file. Also prints it if a printer for reports uses A4 paper. */
  printCard: staff(staffRoles, ({ z }) => ({ card: z.enum(cardNames), language: z.enum(languages) })).answers<
    CardView,
    NotWritten
  >(),
  checkProviders: staff(machine, nothing).answers<readonly ExaminedProviderView[]>(),
  makeDiagnostics: staff(machine, nothing).answers<{ readonly file: string }, NotWritten>(),
  exportLedger: staff(machine, nothing).answers<ArchiveView, NotWritten>(),
  /** Saves the measurements of the screen, which take effect immediately and survive a restart. */
  measureScreen: staff(machine, ({ z }) => ({
    pixelsPerMillimetre: z.number().min(1).max(20),
    screenBottomMillimetres: z.number().min(0).max(1000),
  })).answers<null, Plain<'not-saved'>>(),
  /** Ends the program in the same way as a termination signal, if the host of the program permits it. */
  quitProgram: staff(machine, nothing).answers<null, Plain<'quit-not-offered'>>(),
  /** Opens the set-up for a technician. The settings stay unchanged until the set-up ends. */
  setUpAgain: staff(technician, nothing).answers<null, Plain<'sale-in-progress' | 'quit-not-offered'>>(),
  /** Starts training, in which sales do not count and everyone has to sign in. Live data stays unchanged. */
  beginTraining: byPin(supervisor, nothing).answers<null, Plain<'sale-in-progress' | 'training-not-offered'>>(),
  endTraining: publicCommand(nothing).answers<null, Plain<'training-not-offered'>>(),
  restartTraining: staff(supervisor, nothing).answers<null, Plain<'training-not-offered'>>(),
  setLanguage: publicCommand(({ z, saleId }) => ({ saleId, language: z.enum(languages) })).answers<null, SaleFailure>(),
  /** `inUse`: true, reported repeatedly, while a customer's data is on the screen; false once afterwards. */
  reportActivity: publicCommand(({ z }) => ({ inUse: z.boolean() })).answers<null>(),
  /** `reportScreenFault` is also available to the customer display and to the screens of the set-up. */
  reportScreenFault,
  readTicket: publicCommand(({ z }) => ({ code: z.string().min(1).max(MAX_QR) })).answers<ScannedAs>(),
}
