import type { ProviderRefund } from '../../../shared/domain/sale/open-payment.ts'
import type { Ports } from '../ports/ports.ts'

const FIRST_MS = 2_000
const SLOWEST_MS = 3_600_000

/** Goes round the refunds that are open, at each provider by itself: more and more seldom, up to once an hour. */
export interface RefundRounds {
  /** Takes up what is not gone round yet; a new refund lets its round begin over. Where the books cannot be read, the log says so. */
  follow(): void
  /** Once `stopping` has said so. */
  over(): Promise<unknown>
}

/** `open`: those that can be asked about now. `look` asks about one, and does not reject. */
export function createRefundRounds(
  { clock, log, inSale }: Pick<Ports, 'clock' | 'log' | 'inSale'>,
  open: () => readonly ProviderRefund[],
  look: (refund: ProviderRefund) => Promise<void>,
  stopping: AbortSignal,
): RefundRounds {
  /** By tender, which one provider takes. */
  const rounds = new Map<string, { readonly over: Promise<void>; readonly again: () => void }>()
  const openOf = (kind: string): readonly ProviderRefund[] => open().filter((refund) => refund.kind === kind)

  async function goRound(kind: string, wake: { now: AbortController }): Promise<void> {
    for (let pauseMs = FIRST_MS; !stopping.aborted && openOf(kind).length > 0;) {
      await clock.sleep(pauseMs, AbortSignal.any([stopping, wake.now.signal]))
      pauseMs = wake.now.signal.aborted ? FIRST_MS : Math.min(SLOWEST_MS, pauseMs * 1.5)
      wake.now = new AbortController()
      for (const refund of openOf(kind)) if (!stopping.aborted) await look(refund)
    }
    rounds.delete(kind)
  }

  function begin(kind: string): void {
    const wake = { now: new AbortController() }
    const over = inSale(null, () => goRound(kind, wake)).catch((error: unknown) => {
      rounds.delete(kind)
      log.error('refund.round-failed', error, { kind })
    })
    rounds.set(kind, { over, again: () => wake.now.abort() })
  }

  return {
    follow() {
      if (stopping.aborted) return
      try {
        for (const kind of new Set(open().map((refund) => refund.kind))) {
          const round = rounds.get(kind)
          if (round) round.again()
          else begin(kind)
        }
      } catch (error) {
        log.error('refund.open-check-failed', error)
      }
    },
    over: () => Promise.all([...rounds.values()].map(({ over }) => over)),
  }
}
