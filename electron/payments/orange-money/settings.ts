import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, page, secretSource, type WithSecrets } from '../settings-fields.ts'

/** Orange Money Web Payment. */
export const orangeMoneySettings = z.strictObject({
  baseUrl: address.default('https://api.orange.com'),
  /** Orange's code of the country in its paths; the sandbox uses `dev`. */
  country: z.string().regex(textForms.orangeCountry).default('gn'),
  /** Currency of the payments; `OUV` in the sandbox. */
  currency: currency.default('GNF'),
  clientId: headerText,
  clientSecret: secretSource,
  merchantKey: secretSource,
  /** Shop name that Orange shows. */
  shopName: z.string().regex(textForms.shopName).default('Guichet'),
  /** Fixed pages of the venue. Orange requires them, but visits to them have no effect. */
  returnUrl: page,
  cancelUrl: page,
  notificationUrl: page,
})

export type OrangeMoneySettings = WithSecrets<z.infer<typeof orangeMoneySettings>>

/** Columns of a report, named as in Orange's interface. Not compared with a real report of Orange. */
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
  // Validity of a payment's page. Orange sets this time; it is not configurable.
  decideMs: 600_000,
  settledMs: 300_000,
  lateMs: 3_600_000,
  refund: 'people',
}
