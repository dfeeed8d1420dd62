import { expect, test } from 'vitest'
import { likelyAmounts } from '../../../renderer/components/cash-amounts.ts'

test.each([
  [140_000, [150_000, 200_000, 500_000]],
  [210_000, [250_000, 300_000, 400_000]],
  [95_000, [100_000, 200_000]],
  [1, [2, 5, 10]],
  [0, []],
])('for %d people hand over %j', (due, expected) => {
  expect(likelyAmounts(due)).toEqual(expected)
})
