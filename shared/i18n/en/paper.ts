import type * as fr from '../fr/paper.ts'
import { formatMoney } from '../../domain/money/money.ts'
import { type CardTexts, nbsp, twoDigits } from '../texts.ts'
import { providerNames } from './words.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const months = 'January February March April May June July August September October November December'.split(' ')

const ticket: ReturnType<typeof fr.paper.ticket> = {
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
  atTheGate: 'Show this at the gate',
  ticket: 'Ticket',
  number: 'Ticket no.',
  reference: 'Reference',
  dispute: 'Claim code',
  zone: 'Category',
  place: 'Seat code',
  price: 'Price',
  order: 'Order',
  position: (index, count) => `Ticket ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATE ${copyNumber}`,
  unchecked: 'validity not checked',
  specimens: {
    demo: { word: 'SPECIMEN', hint: 'Demo: not valid for entry' },
    training: { word: 'TRAINING', hint: 'Training: not valid for entry' },
  },
  fold: 'Fold here',
  keep: 'Keep this ticket until the end. The code admits one person once: do not share it.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Ticket ${numbers[0]} – ${eventTitle}` : `${numbers.length} tickets – ${eventTitle}`,
  tribuneWords: ['stand', 'tribune'],
}

const receipt: typeof fr.paper.receipt = {
  receipt: 'Receipt',
  correctedReceipt: 'Corrected receipt',
  soldAt: 'Sold on',
  correctedOn: 'Corrected on',
  insteadOf: 'Instead of',
  total: 'Total',
  change: 'Change',
  rounding: 'Cash rounding',
  unsold: 'To refund: seats not sold',
  paid: 'Paid',
  approval: 'Approval',
  cardRead: { contactless: 'contactless', chip: 'chip', stripe: 'magnetic stripe' },
  operatorReference: (tender) => `${tender} reference`,
  documentNumber: (name) => `${name} no.`,
  taxNumber: 'Tax number',
  totalWithTax: 'Total incl. VAT',
  net: 'Net of VAT',
  tax: (rate) => `VAT ${rate}% included`,
  register: 'Desk',
  noTicket: 'This receipt is not a ticket: it is not valid for entry.',
  terms: 'Conditions of sale and privacy',
  termsOnScreen: 'on the screen, before payment',
}

const slip: typeof fr.paper.slip = {
  headings: { refund: 'Refund', void: 'Void', unsold: 'Refund' },
  on: 'Date',
  people: 'By',
  by: (staffId, second) => (second === null ? `no. ${staffId}` : `no. ${staffId}, with no. ${second}`),
  reason: 'Reason:',
  total: 'Refund due',
  given: 'Refunded',
  rounding: 'including cash rounding',
  reference: 'Reference',
  worthless: 'Take these tickets back from the customer.',
  unsold: 'No ticket was sold: the seats are back on sale.',
  notices: {
    cancelled:
      'These tickets are cancelled at the booking service: their QR codes are no longer valid for entry, and the seats are back on sale.',
    asked:
      'The booking service was asked to cancel these tickets and has not answered yet. Until then they remain sold and their QR codes may admit people. Give their numbers to the organiser.',
    none: 'The booking service does not support cancellation: these tickets remain sold, their QR codes may admit people, and the seats do not go back on sale. Give their numbers to the organiser.',
  },
  signatures: ['Customer: amount received', 'Supervisor'],
}

const invoice: typeof fr.paper.invoice = {
  fiscal: {
    waiting: 'WAITING FOR ITS FISCAL SIGNATURE',
    refused: 'NOT SIGNED BY THE FISCAL SERVICE',
    signature: 'Fiscal signature',
    counters: 'Counters',
    device: 'Fiscal device',
    signedAt: 'Signed on',
  },
  headings: { invoice: 'Invoice', 'credit-note': 'Credit note' },
  number: 'Number',
  issuedOn: 'Date',
  about: 'Original invoice',
  buyer: 'Customer',
  erased: 'Details erased',
  tenders: { invoice: 'Paid by', 'credit-note': 'Refunded by' },
  noTicket: 'This document is not a ticket: it is not valid for entry.',
}

