import { expect, test } from 'vitest'
import { audit, type Row } from './accountant.ts'

const posting = (account: string, debit: number, credit = 0) => ({ account, debit, credit })
const row = (seq: number, code: string, payload: object): Row => {
  return { seq, code, sale_id: null, payload: JSON.stringify(payload) }
}

const slip = { state: 'approved', amount: 15_000, received: 20_000, slip: { amount: 5_000 } }
const rows: readonly Row[] = [
  row(1, 'TENDER_APPROVED', { postings: [posting('card-clearing', 9_000)] }),
  row(2, 'END_OF_DAY_REQUESTED', {}),
  row(3, 'END_OF_DAY_RESULT', { outcome: 'closed', told: { amount: 9_000 } }),
  row(4, 'TENDER_APPROVED', { postings: [posting('card-clearing', 1_000)] }),
  row(5, 'TENDER_APPROVED', {
    tender: slip,
    postings: [posting('cashbox', 20_000), posting('credit-slips', 0, 5_000)],
  }),
]
const truth = { card: 10_000, days: [9_000], notes: 20_000 }

test('the accountant agrees with devices that say what the rows say', () => {
  expect(audit(rows, truth)).toEqual([])
})

test.each([
  [{ ...truth, card: 10_001 }, 'the card terminal: 10000 by the rows, 10001 by the device'],
  [{ ...truth, days: [9_100] }, 'day 1 of the terminal: 9000 by the rows, 9100 by the device'],
  [{ ...truth, days: [] }, 'ends of the terminal’s day: 1 by the rows, 0 by the device'],
  [{ ...truth, notes: 10_000 }, 'the cashbox: 20000 by the rows, 10000 by the device'],
])('and with nothing else', (other, said) => {
  expect(audit(rows, other)).toContain(said)
})

test('a slip is what was over, and every one is owed', () => {
  const wrong = row(6, 'TENDER_APPROVED', { tender: { ...slip, received: 15_000 }, postings: [] })
  expect(audit([...rows, wrong], truth)).toEqual([
    '15000 in notes for 15000, and a slip of 5000',
    'credit slips that are owed: 5000 by the rows, 10000 by the device',
  ])
})
