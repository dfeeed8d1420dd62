/** Whom a sale is for, as far as they want to say; what they do not say is empty. It is written down sealed, nowhere else. */
export interface Customer {
  readonly name: string
  /** Figures, with or without the `+` of a country's code. */
  readonly phone: string
}

const LEAST_DIGITS = 8

/**
 * What two ways of writing one telephone number have in common: its last eight figures, for nobody says a country's code
 * the same way twice. Null for what is no telephone number.
 */
export function phoneTail(text: string): string | null {
  const bare = text.replaceAll(/[\s.\-/()]/gu, '')
  return /^\+?\d{8,17}$/u.test(bare) ? bare.slice(-LEAST_DIGITS) : null
}
