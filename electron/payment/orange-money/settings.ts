import { z } from 'zod'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, page, secretSource } from '../http/settings-fields.ts'

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

export type OrangeMoneySettings = Omit<z.infer<typeof orangeMoneySettings>, 'clientSecret' | 'merchantKey'>

/** The texts behind the settings' secrets. */
export interface OrangeMoneySecrets {
  readonly clientSecret: string
  readonly merchantKey: string
}
