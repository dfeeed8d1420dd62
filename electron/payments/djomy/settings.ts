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
  country: z.string().regex(textForms.countryCode).default('GN'),
  currency: currency.default('GNF'),
  returnUrl: page.optional(),
  cancelUrl: page.optional(),
}

export const djomyPushSettings = z.strictObject({
  ...contract,
  ...numbering,
  /** Payment methods that need no code typed on the kiosk's screen. */
  method: z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY']),
})

export const djomyLinkSettings = z.strictObject({
  ...contract,
  methods: z
    .array(z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY', 'PAYCARD', 'YMO', 'CARD']))
    .min(1)
    .optional(),
})

export type DjomyPushSettings = WithSecrets<z.infer<typeof djomyPushSettings>>
export type DjomyLinkSettings = WithSecrets<z.infer<typeof djomyLinkSettings>>

/** Column names of Djomy's interface, not yet compared with a real report. */
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
  // Djomy does not publish how long a customer can confirm a payment; 15 minutes are assumed.
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
  // Minimum time for the customer to find the telephone, scan, choose an operator and agree.
  shortestMs: 120_000,
  settledMs: 300_000,
  lateMs: 86_400_000,
  refund: 'people',
}
