import type { DeskCommandName } from '../domain/desk/shortcuts.ts'
import type { CollectionSlipReason, CreditSlipReason, SlipDocument, Specimen } from '../domain/documents/documents.ts'
import type { LocalDate } from '../domain/documents/local-date.ts'
import type { Numerals } from '../domain/language.ts'
import type { Minor } from '../domain/money/money.ts'
import type { CardPaid, DrivenTender } from '../domain/money/tender.ts'
import type { ProviderNames } from './texts.ts'

export interface SpecimenTexts {
  readonly word: string
  readonly hint: string
}

/** All texts of a ticket, except those from the partner. */
export interface TicketTexts {
  /** Date in words and time, such as `samedi 17 mai 2025, 16 h`. */
  readonly when: (date: LocalDate) => string
  readonly money: (amount: Minor, currency: string) => string
  /** Formats a quantity. Doors, rows and seats keep their own digits. */
  readonly count: (count: number) => string
  readonly tribune: string
  readonly gate: string
  readonly sector: string
  readonly row: string
  readonly seat: string
  readonly wayIn: string
  readonly wayInHint: string
  readonly atTheGate: string
  readonly ticket: string
  readonly number: string
  readonly reference: string
  readonly dispute: string
  readonly zone: string
  readonly place: string
  readonly price: string
  readonly order: string
  readonly position: (index: number, count: number) => string
  /** Duplicate mark, which stewards look for and the rules of the ledger name. */
  readonly copy: (copyNumber: number) => string
  /** Follows the duplicate mark if the booking service could not be reached to check the ticket. */
  readonly unchecked: string
  /** Word across a specimen, and the hint that its code is not valid for entry. */
  readonly specimens: Readonly<Record<Specimen, SpecimenTexts>>
  readonly fold: string
  readonly keep: string
  readonly documentTitle: (eventTitle: string, ticketNumbers: readonly string[]) => string
  /** First words of the partner's names that only repeat the label beside them. */
  readonly tribuneWords: readonly string[]
}

/** All texts of a receipt, except those from the partner. */
export interface ReceiptTexts {
  readonly receipt: string
  readonly soldAt: string
  readonly total: string
  readonly change: string
  /** Cash rounding of the payment. */
  readonly rounding: string
  /** Total including cash rounding. */
  readonly paid: string
  readonly approval: string
  /** How the card was read. */
  readonly cardRead: Readonly<Record<NonNullable<CardPaid['read']>, string>>
  /** Label of the operator's reference of a mobile money payment. */
  readonly operatorReference: (tender: string) => string
  readonly taxNumber: string
  readonly totalWithTax: string
  /** Total without tax. */
  readonly net: string
  /** Tax included in the price. `rate`: in percent. */
  readonly tax: (rate: string) => string
  readonly register: string
  readonly noTicket: string
  /** Common name of the conditions of sale and the privacy notice. */
  readonly terms: string
  /** Place to read the terms if the venue names none. */
  readonly termsOnScreen: string
}

/** All texts of a refund slip, except those from the partner. */
export interface SlipTexts {
  readonly headings: Readonly<Record<SlipDocument['kind'], string>>
  readonly on: string
  readonly people: string
  /** `staffId` and `second`: staff numbers. `second`: null if one person did it. */
  readonly by: (staffId: string, second: string | null) => string
  readonly reason: string
  readonly total: string
  /** Label of amounts that have already been refunded. */
  readonly given: string
  /** Cash rounding contained in the refund, and in the tenders of a report. */
  readonly rounding: string
  readonly reference: string
  readonly worthless: string
  readonly unsold: string
  /** Result of the cancellation at the booking service. */
  readonly notices: Readonly<Record<SlipDocument['cancellation'], string>>
  readonly signatures: readonly string[]
}

/** All texts of the voucher with which a customer comes back to collect tickets. */
export interface CollectionSlipTexts extends Readonly<Record<CollectionSlipReason, SlipReasonTexts>> {
  readonly machine: string
  readonly on: string
  readonly seats: string
  readonly payment: string
  readonly paymentReference: string
  readonly noTicket: string
}

/** Texts of a voucher for money that a machine owes. */
export interface CreditSlipTexts {
  readonly heading: string
  readonly number: string
  readonly worth: string
  readonly why: Readonly<Record<CreditSlipReason, string>>
  readonly machine: string
  readonly on: string
  /** Text of a duplicate: original and duplicates can be used only once in total. */
  readonly copy: string
  /**
   * Instruction for the holder. `here`: valid only at the issuing machine. `anywhere`: valid at all machines of the
   * hub.
   */
  readonly todo: { readonly here: string; readonly anywhere: string }
  readonly noTicket: string
}

interface SlipReasonTexts {
  readonly heading: string
  /** Name of the code. */
  readonly code: string
  readonly amount: string
  /** Instruction for the holder, with the time. */
  readonly todo: string
}

