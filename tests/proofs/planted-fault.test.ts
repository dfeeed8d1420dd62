import { expect, test } from 'vitest'

test('no fault is planted (`npm run proofs` plants one, and must see this test fail)', () => {
  expect(process.env['GUICHET_PLANTED_FAULT']).toBeUndefined()
})
