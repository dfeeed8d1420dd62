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

/** Names of the tenders, on screens and on paper. */
export type TenderNames = Readonly<Record<TenderKind, string>>

/** Notes about a seat, shown beside its number on screens and on paper. */
export type SeatNotes = Readonly<Record<SeatNote, string>>

/** Names of providers, by driver. If a driver is missing, its own name is shown. */
export type ProviderNames = Readonly<Record<string, string>>

/** Remedies for each kind of difference, on the screen, in the table and on the command line. */
export type ReconcileAdvice = Readonly<Record<DifferenceKind, string>>

/** Summarises a comparison with the service's tickets. All arguments except `shift` are counts. */
export type ReconciledText = (shift: number, sales: number, agreed: number, differences: number) => string

/** Error for a shift that a ledger does not have. `shift`: null if the ledger has no shift at all. */
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

/** Texts about a comparison with a provider's report, on the screen and on the command line. */
export interface SettlementTexts {
  readonly kinds: Readonly<Record<SettlementKind, string>>
  /** Remedies for each kind. */
  readonly advice: Readonly<Record<SettlementKind, string>>
  readonly standings: Readonly<Record<SettledStanding, string>>
  readonly sums: (paid: string, refunded: string, fees: string) => string
  /** `written`: formats a count in the digits of the screen. */
  readonly of: (payments: number, lines: number, agreed: number, written?: Written) => string
  readonly compared: (differences: number, written?: Written) => string
  /** Reason why a report with this amount is rejected. */
  readonly ambiguousSum: (typed: string, grouped: string, decimal: string, currency: string) => string
}

type Written = (count: number) => string

/** Reasons why `guichet settlement` makes no comparison. */
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

/** Reasons why `guichet hub venues import` rejects a list. Columns have their English names. */
interface VenueRefusals {
  readonly fileName: string
  readonly facts: string
  readonly unknownColumn: (name: string, known: string) => string
  readonly columnTwice: (name: string) => string
  readonly columnMissing: (name: string) => string
  readonly noRows: string
  /** A cell in a column without a heading. */
  readonly noHeading: (text: string) => string
  /** A line that contradicts an earlier description of the same part. */
  readonly contradiction: (kind: PartKind | 'section', code: string, before: string, now: string) => string
  readonly otherPart: (section: string, kind: PartKind, before: string, now: string) => string
  readonly rowTwice: (section: string, row: string) => string
  readonly noSeats: (section: string) => string
  /** Names of the values that a column accepts, for an error message. */
  readonly seats: string
  readonly seatNumbers: string
  readonly yesOrNo: string
}

/** What `guichet hub venues import` reports. */
export interface VenueTexts {
  readonly refusals: VenueRefusals
  readonly readAs: (encoding: Encoding) => string
  readonly counts: (venue: string, sections: number, rows: number, seats: number) => string
  /** Headings above the parts of a kind. */
  readonly parts: Readonly<Record<PartKind, string>>
  readonly seats: (count: number) => string
  readonly allWell: string
  /** Heading above the anomalies. */
  readonly odd: string
  readonly oddity: (oddity: Oddity) => string
  /** Characters that no font of the printed documents contains, separated by spaces. */
  readonly unprintable: (characters: string) => string
}

/** Questions and messages of `guichet setup`. Problems of the settings are reported in English, for technicians. */
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
  /** The allowed values follow, as the settings spell them. */
  readonly terminals: string
  readonly tenders: string
  /** Asks for the venue's own name of a tender. */
  readonly tenderName: (tender: string) => string
  /** Asks for the provider of a tender. */
  readonly driver: (tender: string) => string
  readonly noteDevice: string
  /** The allowed values follow, as the settings spell them. */
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
  /** Seller, and the files with the seller's texts. */
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

/** Closing messages of `guichet ledger verify`. Findings are reported in English, for technicians. */
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

/** Messages of `guichet privacy` and `guichet hub privacy`. Times are local date-times with their offset. */
export interface PrivacyTexts {
  readonly who: string
  readonly noNumber: (typed: string) => string
  readonly nobody: string
  readonly found: (sales: number) => string
  readonly keptUntil: (moment: string) => string
  /** Note below sales of several people with the same name. */
  readonly namesakes: (people: number) => string
  /** Note below several sales under one name, without a telephone number. */
  readonly mayBeNamesakes: string
  /** Note below either of them, before an erasure. */
  readonly eraseAll: string
  /** Reasons why a person's data is not erased. */
  readonly needed: Readonly<Record<'unfinished' | 'open-money' | 'no-end', string>>
  readonly neededUntil: Readonly<Record<'event' | 'settlement', (moment: string) => string>>
  readonly confirm: (sales: number) => string
  readonly notErased: string
  /** The chain of the ledger is broken, or the ledger was rebuilt when it was opened. */
  readonly ledgerInDoubt: string
  readonly erased: (sales: number) => string
  readonly exported: (file: string, sales: number) => string
  /** A file that still has the name or the number. */
  readonly stillIn: (file: string) => string
  /** Other parties that store data of the person. */
  readonly elsewhere: string
  readonly elsewhereOfHub: string
  readonly elsewhereOfPostgres: string
}