/** All texts of a shift report, except those from the partner and the machine. */
export interface ReportTexts {
  readonly title: Readonly<Record<'X' | 'Z', string>>
  /** Meaning of the report kind, for later readers. */
  readonly hint: Readonly<Record<'X' | 'Z', string>>
  readonly register: string
  readonly shift: string
  readonly from: string
  readonly to: string
  readonly staff: string
  readonly sales: string
  /** Tickets sold minus tickets returned. */
  readonly tickets: string
  readonly duplicates: string
  readonly waiting: string
  readonly nothing: string
  readonly byEvent: string
  readonly noZone: string
  readonly byTender: string
  readonly refundsOf: (tender: string) => string
  /**
   * End of day of a card terminal, when it submits its payments to the bank: its status, and its total beside that of
   * this machine.
   */
  readonly terminalDay: string
  readonly dayStanding: string
  readonly dayDone: string
  readonly dayDue: string
  readonly byTerminal: string
  readonly byBooks: string
  readonly dayDifference: string
  readonly byProvider: string
  readonly providers: ProviderNames
  readonly taken: string
  readonly givenBack: string
  /** Requested payments whose outcome is unknown. */
  readonly open: string
  /** Refunds requested from the provider whose outcome is unknown. */
  readonly refunding: string
  /** Payments whose taken amount differs from the requested amount. */
  readonly unmatched: string
  readonly byCashier: string
  /** Payments without a staff member. */
  readonly nobody: string
  readonly takings: string
  readonly sold: string
  /** Refunded or voided tickets. */
  readonly returned: string
  readonly net: string
  /** Refunds that have not been paid out yet. */
  readonly owed: string
  /** Amount of open credit vouchers. */
  readonly openSlips: string
  /** The share of `openSlips` whose status only the hub knows. */
  readonly hubSlips: string
  readonly slipsPaid: string
  readonly drawer: string
  readonly openingFloat: string
  readonly cash: string
  readonly paidIn: string
  readonly paidOut: string
  /** Cash taken to the safe. */
  readonly dropped: string
  readonly expected: string
  readonly counted: string
  readonly uncounted: string
  /** Cashbox of a note acceptor. */
  readonly noteBox: string
  readonly boxEmptied: string
  readonly boxSince: string
  readonly boxNever: string
  readonly inBox: string
  /** Notes in the cashbox whose value is unknown. */
  readonly unknownNotes: string
  readonly boxOpen: string
  /** Replaces the totals for a cashier who has not counted the cash yet. */
  readonly blind: string
  readonly note: (money: string) => string
  readonly coin: (money: string) => string
  readonly over: string
  readonly short: string
  readonly exact: string
  readonly openings: string
  readonly perpetual: string
  readonly perpetualNet: string
  readonly perpetualAbs: string
  readonly anchor: string
  readonly anchorHint: string
  readonly rows: string
  readonly range: (first: string, last: string) => string
  /** Label with the hash of the closure's own row. */
  readonly head: (row: string) => string
  readonly key: string
  /** Caption above the signed code of a closure, describing its contents. */
  readonly code: string
  /** Captions below the signature lines of a closure. */
  readonly signatures: readonly string[]
  readonly page: (page: string, count: string) => string
}

export interface TestPageTexts {
  readonly title: string
  readonly edges: string
  readonly ruler: (millimetres: number) => string
  readonly code: string
}

/** All texts on paper in one language. */
export interface PaperTexts {
  /** `numerals`: digits of Arabic texts. Other languages ignore it. */
  readonly ticket: (numerals: Numerals) => TicketTexts
  readonly receipt: ReceiptTexts
  readonly slip: SlipTexts
  readonly collectionSlip: CollectionSlipTexts
  readonly creditSlip: CreditSlipTexts
  readonly report: ReportTexts
  readonly testPage: TestPageTexts
}

export const nbsp = '\u00a0'

export const twoDigits = (number: number): string => String(number).padStart(2, '0')

/**
 * Quick-reference cards of one page that are kept beside a machine: for the cashier, and for the attendant of a kiosk.
 */
export const cardNames = ['cashier', 'attendant'] as const
export type CardName = (typeof cardNames)[number]

/** A situation or an input, and its meaning or the action that it needs. */
type Row = readonly [what: string, then: string]

interface Section<Rows> {
  readonly heading: string
  readonly rows: readonly Rows[]
}

/** All texts of the cards. */
export interface CardTexts {
  readonly cashier: {
    readonly title: string
    readonly hint: string
    readonly sell: Section<string>
    readonly lines: Section<Row>
    readonly keys: {
      readonly heading: string
      readonly enter: Row
      readonly commands: Readonly<Record<Exclude<DeskCommandName, DrivenTender>, string>>
      readonly tender: (name: string) => string
    }
    readonly cases: Section<Row>
  }
  readonly attendant: {
    readonly title: string
    readonly hint: string
    readonly open: Section<string>
    readonly cash: Section<string>
    readonly cases: Section<Row>
    /** Names and telephone numbers are written in by hand. */
    readonly call: Section<string>
  }
}
