import { enDeskRefusals } from './desk-refusals.ts'
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/telephone.ts'
import { tenderNames } from '../../../shared/i18n/en/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { deviceName } from '../device-name.ts'
import { placeNames } from '../place-names.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const choices = new Intl.ListFormat('en', { type: 'disjunction' })

export const enDesk: Catalogue['desk'] = {
  title: 'Box office',
  device: (id) => deviceName('Till', id),
  signIn: 'Sign in',
  signInBody: 'Type your PIN, then Enter.',
  training: {
    title: 'Training',
    body: 'A supervisor types number and PIN, then Enter. Nothing that is sold in training counts; the live till stays locked, as it is.',
    begin: 'Begin training',
    leave: 'Cancel',
    band: 'Nothing is sold, no ticket opens a gate, the drawer stays shut.',
    end: 'End training',
  },
  pin: 'PIN',
  ready: 'Ready to sell',
  choose: 'What is on sale?',
  chooseBody: 'Type the number, then Enter.',
  noEvents: 'Nothing is on sale at the moment.',
  eventStands: { over: 'over', begun: 'begun', soldOut: 'sold out' },
  seatsLeft: (left, count) => (left === 1 ? '1 seat left' : `${count} seats left`),
  commandLabel: 'Command',
  eventHint: 'Number of the event',
  sumHint: 'Sum received, or Enter for the exact amount',
  parked: 'Set aside',
  parkedHint: 'Number of the sale',
  parkedOver: 'hold ended',
  behind: {
    title: 'In progress',
    count: (count) => `In progress: ${count}`,
    confirming: (since) => `waiting for the ticket office since ${since}`,
    printing: (out, of) => `printing ${out} of ${of}`,
    stopped: (seats) => `look at the printer, missing ${seats}`,
    asking: 'payment to be checked',
    question: 'waits for an answer',
    back: 'to be given back',
    done: 'tickets are out',
  },
  late: {
    title: (amount) => `Paid ${amount}: the ticket office does not answer`,
    body: 'The money is taken and written down. The tickets print by themselves as soon as the ticket office answers; the sale stays in sight under “In progress”.',
    tell: 'Tell the customer',
    words: (amount, number) =>
      `“You have paid ${amount}. The ticket office does not answer yet. Keep the number ${number}: your tickets will come out here, or you get your money back.”`,
    number: 'Number to give',
  },
  copies: {
    title: 'Print the last sale again',
    body: 'Each ticket comes out as a DUPLICATA. Enter takes the first reason; a digit or some words give another.',
    hint: 'Reason, or Enter',
  },
  papers: {
    out: 'Out',
    missing: 'Not out yet',
    doubtful: 'Maybe out',
    body: 'Get the printer going, then Enter: only what is missing is printed.',
    doubt: 'Look for these tickets first. If they are there, type 1. If not, Enter prints them as DUPLICATA.',
  },
  offers: 'Best seats',
  places: (count) => (count === 1 ? '1 seat' : `${count} seats`),
  row: 'Row',
  seats: 'Seats',
  gate: 'Gate',
  price: 'Price',
  toPay: 'To pay',
  heldFor: 'Held for',
  given: 'Change',
  nothingToGive: 'Exact amount',
  lastSale: (seats, amount) => `Last sale: ${seats}, ${amount}`,
  empty: 'No seats chosen',
  emptyBody: 'Chosen seats, price and change are read here.',
  tenders: tenderNames,
  left: 'Left to pay',
  inCash: 'In cash',
  reference: 'Reference',
  found: 'The sale of this ticket',
  customer: {
    label: 'Customer',
    noted: 'noted',
    title: 'Who is it for?',
    body: 'A name, a telephone number, or both: Mariama Bah 622 11 22 33. Behind # a note for colleagues: # comes back at 6 pm. Enter alone: nobody.',
    kept: 'Only if the customer wants to. Name and telephone are sent to the ticket office with the purchase, the note stays here. All of it is encrypted, and erased 30 days after the event.',
    hint: 'Name, telephone, # note',
  },
  float: {
    body: 'Count what is in the drawer at the beginning of the shift and type the sum, for example 200k. 0 if it is empty.',
    later: 'later',
  },
  payerHint: 'The customer’s telephone number',
  questionHints: {
    moved: '1: yes   ·   2: no',
    'give-up': '1: yes   ·   2: no',
    'not-paid': '1: refused   ·   2: not paid',
    'pay-back': 'Reference of the refund, then Enter',
  },
  attended: {
    card: {
      title: 'Charge on the terminal',
      body: 'Once it has accepted, the terminal prints a slip: type the approval number on it.',
      hint: 'Approval number on the slip',
    },
    byTelephone: {
      title: 'Charge on the desk’s telephone',
      body: 'Once the operator’s message is there, type the transaction number in it.',
      hint: 'Transaction number in the message',
    },
    notPaid: 'refused or not paid',
  },
  payingBy: {
    terminal: 'Payment terminal: the customer’s card',
    drawer: 'The customer counts the cash',
    telephone: (operator) => `The customer approves ${operator} on their phone`,
  },
  atTerminal: (shown) => `The terminal tells the customer: “${shown}”.`,
  askingAgain: (reference) => `The answer was lost: asking again. Reference ${reference}`,
  questions: {
    'not-paid': {
      title: 'Was nothing charged?',
      body: 'Look at the device: if the money was taken, go back and type the number.',
      yes: 'The device refused',
      no: 'The customer pays another way',
    },
    moved: {
      title: 'Did the payment go through?',
      body: 'Look at the terminal’s slip, the operator’s message or the drawer.',
      yes: 'Yes, the money is there',
      no: 'No, nothing was taken',
    },
    'give-up': {
      title: 'Give the money back and stop the sale?',
      body: 'Part of it is paid already; the seats will be released.',
      yes: 'Yes, give it all back',
      no: 'No, go on paying',
    },
    'pay-back': {
      title: 'To give back to the customer',
      body: 'Give this sum back, then type the reference of the refund. Enter alone leaves it on the staff list.',
    },
  },
  stages: {
    holding: 'Holding…',
    releasing: 'Releasing…',
    confirming: 'Confirming…',
    printing: 'Printing…',
    done: 'Sold',
  },
  problem: {
    'refund-due': 'Money to give back: the sale is on the staff list. Enter to go on.',
    'needs-staff': 'This sale waits for an answer on the staff list. Enter to go on.',
  },
  partnerDown: 'The ticket office is out of reach: no new sale.',
  printerDown: 'The printer is not ready.',
  printerAwaited: 'The printer is busy, perhaps with another till: waiting for a few seconds.',
  enter: 'Enter',
  enterMeans: {
    events: 'choose',
    search: 'search',
    take: 'take these seats',
    pay: 'take cash',
    recall: 'take up',
    open: 'open',
    next: 'next customer',
    print: 'print',
    rest: 'print the rest',
    send: 'ask for the payment',
    note: 'note',
    charged: 'charged',
    answer: 'answer',
    goOn: 'go on',
  },
  leaveOffice: 'back',
  commands: {
    'go-back': 'cancel',
    events: 'event',
    map: 'map',
    card: 'card',
    customer: 'customer',
    park: 'set aside',
    recall: 'take up',
    behind: 'in progress',
    repeat: 'repeat',
    reprint: 'duplicate',
    files: 'sales',
    language: 'customer’s language',
    aloud: 'read aloud',
    switch: 'hand over',
    office: 'office',
    lock: 'lock',
    training: 'training',
  },
  refused: enDeskRefusals,
  money: {
    'no-sale': 'Earlier sales stand.',
    none: 'Nothing was paid.',
    'left-open': 'A payment of this sale is still being checked: if it went through, it is given back.',
    pending: 'This payment is not recorded yet: do not take the money a second time.',
    partly: 'The part that was paid is recorded.',
    paid: 'This sale is paid and recorded.',
    owed: 'What was paid is to be given back.',
    closed: 'This sale is settled.',
  },
  problems: {
    'no-access-code': () => ({
      title: 'The access code of this event is missing',
      body: 'A supervisor types it in the office, page “Access codes”.',
    }),
    'partner-refused': (_, paid) => ({
      title: 'The ticket office did not accept the request',
      body: `${paid} Try again; if it goes on, tell a supervisor.`,
    }),
    'partner-unclear': (_, paid) => ({
      title: 'The ticket office’s answer cannot be read',
      body: `${paid} Try again; if it goes on, tell a supervisor.`,
    }),
    'session-expired': (_, paid) => ({
      title: 'The time to choose is over',
      body: `${paid} Look for the seats again.`,
    }),
    'hold-expired': (_, paid) => ({
      title: 'The time is over',
      body: `The seats are no longer held. ${paid} Look for them again.`,
    }),
    'payment-cancelled': (_, paid) => ({ title: 'Payment cancelled', body: `${paid} The seats stay held.` }),
    'too-little-time': (_, paid) => ({
      title: 'Not enough time left to pay',
      body: `${paid} Press Escape and take the seats again: you get the full time again.`,
    }),
    'printer-not-ready': (_, paid) => ({
      title: 'The printer is not ready',
      body: `${paid} Check paper and cover, and whether another till is using it, then try again.`,
    }),
    'purchases-refused': (_, paid) => ({
      title: 'The ticket office refuses sales',
      body: `${paid} A supervisor looks in the office, page “Machine”, and takes sales up again.`,
    }),
    'storage-full': (_, paid) => ({
      title: 'The disk of this till is full',
      body: `${paid} Make room on the disk, then try again; sales that wait go on by themselves.`,
    }),
    'invalid-input': (_, paid) => ({
      title: 'This request did not go through',
      body: `${paid} Try again; if it goes on, tell a supervisor.`,
    }),
    forbidden: (_, paid) => ({ title: 'This screen cannot do that', body: `${paid} Tell a supervisor.` }),
    'bridge-lost': (_, paid) => ({
      title: 'The till is restarting',
      body: `${paid} Wait a moment: this screen goes on by itself.`,
    }),
    internal: ({ incident }, paid) => ({
      title: 'Something went wrong',
      body: `${paid} Try again; if it goes on, give this number to a supervisor: ${incident}.`,
    }),
    'event-ended': (_, paid) => ({
      title: 'This event is over',
      body: `${paid} The ticket office sells no more seats for it; seats already held can still be paid for. Choose another event.`,
    }),
    'hold-refused': ({ code, limit }, paid) =>
      code === 'SEAT_LIMIT'
        ? {
            title: 'The ticket office takes fewer seats a sale',
            body:
              limit === undefined
                ? 'Make several sales of fewer seats each.'
                : `At most ${limit} at once: make several sales.`,
          }
        : { title: 'The ticket office did not hold these seats', body: `${paid} Choose others.` },
    'seat-taken': ({ seatCodes }, paid) => ({
      title:
        seatCodes.length === 1
          ? `Seat ${seatCodes.join()} has just been taken`
          : `Seats ${seatCodes.join(', ')} have just been taken`,
      body: `Somebody was faster. ${paid} Choose others.`,
    }),
    'no-count': ({ limit }) => ({
      title: 'How many seats?',
      body: `Begin with the number, 1 to ${limit}: “4 north stand”.`,
    }),
    'which-line': ({ typed, lines }) => ({
      title: `“${typed}” has several meanings`,
      body: `Type ${choices.format(lines.map((line) => `“${line}”`))}.`,
    }),
    'not-seats': ({ typed }) => ({
      title: `“${typed}”: which seats?`,
      body: 'Type the numbers after the row: “F 12-15” or “F 12,14”.',
    }),
    'which-place': ({ words, places }) => ({
      title: `“${words}”: where exactly?`,
      body: `Say which: ${choices.format(placeNames(places))}.`,
    }),
    'one-price': () => ({
      title: 'Every seat is sold at its price',
      body: 'Ask the organiser for complimentary tickets, reduced prices and vouchers: nobody else can grant them.',
    }),
    'unknown-place': ({ words }) => ({
      title: `There is no “${words}” here`,
      body: 'Name a stand, a zone or a section of this venue.',
    }),
    'unknown-row': ({ row }) => ({ title: `No row ${row.toUpperCase()}`, body: 'Check the row in this section.' }),
    'unknown-seat': ({ numbers }) => ({
      title: `No seat ${list.format(numbers.map(String))}`,
      body: 'That number is not in this row.',
    }),
    'nothing-free': () => ({ title: 'Not enough seats there', body: 'Try another stand, or fewer seats.' }),
    'not-a-sum': () => ({ title: 'That is not a sum', body: 'Type figures: 500000, 500k or 1.5m.' }),
    'ambiguous-sum': ({ typed, grouped, decimal, currency }) => ({
      title: `“${typed}”: ${grouped} or ${decimal} ${currency}?`,
      body: `For the first, type ${grouped} without a point or comma; for the other, one or two figures after the point.`,
    }),
    'much-received': ({ received, due, currency }, _, money) => ({
      title: `${money(received, currency)} received for ${money(due, currency)}`,
      body: `That would be ${money(received - due, currency)} in change. Count again; if it is right, type the same sum once more.`,
    }),
    'nothing-parked': () => ({
      title: 'No sale is set aside',
      body: 'Set a sale aside at the payment; it keeps its seats.',
    }),
    'nothing-to-repeat': () => ({
      title: 'Nothing to repeat',
      body: 'Sell some seats first; then one key asks for the same again.',
    }),
    'nothing-to-reprint': () => ({
      title: 'Nothing to print again',
      body: 'The last sale of this desk has no ticket to be made again.',
    }),
    'last-goes-on': () => ({
      title: 'The last sale is not over',
      body: 'Its tickets are still coming out, or wait: see “In progress”.',
    }),
    'copies-ordered': ({ count }) => ({
      title: count === 1 ? 'A duplicate is printing' : `${count} duplicates are printing`,
      body: 'You can go on selling.',
    }),
    'copies-out': ({ count, wanted }) =>
      count === wanted
        ? {
            title: count === 1 ? 'The duplicate is out' : `${count} duplicates are out`,
            body: 'Hand them to the customer.',
          }
        : {
            title: `${count} of ${wanted} ${wanted === 1 ? 'duplicate' : 'duplicates'}`,
            body: 'Look at the printer, then try again.',
          },
    'partner-unreachable': () => ({
      title: 'The ticket office does not answer',
      body: 'Nothing is lost: your line stays here. Enter tries it again; the desk opens by itself when the ticket office is back.',
    }),
    'nothing-behind': () => ({
      title: 'No sale is in progress',
      body: 'All paid sales have their tickets.',
    }),
    'no-such-sale': () => ({ title: 'No sale has that number', body: 'Choose a number from the list.' }),
    'not-a-number': () => ({
      title: 'That is no telephone number',
      body: `Type ${MIN_PHONE_DIGITS} to ${MAX_PHONE_DIGITS} figures, with or without a +.`,
    }),
    'which-figures': ({ typed }) => ({
      title: `“${typed}”: where does the number begin?`,
      body: 'Put a comma before the number, or a + before the country code.',
    }),
    'too-long': ({ field, limit }) => ({
      title: `${limit} characters at most`,
      body: `Shorten the ${{ name: 'name', note: 'note', reason: 'reason', reference: 'number' }[field]}.`,
    }),
    'card-number': () => ({ title: 'That looks like a card number', body: 'A card number is never written here.' }),
    'no-approval': () => ({
      title: 'That is no approval number',
      body: 'Copy the one on the slip or in the message: at least 4 letters or figures.',
    }),
    'key-failed': (_, paid) => ({
      title: 'That key was not carried out',
      body: `${paid} Try again; if it goes on, tell a supervisor.`,
    }),
    'one-or-two': () => ({ title: 'Answer 1 or 2', body: 'Check first, then type 1 or 2.' }),
    'no-such-ticket': () => ({
      title: 'No sale of this desk has that ticket',
      body: 'It was sold elsewhere, or it is no ticket.',
    }),
    incomplete: ({ field }) =>
      ({
        reason: { title: 'The reason is missing', body: 'Choose it from the list, or write it.' },
        receipt: { title: 'The receipt number is missing', body: 'Copy it from the terminal’s slip or the message.' },
        pin: { title: 'A PIN has at least 4 digits', body: 'For another person, type their number first.' },
      })[field],
    'no-such-event': () => ({ title: 'No event has that number', body: 'Choose a number from the list.' }),
  },
}
