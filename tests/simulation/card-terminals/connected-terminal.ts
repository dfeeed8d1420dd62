import type { Act } from '../../../electron/payment/stand-in/acts.ts'
import type { RealPayment } from '../../../electron/payment/stand-in/stand-in.ts'
import { createRefunds } from '../refunds.ts'
import type { Terminal } from '../terminal.ts'
import { BEGINNING, seconds, type World } from '../world.ts'
import { adyen } from './adyen.ts'
import type { Maker } from './maker.ts'
import { stripe } from './stripe.ts'
import { sumup } from './sumup.ts'

/** More than a machine of the story has payments. */
const PAYMENTS = 300
/** By then the latest card is taken, or never will be. */
const LATEST_MS = seconds(600)

/** The shipping driver of a maker whose terminal is asked over HTTP, and its stand-in, without a socket between them. */
export function createConnectedTerminal(world: World, name: string): Terminal {
  const { time, random, truth, tell } = world
  const maker = random.pick([adyen, stripe, sumup])
  const clock = {
    now: () => ({ monoMs: time.now(), bootId: 'terminal', wallUtc: new Date(BEGINNING + time.now()).toISOString() }),
    sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal),
  }
  const standIn = maker.standIn({
    clock,
    script: Array.from({ length: PAYMENTS }, () => drawnLate(world, maker)),
    thinkMs: seconds(random.between(2, 20)),
  })
  const asked = new Map<string, number>()
  const noted = new Set<number>()

  /** The truth hears of what was taken before anybody else does. */
  function look(): void {
    for (const [index, { reference, amount, is }] of standIn.payments().entries()) {
      if (is !== 'taken' || noted.has(index)) continue
      noted.add(index)
      truth.take(reference, amount, asked.get(reference))
      tell(name, `took ${amount} for ${reference}`)
    }
  }
  const find = (reference: string): RealPayment['is'] => {
    look()
    return standIn.payments().find((each) => each.reference === reference)?.is ?? 'over'
  }
  /** A card is taken whether or not anybody asks about it. */
  function follow(untilMs: number): void {
    look()
    if (time.now() < untilMs) time.after(seconds(5), () => follow(untilMs))
  }

  const driver = maker.driver({
    clock,
    log: { warn: () => undefined },
    async fetch(request) {
      const reply = await standIn.handle(request)
      look()
      return reply
    },
  })
  return {
    ...driver,
    name,
    begin(request, ...signals) {
      asked.set(request.reference, request.amount)
      follow(time.now() + LATEST_MS)
      return driver.begin(request, ...signals)
    },
    ...createRefunds(
      world,
      name,
      (reference) => find(reference) === 'taken',
      () => false,
    ),
    isOver: (reference) => find(reference) !== 'open',
    lookUp(reference) {
      // Staff end there what still waits for a card.
      const payment = { reference, token: null, host: driver.host, amount: 0, currency: 'GNF' }
      if (find(reference) !== 'taken') void driver.cancel?.(payment)
      return find(reference) === 'taken'
    },
  }
}

/** What the stand-in does with a payment is drawn when the payment comes. */
function drawnLate({ faults, random }: World, { acts }: Maker): Act {
  let drawn: Act | null = null
  const act = (): Act => {
    const [, ...wrong] = acts.find(([fault]) => faults.strike(fault)) ?? []
    return (drawn ??= wrong.length > 0 ? random.pick(wrong) : { name: 'approve' })
  }
  return {
    get name() {
      return (drawn ?? act()).name
    },
    get code() {
      return (drawn ?? act()).code
    },
  }
}
