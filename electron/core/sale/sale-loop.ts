import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import { nextEffect, type SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { PrintQueue } from './print-queue.ts'
import type { RecordedSale, SaleListener } from './recorded-sale.ts'
import { performEffect } from './sale-effects-runner.ts'

/** What is being done about a sale. */
export type Activity =
  /** It waits for a person, or is over. */
  | { readonly is: 'resting' }
  /** The loop carries out its effects; once interrupted, what they say is not recorded. */
  | { readonly is: 'driven'; readonly loop: Promise<void>; readonly interrupted: AbortController }
  /** The ledger may be a step ahead of what is known here, so nothing more is done; the next start knows. */
  | { readonly is: 'faulted' }

export interface SaleLoop {
  readonly activity: Activity
  /** Goes on with what is to be done. `first`: what happened meanwhile. `payer` is told to the driver of the tender that starts. */
  start(first: SaleEvent | null, payer?: string): void
  /** A person answers in place of what the program is waiting for. */
  interrupt(): void
  readonly fault: (error: unknown) => void
  /** Asks the tender that is being taken to stop. */
  cancelTender(): void
  /** What the device that takes a tender wants now; null where none says so. */
  readonly progress: DeviceProgress | null
}

/** Of every sale. `loops`: the interrupted ones too, for their effects may still be under way. */
export interface Loops {
  readonly stopping: AbortSignal
  readonly loops: Set<Promise<void>>
  readonly printing: PrintQueue
}

function mayStop(effect: SaleEffect): boolean {
  switch (effect.type) {
    case 'begin-tender':
    case 'await-note':
    case 'take-note':
      return true
    default:
      return effect.type === 'follow-tender' && effect.until === 'decided'
  }
}

/** `ended`: called each time the sale comes to rest. */
export function createSaleLoop(
  ports: WatchedPorts,
  steps: RecordedSale,
  { stopping, loops, printing }: Loops,
  publish: SaleListener,
  ended: () => void,
): SaleLoop {
  let activity: Activity = { is: 'resting' }
  let tender: AbortController | null = null
  let progress: DeviceProgress | null = null

  function fault(error: unknown): void {
    activity = { is: 'faulted' }
    ports.log.error('sale.stopped', error, { saleId: steps.sale.saleId, state: steps.sale.state })
    publish(steps.sale)
  }

  /** Hears what a device tells while its effect runs, and nothing that it tells later. */
  function listen(over: AbortSignal): { readonly onProgress: (now: DeviceProgress) => void; readonly end: () => void } {
    const ended = new AbortController()
    return {
      onProgress(now) {
        if (over.aborted || ended.signal.aborted) return
        progress = now
        publish(steps.sale)
      },
      end() {
        ended.abort()
        progress = null
      },
    }
  }

  async function drive(first: SaleEvent | null, payer: string | undefined, over: AbortSignal): Promise<void> {
    let told = payer
    if (first) await steps.record(first, over)
    for (let effect = nextEffect(steps.sale); effect && !over.aborted; effect = nextEffect(steps.sale)) {
      if (effect.type === 'start-print') await printing.turn(steps.sale.saleId, over)
      if (over.aborted) return
      // Asked to stop while it begins, it is to stop when it has begun.
      tender = mayStop(effect) ? (tender ?? new AbortController()) : null
      const device = listen(over)
      const taking = tender ? { signal: tender.signal, payer: told, onProgress: device.onProgress } : undefined
      const event = await performEffect(ports, steps.sale, effect, over, taking)
      device.end()
      if (over.aborted) return
      told = undefined
      await steps.record(event, over)
    }
    tender = null
  }

  return {
    get activity() {
      return activity
    },
    start(first, payer) {
      if (activity.is !== 'resting' || stopping.aborted || !(first ?? nextEffect(steps.sale))) return
      const interrupted = new AbortController()
      const loop = ports
        .inSale(steps.sale.saleId, () => drive(first, payer, AbortSignal.any([stopping, interrupted.signal])))
        .catch((error: unknown) => {
          if (!interrupted.signal.aborted) fault(error)
        })
        .finally(() => {
          loops.delete(loop)
          if (interrupted.signal.aborted) return
          printing.leave(steps.sale.saleId)
          if (activity.is === 'driven') activity = { is: 'resting' }
          ended()
        })
      loops.add(loop)
      activity = { is: 'driven', loop, interrupted }
    },
    interrupt() {
      if (activity.is !== 'driven') return
      activity.interrupted.abort()
      activity = { is: 'resting' }
    },
    fault,
    cancelTender: () => tender?.abort(),
    get progress() {
      return progress
    },
  }
}
