import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exponentOf,
  formatMoney,
  minorFromWire,
  MAX_AMOUNT_MINOR,
  readSum,
  taxIncluded,
  typedSum,
  wireFromMinor,
} from '../../shared/domain/money/money.ts'
import { withTender } from '../../shared/domain/money/tender.ts'

describe('an amount on the wire', () => {
  test.each([
    [12.5, 'EUR', 1_250],
    [19.99, 'USD', 1_999],
    // The rounding error of 0.1 + 0.2 does not count as a fraction of a cent.
    [0.1 + 0.2, 'EUR', 30],
    [1.234, 'KWD', 1_234],
    [0, 'GNF', 0],
    [MAX_AMOUNT_MINOR, 'XOF', MAX_AMOUNT_MINOR],
    [MAX_AMOUNT_MINOR / 100, 'EUR', MAX_AMOUNT_MINOR],
  ])('%d %s are %d minor units, and the same amount on the way back', (amount, currency, minor) => {
    expect(minorFromWire(amount, currency)).toEqual({ ok: true, value: minor })
    expect(wireFromMinor(minor, currency)).toBeCloseTo(amount, 9)
  })

  test.each([
    [-0.01, 'EUR'],
    [0.5, 'GNF'],
    [12.3449, 'EUR'],
    [MAX_AMOUNT_MINOR + 1, 'GNF'],
    [MAX_AMOUNT_MINOR / 100 + 0.01, 'EUR'],
    [Infinity, 'GNF'],
    [NaN, 'GNF'],
  ])('%d %s is refused, never rounded', (amount, currency) => {
    const error = { type: 'fractional-amount', amount, currency }
    expect(minorFromWire(amount, currency)).toEqual({ ok: false, error })
  })
})

test.each([
  ['GNF', 0],
  ['EUR', 2],
  ['TND', 3],
])('%s has %d decimals', (currency, decimals) => {
  expect(exponentOf(currency)).toBe(decimals)
})

test.each([
  [1_234_567, 'GNF', 'fr', '1 234 567 GNF'],
  [70_000, 'GNF', 'en', '70,000 GNF'],
  [1_250, 'EUR', 'fr', '12,50 EUR'],
  [1_250, 'EUR', 'en', '12.50 EUR'],
])('%d minor units of %s are written in %s as %s, with spaces that never break', (minor, currency, locale, written) => {
  expect(formatMoney(minor, currency, locale)).toBe(written.replaceAll(' ', '\u00a0'))
})

test('the tax is taken out of a price, rounded to the unit', () => {
  expect(taxIncluded(118_000, 18)).toEqual({ net: 100_000, tax: 18_000 })
  expect(taxIncluded(70_000, 18)).toEqual({ net: 59_322, tax: 10_678 })
  expect(taxIncluded(0, 18)).toEqual({ net: 0, tax: 0 })
  expect(taxIncluded(10_550, 5.5)).toEqual({ net: 10_000, tax: 550 })
  expect(taxIncluded(102_100, 2.1)).toEqual({ net: 100_000, tax: 2_100 })
  expect(taxIncluded(3, 50)).toEqual({ net: 2, tax: 1 })
  expect(taxIncluded(3, 99)).toEqual({ net: 2, tax: 1 })
  expect(taxIncluded(-118, 18)).toEqual({ net: -100, tax: -18 })
})

test('net and tax add up to the price, and the tax is the nearest unit, whatever the sum', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 100, max: 9_900 }), (gross, hundredths) => {
      const { net, tax } = taxIncluded(gross, hundredths / 100)
      expect(net + tax).toBe(gross)
      const whole = BigInt(10_000 + hundredths)
      const off = BigInt(tax) * whole - BigInt(gross) * BigInt(hundredths)
      expect(2n * off <= whole && 2n * off > -whole).toBe(true)
    }),
  )
})

