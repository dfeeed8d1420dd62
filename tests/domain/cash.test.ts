import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cashPieces, countedTotal, likelyAmounts, notesExplain, piecesBelong } from '../../shared/domain/money/cash.ts'

test.each([
  [70_000, 'GNF', [80_000, 100_000]],
  [140_000, 'GNF', [150_000, 160_000, 200_000]],
  // Whole in notes already: one more of them, or a round bundle.
  [200_000, 'GNF', [220_000, 250_000, 300_000]],
  [210_000, 'GNF', [220_000, 250_000, 300_000]],
  [95_000, 'GNF', [100_000]],
  [20_000, 'GNF', [50_000]],
  [7_500, 'XOF', [8_000, 10_000]],
  [2_000, 'EUR', [5_000, 10_000, 20_000]],
  [320, 'EUR', [350, 400, 500]],
  // Sums that no note makes are not offered.
  [1, 'GNF', [100, 500, 1_000]],
  [70_000, 'CHF', [100_000]],
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

describe('a drawer is counted by', () => {
  test.each([
    ['GNF', '20000 10000 5000 2000 1000 500 100', ''],
    ['XOF', '10000 5000 2000 1000 500', '500 250 200 100 50 25 10 5'],
    ['XAF', '10000 5000 2000 1000 500', '500 100 50 25 10 5'],
    ['EUR', '50000 20000 10000 5000 2000 1000 500', '200 100 50 20 10 5 2 1'],
    ['USD', '10000 5000 2000 1000 500 200 100', '100 50 25 10 5 1'],
    ['GBP', '5000 2000 1000 500', '200 100 50 20 10 5 2 1'],
    ['CHF', '', '1'],
  ])('the notes and coins of %s', (currency, notes, coins) => {
    const valuesOf = (wanted: string): string =>
      cashPieces(currency)
        .filter(({ kind }) => kind === wanted)
        .map(({ value }) => value)
        .join(' ')
    expect([valuesOf('note'), valuesOf('coin')]).toEqual([notes, coins])
  })

  test('pieces of its currency alone, each named once', () => {
    const [note, coin] = [{ kind: 'note', value: 500 } as const, { kind: 'coin', value: 500 } as const]
    expect(piecesBelong('XOF', [])).toBe(true)
    expect(piecesBelong('XOF', [note, coin])).toBe(true)
    expect(piecesBelong('XOF', [note, note])).toBe(false)
    expect(piecesBelong('GNF', [note, coin])).toBe(false)
    expect(countedTotal([])).toBe(0)
    expect(
      countedTotal([
        { ...note, count: 3 },
        { ...coin, value: 25, count: 2 },
      ]),
    ).toBe(1_550)
  })
})
