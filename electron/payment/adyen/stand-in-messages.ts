import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { exponentOf } from '../../../shared/domain/money/money.ts'

/** The messages of a simulated terminal, strict about what Adyen's documents ask for. */

const name = z.string().min(1)
const serviceId = z.string().regex(/^[A-Za-z0-9]{1,10}$/u)
const transactionId = z.strictObject({ TransactionID: name, TimeStamp: z.iso.datetime() })

export const headerOfRequest = z.strictObject({
  ProtocolVersion: z.literal('3.0'),
  MessageClass: z.literal('Service'),
  MessageCategory: z.enum(['Payment', 'TransactionStatus', 'Abort', 'Reversal', 'Diagnosis']),
  MessageType: z.literal('Request'),
  ServiceID: serviceId,
  SaleID: name,
  POIID: name,
})

export type RequestHeader = z.infer<typeof headerOfRequest>

const currency = z.string().regex(/^[A-Z]{3}$/u)

const payment = z.strictObject({
  SaleData: z.strictObject({ SaleTransactionID: transactionId }),
  PaymentTransaction: z.strictObject({
    AmountsReq: z
      .strictObject({ Currency: currency, RequestedAmount: z.number().positive().max(99_999_999.999999) })
      .refine(({ Currency: of, RequestedAmount: amount }) => Number(amount.toFixed(exponentOf(of))) === amount),
  }),
})

const messageReference = z.strictObject({
  MessageCategory: z.enum(['Payment', 'Reversal']),
  SaleID: name,
  POIID: name.optional(),
  ServiceID: serviceId,
})

const status = z.strictObject({
  MessageReference: messageReference,
  ReceiptReprintFlag: z.boolean().optional(),
  DocumentQualifier: z.array(z.enum(['CashierReceipt', 'CustomerReceipt'])).optional(),
})

const reversal = z.strictObject({
  SaleData: z.strictObject({
    SaleTransactionID: transactionId,
    SaleToAcquirerData: z.string().regex(/^currency=[A-Z]{3}$/u),
  }),
  OriginalPOITransaction: z.strictObject({ POITransactionID: transactionId }),
  ReversalReason: z.literal('MerchantCancel'),
  ReversedAmount: z.number().positive(),
})

export type PaymentRequest = z.infer<typeof payment>
export type StatusRequest = z.infer<typeof status>
export type ReversalRequest = z.infer<typeof reversal>

const message = z.strictObject({
  SaleToPOIRequest: z.strictObject({
    MessageHeader: headerOfRequest,
    PaymentRequest: payment.optional(),
    TransactionStatusRequest: status.optional(),
    AbortRequest: z.strictObject({ MessageReference: messageReference, AbortReason: name }).optional(),
    ReversalRequest: reversal.optional(),
    DiagnosisRequest: z.strictObject({ HostDiagnosisFlag: z.boolean().optional() }).optional(),
  }),
})

export type RequestMessage = z.infer<typeof message>['SaleToPOIRequest']

/** Null: no such message. */
export function readRequest(text: string): RequestMessage | null {
  const read = message.safeParse(parseJson(text))
  if (!read.success) return null
  const { SaleToPOIRequest: told } = read.data
  return told[`${told.MessageHeader.MessageCategory}Request`] === undefined ? null : told
}

/** As Adyen writes what belongs to a thing. */
const written = (words: Readonly<Record<string, string>>): string =>
  new URLSearchParams(words).toString().replaceAll('+', '%20')

export const failure = (
  condition: string,
  details: Readonly<Record<string, string>> = { message: condition },
): object => ({
  Result: 'Failure',
  ErrorCondition: condition,
  AdditionalResponse: written(details),
})

export const success = { Result: 'Success', AdditionalResponse: 'tid=47069832' } as const

const text = (words: Readonly<Record<string, string>>, style?: 'Bold'): object => ({
  Text: written(words),
  EndOfLineFlag: true,
  ...(style && { CharacterStyle: style }),
})

export const customerReceipt = (amount: string): object => ({
  DocumentQualifier: 'CustomerReceipt',
  RequiredSignatureFlag: false,
  OutputContent: {
    OutputFormat: 'Text',
    OutputText: [
      text({ key: 'header1' }),
      text({ name: 'CARDHOLDER COPY', key: 'cardholderHeader' }, 'Bold'),
      text({ key: 'filler' }),
      text({ name: 'Card', value: '**** **** **** 9999', key: 'pan' }),
      text({ name: 'Card type', value: 'mc', key: 'cardType' }),
      text({ name: 'Entry mode', value: 'Contactless', key: 'posEntryMode' }),
      text({ name: 'AID', value: 'A0000000041010', key: 'aid' }),
      text({ name: 'Auth. code', value: '123456', key: 'authCode' }),
      text({ name: 'TOTAL', value: amount, key: 'totalAmount' }, 'Bold'),
      text({ name: 'APPROVED', key: 'approved' }, 'Bold'),
    ],
  },
})
