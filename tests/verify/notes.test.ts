import { describe, expect, it } from 'vitest'
import { type Nonsense, set, signedNonsense } from './signed-nonsense.ts'

const { judge } = signedNonsense()

const posted = (amount: number): string =>
  `[{"account":"note-box","credit":0,"debit":${amount}},{"account":"notes-found","credit":${amount},"debit":0}]`

const notes: readonly Nonsense[] = [
  [
    'another note is credited than the payment says',
    (rows) => set(rows, 'NOTE_CREDITED', 'event.value', 10_000),
    ['notes: received 40000, and its notes make 30000'],
  ],
  [
    'a note is nothing',
    (rows) => set(rows, 'NOTE_HELD', 'event.value', 0),
    [
      'notes: holds a note before the last one is settled, or none',
      'notes: credits a note that was not held',
      'notes: received 40000, and its notes make 20000',
    ],
  ],
  [
    'a stray note is another than it posts',
    (rows) => set(rows, 'NOTE_STRAYED', 'amount', 5_000),
    [`I5: postings should be ${posted(5_000)}, are ${posted(20_000)}`],
  ],
]

describe('a payment in notes, in a ledger whose hashes and signatures all hold', () => {
  it.each(notes)('%s', async (_what, change, errors) => {
    expect(await judge('whole', change)).toEqual(errors)
  })
})
