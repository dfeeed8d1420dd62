import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, numbering, page, secretSource, type WithSecrets } from '../settings-fields.ts'

const contract = {
  baseUrl: address.default('https://api.djomy.africa'),
  clientId: headerText,
  clientSecret: secretSource,
  /** Domain of the venue in a live contract. Djomy requires the domain with every call. */
  partnerDomain: headerText.optional(),
  /** Country code (ISO 3166-1). */
  country: z.string().regex(textForms.countryCode).default('GN'),
  currency: currency.default('GNF'),
  returnUrl: page.optional(),
  cancelUrl: page.optional(),
}

/** Djomy requests the payment on the customer's telephone, via one operator. */
export const djomyPushSettings = z.strictObject({
  ...contract,
  ...numbering,
  /** Methods that need no code typed on our screen. */
  method: z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY']),
})

/** Djomy shows a page behind a QR code. */
export const djomyLinkSettings = z.strictObject({
  ...contract,
  /** Methods that the page offers. Default: all methods of the contract. */
  methods: z
    .array(z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY', 'PAYCARD', 'YMO', 'CARD']))
    .min(1)
    .optional(),
})

export type DjomyPushSettings = WithSecrets<z.infer<typeof djomyPushSettings>>
export type DjomyLinkSettings = WithSecrets<z.infer<typeof djomyLinkSettings>>

/** Columns of a report, named as in Djomy's interface. Not compared with a real report of Djomy. */
export const djomySettlement = {
  names: ['merchantpaymentreference', 'paymentlinkreference', 'providerreference'],
  amount: ['paidamount'],
}

export const djomyPushTraits: TenderTraits = {
  payer: 'phone',
  shows: 'none',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 300_000,
  // Assumed time within which a customer can still confirm; Djomy does not publish it.
  settledMs: 900_000,
  lateMs: 86_400_000,
  refund: 'people',
}

export const djomyLinkTraits: TenderTraits = {
  payer: 'none',
  shows: 'qr',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 600_000,
  // Time to find the telephone, scan, choose an operator and agree.
  shortestMs: 120_000,
  settledMs: 300_000,
  lateMs: 86_400_000,
  refund: 'people',
}