const collectionSlip: typeof fr.paper.collectionSlip = {
  'payment-open': {
    heading: 'Collection slip',
    code: 'Reference',
    amount: 'To pay',
    todo: 'Once the payment is accepted, your tickets will be waiting at the kiosk named above: touch “Collect my tickets”, then enter the reference or show the QR code to the reader. Do not pay a second time. If you were charged but the seats are no longer held, a ticket counter will refund you on presentation of this slip.',
  },
  trouble: {
    heading: 'Purchase reference',
    code: 'Reference',
    amount: 'Amount',
    todo: 'Show this slip to a member of staff or at a ticket counter so that they can find your purchase. Do not pay a second time.',
  },
  machine: 'Kiosk',
  on: 'Date',
  seats: 'Seats',
  payment: 'Payment',
  paymentReference: 'Payment reference',
  noTicket: 'This slip is not a ticket: it is not valid for entry.',
}

const creditSlip: typeof fr.paper.creditSlip = {
  heading: 'Refund voucher',
  number: 'Number',
  worth: 'Value',
  why: {
    over: 'Overpayment on your purchase',
    unpaid: 'Purchase not completed',
    returned: 'Refunded tickets',
  },
  machine: 'Kiosk',
  on: 'Date',
  copy: 'Duplicate: the original and its duplicates can be used only once, for this amount in total.',
  todo: {
    here: 'Valid once, at the kiosk named above: when you pay, show the QR code or enter the number. Any remainder is returned on a new refund voucher. Staff can also pay it out in cash. No expiry date. Keep it safe: anyone who has it can use it.',
    anywhere:
      'Valid once, at any kiosk or desk of this venue: when you pay, show the QR code or enter the number. Any remainder is returned on a new refund voucher. Staff can also pay it out in cash. No expiry date. Keep it safe: anyone who has it can use it.',
  },
  noTicket: 'This voucher is not a ticket: it is not valid for entry.',
}

const ticketPage: typeof fr.paper.ticketPage = {
  pdf: 'Open the PDF',
  offline: 'This page also opens without a network. Show it at the gate, with the screen at full brightness.',
  over: 'The event is over. These tickets are no longer shown.',
  apple: 'Add to Apple Wallet',
  appleAll: 'Add all tickets to Apple Wallet',
  google: 'Add to Google Wallet',
  pass: { when: 'Date', venue: 'Venue', route: 'Way to the seat' },
  message: {
    subject: (title: string) => `Your tickets: ${title}`,
    open: 'Your tickets on your phone:',
    attached: 'The same tickets are attached as a PDF.',
    secret: 'This address opens your tickets: do not share it.',
    testSubject: 'Test message',
    test: 'The test command sent this message. It contains no ticket.',
  },
}

const badge: typeof fr.paper.badge = {
  title: 'Staff badge',
  notice: 'Personal: do not lend it. If lost or found, tell a supervisor.',
}

