import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactWith } from '../../shared/domain/money/exact-notes.ts'

const value = fc.integer({ min: 1, max: 60 })

test('a sum is exact when some handful of the notes makes it, as counting them all up says', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), fc.integer({ min: 0, max: 400 }), (values, most) => {
      const counted = [true]
      for (let sum = 1; sum <= most; sum++) counted.push(values.some((each) => counted[sum - each]))
      const isExact = exactWith(values)
      const expected = values.length > 0 ? counted : counted.map(() => false)
      expect(counted.map((_, sum) => isExact(sum))).toEqual(expected)
    }),
  )
})

test('a hundred million francs are told at once', () => {
  const isExact = exactWith([5_000, 10_000, 20_000])
  expect([isExact(100_000_000), isExact(99_998_000), isExact(0)]).toEqual([true, false, true])
})
