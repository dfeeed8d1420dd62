/** None that people take for another one, in print or by hand; without vowels, so that no code is a word. */
export const COLLECTION_LETTERS = '23456789CDFHJKMNPQRTVWXY'
export const COLLECTION_CODE_LENGTH = 6

/**
 * The one short name of a sale: by it customers come back for tickets, and staff find the sale when something went wrong. It
 * follows from the sale's random id, which no customer is ever shown: it is in the ledger from the first hold on, and the same
 * after every restart.
 */
export function collectionCode(saleId: string): string {
  let rest = Number.parseInt(`0${saleId.replaceAll('-', '').slice(-12)}`, 16) || 0
  return Array.from({ length: COLLECTION_CODE_LENGTH }, () => {
    const letter = COLLECTION_LETTERS.charAt(rest % COLLECTION_LETTERS.length)
    rest = Math.floor(rest / COLLECTION_LETTERS.length)
    return letter
  }).join('')
}

/** The code as it is kept, from what was typed or scanned; null where that is none. */
export function readCollectionCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/gu, '')
  const known = Array.from(code).every((letter) => COLLECTION_LETTERS.includes(letter))
  return known && code.length === COLLECTION_CODE_LENGTH ? code : null
}

/** In two halves, as people read it out. */
export function inHalves(code: string): string {
  return `${code.slice(0, COLLECTION_CODE_LENGTH / 2)} ${code.slice(COLLECTION_CODE_LENGTH / 2)}`
}
