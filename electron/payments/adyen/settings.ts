import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import type { PeerCheck } from '../driver-kind.ts'
import { address, headerText, secretSource, type WithSecrets } from '../settings-fields.ts'

const PORT = 8443

/** Address as a terminal shows it (`192.168.1.20`), or a host name; the port is optional. */
const terminalAddress = z
  .string()
  .transform((text) => (text.includes('//') ? text : `https://${/:\d+$/u.test(text) ? text : `${text}:${PORT}`}`))
  .pipe(address)

/** Model and serial number of the terminal: `V400m-324688179`. */
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
  keyIdentifier: headerText,
  keyVersion: z.int().min(0).default(1),
  passphrase: secretSource,
  fingerprint: fingerprint.optional(),
  /** Port on which this computer receives the terminal's display messages during a payment. */
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

export const adyenCloudSettings = z.strictObject({
  poiId,
  apiKey: secretSource,
  merchantAccount: z.string().regex(textForms.merchantAccount).optional(),
  baseUrl: address.optional(),
})

export type AdyenCloudSettings = WithSecrets<z.infer<typeof adyenCloudSettings>>

export const adyenSettlement = {
  names: ['merchantreference', 'pspreference', 'modificationmerchantreference'],
  date: ['creationdate', 'bookingdate'],
  amount: ['grosscreditgc', 'mainamount', 'paymentamount'],
  currency: ['grosscurrency', 'maincurrency', 'paymentcurrency'],
  status: ['recordtype'],
}

/**
 * Returns a check that a certificate belongs to the terminal. The host name is not compared, because terminals have
 * local addresses and Adyen names their certificates after the terminal.
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

/** A payment that the terminal still does not know after `decideMs` was not started. */
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

/** Adyen's documentation: query the status after 120 s on the local network, after 150 s in the cloud. */
export const localTraits = traitsOf(120_000)
export const cloudTraits = traitsOf(150_000)
