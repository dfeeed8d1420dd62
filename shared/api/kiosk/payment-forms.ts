import type { ProvidedTender, TenderDevice } from '../../domain/money/tender.ts'
import { tenders } from '../../ledger-format/money.ts'

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

/** Settings of payment drivers, in the order in which the set-up requests them. */
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

/** Name of the setting in the provider's contract, or an example of its format. Identical in all languages. */
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
  readonly needed: boolean
  /** Default value; null if the field has no default. */
  readonly usual: string | null
  readonly choices: readonly string[]
}

export interface PaymentForm {
  readonly driver: PaymentDriver
  readonly means: TenderDevice
  /** Whether a cashier's desk can use the driver too, because customers do not have to scan a code. */
  readonly atDesks: boolean
  readonly fields: readonly PaymentField[]
}

export const formsFor = (
  profile: string | undefined,
  tender: ProvidedTender,
  forms: readonly PaymentForm[],
): readonly PaymentForm[] =>
  forms.filter(({ means, atDesks }) => means === tenders[tender].means && (atDesks || profile !== 'cashier'))

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
