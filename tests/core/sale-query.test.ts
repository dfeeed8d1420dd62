import { expect, test } from 'vitest'
import { readSaleQuery } from '../../electron/core/sale/sale-query.ts'

/** The local hour at which the period begins. */
function beginning(typed: string, now: Date): string {
  const { period } = readSaleQuery(typed, now.toISOString())
  return new Date(period!.fromUtc).toLocaleString('sv-SE')
}

test('a time that is still to come is the last one of its kind, as sales lie in the past', () => {
  const afterMidnight = new Date(2026, 0, 2, 0, 5)
  expect(beginning('23:50', afterMidnight)).toBe('2026-01-01 23:35:00')
  expect(beginning('0:15', afterMidnight)).toBe('2026-01-02 00:00:00')
  expect(beginning('31/12', afterMidnight)).toBe('2025-12-31 00:00:00')
  expect(beginning('31/12/2026', afterMidnight)).toBe('2026-12-31 00:00:00')
})
