import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../kiosk/ports/ports.ts'

/** A simulated provider, without storage. Rejects with `ConnectionDropped` if it drops the connection. */
export interface ProviderSimulator {
  handle(request: Request): Promise<Response>
  expireTokens(): void
}

export interface RealPayment {
  readonly reference: string
  readonly amount: number
  /** `open`: the payment can still be paid. */
  readonly is: 'open' | 'taken' | 'over'
}

const ends: Readonly<Record<SimulatedStatus, RealPayment['is']>> = {
  waiting: 'open',
  // The bank is deciding, so the payment can still be paid.
  cancelled: 'open',
  approved: 'taken',
  refused: 'over',
  expired: 'over',
  forgotten: 'over',
}

export const realEndOf = (stand: SimulatedStatus): RealPayment['is'] => ends[stand]

export interface ProviderSimulatorOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  /** Scenario of each payment, in order. Further payments are approved. */
  readonly script?: readonly Scenario[]
  readonly times?: Partial<SimulatedDelays>
}

export class ConnectionDropped extends Error {}

export const SLOW_TOKEN_MS = 20_000

const TROUBLED_ANSWERS = 2

export interface SimulatedPayment<T> {
  readonly what: T
  readonly act: Scenario
  readonly begunMs: number
  readonly receipt: string
  /** Decision made on the simulator's page; null until a decision is made. */
  decided: SimulatedStatus | null
  answers: number
}

export class SimulatedPayments<T> {
  readonly timetable: SimulatedDelays
  readonly clock: ProviderSimulatorOptions['clock']
  readonly #script: Scenario[]
  readonly #payments = new Map<string, SimulatedPayment<T>>()

  constructor({ clock, script = [], times }: ProviderSimulatorOptions, defaults: SimulatedDelays) {
    this.clock = clock
    this.timetable = { ...defaults, ...times }
    this.#script = [...script]
  }

  nextAct(): Scenario {
    return this.#script[0] ?? { name: 'approve' }
  }

  has(id: string): boolean {
    return this.#payments.has(id)
  }

  find(id: string): SimulatedPayment<T> | undefined {
    return this.#payments.get(id)
  }

  all(): readonly SimulatedPayment<T>[] {
    return [...this.#payments.values()]
  }

  /** Stores a payment, by default with the next scenario of the script. */
  keep(id: string, what: T, act: Scenario = this.#script.shift() ?? { name: 'approve' }): SimulatedPayment<T> {
    const receipt = String(randomInt(1e8, 1e9))
    const payment = { what, act, begunMs: this.clock.now().monoMs, receipt, decided: null, answers: 0 }
    this.#payments.set(id, payment)
    return payment
  }

  turnAway(): Scenario {
    return this.#script.shift() ?? { name: 'fault' }
  }

  ageMs({ begunMs }: SimulatedPayment<T>): number {
    return this.clock.now().monoMs - begunMs
  }

  simulatedStatus(payment: SimulatedPayment<T>): SimulatedStatus {
    return payment.decided ?? simulatedStatus(payment.act, this.ageMs(payment), this.timetable)
  }

  /** Counts the replies, and returns the fault to simulate in the current reply, or null. */
  trouble(payment: SimulatedPayment<T>): 'busy' | 'html' | 'expired-token' | null {
    const count = payment.answers
    Object.assign(payment, { answers: count + 1 })
    const { name } = payment.act
    if (name === 'expired-token') return count === 0 ? name : null
    return (name === 'busy' || name === 'html') && count < TROUBLED_ANSWERS ? name : null
  }

  /** Returns the faulty reply to send instead of the correct reply, or null. */
  troubled(payment: SimulatedPayment<T>, busy: () => Response, expired: () => Response): Response | null {
    switch (this.trouble(payment)) {
      case 'busy':
        return busy()
      case 'html':
        return pageInBetween()
      case 'expired-token':
        return expired()
      case null:
        return null
    }
  }
}

export class TokenBook {
  readonly #clock: Pick<Clock, 'now'>
  readonly #lifeMs: number
  readonly #good = new Map<string, number>()

  constructor(clock: Pick<Clock, 'now'>, lifeMs: number) {
    this.#clock = clock
    this.#lifeMs = lifeMs
  }

  issue(): string {
    const token = randomBytes(24).toString('base64url')
    this.#good.set(token, this.#clock.now().monoMs + this.#lifeMs)
    return token
  }

  isGood(authorization: string | null): boolean {
    const token = /^Bearer (\S+)$/u.exec(authorization ?? '')?.[1] ?? ''
    return this.#clock.now().monoMs < (this.#good.get(token) ?? -Infinity)
  }

