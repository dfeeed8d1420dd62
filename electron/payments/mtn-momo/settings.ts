import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { address, currency, headerText, numbering, secretSource, type WithSecrets } from '../settings-fields.ts'

/** API user of one MTN product, created in MTN's portal or by its sandbox. */
const account = {
  apiUser: z.uuid(),
  subscriptionKey: secretSource,
  apiKey: secretSource,
}

export const mtnMomoSettings = z.strictObject({
  baseUrl: address.default('https://proxy.momoapi.mtn.com'),
  /** MTN's name of the country: `mtnuganda`, `mtncameroon`, or `sandbox`. */
  targetEnvironment: headerText,
  /** Currency of the account; the sandbox supports only `EUR`. */
  currency,
  ...numbering,
  ...account,
  /** Credentials for refunds. Must be absent at a kiosk, because the credentials allow payouts. */
  disbursements: z.strictObject(account).optional(),
})

export type MtnMomoSettings = WithSecrets<z.infer<typeof mtnMomoSettings>>

/** Column names of MTN's interface, not yet compared with a real report. */
export const mtnMomoSettlement = {
  names: ['referenceid', 'xreferenceid', 'financialtransactionid', 'externaltransactionid'],
}

export const mtnMomoTraits: TenderTraits = {
  payer: 'phone',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: 'none',
  // MTN's payment request on the customer's telephone expires after about five minutes.
  decideMs: 300_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'people',
}
