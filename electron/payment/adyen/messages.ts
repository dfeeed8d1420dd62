import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { wireFromMinor, type Minor } from '../../../shared/domain/money/money.ts'
import { parseJson } from '../../../shared/json.ts'

/** What this program is called at a terminal. Always the same: a payment is found by it and its service ID. */
const SALE_ID = 'Guichet'

export type Category = 'Payment' | 'TransactionStatus' | 'Abort' | 'Reversal' | 'Diagnosis'

export interface MessageHeader {
  readonly ProtocolVersion: '3.0'
  readonly MessageClass: 'Service'
  readonly MessageCategory: Category
  readonly MessageType: 'Request'
  /** Of this very message: never used twice within two days. */
  readonly ServiceID: string
  readonly SaleID: string
  /** The terminal. */
  readonly POIID: string
}

export interface Message {
  readonly header: MessageHeader
  readonly request: object
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Of what is no payment and no refund: these have their reference. */
const freshId = (): string => Array.from({ length: 10 }, () => ALPHABET[randomInt(32)]).join('')

const messageOf = (poiId: string, category: Category, content: object, serviceId = freshId()): Message => ({
  header: {
    ProtocolVersion: '3.0',
    MessageClass: 'Service',
    MessageCategory: category,
    MessageType: 'Request',
    ServiceID: serviceId,
    SaleID: SALE_ID,
    POIID: poiId,
  },
  request: { [`${category}Request`]: content },
})

export const textOf = ({ header, request }: Message): string =>
  JSON.stringify({ SaleToPOIRequest: { MessageHeader: header, ...request } })

interface Wanted {
  readonly reference: string
  readonly amount: Minor
  readonly currency: string
}

export const paymentMessage = (poiId: string, { reference, amount, currency }: Wanted, nowUtc: string): Message =>
  messageOf(
    poiId,
    'Payment',
    {
      SaleData: { SaleTransactionID: { TransactionID: reference, TimeStamp: nowUtc } },
      PaymentTransaction: {
        AmountsReq: { Currency: currency, RequestedAmount: wireFromMinor(amount, currency) },
      },
    },
    reference,
  )

const referenceTo = (poiId: string, category: Category, serviceId: string) => ({
  MessageCategory: category,
  SaleID: SALE_ID,
  POIID: poiId,
  ServiceID: serviceId,
})

/** What became of a payment or a refund; a payment's receipt once more. */
export const statusMessage = (poiId: string, category: 'Payment' | 'Reversal', reference: string): Message =>
  messageOf(poiId, 'TransactionStatus', {
    MessageReference: referenceTo(poiId, category, reference),
    ...(category === 'Payment' && { ReceiptReprintFlag: true, DocumentQualifier: ['CustomerReceipt'] }),
  })

export const abortMessage = (poiId: string, reference: string): Message =>
  messageOf(poiId, 'Abort', {
    MessageReference: referenceTo(poiId, 'Payment', reference),
    AbortReason: 'MerchantAbort',
  })

export const reversalMessage = (poiId: string, transactionId: string, wanted: Wanted, nowUtc: string): Message =>
  messageOf(
    poiId,
    'Reversal',
    {
      SaleData: {
        SaleTransactionID: { TransactionID: wanted.reference, TimeStamp: nowUtc },
        SaleToAcquirerData: `currency=${wanted.currency}`,
      },
      OriginalPOITransaction: {
        POITransactionID: { TransactionID: transactionId, TimeStamp: momentIn(transactionId) ?? nowUtc },
      },
      ReversalReason: 'MerchantCancel',
      ReversedAmount: wireFromMinor(wanted.amount, wanted.currency),
    },
    wanted.reference,
  )

/** A transaction's name begins with the terminal's letters and the moment in milliseconds: `BV0q00` `1643892070000`. */
function momentIn(transactionId: string): string | null {
  const [, milliseconds] = /^\w{6}(\d{13})\./u.exec(transactionId) ?? []
  return milliseconds === undefined ? null : new Date(Number(milliseconds)).toISOString()
}

export const diagnosisMessage = (poiId: string): Message => messageOf(poiId, 'Diagnosis', { HostDiagnosisFlag: true })

const headerReading = z.object({
  MessageClass: z.literal('Service'),
  MessageCategory: z.string(),
  MessageType: z.literal('Response'),
  ServiceID: z.string(),
  SaleID: z.string(),
  POIID: z.string(),
})

/** Whether it heads the answer to a message of ours. */
export function headsAnswer(
  header: unknown,
  to: Pick<MessageHeader, 'MessageCategory' | 'ServiceID' | 'POIID'>,
): boolean {
  const read = headerReading.safeParse(header)
  return (
    read.success &&
    read.data.SaleID === SALE_ID &&
    (['MessageCategory', 'ServiceID', 'POIID'] as const).every((name) => read.data[name] === to[name])
  )
}

const answerReading = z.object({ SaleToPOIResponse: z.looseObject({ MessageHeader: z.unknown() }) })

/** What an answer says, by the name of its content; null: it is none to this message. */
export function answerIn(text: string, { header }: Message): unknown {
  const read = answerReading.safeParse(parseJson(text))
  if (!read.success) return null
  const { MessageHeader: theirs, ...content } = read.data.SaleToPOIResponse
  return headsAnswer(theirs, header) ? (content[`${header.MessageCategory}Response`] ?? null) : null
}
