import type { DeskRefusals } from '../desk-refusal.ts'

const held = 'The seats stay held.'

export const enDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Card refused',
      body: `${held} The customer’s bank said no. Offer another card or another way to pay.`,
    },
    'timed-out': {
      title: 'No card was shown in time',
      body: `${held} Begin again when the customer has the card ready, or offer another way to pay.`,
    },
    'wrong-pin': {
      title: 'Wrong PIN',
      body: `${held} The customer mistyped the PIN too often. Offer another card or another way to pay.`,
    },
    'card-removed': {
      title: 'Card taken out too early',
      body: `${held} Begin again: the card stays in until the terminal gives it back.`,
    },
    'card-expired': { title: 'Card expired', body: `${held} Offer another card or another way to pay.` },
    'card-not-taken': {
      title: 'Card not accepted',
      body: `${held} The terminal does not take this card, or cannot read it. Offer another one, or another way to pay.`,
    },
    'not-enough-money': {
      title: 'Not enough money on the card',
      body: `${held} Offer another card, or to pay a part of it otherwise.`,
    },
    'over-limit': {
      title: 'Above the card’s limit',
      body: `${held} Offer another card, or to pay a part of it otherwise.`,
    },
    'unknown-payer': {
      title: 'Unknown card',
      body: `${held} The terminal does not take this card. Offer another one, or another way to pay.`,
    },
    'provider-down': {
      title: 'The bank does not answer',
      body: `${held} Offer another way to pay, or try again in a few minutes.`,
    },
    'not-set-up': {
      title: 'Cards do not work here for now',
      body: `${held} Choose another way to pay and tell a supervisor: the contract or the settings need a look.`,
    },
    'day-not-closed': {
      title: 'The terminal waits for its end of day',
      body: `${held} Choose another way to pay and tell a supervisor: the terminal’s day is ended on the page of the shift.`,
    },
    unavailable: {
      title: 'The payment terminal is not answering',
      body: `${held} Check the device and try again, or offer another way to pay.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Refused on the telephone',
      body: `${held} Ask the customer whether they refused, or mistyped their code. Begin again with ${tender}, or offer another way to pay.`,
    },
    'timed-out': {
      title: 'The customer did not confirm in time',
      body: `${held} Ask whether the request of ${tender} arrived. Begin again when they have the telephone in hand.`,
    },
    'not-enough-money': {
      title: `Not enough money on the ${tender} account`,
      body: `${held} The customer can top up, pay a part of it otherwise, or pay another way.`,
    },
    'over-limit': {
      title: `Above the limit of the ${tender} account`,
      body: `${held} Offer to pay a part of it otherwise, or another way to pay.`,
    },
    'unknown-payer': {
      title: `This number has no ${tender} account`,
      body: `${held} Read the number back to the customer and correct it, or offer another way to pay.`,
    },
    'provider-down': {
      title: `${tender} does not answer`,
      body: `${held} Offer another way to pay, or try again in a few minutes.`,
    },
    'not-set-up': {
      title: `${tender} does not work here for now`,
      body: `${held} Choose another way to pay and tell a supervisor: the contract or the settings need a look.`,
    },
    unavailable: {
      title: `${tender} is not answering`,
      body: `${held} Try again in a moment, or offer another way to pay.`,
    },
  }),
}
