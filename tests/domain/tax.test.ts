import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxIncluded } from '../../shared/domain/money/tax.ts'

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
