import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import {
  type Scenario,
  ConnectionDropped,
  json,
  realEndOf,
  type RealPayment,
  type SimulatedPayment,
  SimulatedPayments,
  type SimulatedStatus,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
  simulatedStatus,
} from './provider-simulator.ts'

interface StripeSimulatorOptions extends ProviderSimulatorOptions {
  readonly secretKey: string
  readonly reader: string
  readonly currency: string
  readonly refundScript?: readonly Scenario[]
}

const DEFAULT_TIMES = { customerDelayMs: 5_000, decideMs: 90_000, lateMs: 120_000 }

/** Simulator of Stripe: intents of card readers, one reader, refunds, and the test helper for cards. */
export class StripeSimulator implements ProviderSimulator {
  readonly #options: StripeSimulatorOptions
  readonly #intents: Intents
  readonly #refundScript: Scenario[]
  readonly #refunds: Refund[] = []
  readonly #replies = new Map<string, { readonly asked: string; readonly body: string }>()
  #isKeyGood = true
  #at: KeptIntent | null = null
  #isOn = true

  constructor(options: StripeSimulatorOptions) {
    this.#options = options
    this.#intents = new Intents(options, DEFAULT_TIMES)
    this.#refundScript = [...(options.refundScript ?? [])]
  }

  readonly expireTokens = (): void => {
    this.#isKeyGood = false
  }

  readonly turn = (on: boolean): void => {
    this.#isOn = on
  }

