import { z } from 'zod'
import type { Message } from './messages.ts'
import { answerIn, headsAnswer } from './messages.ts'

const response = z.object({
  Result: z.enum(['Success', 'Partial', 'Failure']),
  ErrorCondition: z.string().optional().catch(undefined),
  /** `name=value&…`, or JSON in base64. */
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

/** Null: it cannot be read. */
export function readPayment(content: unknown): PaymentAnswer | null {
  const read = paymentReading.safeParse(content)
  return read.success ? read.data : null
}

const reversalReading = z.object({ Response: response, POIData: transaction.optional().catch(undefined) })

export type ReversalAnswer = z.infer<typeof reversalReading>

export function readReversal(content: unknown): ReversalAnswer | null {
  const read = reversalReading.safeParse(content)
  return read.success ? read.data : null
}

const statusReading = z.object({
  Response: response,
  MessageReference: z.object({ ServiceID: z.string() }).partial().optional(),
  RepeatedMessageResponse: z
    .object({ MessageHeader: z.unknown(), RepeatedResponseMessageBody: z.record(z.string(), z.unknown()) })
    .optional(),
})

/** What a terminal knows of a message that it was sent before. */
export type Known =
  { readonly is: 'answered'; readonly content: unknown } | { readonly is: 'in-progress' | 'not-found' }

/** Null: it does not say, or speaks of another one. */
export function readStatus(
  text: string,
  asked: Message,
  about: { readonly category: 'Payment' | 'Reversal'; readonly reference: string },
): Known | null {
  const { category, reference } = about
  const read = statusReading.safeParse(answerIn(text, asked))
  if (!read.success) return null
  const { Response: said, MessageReference: of, RepeatedMessageResponse: repeated } = read.data
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

export function readDiagnosis(text: string, asked: Message): DiagnosisAnswer | null {
  const read = diagnosisReading.safeParse(answerIn(text, asked))
  return read.success ? read.data : null
}
