import { createHash, timingSafeEqual } from 'node:crypto'

/** In a time that tells nothing of how much of the bytes was right. */
export function sameBytes(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The same of a text; the time does not tell how long the expected one is, either. */
export function sameText(given: string, expected: string): boolean {
  return sameBytes(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest())
}
