import { isCash } from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { StorageFull } from '../ports/ports.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { recordSale, type RecordedSale, type SaleListener } from './recorded-sale.ts'
import { createSaleLoop, type Loops, type SaleLoop } from './sale-loop.ts'

/** A sale that people act on, and time: its holds run out. */
export interface LiveSale {
  readonly steps: Pick<RecordedSale, 'sale' | 'waitsForRoom' | 'refusal' | 'setLanguage'>
  readonly loop: Pick<SaleLoop, 'activity' | 'cancelTender' | 'progress'>
  act(event: SaleEvent, payer?: string): Sale
  /** Goes on after a start of the program. */
  resume(event: SaleEvent): void
  /** Calls `forget` as soon as nothing is being done about it. */
  close(forget: () => void): void
}

export function createLiveSale(
  ports: WatchedPorts,
  begun: { readonly sale: Sale; readonly recorded: boolean },
  loops: Loops,
  publish: SaleListener,
): LiveSale {
  const { stopping } = loops
  let forgetIt: (() => void) | null = null
  let expiry: AbortController | null = null
  const steps = recordSale(ports, begun, (sale, event) => {
    if (event) watchExpiry(sale)
    publish(sale, event)
  })
  const loop = createSaleLoop(ports, steps, loops, publish, () => forgetIt?.())

  /** While the customer reviews, or pays, the holds may run out: the sale then says so by itself. */
  function watchExpiry(sale: Sale): void {
    expiry?.abort()
    expiry = null
    if (sale.state !== 'priced' && sale.state !== 'paying') return
    const { signal } = (expiry = new AbortController())
    const left = Math.max(0, holdRemainingMs(sale.order.hold, ports.clock.now()))
    void ports.clock
      .sleep(left, AbortSignal.any([signal, stopping]))
      .then(() => holdsRanOut(() => signal.aborted || stopping.aborted || loop.activity.is === 'faulted'))
      .catch(loop.fault)
  }

  /** A terminal is only asked to stop, for it may have charged already. */
  async function holdsRanOut(over: () => boolean): Promise<void> {
    if (over()) return
    if (steps.sale.state === 'paying' && !isCash(steps.sale.tender.kind)) return loop.cancelTender()
    if (loop.activity.is === 'driven') await loop.activity.loop
    if (over()) return
    if (steps.sale.state === 'paying') loop.start({ type: 'tender-cancelled' })
    if (steps.sale.state === 'priced') loop.start({ type: 'hold-expired' })
  }

  return {
    steps,
    loop,
    act(event, payer) {
      if (steps.sale.state === 'needs-staff') loop.interrupt()
      if (loop.activity.is !== 'resting') throw new Error(`sale ${steps.sale.saleId} takes no "${event.type}" now`)
      try {
        steps.advance(event)
      } catch (error) {
        // Refused for want of room before anything was begun: it may be tried again later.
        if (!(error instanceof StorageFull)) loop.fault(error)
        loop.start(null)
        throw error
      }
      loop.start(null, payer)
      return steps.sale
    },
    resume: (event) => loop.start(event),
    close(forget) {
      expiry?.abort()
      forgetIt = forget
      if (loop.activity.is !== 'driven') forget()
    },
  }
}
