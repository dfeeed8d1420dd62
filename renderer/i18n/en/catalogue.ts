import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { enDesk } from './desk.ts'
import { enDevice } from './device.ts'
import { enNotes } from './notes.ts'
import { enFiles } from './files.ts'
import { enProblems } from './problems.ts'
import { enService } from './service.ts'
import { enPayment } from './payment.ts'
import { enSetup } from './setup.ts'
import { enShift } from './shift.ts'
import { enOffice } from './office.ts'
import { enPaying } from './paying.ts'
import { enPeople } from './people.ts'
import { enPictures } from './pictures.ts'
import { enSeatMap } from './seat-map.ts'
import type { Catalogue, OfferInWords, WordedReason } from '../fr/catalogue.ts'
import { enSpeaking } from './speaking.ts'
import { enStaffDesk } from './staff-desk.ts'
import { screenRestart } from './screen-restart.ts'
import { seatNotes } from '../../../shared/i18n/en/words.ts'
import { deviceName } from '../device-name.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const figure = new Intl.NumberFormat('en-GB')
const places = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`)

const sentence = (facts: readonly string[]): string => {
  const words = facts.join(', ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

export const en: Catalogue = {
  common: {
    back: 'Back',
    more: 'See more',
    retry: 'Try again',
    wait: screenRestart.wait,
    toEvents: 'See the events',
    places,
    comma: ', ',
    versus: 'v',
    city: (name, city) => (city === '' || name.includes(city) ? name : `${name}, ${city}`),
  },
  tools: {
    label: 'Settings and help',
    language: 'Language',
    hear: (name) => `Listen: ${name}`,
    largeText: 'Large text',
    normalText: 'Normal text',
    startOver: 'Start again',
    training: 'TRAINING',
    demo: 'Demonstration',
    demoInFull: 'Demonstration: these tickets are not valid for entry.',
    device: (id) => deviceName('Kiosk', id),
  },
  access: {
    title: 'Accessibility',
    lead: 'Just for you: the screen goes back to normal afterwards.',
    aid: {
      largeText: 'Large text',
      contrast: 'High contrast',
      lowReach: 'Lower screen',
      calm: 'Calm',
      spoken: 'Read aloud',
      pictures: 'All in pictures',
    },
    about: {
      largeText: 'Letters half as big again',
      contrast: 'Black on white, clear outlines',
      lowReach: 'Everything within reach, even seated',
      calm: 'No sounds, no movement',
      spoken: 'A voice reads each screen',
      pictures: 'Nothing to read: touch and listen',
    },
    done: 'Done',
  },
  keys: {
    chosen: 'chosen',
    unavailable: 'not available',
    oneButton: 'One button',
    oneButtonAbout: 'Press when the frame is on your choice',
    speed: 'Time on each choice',
    every: { 1000: '1 sec', 1500: '1.5 sec', 2500: '2.5 sec', 4000: '4 sec' },
  },
  coupon: {
    label: 'Your ticket',
    event: 'Event',
    places: 'Seats',
    seats: 'Seats',
    total: 'Total',
    toFill: 'to choose',
    heldFor: 'Held for',
    heldForOne: 'Held for',
    twoMinutes: 'Only two minutes left to pay.',
    oneMinute: 'Only one minute left to pay.',
    halfMinute: 'Only thirty seconds left to pay.',
  },
  attract: {
    next: 'Next event',
    alsoOnSale: 'Also on sale',
    touch: 'Touch the screen to get your seats',
    others: (count) => (count === 1 ? 'and one more event' : `and ${count} more events`),
    nothing: 'Nothing on sale right now',
    nothingBody: 'New events will appear here as soon as they go on sale.',
  },
  events: {
    title: 'What would you like to see?',
    from: (price) => `from ${price}`,
    page: (page, pages) => `${page}\u00a0/\u00a0${pages}`,
    previous: 'Previous',
    next: 'More',
    staleTitle: 'The ticket office is not answering just now',
    stale: 'This is the last list we received. We are still trying.',
    back: 'Home',
  },
  party: {
    title: 'How many seats?',
    about: 'Find out more',
    lead: 'You and everyone with you.',
    ways: 'How to choose',
    best: 'The best seats',
    mapLead: 'You then choose your seats on the map.',
    remaining: (count) => (count === 1 ? 'One seat left.' : `${figure.format(count)} seats left.`),
    fewer: 'One fewer seat',
    more: 'One more seat',
    soldOut: 'Sold out',
    soldOutBody: 'Every seat for this event has been sold. There are other events to see.',
    otherEvent: 'Another event',
  },
  wheelchair: {
    ask: 'Wheelchair space + companion',
    about: 'Two places side by side, kept for you',
    none: 'No wheelchair space with a companion’s seat left',
    noneBody: 'Staff can look for one with you.',
  },
  seatNotes,
  offers: {
    title: (count) => (count === 1 ? 'The best seat' : 'The best seats'),
    lead: 'Touch the ones you like.',
    leadOne: 'Touch the one you like.',
    searching: 'Looking for your seats…',
    holding: 'Reserving your seats…',
    releasing: 'Releasing your seats…',
    take: 'Choose',
    each: (price) => `${price} each`,
    row: (row) => `Row ${row}`,
    seats: (numbers) => (numbers.length === 1 ? `seat ${numbers[0]}` : `seats ${list.format(numbers)}`),
    place: (sector, row) => `Section ${sector}, row ${row}`,
    because: (reasons) => sentence(reasons),
    reason: (reason, about) => enReasons[reason](about),
    openMap: 'Choose on the map',
    where: 'Where are these seats?',
    changeCount: 'Change the number',
    none: (count) => (count === 1 ? 'No seat left' : `Not enough seats left for ${count}`),
    noneBody: 'Try fewer seats, or see what is left on the map.',
  },
  wishes: {
    open: 'Stand and price',
    title: 'Which stand, at what price?',
    lead: 'Tell us where to look for your seats.',
    zones: 'Stand',
    anyZone: 'All stands',
    left: (count) => (count === 0 ? 'Sold out' : `${figure.format(count)} left`),
    prices: 'Price per seat',
    anyPrice: 'Any price',
    upTo: (price) => `Up to ${price}`,
    show: 'Show the seats',
    back: 'Leave it as it is',
    clear: 'Search everywhere',
    none: 'Nothing left here',
    noneBody: (wish) => `${wish}: not enough seats. Search everywhere, or change the number of seats.`,
  },
  map: {
    title: 'Where would you like to sit?',
    sectionTitle: (section) => `Section ${section}`,
    lead: (count) => `Choose ${places(count)}.`,
    picked: (picked, wanted) => `${picked} of ${wanted}`,
    fewer: (picked, wanted) =>
      `${picked} of ${wanted}: ${wanted - picked === 1 ? '1 more seat' : `${wanted - picked} more seats`}, or only ${picked}?`,
    takeOnly: (count) => (count === 1 ? 'Reserve one seat only' : `Reserve only ${count} seats`),
    take: (count) => (count < 2 ? 'Reserve this seat' : `Reserve these ${count} seats`),
    whole: 'Another section',
    best: 'Our best seats',
    asList: 'List',
    asMap: 'Map',
    oneByOne: 'One by one',
    together: 'Side by side',
    grouped: 'As a group',
    staleTitle: 'This map is out of date',
    stale: 'The ticket office is not answering. We are still trying.',
  },
  review: {
    title: 'Check, then pay',
    freeTitle: 'Check, then take your tickets',
    gate: 'Gate',
    sector: 'Section',
    row: 'Row',
    seat: 'Seat',
    seats: 'Seats',
    route: 'Your way in',
    view: 'Roughly what you will see',
    pay: { card: 'Pay by card', cash: 'Pay in cash', notes: 'Pay with banknotes' },
    change: 'Change seats',
    remove: 'Remove a seat',
    removeTitle: 'Which seat should we remove?',
    removeLead: 'The others stay held.',
    takeOut: 'Remove',
    prices: 'Prices',
    each: (count: string, price: string) => `· ${count} × ${price}`,
    fees: 'Fees',
    noFees: 'none',
    feesAndTaxes: 'Fees and tax',
    noFeesAndTaxes: 'none',
    taxOf: (rate: string) => `VAT ${rate}% included`,
  },
  terms: {
    title: 'Conditions and privacy',
    conditions: 'Conditions of sale',
    privacy: 'Privacy notice',
    read: 'Read the conditions',
    missing: 'This text cannot be read now. Ask an attendant for it.',
    otherLanguage: (language: string) => `This text exists only in another language: ${language}.`,
    accept: (seller: string) => `By paying you accept the conditions of sale${seller === '' ? '' : ` of ${seller}`}.`,
    acceptFree: (seller: string) =>
      `By taking these tickets you accept the conditions of sale${seller === '' ? '' : ` of ${seller}`}.`,
  },
  paying: enPaying,
  pictures: enPictures,
  around: {
    terminal: {
      left: 'The card terminal is on the left',
      right: 'The card terminal is on the right',
      above: 'The card terminal is above the screen',
      below: 'The card terminal is below the screen',
    },
    tickets: {
      left: 'Tickets come out on the left',
      right: 'Tickets come out on the right',
      above: 'Tickets come out above the screen',
      below: 'Tickets come out below the screen',
    },
    notes: {
      left: 'The note reader is on the left',
      right: 'The note reader is on the right',
      above: 'The note reader is above the screen',
      below: 'The note reader is below the screen',
    },
    help: {
      left: 'Staff can help you, on the left',
      right: 'Staff can help you, on the right',
      above: 'Staff can help you, above the screen',
      below: 'Staff can help you, below the screen',
    },
  },
  notes: enNotes,
  card: {
    device: enDevice,
    onTerminal: 'On the terminal',
    waiting: 'Present your card',
    waitingBody: 'The terminal is next to this screen. Follow its instructions.',
    asking: 'Checking your payment',
    askingBody:
      'The terminal did not answer. Do not pay a second time: we are checking whether the payment went through.',
    due: 'To pay',
    cancel: 'Cancel the payment',
  },
  cash: {
    title: 'Call a member of staff',
    body: (amount) => `Have ${amount} in cash ready. They take it here, then your tickets print.`,
    due: 'To pay',
    pin: "Attendant's code",
    demoPin: (pin) => `Demonstration: ${pin}`,
    pinEntered: (count) => (count === 1 ? '1 digit entered' : `${count} digits entered`),
    received: 'Received',
    exact: 'Exact amount',
    change: 'Change due',
    missing: 'Still missing',
    next: 'Next',
    take: 'Take the money',
    much: (received, change) => ({
      title: `${received} received`,
      body: `That would be ${change} in change. Count again before you confirm.`,
    }),
    takeMuch: (received) => `Yes, ${received} received`,
    erase: 'Erase the last digit',
    cancel: 'Do not pay now',
  },
  confirming: {
    title: 'Confirming your seats',
    body: 'Your payment has been recorded.',
    slowTitle: 'Just a little longer',
    slowBody:
      'The ticket office is slow to answer. Your payment has been recorded: do not pay a second time, and stay near the screen.',
  },
  printing: {
    title: (count) => (count === 1 ? 'Your ticket is printing' : 'Your tickets are printing'),
    body: 'They come out one by one: wait for the last one.',
    bodyOne: 'It will be out in a moment.',
    awaited: {
      title: 'The printer is busy',
      body: 'It may be serving another till: we are waiting for a few seconds.',
    },
    standsIn: 'They come out of the spare printer: if you cannot see it, ask a member of staff.',
    readBack: 'Hold each ticket up to the reader as it comes out.',
    anotherCode: 'That is a different ticket: hold up the one that has just come out.',
    state: (state) => enPrintStates[state],
    copy: (copy) => `Duplicate ${copy}`,
  },
  printProblem: {
    title: 'The printer has stopped',
    body: 'Your seats are paid for and your tickets are recorded: nothing is lost. A member of staff will get the printer going again.',
    retry: 'Print the rest',
    reason: (reason) => enPrinterReasons[reason] ?? 'The printer is not answering properly',
    printed: (printed, count) =>
      printed === 0 ? 'No ticket has come out yet.' : `Tickets already out: ${printed} of ${count}.`,
  },
  done: {
    title: (count) => (count === 1 ? 'Take your ticket' : `Take your ${count} tickets`),
    gate: 'Your gate',
    seats: (numbers) => (numbers.length === 1 ? `Seat ${numbers[0]}` : `Seats ${list.format(numbers)}`),
    wish: 'Enjoy the match, and thank you!',
    wishShow: 'Enjoy the show, and thank you!',
    change: 'Your change',
    finish: 'Finish',
    ticket: ({ ticket, tickets, tribune, gate, row, seat }) =>
      `Ticket ${ticket} of ${tickets} with its QR code: ${tribune}, gate ${gate}, row ${row}, seat ${seat}`,
    openTickets: 'Open the PDF',
    closesIn: (seconds) => `This screen closes in ${seconds} s`,
  },
  collecting: {
    open: 'My reference',
    title: 'Type your reference',
    lead: 'Its six letters and figures are on your slip or in your photo.',
    erase: 'Delete the last character',
    comeBack: {
      title: 'Come back with this reference',
      body: 'The operator has not confirmed the payment yet, and we keep checking. Do not pay a second time.',
      later: 'Once the payment is accepted, your tickets will be waiting at this kiosk: touch “My reference”.',
    },
    slip: {
      coming: 'Your slip is printing.',
      printed: 'Take your slip: the reference is on it.',
      none: 'Take a photo of this screen.',
    },
    ready: {
      title: 'Your payment has been accepted',
      body: 'Your tickets are waiting: print them whenever you like.',
      print: 'Print my tickets',
      later: 'Later, with the reference',
    },
    answer: (state, sum) => enCollected[state](sum),
  },
  refundDue: {
    title: 'We owe you a refund',
    body: 'You have paid, but the ticket office could not give you these seats. No ticket was issued.',
    todo: 'Show this reference to a member of staff, who will give you a full refund.',
  },
  needsStaff: {
    title: 'Please ask a member of staff',
    body: (reason) => enStaffReasons[reason],
    todo: 'Show this reference to a member of staff: it opens your purchase.',
  },
  staff: {
    reference: 'Reference',
    amount: 'Amount',
    finish: 'I have my reference',
    qr: 'QR code of the reference',
    ifStuck: 'If the kiosk does not come back, show this reference to a member of staff.',
    enter: 'Staff only',
  },
  money: {
    'no-sale': 'If you have paid, your purchase is recorded.',
    none: 'Nothing was paid.',
    'left-open': 'We are checking your payment. If you have paid, your money is given back.',
    pending: 'We are checking your payment: do not pay a second time.',
    partly: 'What you have paid is recorded.',
    paid: 'Your payment is recorded.',
    owed: 'Your money is given back.',
    closed: 'If you have paid, your purchase is recorded.',
  },
  ended: {
    expiredTitle: 'Time is up',
    expiredBody: (money) => `Your seats are no longer held. ${money}`,
    faultTitle: 'Your purchase was interrupted',
    faultBody: (money) => `The kiosk broke down. ${money} Your seats will be released.`,
    again: 'Choose again',
  },
  outOfService: {
    title: 'Kiosk temporarily unavailable',
    partner: 'The ticket office is not answering. As soon as it does, you can buy here again.',
    printer: 'The printer needs a member of staff. As soon as it is ready, you can buy here again.',
    storage: "This kiosk's memory is full. As soon as a member of staff has made room, you can buy here again.",
    refused: 'The ticket office is not selling at the moment. As soon as it does, you can buy here again.',
    payment: 'You cannot pay here at the moment. As soon as that is settled, you can buy here again.',
    restart: 'The kiosk is restarting. You can buy here again in a moment.',
    afterPayment: 'If you have just paid, your purchase is recorded: stay here, it will carry on.',
    meanwhile:
      'Please go to the nearest ticket counter. If you have just paid, keep your reference: a member of staff will see to it.',
  },
  idle: {
    title: 'Are you still there?',
    held: (seconds) => `Touch the screen, or your seats will be released in ${seconds} s.`,
    free: (seconds) => `Touch the screen, or it goes back to the start in ${seconds} s.`,
    byKeys: {
      held: (seconds) => `Press a key, or your seats will be released in ${seconds} s.`,
      free: (seconds) => `Press a key, or it goes back to the start in ${seconds} s.`,
    },
    stay: 'Yes, carry on',
    leave: 'No, I’m done',
  },
  staffDesk: enStaffDesk,
  display: {
    training: 'Practice: nothing is sold here, no ticket is valid.',
    listen: 'To listen, touch the screen',
    welcome: 'Welcome',
    restarting: 'One moment: the till is restarting.',
    paying: {
      terminal: 'Present your card at the terminal',
      drawer: 'You are paying in cash',
      telephone: (operator) => `Approve ${operator} on your phone`,
    },
    paid: 'Paid',
    ticketsComing: 'Your tickets are on their way',
    backToYou: 'Returned to you',
    oneMoment: 'One moment: we are checking your payment',
    change: 'Your change',
    thanks: 'Thank you',
  },
  desk: enDesk,
  service: enService,
  payment: enPayment,
  setup: enSetup,
  files: enFiles,
  people: enPeople,
  office: enOffice,
  shift: enShift,
  speaking: enSpeaking,
  startOver: {
    title: 'Start again?',
    body: 'Your seats will no longer be held for you.',
    yes: 'Yes, start again',
    no: 'No, keep my seats',
  },
  seatMap: enSeatMap,
  problems: enProblems,
}

const enReasons: Readonly<Record<WordedReason, (about: OfferInWords) => string>> = {
  together: ({ count }) => (count === 2 ? 'two seats side by side' : `${count} seats side by side`),
  'in-sequence': ({ count }) => (count === 2 ? 'two seats in sequence' : `${count} seats in sequence`),
  'split-row': ({ count }) => `in one row, ${count === 2 ? 'but not side by side' : 'in two groups'}`,
  'split-rows': () => 'in two neighbouring rows',
  'in-groups': ({ count, groups, rows }) => `${count} seats in ${groups} groups, ${inRows(rows)}`,
  apart: ({ count, rows }) => `${count} separate seats, ${inRows(rows)}`,
  central: () => 'in the middle of the section',
  'near-gate': ({ gate }) => `the shortest walk, from gate ${gate}`,
  'lowest-price': () => 'the lowest price',
  'best-view': () => 'the best view',
  'front-rows': () => 'in the front rows of the section',
  'dearer-zone': ({ zone }) => `in the ${zone} zone`,
}

const inRows = (rows: number): string => (rows === 1 ? 'in one row' : `across ${rows} rows`)

const enPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'waiting',
  spooling: 'printing',
  printed: 'printed',
  unknown: 'to be checked',
  failed: 'did not come out',
}

const enPrinterReasons: Readonly<Record<string, string | undefined>> = {
  'paper-out': 'It is out of paper',
  jammed: 'The paper is jammed',
  offline: 'The printer is off or unplugged',
  stopped: 'The printer is stopped',
  missing: 'The printer cannot be found',
}

const enStaffReasons: Readonly<Record<StaffReason, string>> = {
  'payment-unknown':
    'The terminal did not say whether your card was charged. Do not pay a second time: a member of staff will check.',
  'cash-unknown':
    'The kiosk stopped during your cash payment. A member of staff will check with you whether the money was handed over.',
  'service-unreachable':
    'You have paid, but the ticket office has stopped answering. The kiosk keeps asking for your tickets.',
  'tickets-differ':
    'You have paid, but the ticket office sent different tickets from those you ordered. Your payment is recorded.',
  'purchase-refused':
    'The ticket office refused this purchase. Do not pay a second time: a member of staff will see to it.',
  'storage-full':
    "This kiosk's memory is full and your purchase is waiting. Do not pay a second time: it will carry on once a member of staff has made room.",
  'program-fault':
    'The kiosk broke down during your purchase. Do not pay a second time: a member of staff will check what was taken.',
}

const enCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'The operator has not answered yet',
    body: 'We keep checking. Stay here a moment, or come back later with the same code. Do not pay a second time.',
  }),
  buying: () => ({
    title: 'Your payment has been accepted',
    body: 'The ticket office is confirming your seats. One more moment, then your tickets will print.',
  }),
  printing: () => ({
    title: 'Your tickets are printing',
    body: 'Wait for the last one to come out.',
  }),
  'not-paid': () => ({
    title: 'Nothing was charged',
    body: 'The payment did not go through, and your seats are no longer held. You can choose others.',
  }),
  'refund-due': (sum) => ({
    title: `We owe you ${sum}`,
    body: 'Your payment came too late: the seats were no longer held. Show your slip at a ticket counter to get your money back.',
  }),
  'given-back': () => ({
    title: 'Your money has been given back',
    body: 'This purchase is closed.',
  }),
  printed: () => ({
    title: 'These tickets have already been printed',
    body: 'They came out of this kiosk. If you do not have them, go to a ticket counter.',
  }),
  'ask-staff': () => ({
    title: 'Please ask a member of staff',
    body: 'Show your code and this reference at a ticket counter.',
  }),
}
