import { expect, test } from 'vitest'
import { holdsCardNumber } from '../../../shared/domain/desk/card-number.ts'

test.for([
  '4111111111111111',
  '4111 1111 1111 1111',
  'carte 5555-5555-5555-4444 svp',
  '378282246310005',
  '6011.1111.1111.1117',
])('“%s” holds a card’s number', (text) => {
  expect(holdsCardNumber(text)).toBe(true)
})

test.for(['', '4111111111111112', '+224 620 00 00 00', 'R-2026-11-21-0007', '123456789012', '1111111111111117'])(
  '“%s” holds none',
  (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  },
)