  expireAll(): void {
    this.#good.clear()
  }
}

export const json = (status: number, content: unknown): Response =>
  new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } })

export const html = (status: number, body: string): Response =>
  new Response(`<!doctype html><html><head><title>${status}</title></head><body>${body}</body></html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

export const pageInBetween = (status = 502): Response => html(status, '<h1>Bad Gateway</h1>')

/**
 * Scenarios. `approve`, `refuse`: the payment is approved or refused after a while · `wait`: the payment is undecided
 * until a decision on its page · `lose-reply`: the simulator accepts the request and drops the connection · `late`: the
 * payment is approved long after the limit · `late-after-cancel`, `late-after-expiry`: the simulator reports the end of
 * the payment, and approves the payment later · `expire`: the customer does not act in time · `busy`: the first replies
 * have status 429 · `fault`: the simulator rejects the request · `html`: the first replies are an error page ·
 * `slow-token`: issuing a token takes 20 s · `expired-token`: the token is rejected at first · `wrong-amount`,
 * `wrong-currency`: the simulator approves another amount or currency · `forget`: the payment is unknown after a while.
 * Only for devices: `occupied`: another payment is in progress · `stop-too-late`: the payment is taken after a request
 * to stop · `partial`: half the amount is taken · `not-found`: the reply is lost, and the payment is unknown at first ·
 * `unplugged`: the device accepts the request, and is offline for a while · `offline`: the device is unreachable ·
 * `duplicate`: the payment is taken twice. Only for ZVT: `unplugged:card`, `:pin`, `:bank`, `:told`: the terminal goes
 * offline at the named step; from `:bank` on, the payment has been taken · `wrong-pin`: the PIN is wrong once ·
 * `card-removed`: the card is removed too early · `duplicate`: the approval is reported twice · `silent`: the terminal
 * does not acknowledge the request.
 */
export const scenarioNames = [
  'approve',
  'refuse',
  'wait',
  'lose-reply',
  'late',
  'late-after-cancel',
  'late-after-expiry',
  'expire',
  'busy',
  'fault',
  'html',
  'slow-token',
  'expired-token',
  'wrong-amount',
  'wrong-currency',
  'forget',
  'occupied',
  'stop-too-late',
  'partial',
  'not-found',
  'wrong-pin',
  'card-removed',
  'silent',
  'unplugged',
  'offline',
  'duplicate',
] as const

type ActName = (typeof scenarioNames)[number]

export interface Scenario {
  readonly name: ActName
  readonly code?: string | undefined
}

/** Parses `refuse`, or `refuse:NOT_ENOUGH_FUNDS`. Returns null for an unknown scenario. */
export function parseScenario(text: string): Scenario | null {
  const [word, code] = text.split(/:(.*)/su)
  const name = scenarioNames.find((each) => each === word)
  if (name === undefined || code === '') return null
  return code === undefined ? { name } : { name, code }
}

export interface SimulatedDelays {
  readonly customerDelayMs: number
  readonly decideMs: number
  /** Time between the payment's time limit and a late decision. */
  readonly lateMs: number
}

export type SimulatedStatus = 'waiting' | 'approved' | 'refused' | 'cancelled' | 'expired' | 'forgotten'

export function simulatedStatus(
  { name }: Scenario,
  ageMs: number,
  { customerDelayMs, decideMs, lateMs }: SimulatedDelays,
): SimulatedStatus {
  const thought = ageMs >= customerDelayMs
  const isOver = ageMs >= decideMs
  const isLate = ageMs >= decideMs + lateMs
  switch (name) {
    case 'refuse':
      return thought ? 'refused' : 'waiting'
    case 'card-removed':
      return thought ? 'cancelled' : 'waiting'
    case 'wait':
    case 'silent':
      return 'waiting'
    case 'late':
      return isLate ? 'approved' : 'waiting'
    case 'late-after-cancel':
      return isLate ? 'approved' : thought ? 'cancelled' : 'waiting'
    case 'late-after-expiry':
      return isLate ? 'approved' : isOver ? 'expired' : 'waiting'
    case 'expire':
      return isOver ? 'expired' : 'waiting'
    case 'forget':
      return thought ? 'forgotten' : 'waiting'
    case 'approve':
    case 'lose-reply':
    case 'busy':
    case 'fault':
    case 'html':
    case 'slow-token':
    case 'expired-token':
    case 'wrong-amount':
    case 'wrong-currency':
    case 'occupied':
    case 'stop-too-late':
    case 'partial':
    case 'not-found':
    case 'wrong-pin':
    case 'unplugged':
    case 'offline':
    case 'duplicate':
      return thought ? 'approved' : 'waiting'
  }
}
