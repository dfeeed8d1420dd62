import { hash, timingSafeEqual } from 'node:crypto'

/** In a time that tells nothing of how much of the bytes was right. */
export function sameBytes(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The same of a text; the time does not tell how long the expected one is, either. */
export function sameText(given: string, expected: string): boolean {
  return matcherOf(expected)(given)
}

/** The same for a text that is asked for again and again. */
export function matcherOf(expected: string): (given: string) => boolean {
  const hashed = hash('sha256', expected, 'buffer')
  return (given) => sameBytes(hash('sha256', given, 'buffer'), hashed)
}
