import { textForms } from '../domain/text-forms.ts'
import { MAX_SALE_SEATS, type Overview } from '../domain/seats/offer.ts'
import { MAX_TEXT } from '../domain/desk/typed-numbers.ts'
import { LONGEST_QR } from '../domain/documents/qr-code.ts'
import type { NotInCash } from '../domain/money/cash.ts'
import { everyTender, tenderKinds } from '../domain/money/tender.ts'
import { type Member, staffRoles } from '../domain/staff.ts'
import { byPin, display, everybody, type Fields, reportScreenFault, staff, twoPeople } from './command.ts'
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
  RefundFailure,
  SaleFailure,
  SecondNeeded,
  SlipRefused,
  StaffFailure,
  TicketsCancelled,
  TicketsTurnedUp,
  TooManySeats,
  UnknownCurrency,
  UnreadableReport,
} from './failures.ts'
import type { MatchingSale, SaleFile } from '../domain/sale/sale-file.ts'
import type { ClosureSummary, ShiftReport } from '../domain/money/shift-report.ts'
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
  NoteBoxView,
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
import { languages } from '../domain/language.ts'
import { cardNames } from '../i18n/paper-texts.ts'

const money = ['cashier', 'supervisor'] as const
const machine = ['supervisor', 'technician'] as const
const supervisor = ['supervisor'] as const
const technician = ['technician'] as const

const nothing = () => ({})
/** Bytes of a provider's report: months of payments. */
const LARGEST_REPORT = 8_000_000

const cashMove = ({ z, currency, reason, sum }: Fields) => ({
  /** `drop`: out, into the safe. */
  direction: z.enum(['in', 'out', 'drop']),
  currency,
  amount: sum.min(1),
  reason,
})
const ofSale = ({ saleId }: Fields) => ({ saleId })

/**
 * The contract between the screens and the main process, command by command: who may give it, what it takes and what it
 * answers. The allow-list, the validator, the roles and both sides' types are read from this table; a command stands
 * nowhere else but where it is carried out.
 */
