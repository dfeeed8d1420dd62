import { expect, test } from 'vitest'
import { hexCode, readableCode, uuid } from '../../electron/booking-service/store/random.ts'

const all =
  (byte: number) =>
  (count: number): Uint8Array =>
    new Uint8Array(count).fill(byte)

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('a UUID of bytes %i keeps version 4 and variant 10', (byte, expected) => {
  expect(uuid(all(byte))).toBe(expected)
})

test('hexadecimal codes keep every bit', () => {
  expect(hexCode((count) => Uint8Array.from({ length: count }, (_, index) => index * 17), 16)).toBe(
    '00112233445566778899aabbccddeeff',
  )
})

test('codes for people have no letter that is taken for another', () => {
  const every = readableCode((count) => Uint8Array.from({ length: count }, (_, index) => index), 256)
  expect(new Set(every).size).toBe(32)
  expect(every).not.toMatch(/[ILOU]/u)
})
