import { expect, test } from 'vitest'
import { isForGood } from '../../shared/domain/sale/purchase-refusal.ts'

test.each([400, 401, 403, 404, 422, 499])('a purchase refused with %d is refused to every other one too', (status) => {
  expect(isForGood({ status })).toBe(true)
})

test.each([0, 200, 399, 408, 409, 410, 425, 429, 500, 503])('%d says nothing of the next purchase', (status) => {
  expect(isForGood({ status })).toBe(false)
})
