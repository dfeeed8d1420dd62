import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type {
  Begun,
  PaymentRef,
  ListedDays,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../electron/kiosk/ports/devices.ts'
import type { Line } from '../../electron/payments/http.ts'
import { HttpClient, type HttpClientOptions } from '../../electron/partner/http-client.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import {
  parseScenario,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
  type Scenario,
} from '../../electron/simulators/provider-simulator.ts'
import type { DevicePhase } from '../../shared/domain/money/tender.ts'

const START = Date.parse('2026-11-22T15:00:00.000Z')

/** Creates a clock that changes only by `advance`. No sleep waits in real time. */
export function createManualClock() {
  let nowMs = 0
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    now: () => ({ monoMs: nowMs, bootId: 'boot', wallUtc: new Date(START + nowMs).toISOString() }),
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const sleeper = { at: nowMs + ms, wake: resolve }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', () => {
        sleepers.delete(sleeper)
        resolve()
      })
      return promise
    },
    advance(ms: number): void {
      nowMs += ms
      for (const sleeper of sleepers) {
        if (sleeper.at > nowMs) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
    waiting: (): readonly number[] => [...sleepers].map(({ at }) => at - nowMs),
  }
}

export type ManualClock = ReturnType<typeof createManualClock>

/** Secrets of the tests, and the end of their customers' telephone numbers. */
const SECRETS = /canary|622123456|772123456/u

/** Creates the HTTP client, clock and log of a driver. The test fails if the driver logs a secret. */
export function createLine(clock = createManualClock(), options: HttpClientOptions = {}) {
  const network = new HttpClient(options)
  const logged: (readonly [string, unknown])[] = []
  onTestFinished(() => {
    network.close()
    expect(JSON.stringify(logged)).not.toMatch(SECRETS)
  })
  const log: Line['log'] = { warn: (message, details) => void logged.push([message, details]) }
  const line: Line = { fetch: (request) => network.fetch(request), clock, log }
  return { line, clock, logged }
}

export async function served(simulator: Pick<ProviderSimulator, 'handle'>): Promise<string> {
  const place = await serveProviderSimulator({ simulator, host: '127.0.0.1', port: 0 })
  onTestFinished(() => place.close())
  return place.url
}

/** Returns a day of a venue in Guinea, where the time is UTC. */
export function listedDay(day: string): ListedDays {
  const fromUtc = `${day}T00:00:00.000Z`
  return { from: day, to: day, fromUtc, toUtc: new Date(Date.parse(fromUtc) + 86_400_000).toISOString() }
}

export const stayed = new AbortController().signal

/** Creates a clock for drivers that poll: sleeps of up to a second end immediately, longer ones by `advance`. */
export function createHastyClock(clock = createManualClock()): ManualClock {
  return {
    ...clock,
    async sleep(ms, signal) {
      if (ms > 1_000) return clock.sleep(ms, signal)
      if (!signal?.aborted) clock.advance(ms)
      return new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Returns a payment as the ledger stores it after `begun`; null if it has no record of the start. */
export const knownOf = (
  { reference, amount, currency }: TenderRequest,
  host: string,
  begun: Begun | TenderOutcome | null = null,
): PaymentRef => ({
  reference,
  token: begun?.outcome === 'begun' ? (begun.token ?? null) : null,
  host,
  amount,
  currency,
})

/** Queries a payment after each number of seconds in `timeline`, such as `0 s: pending, 10 s: approved`. */
export async function follows(
  ask: (afterSeconds: number) => Promise<TenderOutcome>,
  timeline: string,
  outcomes: Readonly<Record<string, object>>,
): Promise<void> {
  for (const step of timeline.split(', ')) {
    const [afterSeconds, name = ''] = step.split(' s: ')
    expect({ step, told: await ask(Number(afterSeconds)) }).toEqual({ step, told: outcomes[name] })
  }
}

const text = { description: 'Hamana – Badia, 2 places', language: 'fr' } as const
const order = { amount: 7_500, currency: 'EUR', payableMs: 600_000, ...text }

/** Returns a payment request with a new reference. Defaults to 75 euros. */
export const request = (more: Partial<TenderRequest> = {}) => ({ ...order, reference: randomUUID(), ...more })

export interface ReaderOptions {
  /** Scenarios that the simulator plays for the next refunds. */
  readonly refunds?: readonly string[]
  readonly currency?: string
  /** Replies in place of the simulator. Returns null to pass the request to the simulator. */
  readonly instead?: (request: Request) => Promise<Response> | null
  /** Starts a proxy in front of the simulator at `url`. Returns the URL of the proxy. */
  readonly behind?: (url: string) => Promise<string>
}

/** Creates the driver of a card reader and its simulator on a socket. `acts` are the scenarios of the next payments. */
export async function openReader<Simulator extends ProviderSimulator, Driver extends TenderDriver>(
  simulatorOf: (options: ProviderSimulatorOptions & { refundScript: Scenario[]; currency: string }) => Simulator,
  driverOf: (line: Line, url: string, currency: string) => Driver,
  acts: readonly string[],
  { refunds = [], currency = 'EUR', instead, behind }: ReaderOptions,
) {
  const clock = createHastyClock()
  const { line, logged } = createLine(clock)
  const [script = [], refundScript = []] = [acts, refunds].map((each) => each.map((act) => parseScenario(act)!))
  const simulator = simulatorOf({ clock, script, refundScript, currency })
  const asked: string[] = []
  const fetch = (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return instead?.(request) ?? line.fetch(request)
  }
  const direct = await served(simulator)
  const url = (await behind?.(direct)) ?? direct
  const driver = driverOf({ ...line, fetch }, url, currency)
  const phases: DevicePhase[] = []

  async function pays(more: Partial<TenderRequest> = {}, giveUp = stayed) {
    const wanted = request({ currency, onProgress: ({ phase }) => void phases.push(phase), ...more })
    const begun = await driver.begin(wanted, driver.settle ? stayed : giveUp, stayed)
    const payment = knownOf(wanted, url, begun)
    const outcome = begun.outcome === 'begun' ? await driver.settle!(payment, wanted, giveUp, stayed) : begun
    return { outcome, payment, wanted }
  }

  return { driver, simulator, clock, line, logged, url, asked, phases, pays }
}
