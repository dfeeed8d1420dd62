import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import type { PeerCheck } from '../driver-kind.ts'
import { address, headerText, secretSource } from '../settings-fields.ts'

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

/** The columns of Adyen's settlement details and accounting reports, as its documents name them. */
export const adyenSettlement = {
  names: ['merchantreference', 'pspreference', 'modificationmerchantreference'],
  date: ['creationdate', 'bookingdate'],
  amount: ['grosscreditgc', 'mainamount', 'paymentamount'],
  currency: ['grosscurrency', 'maincurrency', 'paymentcurrency'],
  status: ['recordtype'],
}

/**
 * Whether a certificate is this terminal's. Its chain was checked before; what it is named is not where it is found: terminals
 * answer under addresses of the venue's, and Adyen names their certificates after the terminal.
 */
export function isTerminalCertificate({
  poiId,
  fingerprint,
}: Pick<AdyenLocalSettings, 'poiId' | 'fingerprint'>): PeerCheck {
  const names = ['test', 'live'].flatMap((environment) =>
    [poiId, 'legacy-terminal-certificate'].map((name) => `${name}.${environment}.terminal.adyen.com`.toLowerCase()),
  )
  return ({ name, sha256 }) =>
    fingerprint === undefined ? names.includes(name.toLowerCase()) : sha256.replaceAll(':', '') === fingerprint
}

/** After `decideMs` nobody is waited for, and the terminal is asked; what it then does not know was not begun. */
const traitsOf = (decideMs: number): TenderTraits => ({
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'short10',
  cancel: 'asks',
  decideMs,
  settledMs: 30_000,
  lateMs: 30_000,
  refund: 'api',
})

/** A card is asked for during 120 s; Adyen says to ask a terminal after that, and over the cloud after 150 s. */
export const localTraits = traitsOf(120_000)
export const cloudTraits = traitsOf(150_000)
