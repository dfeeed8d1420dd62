import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, secretSource, type WithSecrets } from '../settings-fields.ts'

const merchantCode = z.string().regex(textForms.merchantCode)

/** A SumUp card reader (Solo), controlled through SumUp's servers. */
export const sumupSettings = z.strictObject({
  baseUrl: address.default('https://api.sumup.com'),
  apiKey: secretSource,
  merchantCode,
  reader: z.string().regex(textForms.sumupReader),
  /** Required, because payments can be found by our own reference only if they have an affiliate key. */
  affiliateApp: headerText,
  affiliateKey: secretSource,
  currency,
})

export type SumupSettings = WithSecrets<z.infer<typeof sumupSettings>>

/**
 * Columns of SumUp's transaction report in English and French, and fields of its interface, in lower-case letters and
 * digits only.
 */
export const sumupSettlement = {
  names: [
    'transactioncode',
    'transactionid',
    'codedetransaction',
    'iddetransaction',
    'foreigntransactionid',
    'clienttransactionid',
  ],
  amount: ['total', 'amount', 'montanttotal'],
  fee: ['fee', 'feeamount', 'frais'],
  type: ['transactiontype', 'type', 'typedetransaction'],
}

export const sumupTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: 'asks',
  // Time limit for a customer at the reader.
  decideMs: 120_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'api',
}
