import type { Catalogue } from '../fr/catalogue.ts'

const held = 'Your seats are still held.'

/** What staff have to put right. */
const forNow = {
  title: 'This payment method is unavailable at the moment',
  body: `${held} Choose another payment method, or ask a member of staff.`,
}

export const enPaying: Catalogue['paying'] = {
  with: (tender) => `Pay with ${tender}`,
  how: { scan: 'scan a QR code with your phone', telephone: 'approve on your phone', notes: 'no change given' },
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
