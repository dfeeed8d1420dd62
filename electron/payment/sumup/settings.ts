import { z } from 'zod'
import { address, currency, headerText, secretSource } from '../http/settings-fields.ts'

const word = z.string().regex(/^[\w.-]{1,100}$/u, 'expected letters, digits, "-", "_" and "."')

/** A card reader of SumUp's (Solo), over SumUp's servers. */
export const sumupSettings = z.strictObject({
  baseUrl: address.default('https://api.sumup.com'),
  apiKey: secretSource,
  merchantCode: word,
  reader: z.string().regex(/^rdr_\w{26}$/u, 'expected what SumUp calls the reader: "rdr_" and 26 signs'),
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
