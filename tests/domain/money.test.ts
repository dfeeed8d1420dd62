import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exponentOf, formatMoney, minorFromWire, MOST_MONEY, wireFromMinor } from '../../shared/domain/money/money.ts'
import { taxIncluded } from '../../shared/domain/money/tax.ts'

describe('an amount on the wire', () => {
  test.each([
    [70_000, 'GNF', 70_000],
    [12.5, 'EUR', 1_250],
    [19.99, 'USD', 1_999],
    // What adding 0.1 and 0.2 leaves behind is no fraction of a cent.
    [0.1 + 0.2, 'EUR', 30],
    [1.234, 'KWD', 1_234],
    [0, 'GNF', 0],
    [MOST_MONEY, 'XOF', MOST_MONEY],
    [MOST_MONEY / 100, 'EUR', MOST_MONEY],
  ])('%d %s are %d minor units, and the same amount on the way back', (amount, currency, minor) => {
    expect(minorFromWire(amount, currency)).toEqual({ ok: true, value: minor })
    expect(wireFromMinor(minor, currency)).toBeCloseTo(amount, 9)
  })

  test.each([
    [-1, 'GNF'],
    [-0.01, 'EUR'],
    [0.5, 'GNF'],
    [12.345, 'EUR'],
    [12.3449, 'EUR'],
    [MOST_MONEY + 1, 'GNF'],
    [MOST_MONEY / 100 + 0.01, 'EUR'],
    [Infinity, 'GNF'],
    [NaN, 'GNF'],
  ])('%d %s is refused, never rounded', (amount, currency) => {
    expect(minorFromWire(amount, currency)).toEqual({
      ok: false,
      error: { type: 'fractional-amount', amount, currency },
    })
  })
})

test.each([
  ['GNF', 0],
  ['XAF', 0],
  ['JPY', 0],
  ['EUR', 2],
  ['GBP', 2],
  ['TND', 3],
])('%s has %d decimals', (currency, decimals) => {
  expect(exponentOf(currency)).toBe(decimals)
})

test.each([
  [70_000, 'GNF', 'fr', '70 000 GNF'],
  [1_234_567, 'GNF', 'fr', '1 234 567 GNF'],
  [70_000, 'GNF', 'en', '70,000 GNF'],
  [1_250, 'EUR', 'fr', '12,50 EUR'],
  [1_250, 'EUR', 'en', '12.50 EUR'],
  [5, 'EUR', 'en', '0.05 EUR'],
])('%d minor units of %s are written in %s as %s, with spaces that never break', (minor, currency, locale, written) => {
  expect(formatMoney(minor, currency, locale)).toBe(written.replaceAll(' ', '\u00a0'))
})

test('18 % in a price are taken out of it, rounded to the unit', () => {
  expect(taxIncluded(118_000, 18)).toEqual({ net: 100_000, tax: 18_000 })
  expect(taxIncluded(70_000, 18)).toEqual({ net: 59_322, tax: 10_678 })
  expect(taxIncluded(0, 18)).toEqual({ net: 0, tax: 0 })
  // 3 × 50 / 150 = 1; 1.5 is rounded up.
  expect(taxIncluded(3, 50)).toEqual({ net: 2, tax: 1 })
  expect(taxIncluded(3, 99)).toEqual({ net: 2, tax: 1 })
  // What came back has the tax that it had when it was sold.
  expect(taxIncluded(-118, 18)).toEqual({ net: -100, tax: -18 })
})

test('net and tax add up to the price, and the tax is the nearest unit, whatever the sum', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 99 }), (gross, rate) => {
      const { net, tax } = taxIncluded(gross, rate)
      expect(net + tax).toBe(gross)
      const off = BigInt(tax) * BigInt(100 + rate) - BigInt(gross) * BigInt(rate)
      expect(2n * off <= BigInt(100 + rate) && 2n * off > -BigInt(100 + rate)).toBe(true)
    }),
  )
})
