import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import {
  type Act,
  createMemory,
  HungUp,
  json,
  pageInBetween,
  realEndOf,
  type RealPayment,
  type Remembered,
  type Stand,
  type StandIn,
  type StandInOptions,
  standOf,
} from '../stand-in.ts'

export interface StripeStandInOptions extends StandInOptions {
  readonly secretKey: string
  readonly reader: string
  readonly currency: string
  /** One for each refund, in order; once they are used up every refund is made. */
  readonly refundScript?: readonly Act[]
}

export interface StripeStandIn extends StandIn {
  /** Its reader, on or off. */
  turn(on: boolean): void
  payments(): readonly RealPayment[]
}

/**
 * Stripe as a stand-in: intents of card readers, one reader, refunds, and what a test does to a simulated reader. Strict
 * about keys, versions, idempotency and states.
 */
export function createStripeStandIn(options: StripeStandInOptions): StripeStandIn {
  const { secretKey, reader: id } = options
  const intents = createKeptIntents(options)
  const reader = createKeptReader(id, intents)
  const refunds = createKeptRefunds(options.refundScript ?? [], intents)
  const once = createReplays()
  let isKeyGood = true

  function answer(route: string, form: URLSearchParams, query: URLSearchParams): Response {
    switch (route) {
      case 'POST payment_intents':
        return intents.create(form)
      case 'GET payment_intents/search':
        return intents.search(query.get('query') ?? '')
      case 'GET terminal/readers':
        return listOf('/v1/terminal/readers', [])
      case `GET terminal/readers/${id}`:
        return reader.show()
      case `POST terminal/readers/${id}/process_payment_intent`:
        return reader.process(form)
      case `POST terminal/readers/${id}/cancel_action`:
        return reader.cancelAction()
      case `POST test_helpers/terminal/readers/${id}/present_payment_method`:
        return reader.present()
      case 'POST refunds':
        return refunds.refund(form)
      case 'GET refunds':
        return refunds.list(query)
      case 'GET charges':
        return refunds.charges(query)
      case 'GET account':
        return json(200, { object: 'account', id: 'acct_1', default_currency: options.currency.toLowerCase() })
    }
    const [, method, name = '', action] = /^(GET|POST) payment_intents\/(pi_\w+)(?:\/(\w+))?$/u.exec(route) ?? []
    const kept = intents.find(name)
    if (kept && method === 'GET') return intents.show(kept, query)
    return kept && action === 'cancel' ? intents.cancel(kept) : refuse(404, 'resource_missing')
  }

  return {
    expireTokens: () => void (isKeyGood = false),
    turn: reader.turn,
    payments: () => intents.all().map(intents.real),
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url)
      const { method, headers } = request
      if (!isKeyGood || headers.get('authorization') !== `Bearer ${secretKey}`) return refuse(401, 'api_key_expired')
      if (!/^20\d\d-\d\d-\d\d\.\w+$/u.test(headers.get('stripe-version') ?? '')) return refuse(400, 'version_missing')
      const text = await request.text()
      const path = pathname.replace(/^\/v1\//u, '')
      const make = (): Response => answer(`${method} ${path}`, new URLSearchParams(text), searchParams)
      const key = method === 'POST' ? headers.get('idempotency-key') : null
      const reply = await once(key, `${path}?${text}`, make)
      if (isLost(intents, path, new URLSearchParams(text))) throw new HungUp()
      reply.headers.set('date', new Date(intents.seconds() * 1000).toUTCString())
      return reply
    },
  }
}

/** The same key answers the same, whatever has become of it since. */
function createReplays() {
  const known = new Map<string, { readonly asked: string; readonly body: string }>()
  return async (key: string | null, asked: string, make: () => Response): Promise<Response> => {
    const before = key === null ? undefined : known.get(key)
    if (before && before.asked !== asked) return refuse(400, 'idempotency_key_in_use', 'idempotency_error')
    if (before) return new Response(before.body)
    const made = make()
    // What was turned away before it began is kept under no key.
    if (key !== null && made.status === 200) known.set(key, { asked, body: await made.clone().text() })
    return made
  }
}

/** `lose-reply` is of the intent, `lose-reply:process` of what the reader is told; once each. */
function isLost(intents: KeptIntents, path: string, form: URLSearchParams): boolean {
  const isMade = path === 'payment_intents'
  const kept = isMade ? intents.all().at(-1) : intents.find(form.get('payment_intent') ?? '')
  if (kept?.act.name !== 'lose-reply' || (!isMade && !path.endsWith('/process_payment_intent'))) return false
  const isIts = (kept.act.code === 'process') !== isMade
  if (isIts) kept.answers += 1
  return isIts && kept.answers === 1
}

