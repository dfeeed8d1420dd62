import type { AfterSaleBook, Clock, InSale, Log, OpenCancellation, PartnerService } from '../ports/ports.ts'

/** Tickets that were given back, cancelled at the booking service where it can do that. Money never waits for it. */
export interface TicketCancellations {
  /** Asks until there is an answer, which goes into the ledger; resolves then, or when a person has waited long enough. */
  ask(cancellation: OpenCancellation): Promise<void>
  /** Goes on with what was not answered when the program ended. */
  recover(): void
  /** Asks no more; what is open is asked at the next start. */
  stop(): void
}

/** How long a slip waits for what it can say. */
const PATIENCE_MS = 3_000
/** Between one try and the next; the last one is repeated. */
const PAUSES_MS = [2_000, 5_000, 15_000, 60_000] as const

export function ticketCancellations({
  book,
  partner,
  clock,
  log,
  inSale,
}: {
  readonly book: AfterSaleBook
  readonly partner: Pick<PartnerService, 'cancelTickets'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
  readonly inSale: InSale
}): TicketCancellations {
  const stopping = new AbortController()
  const { signal } = stopping

  /** False: nobody knows yet. */
  async function isAnswered({ saleId, reference, ...asked }: OpenCancellation): Promise<boolean> {
    const ownerRef = book.find(saleId)?.ownerRef ?? ''
    const { outcome, detail } = await partner.cancelTickets({ ...asked, ownerRef })
    if (signal.aborted || outcome === 'unanswered') {
      log.warn('cancellation.not-answered', { reference, detail })
      return false
    }
    book.record({ type: 'cancellation-answered', saleId, reference, outcome, detail }, null)
    log.info('cancellation.answered', { reference, outcome, detail })
    return true
  }

  async function askOn(cancellation: OpenCancellation): Promise<void> {
    const { reference } = cancellation
    for (let turn = 0; !signal.aborted; turn += 1) {
      try {
        // A disk may fail after the answer is on it.
        if (turn > 0 && !book.openCancellations().some((open) => open.reference === reference)) return
        if (await isAnswered(cancellation)) return
      } catch (error) {
        log.error('cancellation.failed', error, { reference })
      }
      await clock.sleep(PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)] ?? 0, signal)
    }
  }

  return {
    async ask(cancellation) {
      const answered = new AbortController()
      const asking = inSale(cancellation.saleId, () => askOn(cancellation)).finally(() => answered.abort())
      await Promise.race([asking, clock.sleep(PATIENCE_MS, AbortSignal.any([signal, answered.signal]))])
    },
    recover() {
      for (const cancellation of book.openCancellations()) void inSale(cancellation.saleId, () => askOn(cancellation))
    },
    stop: () => stopping.abort(),
  }
}
