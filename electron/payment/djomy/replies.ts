import { z } from 'zod'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type { AccessToken } from '../http/access-tokens.ts'
import type { Reply } from '../http/exchange.ts'

const done = z.object({ success: z.literal(true), data: z.unknown() })
const refused = z.object({
  success: z.literal(false),
  error: z
    .object({ code: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined) })
    .loose()
    .nullish()
    .catch(undefined),
})

/** What a success carries in its envelope; null: no success, or it cannot be read. */
export function readData<T>(reply: Reply, reading: z.ZodType<T>): T | null {
  if (!reply.answered || (reply.status !== 200 && reply.status !== 201)) return null
  return readEnvelope(reply.body, reading)
}

function readEnvelope<T>(body: string, reading: z.ZodType<T>): T | null {
  const envelope = done.safeParse(parseJson(body))
  const data = envelope.success ? reading.safeParse(envelope.data.data) : null
  return data?.success ? data.data : null
}

/** Djomy's own word in a refusal; null: the body is no refusal in Djomy's envelope. */
export function refusalIn(body: string): { readonly code: string | undefined } | null {
  const read = refused.safeParse(parseJson(body))
  return read.success ? { code: read.data.error?.code } : null
}

/** What a refusal in Djomy's envelope means by its status; null: something may have been asked. */
export function turnedAway(status: number, body: string): RefusalReason | 'nothing-asked' | null {
  if (refusalIn(body) === null) return null
  if (status === 401 || status === 403 || status === 429) return 'nothing-asked'
  if (status !== 400 && status !== 422) return null
  return body.includes('payerIdentifier') ? 'unknown-payer' : 'not-set-up'
}

const tokenReading = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]{1,8192}$/u),
  expiresIn: z.number().positive().catch(300),
})

/** Null: it cannot be read. */
export function readToken(body: string): AccessToken | null {
  const read = readEnvelope(body, tokenReading)
  return read && { token: read.accessToken, lifeMs: read.expiresIn * 1000 }
}

const id = z.string().regex(/^[\w-]{1,100}$/u)
const other = <T>(schema: z.ZodType<T>) => schema.nullish().catch(undefined)

export const pushBegun = z.object({ transactionId: id })

export const linkBegun = z.object({
  paymentLinkReference: id,
  paymentPageUrl: z
    .string()
    .max(1000)
    .refine((text) => URL.canParse(text)),
})

const paymentMembers = {
  transactionId: z.string().nullish(),
  merchantPaymentReference: z.string().nullish(),
  status: z.string().transform((text) => text.toUpperCase()),
  paidAmount: other(z.union([z.number(), z.string()])),
  currency: other(z.string().regex(/^[A-Z]{3}$/u)),
  providerReference: other(z.string()),
}

/** Of a payment that was asked about by its id. */
export const paymentStatus = z.object(paymentMembers)
export type DjomyPayment = z.infer<typeof paymentStatus>

export const linkStatus = z.object({
  paymentLinkReference: z.string().nullish(),
  merchantReference: z.string().nullish(),
  status: z.string().transform((text) => text.toUpperCase()),
  /** In the sandbox it tells only how often it was used. */
  payments: z.array(z.object({ transactionId: id, status: paymentMembers.status })).optional(),
  numberOfUsage: z.number().optional().catch(undefined),
})

const listed = z.object({
  transactionId: id,
  merchantPaymentReference: z.string().nullish(),
  status: paymentMembers.status,
  paidAmount: paymentMembers.paidAmount,
  currency: paymentMembers.currency,
  providerReference: paymentMembers.providerReference,
  fees: other(z.union([z.number(), z.string()])),
  createdAt: other(z.string().max(40)),
})
export type ListedPayment = z.infer<typeof listed>

/** A page of payments, as a list or in one; `isLast` undefined where it does not say. */
export const paymentList = z.union([
  z.array(listed).transform((items) => ({ items, isLast: undefined })),
  z
    .object({ content: z.array(listed), last: other(z.boolean()) })
    .transform(({ content, last }) => ({ items: content, isLast: last ?? undefined })),
])

const waiting = new Set(['CREATED', 'PENDING', 'INITIATED', 'PROCESSING', 'REDIRECTED', 'OTP_REQUIRED', 'WAITING_OTP'])

export type Standing = 'waiting' | 'paid' | 'failed' | 'cancelled' | 'timed-out' | 'unclear'

export function standingOf(status: string): Standing {
  if (waiting.has(status)) return 'waiting'
  switch (status) {
    case 'SUCCESS':
      return 'paid'
    case 'FAILED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    case 'TIMEOUT':
    case 'EXPIRED':
      return 'timed-out'
    default:
      return 'unclear'
  }
}
