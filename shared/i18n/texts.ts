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
