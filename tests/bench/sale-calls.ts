export const API = '/api/v1/public'

export interface Rush {
  readonly ports: readonly number[]
  readonly clients: number
  readonly sales: number
  /** Number of events on sale; 1 by default. */
  readonly events?: number
  /** True if each event is sold at one service instead of at all of them. */
  readonly eventsApart?: boolean
  /** Number of sections of each event on sale; all sections by default. */
  readonly sections?: number
  /** True if every reply is fixed, so that there is nothing to check. */
  readonly isFixed: boolean
  /** Process ids whose processor time is reported, including their descendants. */
  readonly roots?: readonly number[]
}

export interface RushOutcome {
  /** Milliseconds from the first call to the last reply. */
  readonly milliseconds: number
  /** Processor time from the first call to the last reply in milliseconds, one value for each of the `roots`. */
  readonly processorMs: readonly number[]
  readonly calls: Readonly<Record<CallName, Times>>
  readonly failure: string | null
}

/** Durations in milliseconds. */
export type Times = Readonly<{ p50: number; p99: number }>

export const CALLS = ['open', 'section', 'hold', 'checkout', 'purchase', 'tickets'] as const
export type CallName = (typeof CALLS)[number]

/** Bodies of a stateless server, by kind of request (`kindOf`). */
export type Fixed = Readonly<Record<string, string>>

/** Returns the kind of a request without ids and query values, as in `POST …/booking-sessions/holds a`. */
export function kindOf(method: string, target: string): string {
  const [path = '', search = ''] = target.split('?')
  return `${method} ${path.replaceAll(/\/[\da-f-]{36}/gu, '')} ${search.replace(/=.*/u, '')}`
}
