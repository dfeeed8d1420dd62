import { inWesternDigits } from '../numerals.ts'

/** As it is compared: in small letters, without accents, in western digits, with single blanks. */
export function folded(text: string): string {
  return inWesternDigits(text).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/gu, ' ').toLowerCase().trim()
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
