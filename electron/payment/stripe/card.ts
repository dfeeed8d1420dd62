import type { CardPaid } from '../../../shared/domain/money/tender.ts'
import { isApproval } from '../http/plain-word.ts'
import type { StripeCard, StripeIntent } from './replies.ts'

/** As their owners write them; Stripe's own word where it is another. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  interac: 'Interac',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const reads: Readonly<Record<string, NonNullable<CardPaid['read']>>> = {
  contact_emv: 'chip',
  contactless_emv: 'contactless',
  contactless_magstripe_mode: 'contactless',
  magnetic_stripe_fallback: 'stripe',
  magnetic_stripe_track2: 'stripe',
}

/** What the customer's paper says of the card, and what names the payment: the bank's code, else Stripe's own name for it. */
export function paidBy({ id, latest_charge: charge }: StripeIntent): { approval: string; card?: CardPaid } {
  const told = charge?.payment_method_details?.card_present
  const code = told?.receipt?.authorization_code ?? ''
  return { approval: isApproval(code) ? code : (charge?.id ?? id), ...(told && { card: cardOf(told) }) }
}

function cardOf({ brand, last4, read_method: how, receipt }: StripeCard): CardPaid {
  const called = brands[brand ?? '']
  const read = reads[how ?? '']
  const lines = [
    plain(receipt?.application_preferred_name),
    labelled('AID', receipt?.dedicated_file_name),
    labelled('AUTH', receipt?.authorization_code),
  ].filter((line) => line !== '')
  return {
    ...(called !== undefined && { brand: called }),
    ...(/^\d{4}$/u.test(last4 ?? '') && { ending: last4 ?? '' }),
    ...(read !== undefined && { read }),
    ...(lines.length > 0 && { receipt: lines }),
  }
}

/** Of one line, and nothing that could be a card's number. */
const plain = (text: string | null | undefined): string =>
  text && /^[\p{L}\p{N} .&'-]{1,32}$/u.test(text) && !/\d{11}/u.test(text) ? text : ''

/** An application's name is hexadecimal digits; of the bank's code there are at most six to eight. */
const labelled = (label: string, text: string | null | undefined): string =>
  text && (label === 'AID' ? /^[0-9A-Fa-f]{10,32}$/u : /^\w{1,12}$/u).test(text) ? `${label} ${text}` : ''
