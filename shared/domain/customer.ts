import { MIN_PHONE_DIGITS, readTelephone } from './money/tender.ts'

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

/** Compares telephone numbers by their last digits, and e-mail addresses without regard to case. */
export function isSameAddress(one: string, other: string): boolean {
  const tail = phoneTail(one)
  return tail === null ? one !== '' && one.toLowerCase() === other.toLowerCase() : tail === phoneTail(other)
}

/** Ways to send a customer the address of a ticket page. */
export const messageChannels = ['email', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

export interface MessageAddress {
  readonly channel: MessageChannel
  readonly address: string
}

/** Maximum length of an e-mail address (RFC 5321, 4.5.3.1.3, without its brackets). */
export const MAX_EMAIL = 254
/** One e-mail address in ASCII, without a display name, quotes, comma or line break. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w.+'-]{0,63}[\w+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u

/** Returns the address that staff typed: an e-mail address or a telephone number; null if it is neither. */
export function readMessageAddress(typed: string): MessageAddress | null {
  const text = typed.trim()
  if (text.includes('@'))
    return EMAIL.test(text) && text.length <= MAX_EMAIL ? { channel: 'email', address: text } : null
  const number = readTelephone(text)
  return number === null ? null : { channel: 'sms', address: number }
}

/** Converts a telephone number to the form `+224…` (E.164). `countryCode`: code of numbers without one. */
export function phoneWithCountry(number: string, countryCode: string): string {
  const digits = number.replace(/^(?:\+|00)/u, '')
  return digits === number ? `+${countryCode}${number.replace(/^0/u, '')}` : `+${digits}`
}
