import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import { enDesk } from './desk.ts'
import { enDevice, enNotes, enPaying, enPictures, enSeatMap, enSpeaking, enTelephone } from './kiosk.ts'
import { enFiles, enPeople, enService, enShift, enStaffDesk } from './staff.ts'
import { enProblems } from './problems.ts'
import { enPayment, enSetup } from './setup.ts'
import { enOffice } from './office.ts'
import type { Catalogue, OfferInWords, WordedReason } from '../fr/catalogue.ts'
import { screenRestart, seatNotes } from '../../../shared/i18n/en/words.ts'
import { deviceName } from '../names.ts'

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
    label: 'Help and settings',
    language: 'Language',
    hear: (name) => `Listen: ${name}`,
    largeText: 'Enlarge',
    normalText: 'Reduce',
    startOver: 'Start again',
    training: 'TRAINING',
    demo: 'Demo',
    demoInFull: 'Demo: tickets not valid for entry.',
    device: (id) => deviceName('Kiosk', id),
  },
  access: {
    title: 'Accessibility',
    lead: 'These settings apply to your purchase only.',
    aid: {
      largeText: 'Large text',
      contrast: 'High contrast',
      lowReach: 'Controls at the bottom',
      calm: 'No sound or motion',
      spoken: 'Read aloud',
      pictures: 'Picture mode',
    },
    about: {
      largeText: 'Text 50% larger',
      contrast: 'Black on white, bold outlines',
      lowReach: 'Everything within reach from a seated position',
      calm: 'The screen stays still and silent',
      spoken: 'Each screen is read aloud',
      pictures: 'No reading needed: touch and listen',
    },
    done: 'Done',
  },
  keys: {
    chosen: 'selected',
    unavailable: 'not available',
    oneButton: 'One button',
    oneButtonAbout: 'Press when the frame is around your choice',
    speed: 'Pause on each option',
    every: { 1000: '1 sec', 1500: '1.5 sec', 2500: '2.5 sec', 4000: '4 sec' },
  },
  coupon: {
    label: 'Your order',
    event: 'Event',
    places: 'Seats',
    seats: 'Seats',
    total: 'Total',
    totalFor: (count) => `Total for ${places(count)}`,
    toFill: 'not chosen yet',
    heldFor: 'Seats held for',
    heldForOne: 'Seat held for',
    twoMinutes: 'You have two minutes left to pay.',
    oneMinute: 'You have one minute left to pay.',
    halfMinute: 'You have thirty seconds left to pay.',
  },
  attract: {
    touch: 'Buy tickets',
    upcoming: 'Upcoming events',
    all: 'All',
    languages: 'Other languages',
    nothing: 'No events on sale at the moment',
    nothingBody: 'New events will appear here as soon as they go on sale.',
  },
  events: {
    title: 'Events',
    from: (price) => `from ${price}`,
    page: (page, pages) => `${page}\u00a0/\u00a0${pages}`,
    previous: 'Previous page',
    next: 'Next page',
    staleTitle: 'This list may be out of date',
    stale: 'Showing the last known list. Updating…',
    back: 'Home',
  },
  party: {
    title: 'How many seats?',
    about: 'Find out more',
    more: (limit) => `More than ${limit}: at the ticket counter`,
    soldOut: 'Sold out',
    soldOutBody: 'All seats have been sold. See our other events.',
    otherEvent: 'Another event',
  },
  wheelchair: {
    ask: 'Wheelchair space + companion',
    about: 'Two spaces side by side, for a wheelchair user and a companion',
    none: 'No wheelchair and companion spaces left',
    noneBody: 'A member of staff can help you find one.',
  },
  seatNotes,
  offers: {
    title: (count) => (count === 1 ? 'Best available seat' : 'Best available seats'),
    lead: 'Touch the offer you want.',
    searching: 'Finding seats…',
    holding: 'Holding your seats…',
    releasing: 'Releasing these seats…',
    take: 'Select',
    labels: {
      cheapest: 'Cheapest',
      bestView: 'Best view',
      nearest: 'Closest',
    },
    each: (price) => `${price} each`,
    row: (row) => `Row ${row}`,
    seats: (numbers) => (numbers.length === 1 ? `seat ${numbers[0]}` : `seats ${list.format(numbers)}`),
    place: (sector, row) => `Section ${sector}, row ${row}`,
    because: (reasons) => sentence(reasons),
    reason: (reason, about) => enReasons[reason](about),
    openMap: 'Choose on the map',
    none: (count) => (count === 1 ? 'No seats available' : `No offers for ${count} seats`),
    noneBody: (count) =>
      count === 1 ? 'Check the map, or ask a member of staff.' : 'Choose fewer seats, or check the map.',
  },
  wishes: {
    open: 'Prices',
    title: 'Category and price',
    lead: 'Choose a category.',
    anyZone: 'All categories',
    left: (count) => (count === 0 ? 'Sold out' : `${figure.format(count)} left`),
    clear: 'Clear filters',
    none: 'No offers with these filters',
    noneBody: (wish) => `${wish}: not enough seats. Clear the filters or change the number of seats.`,
  },
  map: {
    title: 'Where would you like to sit?',
    sectionTitle: (section) => `Section ${section}`,
    lead: 'Touch a seat to choose it.',
    take: (count, seat) => (count === 1 ? `Choose seat ${seat}` : `Choose these ${places(count)}`),
    more: 'or touch another to add it',
    whole: 'Another section',
    best: 'Best available',
    asList: 'List',
    asMap: 'Map',
    staleTitle: 'This map may be out of date',
    stale: 'Updating…',
  },
  review: {
    title: 'Your order',
    gate: 'Gate',
    sector: 'Section',
    row: 'Row',
    seat: 'Seat',
    seats: 'Seats',
    route: 'How to get to your seats',
    view: 'Approximate view from your seats',
    how: 'How would you like to pay?',
    pay: { card: 'Card', cash: 'Cash', notes: 'Banknotes' },
    others: 'Or choose another offer',
    change: 'Choose other seats',
    remove: 'Fewer seats',
    removeTitle: 'Which seat do you want to remove?',
    removeLead: 'The other seats stay held.',
    takeOut: 'Remove',
    prices: 'Prices',
    each: (count: string, price: string) => `${count} × ${price}`,
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
    read: 'Conditions',
    missing: 'This text is not available at the moment. Ask a member of staff for it.',
    otherLanguage: (language: string) => `This text is only available in another language: ${language}.`,
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
      left: 'The banknote slot is on the left',
      right: 'The banknote slot is on the right',
      above: 'The banknote slot is above the screen',
      below: 'The banknote slot is below the screen',
    },
    help: {
      left: 'Need help? Staff are on the left.',
      right: 'Need help? Staff are on the right.',
    },
  },
  notes: enNotes,
  card: {
    device: enDevice,
    onTerminal: 'Shown on the card terminal',
    waiting: 'Present your card',
    waitingBody: 'The card terminal is next to this screen. Follow its instructions.',
    asking: 'Checking your payment',
    askingBody: 'We are checking whether your payment went through. Please do not pay again.',
    due: 'To pay',
    cancel: 'Cancel the payment',
  },
  cash: {
    title: 'Ask a member of staff',
    body: (amount) => `Please have ${amount} in cash ready. Your tickets print once staff have taken payment.`,
    prepare: 'Have ready, in cash',
    example: (notes) => `For example, in banknotes: ${notes}. Staff give change.`,
    steps: {
      come: 'Staff come to the kiosk',
      pay: 'You give them the cash',
      ticket: (count) => (count === 1 ? 'Your ticket comes out here' : `Your ${count} tickets come out here`),
    },
    due: 'To pay',
    pin: 'Staff PIN',
    demoPin: (pin) => `Demo: ${pin}`,
    pinEntered: (count) => (count === 1 ? '1 digit entered' : `${count} digits entered`),
    received: 'Amount received',
    exact: 'Exact amount',
    change: 'Change due',
    missing: 'Still to pay',
    next: 'Next',
    take: 'Confirm payment',
    much: (received, change) => ({
      title: `Did you receive ${received}?`,
      body: `Change due would be ${change}. Please recount.`,
    }),
    takeMuch: (received) => `Yes, ${received} received`,
    erase: 'Delete the last digit',
    cancel: 'Pay another way',
    release: 'Release my seats',
  },
  agentCall: {
    button: 'Call a member of staff',
    again: 'Call staff again',
    calling: 'Calling',
    called: 'Staff have been called',
    coming: 'Staff are on their way',
    since: (time) => `Called ${time} ago`,
    stay: 'Stay at this kiosk.',
    unreachable: 'The call does not get through',
    unreachableTodo: 'Ask staff nearby, or go to the ticket counter.',
    late: 'Nobody has come yet. You can pay another way or go to the ticket counter. Your seats stay held.',
    badge: 'Staff: hold your badge to the reader',
    badgeRefused: (why) => {
      switch (why.state) {
        case 'refused':
          return { title: 'Badge refused', body: 'Open your shift at a desk, or enter your PIN.' }
        case 'unreachable':
          return { title: 'Badge not checked', body: 'The server does not respond. Enter your PIN.' }
        case 'locked':
          return {
            title: 'Badges are locked',
            body: `Too many badges were refused. Wait ${why.seconds} s, or enter your PIN.`,
          }
      }
    },
  },
  confirming: {
    title: 'Confirming…',
    body: 'Your payment is recorded.',
    slowTitle: 'Please wait a little longer',
    slowBody:
      'This is taking longer than usual. Your payment is recorded: please do not pay again, and stay by the kiosk.',
  },
  printing: {
    title: 'Printing…',
    body: 'Your tickets come out one by one: wait for the last one.',
    bodyOne: 'Your ticket will be out in a moment.',
    awaited: {
      title: 'The printer is busy',
      body: 'It may be printing for a ticket counter. Please wait a few seconds.',
    },
    fallbackPrinter: 'Printing on the other printer. If you cannot see it, ask a member of staff.',
    readBack: 'Scan each ticket at the QR reader as it comes out.',
    anotherCode: 'Wrong ticket: scan the one that has just come out.',
    state: (state) => enPrintStates[state],
    copy: (copy) => `Duplicate ${copy}`,
  },
  printProblem: {
    title: 'The printer has stopped',
    body: 'Your seats are paid for and nothing is lost. Ask a member of staff to restart the printer.',
    retry: 'Resume printing',
    reason: (reason) => enPrinterReasons[reason] ?? 'The printer is not working properly',
    printed: (printed, count) =>
      printed === 0 ? 'No tickets have come out yet.' : `Tickets already out: ${printed} of ${count}.`,
  },
  done: {
    title: (count) => (count === 1 ? 'Take your ticket' : `Take your ${count} tickets`),
    paid: (sum) => `Paid: ${sum}.`,
    gate: 'Your gate',
    seats: (numbers) => (numbers.length === 1 ? `Seat ${numbers[0]}` : `Seats ${list.format(numbers)}`),
    goTo: (gates) => (gates.length === 1 ? `Go to gate ${gates[0]}` : `Go to gates ${list.format(gates)}`),
    show: (count) => (count === 1 ? 'Show it at the gate.' : 'One ticket per person, to show at the gate.'),
    reference: 'Your reference, in case of loss',
    wish: 'Enjoy the match, and thank you!',
    wishShow: 'Enjoy the show, and thank you!',
    change: 'Your change',
    finish: 'Finish',
    ticket: ({ ticket, tickets, tribune, gate, row, seat }) =>
      `Ticket ${ticket} of ${tickets} with its QR code: ${tribune}, gate ${gate}, row ${row}, seat ${seat}`,
    openTickets: 'Open the PDF',
    telephone: enTelephone,
    closesIn: (seconds) => `Closing in ${seconds} s`,
  },
  collecting: {
    open: 'Collect my tickets',
    title: 'Enter your reference',
    lead: 'Six characters, printed on your collection slip or shown in your photo.',
    erase: 'Delete the last character',
    ways: {
      lead: 'Touch what fits your case.',
      code: { name: 'I have a reference', about: 'Tickets paid for, not received yet' },
      lost: { name: 'I have lost my ticket', about: 'Tickets already received' },
    },
    lost: {
      title: 'Go to a ticket counter or ask a member of staff',
      body: 'They will find your purchase and print a duplicate.',
      bring: 'Tell them one of these things:',
      facts: {
        reference: 'Your reference',
        seat: 'Your seat: section, row and number',
        time: 'The time of the purchase',
        amount: 'The amount you paid',
        phone: 'The last digits of your phone number',
      },
      where: (device) => `If you bought here: ${device}.`,
    },
    comeBack: {
      title: 'Come back with this reference',
      body: 'Your payment is not confirmed yet. We are still checking: please do not pay again.',
      later: 'Once the payment is accepted, your tickets will be waiting at this kiosk: touch “Collect my tickets”.',
    },
    slip: {
      coming: 'Your collection slip is printing.',
      printed: 'Take your collection slip: the reference is on it.',
      none: 'Take a photo of this screen.',
    },
    ready: {
      title: 'Your payment has been accepted',
      body: 'Your tickets are waiting: print them whenever you like.',
      print: 'Print my tickets',
      later: 'Later, with my reference',
    },
    answer: (state, sum) => enCollected[state](sum),
  },
  refundDue: {
    title: 'We owe you a refund',
    body: 'Your payment is recorded, but these seats could not be assigned to you. No tickets were issued.',
    todo: 'Show this reference to a member of staff, who will give you a full refund.',
  },
  needsStaff: {
    title: 'Please ask a member of staff',
    body: (reason) => enStaffReasons[reason],
    todo: 'Show this reference to a member of staff so that they can find your purchase.',
  },
  staff: {
    reference: 'Reference',
    amount: 'Amount',
    finish: 'I have noted my reference',
    qr: 'QR code of the reference',
    ifStuck: 'If the kiosk stops responding, show this reference to a member of staff.',
    enter: 'Staff only',
  },
  money: {
    'no-sale': 'If you have paid, your purchase is recorded.',
    none: 'You have not been charged.',
    'left-open': 'We are checking your payment. If you have paid, you will be refunded.',
    pending: 'We are checking your payment: please do not pay again.',
    partly: 'What you have paid is recorded.',
    paid: 'Your payment is recorded.',
    owed: 'You will be refunded.',
    closed: 'If you have paid, your purchase is recorded.',
  },
  ended: {
    expiredTitle: 'Time is up',
    expiredBody: (money) => `Your seats are no longer held. ${money}`,
    faultTitle: 'Your purchase was interrupted',
    faultBody: (money) => `The kiosk had a problem. ${money} Your seats will be released.`,
    again: 'Choose again',
  },
  outOfService: {
    title: 'Kiosk temporarily unavailable',
    partner: 'The booking service is temporarily unavailable.',
    printer: 'The printer needs attention from staff.',
    storage: 'This kiosk needs a technician.',
    refused: 'Sales are suspended at the moment.',
    payment: 'Payment is not available here at the moment.',
    restart: 'The kiosk is restarting. Please wait a moment.',
    afterPayment:
      'If you have just paid, your purchase is recorded. Please stay by the kiosk: it will complete your purchase.',
    meanwhile:
      'Please go to the nearest ticket counter. If you have just paid, keep your reference and show it to a member of staff.',
  },
  idle: {
    title: 'Do you want to continue?',
    held: (seconds) => `Your seats will go back on sale in ${seconds} s.`,
    free: (seconds) => `Returning to the start screen in ${seconds} s.`,
    byKeys: {
      held: (seconds) => `Press a key to continue. Your seats will go back on sale in ${seconds} s.`,
      free: (seconds) => `Press a key to continue. Returning to the start screen in ${seconds} s.`,
    },
    stay: 'Yes, continue',
    leave: 'No, stop',
  },
  staffDesk: enStaffDesk,
  display: {
    training: 'Training: no real sales, tickets not valid.',
    listen: 'To listen, touch the screen',
    welcome: 'Welcome',
    restarting: 'One moment: this desk is restarting.',
    paying: {
      terminal: 'Present your card at the card terminal',
      drawer: 'Cash payment',
      telephone: (operator) => `Approve the ${operator} payment on your phone`,
      document: {
        cheque: 'Hand your cheque to the cashier',
        'bank-transfer': 'Show your transfer order to the cashier',
      },
      account: 'Purchase on your account',
    },
    paid: 'Paid',
    ticketsComing: 'Your tickets are printing',
    backToYou: 'Refund',
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
    body: 'Your seats will be released to other customers.',
    yes: 'Yes, start again',
    no: 'No, keep my seats',
  },
  seatMap: enSeatMap,
  problems: enProblems,
}

