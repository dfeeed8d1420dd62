import type { DrivenTender, TenderDevice } from '../../domain/money/tender.ts'
import { tenders } from '../../ledger-format/money.ts'

/** Drivers of payment providers. Their names and the instructions for customers are in the catalogues. */
export const paymentDrivers = [
  'djomy-link',
  'djomy-push',
  'orange-money',
  'mtn-momo',
  'adyen-local',
  'adyen-cloud',
  'stripe-terminal',
  'sumup',
  'zvt',
] as const

export type PaymentDriver = (typeof paymentDrivers)[number]

/** Settings of payment drivers, in the order in which the set-up requests them. Their labels are in the catalogues. */
export const paymentFields = [
  'terminalAddress',
  'poiId',
  'keyIdentifier',
  'passphrase',
  'clientId',
  'clientSecret',
  'merchantKey',
  'apiUser',
  'apiKey',
  'subscriptionKey',
  'merchantAccount',
  'secretKey',
  'merchantCode',
  'reader',
  'affiliateApp',
  'affiliateKey',
  'partnerDomain',
  'method',
  'targetEnvironment',
  'returnUrl',
  'cancelUrl',
  'notificationUrl',
  'shopName',
  'baseUrl',
  'host',
  'port',
  'password',
  'country',
  'currency',
  'countryCode',
  'nationalDigits',
  'keyVersion',
  'caFile',
  'fingerprint',
  'httpProxy',
] as const

export type PaymentFieldName = (typeof paymentFields)[number]

/** Term used in the provider's contract and pages, or an example of the format. Identical in all languages. */
export const paymentTerms: Readonly<Partial<Record<PaymentFieldName, string>>> = {
  terminalAddress: '192.168.1.20',
  poiId: 'V400m-324688179',
  keyIdentifier: 'key identifier',
  passphrase: 'passphrase',
  clientId: 'client ID',
  clientSecret: 'client secret',
  merchantKey: 'merchant key',
  apiUser: 'UUID',
  apiKey: 'API key',
  subscriptionKey: 'Ocp-Apim-Subscription-Key',
  merchantAccount: 'merchant account',
  secretKey: 'secret key',
  merchantCode: 'merchant code',
  reader: 'tmr_… / rdr_…',
  affiliateApp: 'app ID',
  affiliateKey: 'affiliate key',
  targetEnvironment: 'sandbox',
  returnUrl: 'https://',
  cancelUrl: 'https://',
  notificationUrl: 'https://',
  host: '192.168.1.50',
  currency: 'GNF',
  keyVersion: '1',
  caFile: 'ca.pem',
  fingerprint: 'SHA-256',
  httpProxy: 'http://proxy.example:3128',
}

export interface PaymentField {
  readonly name: PaymentFieldName
  /** `secret`: write-only; never returned. */
  readonly kind: 'text' | 'number' | 'choice' | 'secret'
  /** Whether the driver requires the value. */
  readonly needed: boolean
  /** Default; null if there is none. */
  readonly usual: string | null
  /** Options of a `choice`. */
  readonly choices: readonly string[]
}

/** Settings of a driver as a form, derived from its schema. */
export interface PaymentForm {
  readonly driver: PaymentDriver
  /** Kind of tenders that the driver supports. */
  readonly means: TenderDevice
  /** Whether desks can use the driver too, because customers do not have to scan a code. */
  readonly atDesks: boolean
  readonly fields: readonly PaymentField[]
}

/** Returns the forms of the drivers that support this tender on a machine with this profile. */
export const formsFor = (
  profile: string | undefined,
  tender: DrivenTender,
  forms: readonly PaymentForm[],
): readonly PaymentForm[] =>
  forms.filter(({ means, atDesks }) => means === tenders[tender].means && (atDesks || profile !== 'cashier'))

/** A step of an examination, in the machine's language. */
export interface ExaminedStep {
  readonly step: string
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly title: string
  readonly text: string
}

export interface Examination {
  readonly running: boolean
  readonly steps: readonly ExaminedStep[]
}
