import { randomUUID } from 'node:crypto'
import { readTypedNumber } from '../../shared/api/kiosk/settings.ts'
import { readDecimal } from '../../shared/domain/desk/typed-numbers.ts'
import { describe, expect, test } from 'vitest'
import {
  COLLECTION_CODE_LENGTH,
  COLLECTION_LETTERS,
  collectionCode,
  inHalves,
  readCollectionCode,
} from '../../shared/domain/sale/collection-code.ts'
import { formsOfCode } from '../../shared/domain/text-forms.ts'
import { isWeakPin } from '../../shared/domain/staff.ts'
import { fitsQr, qrKey, qrModeOf, scannedAs } from '../../shared/domain/documents/qr-code.ts'
import {
  readSlipCode,
  readSlipNumber,
  type SlipClaim,
  slipClaimText,
  slipNumber,
} from '../../shared/domain/money/credit-voucher.ts'

test('a code follows from the sale, and nobody takes one of its letters for another', () => {
  const saleId = '6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f01'
  expect(collectionCode(saleId)).toBe(collectionCode(saleId))
  expect(collectionCode(saleId)).toHaveLength(COLLECTION_CODE_LENGTH)
  for (const alike of ['0O', '1IL', '2Z', '5S', '6G', '8B', 'UV'])
    expect(Array.from(alike).filter((letter) => COLLECTION_LETTERS.includes(letter)).length).toBeLessThanOrEqual(1)
  expect(COLLECTION_LETTERS).not.toMatch(/[AEIOU]/u)
})

test('codes of random sales are spread over all there are', () => {
  const codes = Array.from({ length: 20_000 }, () => collectionCode(randomUUID()))
  // There are about 191 million codes, so 20,000 random codes contain about one duplicate.
  expect(new Set(codes).size).toBeGreaterThan(19_980)
  for (let place = 0; place < COLLECTION_CODE_LENGTH; place++) {
    const counts = Map.groupBy(codes, (code) => code.charAt(place))
    expect(counts.size).toBe(COLLECTION_LETTERS.length)
    for (const { length } of counts.values()) expect(length).toBeGreaterThan((20_000 / COLLECTION_LETTERS.length) * 0.8)
  }
})

test.each([
  ['K7M4XP', 'K7M4XP'],
  ['K7M-4XP', 'K7M4XP'],
  [inHalves('K7M4XP'), 'K7M4XP'],
  ['K7M4X', null],
  ['K7M4XPP', null],
  ['K7M4X0', null],
  ['', null],
])('%j is read as %s', (typed, code) => {
  expect(readCollectionCode(typed)).toBe(code)
})

test.each([
  ['BJCFMA99S9', ['BJCFMA99S9']],
  ['bjcfm a99-s9', ['bjcfm a99-s9', 'BJCFM A99-S9', 'BJCFMA99S9']],
  ['bjcfmaO9il', ['bjcfmaO9il', 'BJCFMAO9IL', 'BJCFMA0911']],
  ['GHT7-2QK9', ['GHT7-2QK9', 'GHT72QK9']],
])('an access code %s may mean %j', (typed, forms) => {
  expect(formsOfCode(typed)).toEqual(forms)
})

describe('a PIN', () => {
  const steps = ['0000', '77777777', '1234', '4321', '890123', '210987', '2468', '9753']
  const pieces = ['1212', '123123', '45674567']
  const days = ['1987', '2026', '140787', '14071987', '19870714', '311299']

  test.each([...steps, ...pieces, ...days])('%s is guessed', (pin) => {
    expect(isWeakPin(pin)).toBe(true)
  })

  test.each(['730516', '1122', '1233', '1887', '2157', '320787', '141387', '12312', '87140719'])('%s is not', (pin) => {
    expect(isWeakPin(pin)).toBe(false)
  })
})

describe('a QR code', () => {
  test('only hexadecimal codes are the same in either case', () => {
    expect(qrKey('ABCDEF'.repeat(5) + '00')).toBe(`${'abcdef'.repeat(5)}00`)
    for (const code of ['ABCDEF', 'Ticket-7', `${'ABCDEF'.repeat(5)}0g`]) expect(qrKey(code)).toBe(code)
  })

  test.each([
    ['numeric', '7'.repeat(7089), '7'.repeat(7090)],
    ['alphanumeric', 'A'.repeat(4296), 'A'.repeat(4297)],
    ['byte', 'a'.repeat(2953), 'a'.repeat(2954)],
    ['byte', `${'€'.repeat(984)}a`, `${'€'.repeat(984)}aa`],
    ['byte', `${'😀'.repeat(738)}a`, `${'😀'.repeat(738)}aa`],
  ])('the longest text in %s mode fits, one sign more does not', (mode, longest, tooLong) => {
    expect(qrModeOf(longest)).toBe(mode)
    expect([fitsQr(longest), fitsQr(tooLong)]).toEqual([true, false])
  })

  test.each(['', 'a\0b', '\ud800'])('what is no text fits no code: %j', (text) => {
    expect(fitsQr(text)).toBe(false)
  })

  test('a scanner types capitals as they are, and no controls', () => {
    expect(scannedAs('3F'.repeat(16), '3f'.repeat(16))).toBe(true)
    expect(scannedAs('3f'.repeat(16), '3F'.repeat(16))).toBe(true)
    expect(scannedAs('Ticket-7', 'Ticket-7')).toBe(true)
    expect(scannedAs('ticket-7', 'Ticket-7')).toBe(false)
    expect(scannedAs('0177', ' 01\u001d77\r\n')).toBe(true)
  })
})

describe('the code of a credit slip', () => {
  const uuid = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
  const issued = { amount: 5_000, currency: 'GNF', register: 'kiosque nord|2', issuedUtc: '2026-11-25T20:00:00.000Z' }
  const claim: SlipClaim = { slipId: slipNumber(uuid), ...issued, keyId: '0123456789abcdef0123456789abcdef' }
  const signature = 'A'.repeat(86)

  test('a number has ten letters and digits that nobody takes for one another, and is read back as it is spelt', () => {
    expect(claim.slipId).toMatch(/^[23456789CDFHJKMNPQRTVWXY]{10}$/u)
    expect(readSlipNumber(inHalves(claim.slipId).toLowerCase())).toBe(claim.slipId)
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
    ['a changed number', `${slipClaimText(claim).replace(claim.slipId, `${claim.slipId.slice(1)}I`)}|${signature}`],
    ['an amount below 0', `${slipClaimText({ ...claim, amount: -1 })}|${signature}`],
    ['nothing', ''],
  ])('%s is no slip', (_, text) => {
    expect(readSlipCode(text)).toBeNull()
  })
})

test.each([
  ['5,5', 5.5, 5.5],
  ['5.5', 5.5, 5.5],
  ['٥٫٥', 5.5, 5.5],
  ['18', 18, 18],
  ['5,', 5, 5],
  ['5.500', 5.5, '5.500'],
  ['5,500', 5.5, '5,500'],
  ['5,5,5', null, '5,5,5'],
  ['', null, ''],
] as const)(
  '%j is read as the decimal %j, and by the hub, which asks back what it can read in two ways, as %j',
  (typed, alone, atHub) => {
    expect(readDecimal(typed)).toBe(alone)
    expect(readTypedNumber(typed)).toBe(atHub)
  },
)