const enReasons: Readonly<Record<WordedReason, (about: OfferInWords) => string>> = {
  together: ({ count }) => (count === 2 ? 'two seats side by side' : `${count} seats side by side`),
  'in-sequence': ({ count }) => (count === 2 ? 'two consecutive seat numbers' : `${count} consecutive seat numbers`),
  'split-row': ({ count }) => `in one row, ${count === 2 ? 'but not side by side' : 'in two groups'}`,
  'split-rows': () => 'in two neighbouring rows',
  'in-groups': ({ count, groups, rows }) => `${count} seats in ${groups} groups, ${inRows(rows)}`,
  apart: ({ count, rows }) => `${count} separate seats, ${inRows(rows)}`,
  central: () => 'in the middle of the section',
  'near-gate': ({ gate }) => `closest to gate ${gate}`,
  'lowest-price': () => 'the lowest price',
  'best-view': () => 'the best view',
  'front-rows': () => 'in the front rows',
  'dearer-zone': ({ zone }) => `in a more expensive category (${zone})`,
}

const inRows = (rows: number): string => (rows === 1 ? 'in one row' : `across ${rows} rows`)

const enPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'waiting',
  spooling: 'printing',
  printed: 'printed',
  unknown: 'to be checked',
  failed: 'not printed',
}

