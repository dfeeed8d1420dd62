import { createAdyenDriver } from '../../electron/payment/adyen/driver.ts'
import { adyenCloudSettings } from '../../electron/payment/adyen/settings.ts'
import { createAdyenStandIn } from '../../electron/payment/adyen/stand-in.ts'
import { createCloudTerminal } from '../../electron/payment/adyen/terminals.ts'
import type { Act, ActName } from '../../electron/payment/stand-in/acts.ts'
import type { FaultKind } from './faults.ts'
import { createRefunds } from './refunds.ts'
import type { Terminal } from './terminal.ts'
import { BEGINNING, seconds, type World } from './world.ts'

const POI_ID = 'V400m-000000001'
const API_KEY = 'api-key'
/** More than a machine of the story has payments. */
const PAYMENTS = 300

/** What may go wrong with a card at a terminal, and what the stand-in does then. */
const acts: readonly (readonly [FaultKind, ActName])[] = [
  ['card refused', 'refuse'],
  ['terminal busy', 'occupied'],
  ['terminal reply lost', 'lose-reply'],
  ['terminal approves late', 'late'],
  ['terminal dead', 'unplugged'],
  ['terminal slow', 'not-found'],
  ['another sum taken', 'partial'],
  ['told as cancelled first', 'stop-too-late'],
]

/** The shipping driver, and the stand-in of its terminal, without a socket between them. */
export function createConnectedTerminal(world: World, name: string): Terminal {
  const { time, random, faults, truth, tell } = world
  const clock = {
    now: () => ({ monoMs: time.now(), bootId: 'terminal', wallUtc: new Date(BEGINNING + time.now()).toISOString() }),
    sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal),
  }
  const asked = new Map<string, number>()
  const taken = new Set<string>()
  /** Drawn when the payment comes. */
  function act(): Act {
    let drawn: ActName | null = null
    return {
      get name() {
        drawn ??= acts.find(([fault]) => faults.strike(fault))?.[1] ?? 'approve'
        return drawn
      },
    }
  }
  const standIn = createAdyenStandIn({
    clock,
    poiId: POI_ID,
    key: { identifier: 'key', version: 1, passphrase: 'passphrase' },
    apiKey: API_KEY,
    script: Array.from({ length: PAYMENTS }, act),
    times: { thinkMs: seconds(random.between(2, 20)) },
    onTaken(reference, amount) {
      if (taken.has(reference)) truth.violate('I4', `the terminal took ${reference} twice`)
      taken.add(reference)
      truth.take(reference, amount, asked.get(reference))
      tell(name, `took ${amount} for ${reference}`)
    },
  })
  const settings = adyenCloudSettings.parse({
    poiId: POI_ID,
    apiKey: { secretFile: 'api-key' },
    baseUrl: 'https://terminal.example',
  })
  const line = { clock, log: { warn: () => undefined }, fetch: (request: Request) => standIn.handle(request) }
  const driver = createAdyenDriver(createCloudTerminal(line, settings, API_KEY), line)
  return {
    ...driver,
    name,
    begin(request, ...signals) {
      asked.set(request.reference, request.amount)
      return driver.begin(request, ...signals)
    },
    ...createRefunds(
      world,
      name,
      (reference) => taken.has(reference),
      () => false,
    ),
    lookUp(reference) {
      // Staff end there what still waits for a card.
      const payment = { reference, token: null, host: driver.host, amount: 0, currency: 'GNF' }
      if (!taken.has(reference)) void driver.cancel?.(payment)
      return taken.has(reference)
    },
  }
}
