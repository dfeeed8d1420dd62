import type { Catalogue } from '../fr/catalogue.ts'

export const enPictures: Catalogue['pictures'] = {
  open: 'Buy with pictures and a voice',
  greeting:
    'I show you everything in pictures. Touch a picture to hear it. If it is what you want, touch the green circle.',
  take: 'Yes',
  no: 'No',
  again: 'Hear it again',
  takeFirst: 'Touch a picture first.',
  thenTake: 'If so, touch the green circle.',
  today: 'today',
  tomorrow: 'tomorrow',
  party: 'How many people?',
  persons: (count) => (count === 1 ? 'One person' : `${count} people`),
  price: (sum) => `The price: ${sum}`,
  notes: (count, note) => (count === 1 ? `One note of ${note}` : `${count} notes of ${note}`),
  bundles: (count, note) =>
    count === 1 ? `One bundle of ten notes of ${note}` : `${count} bundles of ten notes of ${note}`,
  coins: (sum) => `${sum} in coins`,
  review: 'Is this right?',
  ways: 'How will you pay?',
  walk: 'The way to go',
  timeLeft: (minutes) =>
    minutes === 1 ? 'You have one minute left to pay.' : `You have ${minutes} minutes left to pay.`,
  terminal: 'The card terminal, with your card',
  staff: 'A member of staff can help you.',
  notPaid: 'Nothing has been paid.',
  paid: 'Your payment is recorded.',
  dontPayTwice: 'Do not pay a second time.',
  wait: 'Wait here, just a moment.',
}
