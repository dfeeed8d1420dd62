import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, page, secretSource, type WithSecrets } from '../settings-fields.ts'

/** Orange Money Web Payment. */
export const orangeMoneySettings = z.strictObject({
  baseUrl: address.default('https://api.orange.com'),
  /** As Orange calls the country in its paths; `dev` is its sandbox. */
  country: z.string().regex(textForms.orangeCountry).default('gn'),
  /** `OUV` in the sandbox. */
  currency: currency.default('GNF'),
  clientId: headerText,
  clientSecret: secretSource,
  merchantKey: secretSource,
  /** What Orange shows as the shop. */
  shopName: z.string().regex(textForms.shopName).default('Guichet'),
  /** Fixed pages of the venue's: Orange asks for them, nothing that happens there counts. */
  returnUrl: page,
  cancelUrl: page,
  notificationUrl: page,
})

export type OrangeMoneySettings = WithSecrets<z.infer<typeof orangeMoneySettings>>

/** The columns of a report by the names of Orange's interface: no report of theirs was seen. */
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
  // A payment's page is good for so long; Orange's own time, nobody can choose it.
  decideMs: 600_000,
  settledMs: 300_000,
  lateMs: 3_600_000,
  refund: 'people',
}
