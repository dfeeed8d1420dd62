import { createAdyenStandIn } from '../../electron/payment/adyen/stand-in.ts'
import { createStripeStandIn } from '../../electron/payment/stripe/stand-in.ts'
import type { Act } from '../../electron/payment/stand-in/acts.ts'
import { serveStandIn } from '../../electron/payment/stand-in/serve.ts'
import { adyenAccount, quickClock, quickTimes, stripeAccount } from './accounts.ts'
import type { Operator, OperatorWorld } from './operator.ts'

/** More than a round has payments. */
const PAYMENTS = 2_000

/** What a card reader does with a payment, by itself. */
const held: readonly Act[] = [
  ...(['approve', 'approve', 'approve', 'approve', 'refuse', 'lose-reply', 'late', 'expire', 'busy'] as const),
  ...(['html', 'wrong-amount', 'occupied', 'offline', 'late-after-cancel', 'partial'] as const),
].map((name) => ({ name }))

/** Stripe, with one reader; what is paid there is taken whether or not the kiosk ever hears of it. */
export async function openStripe({ random, pass, take }: OperatorWorld): Promise<Operator> {
  const clock = quickClock()
  const lost = { name: 'lose-reply', code: 'process' } as const
  const script = Array.from({ length: PAYMENTS }, () => random.pick([...held, lost]))
  const standIn = createStripeStandIn({ clock, times: quickTimes, script, ...stripeAccount })
  const intents = new Map<string, string>()

  async function note(reply: Response): Promise<Response> {
    if (reply.status !== 200) return reply
    const told = (await reply.clone().json()) as { id?: string; status?: string; metadata?: { reference?: string } }
    const reference = told.metadata?.reference ?? ''
    if (told.id?.startsWith('pi_')) intents.set(told.id, reference)
    if (told.status === 'succeeded' && intents.has(told.id ?? '')) take(reference)
    return reply
  }

  const served = await serveStandIn({
    host: '127.0.0.1',
    port: 0,
    standIn: {
      async handle(request) {
        const isBegun = request.url.endsWith('/process_payment_intent') || request.url.endsWith('/v1/payment_intents')
        if (!isBegun) return note(await standIn.handle(request))
        pass('operator has begin')
        const reply = await note(await standIn.handle(request))
        pass('operator did begin')
        return reply
      },
    },
  })

  /** As often as its bad moments want it. */
  async function askAbout(id: string): Promise<void> {
    const headers = { authorization: `Bearer ${stripeAccount.secretKey}`, 'stripe-version': '2026-10-28.endive' }
    for (let status = 0; status !== 200 && status !== 404;)
      status = (await note(await standIn.handle(new Request(`${served.url}/v1/payment_intents/${id}`, { headers }))))
        .status
  }

  return {
    url: served.url,
    async close() {
      await clock.sleep(quickTimes.decideMs + quickTimes.lateMs)
      for (const id of intents.keys()) await askAbout(id)
      await served.close()
    },
  }
}

/** What a terminal does with a card, by itself. */
const presented: readonly Act[] = [
  ...(['approve', 'approve', 'approve', 'approve', 'refuse', 'lose-reply', 'late', 'expire', 'busy'] as const),
  ...(['html', 'wrong-amount', 'occupied', 'stop-too-late', 'partial', 'not-found', 'unplugged'] as const),
].map((name) => ({ name }))

/** A terminal of Adyen's. What it takes is in the journal at once: nobody has to ask it. */
export async function openAdyen({ random, pass, take }: OperatorWorld): Promise<Operator> {
  const clock = quickClock()
  const script = Array.from({ length: PAYMENTS }, () => random.pick(presented))
  const standIn = createAdyenStandIn({ clock, times: quickTimes, script, ...adyenAccount, onTaken: take })
  const served = await serveStandIn({
    host: '127.0.0.1',
    port: 0,
    standIn: {
      async handle(request) {
        const begins = (await request.clone().text()).includes('"PaymentRequest"')
        if (begins) pass('operator has begin')
        const reply = await standIn.handle(request)
        if (begins) pass('operator did begin')
        return reply
      },
    },
  })
  return {
    url: served.url,
    async close() {
      await clock.sleep(quickTimes.decideMs + quickTimes.lateMs)
      await served.close()
    },
  }
}
