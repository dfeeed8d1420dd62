import type { Clock, PartnerError, PartnerService } from './ports.ts'
import type { Result } from '../../shared/domain/result.ts'

/** The way back is looked for this often while the partner is out of reach. */
const PROBE_MS = 4_000

/**
 * The partner service with a memory of whether it answers. Every call updates it; while it is down, a cheap read is
 * tried until it answers, so that the machine recovers by itself within five seconds of the partner's return.
 */
export interface WatchedPartner extends PartnerService {
  isUp(): boolean
  onChange(listener: (up: boolean) => void): void
}

export function watchPartner(partner: PartnerService, clock: Clock, stopping: AbortSignal): WatchedPartner {
  const listeners = new Set<(up: boolean) => void>()
  let up = true

  function note(reply: Result<unknown, { readonly type: string }>): void {
    const answered = reply.ok || (reply.error as PartnerError).type !== 'unreachable'
    if (answered === up) return
    up = answered
    for (const listener of listeners) listener(up)
    if (!up) void probe()
  }

  async function probe(): Promise<void> {
    while (!up && !stopping.aborted) {
      await clock.sleep(PROBE_MS, stopping)
      if (!up && !stopping.aborted) note(await partner.listEvents({ page: 1, limit: 1 }))
    }
  }

  function watched<I, O extends Result<unknown, { readonly type: string }>>(
    call: (input: I) => Promise<O>,
  ): (input: I) => Promise<O> {
    return async (input) => {
      const reply = await call(input)
      note(reply)
      return reply
    }
  }

  return {
    listEvents: watched((input) => partner.listEvents(input)),
    openSession: watched((input) => partner.openSession(input)),
    viewSection: watched((input) => partner.viewSection(input)),
    holdSeats: watched((input) => partner.holdSeats(input)),
    releaseHold: watched((input) => partner.releaseHold(input)),
    readCheckout: watched((input) => partner.readCheckout(input)),
    listTickets: watched((input) => partner.listTickets(input)),
    composePurchase: (purchase) => partner.composePurchase(purchase),
    // A purchase's unclear reply says nothing about the line; its read-back does.
    sendPurchase: (request, expected) => partner.sendPurchase(request, expected),
    isUp: () => up,
    onChange: (listener) => void listeners.add(listener),
  }
}