  readonly payments = (): readonly RealPayment[] =>
    this.#intents.all().map((intent) => ({
      reference: intent.what.metadata['reference'] ?? '',
      amount: takenOf(intent),
      // An intent cannot be paid until a reader was instructed to process it.
      is:
        intent.what.isCancelled || intent.what.processedMs === null ? 'over' : realEndOf(this.#intents.status(intent)),
    }))

  readonly handle = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const { method, headers } = request
    const isAllowed = this.#isKeyGood && headers.get('authorization') === `Bearer ${this.#options.secretKey}`
    if (!isAllowed) return refuse(401, 'api_key_expired')
    if (!/^20\d\d-\d\d-\d\d\.\w+$/u.test(headers.get('stripe-version') ?? '')) return refuse(400, 'version_missing')
    const text = await request.text()
    const form = new URLSearchParams(text)
    const path = pathname.replace(/^\/v1\//u, '')
    const key = method === 'POST' ? headers.get('idempotency-key') : null
    const asked = `${path}?${text}`
    const before = key === null ? undefined : this.#replies.get(key)
    if (before && before.asked !== asked) return refuse(400, 'idempotency_key_in_use', 'idempotency_error')
    const reply = before ? new Response(before.body) : this.#answer(`${method} ${path}`, form, searchParams)
    // The reply to a rejected request is not stored under its idempotency key.
    if (!before && key !== null && reply.status === 200)
      this.#replies.set(key, { asked, body: await reply.clone().text() })
    if (this.#isLost(path, form)) throw new ConnectionDropped()
    reply.headers.set('date', new Date(this.#intents.seconds() * 1000).toUTCString())
    return reply
  }

  #answer(route: string, form: URLSearchParams, query: URLSearchParams): Response {
    const { reader: id, currency } = this.#options
    switch (route) {
      case 'POST payment_intents':
        return this.#createIntent(form)
      case 'GET payment_intents/search':
        return this.#search(query.get('query') ?? '')
      case 'GET terminal/readers':
        return listOf('/v1/terminal/readers', [])
      case `GET terminal/readers/${id}`:
        return this.#showReader()
      case `POST terminal/readers/${id}/process_payment_intent`:
        return this.#process(form)
      case `POST terminal/readers/${id}/cancel_action`:
        return this.#cancelAction()
      case `POST test_helpers/terminal/readers/${id}/present_payment_method`:
        return this.#present()
      case 'POST refunds':
        return this.#refund(form)
      case 'GET refunds':
        return this.#listRefunds(query)
      case 'GET charges':
        return this.#charges(query)
      case 'GET account':
        return json(200, { object: 'account', id: 'acct_1', default_currency: currency.toLowerCase() })
    }
    const [, method, name = '', action] = /^(GET|POST) payment_intents\/(pi_\w+)(?:\/(\w+))?$/u.exec(route) ?? []
    const intent = this.#intents.find(name)
    if (intent && method === 'GET') return this.#showIntent(intent, query)
    return intent && action === 'cancel' ? this.#cancelIntent(intent) : refuse(404, 'resource_missing')
  }

  /**
   * `lose-reply` loses the reply to the creation of the intent once; `lose-reply:process` loses the reader's reply
   * once.
   */
  #isLost(path: string, form: URLSearchParams): boolean {
    const isMade = path === 'payment_intents'
    const intent = isMade ? this.#intents.all().at(-1) : this.#intents.find(form.get('payment_intent') ?? '')
    if (intent?.act.name !== 'lose-reply' || (!isMade && !path.endsWith('/process_payment_intent'))) return false
    const isIts = (intent.act.code === 'process') !== isMade
    if (isIts) intent.answers += 1
    return isIts && intent.answers === 1
  }

  #createIntent(form: URLSearchParams): Response {
    const intents = this.#intents
    const [amount, currency] = [Number(form.get('amount')), form.get('currency') ?? '']
    const isCard = form.get('payment_method_types[0]') === 'card_present' && form.get('capture_method') === 'automatic'
    if (!Number.isSafeInteger(amount) || amount <= 0 || !isCard) return refuse(400, 'parameter_invalid_integer')
    if (currency !== this.#options.currency.toLowerCase()) return refuse(400, 'currency_not_supported')
    if (intents.nextAct().name === 'fault') return refuse(400, intents.turnAway().code ?? 'parameter_invalid_integer')
    const reference = form.get('metadata[reference]')
    const id = nameWith('pi')
    const intent = intents.keep(id, {
      id,
      amount,
      currency,
      description: form.get('description'),
      metadata: reference === null ? {} : { reference },
      created: intents.seconds(),
      processedMs: null,
      isCancelled: false,
    })
    return json(200, intents.shown(intent))
  }

  #cancelIntent(intent: KeptIntent): Response {
    const status = this.#intents.status(intent)
    if (status === 'approved' || status === 'cancelled' || intent.what.isCancelled)
      return refuse(400, 'payment_intent_unexpected_state')
    intent.what.isCancelled = true
    return json(200, this.#intents.shown(intent))
  }

  #search(query: string): Response {
    const reference = /^metadata\['reference'\]:'([\w-]+)'$/u.exec(query)?.[1]
    if (reference === undefined) return refuse(400, 'parameter_invalid_string')
    const found = this.#intents.all().filter(({ what }) => what.metadata['reference'] === reference)
    return listOf(
      '/v1/payment_intents/search',
      found.map((intent) => this.#intents.shown(intent)),
    )
  }

  #showIntent(intent: KeptIntent, query: URLSearchParams): Response {
    const wrong = this.#intents.troubled(
      intent,
      () => refuse(429, 'rate_limit'),
      () => refuse(401, 'api_key_expired'),
    )
    if (wrong) return wrong
    if (this.#intents.status(intent) === 'forgotten') return refuse(404, 'resource_missing')
    return json(200, this.#intents.shown(intent, query.get('expand[0]') === 'latest_charge'))
  }

  #isAtWork(intent: KeptIntent): boolean {
    return !intent.what.isCancelled && ['waiting', 'cancelled'].includes(this.#intents.status(intent))
  }

  #showReader(): Response {
    const at = this.#at
    return json(200, readerOf(this.#options.reader, at, at ? this.#intents.status(at) : 'waiting', this.#isOn))
  }

  #process(form: URLSearchParams): Response {
    const intent = this.#intents.find(form.get('payment_intent') ?? '')
    if (!intent) return refuse(404, 'resource_missing')
    if (!this.#isOn || intent.act.name === 'offline') return refuse(400, 'terminal_reader_offline')
    const isOccupied = this.#at !== null && this.#at !== intent && this.#isAtWork(this.#at)
    if (isOccupied || intent.act.name === 'occupied') return refuse(400, 'terminal_reader_busy')
    if (intent.what.isCancelled || this.#intents.status(intent) === 'approved')
      return refuse(400, 'payment_intent_unexpected_state')
    intent.what.processedMs ??= this.#intents.clock.now().monoMs
    this.#at = intent
    return this.#showReader()
  }

  #cancelAction(): Response {
    // While the bank decides, the reader's action cannot be cancelled.
    if (this.#at && this.#intents.status(this.#at) === 'cancelled') return refuse(400, 'terminal_reader_busy')
    if (this.#at && this.#isAtWork(this.#at)) this.#at = null
    return this.#showReader()
  }

  #present(): Response {
    if (!this.#at || !this.#isAtWork(this.#at)) return refuse(400, 'terminal_reader_hardware_fault')
    this.#at.decided = 'approved'
    return this.#showReader()
  }

  #refundedOf(intent: KeptIntent): number {
    return this.#refunds.filter((each) => each.intent === intent).reduce((sum, { amount }) => sum + amount, 0)
  }

  #refund(form: URLSearchParams): Response {
    const intent = this.#intents.find(form.get('payment_intent') ?? '')
    const amount = Number(form.get('amount'))
    if (!intent || this.#intents.status(intent) !== 'approved') return refuse(404, 'resource_missing')
    const act = this.#refundScript.shift()
    if (act?.name === 'fault') return refuse(400, act.code ?? 'charge_disputed')
    if (this.#refundedOf(intent) + amount > takenOf(intent)) return refuse(400, 'charge_already_refunded')
    const metadata = { reference: form.get('metadata[reference]') ?? '' }
    const back = { id: nameWith('re'), intent, amount, metadata }
    this.#refunds.push(back)
    if (act?.name === 'lose-reply') throw new ConnectionDropped()
    return json(200, refundOf(back))
  }

  #listRefunds(query: URLSearchParams): Response {
    const made = this.#refunds.filter(({ intent }) => intent.what.id === query.get('payment_intent'))
    return listOf('/v1/refunds', made.map(refundOf))
  }

  #charges(query: URLSearchParams): Response {
    const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]') ?? Infinity)]
    const all = this.#intents.all().flatMap((intent) => {
      const { created } = intent.what
      if (this.#intents.status(intent) !== 'approved' || created < from || created >= to) return []
      const charge = chargeOf(intent, this.#refundedOf(intent))
      return intent.act.name === 'duplicate' ? [charge, chargeOf(intent, 0, `${charge.id}2`)] : [charge]
    })
    const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const end = start + Number(query.get('limit') ?? 10)
    return listOf('/v1/charges', all.slice(start, end), end < all.length)
  }
}

