import type { Clock } from '../../../electron/kiosk/ports/ports.ts'
import type { TenderDriver } from '../../../electron/kiosk/ports/devices.ts'
import { createSystemClock } from '../../../electron/host/system.ts'
import { MtnMomo } from '../../../electron/payments/mtn-momo/driver.ts'
import { mtnMomoSettings } from '../../../electron/payments/mtn-momo/settings.ts'
import { MtnSimulator } from '../../../electron/simulators/mtn-momo.ts'
import { OrangeMoney } from '../../../electron/payments/orange-money/driver.ts'
import { orangeMoneySettings } from '../../../electron/payments/orange-money/settings.ts'
import { OrangeSimulator } from '../../../electron/simulators/orange-money.ts'
import type { Scenario } from '../../../electron/simulators/provider-simulator.ts'
import { serveProviderSimulator } from '../../../electron/simulators/provider-server.ts'
import { Zvt } from '../../../electron/payments/zvt/driver.ts'
import { createZvtSimulator, serveZvtSimulator } from '../../../electron/simulators/zvt.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { Random } from '../../simulation/random.ts'
import { createReader, driverOf, type MakerName } from './card-makers.ts'
import { paths, readEntries, type TerminalEntry, writeLine } from './devices.ts'

/** Factor by which the clock runs faster, so that no test waits minutes for an operator. */
const SPEED = 50

/** Returns an accelerated monotonic clock with real wall clock times, which remain valid after the process ends. */
export function quickClock(): Clock {
  const clock = createSystemClock()
  return {
    now() {
      const { monoMs, ...rest } = clock.now()
      return { ...rest, monoMs: monoMs * SPEED }
    },
    sleep: (ms, signal) => clock.sleep(ms / SPEED, signal),
  }
}

export const quickTimes = { customerDelayMs: 3_000, decideMs: 20_000, lateMs: 5_000 }

const zvtPassword = '123456'

const orangeAccount = { clientId: 'client-7', clientSecret: 'client-secret', merchantKey: 'merchant-key' }

const mtnKeys = { subscriptionKey: 'subscription-key', apiKey: 'api-key' }
const mtnUser = { apiUser: '7d3f1c52-90a4-4c0e-8f3f-3a1f2f8a6f10', targetEnvironment: 'mtnguineaconakry' }
const mtnAccount = { ...mtnUser, ...mtnKeys, currency: 'GNF' }

export interface OperatorUrls {
  readonly orange: string
  readonly mtn: string
  /** Address or port of the card terminal. Null if the kiosk simulates its terminal. */
  readonly card: { readonly maker: MakerName; readonly url: string } | { readonly zvtPort: number } | null
}

interface OperatorWorld {
  readonly random: Random
  /** Called at each point of an operation at which the kiosk may be killed. */
  readonly pass: (point: string) => void
  readonly take: (reference: string) => void
}

/** Number of entries in a simulator's script, which exceeds the number of payments in a round. */
const PAYMENTS = 2_000

const scriptOf = (draw: () => Scenario): readonly Scenario[] => Array.from({ length: PAYMENTS }, draw)

/** Starts the simulated operators on separate sockets. Records the payments taken in a journal. */
export async function openOperators(directory: string, random: Random, pass: (point: string) => void) {
  const taken = new Set<string>()
  const take = (reference: string): void => {
    if (taken.has(reference)) return
    taken.add(reference)
    writeLine(paths(directory).operators, { reference, outcome: 'approved' } satisfies TerminalEntry)
  }
  const world = { random, pass, take }
  const [orange, mtn] = [await openOrange(world), await openMtn(world)]
  const beside = random.pick(['stripe', 'sumup', 'adyen', 'zvt', 'simulated'] as const)
  const card =
    beside === 'simulated'
      ? null
      : await (beside === 'zvt' ? openCardTerminal(world, directory) : openReader(world, beside))
  return {
    urls: { orange: orange.url, mtn: mtn.url, card: card?.at ?? null },
    /** Simulates a customer who scans the displayed code and decides, even if the kiosk is killed in the meantime. */
    scanned: orange.scanned,
    /** Waits until no payment can succeed any more, records all payments taken, and closes the servers. */
    async close() {
      await orange.close()
      await mtn.close()
      await card?.close()
    },
  }
}