export const commands = {
  /** Everything a fresh window needs, the running sale included. */
  getKiosk: everybody(nothing).answers<KioskInfo>(),
  /** What the customer's side of a desk may see, which is nobody's secret. */
  viewDisplay: display(nothing).answers<DisplayView>(),
  /** The customer's side of the desk says what it shows, and every change of this sale from then on. */
  readAloud: everybody(ofSale).answers<null, SaleFailure>(),
  /** Seller, conditions of sale and privacy notice, in this language or in the venue's first one. Null: there are none. */
  readTerms: everybody(({ z }) => ({ language: z.enum(languages) })).answers<TermsView | null>(),
  /** All events on sale, or one page of them if `page` and `limit` are given. */
  listEvents: everybody(({ z }) => ({
    page: z.int().min(1).optional(),
    limit: z.int().min(1).max(100).optional(),
  })).answers<EventsView, PartnerFailure>(),
  /** Seats left of these events, where they are known; of the others the service is asked about a few, no more often than every five minutes. */
  viewEventSeats: staff(money, ({ z, wireId }) => ({ eventIds: z.array(wireId).min(1).max(10_000) })).answers<
    readonly EventSeatsView[]
  >(),
  /** Opens a booking session for one event; the access code stays in the main process. */
  startVisit: everybody(({ z, wireId }) => ({ eventId: wireId, language: z.enum(languages) })).answers<
    VisitView,
    PartnerFailure | CodeMissing | { readonly type: 'sale-in-progress' } | { readonly type: 'unknown-event' }
  >(),
  /** The visit of the sale on the screen, for a page that has just been opened; a restarted program knows it no more. */
  viewVisit: everybody(ofSale).answers<VisitView, SaleFailure>(),
  viewSection: everybody(({ z, saleId, wireId }) => ({
    saleId,
    sectionId: wireId,
    knownRevision: z.string().max(64).optional(),
  })).answers<SectionReply, PartnerFailure | SaleFailure | { readonly type: 'session-expired' }>(),
  /** The venue's counts and prices, some of its sections read for it: asked again and again while they are shown. */
  renewOverview: everybody(ofSale).answers<
    Overview,
    PartnerFailure | SaleFailure | { readonly type: 'session-expired' }
  >(),
  /** Best seats for a party, at most three offers, each of another kind (price or tribune). */
  proposeSeats: everybody(({ z, saleId, sum, wireId }) => ({
    saleId,
    count: z.int().min(1).max(MAX_SALE_SEATS),
    /** A space for a wheelchair: alone for a party of one, with a companion's seat for more; the others sit near. */
    wheelchair: z.literal(true).optional(),
    zoneId: wireId.optional(),
    /** Only these sections. */
    sectionIds: z.array(wireId).min(1).max(1000).optional(),
    maxPrice: sum.min(0).optional(),
  })).answers<
    readonly SeatProposal[],
    PartnerFailure | SaleFailure | TooManySeats | { readonly type: 'session-expired' }
  >(),
  /** Better offers than `proposeSeats` and this gave last, once the search finds any; null when they stay the best. */
  improveProposals: everybody(ofSale).answers<readonly SeatProposal[] | null, SaleFailure>(),
  /** Whether a space for a wheelchair with a companion's seat is left, as far as the plan or a look at the section tells. */
  viewWheelchairPlaces: everybody(ofSale).answers<
    { readonly left: boolean },
    PartnerFailure | SaleFailure | { readonly type: 'session-expired' }
  >(),
  /** Holds exactly these seats of one section, all or none; then the sale is at `review`. */
  holdSeats: everybody(({ z, saleId, wireId }) => ({
    saleId,
    sectionId: wireId,
    seatIds: z.array(wireId).min(1).max(MAX_SALE_SEATS),
    /** The customer asked for a place for a wheelchair: others do not get those that are kept. */
    wheelchair: z.literal(true).optional(),
  })).answers<SaleView, SaleFailure | PartnerFailure | TooManySeats | { readonly type: 'seat-unknown' }>(),
  /** From `review` back to `choosing`: the holds are released, the session stays. */
  changeSeats: everybody(ofSale).answers<SaleView, SaleFailure>(),
  /** One of several held seats is given back, the others stay held; then the sale is at `review` again. */
  removeSeat: everybody(({ saleId, wireId }) => ({ saleId, seatId: wireId })).answers<
    SaleView,
    SaleFailure | PartnerFailure | { readonly type: 'seat-unknown' }
  >(),
  /**
   * `amount`: a part of what is left, in minor units, at a cashier's desk only; left out: all of it. An order that costs
   * nothing is taken by `free`, and by nothing else.
   */
  pay: everybody(({ z, by, saleId, sum, telephone }) => ({
    saleId,
    tender: z.enum([...tenderKinds, 'free']),
    amount: sum.min(1).optional(),
    /** The customer's telephone number, for mobile money: told to the operator, kept nowhere. */
    payer: telephone.optional(),
    /** Who takes it, at a cashier's desk; cash is taken by `confirmCash`. */
    by: by.optional(),
  })).answers<
    SaleView,
    | SaleFailure
    | PartnerFailure
    | StaffFailure
    | { readonly type: 'tender-not-offered' }
    | { readonly type: 'payer-needed' }
    | { readonly type: 'too-much'; readonly due: number }
    | NotInCash
  >(),
  /** Pays with a credit slip, scanned or by its number. The rest of its value is returned as another slip. */
  paySlip: everybody(({ z, by, saleId }) => ({
    saleId,
    slip: z.string().min(1).max(LONGEST_QR),
    /** Who takes it, at a cashier's desk. */
    by: by.optional(),
  })).answers<
    SaleView,
    SaleFailure | PartnerFailure | StaffFailure | SlipRefused | CodeFailure | { readonly type: 'tender-not-offered' }
  >(),
  /** Its holder gets the cash in its place, from this machine's drawer. */
  payOutSlip: twoPeople(money, supervisor, ({ z }) => ({ slip: z.string().min(1).max(LONGEST_QR) })).answers<
    CreditSlipView,
    SlipRefused | CodeFailure | UnknownCurrency
  >(),
  /** Credit slips that this machine owes, oldest first. */
  listSlips: staff(money, nothing).answers<readonly CreditSlipView[]>(),
  /** Another paper of one that is worth something still: the next DUPLICATA. */
  reprintCreditSlip: staff(money, ({ z }) => ({ slip: z.string().min(1).max(LONGEST_QR) })).answers<
    SlipCopyView,
    SlipRefused | CodeFailure
  >(),
  /** The customer changes their mind before paying; the terminal may still say that money moved. */
  cancelPayment: everybody(ofSale).answers<SaleView, SaleFailure>(),
  /**
   * What the device did that no cable leads to, in the word of the person before it. `again`: the number is right, though
   * another payment of this shift has it too.
   */
  answerTender: staff(money, ({ saleId, tenderWord, wireId }) => ({
    saleId,
    reference: wireId,
    word: tenderWord,
  })).answers<SaleView, SaleFailure | ApprovalKnown>(),
  /** Whether a person may take cash: asked of the PIN before a sum is typed. */
  checkPin: staff(money, nothing).answers<null>(),
  /** Confirms cash that staff took at the counter, by their PIN. `received`: in minor units. */
  confirmCash: staff(money, ({ saleId, sum }) => ({ saleId, received: sum.min(0) })).answers<
    SaleView,
    SaleFailure | NotInCash | { readonly type: 'too-little'; readonly due: number }
  >(),
  /** Prints the tickets that were not printed, or may not have been: the latter as DUPLICATA. */
  retryPrint: everybody(ofSale).answers<SaleView, SaleFailure>(),
  /** Ends a sale before its payment, for the customer or for the idle watch. Releases everything held. */
  abandonSale: everybody(({ z, saleId }) => ({ saleId, reason: z.enum(['cancelled', 'idle']) })).answers<
    null,
    SaleFailure
  >(),
  /** Puts the sale at `review` aside for the next customer; its holds run on, over a restart of the program too. */
  parkSale: staff(money, ofSale).answers<
    null,
    SaleFailure | { readonly type: 'too-many-parked'; readonly limit: number }
  >(),
  /** A sale that is parked, or goes on behind, comes back to the screen; one at `review` there is parked in its place. */
  recallSale: staff(money, ofSale).answers<RecalledView, SaleFailure | { readonly type: 'sale-in-progress' }>(),
  /** Who the customer of the sale at `review` is, as far as they say so; null: nobody, where somebody was noted. */
  noteCustomer: staff(money, ({ customer, saleId }) => ({ saleId, customer: customer.nullable() })).answers<
    SaleView,
    SaleFailure
  >(),
  /**
   * Demo kiosk only: one ticket of the finished sale on the screen. `picture`: a PNG in Base64. Elsewhere it is forbidden: the
   * code on a ticket opens a gate.
   */
  drawTicket: everybody(({ saleId, wireId }) => ({ saleId, ticketId: wireId })).answers<
    { readonly picture: string },
    SaleFailure | { readonly type: 'no-such-ticket' }
  >(),
  /** Demo kiosk without a lock only: the tickets of the finished sale on the screen. `document`: a PDF in Base64. */
  drawTickets: everybody(ofSale).answers<{ readonly document: string }, SaleFailure>(),
  /** The screen is done with a finished sale; a desk also with one that is paid, which then goes on behind. */
  leaveSale: everybody(ofSale).answers<null, SaleFailure>(),
  /** A customer comes back with their collection code: what became of the payment that they left; paid tickets are printed. */
  collectTickets: everybody(({ z }) => ({ code: z.string().min(1).max(20) })).answers<
    CollectionView,
    CodeFailure | { readonly type: 'sale-in-progress' }
  >(),
  /** The sales that wait for a human; staff's PIN opens the list. */
  listStaffCases: staff(staffRoles, nothing).answers<readonly StaffCase[]>(),
  /** Staff's answer to a sale's one question. */
  settleStaffCase: staff(money, ({ saleId, staffAnswer }) => ({ saleId, answer: staffAnswer })).answers<
    readonly StaffCase[],
    CaseFailure
  >(),
  /** Staff's answer about a payment that its sale went on without: whether it succeeded, or that the money went back. */
  settleOpenPayment: staff(money, ({ wireId, staffAnswer }) => ({ payment: wireId, answer: staffAnswer })).answers<
    readonly StaffCase[],
    ApprovalKnown | { readonly type: 'wrong-answer' }
  >(),
  /**
   * Has the provider of a payment give back what is owed of it, at a desk; the service is asked before whether it sold after all. Once for
   * a payment, but where its provider refused.
   */
  askRefund: twoPeople(money, supervisor, ({ wireId }) => ({ payment: wireId })).answers<
    readonly StaffCase[],
    RefundFailure | TicketsTurnedUp
  >(),
  /**
   * Records what staff saw on the provider's page about a pending refund. `receipt`: its number; null if it was not
   * made.
   */
  settleRefund: staff(money, ({ freeText, wireId }) => ({
    refund: wireId,
    receipt: freeText(MAX_TEXT.reference).min(1).nullable(),
  })).answers<readonly StaffCase[], RefundFailure>(),
  /**
   * Closes a gap of the ledger after staff compared drawer, terminal and service. `reference`: from their own records,
   * or empty.
   */
  settleLedgerGap: staff(supervisor, ({ z, freeText }) => ({
    seq: z.int().min(1),
    reference: freeText(MAX_TEXT.reference),
  })).answers<readonly StaffCase[], { readonly type: 'wrong-answer' }>(),
  /**
   * Settles a stray note. `paidOut`: true if its customer got the amount in cash, false if the note stays in the
   * cashbox until the count.
   */
  settleStrayNote: staff(supervisor, ({ z }) => ({ seq: z.int().min(1), paidOut: z.boolean() })).answers<
    readonly StaffCase[],
    { readonly type: 'wrong-answer' }
  >(),
  /** By number, code, seat, or time: what people know of a sale; empty: the latest ones. */
  findSales: staff(money, ({ freeText }) => ({ text: freeText(LONGEST_QR) })).answers<readonly MatchingSale[]>(),
  openSaleFile: staff(money, ofSale).answers<SaleFile, { readonly type: 'unknown-sale' }>(),
  /**
   * Other papers of tickets that came out before: each is the next DUPLICATA. The booking service is asked before whether the tickets
   * are still valid; if it does not answer, the papers say so.
   */
  reprintTickets: staff(money, ({ reason, saleId, ticketIds }) => ({ saleId, ticketIds, reason })).answers<
    SaleFile,
    SaleFailure | AfterSaleFailure | TicketsCancelled | { readonly type: 'printer-not-ready'; readonly reason: string }
  >(),
  /** Another paper of a slip that was made when money went back: the next DUPLICATA. */
  reprintSlip: staff(money, ({ reason, saleId, wireId }) => ({ saleId, reference: wireId, reason })).answers<
    ReturnedView,
    SaleFailure | { readonly type: 'wrong-answer' }
  >(),
  /**
   * Tickets come back, and their money is owed to the customer: a whole sale in the shift that made it (`void`), or any of
   * its tickets (`refund`), over one of the ways it was paid. The booking service has no call for it and is told nothing.
   */
  returnTickets: twoPeople(money, supervisor, ({ z, reason, saleId, ticketIds }) => ({
    saleId,
    ticketIds,
    kind: z.enum(['refund', 'void']),
    /** Absent: by the ways it was paid. */
    over: z.enum(everyTender).optional(),
    reason,
  })).answers<
    ReturnedView,
    SaleFailure | AfterSaleFailure | { readonly type: 'other-shift' } | { readonly type: 'other-tender' }
  >(),
  /** The customer has the money of a return; of a card with the number of the terminal's slip. */
  payReturn: staff(money, ({ z, freeText, saleId, wireId }) => ({
    saleId,
    reference: wireId,
    kind: z.enum(everyTender),
    receipt: freeText(MAX_TEXT.reference),
  })).answers<SaleFile, SaleFailure | { readonly type: 'wrong-answer' }>(),
  /**
   * Signs a person in at the cashier's desk. The journal records it, and when they leave. Until then, the handle
   * replaces their number and PIN there.
   */
  signIn: byPin(staffRoles, nothing).answers<SignedInView>(),
  signOut: staff(staffRoles, ({ z }) => ({ reason: z.enum(['left', 'idle']) })).answers<null>(),
  /** The machine's state; staff's PIN opens it. */
  viewService: staff(staffRoles, nothing).answers<ServiceView>(),
  /** What made the service refuse purchases is mended: payments begin again. */
  resumePurchases: staff(machine, nothing).answers<null>(),
  /** The running shift, without what should be in its drawer. */
  viewShift: staff(money, nothing).answers<ShiftView>(),
  /** Records the float at the start of a shift, once for each currency, in minor units. */
  openShift: staff(money, ({ currency, sum }) => ({ currency, float: sum.min(0) })).answers<
    ShiftView,
    UnknownCurrency | NotInCash | { readonly type: 'float-known' }
  >(),
  /**
   * Records cash put into or taken out of the drawer without a sale, such as a drop to the safe. A cashier may move up
   * to `shifts.cashierMoves`.
   */
  moveCash: staff(money, cashMove).answers<ShiftView, UnknownCurrency | NotInCash | SecondNeeded>(),
  /** Records a cash movement of any amount, approved by a supervisor. */
  moveCashByTwo: twoPeople(money, supervisor, cashMove).answers<ShiftView, UnknownCurrency | NotInCash>(),
  /** Opens the drawer without a sale: a cashier where they may move cash at all. */
  openDrawer: staff(money, ({ reason }) => ({ reason })).answers<ShiftView, SecondNeeded>(),
  openDrawerByTwo: twoPeople(money, supervisor, ({ reason }) => ({ reason })).answers<ShiftView>(),
  /** Records a blind count of the drawer, whatever it finds. */
  countDrawer: staff(money, ({ currency, pieces }) => ({ currency, pieces })).answers<
    ShiftView,
    UnknownCurrency | { readonly type: 'unknown-piece' }
  >(),
  /** The box of the device for notes: whether it is open, and what was found in it. */
  viewNoteBox: staff(money, nothing).answers<NoteBoxView, { readonly type: 'tender-not-offered' }>(),
  /** From here on the device takes no notes; what the books have in the box now is what it is counted against. */
  openNoteBox: twoPeople(money, supervisor, nothing).answers<
    NoteBoxView,
    { readonly type: 'tender-not-offered' } | { readonly type: 'sale-in-progress' }
  >(),
  /** What was in it, counted by people who were not told what should be: into the safe, and the device takes notes again. */
  emptyNoteBox: twoPeople(money, supervisor, ({ pieces, rowSeq }) => ({ openedSeq: rowSeq, pieces })).answers<
    NoteBoxView,
    | { readonly type: 'tender-not-offered' }
    | { readonly type: 'unknown-piece' }
    /** It is not open by that row. */
    | { readonly type: 'wrong-answer' }
  >(),
  /** It was put back as it was, with all that was in it. */
  closeNoteBox: twoPeople(money, supervisor, ({ rowSeq }) => ({ openedSeq: rowSeq })).answers<
    NoteBoxView,
    { readonly type: 'tender-not-offered' } | { readonly type: 'wrong-answer' }
  >(),
  /** Sums up the shift, on paper too; `Z` ends it and begins the next. */
  closeShift: staff(money, ({ z }) => ({ kind: z.enum(['X', 'Z']) })).answers<ShiftClosedView, NothingToClose>(),
  /** Tells the card terminals once more whose end of day is still to be made. */
  closeTerminalDay: staff(money, nothing).answers<ShiftView>(),
  /** The latest closures, newest first. */
  listClosures: staff(supervisor, nothing).answers<readonly ClosureSummary[]>(),
  /** What one of them says. */
  viewClosure: staff(supervisor, ({ z }) => ({ seq: z.int().min(1) })).answers<ShiftReport, NoReport>(),
  /** The report of that closure, or of the last one, on paper once more. */
  reprintReport: staff(money, ({ z }) => ({ seq: z.int().min(1).optional() })).answers<ShiftClosedView, NoReport>(),
  /** Holds a shift's sales, the running one's without a number, against the service's tickets; it goes on by itself. */
  startReconcile: staff(supervisor, ({ z }) => ({ shiftNo: z.int().min(1).optional() })).answers<
    ReconcileView,
    NoShift
  >(),
  /** How far that is, and what it found; null where nobody asked since the program started. */
  viewReconcile: staff(supervisor, nothing).answers<ReconcileView | null>(),
  /**
   * Holds the payments of some days, today's without any, against a provider's report, a CSV file; changes nothing. The
   * report comes in pieces, from its beginning; until the last one the answer is null.
   */
  compareSettlement: staff(supervisor, ({ z, day }) => ({
    driver: z.string().regex(textForms.driverName),
    from: day.optional(),
    to: day.optional(),
    /** Bytes of the file in Base64, the place of the first of them, and how many there are in all. */
    piece: z.base64().max(44_000),
    at: z.int().min(0).max(LARGEST_REPORT),
    size: z.int().min(0).max(LARGEST_REPORT),
  })).answers<SettlementView | null, UnreadableReport | { readonly type: 'wrong-answer' }>(),
  /** What a shift sold, the running one without a number: over time, by tribune, by price. */
  viewTrade: staff(supervisor, ({ z }) => ({ shiftNo: z.int().min(1).optional() })).answers<TradeView, NoShift>(),
  /** What is still to be had of an event; asks the service, so it also tells whether its access code holds. */
  viewSeatsLeft: staff(supervisor, ({ wireId }) => ({ eventId: wireId })).answers<
    SeatsLeftView,
    PartnerFailure | CodeMissing
  >(),
  /** Every sale that is not over, and what it waits for. */
  listOpenSales: staff(staffRoles, nothing).answers<readonly OpenSaleView[]>(),
  /** Rows of the ledger before that one, or the last ones, newest first. */
  viewJournal: staff(machine, ({ z, saleId }) => ({
    before: z.int().min(1).optional(),
    saleId: saleId.optional(),
  })).answers<readonly JournalLine[]>(),
  /** Checks the whole ledger: chain, signatures, sums and invariants. */
  verifyLedger: staff(machine, nothing).answers<LedgerVerdict>(),
  /** Where the access code of each event on sale comes from. */
  listAccess: staff(supervisor, nothing).answers<readonly AccessView[], PartnerFailure>(),
  /** Keeps an event's access code, if the service takes it; it is never shown again. */
  setAccessCode: staff(supervisor, ({ accessCode, wireId }) => ({
    eventId: wireId,
    code: accessCode,
  })).answers<null, PartnerFailure | CodeMissing | NotWritten>(),
  /** Everybody who may sign in. */
  listPeople: staff(supervisor, nothing).answers<readonly Member[]>(),
  /**
   * Somebody new, with the PIN that they typed themselves. Two people see it, as with whatever two answer for: else one could
   * make a second person of their own.
   */
  addPerson: twoPeople(supervisor, machine, ({ member, person }) => ({ ...member, newPin: person.pin })).answers<
    readonly Member[],
    PeopleFailure | NotWritten
  >(),
  /** Another PIN for one of them: who gives it could sign in with it, so two people see this, too. */
  renewPin: twoPeople(supervisor, machine, ({ member: { number }, person }) => ({
    number,
    newPin: person.pin,
  })).answers<readonly Member[], PeopleFailure | NotWritten>(),
  /** Lets somebody in no more, at once. */
  removePerson: staff(supervisor, ({ member: { number } }) => ({ number })).answers<
    readonly Member[],
    PeopleFailure | NotWritten
  >(),
  viewSettings: staff(machine, nothing).answers<readonly SettingView[]>(),
  /** For the next start; null leaves it out again. */
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
  /** A page by which staff see whether that printer, as the settings name it, prints right. */
  printTestPage: staff(machine, ({ z }) => ({ printer: z.string().min(1).max(40) })).answers<
    TestPrintView,
    { readonly type: 'unknown-printer' }
  >(),
  /** A card of one page that lies beside the machine: a file, and paper where a printer makes reports on A4. */
  printCard: staff(staffRoles, ({ z }) => ({ card: z.enum(cardNames), language: z.enum(languages) })).answers<
    CardView,
    NotWritten
  >(),
  /** Asks each provider of payments whether it lets this machine in. */
  examineProviders: staff(machine, nothing).answers<readonly ExaminedProviderView[]>(),
  /** Writes what helps to find a fault into a file, without secrets and personal data. */
  makeDiagnostics: staff(machine, nothing).answers<{ readonly file: string }, NotWritten>(),
  /** The whole ledger as a signed archive, to be kept elsewhere. */
  exportLedger: staff(machine, nothing).answers<ArchiveView, NotWritten>(),
  /** Staff measured this machine's screen: kept over a restart, and taken by its screens at once. */
  measureScreen: staff(machine, ({ z }) => ({
    pixelsPerMillimetre: z.number().min(1).max(20),
    screenFootMillimetres: z.number().min(0).max(1000),
  })).answers<null, { readonly type: 'not-saved' }>(),
  /** Ends the program, as a signal would; where its shell lets it. */
  quitProgram: staff(machine, nothing).answers<null, { readonly type: 'quit-not-offered' }>(),
  /** Gives the machine to its technician, who answers its set-up again; the settings stay until that has ended. */
  setUpAgain: staff(technician, nothing).answers<
    null,
    { readonly type: 'sale-in-progress' } | { readonly type: 'quit-not-offered' }
  >(),
  /**
   * Puts the live desk into training, where nothing that is sold counts: everybody signs in there. The live desk is locked and left
   * as it is meanwhile.
   */
  beginTraining: byPin(supervisor, nothing).answers<
    null,
    { readonly type: 'sale-in-progress' } | { readonly type: 'training-not-offered' }
  >(),
  /** Back to the live desk, where everybody signs in again. */
  endTraining: everybody(nothing).answers<null, { readonly type: 'training-not-offered' }>(),
  /** Throws away what was practised, and starts training again. */
  restartTraining: staff(supervisor, nothing).answers<null, { readonly type: 'training-not-offered' }>(),
  setLanguage: everybody(({ z, saleId }) => ({ saleId, language: z.enum(languages) })).answers<null, SaleFailure>(),
  /**
   * Reports that the screen was touched. `inUse`: something of a customer is on it; reported repeatedly while it is,
   * and once when it is gone.
   */
  noteAttention: everybody(({ z }) => ({ inUse: z.boolean() })).answers<null>(),
  /** Also available to the customer display and to the screens of the set-up. */
  reportScreenFault,
  /** Reports what a scanner read from a printed ticket. */
  readTicket: everybody(({ z }) => ({ code: z.string().min(1).max(LONGEST_QR) })).answers<ScannedAs>(),
}
