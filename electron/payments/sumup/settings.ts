import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, secretSource, type WithSecrets } from '../settings-fields.ts'

const merchantCode = z.string().regex(textForms.merchantCode)

export const sumupSettings = z.strictObject({
  baseUrl: address.default('https://api.sumup.com'),
  apiKey: secretSource,
  merchantCode,
  reader: z.string().regex(textForms.sumupReader),
  /** Without an affiliate key, payments cannot be found by our own reference. */
  affiliateApp: headerText,
  affiliateKey: secretSource,
  currency,
})

export type SumupSettings = WithSecrets<z.infer<typeof sumupSettings>>

/** Columns of SumUp's report in English and French, and fields of its interface. */
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
  decideMs: 120_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'api',
}
