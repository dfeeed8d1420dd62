import { seatNotes } from '../../../shared/i18n/en/words.ts'
import type { SeatMapTexts } from '../fr/seat-map.ts'

const figure = new Intl.NumberFormat('en-GB')
const seats = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`)

export const enSeatMap: SeatMapTexts = {
  venueMap: 'Venue map, by section',
  sectionMap: (section) => `Map of section ${section}, seat by seat`,
  venueKeys: 'Arrow keys: move between sections. Enter: open the section.',
  sectionKeys: 'Arrow keys: move between seats. Enter: select the seat. Escape: go back to the venue map.',
  wholeVenue: 'Venue map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeSection: 'Whole section',
  field: { pitch: 'Pitch', stage: 'Stage' },
  from: (price) => `from ${price}`,
  count: (count) => figure.format(count),
  seatsLeft: (count) => (count === 1 ? '1 left' : `${figure.format(count)} left`),
  soldOut: 'Sold out',
  section: (code) => `Section ${code}`,
  row: (label) => `Row ${label}`,
  seat: (number) => `Seat ${number}`,
  looks: {
    available: 'Available',
    selected: 'Your choice',
    held: 'Held by another customer',
    sold: 'Sold',
    blocked: 'Not available here',
  },
  accessible: 'Wheelchair',
  notes: seatNotes,
  kept: 'reserved for wheelchair users',
  keptSeat: 'This seat is reserved for a wheelchair user and their companion.',
  onlyPlaces: 'Choose a wheelchair space; the companion seat is next to it.',
  spokenSection: ({ code, zone, price, remaining, gate }) =>
    [`Section ${code}`, zone, remaining > 0 ? `${price}, ${seats(remaining)} left` : 'sold out', gate]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
    [
      `Row ${row}, seat ${number}`,
      {
        available: price,
        selected: 'selected',
        held: 'held by another customer',
        sold: 'sold',
        blocked: 'not available here',
      }[look],
      accessible ? 'wheelchair space' : '',
      gate,
      note,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSelection: (count, wanted) => `${seats(count)} of ${wanted}`,
  seatTaken: 'This seat is not available.',
  limitReached: (most) => `You already have ${seats(most)}: remove one first.`,
  tooShort: (count) => `Fewer than ${count} seats together`,
  leavesAlone: (count) =>
    `That would leave ${count === 1 ? 'a single empty seat' : `${count} single empty seats`}. Please shift your choice by one seat.`,
  seenFromSeat: 'View from this seat',
  seenFromSection: 'View from this section',
  legend: 'Legend',
  zones: 'Prices',
  sections: 'Sections',
  rows: 'Rows',
  seatsOfRow: (row) => `Seats of row ${row}`,
}
