import type { Minor } from '../domain/money/money.ts'
import type { LedgerDoubt, LedgerMemory } from '../domain/fleet/ledger-doubt.ts'

/** Rows of the ledger are gone: people compare drawer, terminal and service, and say when they have. */
export interface GapCase {
  readonly question: 'ledger-gap'
  /** Names the gap. */
  readonly seq: number
  /** How many rows at least; null where nothing tells. */
  readonly rows: number | null
  /** Who remembers more than is there, or otherwise. */
  readonly remembered: readonly LedgerMemory[]
  /** ISO 8601 UTC by this machine's clock. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The ledger goes on under a new key: the hub's administrator vouches for it, or people say that they know of it. */
export interface KeyCase {
  readonly question: 'ledger-key'
  readonly seq: number
  readonly keyId: string
  /** Times of the last row under the key before and of the first under this one. */
  readonly sinceUtc: string
  readonly foundUtc: string
}

/** The hub remembers another ledger than this one: its administrator settles it there. */
export interface HubCase {
  readonly question: 'ledger-hub'
  readonly doubt: LedgerDoubt
  /** The last row that the hub remembers. */
  readonly seq: number
}

/** A note lies in the box that no sale took: staff know whose it is, or it stays there until the box is counted. */
export interface StrayNoteCase {
  readonly question: 'stray-note'
  /** Of the row that tells of it. */
  readonly seq: number
  /** Null: the device does not know which it is. */
  readonly amount: Minor | null
  readonly currency: string
  /** ISO 8601 UTC by this machine's clock. */
  readonly foundUtc: string
}

/** What people have to look into of the ledger itself. */
export type LedgerCase = GapCase | KeyCase | HubCase
