import { describe, expect, it } from 'vitest'
import { type Nonsense, rowOf, set, signedNonsense } from './signed-nonsense.ts'

const { judge } = signedNonsense()

const paper: readonly Nonsense[] = [
  [
    'done without evidence',
    (rows) => set(rows, 'PRINT_FINISHED', 'jobs.0.evidence', ''),
    ['I9: the sale is done, but nothing shows that it came out'],
  ],
  [
    'done while a ticket is not printed',
    (rows) => set(rows, 'PRINT_FINISHED', 'jobs', undefined),
    ['I9: the sale is done, but nothing shows that it came out'],
  ],
  [
    'a ticket that may be out is printed again without a mark',
    (rows) => set(rows, 'PRINT_RETRIED', 'jobs.0.copyNumber', 0, 1),
    [
      'I10: copy 0 is queued again after "unknown"',
      'I10: copy 1 after a copy that was "queued"',
      'I10: copy 1 begins as "spooling"',
    ],
  ],
  [
    'a paper that came out is printed again',
    (rows) => {
      set(rows, 'PRINT_STARTED', 'jobs.0.ticketId', 't-1401', 6)
      set(rows, 'PRINT_STARTED', 'jobs.0.copyNumber', 1, 6)
    },
    [
      'I10: copy 1 goes to the printer again after "printed"',
      'I9: the sale is done, but nothing shows that it came out',
    ],
  ],
  [
    'a copy is left out',
    (rows) => set(rows, 'PRINT_RETRIED', 'jobs.0.copyNumber', 2, 1),
    [
      'I10: copy 2 follows 0',
      'I10: copy 1 follows 2',
      'I10: copy 1 after a copy that was "queued"',
      'I10: copy 1 begins as "spooling"',
    ],
  ],
  [
    'a ticket of nobody is printed',
    (rows) => set(rows, 'PRINT_QUEUED', 'jobs.0.ticketId', 'ghost'),
    ['I10: is printed, but no ticket of this sale', 'I10: copy 0 begins as "spooling"'],
  ],
]

const byHand: readonly Nonsense[] = [
  [
    'a sale that was not printed is settled by hand, and nothing shows that its paper came out',
    (rows) => set(rows, 'SETTLED_BY_HAND', 'jobs.0.evidence', '', 1),
    ['I9: the sale is done, but nothing shows that it came out'],
  ],
  [
    'a sale without tickets is done as if its paper had been seen',
    (rows) => {
      rowOf(rows, 'SETTLED_BY_HAND').code = 'PAPER_SEEN'
      set(rows, 'PAPER_SEEN', 'event.type', 'paper-seen')
    },
    [
      'I5: postings should be none, are customer-deposits 35000/0, organiser-payable 0/35000',
      'I9: is done without tickets',
    ],
  ],
]

const copies: readonly Nonsense[] = [
  [
    'a copy of what was never printed',
    (rows) => {
      set(rows, 'COPIES_ORDERED', 'copies.0.ticketId', 'ghost')
      set(rows, 'COPY_FINISHED', 'ticketId', 'ghost')
    },
    ['I10: is printed again, but was never printed', 'I10: copy 1 follows nothing'],
  ],
]

describe('paper, in a ledger whose hashes and signatures all hold', () => {
  it.each<Nonsense>([...paper, ...byHand, ...copies])('%s', async (_what, change, errors) => {
    expect(await judge('papers', change)).toEqual(errors)
  })
})
