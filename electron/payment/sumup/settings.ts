import { z } from 'zod'
import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { address, currency, headerText, secretSource, type WithSecrets } from '../settings-fields.ts'

const merchantCode = z.string().regex(textForms.merchantCode)

/** A card reader of SumUp's (Solo), over SumUp's servers. */
export const sumupSettings = z.strictObject({
  baseUrl: address.default('https://api.sumup.com'),
  apiKey: secretSource,
  merchantCode,
  reader: z.string().regex(textForms.sumupReader),
  /** Payments are found by our own reference only where an affiliate key goes with them. */
  affiliateApp: headerText,
  affiliateKey: secretSource,
  currency,
})

export type SumupSettings = WithSecrets<z.infer<typeof sumupSettings>>

/** The columns of SumUp's transaction report, English and French, in small letters and digits alone; and of its interface. */
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
  // A customer has so long before the reader.
  decideMs: 120_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'api',
}