test.for([
  { typed: '500000', currency: 'GNF', sum: 500_000 },
  { typed: ' 500 000 ', currency: 'GNF', sum: 500_000 },
  { typed: '500\u202f000', currency: 'GNF', sum: 500_000 },
  { typed: '1,500,000', currency: 'GNF', sum: 1_500_000 },
  { typed: '500k', currency: 'GNF', sum: 500_000 },
  { typed: '1,5m', currency: 'GNF', sum: 1_500_000 },
  { typed: '1 500k', currency: 'GNF', sum: 1_500_000 },
  { typed: '500k GNF', currency: 'GNF', sum: 500_000 },
  { typed: 'GNF 500.000', currency: 'GNF', sum: 500_000 },
  { typed: '50,000', currency: 'XOF', sum: 50_000 },
  { typed: '٥٠٠ ٠٠٠', currency: 'GNF', sum: 500_000 },
  { typed: '٧٠٬٠٠٠', currency: 'GNF', sum: 70_000 },
  { typed: '١٢٫٥', currency: 'EUR', sum: 1_250 },
  { typed: '12,5', currency: 'EUR', sum: 1_250 },
  { typed: '1.500,50', currency: 'EUR', sum: 150_050 },
  { typed: '1,5k', currency: 'EUR', sum: 150_000 },
  { typed: '0.000', currency: 'EUR', sum: 0 },
  { typed: '1’500.5', currency: 'CHF', sum: 150_050 },
  { typed: '1,25', currency: 'TND', sum: 1_250 },
  { typed: '1.250', currency: 'TND', sum: 1_250 },
])('“$typed” in $currency is $sum', ({ typed, currency, sum }) => {
  expect(readSum(typed, currency)).toEqual({ ok: true, value: sum })
})

test.for([
  { typed: '1.500', currency: 'EUR', grouped: '1500', decimal: '1.50' },
  { typed: '0.500 USD', currency: 'USD', grouped: '500', decimal: '0.50' },
  { typed: '1,250m', currency: 'GNF', grouped: '1250m', decimal: '1.25m' },
  { typed: '1.500k', currency: 'TND', grouped: '1500k', decimal: '1.5k' },
])('“$typed” in $currency has two readings, and is refused with both', ({ typed, currency, ...readings }) => {
  const error = { type: 'ambiguous-sum', typed, currency, ...readings }
  expect(readSum(typed, currency)).toEqual({ ok: false, error })
})

test.for([
  { typed: '', currency: 'GNF' },
  { typed: '-5', currency: 'GNF' },
  { typed: '12,5', currency: 'GNF' },
  { typed: '50 0000', currency: 'GNF' },
  { typed: '1,2345k', currency: 'GNF' },
  { typed: '1.500.50', currency: 'EUR' },
  { typed: '500 EUR', currency: 'GNF' },
  { typed: '50GNF000', currency: 'GNF' },
  { typed: '1500.000', currency: 'EUR' },
  { typed: '9'.repeat(16), currency: 'GNF' },
  { typed: '200000m', currency: 'GNF' },
])('“$typed” is no sum in $currency', ({ typed, currency }) => {
  expect(readSum(typed, currency)).toEqual({ ok: false, error: { type: 'not-a-sum' } })
})

test.for([
  [['cash'], 'card', ['card', 'cash']],
  [['cash', 'card'], 'notes', ['notes', 'cash', 'card']],
  [['card', 'cash'], 'mtn-momo', ['mtn-momo', 'card', 'cash']],
  [['card'], 'cash', ['card', 'cash']],
  [['cash', 'card'], 'card', ['cash', 'card']],
] as const)('adding to the tenders %s the tender %s gives %s', ([offered, kind, after]) => {
  expect(withTender(offered, kind)).toEqual(after)
})

test.for(['GNF', 'EUR', 'TND'])('a sum in %s, written as it may be typed, is read as itself', (currency) => {
  for (const sum of [0, 5, 1_250, 70_000, 1_234_567])
    expect(readSum(typedSum(sum, currency), currency)).toEqual({ ok: true, value: sum })
})
