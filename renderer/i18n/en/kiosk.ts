import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import { seatNotes } from '../../../shared/i18n/en/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import type { frNotes, SeatMapTexts } from '../fr/kiosk.ts'
import type { ProblemText } from '../problem-text.ts'

export const enNotes: typeof frNotes = {
  first: {
    title: 'Insert your banknotes',
    body: 'One at a time, flat.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Insert the next banknote',
    body: `Still to pay: ${missing}. One banknote at a time.`,
  }),
  held: (value: string): ProblemText => ({
    title: `Banknote read: ${value}`,
    body: 'One moment: please do not pull it out.',
  }),
  complete: { title: 'Payment complete', body: 'Thank you. Confirming your tickets.' },
  checking: { title: 'Checking your banknote…', body: 'One moment, please.' },
  noChange: 'No change is given: any excess is returned as a refund voucher.',
  due: 'To pay',
  taken: 'Inserted',
  missing: 'Still to pay',
  accepted: 'Banknotes accepted',
  cancel: 'Cancel the payment',
  payRest: 'Pay the rest another way',
  slot: 'The banknote slot',
  where: 'Look for this slot on the kiosk.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Already paid: ${sum}`,
    body: `Still to pay: ${rest}. If you stop, you receive a refund voucher.`,
  }),
}

const held = 'Your seats are still held.'

const forNow = {
  title: 'This payment method is unavailable at the moment',
  body: `${held} Choose another payment method, or ask a member of staff.`,
}

