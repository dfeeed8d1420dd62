import { expect, test } from 'vitest'
import { amountOf } from '../support/share.ts'
import { audit, type Row } from '../world/campaign/accountant.ts'
import { playDay } from './day.ts'

const sales = amountOf(30, 20)

test(
  `a small day of ${sales} sales: every Z is what the journal, the drawer and the service say, through power cuts`,
  { timeout: 300_000 },
  async () => {
    const report = await playDay({ sales, seed: 1 })
    expect(report.violations).toEqual([])
    expect(report.sales).toBeGreaterThanOrEqual(sales)
    expect(report.powerCuts).toBe(5)
  },
)

test('the control, a cashier who pilfers and a card taken by hand, is caught', { timeout: 300_000 }, async () => {
  const { violations } = await playDay({ sales: amountOf(40, 20), seed: 2, pilfers: true })
  const said = violations.join('\n')
  expect(said).toMatch(/cashier-1: Z \d expects \d+ in the drawer, there are/u)
  expect(said).toMatch(/kiosk-1: the card terminal: \d+ by the rows, \d+ by the device/u)
})

const posting = (account: string, debit: number, credit = 0) => ({ account, debit, credit })
const row = (seq: number, code: string, payload: object): Row => ({
  seq,
  code,
  sale_id: null,
  payload: JSON.stringify(payload),
})

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
