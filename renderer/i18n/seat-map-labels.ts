import type { Minor } from '../../shared/domain/money/money.ts'
import type { SectionOffer, SeatStatus } from '../../shared/domain/seats/offer.ts'
import type { SeatNotes } from '../../shared/i18n/texts.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

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
  /** Empty if the gate is unknown. */
  readonly gate: string
}

/** All texts of the seat map and its list, from the catalogue of the customer's language. */
export interface SeatMapLabels {
  readonly money: (amount: Minor) => string

  /** Names of the map for screen readers, and the keys that move on it. */
  readonly venueMap: string
  readonly sectionMap: (section: string) => string
  readonly venueKeys: string
  readonly sectionKeys: string

  readonly wholeVenue: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly wholeSection: string

  readonly field: Readonly<Record<VenuePlan['field']['kind'], string>>
  readonly from: (price: string) => string
  /** A number of seats, in figures. */
  readonly count: (count: number) => string
  readonly seatsLeft: (count: number) => string
  readonly soldOut: string
  readonly section: (code: string) => string
  readonly row: (label: string) => string
  readonly seat: (number: number) => string
  readonly looks: Readonly<Record<SeatLook, string>>
  readonly accessible: string
  readonly notes: SeatNotes
  /** Why a free seat is not for sale to this customer: shown beside the seat, and spoken when it is touched. */
  readonly kept: string
  readonly keptSeat: string
  /** For customers who asked for a wheelchair space, about any other seat. */
  readonly onlyPlaces: string

  readonly spokenSection: (section: SpokenSection) => string
  readonly spokenSeat: (seat: SpokenSeat) => string
  readonly spokenSelection: (count: number, wanted: number) => string
  readonly seatTaken: string
  readonly limitReached: (most: number) => string
  /** About seats that are not offered, because fewer seats than the party needs are free side by side. */
  readonly tooShort: (count: number) => string
  /** Warning that these seats would be left alone. */
  readonly leavesAlone: (count: number) => string

  /** Caption of a drawing of the view. */
  readonly seenFromSeat: string
  readonly seenFromSection: string

  readonly legend: string
  readonly zones: string
  readonly sections: string
  readonly rows: string
  readonly seatsOfRow: (row: string) => string
}

/**
 * Returns the price of a seat of the section: the range from the lowest to the highest price of its free seats if
 * known.
 */
export function pricesOf(
  { price, highestPrice = price }: SectionOffer,
  { money }: Pick<SeatMapLabels, 'money'>,
): string {
  return highestPrice > price ? `${money(price)} – ${money(highestPrice)}` : money(price)
}
