import { z } from 'zod'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'

const text = z.union([z.string(), z.number()]).transform(String)

/** A reason is told as a word, or as an object. */
const reasonReading = z
  .union([z.string(), z.object({ code: z.string() }).transform(({ code }) => code)])
  .optional()
  .catch(undefined)

const statusReading = z.object({
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  /** Given by us: our reference once more. */
  externalId: text,
  amount: z.union([z.string(), z.number()]).optional().catch(undefined),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/u)
    .optional()
    .catch(undefined),
  financialTransactionId: text.optional().catch(undefined),
  reason: reasonReading,
})

/** What MTN tells of a payment, and of a refund. */
export type MtnStatus = z.infer<typeof statusReading>

/** Null: it cannot be read, or it is another's. */
export function readStatus(body: string, reference: string): MtnStatus | null {
  const read = statusReading.safeParse(parseJson(body))
  return read.success && read.data.externalId === reference ? read.data : null
}

const faultReading = z.object({ code: z.string() })
/** The gateway before the product: what it turns away has not reached anybody. */
const gatewayReading = z.object({ statusCode: z.union([z.literal(401), z.literal(403), z.literal(429)]) })

/** MTN's own word in a refusal, which may come as HTTP 500; undefined: it says none. */
export function codeIn(body: string): string | undefined {
  const read = faultReading.safeParse(parseJson(body))
  return read.success ? read.data.code : undefined
}

export const isGatewayRefusal = (body: string): boolean => gatewayReading.safeParse(parseJson(body)).success

/** MTN's published reasons, and one that was seen besides, in the customer's terms. */
const reasons: Readonly<Record<string, RefusalReason>> = {
  PAYMENT_NOT_APPROVED: 'declined',
  APPROVAL_REJECTED: 'declined',
  EXPIRED: 'timed-out',
  COULD_NOT_PERFORM_TRANSACTION: 'timed-out',
  NOT_ENOUGH_FUNDS: 'not-enough-money',
  PAYER_LIMIT_REACHED: 'over-limit',
  PAYER_NOT_FOUND: 'unknown-payer',
  PAYEE_NOT_FOUND: 'not-set-up',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'not-set-up',
  NOT_ALLOWED: 'not-set-up',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'not-set-up',
  INVALID_CALLBACK_URL_HOST: 'not-set-up',
  INVALID_CURRENCY: 'not-set-up',
  SERVICE_UNAVAILABLE: 'provider-down',
  INTERNAL_PROCESSING_ERROR: 'provider-down',
  TRANSACTION_CANCELED: 'declined',
}

export const refusalOf = (code: string | undefined): RefusalReason => reasons[code ?? ''] ?? 'declined'

/** A request that was turned away by this word has made no payment. */
export function turnedAway(code: string | undefined): RefusalReason | null {
  const reason = reasons[code ?? '']
  return reason === undefined || reason === 'provider-down' ? null : reason
}
