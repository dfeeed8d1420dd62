import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import { address, currency, secretSource, type WithSecrets } from '../settings-fields.ts'

/** Stripe's library accepts a host and a port, but no path prefix. */
export const stripeAddress = address.refine(
  (text) => URL.canParse(text) && new URL(text).pathname === '/',
  expects('addressWithoutPath'),
)

export const stripeTerminalSettings = z.strictObject({
  baseUrl: stripeAddress.default('https://api.stripe.com'),
  /** Live secret key (`sk_live_…`), or preferably a restricted key (`rk_live_…`). */
  secretKey: secretSource,
  reader: z.string().regex(textForms.stripeReader),
  currency,
})

export type StripeTerminalSettings = WithSecrets<z.infer<typeof stripeTerminalSettings>>

/** Columns of the dashboard's exports of payments and of the balance, such as "reference (metadata)". */
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
  decideMs: 120_000,
  settledMs: 120_000,
  lateMs: 300_000,
  refund: 'api',
}
