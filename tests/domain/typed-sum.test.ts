import { expect, test } from 'vitest'
import { readSum, typedSum } from '../../shared/domain/money/typed-sum.ts'

test.for([
  { typed: '500000', currency: 'GNF', sum: 500_000 },
  { typed: ' 500 000 ', currency: 'GNF', sum: 500_000 },
  { typed: '500\u202f000', currency: 'GNF', sum: 500_000 },
  { typed: '500.000', currency: 'GNF', sum: 500_000 },
  { typed: '1,500,000', currency: 'GNF', sum: 1_500_000 },
  { typed: '500k', currency: 'GNF', sum: 500_000 },
  { typed: '500 K', currency: 'GNF', sum: 500_000 },
  { typed: '1,5m', currency: 'GNF', sum: 1_500_000 },
  { typed: '1.5M', currency: 'GNF', sum: 1_500_000 },
  { typed: '1,25m', currency: 'GNF', sum: 1_250_000 },
  { typed: '1 500k', currency: 'GNF', sum: 1_500_000 },
  { typed: '500k GNF', currency: 'GNF', sum: 500_000 },
  { typed: 'GNF 500.000', currency: 'GNF', sum: 500_000 },
  { typed: '50.000', currency: 'GNF', sum: 50_000 },
  { typed: '50,000', currency: 'XOF', sum: 50_000 },
  { typed: '٥٠٠ ٠٠٠', currency: 'GNF', sum: 500_000 },
  { typed: '٧٠٬٠٠٠', currency: 'GNF', sum: 70_000 },
  { typed: '١٢٫٥', currency: 'EUR', sum: 1_250 },
  { typed: '0', currency: 'GNF', sum: 0 },
  { typed: '12', currency: 'EUR', sum: 1_200 },
  { typed: '12,5', currency: 'EUR', sum: 1_250 },
  { typed: '1.500,50', currency: 'EUR', sum: 150_050 },
  { typed: '1,5k', currency: 'EUR', sum: 150_000 },
  { typed: '12.50', currency: 'EUR', sum: 1_250 },
  { typed: '0.000', currency: 'EUR', sum: 0 },
  { typed: '1 500', currency: 'EUR', sum: 150_000 },
  { typed: '1’500.5', currency: 'CHF', sum: 150_050 },
  { typed: '1.500.000', currency: 'EUR', sum: 150_000_000 },
  { typed: '1,25', currency: 'TND', sum: 1_250 },
  { typed: '1.250', currency: 'TND', sum: 1_250 },
])('“$typed” in $currency is $sum', ({ typed, currency, sum }) => {
  expect(readSum(typed, currency)).toEqual({ ok: true, value: sum })
})

test.for([
  { typed: '1.500', currency: 'EUR', grouped: '1500', decimal: '1.50' },
  { typed: '12,345', currency: 'EUR', grouped: '12345', decimal: '12.345' },
  { typed: '0.500 USD', currency: 'USD', grouped: '500', decimal: '0.50' },
  { typed: '1,250m', currency: 'GNF', grouped: '1250m', decimal: '1.25m' },
  { typed: '1.500k', currency: 'TND', grouped: '1500k', decimal: '1.5k' },
])('“$typed” in $currency has two readings, and is refused with both', ({ typed, currency, ...readings }) => {
  expect(readSum(typed, currency)).toEqual({
    ok: false,
    error: { type: 'ambiguous-sum', typed, currency, ...readings },
  })
})

test.for([
  { typed: '', currency: 'GNF' },
  { typed: 'k', currency: 'GNF' },
  { typed: '-5', currency: 'GNF' },
  { typed: '12,5', currency: 'GNF' },
  { typed: '50 0000', currency: 'GNF' },
  { typed: '1,2345k', currency: 'GNF' },
  { typed: '1.500.50', currency: 'EUR' },
  { typed: '5kk', currency: 'GNF' },
  { typed: '500 EUR', currency: 'GNF' },
  { typed: '50GNF000', currency: 'GNF' },
  { typed: '1500.000', currency: 'EUR' },
  { typed: '9'.repeat(16), currency: 'GNF' },
  { typed: '200000m', currency: 'GNF' },
])('“$typed” is no sum in $currency', ({ typed, currency }) => {
  expect(readSum(typed, currency)).toEqual({ ok: false, error: { type: 'not-a-sum' } })
})

test.for(['GNF', 'EUR', 'TND'])('a sum in %s, written as it may be typed, is read as itself', (currency) => {
  for (const sum of [0, 5, 1_250, 70_000, 1_234_567])
    expect(readSum(typedSum(sum, currency), currency)).toEqual({ ok: true, value: sum })
})
