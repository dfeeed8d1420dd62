import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { Reply } from '../http/exchange.ts'

const name = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_\\w{1,200}$`, 'u'))
const currency = z.string().regex(/^[a-z]{3}$/u)
/** What is nice to have, and decides nothing. */
const word = z.string().max(200).nullish().catch(undefined)
const ours = z.object({ reference: word }).catch({})
const whyNot = z.object({ code: word, decline_code: word }).nullish().catch(undefined)

const cardReading = z.object({
  brand: word,
  last4: word,
  read_method: word,
  receipt: z
    .object({ application_preferred_name: word, dedicated_file_name: word, authorization_code: word })
    .nullish()
    .catch(undefined),
})

/** Null where it was not asked for, or is no charge that can be read. */
const chargeReading = z
  .object({
    object: z.literal('charge'),
    id: name('(?:ch|py)'),
    payment_method_details: z
      .object({ card_present: cardReading.nullish().catch(undefined) })
      .nullish()
      .catch(undefined),
  })
  .nullable()
  .catch(null)

const intentReading = z.object({
  object: z.literal('payment_intent'),
  id: name('pi'),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  amount: z.int(),
  amount_received: z.int(),
  currency,
  /** Seconds since 1970. */
  created: z.int().positive(),
  metadata: ours,
  latest_charge: chargeReading,
  last_payment_error: whyNot,
})

/** A payment as Stripe has it. */
export type StripeIntent = z.infer<typeof intentReading>
export type StripeCard = z.infer<typeof cardReading>

const readerReading = z.object({
  object: z.literal('terminal.reader'),
  id: name('tmr'),
  status: z.string().nullish().catch(undefined),
  livemode: z.boolean().optional().catch(undefined),
  action: z
    .object({
      type: z.string(),
      status: z.enum(['in_progress', 'succeeded', 'failed']),
      failure_code: word,
      api_error: whyNot,
      process_payment_intent: z
        .object({
          payment_intent: z.union([name('pi'), z.object({ id: name('pi') }).transform(({ id }) => id)]),
        })
        .optional()
        .catch(undefined),
    })
    .nullish(),
})

/** The device on the counter as Stripe has it. */
export type StripeReader = z.infer<typeof readerReading>

const refundReading = z.object({
  object: z.literal('refund'),
  id: name('(?:re|pyr)'),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  amount: z.int(),
  currency,
  payment_intent: name('pi').nullable(),
  metadata: ours,
})

export type StripeRefund = z.infer<typeof refundReading>

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.enum(['list', 'search_result']), data: z.array(item), has_more: z.boolean() })

/** Null: no success, or it cannot be read. */
const reader =
  <T extends z.ZodType>(schema: T) =>
  (reply: Reply): z.infer<T> | null => {
    const read = schema.safeParse(reply.answered && reply.status === 200 ? parseJson(reply.body) : undefined)
    return read.success ? read.data : null
  }

export const intentIn = reader(intentReading)
export const intentsIn = reader(listOf(intentReading))
export const readerIn = reader(readerReading)
export const refundIn = reader(refundReading)
export const refundsIn = reader(listOf(refundReading))

const listedCharge = z.object({
  object: z.literal('charge'),
  id: name('(?:ch|py)'),
  created: z.int().positive(),
  status: z.string().max(40),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  currency,
  payment_intent: name('pi').nullish().catch(undefined),
  metadata: ours,
  payment_method_details: z.object({ type: z.string() }).nullish().catch(undefined),
  balance_transaction: z.object({ fee: z.int(), currency }).nullish().catch(undefined),
})

export type ListedCharge = z.infer<typeof listedCharge>

export const chargesIn = reader(listOf(listedCharge))

const anyList = z.object({ object: z.literal('list'), data: z.array(z.unknown()) })

export const isList = (body: string): boolean => anyList.safeParse(parseJson(body)).success

const accountReading = z.object({ object: z.literal('account'), default_currency: currency })

export const accountIn = reader(accountReading)

const errorReading = z.object({
  error: z.object({ type: z.string(), code: word, decline_code: word }),
})

/** Stripe's own no, in its own form; null: an answer of something on the way, or none. */
export function errorIn(reply: Reply): z.infer<typeof errorReading>['error'] | null {
  if (!reply.answered || reply.status < 400) return null
  const read = errorReading.safeParse(parseJson(reply.body))
  return read.success ? read.data.error : null
}
