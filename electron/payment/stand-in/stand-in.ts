import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../../core/ports/ports.ts'
import { standOf, type Act, type Stand, type Timetable } from './acts.ts'

/** A simulated provider: what it answers, from memory alone. Rejects with `HungUp` where it breaks the connection. */
export interface StandIn {
  handle(request: Request): Promise<Response>
  /** No token that it has given is good any more. */
  expireTokens(): void
}

/** What really became of a payment, whatever was told of it. */
export interface RealPayment {
  readonly reference: string
  /** Taken, or to be taken, in smallest units. */
  readonly amount: number
  /** `open`: it may still be taken. */
  readonly is: 'open' | 'taken' | 'over'
}

const ends: Readonly<Record<Stand, RealPayment['is']>> = {
  waiting: 'open',
  // The bank is asked.
  cancelled: 'open',
  approved: 'taken',
  refused: 'over',
  expired: 'over',
  forgotten: 'over',
}

export const realEndOf = (stand: Stand): RealPayment['is'] => ends[stand]

export interface StandInOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  /** One for each payment, in order; once they are used up every payment is approved. */
  readonly script?: readonly Act[]
  readonly times?: Partial<Timetable>
}

/** The connection breaks, and no answer comes. */
export class HungUp extends Error {}

export const SLOW_TOKEN_MS = 20_000

/** So many answers go wrong before one is right. */
const TROUBLED_ANSWERS = 2

export interface Remembered<T> {
  readonly what: T
  readonly act: Act
  readonly begunMs: number
  /** What the provider calls the money that moved. */
  readonly receipt: string
  /** By somebody on the stand-in's page. */
  decided: Stand | null
  answers: number
}

/** The payments of a stand-in, and how each goes. */
export function createMemory<T>({ clock, script = [], times }: StandInOptions, usual: Timetable) {
  const timetable = { ...usual, ...times }
  const acts = [...script]
  const payments = new Map<string, Remembered<T>>()
  return {
    timetable,
    /** Of the next payment. */
    nextAct: (): Act => acts[0] ?? { name: 'approve' },
    has: (id: string): boolean => payments.has(id),
    find: (id: string): Remembered<T> | undefined => payments.get(id),
    all: (): readonly Remembered<T>[] => [...payments.values()],
    /** Takes up a payment under the next act of the script, or under this one. */
    keep(id: string, what: T, act: Act = acts.shift() ?? { name: 'approve' }): Remembered<T> {
      const receipt = String(randomInt(1e8, 1e9))
      const kept = { what, act, begunMs: clock.now().monoMs, receipt, decided: null, answers: 0 }
      payments.set(id, kept)
      return kept
    },
    /** The next act turns its request away: it is used up. */
    turnAway: (): Act => acts.shift() ?? { name: 'fault' },
    ageMs: ({ begunMs }: Remembered<T>): number => clock.now().monoMs - begunMs,
    standOf({ act, begunMs, decided }: Remembered<T>): Stand {
      return decided ?? standOf(act, clock.now().monoMs - begunMs, timetable)
    },
    /** What goes wrong with this answer; null: nothing. Counts it. */
    trouble(payment: Remembered<T>): 'busy' | 'html' | 'expired-token' | null {
      const count = payment.answers
      Object.assign(payment, { answers: count + 1 })
      const { name } = payment.act
      if (name === 'expired-token') return count === 0 ? name : null
      return (name === 'busy' || name === 'html') && count < TROUBLED_ANSWERS ? name : null
    },
  }
}

/** The tokens of a stand-in. */
export function createTokenBook(clock: Pick<Clock, 'now'>, lifeMs: number) {
  const good = new Map<string, number>()
  return {
    issue(): string {
      const token = randomBytes(24).toString('base64url')
      good.set(token, clock.now().monoMs + lifeMs)
      return token
    },
    isGood(authorization: string | null): boolean {
      const token = /^Bearer (\S+)$/u.exec(authorization ?? '')?.[1] ?? ''
      return clock.now().monoMs < (good.get(token) ?? -Infinity)
    },
    expireAll: (): void => good.clear(),
  }
}

export const json = (status: number, content: unknown): Response =>
  new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } })

export const html = (status: number, body: string): Response =>
  new Response(`<!doctype html><html><head><title>${status}</title></head><body>${body}</body></html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

/** What something between a provider and its clients shows when it is unwell. */
export const pageInBetween = (status = 502): Response => html(status, '<h1>Bad Gateway</h1>')
