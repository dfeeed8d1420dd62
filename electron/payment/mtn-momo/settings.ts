import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { address, currency, headerText, numbering, secretSource, type WithSecrets } from '../settings-fields.ts'

/** An API user of one of MTN's products: made in their portal, or by their sandbox. */
const account = {
  apiUser: z.uuid(),
  subscriptionKey: secretSource,
  apiKey: secretSource,
}

/** MTN MoMo, product Collections. */
export const mtnMomoSettings = z.strictObject({
  baseUrl: address.default('https://proxy.momoapi.mtn.com'),
  /** As MTN calls the country: `mtnuganda`, `mtncameroon` …, or `sandbox`. */
  targetEnvironment: headerText,
  /** Of the account; the sandbox knows `EUR` only. */
  currency,
  ...numbering,
  ...account,
  /** Product Disbursements: gives money back. Left out at a kiosk, always: these keys can pay out. */
  disbursements: z.strictObject(account).optional(),
})

export type MtnMomoSettings = WithSecrets<z.infer<typeof mtnMomoSettings>>

/** The columns of a report by the names of MTN's interface: no report of theirs was seen. */
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
  // MTN asks the customer on their telephone, and gives them about five minutes.
  decideMs: 300_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'people',
}
