import type { OperatorUrls } from './operators.ts'

/** What a kiosk's process is told to do. */
export interface KioskOrder {
  readonly directory: string
  readonly serviceUrl: string
  readonly operators: OperatorUrls
  /** Where its device for notes is reached; null: it has none. */
  readonly notes: string | null
  readonly eventId: string
  readonly accessCode: string
  readonly seed: number
  /** It dies there, the `nth` time it comes by; null: nowhere. */
  readonly killAt: { readonly point: string; readonly nth: number } | null
  /** Sales to make once everything unfinished is settled. */
  readonly sales: number
  /** The control: acknowledges a step before it is written down. */
  readonly forgetful: boolean
}

/**
 * What it tells its parent: open for customers, nothing unfinished any more, ended in order; the page behind the code
 * that its screen shows; or that it wants a note of the customer before it, or that staff look for one.
 */
export type KioskWord =
  | KioskTime
  | { readonly word: 'shows'; readonly page: string }
  | { readonly word: 'wants a note' | 'wants no note' | 'where is the note'; readonly saleId: string }

/** Milliseconds since the process began. */
export interface KioskTime {
  readonly word: 'open' | 'settled' | 'bye'
  readonly sinceStartMs: number
}
