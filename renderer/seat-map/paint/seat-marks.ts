import type { SeatOffer } from '../../../shared/domain/seats/offer.ts'
import type { SeatLook } from '../../i18n/seat-map-labels.ts'

/** Everything that determines how a seat is drawn, in one number: look, flags and price category. */
export type SeatMark = number

export const looks = ['available', 'held', 'sold', 'blocked', 'selected'] as const satisfies readonly SeatLook[]

const LONE = 8
const ACCESSIBLE = 16
const CATEGORY_SHIFT = 5
const SHORT = 128

/** Number of distinguished price categories; further categories are drawn like the last category. */
const MAX_CATEGORIES = 4

export function markOf(
  seat: Pick<SeatOffer, 'status' | 'accessible'>,
  isSelected: boolean,
  isLone: boolean,
  category: number,
  isShort = false,
): SeatMark {
  const look = looks.indexOf(isSelected ? 'selected' : seat.status)
  const accessible = seat.accessible === true ? ACCESSIBLE : 0
  const short = isShort && !isSelected && seat.status === 'available' ? SHORT : 0
  const flags = (isLone ? LONE : 0) | accessible | short
  return look | flags | (Math.min(category, MAX_CATEGORIES - 1) << CATEGORY_SHIFT)
}

export function readMark(mark: SeatMark): {
  readonly look: SeatLook
  readonly lone: boolean
  readonly accessible: boolean
  readonly category: number
  /**
   * True if an available seat is dimmed because it has too few free neighbours for the party or another price is
   * highlighted.
   */
  readonly short: boolean
} {
  return {
    look: looks[mark & 7] ?? 'blocked',
    lone: (mark & LONE) !== 0,
    accessible: (mark & ACCESSIBLE) !== 0,
    category: (mark >> CATEGORY_SHIFT) & (MAX_CATEGORIES - 1),
    short: standsBack(mark),
  }
}

/** Returns whether the seat is available but dimmed. */
export function standsBack(mark: SeatMark): boolean {
  return (mark & SHORT) !== 0
}

/** Returns the prices of a section in descending order; the index is the price category. */
export function priceCategories(seats: readonly SeatOffer[]): readonly number[] {
  return [...new Set(seats.map(({ price }) => price))].toSorted((a, b) => b - a)
}
