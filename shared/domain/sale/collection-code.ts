/** Characters that are not easily confused in print or handwriting; without vowels, so that no code is a word. */
export const COLLECTION_LETTERS = '23456789CDFHJKMNPQRTVWXY'
export const COLLECTION_CODE_LENGTH = 6

/**
 * Returns the short code of a sale, with which customers collect tickets and staff find a sale with a problem. It is
 * derived from the random id of the sale, which customers never see. The id is in the ledger from the first hold on, so
 * the code survives restarts.
 */
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

/** Returns the stored form of a typed or scanned code; null if it is not a code. */
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
