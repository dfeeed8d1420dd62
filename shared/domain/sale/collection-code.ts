/** Characters that are not easily confused; no vowels, so that no code is a word. */
export const COLLECTION_LETTERS = '23456789CDFHJKMNPQRTVWXY'
export const COLLECTION_CODE_LENGTH = 6

/** Returns the code for collecting tickets or finding a sale, derived from the sale's random id. */
export const collectionCode = (saleId: string): string => codeFrom(saleId, COLLECTION_CODE_LENGTH)

/** Derives a code from a UUID of version 4: its last 48 bits, which are random. */
export function codeFrom(uuid: string, length: number): string {
  let rest = Number.parseInt(`0${uuid.replaceAll('-', '').slice(-12)}`, 16) || 0
  return Array.from({ length }, () => {
    const letter = COLLECTION_LETTERS.charAt(rest % COLLECTION_LETTERS.length)
    rest = Math.floor(rest / COLLECTION_LETTERS.length)
    return letter
  }).join('')
}

/** Returns the stored form of a typed or scanned code; null if the text is not a code. */
export const readCollectionCode = (typed: string): string | null => readCode(typed, COLLECTION_CODE_LENGTH)

export function readCode(typed: string, length: number): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/gu, '')
  const known = Array.from(code).every((letter) => COLLECTION_LETTERS.includes(letter))
  return known && code.length === length ? code : null
}

/** Formats a code or a voucher number in two halves, for reading aloud. */
export function inHalves(code: string): string {
  return `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`
}