class Intents extends SimulatedPayments<StripeWanted> {
  /** Seconds since 1970. */
  seconds(): number {
    return Math.floor(Date.parse(this.clock.now().wallUtc) / 1000)
  }

  /**
   * Returns the status of an intent. `cancelled` means that the bank is deciding and the intent cannot be cancelled.
   */
  status({ what, act, decided }: KeptIntent): SimulatedStatus {
    if (decided !== null) return decided
    if (what.isCancelled || what.processedMs === null) return 'waiting'
    return simulatedStatus(act, this.clock.now().monoMs - what.processedMs, this.timetable)
  }

  shown(intent: KeptIntent, isExpanded = false) {
    return intentOf(intent, this.status(intent), isExpanded)
  }
}

interface StripeWanted {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  readonly metadata: Record<string, string>
  /** Seconds since 1970. */
  readonly created: number
  /** Monotonic time in milliseconds of the first instruction to the reader; null before the instruction. */
  processedMs: number | null
  isCancelled: boolean
}

type KeptIntent = SimulatedPayment<StripeWanted>

const AID = 'A0000000031010'

const whyOf = ({ name, code }: Scenario): string =>
  name === 'refuse' ? (code ?? 'generic_decline') : 'generic_decline'

/** Amount that was taken, in Stripe's minor units. */
function takenOf({ act, what: { amount } }: KeptIntent): number {
  if (act.name === 'wrong-amount') return amount + 1
  return act.name === 'partial' ? Math.max(1, Math.floor(amount / 2)) : amount
}

const currencyOf = ({ act, what }: KeptIntent): string => (act.name === 'wrong-currency' ? 'xaf' : what.currency)

