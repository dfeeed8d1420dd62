import { err, type Result } from '../../../shared/domain/result.ts'
import type { Clock, PartnerError, PartnerService, Ports } from '../ports/ports.ts'

/** The way back is looked for this often while the partner is out of reach, whether the last try has ended or not. */
const PROBE_MS = 3_000
/** So many calls without an answer, one after the other, and nobody who only looks around is made to wait for one more. */
const LOST_CALLS = 3

/**
 * The partner service with a memory of whether it answers. Every call updates it; while it is down, a cheap read is
 * tried until it answers, so that the machine recovers by itself within five seconds of the partner's return. Once it
 * has been silent for a while, looking around fails at once; what belongs to a sale under way always goes out.
 */
export interface WatchedPartner extends PartnerService {
  isUp(): boolean
  onChange(listener: (up: boolean) => void): void
  /** Resolves after `ms`, when the partner answers again after a silence, or at once when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export type WatchedPorts = Omit<Ports, 'partner'> & { readonly partner: WatchedPartner }

export function watchPartner(partner: PartnerService, clock: Clock, stopping: AbortSignal): WatchedPartner {
  const listeners = new Set<(up: boolean) => void>()
  const pauses = new Set<AbortController>()
  let up = true
  let lost = 0
  /** Counts calls, to tell a failure that is older than the last success from news. */
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

  /** Breaks the circuit; the probe closes it again. */
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
    composePurchase: (purchase) => partner.composePurchase(purchase),
    // A purchase's unclear reply says nothing about the line; its read-back does.
    sendPurchase: (request, expected) => partner.sendPurchase(request, expected),
    // It goes on asking by itself, beside every sale.
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

const silent = () =>
  err({ type: 'unreachable', detail: 'no answer to the last calls; it is being tried again' } as const)
