import { formatMoney } from '../../domain/money/money.ts'
import {
  nbsp,
  twoDigits,
  type PaperTexts,
  type ReceiptTexts,
  type ReportTexts,
  type SlipTexts,
  type TestPageTexts,
  type TicketTexts,
} from '../paper-texts.ts'
import { tenderNames } from './words.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const ticket: TicketTexts = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${days[weekday]} ${day} ${months[month]} ${year}, ${twoDigits(hour)}:${twoDigits(minute)}`,
  money: (amount, currency) => formatMoney(amount, currency, 'en'),
  count: String,
  tribune: 'Stand',
  gate: 'Gate',
  sector: 'Section',
  row: 'Row',
  seat: 'Seat',
  wayIn: 'Your way in',
  wayInHint: 'From the stadium entrance to your seat.',
  atTheGate: 'Show this at the gate',
  ticket: 'Ticket',
  number: 'Ticket no.',
  reference: 'Reference',
  dispute: 'Dispute code',
  zone: 'Category',
  place: 'Seat code',
  price: 'Price',
  order: 'Order',
  position: (index, count) => `Ticket ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimen: 'SPECIMEN',
  specimenHint: 'Demonstration: opens no gate',
  fold: 'Fold here',
  keep: 'Keep this ticket to the end. Its code opens the gate only once: show it to nobody else.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Ticket ${numbers[0]} – ${eventTitle}` : `${numbers.length} tickets – ${eventTitle}`,
  tribuneWords: ['stand', 'tribune'],
}

const receipt: ReceiptTexts = {
  receipt: 'Receipt',
  soldAt: 'Sold on',
  total: 'Total',
  tenders: tenderNames,
  change: 'Change',
  approval: 'Approval',
  register: 'Till',
  noTicket: 'This receipt is no ticket: it opens no gate.',
}

const slip: SlipTexts = {
  headings: { refund: 'Refund', void: 'Void', unsold: 'Money given back' },
  on: 'Done on',
  people: 'By',
  by: (staffId, second) => (second === null ? `no. ${staffId}` : `no. ${staffId}, with no. ${second}`),
  reason: 'Reason:',
  total: 'To give back',
  given: 'Given back',
  reference: 'Reference',
  worthless: 'These tickets are worth nothing now: keep them here.',
  unsold: 'No ticket was sold: the seats were released.',
  notices: {
    cancelled:
      'These tickets are cancelled at the booking service: their codes open no gate any more, and the seats are on sale again.',
    asked:
      'The booking service was asked to cancel these tickets and has not answered yet: until it does they stay sold there, and their codes may open a gate. Tell the organiser their numbers.',
    none: 'The booking service has no cancellation: to it these tickets are still sold, their codes may still open a gate, and the seats are not sold again. Tell the organiser their numbers.',
  },
  signatures: ['Customer: sum received', 'Supervisor'],
}

const report: ReportTexts = {
  title: { X: 'X report', Z: 'Z closure' },
  hint: { X: 'A reading during the shift: the shift goes on.', Z: 'The shift is closed; the next one begins.' },
  register: 'Till',
  shift: 'Shift',
  from: 'From',
  to: 'To',
  staff: 'Staff',
  sales: 'Paid sales',
  tickets: 'Tickets issued',
  duplicates: 'Duplicates printed',
  waiting: 'Sales waiting for staff',
  nothing: 'No sale in this shift.',
  byEvent: 'By event and zone',
  noZone: 'Zone unknown',
  byTender: 'By means of payment',
  tenders: tenderNames,
  refundsOf: (tender) => `${tender}, refunded`,
  byCashier: 'By member of staff',
  nobody: 'Without staff',
  takings: 'Takings',
  sold: 'Tickets sold',
  refunded: 'Tickets refunded',
  net: 'Net takings',
  owed: 'Still owed to customers',
  drawer: 'Cash drawer',
  openingFloat: 'Opening float',
  cash: 'Cash taken',
  paidIn: 'Paid in',
  paidOut: 'Paid out',
  expected: 'Expected in the drawer',
  counted: 'Counted',
  uncounted: 'not counted',
  blind: 'Without the cash: the drawer is still to be counted',
  note: (money) => `Note of ${money}`,
  coin: (money) => `Coin of ${money}`,
  over: 'Over',
  short: 'Short',
  exact: 'No difference',
  openings: 'Drawer opened without a sale',
  perpetual: 'Since the first sale',
  perpetualNet: 'Perpetual total, net',
  perpetualAbs: 'Perpetual total, absolute',
  anchor: 'Anchor of the ledger',
  anchorHint: 'Keep this paper: it proves that the rows of the ledger have not changed since.',
  rows: 'Rows',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Hash of row ${row}`,
  key: 'Key',
  code: 'Signed code: row, totals and key',
  signatures: ['Cashier', 'Supervisor'],
  page: (page, count) => `Page ${page} of ${count}`,
}

const testPage: TestPageTexts = {
  title: 'Test page',
  edges: 'Frames 2, 4 and 6 mm from the edge: the one at 4 mm at least must be whole.',
  ruler: (millimetres) => `This ruler is ${millimetres} mm long.`,
  code: 'This code must scan; it opens no gate.',
}

export const paper: PaperTexts = { ticket: () => ticket, receipt, slip, report, testPage }
