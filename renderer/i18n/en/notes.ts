import type { ProblemText } from '../problem-text.ts'
import type { frNotes } from '../fr/notes.ts'

/** Prompts of the banknote reader for the customer. */
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
