import { z } from 'zod'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'

const begunReading = z.object({
  pay_token: z.string().regex(/^[\w-]{8,256}$/u),
  payment_url: z.string().refine((text) => URL.canParse(text) && text.length <= 1000),
})

/** Null: it cannot be read. */
export function readBegun(body: string): { readonly token: string; readonly url: string } | null {
  const read = begunReading.safeParse(parseJson(body))
  return read.success ? { token: read.data.pay_token, url: read.data.payment_url } : null
}

const statusReading = z.object({
  status: z.enum(['INITIATED', 'PENDING', 'SUCCESS', 'FAILED', 'EXPIRED']),
  order_id: z.string(),
  txnid: z.string().optional().catch(undefined),
})

export type OrangeStatus = z.infer<typeof statusReading>

/** Null: it cannot be read, or it is another's. */
export function readStatus(body: string, reference: string): OrangeStatus | null {
  const read = statusReading.safeParse(parseJson(body))
  return read.success && read.data.order_id === reference ? read.data : null
}

/** A number in some answers, a text in others. */
const faultReading = z.object({ code: z.union([z.string(), z.number()]).transform(String) })

/** Orange's own word in a refusal; undefined: it says none. */
export function codeIn(body: string): string | undefined {
  const read = faultReading.safeParse(parseJson(body))
  return read.success ? read.data.code : undefined
}

/** A reply that says by a code that it did not make a payment; null: it may have. */
export function turnedAway(status: number, body: string): RefusalReason | null {
  if (status < 400 || status >= 500 || status === 408 || status === 429) return null
  return codeIn(body) === undefined ? null : 'not-set-up'
}
