import type { ProblemText } from '../problem-text.ts'
import type { frNotes } from '../fr/notes.ts'

/** A device for notes, to the customer before it. */
export const enNotes: typeof frNotes = {
  first: {
    title: 'Put your banknotes into the reader',
    body: 'One note at a time, laid flat. The machine gives no change: what you put in above the price comes back as a credit slip.',
  },
  more: (missing: string): ProblemText => ({ title: 'The next note', body: `${missing} to go. One note at a time.` }),
  held: (value: string): ProblemText => ({ title: `Note of ${value} read`, body: 'One moment, do not pull it.' }),
  complete: { title: 'That is all of it', body: 'Thank you. We are buying your tickets.' },
  checking: { title: 'We are checking your note', body: 'One moment: the reader says where it is.' },
  noChange: 'No change is given: what is over becomes a credit slip.',
  due: 'To pay',
  taken: 'Put in',
  missing: 'Still missing',
  accepted: 'Notes taken',
  cancel: 'Cancel the payment',
  payRest: 'Pay the rest otherwise',
  slot: 'The note reader',
  already: (sum: string, rest: string): ProblemText => ({
    title: `${sum} paid already`,
    body: `${rest} left to pay. If you stop, you get a credit slip.`,
  }),
}