export const enPaying: Catalogue['paying'] = {
  how: {
    scan: 'scan a QR code with your phone',
    telephone: 'approve on your phone',
    cash: 'to a member of staff',
    notes: 'insert them; no change given',
  },
  tooLate: 'Not enough time left for this method',
  accepted: 'We accept',
  left: 'Time left',
  soon: 'You have thirty seconds left to pay.',
  due: 'To pay',
  stop: 'Pay another way',
  stopBody: 'Already approved on your phone? Your payment is safe: we check first.',
  checking: 'Checking your payment',
  checkingBody: (tender) => `We are checking with ${tender}. Please do not pay again.`,
  scan: {
    preparing: 'Preparing your QR code…',
    preparingBody: (tender) => `One moment: connecting to ${tender}.`,
    title: 'Scan to pay',
    waiting: 'Waiting for your payment.',
    simulated: 'Demo: no need to scan; the payment completes automatically.',
    code: (amount, tender) => `QR code to scan: pay ${amount} with ${tender}`,
    steps: {
      scan: 'Point your phone’s camera at this QR code',
      agree: 'Follow the steps on your phone and confirm',
      ticket: 'Stay here: your tickets print straight away',
    },
  },
  telephone: {
    title: (tender) => `Your ${tender} number`,
    body: 'We will send a payment request to this number. The number is not stored.',
    number: 'Phone number',
    entered: (count, whole) => `${count} of ${whole} digits entered`,
    ask: (amount) => `Pay ${amount}`,
    back: 'Other payment method',
    waiting: 'Approve on your phone',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `${tender} is sending you a payment request.`
        : `${tender} is sending a request to the number that ends in ${ending}.`,
    steps: {
      request: 'Open the request that arrives on your phone',
      agree: 'Approve with your PIN, only on your own phone',
      ticket: 'Stay here: your tickets print straight away',
    },
  },
  slip: {
    open: 'Use a refund voucher',
    title: 'Your refund voucher',
    lead: 'Scan its QR code, or enter its 10-character number.',
    number: 'Voucher number',
    owed: (amount) => `Your refund voucher: ${amount}`,
    paper: {
      coming: 'Your refund voucher is printing.',
      printed: 'Take your refund voucher: it is worth this amount.',
      none: 'Take a photo of this number: it is worth this amount at this kiosk.',
    },
    back: 'Your money is on this refund voucher',
    backBody:
      'No tickets were issued. Use this refund voucher for another purchase at this kiosk, or ask a member of staff to refund it in cash.',
    finish: 'I have taken my refund voucher',
  },
  refused: {
    declined: { title: 'Payment refused', body: `${held} Try again, or choose another payment method.` },
    'timed-out': {
      title: 'The payment was not confirmed in time',
      body: `${held} Try again, or choose another payment method.`,
    },
    'wrong-pin': { title: 'Incorrect PIN', body: `${held} Use another card or another payment method.` },
    'card-removed': {
      title: 'The card was taken out too early',
      body: `${held} Try again, and leave the card in until the terminal asks you to remove it.`,
    },
    'card-expired': { title: 'This card has expired', body: `${held} Use another card or another payment method.` },
    'card-not-taken': {
      title: 'This card is not accepted here',
      body: `${held} Use another card or another payment method.`,
    },
    'not-enough-money': {
      title: 'Insufficient balance',
      body: `${held} Top up your account, or choose another payment method.`,
    },
    'over-limit': { title: 'Payment limit reached', body: `${held} Choose another payment method.` },
    'unknown-payer': {
      title: 'This number has no account with this operator',
      body: `${held} Check the number, or choose another payment method.`,
    },
    'provider-down': {
      title: 'The payment service is not responding',
      body: `${held} Choose another payment method, or try again later.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  },
}

export const enPictures: Catalogue['pictures'] = {
  open: 'Buy with pictures and a voice',
  greeting: 'Everything is shown in pictures. Touch a picture to hear it. To choose it, touch the green circle.',
  take: 'Yes',
  no: 'No',
  again: 'Listen again',
  takeFirst: 'Touch a picture first.',
  thenTake: 'To choose it, touch the green circle.',
  today: 'today',
  tomorrow: 'tomorrow',
  party: 'How many people?',
  persons: (count) => (count === 1 ? 'One person' : `${count} people`),
  price: (sum) => `The price: ${sum}`,
  notes: (count, note) => (count === 1 ? `One banknote of ${note}` : `${count} banknotes of ${note}`),
  bundles: (count, note) =>
    count === 1 ? `One bundle of ten banknotes of ${note}` : `${count} bundles of ten banknotes of ${note}`,
  coins: (sum) => `${sum} in coins`,
  review: 'Is this right?',
  ways: 'How do you want to pay?',
  walk: 'How to get to your seats',
  timeLeft: (minutes) =>
    minutes === 1 ? 'You have one minute left to pay.' : `You have ${minutes} minutes left to pay.`,
  terminal: 'The card terminal, with your card',
  staff: 'A member of staff can help you.',
  notPaid: 'You have not been charged.',
  paid: 'Your payment is recorded.',
  dontPayTwice: 'Please do not pay again.',
  wait: 'Please wait here a moment.',
}

const figure = new Intl.NumberFormat('en-GB')
const seats = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`)

const metres = (count: number): string => (count === 1 ? '1 metre' : `${count} metres`)
const viewSides = {
  pitch: {
    middle: 'facing the halfway line',
    left: 'left goal side',
    right: 'right goal side',
    goal: 'behind the goal',
    corner: 'in the corner',
  },
  stage: { middle: 'straight ahead', left: 'left side', right: 'right side', goal: '', corner: '' },
}

export const enSeatMap: SeatMapTexts = {
  venueMap: 'Venue map, by section',
  sectionMap: (section) => `Map of section ${section}, seat by seat`,
  venueKeys: 'Arrow keys: move between sections. Enter: open the section.',
  sectionKeys: 'Arrow keys: move between seats. Enter: select the seat. Escape: go back to the venue map.',
  wholeVenue: 'Venue map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  here: 'You are here',
  field: { pitch: 'Pitch', stage: 'Stage' },
  from: (price) => `from ${price}`,
  count: (count) => figure.format(count),
  seatsLeft: (count) => (count === 1 ? '1 left' : `${figure.format(count)} left`),
  freeSeats: (count) =>
    count === 1 ? '1 free seat in this section' : `${figure.format(count)} free seats in this section`,
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
  spokenSelection: (count) => `${seats(count)} chosen`,
  seatTaken: 'This seat is not available.',
  limitReached: (most) => `You already have ${seats(most)}: remove one first.`,
  leavesAlone: (count) =>
    `That would leave ${count === 1 ? 'a single empty seat' : `${count} single empty seats`}. Please shift your choice by one seat.`,
  seatCode: (row, number) => `${row} ${number}`,
  seenFrom: (seat) => `View from seat ${seat}`,
  viewFacts: ({ kind, distance, height, side }) =>
    kind === 'stage'
      ? `${metres(distance)} from the stage, ${viewSides.stage[side]}`
      : `${metres(distance)} from the centre, ${metres(height)} up, ${viewSides.pitch[side]}`,
  legend: 'Legend',
  zones: 'Prices',
  sections: 'Sections',
  rows: 'Rows',
  seatsOfRow: (row) => `Seats of row ${row}`,
}

export const enSpeaking: Catalogue['speaking'] = {
  greeting: 'This kiosk is speaking to you.',
  unheard: 'Can’t hear anything? Plug in headphones or turn up the volume.',
  keys: {
    arrows: 'Down arrow: next choice. Up arrow: previous choice. Enter: choose. Escape: go back. Key F1: settings.',
    'twelve-keys': 'Key 8: next choice. Key 2: previous choice. Key 5: choose. Star: go back. Key 0: settings.',
    'one-switch': 'The choices go by one after the other: press when you hear yours.',
    own: 'The arrows go from one choice to the next. The centre key selects. The help key opens the settings.',
  },
  controls: {
    arrows: 'Key F2: repeat. Plus and minus: volume.',
    'twelve-keys': 'Key 1: repeat. Key 3: louder. Key 9: quieter.',
  },
  press: 'Press to buy tickets',
  choices: (count) => (count === 1 ? 'One choice.' : `${count} choices.`),
  ways: (names) => `Choices: ${names}.`,
  givenBack: 'deselected',
  hidden: 'Hidden character',
  typed: (count, whole) => `${count} of ${whole}`,
  privateHere: 'What you type is read out only through headphones. To hear it aloud, open the settings.',
  title: 'Voice',
  volume: (now, most) => `Volume ${now} of ${most}`,
  louder: 'Louder',
  quieter: 'Quieter',
  pace: (now, most) => `Speed ${now} of ${most}`,
  faster: 'Faster',
  slower: 'Slower',
  dark: {
    title: 'Black screen',
    about: 'So that nobody can read your screen',
    how: 'Black screen: in the settings.',
    on: 'Black screen.',
    off: 'The screen is on again.',
  },
  aloud: {
    title: 'Read everything aloud',
    about: 'Your number and your reference too',
  },
  unplugged: {
    title: 'Headphones unplugged',
    body: 'Reading aloud has stopped. Plug the headphones back in to continue: nothing is lost.',
    silent: 'Continue without reading aloud',
    loud: 'Continue through the speaker',
  },
}

export const enDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'Preparing…', body: 'One moment: it will ask for your card.' },
  'present-card': { title: 'Present your card', body: 'Tap or insert it.' },
  'insert-card': {
    title: 'Insert your card',
    body: 'Contactless not possible: insert the card, chip first.',
  },
  'card-unread': { title: 'Your card was not read', body: 'Tap it again, or insert it.' },
  'enter-pin': {
    title: 'Enter your PIN',
    body: 'On the terminal keypad. Cover it with your other hand, then confirm.',
  },
  'wrong-pin': { title: 'Incorrect PIN', body: 'Try again on the terminal keypad, then confirm.' },
  'look-at-telephone': {
    title: 'Check your phone',
    body: 'Approve the payment there, then hold the phone to the terminal again.',
  },
  'choose-there': { title: 'Answer on the terminal', body: 'The terminal is showing a question.' },
  authorising: {
    title: 'Confirming…',
    body: 'Checking with your bank. If your card is inserted, leave it in.',
  },
  'remove-card': { title: 'Take your card', body: 'Take it out of the terminal.' },
  'removed-too-early': {
    title: 'The card was taken out too early',
    body: 'Put it back in and leave it in until the terminal asks you to remove it.',
  },
}

/** Tickets on the customer's phone. */
export const enTelephone: Catalogue['done']['telephone'] = {
  ask: 'My tickets on my phone',
  title: 'Scan this code with your phone',
  body: 'Your tickets open on the phone, and later without a network too.',
  copies: 'They are duplicates of your printed tickets.',
  scan: 'Scan this code',
  choose: 'Tickets on my phone',
  get: 'Get my tickets',
  print: 'Print',
  unopened: 'If you do not open them, they print at the end.',
  send: {
    open: 'E-mail or SMS',
    address: {
      both: 'E-mail address or phone number of the customer',
      email: 'E-mail address of the customer',
      sms: 'Phone number of the customer',
    },
    consent:
      'The customer agrees that the tickets are sent to this address. It is erased after sending, at the latest twelve hours after the event.',
    send: 'Send',
    channels: { email: 'E-mail', sms: 'SMS' },
    states: { queued: 'waiting to be sent', sent: 'sent', refused: 'refused' },
    reasons: {
      'address-refused': 'refused: this address does not exist. Check it with the customer.',
      rejected: 'refused by the server. Check the address or the number.',
      expired: 'given up: the event is over.',
      erased: 'cancelled: the customer’s data was erased.',
    },
  },
}
