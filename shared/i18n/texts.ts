import type { EventsMet, ObstacleOf, ObstacleType, WayDown } from '../domain/fleet/readiness.ts'
import type { ExaminationFinding, ExaminationStep } from '../domain/money/examination.ts'
import type { NoteFinding, NoteStep } from '../domain/money/notes.ts'
import type { SettledStanding, SettlementKind } from '../domain/money/settlement.ts'
import { everyTender, isNotes, type OwnTenderNames, type TenderKind } from '../domain/money/tender.ts'
import { ofEach } from '../domain/of-each.ts'
import type { DifferenceKind } from '../domain/sale/reconcile.ts'
import type { SeatNote } from '../domain/seats/place.ts'
import type { TermsDocument } from '../domain/terms.ts'
import type { Encoding, Oddity, PartKind } from '../domain/venue/venue-report.ts'

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
interface VenueRefusals {
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

export type DoctorStep =
  | 'name'
  | 'connection'
  | 'certificate'
  | 'clock'
  | 'code'
  | 'signature'
  | 'events'
  | 'session'
  | 'section'
  | 'hold'
  | 'purchase'

export type DoctorSaying =
  | 'fine'
  | 'not-reached'
  | 'not-asked'
  | 'unsigned'
  | 'plain'
  | 'by-proxy'
  | 'numeric-address'
  | 'unknown-name'
  | 'refused-connection'
  | 'no-connection'
  | 'bad-certificate'
  | 'certificate-ends'
  | 'certificate-over'
  | 'no-answer'
  | 'clock-off'
  | 'no-date'
  | 'unknown-code'
  | 'bad-signature'
  | 'partner-fault'
  | 'refused'
  | 'unreadable'
  | 'missing-field'
  | 'left-out'
  | 'no-owner'
  | 'no-events'
  | 'no-access-code'
  | 'code-from-hub'
  | 'wrong-access-code'
  | 'only-first'
  | 'no-seats'
  | 'not-held'
  | 'not-released'
  | 'not-bought'
  | 'real-sale'
  | 'purchase-refused'

/** What is wrong and what to do, in one or two plain sentences. `{name}` stands for a fact. */
export interface DoctorTexts {
  readonly steps: Readonly<Record<DoctorStep, string>>
  readonly fine: Readonly<Record<DoctorStep, string>>
  readonly says: Readonly<Record<Exclude<DoctorSaying, 'fine'>, string>>
  /** What fields of the interface are in plain words, by the last part of their path. */
  readonly fields: Readonly<Record<DoctorField, string>>
  /** What people without the settings before them call what the texts name. */
  readonly spoken: Readonly<Record<DoctorSetting, string>>
  /** The same of a provider of payments. */
  readonly payments: {
    /** `trial`: whether anybody tried it with the operator. */
    readonly steps: Readonly<Record<ExaminationStep | 'trial', string>>
    readonly fine: Readonly<Record<ExaminationStep, string>>
    readonly says: Readonly<Record<PaymentSaying, string>>
  }
  /** The same of a device that takes notes. */
  readonly notes: {
    readonly steps: Readonly<Record<NoteStep, string>>
    readonly fine: Readonly<Record<NoteStep, string>>
    readonly says: Readonly<Record<Exclude<NoteFinding['finding'], 'ok'>, string>>
  }
  readonly savedTickets: {
    readonly title: string
    readonly inFolder: (files: number, folder: string) => string
    readonly stay: string
    readonly deleted: (hours: number) => string
  }
  /** The machine's screen, as far as something is wrong with it. */
  readonly screen: { readonly title: string; readonly unsandboxed: string }
}

export type PaymentSaying =
  | Exclude<ExaminationFinding['finding'], 'ok' | 'not-tried'>
  | 'not-reached'
  /** What is fine about a device that says which it is. */
  | 'device-named'
  | 'only-a-payment'
  | 'no-date'
  /** Turned away as a machine, whatever its account. */
  | 'not-on-list'
  /** By a device beside the screen. */
  | 'device-refuses'
  | 'untried'

/** Fields that a sale cannot do without. */
export const doctorFields = [
  'amount',
  'currency',
  'events',
  'expires_at',
  'hold_id',
  'id',
  'items',
  'map',
  'min_price',
  'number',
  'owner_ref',
  'price',
  'remaining_seconds',
  'seat_id',
  'seats',
  'sections',
  'session_id',
  'starts_at',
  'status',
  'title',
  'zone_id',
  'zones',
] as const

type DoctorField = (typeof doctorFields)[number]

/** In the texts, where a setting is to be looked at. The longer of two comes first. */
type DoctorSetting =
  | 'partner.baseUrl'
  | 'partner.partnerCode'
  | 'partner.signing'
  | 'partner.httpProxy'
  | 'partner.caFile'
  | 'partner.hold'
  | 'partner.anonymousCustomer'
  | 'accessCodes'
  | 'keyId'

/** What is the matter, and what to do about it. */
export interface Advice {
  readonly what: string
  readonly todo: string
}

/** Words on everything that keeps a machine from selling: on its screens, at the command line, in the log and at the hub. */
export type ObstacleTexts = {
  readonly [T in ObstacleType]: (obstacle: ObstacleOf<T>, tenders: TenderNames) => Advice
}

export function adviceOn<T extends ObstacleType>(
  texts: ObstacleTexts,
  obstacle: ObstacleOf<T>,
  tenders: TenderNames,
): Advice {
  const words: ObstacleTexts[T] = texts[obstacle.type]
  return words(obstacle, tenders)
}

/** So many are named; the others are counted. */
const NAMED = 3

/** `Hamana AC – AS Kaporo, Finale +2` */
export function eventNames({ events }: Pick<EventsMet, 'events'>, comma: string): string {
  const named = events.slice(0, NAMED).map(({ title }) => title)
  const others = events.length - named.length
  return named.join(comma) + (others > 0 ? ` +${others}` : '')
}

/** `7 min`, `2 h`, `3 d`: whatever the direction. */
export function span(
  minutes: number,
  units: { readonly minutes: string; readonly hours: string; readonly days: string },
) {
  const length = Math.abs(minutes)
  if (length < 120) return `${length} ${units.minutes}`
  if (length < 48 * 60) return `${Math.round(length / 60)} ${units.hours}`
  return `${Math.round(length / (24 * 60))} ${units.days}`
}

/** The device for notes: people beside the machine mend it. */
export const isOfNotes = ({ tender }: WayDown): boolean => isNotes(tender)

/** People have the note box open. */
export const isBeingEmptied = ({ fault }: WayDown): boolean => fault === 'being-emptied'

/** Something in the settings, or at the provider, has to be put right. */
export const isTurnedAway = ({ fault }: WayDown): boolean => fault === 'turned-away'

/** `401 BAD_SIGNATURE`, or the status alone. */
export const refusalCode = ({ status, code }: { readonly status: number; readonly code: string }): string =>
  code === '' ? String(status) : `${status} ${code}`

/** The usual names, and in their place those that a venue has of its own. */
export function withOwnNames(usual: TenderNames, own: OwnTenderNames): TenderNames {
  return ofEach(everyTender, (kind) => own[kind] ?? usual[kind])
}

/**
 * Reasons why a command of `guichet` is refused, with the remedy: lower case, without a full stop. Texts for `expected`
 * describe a value; `ValueTexts` inserts them into a sentence.
 */
export interface RefusalTexts {
  /** `similar`: options with a similar name. Empty if none is similar. */
  readonly unknownOption: (option: string, similar: string) => string
  /** `command`: the command that has no such subcommand. Empty for the program itself. */
  readonly unknownCommand: (word: string, command: string) => string
  readonly tooManyWords: (command: string, word: string) => string
  readonly missing: (name: string) => string
  readonly missingValue: (option: string) => string
  /** Error for a value given to a switch. */
  readonly noValue: (option: string) => string
  readonly together: (one: string, other: string) => string
  readonly exclusive: (one: string, other: string) => string
  /** Error if not exactly one of two options is given. */
  readonly either: (one: string, other: string) => string
  readonly requires: (one: string, other: string) => string

