import type { OperatorUrls } from './operators.ts'

/** What a kiosk's process is told to do. */
export interface KioskOrder {
  readonly directory: string
  readonly serviceUrl: string
  readonly operators: OperatorUrls
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
 * What it tells its parent: open for customers, nothing unfinished any more, ended in order; or the page behind the code
 * that its screen shows.
 */
export type KioskWord =
  /** Milliseconds since the process began. */
  | { readonly word: 'open' | 'settled' | 'bye'; readonly sinceStartMs: number }
  | { readonly word: 'shows'; readonly page: string }
