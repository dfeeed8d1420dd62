import type { Stripe } from 'stripe'
import { z } from 'zod'
import { exponentOf, type Minor, MAX_AMOUNT_MINOR } from '../../../shared/domain/money/money.ts'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import { exchange, type Line, type Rejection, type Reply } from '../http.ts'
import { stripeAddress } from './settings.ts'

type Question = (stripe: Stripe) => Promise<unknown>

/** Timeout of Stripe's library: longer than any of our own, because the library ignores the program's clock. */
const LIBRARY_MS = 120_000

/** Stripe's library composes the requests, and is loaded on the first request. */
export class StripeApi {
  readonly #line: Line
  readonly #secretKey: string

  constructor(line: Line, secretKey: string) {
    this.#line = line
    this.#secretKey = secretKey
  }

  /** Sends a request once and returns the raw reply. Never rejects. */
  async send(host: string, question: Question, signal: AbortSignal): Promise<Reply> {
    // `host` may come from the ledger, but the key is sent only to addresses that the settings allow.
    const at = stripeAddress.safeParse(host)
    let reply: Reply = { answered: false, sent: false, code: 'NOT_SENT' }
    if (!at.success) return reply
    const { Stripe } = await import('stripe')
    const { hostname, port, protocol } = new URL(at.data)
    let sent = false
    const fetchOnce = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      // The library retries a broken connection even if retries are disabled.
      if (sent) throw new Error('asked once')
      sent = true
      reply = await exchange(this.#line, callOf(url, init), signal)
      if (!reply.answered) throw new Error(reply.code)
      // Stripe's library gets an empty reply, because it would wait for ever for a reply in an unknown form.
      return Response.json({})
    }
    const stripe = new Stripe(this.#secretKey, {
      host: hostname,
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      protocol: protocol === 'https:' ? 'https' : 'http',
      httpClient: Stripe.createFetchHttpClient(fetchOnce),
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: LIBRARY_MS,
    })
    await question(stripe).catch(() => null)
    return reply
  }
}

function callOf(url: string | URL | Request, { method, headers, body }: RequestInit) {
  const given = new Headers(headers)
  given.delete('content-length')
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    url: url instanceof Request ? url.url : String(url),
    headers: Object.fromEntries(given),
    ...(typeof body === 'string' && body !== '' && { body }),
  } as const
}

/** Currencies without decimals both at Stripe and in ISO 4217. */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF'.split(' '))

/** Currencies with two decimals in ISO 4217 and none at Stripe. */
const OTHERWISE = new Set(['MGA'])

/**
 * Returns whether Stripe's minor unit equals that of ISO 4217. Stripe counts ISK and UGX in hundredths, and requires a
 * final 0 for currencies with three decimals.
 */
export const hasSafeMinorUnits = (currency: string): boolean =>
  exponentOf(currency) === 0 ? WHOLE.has(currency) : exponentOf(currency) === 2 && !OTHERWISE.has(currency)

/** `written`: currency in lower case. Returns null for an impossible amount in ISO 4217 minor units. */
export function moneyOf(amount: number, written: string): { readonly amount: Minor; readonly currency: string } | null {
  const currency = written.toUpperCase()
  const isMoney = Number.isSafeInteger(amount) && amount > 0 && amount <= MAX_AMOUNT_MINOR
  return isMoney && hasSafeMinorUnits(currency) ? { amount, currency } : null
}

const reasons: Readonly<Record<string, RefusalReason>> = {
  insufficient_funds: 'not-enough-money',
  card_velocity_exceeded: 'over-limit',
  withdrawal_count_limit_exceeded: 'over-limit',
  amount_too_large: 'over-limit',
  charge_exceeds_source_limit: 'over-limit',
  charge_exceeds_transaction_limit: 'over-limit',
  incorrect_pin: 'wrong-pin',
  invalid_pin: 'wrong-pin',
  pin_try_exceeded: 'wrong-pin',
  expired_card: 'card-expired',
  card_not_supported: 'card-not-taken',
  currency_not_supported: 'card-not-taken',
  invalid_card_type: 'card-not-taken',
  card_read_timed_out: 'timed-out',
  timeout: 'timed-out',
  timed_out: 'timed-out',
  issuer_not_available: 'provider-down',
  processing_error: 'provider-down',
  reenter_transaction: 'provider-down',
  try_again_later: 'provider-down',
  terminal_reader_offline: 'provider-down',
  terminal_reader_hardware_fault: 'provider-down',
  connection_error: 'provider-down',
}

/** `words`: Stripe's error codes, the most specific first. */
export const refusalOf = (...words: readonly (string | null | undefined)[]): RefusalReason =>
  words.map((each) => reasons[each ?? '']).find((reason) => reason !== undefined) ?? 'declined'

export const isCancelledThere = (code: string | null | undefined): boolean =>
  code === 'customer_canceled' || code === 'customer_cancelled'

/** `reason`: returned if the rejection proves that no payment was made. */
export function rejectionOf(reply: Reply, reason: RefusalReason): Rejection {
  if (!reply.answered) return reply.sent ? 'unknown' : 'unavailable'
  const error = errorIn(reply)
  if (!error || error.type === 'idempotency_error') return 'unknown'
  if ([401, 403, 429].includes(reply.status)) return 'unavailable'
  return [400, 402, 404].includes(reply.status) ? reason : 'unknown'
}

const name = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_\\w{1,200}$`, 'u'))
const currency = z.string().regex(/^[a-z]{3}$/u)
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

/** Null if no charge was requested, or if the charge is unreadable. */
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

/** Returns null without a reply, or if the reply is not one of Stripe's errors. */
export function errorIn(reply: Reply): z.infer<typeof errorReading>['error'] | null {
  if (!reply.answered || reply.status < 400) return null
  const read = errorReading.safeParse(parseJson(reply.body))
  return read.success ? read.data.error : null
}