  /** `why`: error code of the operating system. */
  readonly unreachable: (address: string, why: string) => string
  readonly databaseUnreachable: string
  /** `code`: error code of the operating system. */
  readonly unusable: (path: string, code: string) => string
  readonly portInUse: (port: number, host: string) => string
  readonly emptyFile: (path: string) => string
  readonly folderInPlace: (path: string) => string

  /** `owner`: process id. Null if unknown. */
  readonly ledgerInUse: (path: string, owner: number | null) => string
  /** `found` and `known`: versions of the database schema. */
  readonly newerFile: (path: string, found: number, known: number) => string
  /** For a database of version 0.1, or of another program. */
  readonly unsupportedFile: (path: string) => string
  /** `why`: error message of the database. */
  readonly brokenFile: (path: string, why: string) => string
  readonly emptyDatabase: (path: string) => string
  readonly brokenKey: (path: string) => string

  readonly noVenue: string
  readonly noEvent: (event: string) => string
  readonly notOnSale: (event: string) => string
  readonly notReopened: (event: string) => string
  /** `now`: local date-time of the venue. */
  readonly past: (option: string, moment: string, now: string) => string
  readonly endsTooEarly: (ends: string, starts: string) => string
  readonly sameEvent: (event: string, isEnded: boolean) => string
  readonly noPrice: (zones: string) => string
  readonly nothingChanges: string
  /** `list`: command that lists the tickets sold. */
  readonly ticketsSold: (event: string, tickets: number, list: string) => string

