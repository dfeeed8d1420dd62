import type { Minor } from '../../shared/domain/money/money.ts'
import type { SectionOffer, SeatStatus } from '../../shared/domain/seats/offer.ts'

/** State in which a seat is shown: its status at the booking service, or selected by the customer. */
export type SeatLook = SeatStatus | 'selected'

export interface SpokenSeat {
  readonly row: string
  readonly number: number
  readonly look: SeatLook
  readonly price: string
  readonly gate: string
  readonly accessible: boolean
  /** Why the seat is not offered to this customer; empty if it is. */
  readonly note: string
}

export interface SpokenSection {
  readonly code: string
  /** Name of the section's zone. */
  readonly zone: string
  readonly price: string
  readonly remaining: number
  /** Label of the gate; empty if the gate is unknown. */
  readonly gate: string
}

/**
 * Returns the price of a seat of the section: the range from the lowest to the highest price of its free seats if
 * known.
 */
export function pricesOf(
  { price, highestPrice = price }: SectionOffer,
  { money }: { readonly money: (amount: Minor) => string },
): string {
  return highestPrice > price ? `${money(price)} – ${money(highestPrice)}` : money(price)
}
