import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cashPieces, likelyAmounts, notesExplain } from '../../shared/domain/cash.ts'

test.each([
  [140_000, 'GNF', [150_000, 200_000]],
  [210_000, 'GNF', [250_000, 300_000, 400_000]],
  [95_000, 'GNF', [100_000]],
  [20_000, 'GNF', [50_000]],
  [2_000, 'EUR', [5_000, 10_000, 20_000]],
  [1, 'GNF', [2, 5, 10]],
  [0, 'GNF', []],
])('for %d %s people hand over %j', (due, currency, expected) => {
  expect(likelyAmounts(due, currency)).toEqual(expected)
})

describe('a sum that was handed over', () => {
  test.each([
    // One note more than it takes at most.
    [20_000, 20_000, 'GNF', true],
    [25_000, 40_000, 'GNF', true],
    [2_000, 50_000, 'EUR', true],
    // A bundle.
    [280_000, 500_000, 'GNF', true],
    [280_000, 1_000_000, 'GNF', false],
    // A zero too many.
    [20_000, 200_000, 'GNF', false],
    [20_000, 50_000_000, 'GNF', false],
    [15_000, 150_000, 'XOF', false],
    // A currency whose notes nobody declared.
    [15_000, 20_000, 'CHF', true],
    [15_000, 50_000, 'CHF', false],
  ])('for %d is %d %s, which notes explain: %s', (due, received, currency, explained) => {
    expect(notesExplain(received, due, currency)).toBe(explained)
  })

  test('is never asked about where it is exact or offered, and always where a zero too many makes it', () => {
    const currency = fc.constantFrom('GNF', 'XOF', 'XAF', 'EUR', 'USD', 'GBP', 'CHF')
    fc.assert(
      fc.property(currency, fc.integer({ min: 1, max: 10_000_000_000 }), (money, due) => {
        for (const sum of [due, ...likelyAmounts(due, money, 6)]) expect(notesExplain(sum, due, money)).toBe(true)
        const largest = Math.max(...cashPieces(money).map(({ value }) => value))
        if (9 * due >= largest) expect(notesExplain(10 * due, due, money)).toBe(false)
      }),
    )
  })
})