const USUAL = { thinkMs: 5_000, decideMs: 90_000, lateMs: 120_000 }

/** The intents of a stand-in: each goes as its act says, once a reader has it. */
function createKeptIntents(options: StandInOptions & { readonly currency: string }) {
  const { clock } = options
  const memory = createMemory<StripeWanted>(options, USUAL)
  const nowMs = (): number => clock.now().monoMs
  const seconds = (): number => Math.floor(Date.parse(clock.now().wallUtc) / 1000)
  const find = (id: string): KeptIntent | undefined => memory.find(id)

  /** `cancelled`: the card is with the bank, and no cancel reaches it. */
  function standing({ what, act, decided }: KeptIntent): Stand {
    if (decided !== null) return decided
    if (what.isCancelled || what.processedMs === null) return 'waiting'
    return standOf(act, nowMs() - what.processedMs, memory.timetable)
  }

  function create(form: URLSearchParams): Response {
    const [amount, currency] = [Number(form.get('amount')), form.get('currency') ?? '']
    const isCard = form.get('payment_method_types[0]') === 'card_present' && form.get('capture_method') === 'automatic'
    if (!Number.isSafeInteger(amount) || amount <= 0 || !isCard) return refuse(400, 'parameter_invalid_integer')
    if (currency !== options.currency.toLowerCase()) return refuse(400, 'currency_not_supported')
    if (memory.nextAct().name === 'fault') return refuse(400, memory.turnAway().code ?? 'parameter_invalid_integer')
    const reference = form.get('metadata[reference]')
    const id = nameWith('pi')
    const kept = memory.keep(id, {
      id,
      amount,
      currency,
      description: form.get('description'),
      metadata: reference === null ? {} : { reference },
      created: seconds(),
      processedMs: null,
      isCancelled: false,
    })
    return json(200, intentOf(kept, standing(kept), false))
  }

  function cancel(kept: KeptIntent): Response {
    const stand = standing(kept)
    if (stand === 'approved' || stand === 'cancelled' || kept.what.isCancelled)
      return refuse(400, 'payment_intent_unexpected_state')
    kept.what.isCancelled = true
    return json(200, intentOf(kept, standing(kept), false))
  }

  function search(query: string): Response {
    const reference = /^metadata\['reference'\]:'([\w-]+)'$/u.exec(query)?.[1]
    if (reference === undefined) return refuse(400, 'parameter_invalid_string')
    const found = memory.all().filter(({ what }) => what.metadata['reference'] === reference)
    return listOf(
      '/v1/payment_intents/search',
      found.map((kept) => intentOf(kept, standing(kept), false)),
    )
  }

  /** What goes wrong before a payment is told; null: nothing. */
  function troubled(kept: KeptIntent): Response | null {
    switch (memory.trouble(kept)) {
      case 'busy':
        return refuse(429, 'rate_limit')
      case 'html':
        return pageInBetween()
      case 'expired-token':
        return refuse(401, 'api_key_expired')
      case null:
        return standing(kept) === 'forgotten' ? refuse(404, 'resource_missing') : null
    }
  }

  function show(kept: KeptIntent, query: URLSearchParams): Response {
    const isExpanded = query.get('expand[0]') === 'latest_charge'
    return troubled(kept) ?? json(200, intentOf(kept, standing(kept), isExpanded))
  }

  const real = (kept: KeptIntent): RealPayment => ({
    reference: kept.what.metadata['reference'] ?? '',
    amount: takenOf(kept),
    // What no reader was told to take nobody pays.
    is: kept.what.isCancelled || kept.what.processedMs === null ? 'over' : realEndOf(standing(kept)),
  })

  return { create, cancel, search, show, real, find, standing, all: memory.all, nowMs, seconds }
}

type KeptIntents = ReturnType<typeof createKeptIntents>

/** What an intent asks for, and what has become of it. */
interface StripeWanted {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  readonly metadata: Record<string, string>
  /** Seconds since 1970. */
  readonly created: number
  /** Put on the reader then; null: never. */
  processedMs: number | null
  /** Nobody can pay it any more. */
  isCancelled: boolean
}

type KeptIntent = Remembered<StripeWanted>

const AID = 'A0000000031010'

const whyOf = ({ name, code }: Act): string => (name === 'refuse' ? (code ?? 'generic_decline') : 'generic_decline')

/** What moved, in Stripe's smallest units. */
function takenOf({ act, what: { amount } }: KeptIntent): number {
  if (act.name === 'wrong-amount') return amount + 1
  return act.name === 'partial' ? Math.max(1, Math.floor(amount / 2)) : amount
}

