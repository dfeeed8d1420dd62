import type { StoredBuyer } from '../store/administration.ts'

/** In a query over purchases: it still has personal data. */
export const HAS_BUYER = '(customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL)'

/**
 * Takes the personal data out of a purchase. Its hash goes, too: who knows all else of the order would find a telephone number by
 * trying them.
 */
export const FORGET_BUYER = "customer_name = NULL, customer_phone = NULL, customer_email = NULL, content_sha256 = ''"

/** A purchase with its buyer as both engines read it. */
export interface BuyerRow
  extends Omit<StoredBuyer, 'event' | 'customer'>, Readonly<Record<'title' | 'startsAt' | 'endsAt', string>> {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

export function storedBuyer({ title, startsAt, endsAt, name, phone, email, ...bought }: BuyerRow): StoredBuyer {
  return {
    ...bought,
    event: { title, startsAt, endsAt },
    customer: { name: name ?? '', phone: phone ?? '', email: email ?? '' },
  }
}
