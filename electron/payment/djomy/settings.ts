import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, numbering, page, secretSource, type WithSecrets } from '../settings-fields.ts'

const contract = {
  baseUrl: address.default('https://api.djomy.africa'),
  clientId: headerText,
  clientSecret: secretSource,
  /** A live contract names the venue's domain; Djomy asks for it with every call. */
  partnerDomain: headerText.optional(),
  /** ISO 3166-1. */
  country: z.string().regex(textForms.countryCode).default('GN'),
  currency: currency.default('GNF'),
  returnUrl: page.optional(),
  cancelUrl: page.optional(),
}

/** Djomy asks the customer on their telephone, over one operator. */
export const djomyPushSettings = z.strictObject({
  ...contract,
  ...numbering,
  /** Those that need no code typed at our screen. */
  method: z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY']),
})

/** Djomy shows a page behind a QR code. */
export const djomyLinkSettings = z.strictObject({
  ...contract,
  /** What the page offers; left out: all that the contract holds. */
  methods: z
    .array(z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY', 'PAYCARD', 'YMO', 'CARD']))
    .min(1)
    .optional(),
})

export type DjomyPushSettings = WithSecrets<z.infer<typeof djomyPushSettings>>
export type DjomyLinkSettings = WithSecrets<z.infer<typeof djomyLinkSettings>>

/** The columns of a report by the names of Djomy's interface: no report of theirs was seen. */
export const djomySettlement = {
  names: ['merchantpaymentreference', 'paymentlinkreference', 'providerreference'],
  amount: ['paidamount'],
}

export const djomyPushTraits: TenderTraits = {
  payer: 'phone',
  shows: 'none',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 300_000,
  // How long a customer can still agree nobody has published.
  settledMs: 900_000,
  lateMs: 86_400_000,
  refund: 'people',
}

export const djomyLinkTraits: TenderTraits = {
  payer: 'none',
  shows: 'qr',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 600_000,
  // To find the telephone, scan, choose an operator and agree.
  shortestMs: 120_000,
  settledMs: 300_000,
  lateMs: 86_400_000,
  refund: 'people',
}