const currencyOf = ({ act, what }: KeptIntent): string => (act.name === 'wrong-currency' ? 'xaf' : what.currency)

function intentOf(kept: KeptIntent, stand: Stand, expanded: boolean) {
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

/** `at`: what the reader was last told to take. */
function readerOf(id: string, at: KeptIntent | null, stand: Stand, isOn: boolean) {
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

function actionOf({ what, act }: KeptIntent, stand: Stand) {
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

/** Stripe's own no. */
const refuse = (status: number, code: string, type = 'invalid_request_error'): Response =>
  json(status, { error: { type, code, message: code } })

const nameWith = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** As it is written, with `url` where a list has one. */
const listOf = (url: string, data: readonly object[], more = false): Response =>
  json(200, { object: url.endsWith('/search') ? 'search_result' : 'list', url, data, has_more: more })

/** The one reader of a stand-in. */
function createKeptReader(id: string, intents: KeptIntents) {
  let at: KeptIntent | null = null
  let isOn = true

  const isAtWork = (kept: KeptIntent): boolean =>
    !kept.what.isCancelled && ['waiting', 'cancelled'].includes(intents.standing(kept))
  const show = (): Response => json(200, readerOf(id, at, at ? intents.standing(at) : 'waiting', isOn))

  function process(form: URLSearchParams): Response {
    const kept = intents.find(form.get('payment_intent') ?? '')
    if (!kept) return refuse(404, 'resource_missing')
    if (!isOn || kept.act.name === 'offline') return refuse(400, 'terminal_reader_offline')
    const isOccupied = at !== null && at !== kept && isAtWork(at)
    if (isOccupied || kept.act.name === 'occupied') return refuse(400, 'terminal_reader_busy')
    if (kept.what.isCancelled || intents.standing(kept) === 'approved')
      return refuse(400, 'payment_intent_unexpected_state')
    kept.what.processedMs ??= intents.nowMs()
    at = kept
    return show()
  }

  function cancelAction(): Response {
    // With the bank it hears nothing.
    if (at && intents.standing(at) === 'cancelled') return refuse(400, 'terminal_reader_busy')
    if (at && isAtWork(at)) at = null
    return show()
  }

  /** As a test does to a simulated reader. */
  function present(): Response {
    if (!at || !isAtWork(at)) return refuse(400, 'terminal_reader_hardware_fault')
    at.decided = 'approved'
    return show()
  }

  return { show, process, cancelAction, present, turn: (on: boolean) => void (isOn = on) }
}

interface Refund {
  readonly id: string
  readonly intent: KeptIntent
  readonly amount: number
  readonly metadata: Record<string, string>
}

/** What a stand-in gave back, and what it took. */
function createKeptRefunds(script: readonly Act[], intents: KeptIntents) {
  const acts = [...script]
  const made: Refund[] = []

  const refundedOf = (intent: KeptIntent): number =>
    made.filter((each) => each.intent === intent).reduce((sum, { amount }) => sum + amount, 0)

  function refund(form: URLSearchParams): Response {
    const intent = intents.find(form.get('payment_intent') ?? '')
    const amount = Number(form.get('amount'))
    if (!intent || intents.standing(intent) !== 'approved') return refuse(404, 'resource_missing')
    const act = acts.shift()
    if (act?.name === 'fault') return refuse(400, act.code ?? 'charge_disputed')
    if (refundedOf(intent) + amount > takenOf(intent)) return refuse(400, 'charge_already_refunded')
    const metadata = { reference: form.get('metadata[reference]') ?? '' }
    const back = { id: nameWith('re'), intent, amount, metadata }
    made.push(back)
    if (act?.name === 'lose-reply') throw new HungUp()
    return json(200, refundOf(back))
  }

  function charges(query: URLSearchParams): Response {
    const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]') ?? Infinity)]
    const all = intents.all().flatMap((kept) => {
      const { created } = kept.what
      if (intents.standing(kept) !== 'approved' || created < from || created >= to) return []
      const charge = chargeOf(kept, refundedOf(kept))
      return kept.act.name === 'duplicate' ? [charge, chargeOf(kept, 0, `${charge.id}2`)] : [charge]
    })
    const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const end = start + Number(query.get('limit') ?? 10)
    return listOf('/v1/charges', all.slice(start, end), end < all.length)
  }

  return {
    refund,
    charges,
    list: (query: URLSearchParams): Response =>
      listOf('/v1/refunds', made.filter(({ intent }) => intent.what.id === query.get('payment_intent')).map(refundOf)),
  }
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