/** Starts simulated Orange Money, whose customers pay only on the web page of the scanned code. */
async function openOrange({ random, pass, take }: OperatorWorld) {
  const clock = quickClock()
  const script = scriptOf(() => ({ name: random.chance(0.1) ? 'fault' : 'wait' }))
  const simulator = new OrangeSimulator({ clock, times: quickTimes, script, ...orangeAccount })
  const references = new Map<string, string>()
  const scans: Promise<void>[] = []
  const served = await serve(async (request) => {
    if (!request.url.endsWith('/webpayment')) return simulator.handle(request)
    pass('operator has begin')
    const { order_id: reference } = (await request.clone().json()) as { order_id: string }
    const reply = await simulator.handle(request)
    if (reply.status === 201) {
      const { payment_url: page } = (await reply.clone().json()) as { payment_url: string }
      references.set(page, reference)
    }
    pass('operator did begin')
    return reply
  })

  async function decide(page: string): Promise<void> {
    await clock.sleep(random.between(500, quickTimes.decideMs))
    const decision = random.chance(0.75) ? 'pay' : 'refuse'
    const headers = { 'accept-language': 'en' }
    const body = new URLSearchParams({ decision })
    const reply = await simulator.handle(new Request(page, { method: 'POST', headers, body }))
    if ((await reply.text()).includes(catalogues.en.simulatedPayment.paid)) take(references.get(page) ?? page)
  }

  return {
    url: served.url,
    scanned: (page: string) => void scans.push(decide(page)),
    async close() {
      await Promise.all(scans)
      await served.close()
    },
  }
}

const named = (...names: readonly Scenario['name'][]): readonly Scenario[] => names.map((name) => ({ name }))

const approve = Array.from({ length: 4 }, () => 'approve' as const)
const often = named(...approve, 'refuse', 'lose-reply', 'late', 'expire', 'busy', 'html')

/** Possible scenarios of an MTN payment. MTN's customers confirm on their phones, without the kiosk. */
const pushed: readonly Scenario[] = [...often, ...named('expired-token', 'wrong-amount')]

