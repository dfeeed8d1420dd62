import { z } from 'zod'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import { address, headerText, secretSource } from '../http/settings-fields.ts'

/** Where terminals listen. */
const PORT = 8443

/** As a terminal shows it, `192.168.1.20`, a name, with a port or without; a whole address for a stand-in. */
const terminalAddress = z
  .string()
  .transform((text) => (text.includes('//') ? text : `https://${/:\d+$/u.test(text) ? text : `${text}:${PORT}`}`))
  .pipe(address)

/** Model and serial number, as it stands on the terminal: `V400m-324688179`. */
const poiId = z.string().regex(textForms.poiId)

/** SHA-256 of the terminal's certificate, as its tools print it. */
const fingerprint = z
  .string()
  .transform((text) => text.replaceAll(/[\s:]/gu, '').toUpperCase())
  .pipe(z.string().regex(textForms.certificateHash))

/** Adyen's Terminal API over the venue's own network. `caFile` is Adyen's root certificate of terminals. */
export const adyenLocalSettings = z.strictObject({
  terminalAddress,
  poiId,
  /** The shared key, as it was set in the Customer Area. */
  keyIdentifier: headerText,
  keyVersion: z.int().min(0).default(1),
  passphrase: secretSource,
  fingerprint: fingerprint.optional(),
  /** Where this machine listens during a payment: its address with that port is the terminal's "display URL", encrypted. */
  displays: z
    .strictObject({
      port: z.int().min(1).max(65_535),
      certificate: secretSource.optional(),
      key: secretSource.optional(),
    })
    .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), expects('certificateAndKey'))
    .optional(),
})

export type AdyenLocalSettings = Omit<z.infer<typeof adyenLocalSettings>, 'passphrase' | 'displays'>

/** Adyen's Terminal API over the internet. */
export const adyenCloudSettings = z.strictObject({
  poiId,
  apiKey: secretSource,
  /** With it the newer Cloud device API is asked. */
  merchantAccount: z.string().regex(textForms.merchantAccount).optional(),
  baseUrl: address.optional(),
})

export type AdyenCloudSettings = Omit<z.infer<typeof adyenCloudSettings>, 'apiKey'>
