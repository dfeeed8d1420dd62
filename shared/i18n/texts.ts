import type { TenderKind } from '../domain/money/tender.ts'
import type { Encoding, Oddity, PartKind } from '../domain/venue/venue-report.ts'
import type { DifferenceKind } from '../domain/sale/reconcile.ts'

/** What each way to pay is called, on the screens and on paper alike. */
export type TenderNames = Readonly<Record<TenderKind, string>>

/** What to do about each kind of difference, on the screen as in the table and on the command line. */
export type ReconcileAdvice = Readonly<Record<DifferenceKind, string>>

/** What `guichet hub venues import` says of what it read; what it refuses is named in English, for those who mend it. */
export interface VenueTexts {
  readonly readAs: (encoding: Encoding) => string
  readonly counts: (venue: string, sections: number, rows: number, seats: number) => string
  /** Above the parts of a kind. */
  readonly parts: Readonly<Record<PartKind, string>>
  readonly seats: (count: number) => string
  readonly allWell: string
  /** Above what looks odd. */
  readonly odd: string
  readonly oddity: (oddity: Oddity) => string
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
  readonly tenders: string
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
  readonly printer: string
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
  readonly holds: string
  readonly consistent: string
  readonly broken: string
  readonly key: (keyId: string) => string
  readonly head: (seq: number) => string
  readonly hub: (hubKey: string, keyId: string) => string
  readonly paper: (seq: number) => string
}
