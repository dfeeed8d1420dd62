import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../core/ports/ports.ts'

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

/**
 * What a stand-in does with a payment. `approve`, `refuse`: after a while · `wait`: nobody decides, but on its page ·
 * `lose-reply`: takes the request and hangs up · `late`: approves long after the usual time · `late-after-cancel`,
 * `late-after-expiry`: says that it is over, and approves later · `expire`: nobody acts in time · `busy`: 429 to the first
 * questions · `fault`: turns the request away, as the real one does · `html`: a page in place of the first answers ·
 * `slow-token`: takes 20 s to let in · `expired-token`: takes the token no longer when first asked · `wrong-amount`,
 * `wrong-currency`: approves another sum · `forget`: knows nothing of it after a while. Of a device alone: `occupied`: another payment runs
 * on it · `stop-too-late`: takes the money although it is asked to stop · `partial`: takes half of it · `not-found`: its reply is lost, and when first asked it
 * does not know it yet · `unplugged`: takes the request, and is without a line for a while · `offline`: cannot be reached · `duplicate`: takes it twice; of ZVT
 * `unplugged:card`, `:pin`, `:bank`, `:told`: the cable comes out there, and from the bank on it took the money · `wrong-pin`: once, then the right
 * one · `card-removed`: too early; `duplicate`: tells its approval twice · `silent`: does not even say that it has heard.
 */
export const actNames = [
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

export type ActName = (typeof actNames)[number]

/** `code`: the provider's word that goes with it. */
export interface Act {
  readonly name: ActName
  readonly code?: string | undefined
}

/** `refuse`, or `refuse:NOT_ENOUGH_FUNDS`; null: no such act. */
export function readAct(text: string): Act | null {
  const [word, code] = text.split(/:(.*)/su)
  const name = actNames.find((each) => each === word)
  if (name === undefined || code === '') return null
  return code === undefined ? { name } : { name, code }
}

/** In milliseconds. */
export interface Timetable {
  /** A customer takes so long. */
  readonly thinkMs: number
  /** After this it is over. */
  readonly decideMs: number
  /** What comes late comes so long after that. */
  readonly lateMs: number
}

/** Where a payment stands, in no provider's words. */
export type Stand = 'waiting' | 'approved' | 'refused' | 'cancelled' | 'expired' | 'forgotten'

/** Of a payment that was begun `ageMs` ago. */
export function standOf({ name }: Act, ageMs: number, { thinkMs, decideMs, lateMs }: Timetable): Stand {
  const thought = ageMs >= thinkMs
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
    case 'unplugged':
    case 'offline':
    case 'wrong-pin':
    case 'duplicate':
      return thought ? 'approved' : 'waiting'
  }
}
