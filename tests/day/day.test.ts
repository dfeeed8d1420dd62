import { expect, test } from 'vitest'
import { amountOf } from '../support/share.ts'
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
