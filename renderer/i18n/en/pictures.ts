import type { Catalogue } from '../fr/catalogue.ts'

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
