import { expect, test } from 'vitest'
import { readApproval } from '../../../shared/domain/desk/approval-number.ts'
import { holdsCardNumber } from '../../../shared/domain/desk/card-number.ts'

test.for([
  ['123456', '123456'],
  ['a1b2c3', 'A1B2C3'],
  [' 12 34 56 ', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['mp260521.1432.a12345', 'MP260521.1432.A12345'],
  ['8812345678', '8812345678'],
] as const)('“%s” is kept as %s', ([typed, kept]) => {
  expect(readApproval(typed)).toEqual({ ok: true, value: kept })
})

test.for(['', '12', '123', '.1234', 'é1234', '12,34', 'x'.repeat(31)])('“%s” is no approval number', (typed) => {
  expect(readApproval(typed)).toEqual({ ok: false, error: { type: 'no-approval' } })
})

test.for(['4111 1111 1111 1111', '5555-5555-5555-4444', 'A4111111111111111', '٤١١١١١١١١١١١١١١١'])(
  '“%s” holds a card’s number',
  (typed) => {
    expect(readApproval(typed)).toEqual({ ok: false, error: { type: 'card-number' } })
  },
)

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
