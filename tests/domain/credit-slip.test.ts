import { expect, test } from 'vitest'
import {
  readSlipCode,
  readSlipNumber,
  slipClaimText,
  slipInHalves,
  slipNumber,
  type SlipClaim,
} from '../../shared/domain/money/credit-slip.ts'

const uuid = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const claim: SlipClaim = {
  slipId: slipNumber(uuid),
  amount: 5_000,
  currency: 'GNF',
  register: 'kiosque nord|2',
  issuedUtc: '2026-11-25T20:00:00.000Z',
  keyId: '0123456789abcdef0123456789abcdef',
}
const signature = 'A'.repeat(86)

test('a number has ten letters and digits that nobody takes for one another, and is read back as it is spelt', () => {
  expect(claim.slipId).toMatch(/^[23456789CDFHJKMNPQRTVWXY]{10}$/u)
  expect(readSlipNumber(slipInHalves(claim.slipId).toLowerCase())).toBe(claim.slipId)
  expect(readSlipNumber(`${claim.slipId.slice(0, 5)}-${claim.slipId.slice(5)}`)).toBe(claim.slipId)
  expect([claim.slipId.slice(1), `${claim.slipId.slice(1)}0`, ''].map(readSlipNumber)).toEqual([null, null, null])
})

test('each of the 48 random bits counts', () => {
  const numbers = Array.from({ length: 48 }, (_, bit) =>
    slipNumber(`00000000-0000-4000-8000-${(2 ** bit).toString(16).padStart(12, '0')}`),
  )
  expect(new Set(numbers).size).toBe(48)
})

test('what the code says is read back, whatever the register is called', () => {
  expect(readSlipCode(`${slipClaimText(claim)}|${signature}`)).toEqual({ ...claim, signature })
})

test.each([
  ['no signature', slipClaimText(claim)],
  [
    'another letter in the number',
    `${slipClaimText(claim).replace(claim.slipId, `${claim.slipId.slice(1)}I`)}|${signature}`,
  ],
  ['an amount below 0', `${slipClaimText({ ...claim, amount: -1 })}|${signature}`],
  ['a ticket', 'TKT-2026-0001'],
  ['nothing', ''],
])('%s is no slip', (_, text) => {
  expect(readSlipCode(text)).toBeNull()
})
