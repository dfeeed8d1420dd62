import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import { address, currency, secretSource, type WithSecrets } from '../settings-fields.ts'

/** Stripe's library takes a host and a port, and no path before its own. */
export const stripeAddress = address.refine(
  (text) => URL.canParse(text) && new URL(text).pathname === '/',
  expects('addressWithoutPath'),
)

/** Stripe Terminal, driven over Stripe's servers. */
export const stripeTerminalSettings = z.strictObject({
  baseUrl: stripeAddress.default('https://api.stripe.com'),
  /** `sk_live_…`, or better a restricted one, `rk_live_…`, that may do no more than this. */
  secretKey: secretSource,
  reader: z.string().regex(textForms.stripeReader),
  currency,
})

export type StripeTerminalSettings = WithSecrets<z.infer<typeof stripeTerminalSettings>>

/**
 * The columns of what the dashboard exports of payments and of the balance, in small letters and digits alone: "id",
 * "Description" (our reference), "PaymentIntent ID", "reference (metadata)", "Created (UTC)" …
 */
export const stripeSettlement = {
  names: [
    'referencemetadata',
    'paymentmetadatareference',
    'description',
    'paymentintentid',
    'chargeid',
    'sourceid',
    'source',
  ],
  date: ['createddateutc', 'createdutc', 'created'],
  amount: ['amount', 'gross'],
  fee: ['fee', 'fees'],
  type: ['type', 'reportingcategory'],
}

export const stripeTerminalTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'proves',
  // A customer has so long before the reader.
  decideMs: 120_000,
  settledMs: 120_000,
  lateMs: 300_000,
  refund: 'api',
}
