/** What those who measure sales and those who make them have in common. */
export const API = '/api/v1/public'

/** Buyers, each on a connection of its own that stays. */
export interface Rush {
  /** One for each service that sells; the buyers are dealt out among them. */
  readonly ports: readonly number[]
  readonly clients: number
  readonly sales: number
  /** Events that are sold at once; one when left out. */
  readonly events?: number
  /** Each event is sold at one service, not at all of them. */
  readonly eventsApart?: boolean
  /** Of each event, the first so many are sold; all when left out. */
  readonly sections?: number
  /** Every answer is the same: there is nothing to check. */
  readonly isFixed: boolean
  /** Whose processor time is to be told, with that of all that they start. */
  readonly roots?: readonly number[]
}

export interface RushOutcome {
  /** From the first call to the last answer. */
  readonly milliseconds: number
  /** Processor time meanwhile, in milliseconds: one for each of the `roots`. */
  readonly processorMs: readonly number[]
  readonly calls: Readonly<Record<CallName, Times>>
  readonly failure: string | null
}

/** In milliseconds. */
export interface Times {
  readonly p50: number
  readonly p99: number
}

export const CALLS = ['open', 'section', 'hold', 'checkout', 'purchase', 'tickets'] as const
export type CallName = (typeof CALLS)[number]

/** The bodies that a server answers which knows nothing, by what is asked. */
export type Fixed = Readonly<Record<string, string>>

/** `POST …/booking-sessions/3f6b…/holds?a=b`: what is asked, without whose it is. */
export function kindOf(method: string, target: string): string {
  const [path = '', search = ''] = target.split('?')
  return `${method} ${path.replaceAll(/\/[\da-f-]{36}/gu, '')} ${search.replace(/=.*/u, '')}`
}
