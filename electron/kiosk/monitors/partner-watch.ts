import { err, type Result } from '../../../shared/domain/result.ts'
import type { Clock, PartnerError, PartnerService, Ports } from '../ports/ports.ts'

/** Interval in milliseconds of the probes of an unreachable partner; probes may overlap. */
const PROBE_MS = 3_000
/** Number of failed calls in a row after which calls outside a sale fail immediately. */
const LOST_CALLS = 3

/** After several failures, calls outside a sale fail immediately; calls of a sale are always sent. */
export interface WatchedPartner extends PartnerService {
  isUp(): boolean
  onChange(listener: (up: boolean) => void): void
  /** Resolves after `ms` milliseconds, when the partner is reachable again, or when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export type WatchedPorts = Omit<Ports, 'partner'> & { readonly partner: WatchedPartner }

export function watchPartner(partner: PartnerService, clock: Clock, stopping: AbortSignal): WatchedPartner {
  const listeners = new Set<(up: boolean) => void>()
  const pauses = new Set<AbortController>()
  let up = true
  let lost = 0
  /** Number of started calls. A failed call that began before the last success is ignored. */
  let begun = 0
  let answeredUpTo = 0

  async function watched<O extends Result<unknown, { readonly type: string }>>(call: () => Promise<O>): Promise<O> {
    const turn = (begun += 1)
    const reply = await call()
    const answered = reply.ok || (reply.error as PartnerError).type !== 'unreachable'
    if (answered) {
      answeredUpTo = begun
      lost = 0
    } else if (turn <= answeredUpTo) return reply
    else lost += 1
    if (answered === up) return reply
    up = answered
    for (const listener of listeners) listener(up)
    if (up) for (const pause of pauses) pause.abort()
    else void probe()
    return reply
  }

  async function probe(): Promise<void> {
    while (!up && !stopping.aborted) {
      await clock.sleep(PROBE_MS, stopping)
      if (!up && !stopping.aborted) void watched(() => partner.listEvents({ page: 1, limit: 1 }))
    }
  }

  const always =
    <I, O extends Result<unknown, { readonly type: string }>>(call: (input: I) => Promise<O>) =>
    (input: I): Promise<O> =>
      watched(() => call(input))

  const guarded =
    <I, O extends Result<unknown, { readonly type: string }>>(call: (input: I) => Promise<O>) =>
    async (input: I): Promise<O | ReturnType<typeof silent>> =>
      !up && lost >= LOST_CALLS ? silent() : watched(() => call(input))

  return {
    listEvents: guarded((input) => partner.listEvents(input)),
    openSession: guarded((input) => partner.openSession(input)),
    viewSection: guarded((input) => partner.viewSection(input)),
    holdSeats: always((input) => partner.holdSeats(input)),
    releaseHold: always((input) => partner.releaseHold(input)),
    readCheckout: always((input) => partner.readCheckout(input)),
    listTickets: always((input) => partner.listTickets(input)),
    composePurchase: (...purchases) => partner.composePurchase(...purchases),
    // A failed purchase request does not count as a connection failure; a failed query for its tickets does.
    sendPurchase: (request, expected) => partner.sendPurchase(request, expected),
    // `cancelTickets` is not watched, because its caller repeats failed calls outside sales.
    cancelTickets: (input) => partner.cancelTickets(input),
    isUp: () => up,
    onChange: (listener) => void listeners.add(listener),
    async pause(ms, signal) {
      const returned = new AbortController()
      pauses.add(returned)
      await clock.sleep(ms, AbortSignal.any([signal, returned.signal]))
      pauses.delete(returned)
    },
  }
}

const silent = () => err({ type: 'unreachable', detail: 'the last requests received no reply; retrying' } as const)
