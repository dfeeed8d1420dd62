import { expect, test } from 'vitest'
import { readSaleQuery } from '../../electron/core/sale/sale-query.ts'

/** Returns when the period begins at the venue, where it is one hour later than UTC. */
function beginning(typed: string, now: string): string {
  const { period } = readSaleQuery(typed, now, 'Africa/Lagos')
  return new Date(Date.parse(period!.fromUtc) + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

test('a time that is still to come is the last one of its kind, as sales lie in the past', () => {
  const afterMidnight = '2026-01-01T23:05:00.000Z'
  expect(beginning('23:50', afterMidnight)).toBe('2026-01-01 23:35')
  expect(beginning('0:15', afterMidnight)).toBe('2026-01-02 00:00')
  expect(beginning('31/12', afterMidnight)).toBe('2025-12-31 00:00')
  expect(beginning('31/12/2026', afterMidnight)).toBe('2026-12-31 00:00')
})
