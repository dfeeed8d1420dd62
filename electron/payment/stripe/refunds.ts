import type { KnownPayment, RefundOutcome, RefundRequest } from '../../core/ports/devices.ts'
import { within, type Line } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import { moneyOf } from './amounts.ts'
import type { StripeApi } from './api.ts'
import { refusalOf, turnedAway } from './reasons.ts'
import { errorIn, refundIn, refundsIn, type StripeRefund } from './replies.ts'

/** Stripe has so few of one payment. */
const MOST = 100

/** Money back to the card that paid: under a key of its own, and found again by our reference among the payment's. */
export function createRefunds(line: Line, api: StripeApi, callMs: number) {
  async function begin(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { host, token } = payment
    if (token === null) return { outcome: 'unavailable' }
    const { reference, amount } = back
    const asked = { payment_intent: token, amount, metadata: { reference } }
    const reply = await api.send(host, (stripe) => stripe.refunds.create(asked, { idempotencyKey: reference }), signal)
    const made = refundIn(reply)
    if (made !== null) return outcomeOf(made, payment, back)
    const turned = turnedAway(reply)
    const code = errorIn(reply)?.code
    if (reply.answered)
      line.log.warn('refund.rejected', {
        provider: 'stripe-terminal',
        status: reply.status,
        code: plainWord(code ?? undefined),
      })
    if (turned === 'unclear') return { outcome: 'unknown' }
    return turned === 'unavailable' ? { outcome: 'unavailable' } : { outcome: 'refused', reason: refusalOf(code) }
  }

  async function ask(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { host, token } = payment
    if (token === null) return { outcome: 'unknown' }
    const about = { payment_intent: token, limit: MOST }
    const told = refundsIn(await api.send(host, (stripe) => stripe.refunds.list(about), signal))
    const made = told?.data.find(({ metadata }) => metadata.reference === back.reference)
    return made ? outcomeOf(made, payment, back) : { outcome: 'unknown' }
  }

  return {
    refund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => ask(payment, back, signal), stopping),
  }
}

function outcomeOf(
  made: StripeRefund,
  { token, currency }: KnownPayment,
  { reference, amount }: RefundRequest,
): RefundOutcome {
  if (made.metadata.reference !== reference || made.payment_intent !== token) return { outcome: 'unknown' }
  const money = moneyOf(made.amount, made.currency)
  switch (made.status) {
    case 'succeeded':
      return money?.amount === amount && money.currency === currency
        ? { outcome: 'refunded', receipt: made.id }
        : { outcome: 'unknown' }
    case 'pending':
    case 'requires_action':
      return { outcome: 'pending' }
    case 'failed':
    case 'canceled':
      return { outcome: 'refused', reason: 'declined' }
  }
}
