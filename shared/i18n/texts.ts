import type { TenderKind } from '../domain/money/tender.ts'
import type { DifferenceKind } from '../domain/sale/reconcile.ts'

/** What each way to pay is called, on the screens and on paper alike. */
export type TenderNames = Readonly<Record<TenderKind, string>>

/** What to do about each kind of difference, on the screen as in the table and on the command line. */
export type ReconcileAdvice = Readonly<Record<DifferenceKind, string>>

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