  readonly noPlaces: string
  readonly unknownPlaces: (event: string, places: string) => string
  readonly seatsTaken: Readonly<Record<'held' | 'sold', (seats: string) => string>>
  readonly noneWithheld: string
  readonly severalEvents: string
  readonly noTicket: (event: string, tickets: string) => string

  readonly noPartner: (partner: string) => string
  readonly noKey: (key: string, partner: string) => string
  readonly lastKey: (key: string, partner: string) => string
  readonly otherKey: (partners: string) => string
  /** `tool`: backup program of the database. */
  readonly backUpWith: (tool: string) => string

  readonly noDevice: (device: string) => string
  /** `near`: a similar name; empty if none is similar. `groups`: all names; empty if no group exists. */
  readonly noGroup: (group: string, near: string, groups: string) => string
  /** `near`: a similar name. Empty if none is similar. */
  readonly noSetting: (near: string) => string
  readonly ambiguousNumber: (grouped: string, decimal: string) => string
  readonly ledgerMatches: (device: string) => string
  readonly ledgerChanged: (device: string) => string
  readonly noAdministrator: (name: string) => string
  readonly notTheHub: string

  readonly needsTls: (host: string) => string

  readonly numberTaken: (number: string) => string
  readonly noPerson: (number: string) => string
  readonly nothingToTest: string
  readonly demoOnly: string
  readonly noLine: (folder: string, wanted: string) => string
  readonly noPrinter: (printer: string) => string
  readonly speechIncomplete: string
  readonly noSpeechTexts: string
  readonly otherSystem: string
  readonly running: string

  readonly expected: {
    /** `most`: largest value. Null if unlimited. */
    readonly wholeNumber: (least: number, most: number | null) => string
    readonly price: (form: string) => string
    readonly amount: (currency: string, decimals: number) => string
    readonly ticketNumber: string
    readonly publicKey: string
    readonly sharedSecret: string
    readonly deviceName: string
    readonly settings: (form: string, keys: string) => string
    readonly plainNumber: string
    readonly administrator: string
    readonly address: string
    readonly privateAddress: string
    readonly ciphers: string
    readonly store: string
  }
}
