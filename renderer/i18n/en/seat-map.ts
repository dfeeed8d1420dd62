import { seatNotes } from '../../../shared/i18n/en/words.ts'
import type { SeatMapTexts } from '../fr/seat-map.ts'

const figure = new Intl.NumberFormat('en-GB')
const seats = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`)

export const enSeatMap: SeatMapTexts = {
  venueMap: 'Map of all sections',
  sectionMap: (section) => `Map of section ${section}, seat by seat`,
  venueKeys: 'Arrow keys move between sections, Enter opens one.',
  sectionKeys: 'Arrow keys move between seats, Enter picks one, Escape goes back to all sections.',
  wholeVenue: 'All sections',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
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
    available: 'Free',
    selected: 'Your choice',
    held: 'Being bought',
    sold: 'Sold',
    blocked: 'Not sold here',
  },
  accessible: 'Wheelchair',
  notes: seatNotes,
  kept: 'kept for a wheelchair',
  keptSeat: 'This seat is kept for a wheelchair and its companion.',
  onlyPlaces: 'Choose a wheelchair space: the companion’s seat is beside it.',
  spokenSection: ({ code, zone, price, remaining, gate }) =>
    [`Section ${code}`, zone, remaining > 0 ? `${price}, ${seats(remaining)} left` : 'sold out', gate]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
    [
      `Row ${row}, seat ${number}`,
      { available: price, selected: 'chosen', held: 'being bought', sold: 'sold', blocked: 'not sold here' }[look],
      accessible ? 'for a wheelchair' : '',
      gate,
      note,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSelection: (count, wanted) => `${seats(count)} of ${wanted}`,
  seatTaken: 'This seat is not free.',
  limitReached: (most) => `You already have ${seats(most)}: take one away first.`,
  tooShort: (count) => `Fewer than ${count} together`,
  leavesAlone: (count) =>
    count === 1 ? 'This choice leaves one seat alone.' : `This choice leaves ${count} seats alone.`,
  seenFromSeat: 'View from this seat',
  seenFromSection: 'View from this section',
  legend: 'Key',
  zones: 'Prices',
  sections: 'Sections',
  rows: 'Rows',
  seatsOfRow: (row) => `Seats of row ${row}`,
}