async function openMtn({ random, pass, take }: OperatorWorld) {
  const clock = quickClock()
  const script = scriptOf(() => random.pick(pushed))
  const simulator = new MtnSimulator({ clock, times: quickTimes, script, ...mtnAccount })
  const { apiUser, apiKey, subscriptionKey, targetEnvironment } = mtnAccount
  const begun = new Set<string>()

  async function note(reference: string, reply: Response): Promise<Response> {
    if (reply.status === 200 && (await reply.clone().text()).includes('"SUCCESSFUL"')) take(reference)
    return reply
  }

  const served = await serve(async (request) => {
    const asked = /\/requesttopay\/(.+)$/u.exec(request.url)?.[1]
    if (asked !== undefined) return note(asked, await simulator.handle(request))
    if (!request.url.endsWith('/requesttopay')) return simulator.handle(request)
    pass('operator has begin')
    begun.add(request.headers.get('x-reference-id') ?? '')
    const reply = await simulator.handle(request)
    pass('operator did begin')
    return reply
  })

  async function askAbout(reference: string): Promise<void> {
    const key = { 'ocp-apim-subscription-key': subscriptionKey }
    const basic = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`
    const entry = { method: 'POST', headers: { ...key, authorization: basic }, body: '' }
    for (let status = 0; status !== 200 && status !== 404;) {
      const entered = await simulator.handle(new Request(`${served.url}/collection/token/`, entry))
      const { access_token: token } = (await entered.json()) as { access_token: string }
      const headers = { ...key, authorization: `Bearer ${token}`, 'x-target-environment': targetEnvironment }
      const url = `${served.url}/collection/v1_0/requesttopay/${reference}`
      status = (await note(reference, await simulator.handle(new Request(url, { headers })))).status
    }
  }

  return {
    url: served.url,
    async close() {
      await clock.sleep(quickTimes.decideMs + quickTimes.lateMs)
      for (const reference of begun) await askAbout(reference)
      await served.close()
    },
  }
}

const held: readonly Scenario[] = [
  ...often,
  ...named('wrong-amount', 'occupied', 'offline', 'late-after-cancel', 'partial'),
]

const readers: Readonly<
  Record<MakerName, { readonly acts: readonly Scenario[]; readonly begins: (asked: Request) => Promise<boolean> }>
> = {
  adyen: {
    acts: [...often, ...named('wrong-amount', 'occupied', 'stop-too-late', 'partial', 'not-found', 'unplugged')],
    begins: async (request) => (await request.clone().text()).includes('"PaymentRequest"'),
  },
  stripe: {
    acts: [...held, { name: 'lose-reply', code: 'process' }],
    begins: async ({ method, url }) => method === 'POST' && /_payment_intent$|_intents$/u.test(url),
  },
  sumup: { acts: held, begins: async ({ url }) => url.endsWith('/checkout') },
}

async function openReader({ random, pass, take }: OperatorWorld, maker: MakerName) {
  const { acts, begins } = readers[maker]
  const clock = quickClock()
  const reader = createReader(maker, { clock, times: quickTimes, script: scriptOf(() => random.pick(acts)) }, take)
  const served = await serve(async (request) => {
    const isBegin = await begins(request)
    if (isBegin) pass('operator has begin')
    const reply = await reader.handle(request)
    if (isBegin) pass('operator did begin')
    return reply
  })
  return {
    at: { maker, url: served.url },
    async close() {
      await clock.sleep(quickTimes.decideMs + quickTimes.lateMs)
      reader.look()
      await served.close()
    },
  }
}

const atTerminal: readonly Scenario[] = [
  ...named('approve', 'approve', 'approve', 'wrong-pin', 'duplicate', 'refuse', 'card-removed'),
  ...named('silent', 'wait', 'late-after-cancel', 'fault', 'lose-reply'),
  ...(['card', 'pin', 'bank', 'told'] as const).map((code) => ({ name: 'unplugged' as const, code })),
]

/** Starts a card terminal on the local network, which continues when the kiosk is killed. */
async function openCardTerminal({ random, pass, take }: OperatorWorld, directory: string) {
  const terminal = createZvtSimulator({
    clock: quickClock(),
    times: { customerDelayMs: 300, decideMs: 3_000, lateMs: 2_000 },
    password: zvtPassword,
    currency: 'GNF',
    script() {
      pass('operator has begin')
      return random.pick(atTerminal)
    },
    onTaken() {
      take(readEntries(directory, 'cardAsks').at(-1)?.reference ?? '')
      pass('operator did begin')
    },
  })
  const served = await serveZvtSimulator(terminal, { host: '127.0.0.1', port: 0 })
  return { at: { zvtPort: served.place.port }, close: () => served.close() }
}

const serve = (handle: (request: Request) => Promise<Response>) =>
  serveProviderSimulator({ simulator: { handle }, host: '127.0.0.1', port: 0 })

const line = { fetch: globalThis.fetch, clock: createSystemClock(), log: { warn: () => undefined } }

const secret = { secretEnv: 'ELSEWHERE' }

const venue = 'https://venue.example'
const pages = { returnUrl: `${venue}/paid`, cancelUrl: `${venue}/cancelled`, notificationUrl: `${venue}/notified` }
const { clientId } = orangeAccount
const mtnSecrets = { subscriptionKey: secret, apiKey: secret }

/** The production drivers for mobile money, with shorter timeouts. */
export const mobileMoneyAt = ({ orange, mtn }: OperatorUrls): Record<'orange-money' | 'mtn-momo', TenderDriver> => ({
  'orange-money': quick(
    new OrangeMoney(line, {
      ...orangeMoneySettings.parse({ baseUrl: orange, clientId, clientSecret: secret, merchantKey: secret, ...pages }),
      ...orangeAccount,
    }),
  ),
  'mtn-momo': quick(
    new MtnMomo(line, {
      ...mtnMomoSettings.parse({ ...mtnAccount, baseUrl: mtn, countryCode: '224', ...mtnSecrets }),
      ...mtnAccount,
      disbursements: undefined,
    }),
  ),
})

/** The production driver for the card terminal, with timeouts on the accelerated clock of the kiosk. */
export function cardAt(card: NonNullable<OperatorUrls['card']>, directory: string): TenderDriver {
  const clock = quickClock()
  if ('maker' in card) return quick(driverOf(card.maker, { clock, fetch: globalThis.fetch }, card.url))
  const driver: TenderDriver = new Zvt(
    { clock, log: line.log },
    { host: '127.0.0.1', port: card.zvtPort, currency: 'GNF', dayEnd: 'at-z', password: zvtPassword },
  )
  return quick({
    ...driver,
    settle(payment, ...asked) {
      // The payment is recorded before the request, so that it can be assigned to its sale even if the kiosk is killed.
      writeLine(paths(directory).cardAsks, { reference: payment.reference })
      return driver.settle?.(payment, ...asked) ?? Promise.resolve({ outcome: 'unavailable' })
    },
  })
}

function quick(driver: TenderDriver): TenderDriver {
  const { decideMs } = quickTimes
  return {
    ...driver,
    traits: { ...driver.traits, decideMs, settledMs: decideMs / 2, lateMs: decideMs },
    async begin(...asked) {
      const begun = await driver.begin(...asked)
      return begun.outcome === 'begun' && begun.payableMs !== undefined ? { ...begun, payableMs: decideMs } : begun
    },
  }
}
