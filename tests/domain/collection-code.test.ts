import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  COLLECTION_CODE_LENGTH,
  COLLECTION_LETTERS,
  collectionCode,
  inHalves,
  readCollectionCode,
} from '../../shared/domain/sale/collection-code.ts'

test('a code follows from the sale, and nobody takes one of its letters for another', () => {
  const saleId = '6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f01'
  expect(collectionCode(saleId)).toBe(collectionCode(saleId))
  expect(collectionCode(saleId)).toHaveLength(COLLECTION_CODE_LENGTH)
  // Zero and O, one and I and L, two and Z, five and S, six and G, eight and B, U and V: one of each at most.
  for (const alike of ['0O', '1IL', '2Z', '5S', '6G', '8B', 'UV'])
    expect(Array.from(alike).filter((letter) => COLLECTION_LETTERS.includes(letter)).length).toBeLessThanOrEqual(1)
  expect(COLLECTION_LETTERS).not.toMatch(/[AEIOU]/u)
})

test('codes of random sales are spread over all there are', () => {
  const codes = Array.from({ length: 20_000 }, () => collectionCode(randomUUID()))
  // Of 191 million; that two of 20,000 meet by chance is about one each time.
  expect(new Set(codes).size).toBeGreaterThan(19_980)
  for (let place = 0; place < COLLECTION_CODE_LENGTH; place++) {
    const counts = Map.groupBy(codes, (code) => code.charAt(place))
    expect(counts.size).toBe(COLLECTION_LETTERS.length)
    for (const { length } of counts.values()) expect(length).toBeGreaterThan((20_000 / COLLECTION_LETTERS.length) * 0.8)
  }
})

test.each([
  ['K7M4XP', 'K7M4XP'],
  [' k7m 4xp\n', 'K7M4XP'],
  ['K7M-4XP', 'K7M4XP'],
  [inHalves('K7M4XP'), 'K7M4XP'],
  ['K7M4X', null],
  ['K7M4XPP', null],
  ['K7M4X0', null],
  ['', null],
])('%j is read as %s', (typed, code) => {
  expect(readCollectionCode(typed)).toBe(code)
})
