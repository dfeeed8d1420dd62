import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, page, secretSource, type WithSecrets } from '../settings-fields.ts'

export const orangeMoneySettings = z.strictObject({
  baseUrl: address.default('https://api.orange.com'),
  /** Orange's country code in its paths; the sandbox uses `dev`. */
  country: z.string().regex(textForms.orangeCountry).default('gn'),
  /** Currency of the payments; `OUV` in the sandbox. */
  currency: currency.default('GNF'),
  clientId: headerText,
  clientSecret: secretSource,
  merchantKey: secretSource,
  shopName: z.string().regex(textForms.shopName).default('Guichet'),
  /** Addresses of fixed pages of the venue, which Orange requires. Visits to the pages have no effect. */
  returnUrl: page,
  cancelUrl: page,
  notificationUrl: page,
})

export type OrangeMoneySettings = WithSecrets<z.infer<typeof orangeMoneySettings>>

/** Column names of Orange's interface, not yet compared with a real report. */
export const orangeMoneySettlement = {
  names: ['txnid', 'paytoken'],
}

export const orangeMoneyTraits: TenderTraits = {
  payer: 'none',
  shows: 'qr',
  unattended: true,
  findBy: 'token',
  reference: 'short26',
  cancel: 'none',
  // Validity of a payment page, fixed by Orange.
  decideMs: 600_000,
  settledMs: 300_000,
  lateMs: 3_600_000,
  refund: 'people',
}
