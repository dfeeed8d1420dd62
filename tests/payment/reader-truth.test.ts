import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownPayment, TenderDriver, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import { readAct } from '../../electron/payment/stand-in/acts.ts'
import { HungUp, type StandIn } from '../../electron/payment/stand-in/stand-in.ts'
import { createStripeTerminal } from '../../electron/payment/stripe/driver.ts'
import { createStripeStandIn } from '../../electron/payment/stripe/stand-in.ts'
import { createSumup } from '../../electron/payment/sumup/driver.ts'
import { createSumupStandIn } from '../../electron/payment/sumup/stand-in.ts'
import { isSample } from '../support/share.ts'
import { createHastyClock, type ManualClock } from './provider-line.ts'
import * as stripe from './stripe/stripe.ts'
import * as sumup from './sumup/sumup.ts'

/**
 * A payment at a reader while the line breaks anywhere, the customer gives up at any moment, and the program dies at any request:
 * whatever a driver says in the end is what became of the money, then and a day later.
 */
const faults = ['none', 'none', 'none', 'lost', 'reply lost', 'closed', 'page'] as const

const acts = (
  'approve refuse wait late late-after-cancel expire lose-reply lose-reply:process busy html expired-token ' +
  'offline occupied fault'
).split(' ')

interface Line {
  readonly fetch: (request: Request) => Promise<Response>
  readonly clock: ManualClock
  readonly log: { warn(): void }
}

interface Reader {
  /** What only this one does. */
  readonly more: readonly string[]
  standIn(clock: ManualClock, act: string): StandIn
  driver(line: Line): TenderDriver
  /** What the reader has taken, in smallest units. */
  taken(standIn: StandIn): Promise<number>
}

const RUNS = isSample ? 150 : 300

const HOST = 'https://reader.example'

const readers: Readonly<Record<string, Reader>> = {
  'Stripe Terminal': {
    // An attempt that ended is not the end: the intent can be paid until it is cancelled.
    more: ['late-after-expiry'],
    standIn: (clock, act) =>
      createStripeStandIn({
        ...stripe.secrets,
        reader: stripe.READER,
        currency: 'EUR',
        clock,
        script: [readAct(act)!],
      }),
    driver: (line) => createStripeTerminal({ ...line, settings: stripe.settingsAt(HOST), secrets: stripe.secrets }),
    async taken(standIn) {
      const headers = { authorization: `Bearer ${stripe.secrets.secretKey}`, 'stripe-version': '2026-10-28.endive' }
      const reply = await standIn.handle(new Request(`${HOST}/v1/charges?limit=100`, { headers }))
      const { data } = (await reply.json()) as { data: readonly { amount: number }[] }
      return data.reduce((sum, { amount }) => sum + amount, 0)
    },
  },
  SumUp: {
    more: [],
    standIn: (clock, act) =>
      createSumupStandIn({ ...sumup.account, ...sumup.secrets, currency: 'EUR', clock, script: [readAct(act)!] }),
    driver: (line) => createSumup({ ...line, settings: sumup.settingsAt(HOST), secrets: sumup.secrets }),
    async taken(standIn) {
      const url = `${HOST}/v2.1/merchants/${sumup.account.merchantCode}/transactions/history`
      const headers = { authorization: `Bearer ${sumup.secrets.apiKey}` }
      const reply = await standIn.handle(new Request(url, { headers }))
      const { items } = (await reply.json()) as { items: readonly { amount: number; status: string }[] }
      return items.reduce(
        (sum, { amount, status }) => sum + (status === 'SUCCESSFUL' ? Math.round(amount * 100) : 0),
        0,
      )
    },
  },
}

interface Day {
  readonly act: string
  readonly faults: readonly (typeof faults)[number][]
  /** At which request the customer gives up, and the program dies; beyond them all: never. */
  readonly givesUpAt: number
  readonly diesAt: number
}

