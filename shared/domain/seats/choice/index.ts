export { bestSeats, type Party, type SeatChoice } from './best-seats.ts'
export { blockAt, orphansLeft, tooShortFor } from './hand-picking.ts'
export type { ProposalReason } from './proposal-reason.ts'
export { keptSeats, openTo } from './kept-seats.ts'
export {
  type PartyWish,
  searchSections,
  sectionsWithSpaces,
  type SectionChoice,
  type SectionSearch,
} from './section-choice.ts'
export { planSectionOf } from './section-merit.ts'
export { halfWidth, type RowSeat, type SeatRow } from './seat-row.ts'
export { seatRows } from './seat-rows.ts'
export { freePlaces, placeAt } from './wheelchair-places.ts'
