import { MIN_PHONE_DIGITS } from './money/tender.ts'

/** Whom a sale is for, as far as they want to say; what they do not say is empty. It is written down sealed, nowhere else. */
export interface Customer {
  readonly name: string
  /** Figures, with or without the `+` of a country's code. */
  readonly phone: string
  /** What staff want to remember of this sale: it goes to nobody, and is erased with the rest. */
  readonly note?: string | undefined
}

/** Who a purchase says it is for: every field goes to the partner, an empty one too. */
export interface Buyer extends Omit<Customer, 'note'> {
  readonly email: string
}

/** Whom a machine buys for where nobody says who they are; `set` is what its settings say of it. */
export function anonymousBuyer(
  machine: string,
  set: { readonly [Field in keyof Buyer]?: string | undefined } = {},
): Buyer {
  const { name = `Guichet ${machine}`, phone = '', email = '' } = set
  return { name, phone, email }
}

/** Maximum characters of a name or a note. */
export const MAX_CUSTOMER_TEXT = 60

/**
 * What two ways of writing one telephone number have in common: its last eight figures, for nobody says a country's code
 * the same way twice. Null for what is no telephone number.
 */
export function phoneTail(text: string): string | null {
  const bare = text.replaceAll(/[\s.\-/()]/gu, '')
  return /^\+?\d{8,17}$/u.test(bare) ? bare.slice(-MIN_PHONE_DIGITS) : null
}
