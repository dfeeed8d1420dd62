import { MAX_KIOSK_SEATS, MAX_SALE_SEATS } from './seats/offer.ts'

export interface NumberLimits {
  readonly min: number
  readonly max: number
}

/** Limits the numeric settings: the smallest and the largest value of each. */
export const numberLimits = {
  maxSeats: { min: 1, max: MAX_KIOSK_SEATS },
  groupSeats: { min: 1, max: MAX_SALE_SEATS },
  spaceReleaseMinutes: { min: 0, max: 10_080 },
  soundVolume: { min: 0, max: 100 },
  lockAfterMinutes: { min: 0, max: 240 },
  tenderBudgetSeconds: { min: 0, max: 600 },
  /** In whole units of the currency. */
  cashierMoves: { min: 0, max: 100_000_000 },
  /** Percent. */
  taxRate: { min: 1, max: 99 },
} as const satisfies Readonly<Record<string, NumberLimits>>

/** Maximum number of characters in the name of a tender. */
export const MAX_TENDER_NAME = 24
/** Maximum number of characters in a line about the seller. */
export const MAX_SELLER_TEXT = 120
/** Maximum number of characters in small print. */
export const MAX_SMALL_PRINT = 300
/** Maximum number of characters in the conditions of sale or the privacy notice, in one language. */
export const MAX_TERMS_TEXT = 20_000
/** Maximum number of characters in the version of these texts, and in the place where they can be read. */
export const MAX_TERMS_NOTE = 80