const enPrinterReasons: Readonly<Record<string, string | undefined>> = {
  'paper-out': 'The printer is out of paper',
  jammed: 'The paper is jammed',
  offline: 'The printer is off or unplugged',
  stopped: 'The printer has stopped',
  missing: 'The printer cannot be found',
}

const enStaffReasons: Readonly<Record<StaffReason, string>> = {
  'payment-unknown':
    'We do not know whether your payment went through. Please do not pay again; ask a member of staff to check.',
  'cash-unknown':
    'The kiosk stopped during your cash payment. Ask a member of staff to check with you whether the money was handed over.',
  'service-unreachable': 'You have paid, but your tickets have not arrived yet. The kiosk keeps trying.',
  'tickets-mismatched': 'Your payment is recorded, but the tickets we received do not match your order.',
  'purchase-refused': 'This purchase could not be confirmed. Please do not pay again; ask a member of staff to check.',
  'storage-full': 'Your purchase is on hold until a technician attends to this kiosk. Please do not pay again.',
  'program-fault':
    'The kiosk had a problem during your purchase. Please do not pay again; ask a member of staff to check.',
}

const enCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'Payment not confirmed yet',
    body: 'We are still checking. Stay here a moment, or come back later with the same reference. Please do not pay again.',
  }),
  buying: () => ({
    title: 'Your payment has been accepted',
    body: 'We are confirming your seats. Your tickets will print in a moment.',
  }),
  printing: () => ({
    title: 'Your tickets are printing',
    body: 'Wait for the last one to come out.',
  }),
  'not-paid': () => ({
    title: 'You have not been charged',
    body: 'The payment did not go through and your seats are no longer held. You can choose others.',
  }),
  'refund-due': (sum) => ({
    title: `We owe you ${sum}`,
    body: 'Your payment is recorded, but these seats could not be assigned to you. Show your collection slip at a ticket counter for a refund.',
  }),
  'given-back': () => ({
    title: 'You have been refunded',
    body: 'This purchase is complete.',
  }),
  printed: () => ({
    title: 'These tickets have already been printed',
    body: 'They were printed at this kiosk. If you do not have them, go to a ticket counter.',
  }),
  'ask-staff': () => ({
    title: 'Please ask a member of staff',
    body: 'Show your collection slip and this reference at a ticket counter.',
  }),
}