const dayOf = ({ more }: Reader): fc.Arbitrary<Day> =>
  fc.record({
    act: fc.constantFrom(...acts, ...more),
    faults: fc.array(fc.constantFrom(...faults), { maxLength: 12 }),
    givesUpAt: fc.oneof(fc.constant(Infinity), fc.nat({ max: 10 })),
    diesAt: fc.oneof(fc.constant(Infinity), fc.nat({ max: 10 })),
  })

async function play(reader: Reader, { act, faults: troubles, givesUpAt, diesAt }: Day) {
  const clock = createHastyClock()
  const standIn = reader.standIn(clock, act)
  const [giveUp, stopping] = [new AbortController(), new AbortController()]
  let asked = 0
  async function fetch(request: Request): Promise<Response> {
    const fault = troubles[asked] ?? 'none'
    asked += 1
    if (asked > givesUpAt) giveUp.abort()
    if (asked > diesAt) stopping.abort()
    if (fault === 'closed') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
    if (fault === 'lost') throw new Error('lost')
    const reply = await standIn.handle(request)
    if (fault === 'reply lost') throw new HungUp()
    return fault === 'page' ? new Response('<html>', { status: 502 }) : reply
  }
  const line = { fetch, clock, log: { warn: () => undefined } }
  const driver = reader.driver(line)
  const wanted = stripe.request()
  const known = { ...stripe.knownOf(wanted, HOST) }
  const first = await driver.begin(wanted, giveUp.signal, stopping.signal)
  const token = first.outcome === 'begun' && !stopping.signal.aborted ? (first.token ?? null) : null
  const payment = { ...known, token }
  const isBegun = first.outcome === 'begun'
  const taken =
    isBegun && token !== null ? await driver.settle!(payment, wanted, giveUp.signal, stopping.signal) : first
  // What a program says that is about to die is written down nowhere.
  const told = taken.outcome === 'begun' || stopping.signal.aborted ? ({ outcome: 'unknown' } as const) : taken
  const end = isFinal(told)
    ? told
    : await askOn(reader.driver({ ...line, fetch: (request) => standIn.handle(request) }), payment, clock)
  const atEnd = await reader.taken(standIn)
  clock.advance(86_400_000)
  return { end, atEnd, later: await reader.taken(standIn) }
}

const isFinal = ({ outcome }: TenderOutcome): boolean =>
  ['approved', 'refused', 'cancelled', 'unavailable'].includes(outcome)

/** As the program does after a restart, until no success can come any more. */
async function askOn(driver: TenderDriver, payment: KnownPayment, clock: ManualClock): Promise<TenderOutcome> {
  const { decideMs, lateMs } = driver.traits
  for (let waitedMs = 0; ; waitedMs += 30_000) {
    const outcome = await driver.ask(payment, new AbortController().signal)
    if (isFinal(outcome) && outcome.outcome !== 'unavailable') return outcome
    const isOver = waitedMs > decideMs + lateMs
    if (isOver) return outcome.outcome === 'pending' && outcome.unless ? { outcome: 'cancelled' } : outcome
    clock.advance(30_000)
  }
}

describe.each(Object.entries(readers))('%s', (_, reader) => {
  test('what is said in the end is what became of the money', async () => {
    const ends = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(dayOf(reader), async (each) => {
        const { end, atEnd, later } = await play(reader, each)
        ends.set(end.outcome, (ends.get(end.outcome) ?? 0) + 1)
        expect(later).toBeLessThanOrEqual(7_500)
        if (end.outcome === 'approved') expect([atEnd, later]).toEqual([7_500, 7_500])
        if (['refused', 'cancelled', 'unavailable'].includes(end.outcome)) expect([atEnd, later]).toEqual([0, 0])
      }),
      { numRuns: RUNS },
    )
    for (const outcome of ['approved', 'refused', 'cancelled', 'unavailable'])
      expect(ends.get(outcome) ?? 0).toBeGreaterThan(0)
    // People are asked seldom: only where the provider itself never says.
    expect(ends.get('unknown') ?? 0).toBeLessThan(RUNS / 10)
  })
})
