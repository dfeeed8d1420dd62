import type { Act } from '../stand-in/acts.ts'
import { HungUp, json, type RealPayment, type StandIn, type StandInOptions } from '../stand-in/stand-in.ts'
import { createKeptIntents, type KeptIntents } from './stand-in-intents.ts'
import { listOf, refuse } from './stand-in-objects.ts'
import { createKeptReader } from './stand-in-reader.ts'
import { createKeptRefunds } from './stand-in-refunds.ts'

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