/** Texts of the page behind a QR code of a simulated provider. */
export interface SimulatedPaymentTexts {
  readonly title: (provider: string) => string
  readonly noMoney: string
  readonly pay: (amount: string) => string
  readonly refuse: string
  readonly paid: string
  readonly refused: string
  readonly over: string
}

/** Texts that the demo uses in place of a seller's own. Each states that it is an example. */
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

/** The problem and its remedy, in one or two plain sentences. `{name}` is replaced by a fact. */
export interface DoctorTexts {
  readonly steps: Readonly<Record<DoctorStep, string>>
  readonly fine: Readonly<Record<DoctorStep, string>>
  readonly says: Readonly<Record<Exclude<DoctorSaying, 'fine'>, string>>
  /** Plain descriptions of interface fields, by the last part of their path. */
  readonly fields: Readonly<Record<DoctorField, string>>
  /** Plain names that replace the names of settings in texts on screens. */
  readonly spoken: Readonly<Record<DoctorSetting, string>>
  /** Texts about a payment provider, with the same members. */
  readonly payments: {
    /** `trial`: whether the provider was tested with the operator. */
    readonly steps: Readonly<Record<ExaminationStep | 'trial', string>>
    readonly fine: Readonly<Record<ExaminationStep, string>>
    readonly says: Readonly<Record<PaymentSaying, string>>
  }
  /** Texts about a note acceptor, with the same members. */
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
  /** Problems of the machine's screen. */
  readonly screen: { readonly title: string; readonly unsandboxed: string }
}

export type PaymentSaying =
  | Exclude<ExaminationFinding['finding'], 'ok' | 'not-tried'>
  | 'not-reached'
  /** Result for a device that reports its name. */
  | 'device-named'
  | 'only-a-payment'
  | 'no-date'
  /** Refused because of the machine, whatever the credentials. */
  | 'not-on-list'
  /** Refused by a device next to the screen. */
  | 'device-refuses'
  | 'untried'

/** Fields that a sale requires. */
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

/** Names of settings in the texts. If one name contains another, the longer one comes first. */
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

/** A problem and its remedy. */
export interface Advice {
  readonly what: string
  readonly todo: string
}

/**
 * Texts about all obstacles that prevent a machine from selling: on its screens, on the command line, in the log and at
 * the hub.
 */
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

/** Maximum number of events that are named; the others are counted. */
const NAMED = 3

/** Returns event titles as a list, such as `Hamana AC – AS Kaporo, Finale +2`. */
export function eventNames({ events }: Pick<EventsMet, 'events'>, comma: string): string {
  const named = events.slice(0, NAMED).map(({ title }) => title)
  const others = events.length - named.length
  return named.join(comma) + (others > 0 ? ` +${others}` : '')
}

/** Returns a duration such as `7 min`, `2 h` or `3 d`, without its sign. */
export function span(
  minutes: number,
  units: { readonly minutes: string; readonly hours: string; readonly days: string },
) {
  const length = Math.abs(minutes)
  if (length < 120) return `${length} ${units.minutes}`
  if (length < 48 * 60) return `${Math.round(length / 60)} ${units.hours}`
  return `${Math.round(length / (24 * 60))} ${units.days}`
}

/** Whether the fault is in the note acceptor, which on-site staff fix. */
export const isOfNotes = ({ tender }: WayDown): boolean => isNotes(tender)

/** Whether staff have opened the cashbox. */
export const isBeingEmptied = ({ fault }: WayDown): boolean => fault === 'being-emptied'

/** Whether the provider refuses this machine. The settings or the account at the provider must be corrected. */
export const isTurnedAway = ({ fault }: WayDown): boolean => fault === 'turned-away'

/** Returns status and code, such as `401 BAD_SIGNATURE`, or the status alone. */
export const refusalCode = ({ status, code }: { readonly status: number; readonly code: string }): string =>
  code === '' ? String(status) : `${status} ${code}`

/** Returns the default names, replaced by the venue's own names where it has them. */
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
