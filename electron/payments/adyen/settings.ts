import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import type { PeerCheck } from '../driver-kind.ts'
import { address, headerText, secretSource, type WithSecrets } from '../settings-fields.ts'

/** Default port of terminals. */
const PORT = 8443

/** Address as a terminal shows it, `192.168.1.20`, or a host name, with or without a port. A simulator has a whole URL. */
const terminalAddress = z
  .string()
  .transform((text) => (text.includes('//') ? text : `https://${/:\d+$/u.test(text) ? text : `${text}:${PORT}`}`))
  .pipe(address)

/** Model and serial number: `V400m-324688179`. */
const poiId = z.string().regex(textForms.poiId)

/** SHA-256 of the terminal's certificate, with or without colons and spaces. */
const fingerprint = z
  .string()
  .transform((text) => text.replaceAll(/[\s:]/gu, '').toUpperCase())
  .pipe(z.string().regex(textForms.certificateHash))

/** Adyen's Terminal API on the local network. `caFile` is Adyen's root certificate for terminals. */
export const adyenLocalSettings = z.strictObject({
  terminalAddress,
  poiId,
  /** Identifier of the shared key in the Customer Area. */
  keyIdentifier: headerText,
  keyVersion: z.int().min(0).default(1),
  passphrase: secretSource,
  fingerprint: fingerprint.optional(),
  /**
   * Port on which this machine listens during a payment. The terminal's encrypted "display URL" consists of the
   * machine's address and this port.
   */
  displays: z
    .strictObject({
      port: z.int().min(1).max(65_535),
      certificate: secretSource.optional(),
      key: secretSource.optional(),
    })
    .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), expects('certificateAndKey'))
    .optional(),
})

export type AdyenLocalSettings = WithSecrets<z.infer<typeof adyenLocalSettings>>

/** Adyen's Terminal API through Adyen's servers. */
export const adyenCloudSettings = z.strictObject({
  poiId,
  apiKey: secretSource,
  /** If present, the newer Cloud device API is used. */
  merchantAccount: z.string().regex(textForms.merchantAccount).optional(),
  baseUrl: address.optional(),
})

export type AdyenCloudSettings = WithSecrets<z.infer<typeof adyenCloudSettings>>

/** Columns of Adyen's settlement details and accounting reports (Adyen's documentation). */
export const adyenSettlement = {
  names: ['merchantreference', 'pspreference', 'modificationmerchantreference'],
  date: ['creationdate', 'bookingdate'],
  amount: ['grosscreditgc', 'mainamount', 'paymentamount'],
  currency: ['grosscurrency', 'maincurrency', 'paymentcurrency'],
  status: ['recordtype'],
}

/**
 * Returns a function that checks whether a certificate belongs to this terminal. The certificate chain is verified
 * before this check. The host name is not compared, because terminals have local addresses, and Adyen names their
 * certificates after the terminal.
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

/** A payment that is unknown at the terminal after `decideMs` was not begun. */
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

/** Adyen's documentation: request the status after 120 s on the local network, and after 150 s through the cloud. */
export const localTraits = traitsOf(120_000)
export const cloudTraits = traitsOf(150_000)
