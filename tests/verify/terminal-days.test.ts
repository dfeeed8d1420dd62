import { describe, expect, it } from 'vitest'
import { type Nonsense, set, signedNonsense } from './signed-nonsense.ts'

const { judge } = signedNonsense()

const days: readonly Nonsense[] = [
  [
    'an answer to what nobody asked',
    (rows) => set(rows, 'TERMINAL_DAY_ASKED', 'day', 'another'),
    ['terminal-days: answers day-1, which was not asked for'],
  ],
  [
    'a shift that is long over, or not there yet',
    (rows) => set(rows, 'TERMINAL_DAY_ASKED', 'shiftNo', 9),
    ['terminal-days: of shift 9 in shift 2'],
  ],
  [
    'a refusal that names no reason',
    (rows) => set(rows, 'TERMINAL_DAY_TOLD', 'reason', ''),
    [expect.stringMatching(/^terminal-days: reason: /u)],
  ],
]

describe('the end of a terminal’s day, in a ledger whose hashes and signatures all hold', () => {
  it.each<Nonsense>(days)('%s', async (_what, change, errors) => {
    expect(await judge('terminalDays', change)).toEqual(errors)
  })
})
