import { MIN_PHONE_DIGITS } from './money/tender.ts'

/**
 * Details that the customer of a sale chose to give; a field that was not given is empty. Stored only in sealed form.
 */
export interface Customer {
  readonly name: string
  /** Digits, with or without the `+` of a country code. */
  readonly phone: string
  /**
   * Internal note of the staff about this sale. The note is never sent to the partner, and is erased with the other
   * fields.
   */
  readonly note?: string | undefined
}

/** Buyer of a purchase: every field is sent to the partner, even if it is empty. */
export interface Buyer extends Omit<Customer, 'note'> {
  readonly email: string
}

/** Returns the buyer for a customer without a name; `set` contains the fields that the settings override. */
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
 * Returns the part that all spellings of one telephone number share: its last eight digits, since country codes are
 * written in several ways. Null if the text is not a telephone number.
 */
export function phoneTail(text: string): string | null {
  const bare = text.replaceAll(/[\s.\-/()]/gu, '')
  return /^\+?\d{8,17}$/u.test(bare) ? bare.slice(-MIN_PHONE_DIGITS) : null
}
