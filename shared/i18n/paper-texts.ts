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

/** Every word a ticket says that is not the partner's. */
export interface TicketTexts {
  /** The day in words, and the hour: `samedi 17 mai 2025, 16 h`. */
  readonly when: (date: LocalDate) => string
  readonly money: (amount: Minor, currency: string) => string
  /** How many of something. Doors, rows and seats keep the digits written on them. */
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
  /** The same word in every language: stewards look for it, and the ledger's rules name it. */
  readonly copy: (copyNumber: number) => string
  /** Follows the duplicate mark if the booking service could not be reached to check the ticket. */
  readonly unchecked: string
  /** What stands across a specimen, and that its code opens no gate. */
  readonly specimens: Readonly<Record<Specimen, SpecimenTexts>>
  readonly fold: string
  readonly keep: string
  readonly documentTitle: (eventTitle: string, ticketNumbers: readonly string[]) => string
  /** First words of the partner's names that say what a label beside them says already. */
  readonly tribuneWords: readonly string[]
}

/** Every word of a receipt that is not the partner's. */
export interface ReceiptTexts {
  readonly receipt: string
  readonly soldAt: string
  readonly total: string
  readonly change: string
  /** Cash rounding of the payment. */
  readonly rounding: string
  /** The total with its cash rounding. */
  readonly paid: string
  readonly approval: string
  /** How the card was read. */
  readonly cardRead: Readonly<Record<NonNullable<CardPaid['read']>, string>>
  /** What an operator of mobile money calls the payment. */
  readonly operatorReference: (tender: string) => string
  readonly taxNumber: string
  readonly totalWithTax: string
  /** Without the tax. */
  readonly net: string
  /** Of so many percent, which the price contains. */
  readonly tax: (rate: string) => string
  readonly register: string
  readonly noTicket: string
  /** What the conditions of sale and the privacy notice are called together. */
  readonly terms: string
  /** Where they can be read, if the venue names no place. */
  readonly termsOnScreen: string
}

/** Every word of a slip of returned tickets that is not the partner's. */
export interface SlipTexts {
  readonly headings: Readonly<Record<SlipDocument['kind'], string>>
  readonly on: string
  readonly people: string
  /** The numbers of one or two people. */
  readonly by: (staffId: string, second: string | null) => string
  readonly reason: string
  readonly total: string
  /** Where it went back already. */
  readonly given: string
  /** Cash rounding contained in the refund, and in the tenders of a report. */
  readonly rounding: string
  readonly reference: string
  readonly worthless: string
  readonly unsold: string
  /** What the booking service makes of the tickets. */
  readonly notices: Readonly<Record<SlipDocument['cancellation'], string>>
  readonly signatures: readonly string[]
}

/** Every word of the slip that a customer comes back with for their tickets. */
export interface CollectionSlipTexts extends Readonly<Record<CollectionSlipReason, SlipReasonTexts>> {
  readonly machine: string
  readonly on: string
  readonly seats: string
  readonly payment: string
  readonly paymentReference: string
  readonly noTicket: string
}

/** On money that a machine owes. */
export interface CreditSlipTexts {
  readonly heading: string
  readonly number: string
  readonly worth: string
  readonly why: Readonly<Record<CreditSlipReason, string>>
  readonly machine: string
  readonly on: string
  /** Of a paper after the first: together they are worth it once. */
  readonly copy: string
  /** What its holder does with it: at its own machine alone, or at all of the hub's. */
  readonly todo: { readonly here: string; readonly anywhere: string }
  readonly noTicket: string
}

interface SlipReasonTexts {
  readonly heading: string
  /** What the code is called. */
  readonly code: string
  readonly amount: string
  /** What its holder does, and when. */
  readonly todo: string
}

/** Every word of a shift's report that is neither the partner's nor the machine's. */
export interface ReportTexts {
  readonly title: Readonly<Record<'X' | 'Z', string>>
  /** What the kind means, for those who find the paper later. */
  readonly hint: Readonly<Record<'X' | 'Z', string>>
  readonly register: string
  readonly shift: string
  readonly from: string
  readonly to: string
  readonly staff: string
  readonly sales: string
  /** Sold less returned. */
  readonly tickets: string
  readonly duplicates: string
  readonly waiting: string
  readonly nothing: string
  readonly byEvent: string
  readonly noZone: string
  readonly byTender: string
  readonly refundsOf: (tender: string) => string
  /** A card terminal hands its day over to the bank: whether that is done, and its sum beside ours. */
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
  /** Asked for, and nobody knows yet. */
  readonly open: string
  /** The provider was told to give it back, and has not said what became of it. */
  readonly refunding: string
  /** Another sum was taken than was asked for. */
  readonly unmatched: string
  readonly byCashier: string
  /** Payments that nobody of the staff had a hand in. */
  readonly nobody: string
  readonly takings: string
  readonly sold: string
  /** Refunded or voided. */
  readonly returned: string
  readonly net: string
  /** Given back, but not in the customers' hands yet. */
  readonly owed: string
  /** Money that holders of credit slips have to come. */
  readonly openSlips: string
  /** Of those, the ones that only the hub can tell of. */
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
  /** The box of a device for notes. */
  readonly noteBox: string
  readonly boxEmptied: string
  readonly boxSince: string
  readonly boxNever: string
  readonly inBox: string
  /** Notes in it whose value nobody knows. */
  readonly unknownNotes: string
  readonly boxOpen: string
  /** In place of the sums, for a cashier who has yet to count the cash. */
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
  /** The hash of the closure's own row. */
  readonly head: (row: string) => string
  readonly key: string
  /** Above the signed code of a closure: what it holds. */
  readonly code: string
  /** Under the lines that people sign a closure on. */
  readonly signatures: readonly string[]
  readonly page: (page: string, count: string) => string
}

export interface TestPageTexts {
  readonly title: string
  readonly edges: string
  readonly ruler: (millimetres: number) => string
  readonly code: string
}

/** Every word of ours on paper in one language. */
export interface PaperTexts {
  /** `numerals` are those of Arabic texts; the other languages have but one kind. */
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

/** Cards of one page that lie beside a machine: for the cashier, and for the attendant at a kiosk. */
export const cardNames = ['cashier', 'attendant'] as const
export type CardName = (typeof cardNames)[number]

/** What somebody meets, or types, and what it means or wants. */
type Row = readonly [what: string, then: string]

interface Section<Rows> {
  readonly heading: string
  readonly rows: readonly Rows[]
}

/** Every word of the cards. */
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
