import type { Sale } from '../../../shared/domain/sale/sale.ts'
import {
  type CancellationReply,
  type Clock,
  type InSale,
  type Log,
  type OpenCancellation,
  type PartnerService,
  type PostSaleLedger,
  within,
} from '../ports/ports.ts'

interface CancellationPorts {
  readonly book: PostSaleLedger
  readonly partner: Pick<PartnerService, 'cancelTickets'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
  readonly inSale: InSale
}

/** Maximum time in milliseconds for which a return waits for the cancellation. */
const CANCELLATION_TIMEOUT_MS = 3_000
/** Delays between attempts in milliseconds; the last delay repeats. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const

/** Cancels returned tickets at the partner; refunds do not wait for a cancellation. */
export class TicketCancellations {
  readonly #ports: CancellationPorts
  readonly #stopping = new AbortController()

  constructor(ports: CancellationPorts) {
    this.#ports = ports
  }

  /** Resolves when the reply is recorded, or at the timeout; attempts continue after the timeout. */
  async request(cancellation: OpenCancellation): Promise<void> {
    const attempts = this.#cancelUntilRecorded(cancellation)
    await within(this.#ports.clock, CANCELLATION_TIMEOUT_MS, attempts, this.#stopping.signal)
  }

  recover(): void {
    for (const cancellation of this.#ports.book.openCancellations()) void this.#cancelUntilRecorded(cancellation)
  }

  stop(): void {
    this.#stopping.abort()
  }

  #cancelUntilRecorded(cancellation: OpenCancellation): Promise<void> {
    const { book, clock, log, inSale } = this.#ports
    const { signal } = this.#stopping
    const { saleId, reference } = cancellation
    return inSale(saleId, async () => {
      for (let turn = 0; !signal.aborted; turn += 1) {
        try {
          // The cancellation may be settled already, if the disk failed after the reply was written.
          if (turn > 0 && !book.openCancellations().some((open) => open.reference === reference)) return
          if (await this.#cancelOnce(cancellation)) return
        } catch (error) {
          log.error('cancellation.failed', error, { reference })
        }
        await clock.sleep(RETRY_DELAYS_MS[Math.min(turn, RETRY_DELAYS_MS.length - 1)] ?? 0, signal)
      }
    })
  }

  /** Returns whether the result is recorded. */
  async #cancelOnce(cancellation: OpenCancellation): Promise<boolean> {
    const { book, log } = this.#ports
    const { saleId, reference } = cancellation
    const { outcome, detail } = await this.#cancel(cancellation)
    if (this.#stopping.signal.aborted || outcome === 'unanswered') {
      log.warn('cancellation.not-answered', { reference, detail })
      return false
    }
    book.record({ type: 'cancellation-result', saleId, reference, outcome, detail }, null)
    log.info('cancellation.answered', { reference, outcome, detail })
    return true
  }

  /**
   * Cancels the tickets of each purchase. Returns the first reply that is not `cancelled`; otherwise the last reply.
   */
  async #cancel(cancellation: OpenCancellation): Promise<CancellationReply> {
    const { book, partner } = this.#ports
    let reply: CancellationReply = { outcome: 'unanswered', detail: '' }
    for (const request of requestsOf(book.find(cancellation.saleId), cancellation)) {
      reply = await partner.cancelTickets(request)
      if (reply.outcome !== 'cancelled') break
    }
    return reply
  }
}

/**
 * Returns one cancellation request for each purchase with returned tickets. The second half of each request id is taken
 * from the purchase's order id, so that the ids differ.
 */
function requestsOf(sale: Sale | null, { requestId, ticketIds, reason }: OpenCancellation) {
  if (!sale || !('tickets' in sale) || !sale.order.purchases)
    return [{ requestId, ticketIds, reason, ownerRef: sale?.ownerRef ?? '' }]
  const seatOf = new Map(sale.tickets.map(({ ticketId, seatId }) => [ticketId, seatId]))
  return sale.order.purchases.flatMap(({ ownerRef, seatIds, orderId }) => {
    const own = ticketIds.filter((ticketId) => seatIds.includes(seatOf.get(ticketId) ?? ''))
    const of = { requestId: `${requestId.slice(0, 18)}${orderId.slice(18)}`, ticketIds: own, reason, ownerRef }
    return own.length > 0 ? [of] : []
  })
}
