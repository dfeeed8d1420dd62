import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Minor, wireFromMinor } from '../../../shared/domain/money/money.ts'
import { parseJson } from '../../../shared/json.ts'

/** Name of this program at a terminal. Never change the name, because payments are found by it. */
const SALE_ID = 'Guichet'

type Category = 'Payment' | 'TransactionStatus' | 'Abort' | 'Reversal' | 'Diagnosis'

interface MessageHeader {
  readonly ProtocolVersion: '3.0'
  readonly MessageClass: 'Service'
  readonly MessageCategory: Category
  readonly MessageType: 'Request'
  /** Message id, not reused within two days. */
  readonly ServiceID: string
  readonly SaleID: string
  readonly POIID: string
}

export interface Message {
  readonly header: MessageHeader
  readonly request: object
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Returns an id for messages other than payments and refunds, which use their reference as the id. */
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

export const contentOf = ({ header, request }: Message): object => ({
  SaleToPOIRequest: { MessageHeader: header, ...request },
})

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

/** Returns the time in a transaction id such as `BV0q001643892070000`: milliseconds after 6 characters. */
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

function headsAnswer(header: unknown, to: Pick<MessageHeader, 'MessageCategory' | 'ServiceID' | 'POIID'>): boolean {
  const read = headerReading.safeParse(header)
  return (
    read.success &&
    read.data.SaleID === SALE_ID &&
    (['MessageCategory', 'ServiceID', 'POIID'] as const).every((name) => read.data[name] === to[name])
  )
}

const answerReading = z.object({ SaleToPOIResponse: z.looseObject({ MessageHeader: z.unknown() }) })

/** Returns the content of a reply to the message `header`, or null for any other text. */
export function answerIn(text: string, { header }: Message): unknown {
  const read = answerReading.safeParse(parseJson(text))
  if (!read.success) return null
  const { MessageHeader: theirs, ...content } = read.data.SaleToPOIResponse
  return headsAnswer(theirs, header) ? (content[`${header.MessageCategory}Response`] ?? null) : null
}

const response = z.object({
  Result: z.enum(['Success', 'Partial', 'Failure']),
  ErrorCondition: z.string().optional().catch(undefined),
  AdditionalResponse: z.string().optional().catch(undefined),
})

export type PoiResponse = z.infer<typeof response>

const transaction = z.object({ POITransactionID: z.object({ TransactionID: z.string() }) })

const receipt = z.object({
  DocumentQualifier: z.string(),
  OutputContent: z.object({
    OutputText: z
      .array(z.object({ Text: z.string() }))
      .optional()
      .catch(undefined),
  }),
})

const card = z.object({
  PaymentBrand: z.string().optional().catch(undefined),
  MaskedPan: z.string().optional().catch(undefined),
  EntryMode: z.array(z.string()).optional().catch(undefined),
})

const paymentReading = z.object({
  Response: response,
  SaleData: z.object({ SaleTransactionID: z.object({ TransactionID: z.string() }) }).optional(),
  POIData: transaction.optional().catch(undefined),
  PaymentResult: z
    .object({
      AmountsResp: z.object({ AuthorizedAmount: z.number(), Currency: z.string() }).optional().catch(undefined),
      PaymentInstrumentData: z.object({ CardData: card.optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  PaymentReceipt: z.array(receipt).optional().catch(undefined),
})

export type PaymentAnswer = z.infer<typeof paymentReading>

const reader =
  <T extends z.ZodType>(schema: T) =>
  (content: unknown): z.infer<T> | null => {
    const read = schema.safeParse(content)
    return read.success ? read.data : null
  }

export const readPayment = reader(paymentReading)

const reversalReading = z.object({ Response: response, POIData: transaction.optional().catch(undefined) })

export type ReversalAnswer = z.infer<typeof reversalReading>

export const readReversal = reader(reversalReading)

const statusReading = z.object({
  Response: response,
  MessageReference: z.object({ ServiceID: z.string() }).partial().optional(),
  RepeatedMessageResponse: z
    .object({ MessageHeader: z.unknown(), RepeatedResponseMessageBody: z.record(z.string(), z.unknown()) })
    .optional(),
})

export type Known =
  | { readonly is: 'answered'; readonly content: unknown }
  | { readonly is: 'in-progress' | 'not-found' }

/** Returns null for an unreadable reply, or for a reply about another message. */
export function readStatus(
  text: string,
  asked: Message,
  category: 'Payment' | 'Reversal',
  reference: string,
): Known | null {
  const read = reader(statusReading)(answerIn(text, asked))
  if (!read) return null
  const { Response: said, MessageReference: of, RepeatedMessageResponse: repeated } = read
  if ((of?.ServiceID ?? reference) !== reference) return null
  if (said.Result === 'Failure') return unansweredBy(said)
  const header = { MessageCategory: category, ServiceID: reference, POIID: asked.header.POIID }
  if (said.Result !== 'Success' || !repeated || !headsAnswer(repeated.MessageHeader, header)) return null
  return { is: 'answered', content: repeated.RepeatedResponseMessageBody[`${category}Response`] }
}

function unansweredBy({ ErrorCondition: condition }: PoiResponse): Known | null {
  if (condition === 'InProgress') return { is: 'in-progress' }
  return condition === 'NotFound' ? { is: 'not-found' } : null
}

const diagnosisReading = z.object({
  Response: response,
  POIStatus: z
    .object({ GlobalStatus: z.string(), CommunicationOKFlag: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  HostStatus: z
    .array(z.object({ IsReachableFlag: z.boolean().default(true) }))
    .optional()
    .catch(undefined),
})

export type DiagnosisAnswer = z.infer<typeof diagnosisReading>

export const readDiagnosis = reader(diagnosisReading)
