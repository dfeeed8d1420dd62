import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/tender.ts'
import { tenderNames } from '../../../shared/i18n/en/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { deviceName, placeNames } from '../names.ts'
import type { DeskRefusals } from '../problem-text.ts'

const held = 'The seats are still held.'

const enDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Card refused',
      body: `${held} The bank or the terminal declined the payment. Ask for another card, or offer another payment method.`,
    },
    'timed-out': {
      title: 'Card not presented in time',
      body: `${held} Try again when the customer has the card ready, or offer another payment method.`,
    },
    'wrong-pin': {
      title: 'Wrong PIN',
      body: `${held} The customer entered the wrong PIN too many times. Ask for another card, or offer another payment method.`,
    },
    'card-removed': {
      title: 'Card removed too early',
      body: `${held} Try again: the card must stay in until the payment is finished.`,
    },
    'card-expired': { title: 'Card expired', body: `${held} Ask for another card, or offer another payment method.` },
    'card-not-taken': {
      title: 'Card not accepted',
      body: `${held} The terminal does not accept this card, or cannot read it. Ask for another card, or offer another payment method.`,
    },
    'not-enough-money': {
      title: 'Insufficient funds',
      body: `${held} Ask for another card, or offer to split the payment between two payment methods.`,
    },
    'over-limit': {
      title: 'Card limit exceeded',
      body: `${held} Ask for another card, or offer to split the payment between two payment methods.`,
    },
    'unknown-payer': {
      title: 'Unknown card',
      body: `${held} The terminal does not accept this card. Ask for another card, or offer another payment method.`,
    },
    'provider-down': {
      title: 'The bank is not responding',
      body: `${held} Offer another payment method, or try again in a few minutes.`,
    },
    'not-set-up': {
      title: 'Card payment unavailable',
      body: `${held} Choose another payment method and tell a supervisor: the contract or the settings need checking.`,
    },
    'day-not-closed': {
      title: 'Terminal end-of-day due',
      body: `${held} Choose another payment method and tell a supervisor: run the terminal’s end-of-day on the “Shifts and reports” page.`,
    },
    unavailable: {
      title: 'The card terminal is not responding',
      body: `${held} Check the device and try again, or offer another payment method.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Payment refused on the phone',
      body: `${held} Ask the customer whether they declined the payment or entered the wrong PIN. Try ${tender} again, or offer another payment method.`,
    },
    'timed-out': {
      title: 'The customer did not confirm in time',
      body: `${held} Ask whether the ${tender} request arrived. Try again when they have their phone in hand.`,
    },
    'not-enough-money': {
      title: `Insufficient ${tender} balance`,
      body: `${held} The customer can top up, split the payment or pay another way.`,
    },
    'over-limit': {
      title: `${tender} account limit exceeded`,
      body: `${held} Offer to split the payment, or another payment method.`,
    },
    'unknown-payer': {
      title: `This number has no ${tender} account`,
      body: `${held} Read the number back to the customer and correct it, or offer another payment method.`,
    },
    'provider-down': {
      title: `${tender} is not responding`,
      body: `${held} Offer another payment method, or try again in a few minutes.`,
    },
    'not-set-up': {
      title: `${tender} payment unavailable`,
      body: `${held} Choose another payment method and tell a supervisor: the contract or the settings need checking.`,
    },
    unavailable: {
      title: `${tender} is not responding`,
      body: `${held} Try again in a moment, or offer another payment method.`,
    },
  }),
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const choices = new Intl.ListFormat('en', { type: 'disjunction' })

export const enDesk: Catalogue['desk'] = {
  title: 'Sales',
  device: (id) => deviceName('Desk', id),
  signIn: 'Sign in',
  signInBody: 'Enter your PIN, then press Enter.',
  training: {
    title: 'Training',
    body: 'A supervisor enters their number and PIN, then presses Enter. Training sales do not count; the live desk stays locked.',
    begin: 'Start training',
    leave: 'Cancel',
    band: 'No real sales, tickets not valid, drawer stays shut.',
    end: 'End training',
  },
  pin: 'PIN',
  choose: 'Choose an event',
  noEvents: 'No events on sale at the moment.',
  eventStands: { over: 'over', begun: 'started', soldOut: 'sold out' },
  seatsLeft: (left, count) => (left === 1 ? '1 seat available' : `${count} seats available`),
  commandLabel: 'Command line',
  eventHint: 'Event number',
  sumHint: 'Amount received (Enter = exact)',
  parked: 'On hold',
  parkedHint: 'Sale number',
  parkedOver: 'seats released',
  behind: {
    title: 'In progress',
    count: (count) => `In progress: ${count}`,
    confirming: (since) => `waiting for the booking service since ${since}`,
    printing: (out, of) => `printing ${out} of ${of}`,
    stopped: (seats) => `check the printer: ${seats} missing`,
    asking: 'payment to check',
    question: 'needs a decision',
    back: 'to be refunded',
    done: 'tickets printed',
  },
  late: {
    title: (amount) => `${amount} paid: tickets pending`,
    body: 'The payment is recorded. Tickets print as soon as the booking service responds; follow the sale under “In progress”.',
    tell: 'Tell the customer',
    words: (amount, number) =>
      `“Your payment of ${amount} is recorded. Please keep number ${number}: your tickets will be printed here, or you will be refunded.”`,
    number: 'Number for the customer',
  },
  copies: {
    title: 'Duplicate tickets of the last sale',
    body: 'Each ticket is marked DUPLICATE. Enter: first reason. Or enter a number or a reason.',
    hint: 'Reason, or Enter',
  },
  papers: {
    out: 'Printed',
    missing: 'Not printed yet',
    doubtful: 'May have printed',
    body: 'Restart the printer, then press Enter: only the missing tickets print.',
    doubt:
      'Did the tickets under “May have printed” come out? If yes, enter 1. If not, Enter prints them again as DUPLICATE.',
  },
  offers: 'Best available',
  arrowsChange: (search) => `Up / down: ${search}`,
  places: (count) => (count === 1 ? '1 seat' : `${count} seats`),
  row: 'Row',
  seats: 'Seats',
  gate: 'Gate',
  price: 'Price',
  toPay: 'To pay',
  heldFor: 'Held for',
  given: 'Change due',
  nothingToGive: 'No change due',
  lastSale: (seats, amount) => `Last sale: ${seats}, ${amount}`,
  empty: 'No seats chosen',
  emptyBody: 'Seats, price and change appear here.',
  tenders: tenderNames,
  left: 'Still to pay',
  inCash: 'In cash',
  reference: 'Reference',
  found: 'Sale for this ticket',
  customer: {
    label: 'Customer',
    noted: 'saved',
    title: 'Customer (optional)',
    body: 'Name, phone or both, such as Mariama Bah 622 11 22 33. After #, an internal note, such as # back at 6 pm. To leave it blank, just press Enter.',
    kept: 'With the customer’s consent. Name and phone go to the booking service; the note stays here. Data is encrypted, and erased after the event (30 days, unless set otherwise).',
    hint: 'Name, phone, # note',
  },
  calls: {
    title: 'Calls from kiosks',
    reasons: { cash: 'cash to take', problem: 'problem', help: 'needs help' },
    since: (time) => `for ${time}`,
    coming: (who) => `${who} is on the way`,
    go: 'I’ll go',
    done: 'Done',
    unreached: 'Calls from kiosks: the server does not respond',
    unsent: 'Answer not sent: the server does not respond.',
  },
  badge: {
    open: 'My badge',
    title: 'Your badge for the kiosks',
    body: 'Photograph this code. At a kiosk, it replaces your PIN to take cash, until the Z report of this desk. Nobody else may see it. A new badge cancels the old one.',
    'no-shift': 'First enter the opening float of this shift.',
    'no-number': 'Sign in with your staff number: the machine PIN has no badge.',
    unreachable: 'The server does not respond. Try again in a moment.',
    close: 'Close',
  },
  float: {
    body: 'Count the opening float and enter the amount, e.g. 200k. 0 if the drawer is empty.',
    later: 'later',
  },
  payerHint: 'Customer’s phone number',
  questionHints: {
    moved: '1: yes   ·   2: no',
    'give-up': '1: yes   ·   2: no',
    'not-paid': '1: refused   ·   2: pays another way',
    'pay-back': 'Refund reference, then Enter',
  },
  attended: {
    card: {
      title: 'Take the payment on the terminal',
      body: 'Once the payment is approved, enter the approval number printed on the terminal receipt.',
      hint: 'Approval number on the receipt',
    },
    byTelephone: {
      title: 'Take the payment on the desk’s phone',
      body: 'When the operator’s message arrives, enter its transaction number.',
      hint: 'Transaction number in the message',
    },
    document: {
      title: 'Copy the number of the document',
      body: 'Number of the cheque, or reference of the transfer order. A supervisor then confirms with a PIN.',
      hint: 'Number of the document',
      answersFor: 'The supervisor is responsible for the payment if the money does not arrive.',
    },
    notPaid: 'refused or not paid',
  },
  account: {
    title: 'Sell on account',
    payTitle: 'Payment to a customer account',
    find: 'Account number, or part of the name',
    which: 'Which account?',
    owes: 'Amount owed',
    limit: 'Limit',
    items: 'Sales to pay (by default, the oldest)',
    by: 'Paid by',
    amount: 'Amount paid',
    answersFor: 'The supervisor allows the customer to pay later.',
    paid: 'Payment recorded. The receipt is printed.',
    paidWithoutPaper: 'Payment recorded. No receipt is printed.',
    printAgain: 'Print the receipt again',
  },
  payingBy: {
    terminal: 'Card terminal: the customer’s card',
    drawer: 'Cash payment',
    telephone: (operator) => `Customer approves the ${operator} payment on their phone`,
    document: {
      cheque: 'Cheque: copy its number',
      'bank-transfer': 'Bank transfer: copy the reference of the order',
    },
    account: 'Sale on the customer’s account',
  },
  atTerminal: (shown) => `The terminal shows the customer: “${shown}”.`,
  askingAgain: (reference) => `No reply: checking again. Reference ${reference}`,
  questions: {
    'not-paid': {
      title: 'Why was nothing charged?',
      body: 'Check the device: if the customer was charged, go back and enter the number.',
      yes: 'Refused by the device',
      no: 'Customer pays another way',
    },
    moved: {
      title: 'Did the payment go through?',
      body: 'Check the terminal receipt, the operator’s message or the drawer.',
      yes: 'Yes, it was paid',
      no: 'No, it was not paid',
    },
    'give-up': {
      title: 'Refund and cancel the sale?',
      body: 'Part of it is already paid; the seats will be released.',
      yes: 'Yes, refund everything',
      no: 'No, continue the payment',
    },
    'pay-back': {
      title: 'Refund due to the customer',
      body: 'Refund this amount, then enter the refund reference. Enter alone: leave it for later, in the office under “Stuck sales”.',
    },
  },
  stages: {
    holding: 'Holding seats…',
    releasing: 'Releasing seats…',
    confirming: 'Confirming…',
    printing: 'Printing…',
    done: 'Sold',
  },
  problem: {
    'refund-due': 'Refund due: the sale is in the office, under “Stuck sales”. Enter: continue.',
    'needs-staff': 'This sale needs a decision: answer in the office, under “Stuck sales”. Enter: continue.',
  },
  partnerDown: 'Booking service unreachable: no new sales.',
  printerDown: 'Printer not ready.',
  printerAwaited: 'Printer busy, perhaps with another desk: waiting a few seconds.',
  enter: 'Enter',
  space: 'Space',
  enterMeans: {
    events: 'choose',
    search: 'search',
    take: 'select seats',
    pay: 'take payment',
    recall: 'resume',
    open: 'open',
    next: 'next customer',
    print: 'print',
    rest: 'resume printing',
    send: 'request payment',
    note: 'save',
    charged: 'confirm',
    answer: 'answer',
    goOn: 'continue',
  },
  leaveOffice: 'back',
  commands: {
    'go-back': 'cancel',
    events: 'event',
    map: 'map',
    card: 'card',
    customer: 'customer',
    park: 'put on hold',
    recall: 'resume',
    behind: 'in progress',
    repeat: 'repeat',
    reprint: 'duplicate',
    invoice: 'invoice',
    telephone: 'phone',
    files: 'sales',
    call: 'call',
    badge: 'my badge',
    language: 'customer’s language',
    aloud: 'read aloud',
    switch: 'hand over',
    office: 'office',
    lock: 'lock',
    training: 'training',
  },
  refused: enDeskRefusals,
  money: {
    'no-sale': 'Earlier sales are recorded.',
    none: 'Nothing has been paid.',
    'left-open': 'A payment for this sale is still being checked: if it went through, it will be refunded.',
    pending: 'This payment is not recorded yet: do not take the money again.',
    partly: 'The part already paid is recorded.',
    paid: 'This sale is paid and recorded.',
    owed: 'The amount paid is to be refunded.',
    closed: 'This sale is complete.',
  },
  problems: {
    'no-access-code': () => ({
      title: 'The access code for this event is missing',
      body: 'Ask a supervisor to enter it: office, “Access codes” page.',
    }),
    'partner-refused': (_, paid) => ({
      title: 'The booking service rejected the request',
      body: `${paid} Try again; if this continues, tell a supervisor.`,
    }),
    'partner-unclear': (_, paid) => ({
      title: 'The booking service sent an invalid reply',
      body: `${paid} Try again; if this continues, tell a supervisor.`,
    }),
    'session-expired': (_, paid) => ({
      title: 'Time is up',
      body: `${paid} Search for the seats again.`,
    }),
    'hold-expired': (_, paid) => ({
      title: 'Time is up',
      body: `The seats are no longer held. ${paid} Search for them again.`,
    }),
    'payment-cancelled': (_, paid) => ({ title: 'Payment cancelled', body: `${paid} The seats are still held.` }),
    'too-little-time': (_, paid) => ({
      title: 'Not enough time left to pay',
      body: `${paid} Press Esc and take the seats again to restart the timer.`,
    }),
    'printer-not-ready': (_, paid) => ({
      title: 'The printer is not ready',
      body: `${paid} Check the paper and the cover. If another desk is printing, wait until it has finished, then try again.`,
    }),
    'purchasing-suspended': (_, paid) => ({
      title: 'The booking service is refusing sales',
      body: `${paid} Ask a supervisor: office, “Machine” page, “Resume sales” button.`,
    }),
    'storage-full': (_, paid) => ({
      title: 'This desk’s disk is full',
      body: `${paid} Free some disk space, then try again; interrupted sales resume automatically.`,
    }),
    'invalid-input': (_, paid) => ({
      title: 'Request rejected',
      body: `${paid} Try again; if this continues, tell a supervisor.`,
    }),
    forbidden: (_, paid) => ({ title: 'Not available on this screen', body: `${paid} Tell a supervisor.` }),
    'bridge-lost': (_, paid) => ({
      title: 'The desk is restarting',
      body: `${paid} Wait a moment: this screen will come back.`,
    }),
    internal: ({ incident }, paid) => ({
      title: 'Something went wrong',
      body: `${paid} Try again; if this continues, give this number to a supervisor: ${incident}.`,
    }),
    'event-ended': (_, paid) => ({
      title: 'This event is over',
      body: `${paid} Only seats already held can still be paid for. Choose another event.`,
    }),
    'hold-refused': ({ code, limit }, paid) =>
      code === 'SEAT_LIMIT'
        ? {
            title: 'Too many seats for one sale',
            body:
              limit === undefined
                ? 'Make several sales with fewer seats each.'
                : `Maximum ${limit} per sale: make several sales.`,
          }
        : { title: 'The booking service did not hold these seats', body: `${paid} Choose other seats.` },
    'seat-taken': ({ seatCodes }, paid) => ({
      title:
        seatCodes.length === 1
          ? `Seat ${seatCodes.join()} has just been taken`
          : `Seats ${seatCodes.join(', ')} have just been taken`,
      body: `Another buyer was faster. ${paid} Choose again.`,
    }),
    'seat-twice': ({ seatCodes }) => ({
      title: `The same seat twice: ${list.format(seatCodes)}`,
      body: 'Name each seat only once in the line.',
    }),
    'no-count': ({ limit }) => ({
      title: 'How many seats?',
      body: `Start with the number, from 1 to ${limit}. Example: “4 north stand”.`,
    }),
    'which-line': ({ typed, lines }) => ({
      title: `“${typed}” has several meanings`,
      body: `Enter ${choices.format(lines.map((line) => `“${line}”`))}.`,
    }),
    'not-seats': ({ typed }) => ({
      title: `“${typed}”: which seats?`,
      body: 'Enter the numbers after the row: “F 12-15” or “F 12,14”.',
    }),
    'which-place': ({ words, places }) => ({
      title: `“${words}”: where exactly?`,
      body: `Specify: ${choices.format(placeNames(places))}.`,
    }),
    'one-price': () => ({
      title: 'No concessions or free tickets here',
      body: 'Ask the organiser for complimentary or reduced-price tickets.',
    }),
    'unknown-place': ({ words }) => ({
      title: `“${words}”: unknown place`,
      body: 'Name a stand, a category or a section of this venue.',
    }),
    'unknown-row': ({ row }) => ({
      title: `Row ${row.toUpperCase()} not found`,
      body: 'Check the row in this section.',
    }),
    'unknown-seat': ({ numbers }) => ({
      title: `${numbers.length === 1 ? 'Seat' : 'Seats'} ${list.format(numbers.map(String))} not found`,
      body:
        numbers.length === 1 ? 'This number does not exist in this row.' : 'These numbers do not exist in this row.',
    }),
    'nothing-free': () => ({ title: 'Not enough seats there', body: 'Try another stand, or fewer seats.' }),
    'not-a-sum': () => ({ title: 'Not a valid amount', body: 'Enter digits: 500000, 500k or 1.5m.' }),
    'ambiguous-sum': ({ typed, grouped, decimal, currency }) => ({
      title: `“${typed}”: ${grouped} or ${decimal} ${currency}?`,
      body: `For the first amount, enter ${grouped} without a point or comma; for the other, one or two digits after the point.`,
    }),
    'much-received': ({ received, due, currency }, _, money) => ({
      title: `${money(received, currency)} received for ${money(due, currency)}`,
      body: `The change would be ${money(received - due, currency)}. Count again; if the amount is correct, enter it again.`,
    }),
    'nothing-parked': () => ({
      title: 'No sales on hold',
      body: 'A sale can be put on hold before payment; its seats stay held.',
    }),
    'nothing-to-repeat': () => ({
      title: 'Nothing to repeat',
      body: 'Sell some seats first: then you can repeat the request with one key.',
    }),
    'nothing-to-reprint': () => ({
      title: 'No duplicate possible',
      body: 'The last sale on this desk has no printed tickets.',
    }),
    'last-goes-on': () => ({
      title: 'The last sale is not finished',
      body: 'Its tickets are printing or waiting: see “In progress”.',
    }),
    'reprint-requested': ({ count }) => ({
      title: count === 1 ? 'A duplicate is printing' : `${count} duplicates are printing`,
      body: 'You can continue selling.',
    }),
    'copies-out': ({ count, wanted }) =>
      count === wanted
        ? {
            title: count === 1 ? 'Duplicate printed' : `${count} duplicates printed`,
            body: count === 1 ? 'Hand it to the customer.' : 'Hand them to the customer.',
          }
        : {
            title: `${count} of ${wanted} ${wanted === 1 ? 'duplicate' : 'duplicates'} printed`,
            body: 'Check the printer, then try again.',
          },
    'partner-unreachable': () => ({
      title: 'The booking service is not responding',
      body: 'Your input is kept. Enter: try again. Selling resumes when the booking service responds.',
    }),
    'nothing-behind': () => ({
      title: 'No sales in progress',
      body: 'All paid sales have their tickets.',
    }),
    'no-such-sale': () => ({ title: 'No sale with this number', body: 'Choose a number from the list.' }),
    'not-a-number': () => ({
      title: 'Not a valid phone number',
      body: `Enter ${MIN_PHONE_DIGITS} to ${MAX_PHONE_DIGITS} digits, with or without +.`,
    }),
    'which-figures': ({ typed }) => ({
      title: `“${typed}”: where does the number start?`,
      body: 'Put a comma before the number, or a + before the country code.',
    }),
    'too-long': ({ field, limit }) => ({
      title: `Maximum ${limit} characters`,
      body: `Shorten the ${{ name: 'name', note: 'note', reason: 'reason', reference: 'number' }[field]}.`,
    }),
    'card-number': () => ({ title: 'This looks like a card number', body: 'Never enter a card number here.' }),
    'no-approval': () => ({
      title: 'Not a valid approval number',
      body: 'Copy the one on the terminal receipt or in the message: at least 4 letters or digits.',
    }),
    'no-document': () => ({
      title: 'Not a valid document number',
      body: 'Enter at most 30 characters: letters, digits, spaces, - and /. Begin with a letter or a digit.',
    }),
    'key-failed': (_, paid) => ({
      title: 'The command failed',
      body: `${paid} Try again; if this continues, tell a supervisor.`,
    }),
    'one-or-two': () => ({ title: 'Answer 1 or 2', body: 'Check first, then enter 1 or 2.' }),
    'no-such-ticket': () => ({
      title: 'Ticket not found at this desk',
      body: 'Scan it again. If it is still not found, send the customer to the place where this ticket was bought.',
    }),
    incomplete: ({ field }) =>
      ({
        reason: { title: 'The reason is missing', body: 'Choose it from the list, or enter it.' },
        receipt: { title: 'The receipt number is missing', body: 'Copy it from the terminal receipt or the message.' },
        company: { title: 'The company is missing', body: 'Enter the name of the company to invoice.' },
        address: { title: 'The address is missing', body: 'Enter the address of the company.' },
        pin: { title: 'A PIN has at least 4 digits', body: 'For another person, enter their number first.' },
      })[field],
    'no-such-event': () => ({ title: 'No event with this number', body: 'Choose a number from the list.' }),
  },
}
