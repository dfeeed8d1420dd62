import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { Reply } from '../http/exchange.ts'

const word = z.string().max(200).optional().catch(undefined)
const currency = z.string().regex(/^[A-Z]{3}$/u)

const transactionReading = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/u),
  status: z.enum(['SUCCESSFUL', 'CANCELLED', 'FAILED', 'PENDING', 'REFUNDED']),
  amount: z.number().optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  transaction_code: word,
  foreign_transaction_id: z.string().optional(),
  auth_code: word,
  entry_mode: word,
  card: z.object({ last_4_digits: word, type: word }).optional().catch(undefined),
})

/** A payment as SumUp has it. */
export type SumupTransaction = z.infer<typeof transactionReading>

/** Null: none, another's, or it cannot be read. */
export function transactionIn(reply: Reply, reference: string): SumupTransaction | null {
  const read = transactionReading.safeParse(bodyOf(reply))
  return read.success && (read.data.foreign_transaction_id ?? reference) === reference ? read.data : null
}

/** What the reader shows, and whether it is there. */
const statusReading = z.object({ data: z.object({ status: z.enum(['ONLINE', 'OFFLINE']), state: word }) })

export function readerStatusIn(reply: Reply) {
  const read = statusReading.safeParse(bodyOf(reply))
  return read.success ? read.data.data : null
}

const checkoutReading = z.object({ data: z.object({ client_transaction_id: z.string().min(1).max(200) }) })

/** The reader was told; null: it cannot be read. */
export function checkoutIn(reply: Reply): string | null {
  const read = checkoutReading.safeParse(reply.answered && reply.status === 201 ? parseJson(reply.body) : undefined)
  return read.success ? read.data.data.client_transaction_id : null
}

const historyItem = z.object({
  transaction_id: word,
  id: word,
  transaction_code: word,
  client_transaction_id: word,
  amount: z.number(),
  currency,
  timestamp: z.string().max(40),
  status: z.string().max(40),
  type: z.string().max(40).optional(),
  refunded_amount: z.number().optional().catch(undefined),
})

const historyReading = z.object({
  items: z.array(historyItem),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
})

export type SumupListed = z.infer<typeof historyItem>

export function historyIn(reply: Reply): z.infer<typeof historyReading> | null {
  const read = historyReading.safeParse(bodyOf(reply))
  return read.success ? read.data : null
}

const merchantReading = z.object({ default_currency: currency, sandbox: z.boolean().optional().catch(undefined) })

export function merchantIn(body: string) {
  const read = merchantReading.safeParse(parseJson(body))
  return read.success ? read.data : null
}

const readerReading = z.object({ id: z.string(), status: z.string().max(40) })

export function readerIn(reply: Reply) {
  const read = readerReading.safeParse(bodyOf(reply))
  return read.success ? read.data : null
}

/** The three forms in which SumUp says no. */
const errorReading = z.union([
  z
    .object({ errors: z.record(z.string(), z.unknown()) })
    .transform(({ errors: { type } }) => ({ code: typeof type === 'string' ? type : 'INVALID' })),
  z.object({ error_code: z.string() }).transform(({ error_code: code }) => ({ code })),
  z
    .object({ type: z.string().regex(/\/problem\/[\w-]+$/u) })
    .transform(({ type }) => ({ code: type.replace(/^.*\//u, '') })),
])

/** SumUp's own no; null: an answer of something on the way, or none. */
export function errorIn(reply: Reply): string | null {
  if (!reply.answered || reply.status < 400) return null
  const read = errorReading.safeParse(parseJson(reply.body))
  return read.success ? read.data.code : null
}

/**
 * What a request that SumUp turned away has come to. `unavailable`: nothing was begun, and it may go better later. `refused`: nothing
 * was begun, and staff have to look. `unclear`: SumUp may have taken it, or something else answered.
 */
export function turnedAway(reply: Reply): 'unavailable' | 'refused' | 'unclear' {
  if (!reply.answered) return reply.sent ? 'unclear' : 'unavailable'
  const code = errorIn(reply)
  if (code === null) return 'unclear'
  if (/^reader.(?:busy|offline)$/iu.test(code) || [401, 403, 429].includes(reply.status)) return 'unavailable'
  return [400, 404, 422].includes(reply.status) ? 'refused' : 'unclear'
}

const bodyOf = (reply: Reply): unknown => (reply.answered && reply.status === 200 ? parseJson(reply.body) : undefined)