const report: typeof fr.paper.report = {
  title: { X: 'X report', Z: 'Z report' },
  hint: { X: 'Interim report: the shift continues.', Z: 'The shift is closed; the next one begins.' },
  register: 'Desk',
  shift: 'Shift',
  from: 'From',
  to: 'To',
  staff: 'Staff',
  sales: 'Sales',
  tickets: 'Valid tickets',
  duplicates: 'Duplicates printed',
  waiting: 'Sales not finished',
  nothing: 'No sales in this shift.',
  byEvent: 'Net takings by event',
  noZone: 'Category unknown',
  byTender: 'By payment method',
  refundsOf: (tender) => `${tender}, refunded`,
  terminalDay: 'Terminal end-of-day',
  dayStanding: 'End-of-day',
  dayDone: 'done',
  pendingEndOfDay: 'to do',
  byTerminal: 'According to the terminal',
  byBooks: 'According to this desk',
  dayDifference: 'Difference',
  byProvider: 'By provider',
  providers: providerNames,
  taken: 'Taken',
  givenBack: 'Refunded',
  open: 'No answer',
  refunding: 'Refund in progress',
  unmatched: 'Different amount taken',
  byCashier: 'Sales by staff member',
  nobody: 'No staff member',
  takings: 'Takings',
  sold: 'Tickets sold',
  returned: 'Tickets refunded',
  net: 'Net takings',
  owed: 'Refunds due',
  openSlips: 'Open refund vouchers',
  hubSlips: 'of which possibly used elsewhere',
  accountsPaid: 'Payments to customer accounts',
  slipsPaid: 'Refund vouchers paid out',
  drawer: 'Cash drawer',
  openingFloat: 'Opening float',
  cash: 'Cash taken',
  paidIn: 'Cash in',
  paidOut: 'Cash out',
  dropped: 'Safe drops',
  expected: 'Expected in the drawer',
  counted: 'Counted',
  handedTo: (id) => `handed to no. ${id}`,
  uncounted: 'not counted',
  cashbox: 'Cash box',
  boxEmptied: 'Emptied, counted',
  boxSince: 'Last emptied',
  boxNever: 'Never emptied',
  inBox: 'In the cash box',
  unknownNotes: 'Banknotes of unknown value',
  boxOpen: 'Open, not counted yet',
  blind: 'Without cash: not counted yet',
  note: (money) => `Banknote of ${money}`,
  coin: (money) => `Coin of ${money}`,
  over: 'Over',
  short: 'Short',
  exact: 'No difference',
  openings: 'Drawer openings without a sale',
  perpetual: 'Since the first sale',
  perpetualNet: 'Perpetual total, net',
  perpetualAbs: 'Perpetual total, absolute',
  anchor: 'Journal checkpoint',
  anchorHint: 'Keep this paper: it serves to prove that the rows of the journal have not changed since.',
  rows: 'Rows',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Hash of row ${row}`,
  key: 'Key',
  code: 'Signed QR code: row, totals and key',
  signatures: ['Cashier', 'Supervisor'],
  page: (page, count) => `Page ${page} of ${count}`,
}

const testPage: typeof fr.paper.testPage = {
  title: 'Test page',
  edges: 'Frames 2, 4 and 6 mm from the edge: those at 4 and 6 mm must be complete.',
  ruler: (millimetres) => `This ruler must be ${millimetres} mm long.`,
  code: 'This QR code must scan; it is not valid for entry.',
}

const account: typeof fr.paper.account = {
  statement: 'Account statement',
  statementHint: 'Sales on account, refunds and payments of the period.',
  receipt: 'Payment receipt',
  receiptHint: 'Payment for sales on account. Keep this receipt.',
  account: 'Account',
  name: 'Customer',
  from: 'From',
  to: 'To',
  at: 'Date',
  register: 'Desk',
  staff: 'Staff',
  reference: 'Reference',
  entries: 'Entries',
  opening: 'Opening balance',
  closing: 'Closing balance due',
  open: 'Unpaid sales',
  paid: 'Paid',
  paidFor: 'Sales chosen',
  change: 'Change',
  kinds: { charge: 'Sale', credit: 'Refund', payment: 'Payment' },
}

export const paper: typeof fr.paper = {
  salesList: {
    title: 'List of sales',
    hint: 'One line for each sale and each refund, and the total of each currency.',
  },
  ticket: () => ticket,
  receipt,
  slip,
  invoice,
  collectionSlip,
  creditSlip,
  badge,
  account,
  ticketPage,
  report,
  testPage,
}

export const cards: CardTexts = {
  cashier: {
    title: 'Cashier card',
    hint: 'Keep it beside the keyboard. The keys are those of this desk.',
    sell: {
      heading: 'Sell',
      rows: [
        'Sign in: your number, your PIN, then Enter.',
        'Enter the event number, then press Enter.',
        'Enter the seats requested, then press Enter. Select with the arrows; Enter holds the seats.',
        'Enter the amount received, then press Enter. Enter alone: exact amount.',
        'Hand over the tickets and the change due shown.',
      ],
    },
    lines: {
      heading: 'Command lines',
      rows: [
        ['4', 'the four best available seats'],
        ['4 tribune nord', 'the four best in this stand'],
        ['4 nord max 50000', 'maximum price 50,000'],
        ['N3 F 12-15', 'exactly these seats'],
        ['2 nord + 1 pmr', 'several places in one sale'],
        ['500k', 'amount received: 500,000'],
        ['50000+', 'part in cash, the rest by another payment method'],
      ],
    },
    keys: {
      heading: 'Keys',
      enter: ['Enter', 'continue'],
      commands: {
        'go-back': 'go back, cancel',
        events: 'another event',
        map: 'the map',
        customer: 'record the customer',
        park: 'put the sale on hold',
        recall: 'resume a sale on hold',
        behind: 'open a sale in progress',
        repeat: 'repeat the last request',
        reprint: 'duplicate of the last sale',
        invoice: 'invoice for the last sale',
        telephone: 'tickets of the last sale on a phone',
        files: 'earlier sales: duplicates, refunds',
        call: 'answer a kiosk’s call',
        badge: 'your badge for the kiosks',
        language: 'the customer’s language',
        aloud: 'read aloud to the customer',
        switch: 'change cashier',
        lock: 'lock the desk',
        office: 'the office',
        training: 'start or end training',
      },
      tender: (name) => `pay: ${name}`,
    },
    cases: {
      heading: 'If…',
      rows: [
        [
          'The printer stops',
          'Load paper or clear the jam, then Enter. A ticket that may have been printed is printed as a DUPLICATE.',
        ],
        [
          'The booking service does not answer',
          'Do not take payment a second time. Give the customer the number shown, then Enter: next customer. The tickets print automatically once it answers.',
        ],
        [
          'No answer from card or phone',
          'Check the terminal or phone first. Customer charged: enter the number. Not charged: go back and give the reason.',
        ],
        ['A customer hesitates', 'Put the sale on hold: the seats stay held for the time shown.'],
        ['You leave the desk', 'Lock it. The current sale is kept.'],
        ['Power cut', 'Switch the machine back on. Sales resume where they left off: do not enter them again.'],
      ],
    },
  },
  attendant: {
    title: 'Kiosk staff card',
    hint: 'Carry it with you. The screen always shows what is missing: read it first.',
    open: {
      heading: 'Open the staff screen',
      rows: [
        'Touch the empty middle of the dark bar at the bottom five times within three seconds.',
        'Enter your PIN.',
        'Answer the questions shown. “Kiosk status” shows the printers and the booking service.',
      ],
    },
    cash: {
      heading: 'Take cash',
      rows: [
        'The customer gives you the money. Touch “Staff only”, enter your PIN, then “Next”.',
        'Enter the amount received, or touch “Exact amount”; then touch “Confirm payment”.',
        'Give the change due shown.',
      ],
    },
    cases: {
      heading: 'If…',
      rows: [
        ['No paper', 'Load a roll or sheets, close the cover, touch “Resume printing”.'],
        ['Paper jammed', 'Open, remove the paper without tearing it, close, touch “Resume printing”. Keep the pieces.'],
        [
          'The customer paid but has no tickets',
          'Do not let them pay a second time. Staff screen, “Reference”: enter or scan its six characters, then answer.',
        ],
        [
          'A refund is due',
          'Staff screen: “Check with the booking service”. If nothing was sold, refund and enter the receipt number.',
        ],
        [
          '“Kiosk temporarily unavailable”',
          'The screen shows the cause; sales resume automatically. Send customers to the nearest ticket counter.',
        ],
        [
          'The screen no longer answers',
          'Switch the kiosk off, then on again. Nothing is lost: sales resume, unpaid seats are released.',
        ],
        ['The disk is full', 'Do not switch the kiosk off. Call the technician.'],
      ],
    },
    call: { heading: 'Contacts', rows: ['Supervisor', 'Technician', 'Booking service'] },
  },
}

export const termsExamples: typeof fr.termsExamples = {
  seller: {
    name: 'Demo Stadium (example)',
    address: '1 Example Street, Conakry',
    contact: 'contact@exemple.example',
  },
  conditions: `EXAMPLE: these conditions of sale are for the demo. They bind nobody and do not replace those of your venue.

1. Seller
The tickets are sold by the person named above these conditions and on the receipt.

2. Prices
The prices shown before payment are those of each seat, taxes included. The total to pay is the total of these prices. No fee is added.

3. Order
The chosen seats are held for the time shown. The sale is made when the payment is accepted; the tickets are then printed.

4. Ticket
Each ticket carries a QR code that admits one person once. Show the printed ticket at the entrance.

5. Refunds
Tickets are refunded if the event is cancelled. If the event is postponed, they stay valid on the new date.

6. Complaints
Contact the seller: the contact details are on the receipt. Keep the receipt: it carries the order number.`,
  privacy: `EXAMPLE: this notice is for the demo. It binds nobody and does not replace that of your venue.

1. Who is responsible for the data
The seller named above these conditions.

2. Data
This machine records the sale: seats, prices, payment method, date and time. It records neither a name nor a card number. A phone number entered to pay is used for that payment alone.

3. Purpose
To sell the ticket, keep the accounts and give refunds.

4. How long
As long as the law requires for accounts; the phone number is erased earlier.

5. Your rights
You may ask the seller for your data, its correction or its erasure; the contact details are on the receipt.`,
}
