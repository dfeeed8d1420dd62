import type { Scenario } from '../../electron/simulators/provider-simulator.ts'
import { createReader, driverOf, type MakerName } from '../world/campaign/card-makers.ts'
import { createRefunds, type Terminal } from './devices.ts'
import type { FaultKind } from './faults.ts'
import { clockOf, seconds, type World } from './world.ts'

/** Number of scripted payments, which exceeds the number of payments at any simulated kiosk. */
const PAYMENTS = 300
/** Time after which a card payment can no longer succeed. */
const LATEST_MS = seconds(600)

type Acts = readonly (readonly [FaultKind, ...Scenario[]])[]

const everywhere: Acts = [
  ['card refused', { name: 'refuse' }],
  ['terminal busy', { name: 'occupied' }],
]

const ofSumup: Acts = [
  ...everywhere,
  ['terminal reply lost', { name: 'lose-reply' }],
  ['terminal approves late', { name: 'late' }],
  ['terminal dead', { name: 'offline' }],
  ['terminal slow', { name: 'busy' }, { name: 'html' }, { name: 'expire' }],
  ['another sum taken', { name: 'partial' }, { name: 'wrong-amount' }, { name: 'wrong-currency' }],
  ['told as cancelled first', { name: 'late-after-cancel' }],
  ['operator forgets', { name: 'forget' }],
]

const actsOf: Readonly<Record<MakerName, Acts>> = {
  adyen: [
    ...everywhere,
    ['terminal reply lost', { name: 'lose-reply' }],
    ['terminal approves late', { name: 'late' }],
    ['terminal dead', { name: 'unplugged' }],
    ['terminal slow', { name: 'not-found' }],
    ['another sum taken', { name: 'partial' }],
    ['told as cancelled first', { name: 'stop-too-late' }],
  ],
  stripe: [
    ...everywhere,
    ['terminal reply lost', { name: 'lose-reply' }, { name: 'lose-reply', code: 'process' }],
    ...ofSumup.slice(3, -1),
  ],
  sumup: ofSumup,
}

/** Creates a card terminal from the production driver of a manufacturer and its simulator, without a socket. */
export function createConnectedTerminal(world: World, name: string): Terminal {
  const { time, random, truth, tell } = world
  const maker = random.pick(['adyen', 'stripe', 'sumup'] as const)
  const clock = clockOf(world, 'terminal')
  const asked = new Map<string, number>()
  const script = Array.from({ length: PAYMENTS }, () => drawnLate(world, actsOf[maker]))
  const options = { clock, script, times: { customerDelayMs: seconds(random.between(2, 20)) } }
  /** Records each payment in the ground truth before any other code can observe it. */
  const reader = createReader(maker, options, (reference, amount) => {
    truth.take(reference, amount, asked.get(reference))
    tell(name, `took ${amount} for ${reference}`)
  })
  /** Polls the simulator, because a card can be charged without a request from the program. */
  function follow(untilMs: number): void {
    reader.look()
    if (time.now() < untilMs) time.after(seconds(5), () => follow(untilMs))
  }

  const driver = driverOf(maker, { clock, fetch: reader.handle }, 'https://terminal.example')
  const isTaken = (reference: string): boolean => reader.endOf(reference) === 'taken'
  return {
    ...driver,
    name,
    begin(request, ...signals) {
      asked.set(request.reference, request.amount)
      follow(time.now() + LATEST_MS)
      return driver.begin(request, ...signals)
    },
    ...createRefunds(world, name, isTaken, () => false),
    isOver: (reference) => reader.endOf(reference) !== 'open',
    lookUp(reference) {
      // At the terminal, staff cancel a payment that still waits for a card.
      const payment = { reference, token: null, host: driver.host, amount: 0, currency: 'GNF' }
      if (!isTaken(reference)) void driver.cancel?.(payment)
      return isTaken(reference)
    },
  }
}

/** Returns a simulator action that is chosen at random only when its payment starts. */
function drawnLate({ faults, random }: World, acts: Acts): Scenario {
  let drawn: Scenario | null = null
  const act = (): Scenario => {
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
