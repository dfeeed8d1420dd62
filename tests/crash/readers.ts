import { createAdyenStandIn } from '../../electron/payment/adyen/stand-in.ts'
import { createStripeStandIn } from '../../electron/payment/stripe/stand-in.ts'
import { createSumupStandIn } from '../../electron/payment/sumup/stand-in.ts'
import type { Act } from '../../electron/payment/stand-in/acts.ts'
import type { RealPayment, StandIn } from '../../electron/payment/stand-in/stand-in.ts'
import { serveStandIn } from '../../electron/payment/stand-in/serve.ts'
import { adyenAccount, quickClock, quickTimes, stripeAccount, sumupAccount } from './accounts.ts'
import type { Operator, OperatorWorld } from './operator.ts'

/** More than a round has payments. */
const PAYMENTS = 2_000

/** What a card reader does with a payment, by itself. */
const held: readonly Act[] = [
  ...(['approve', 'approve', 'approve', 'approve', 'refuse', 'lose-reply', 'late', 'expire', 'busy'] as const),
  ...(['html', 'wrong-amount', 'occupied', 'offline', 'late-after-cancel', 'partial'] as const),
].map((name) => ({ name }))

/** Stripe, with one reader. */
export function openStripe({ random, ...world }: OperatorWorld): Promise<Operator> {
  const lost = { name: 'lose-reply', code: 'process' } as const
  const script = Array.from({ length: PAYMENTS }, () => random.pick([...held, lost]))
  const standIn = createStripeStandIn({ clock: quickClock(), times: quickTimes, script, ...stripeAccount })
  return openReader(standIn, world, ({ method, url }) => method === 'POST' && /_payment_intent$|_intents$/u.test(url))
}

/** SumUp, with one reader. */
export function openSumup({ random, ...world }: OperatorWorld): Promise<Operator> {
  const script = Array.from({ length: PAYMENTS }, () => random.pick(held))
  const standIn = createSumupStandIn({ clock: quickClock(), times: quickTimes, script, ...sumupAccount })
  return openReader(standIn, world, ({ url }) => url.endsWith('/checkout'))
}

/** What is paid there is taken whether or not the kiosk ever hears of it. */
async function openReader(
  standIn: StandIn & { payments(): readonly RealPayment[] },
  { pass, take }: Omit<OperatorWorld, 'random'>,
  isBegin: (request: Request) => boolean,
): Promise<Operator> {
  const look = (): void => {
    for (const { reference, is } of standIn.payments()) if (is === 'taken') take(reference)
  }
  const served = await serveStandIn({
    host: '127.0.0.1',
    port: 0,
    standIn: {
      async handle(request) {
        const begins = isBegin(request)
        if (begins) pass('operator has begin')
        const reply = await standIn.handle(request).finally(look)
        if (begins) pass('operator did begin')
        return reply
      },
    },
  })
  return {
    url: served.url,
    async close() {
      await quickClock().sleep(quickTimes.decideMs + quickTimes.lateMs)
      look()
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
