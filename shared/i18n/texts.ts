import type { TenderKind } from '../domain/money/tender.ts'
import type { SeatNote } from '../domain/seats/place.ts'
import type { Encoding, Oddity, PartKind } from '../domain/venue/venue-report.ts'
import type { SettledStanding, SettlementKind } from '../domain/money/settlement.ts'
import type { DifferenceKind } from '../domain/sale/reconcile.ts'
import type { TermsDocument } from '../domain/terms.ts'

/** What each way to pay is called, on the screens and on paper alike. */
export type TenderNames = Readonly<Record<TenderKind, string>>

/** What people read of a seat beside its number, on the screens and on paper alike. */
export type SeatNotes = Readonly<Record<SeatNote, string>>

/** Who speaks for a driver, by its name; of one that is missing, its name is shown. */
export type ProviderNames = Readonly<Record<string, string>>

/** What to do about each kind of difference, on the screen as in the table and on the command line. */
export type ReconcileAdvice = Readonly<Record<DifferenceKind, string>>

/** Sums up a comparison with the service's tickets; all but the shift are counts. */
export type ReconciledText = (shift: number, sales: number, agreed: number, differences: number) => string

/** Error for a shift that a ledger does not have; null: it has none at all. */
export type NoShiftText = (ledger: string, shift: number | null) => string

/** Headings of the CSV tables. */
export type ColumnNames = Readonly<
  Record<
    | 'amount'
    | 'at'
    | 'compared'
    | 'count'
    | 'currency'
    | 'detail'
    | 'difference'
    | 'driver'
    | 'event'
    | 'from'
    | 'here'
    | 'item'
    | 'kind'
    | 'line'
    | 'name'
    | 'order'
    | 'owner'
    | 'providerReference'
    | 'reference'
    | 'register'
    | 'sale'
    | 'seat'
    | 'shift'
    | 'staff'
    | 'state'
    | 'there'
    | 'ticket'
    | 'ticketNumber'
    | 'to'
    | 'toDo',
    string
  >
>

/** How a comparison with a provider's report is told, on the screen as on the command line. */
export interface SettlementTexts {
  readonly kinds: Readonly<Record<SettlementKind, string>>
  /** What to do about each. */
  readonly advice: Readonly<Record<SettlementKind, string>>
  readonly standings: Readonly<Record<SettledStanding, string>>
  readonly sums: (paid: string, refunded: string, fees: string) => string
  /** `written`: a count in the digits of the screen. */
  readonly of: (payments: number, lines: number, agreed: number, written?: Written) => string
  readonly compared: (differences: number, written?: Written) => string
  /** Why a report with this sum is refused. */
  readonly ambiguousSum: (typed: string, grouped: string, decimal: string, currency: string) => string
}

type Written = (count: number) => string

/** Why `guichet settlement` compares nothing. */
export interface SettlementRefusals {
  readonly provider: string
  readonly days: string
  readonly currency: string
  readonly noLedger: (folder: string) => string
  readonly noList: (driver: string) => string
  readonly partialList: (driver: string) => string
  /** A report without the expected columns. `found`: its first line; empty if it has none. */
  readonly noColumns: (references: string, amounts: string, found: string) => string
}

/** Why `guichet hub venues import` rejects a list. Columns have their English names. */
export interface VenueRefusals {
  readonly fileName: string
  readonly facts: string
  readonly unknownColumn: (name: string, known: string) => string
  readonly columnTwice: (name: string) => string
  readonly columnMissing: (name: string) => string
  readonly noRows: string
  /** A cell below an empty heading. */
  readonly noHeading: (text: string) => string
  /** A line that describes a part otherwise than an earlier one. */
  readonly contradiction: (kind: PartKind | 'section', code: string, before: string, now: string) => string
  readonly otherPart: (section: string, kind: PartKind, before: string, now: string) => string
  readonly rowTwice: (section: string, row: string) => string
  readonly noSeats: (section: string) => string
  /** Names of the values that a column takes, for an error message. */
  readonly seats: string
  readonly seatNumbers: string
  readonly yesOrNo: string
}

/** What `guichet hub venues import` reports. */
export interface VenueTexts {
  readonly refusals: VenueRefusals
  readonly readAs: (encoding: Encoding) => string
  readonly counts: (venue: string, sections: number, rows: number, seats: number) => string
  /** Above the parts of a kind. */
  readonly parts: Readonly<Record<PartKind, string>>
  readonly seats: (count: number) => string
  readonly allWell: string
  /** Above what looks odd. */
  readonly odd: string
  readonly oddity: (oddity: Oddity) => string
  /** Characters that no face of the papers has, separated by spaces. */
  readonly unprintable: (characters: string) => string
}

