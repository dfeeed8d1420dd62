import type { KnownPayment, TenderOutcome } from '../../core/ports/devices.ts'
import type { Reply } from '../http/exchange.ts'
import { isSure, moneyOf } from './amounts.ts'
import type { StripeApi } from './api.ts'
import { paidBy } from './card.ts'
import { turnedAway } from './reasons.ts'
import { intentIn, intentsIn, readerIn, type StripeIntent } from './replies.ts'

/** Where a payment stands. */
export type Standing =
  | { readonly is: 'decided'; readonly outcome: Extract<TenderOutcome, { outcome: 'approved' | 'cancelled' }> }
  /**
   * Not paid, and it can be. `running`: the reader takes it · `authorising`: the bank is asked · `failed`: the reader has done with it,
   * `why` in Stripe's words · `idle`: it is on no reader.
   */
  | { readonly is: 'running' | 'authorising' | 'idle'; readonly ageMs: number }
  | { readonly is: 'failed'; readonly ageMs: number; readonly why: readonly (string | null | undefined)[] }
  /** Nothing that could be read. */
  | { readonly is: 'silent' }

/** A payment that has a name at Stripe. */
export type NamedPayment = KnownPayment & { readonly token: string }

const SILENT = { is: 'silent' } as const

export interface Intents {
  /** The same request, under the same key, makes the same intent: however often it is sent, there is one. */
  create(payment: Omit<KnownPayment, 'token'>, signal: AbortSignal): Promise<Reply>
  /** By our reference alone. `none`: it cannot be made either; null: nobody says. */
  find(payment: KnownPayment, signal: AbortSignal): Promise<NamedPayment | 'none' | null>
  stand(payment: NamedPayment, signal: AbortSignal): Promise<Standing>
  /** True: Stripe says that it is cancelled, and so was not paid and never will be. */
  close(payment: NamedPayment, signal: AbortSignal): Promise<boolean>
}

/** The payment intents of one reader. An intent that no reader was told to process takes nobody's money. */
export function createIntents(api: StripeApi, reader: string): Intents {
  function create({ host, reference, amount, currency }: Omit<KnownPayment, 'token'>, signal: AbortSignal) {
    const asked = {
      amount,
      currency: currency.toLowerCase(),
      payment_method_types: ['card_present'],
      capture_method: 'automatic',
      description: reference,
      metadata: { reference },
    } as const
    return api.send(host, (stripe) => stripe.paymentIntents.create(asked, { idempotencyKey: reference }), signal)
  }

  async function actionFor({ host, token }: NamedPayment, signal: AbortSignal) {
    const read = readerIn(await api.send(host, (stripe) => stripe.terminal.readers.retrieve(reader), signal))
    if (read?.id !== reader) return null
    const isOurs = read.action?.process_payment_intent?.payment_intent === token
    return isOurs && read.action ? read.action : ('none' as const)
  }

  async function stand(payment: NamedPayment, signal: AbortSignal): Promise<Standing> {
    const { host, token, reference } = payment
    const expand = ['latest_charge']
    const reply = await api.send(host, (stripe) => stripe.paymentIntents.retrieve(token, { expand }), signal)
    const intent = intentIn(reply)
    if (intent?.id !== token || intent.metadata.reference !== reference) return SILENT
    if (intent.status === 'succeeded') return approved(intent)
    if (intent.status === 'canceled') return { is: 'decided', outcome: { outcome: 'cancelled' } }
    const ageMs = ageOf(intent, reply)
    if (intent.status === 'processing') return { is: 'authorising', ageMs }
    const action = await actionFor(payment, signal)
    if (action === null) return SILENT
    if (action === 'none') return { is: 'idle', ageMs }
    // "Succeeded" there and unpaid here: the one is ahead of the other.
    if (action.status !== 'failed') return { is: 'running', ageMs }
    const error = intent.last_payment_error
    const [inAction, inIntent] = [action.api_error?.decline_code, error?.decline_code]
    return { is: 'failed', ageMs, why: [inAction, inIntent, action.api_error?.code, error?.code, action.failure_code] }
  }

  return {
    create,
    stand,
    /**
     * The search lags some seconds behind, and knows what is old; the key of the first request is good for a day, and is
     * exact. Between them nothing is missed.
     */
    async find(payment, signal) {
      const { host, reference } = payment
      if (!isSure(payment.currency) || !/^[\w-]{1,64}$/u.test(reference)) return null
      const query = `metadata['reference']:'${reference}'`
      const found = intentsIn(await api.send(host, (stripe) => stripe.paymentIntents.search({ query }), signal))
      if (found === null) return null
      const ours = found.data.filter(({ metadata }) => metadata.reference === reference)
      const [first, second] = ours
      if (first) return second ? null : { ...payment, token: first.id }
      const reply = await create(payment, signal)
      if (turnedAway(reply) === 'refused') return 'none'
      const made = intentIn(reply)
      return made?.metadata.reference === reference ? { ...payment, token: made.id } : null
    },
    async close(payment, signal) {
      const { host, token } = payment
      // Another payment's action is left alone.
      const action = await actionFor(payment, signal)
      if (action !== null && action !== 'none' && action.status === 'in_progress')
        await api.send(host, (stripe) => stripe.terminal.readers.cancelAction(reader), signal)
      const why = { cancellation_reason: 'abandoned' } as const
      const intent = intentIn(await api.send(host, (stripe) => stripe.paymentIntents.cancel(token, why), signal))
      return intent?.id === token && intent.metadata.reference === payment.reference && intent.status === 'canceled'
    },
  }
}

function approved(intent: StripeIntent): Standing {
  const money = moneyOf(intent.amount_received, intent.currency)
  return money === null ? SILENT : { is: 'decided', outcome: { outcome: 'approved', ...paidBy(intent), ...money } }
}

/** By Stripe's own clock; without it nothing is too old. */
function ageOf({ created }: StripeIntent, reply: Reply): number {
  const now = Date.parse((reply.answered ? reply.date : null) ?? '')
  return Number.isNaN(now) ? 0 : now - created * 1000
}
