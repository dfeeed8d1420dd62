import type { Catalogue } from '../fr/catalogue.ts'

const held = 'Your seats are still held.'

/** What staff have to put right. */
const forNow = {
  title: 'This way to pay is not working here just now',
  body: `${held} Choose another way, or see a member of staff.`,
}

export const enPaying: Catalogue['paying'] = {
  with: (tender) => `Pay with ${tender}`,
  how: { scan: 'scan a code', telephone: 'a request on your phone', notes: 'no change given' },
  tooLate: 'Not enough time left to pay this way',
  accepted: 'You can pay with',
  left: 'Time left',
  soon: 'Only thirty seconds left to pay.',
  due: 'To pay',
  stop: 'Pay another way',
  stopBody: 'Already confirmed on your phone? Your payment counts: we check that first.',
  checking: 'Checking your payment',
  checkingBody: (tender) => `Do not pay a second time: we are asking ${tender} whether it went through.`,
  scan: {
    preparing: 'Getting your code ready',
    preparingBody: (tender) => `One moment, we are asking ${tender} for it.`,
    title: 'Scan to pay',
    waiting: 'Waiting for your payment.',
    simulated: 'Demonstration: no need to scan, it carries on by itself.',
    code: (amount, tender) => `Code to scan: pay ${amount} with ${tender}`,
    steps: {
      scan: 'Point your phone’s camera at this code',
      agree: 'Follow the page that opens, and confirm',
      ticket: 'Stay here: your tickets print straight away',
    },
  },
  telephone: {
    title: (tender) => `Your ${tender} number`,
    body: 'The payment request comes to this phone. Your number is not kept.',
    number: 'Telephone number',
    entered: (count, whole) => `${count} of ${whole} figures`,
    ask: (amount) => `Ask for ${amount}`,
    back: 'Another way',
    waiting: 'Confirm on your phone',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `${tender} is sending you a payment request.`
        : `${tender} is sending a request to the number that ends in ${ending}.`,
    steps: {
      request: 'Open the request that comes to your phone',
      agree: 'Confirm with your secret code, on your phone only',
      ticket: 'Stay here: your tickets print straight away',
    },
  },
  slip: {
    open: 'I have a credit slip',
    title: 'Your credit slip',
    lead: 'Show its QR code to the reader, or type the ten letters and digits of its number.',
    number: 'Number of the slip',
    owed: (amount) => `Your credit slip: ${amount}`,
    paper: {
      coming: 'Your slip is being printed.',
      printed: 'Take your slip: it is worth this amount.',
      none: 'Photograph this number: it is worth this amount, at this kiosk.',
    },
    back: 'Your money is on a credit slip',
    backBody:
      'There were no tickets. This slip is worth what was paid: at this kiosk for another purchase, or in cash from a member of staff.',
    finish: 'I have my slip',
  },
  refused: {
    declined: { title: 'Payment refused', body: `${held} Try again, or choose another way.` },
    'timed-out': {
      title: 'The payment was not confirmed in time',
      body: `${held} Try again, or choose another way.`,
    },
    'wrong-pin': { title: 'The PIN was not right', body: `${held} Choose another way, or another card.` },
    'card-removed': {
      title: 'The card was taken out too early',
      body: `${held} Try again, and leave the card in until the terminal gives it back.`,
    },
    'card-expired': { title: 'This card has expired', body: `${held} Take another card, or another way.` },
    'card-not-taken': {
      title: 'This card is not accepted here',
      body: `${held} Take another card, or another way.`,
    },
    'not-enough-money': {
      title: 'Not enough money in the account',
      body: `${held} Top it up, or choose another way.`,
    },
    'over-limit': { title: 'That is over the account’s limit', body: `${held} Choose another way.` },
    'unknown-payer': {
      title: 'This number has no account with that operator',
      body: `${held} Check the number, or choose another way.`,
    },
    'provider-down': {
      title: 'The operator is not answering',
      body: `${held} Choose another way, or try again later.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  },
}