function intentOf(kept: KeptIntent, stand: SimulatedStatus, expanded: boolean) {
  const { what, act } = kept
  const isPaid = stand === 'approved'
  const status = isPaid
    ? 'succeeded'
    : what.isCancelled
      ? 'canceled'
      : stand === 'cancelled'
        ? 'processing'
        : 'requires_payment_method'
  const error = stand === 'refused' ? { type: 'card_error', code: 'card_declined', decline_code: whyOf(act) } : null
  return {
    id: what.id,
    object: 'payment_intent',
    amount: what.amount,
    amount_received: isPaid ? takenOf(kept) : 0,
    capture_method: 'automatic',
    created: what.created,
    currency: isPaid ? currencyOf(kept) : what.currency,
    description: what.description,
    latest_charge: isPaid ? (expanded ? chargeOf(kept) : `ch_${kept.receipt}`) : null,
    last_payment_error: error as Stripe.PaymentIntent['last_payment_error'],
    livemode: false,
    metadata: what.metadata,
    payment_method_types: ['card_present'],
    status,
  } as const satisfies Partial<Record<keyof Stripe.PaymentIntent, unknown>>
}

function chargeOf(kept: KeptIntent, refunded = 0, id = `ch_${kept.receipt}`) {
  const { what, receipt } = kept
  return {
    id,
    object: 'charge',
    amount: takenOf(kept),
    amount_captured: takenOf(kept),
    amount_refunded: refunded,
    balance_transaction: { object: 'balance_transaction', fee: Math.ceil(what.amount / 100), currency: what.currency },
    created: what.created,
    currency: currencyOf(kept),
    metadata: what.metadata,
    payment_intent: what.id,
    status: 'succeeded',
    payment_method_details: {
      type: 'card_present',
      card_present: {
        brand: 'visa',
        last4: '4242',
        read_method: 'contactless_emv',
        receipt: {
          application_preferred_name: 'VISA CREDIT',
          authorization_code: receipt.slice(0, 6),
          dedicated_file_name: AID,
        },
      } satisfies DeepPartial<Stripe.Charge.PaymentMethodDetails.CardPresent>,
    },
  } as const satisfies Partial<Record<keyof Stripe.Charge, unknown>>
}

function readerOf(id: string, at: KeptIntent | null, stand: SimulatedStatus, isOn: boolean) {
  return {
    id,
    object: 'terminal.reader',
    device_type: 'simulated_wisepos_e',
    label: 'Simulator',
    livemode: false,
    metadata: {},
    serial_number: 'simulator',
    status: isOn ? 'online' : 'offline',
    action: at && at.what.processedMs !== null ? actionOf(at, stand) : null,
  } as const satisfies Partial<Record<keyof Stripe.Terminal.Reader, unknown>>
}

function actionOf({ what, act }: KeptIntent, stand: SimulatedStatus) {
  const declined = { type: 'card_error', code: 'card_declined', decline_code: whyOf(act), message: '' } as const
  const over = {
    approved: { status: 'succeeded', failure_code: null },
    refused: { status: 'failed', failure_code: 'card_declined', api_error: declined },
    expired: { status: 'failed', failure_code: 'timed_out' },
    waiting: { status: 'in_progress', failure_code: null },
    cancelled: { status: 'in_progress', failure_code: null },
    forgotten: { status: 'in_progress', failure_code: null },
  } as const
  return {
    type: 'process_payment_intent',
    failure_message: null,
    process_payment_intent: { payment_intent: what.id },
    ...over[stand],
  }
}

type DeepPartial<T> = T extends object ? { [Key in keyof T]?: DeepPartial<T[Key]> } : T

const refuse = (status: number, code: string, type = 'invalid_request_error'): Response =>
  json(status, { error: { type, code, message: code } })

const nameWith = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

const listOf = (url: string, data: readonly object[], more = false): Response =>
  json(200, { object: url.endsWith('/search') ? 'search_result' : 'list', url, data, has_more: more })

interface Refund {
  readonly id: string
  readonly intent: KeptIntent
  readonly amount: number
  readonly metadata: Record<string, string>
}

const refundOf = ({ id, intent, amount, metadata }: Refund) => ({
  id,
  object: 'refund',
  amount,
  charge: `ch_${intent.receipt}`,
  currency: currencyOf(intent),
  metadata,
  payment_intent: intent.what.id,
  status: 'succeeded',
})