/** What `guichet setup` asks and says; what the settings refuse is named in English, for those who mend it. */
export interface SetupTexts {
  readonly intro: (file: string) => string
  readonly language: string
  readonly yes: string
  readonly no: string
  readonly standing: string
  readonly profile: string
  readonly hub: string
  readonly name: string
  readonly locked: string
  /** The words of the choice follow as the settings have them. */
  readonly terminals: string
  readonly tenders: string
  /** What people call it, in place of its usual name. */
  readonly tenderName: (tender: string) => string
  /** Who takes the money of that tender. */
  readonly driver: (tender: string) => string
  readonly noteDevice: string
  /** The words of the choice follow as the settings have them. */
  readonly noteEncryption: string
  readonly optional: string
  readonly address: string
  readonly partnerCode: string
  readonly signing: string
  readonly keyId: string
  readonly secretFile: string
  readonly secretIn: string
  readonly machinePin: string
  readonly supervisor: string
  readonly supervisorUsual: string
  readonly supervisorPin: string
  readonly pinAgain: string
  /** Who sells, and the files of their texts. */
  readonly seller: Readonly<
    Record<'name' | 'address' | 'contact' | 'taxNumber' | 'taxRate' | 'conditions' | 'privacy', string>
  >
  readonly printer: string
  readonly receipts: string
  readonly reports: string
  readonly drawer: string
  readonly printerAddress: string
  readonly queue: string
  readonly keep: string
  readonly oneOf: (choices: string) => string
  readonly someOf: (choices: string) => string
  readonly digits: string
  readonly easyPin: string
  readonly differ: string
  readonly pageOut: string
  readonly pageNotOut: string
  readonly notTried: string
  readonly notWritten: string
  readonly nobody: string
  readonly written: (file: string) => string
  readonly next: string
}

/** What `guichet ledger verify` ends with; what it found wrong is named in English, for those who mend it. */
export interface LedgerTexts {
  readonly counts: (rows: number, sales: number, tickets: number, hash: string) => string
  readonly exported: (path: string, rows: number, ledger: string, hash: string) => string
  readonly holds: string
  readonly consistent: string
  readonly broken: string
  readonly key: (keyId: string) => string
  readonly head: (seq: number) => string
  readonly hub: (hubKey: string, keyId: string) => string
  readonly paper: (seq: number) => string
}

/** What `guichet privacy` and `guichet hub privacy` say. Moments are local date-times with their offset. */
export interface PrivacyTexts {
  readonly who: string
  readonly noNumber: (typed: string) => string
  readonly nobody: string
  readonly found: (sales: number) => string
  readonly keptUntil: (moment: string) => string
  /** Below the sales of several people. */
  readonly namesakes: (people: number) => string
  /** Below several sales of one name, without a telephone number. */
  readonly mayBeNamesakes: string
  /** Below either, of an erasure. */
  readonly eraseAll: string
  /** Why a person is not erased. */
  readonly needed: Readonly<Record<'unfinished' | 'open-money' | 'no-end', string>>
  readonly neededUntil: Readonly<Record<'event' | 'settlement', (moment: string) => string>>
  readonly confirm: (sales: number) => string
  readonly notErased: string
  /** The chain of the ledger is broken, or it was rebuilt at the opening. */
  readonly ledgerInDoubt: string
  readonly erased: (sales: number) => string
  readonly exported: (file: string, sales: number) => string
  /** A file that still has the name or the number. */
  readonly stillIn: (file: string) => string
  /** Who else stores data of the person. */
  readonly elsewhere: string
  readonly elsewhereOfHub: string
  readonly elsewhereOfPostgres: string
}

/** The page behind a QR code of a simulated provider. */
export interface SimulatedPaymentTexts {
  readonly title: (provider: string) => string
  readonly noMoney: string
  readonly pay: (amount: string) => string
  readonly refuse: string
  readonly paid: string
  readonly refused: string
  readonly over: string
}

/** What the demo has in place of a seller's own texts. Each says that it is an example. */
export interface TermsExamples extends Readonly<Record<TermsDocument, string>> {
  readonly seller: { readonly name: string; readonly address: string; readonly contact: string }
}
