import { type DrivenTender, type TenderMeans, tenders } from '../domain/money/tender.ts'

/** What speaks to a provider of payments. Their names and what a customer does stand in the catalogues. */
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

/** What a driver of payments has to be told, in the order in which it is asked. Their labels stand in the catalogues. */
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

/** How contracts and their pages name it, or how it is written: the same in every language. */
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
  /** `secret`: goes in and never comes out. */
  readonly kind: 'text' | 'number' | 'choice' | 'secret'
  /** Nothing works without it. */
  readonly needed: boolean
  /** What holds where nothing is typed; null: nothing does. */
  readonly usual: string | null
  /** Of a choice. */
  readonly choices: readonly string[]
}

/** The settings of a driver as a form: what its schema says, and nothing else. */
export interface PaymentForm {
  readonly driver: PaymentDriver
  /** Of the tenders that it can take. */
  readonly means: TenderMeans
  /** A desk, too, can take it: its customers scan nothing. */
  readonly atDesks: boolean
  readonly fields: readonly PaymentField[]
}

/** Of the drivers that can take this tender on such a machine. */
export const formsFor = (
  profile: string | undefined,
  tender: DrivenTender,
  forms: readonly PaymentForm[],
): readonly PaymentForm[] =>
  forms.filter(({ means, atDesks }) => means === tenders[tender].means && (atDesks || profile !== 'cashier'))

/** One step of an examination, in the words of the machine's language. */
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
