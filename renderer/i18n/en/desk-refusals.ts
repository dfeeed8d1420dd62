import type { DeskRefusals } from '../desk-refusal.ts'

const held = 'The seats are still held.'

export const enDeskRefusals: DeskRefusals = {
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
