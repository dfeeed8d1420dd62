import { hash, timingSafeEqual } from 'node:crypto'

/** Compares bytes in a time that does not reveal how many of them were right. */
export function sameBytes(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Compares texts like `sameBytes`. The time does not reveal the length of the expected text either. */
export function sameText(given: string, expected: string): boolean {
  return matcherOf(expected)(given)
}

/** Returns a function that compares like `sameText`, for an expected text that is compared often. */
export function matcherOf(expected: string): (given: string) => boolean {
  const hashed = hash('sha256', expected, 'buffer')
  return (given) => sameBytes(hash('sha256', given, 'buffer'), hashed)
}
