import { expect, test } from 'vitest'
import { playDay } from './day.ts'

test(
  'a small day: every Z is what the journal, the drawer and the service say, through power cuts',
  { timeout: 300_000 },
  async () => {
    const report = await playDay({ sales: 30, seed: 1 })
    expect(report.violations).toEqual([])
    expect(report.sales).toBeGreaterThanOrEqual(30)
    expect(report.powerCuts).toBe(5)
  },
)

test('the control, a cashier who pilfers, is caught', { timeout: 300_000 }, async () => {
  const { violations } = await playDay({ sales: 40, seed: 2, pilfers: true })
  expect(violations.join('\n')).toMatch(/cashier-1: Z \d expects \d+ in the drawer, there are/u)
})
