import { z } from 'zod'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, secretSource } from '../http/settings-fields.ts'

const merchantCode = z.string().regex(textForms.merchantCode)

/** A card reader of SumUp's (Solo), over SumUp's servers. */
export const sumupSettings = z.strictObject({
  baseUrl: address.default('https://api.sumup.com'),
  apiKey: secretSource,
  merchantCode,
  reader: z.string().regex(textForms.sumupReader),
  /** Payments are found by our own reference only where an affiliate key goes with them. */
  affiliateApp: headerText,
  affiliateKey: secretSource,
  currency,
})

export type SumupSettings = Omit<z.infer<typeof sumupSettings>, 'apiKey' | 'affiliateKey'>

/** The texts behind the settings' secrets. */
export interface SumupSecrets {
  readonly apiKey: string
  readonly affiliateKey: string
}
