import { MIN_PHONE_DIGITS } from './money/tender.ts'

/** Personal details that a customer chose to give, stored only encrypted; empty fields were not given. */
export interface Customer {
  readonly name: string
  /** Digits of a telephone number, with or without the `+` of a country code. */
  readonly phone: string
  /** Internal note of the staff about the sale; never sent to the partner. */
  readonly note?: string | undefined
}

/** Buyer of a purchase; every field is sent to the partner, even if the field is empty. */
export interface Buyer extends Omit<Customer, 'note'> {
  readonly email: string
}

/** Returns the buyer for a customer without a name; `set`: values from the settings. */
export function anonymousBuyer(
  machine: string,
  set: { readonly [Field in keyof Buyer]?: string | undefined } = {},
): Buyer {
  const { name = `Guichet ${machine}`, phone = '', email = '' } = set
  return { name, phone, email }
}

/** Maximum number of characters of a name or a note. */
export const MAX_CUSTOMER_TEXT = 60

/**
 * Returns the last eight digits of a telephone number, since country codes are written in several ways. Null if the
 * text is not a telephone number.
 */
export function phoneTail(text: string): string | null {
  const bare = text.replaceAll(/[\s.\-/()]/gu, '')
  return /^\+?\d{8,17}$/u.test(bare) ? bare.slice(-MIN_PHONE_DIGITS) : null
}
