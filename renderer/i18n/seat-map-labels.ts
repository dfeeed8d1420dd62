import type { Minor } from '../../shared/domain/money/money.ts'
import type { SectionOffer, SeatStatus } from '../../shared/domain/seats/offer.ts'

export type SeatLook = SeatStatus | 'selected'

export interface SpokenSeat {
  readonly row: string
  readonly number: number
  readonly look: SeatLook
  readonly price: string
  readonly gate: string
  readonly accessible: boolean
  /** Reason why the seat is not offered to the customer; empty for an offered seat. */
  readonly note: string
}

export interface SpokenSection {
  readonly code: string
  readonly zone: string
  readonly price: string
  readonly remaining: number
  /** Label of the gate; empty if the gate is unknown. */
  readonly gate: string
}

/** Returns the price of a section, as a range if its free seats have different prices. */
export function pricesOf(
  { price, highestPrice = price }: SectionOffer,
  { money }: { readonly money: (amount: Minor) => string },
): string {
  return highestPrice > price ? `${money(price)} – ${money(highestPrice)}` : money(price)
}
