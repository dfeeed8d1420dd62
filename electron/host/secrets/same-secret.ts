import { hash, timingSafeEqual } from 'node:crypto'

/** Compares bytes in a time that does not reveal how many of them are equal. */
export function sameBytes(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Compares texts in a time that reveals neither the number of equal characters nor the length of the expected text. */
export function sameText(given: string, expected: string): boolean {
  return matcherOf(expected)(given)
}

/** Returns a function that compares like `sameText`, for an expected text that is compared often. */
export function matcherOf(expected: string): (given: string) => boolean {
  const hashed = hash('sha256', expected, 'buffer')
  return (given) => sameBytes(hash('sha256', given, 'buffer'), hashed)
}
