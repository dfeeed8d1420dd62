import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import type { PurchaseRefusal, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { overOf } from '../../../shared/domain/sale/sale-notes.ts'
import { newSlip } from '../payment/new-slip.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { createLiveSale, type LiveSale } from './live-sale.ts'
import { createPrintQueue } from './print-queue.ts'
import type { SaleListener } from './recorded-sale.ts'

/**
 * Holds every live sale, drives each by the one loop
 *
 *     while (effect = nextEffect(sale)) { event = await perform(effect); sale = transition(sale, event); record; publish }
 *
 * and records before it publishes. A sale that waits for a person (nextEffect is null) takes commands; a sale that is
 * driven does not, unless its question is already put to staff: their answer then stands, and nothing more is heard from
 * the effect that is under way.
 */
export interface SaleService {
  /** Takes up a new sale. It is not in the ledger before its first hold is asked for. */
  open(sale: Sale): void
  find(saleId: string): Sale | null
  /** True when a bug or a broken disk stopped this sale where it was; the next start of the program resumes it. */
  faulted(saleId: string): boolean
  /** True while what happened to this sale finds no room on the disk; it goes on by itself once there is some. */
  waitsForRoom(saleId: string): boolean
  /**
   * How the service refused this sale's purchase for good, showing no tickets of it; null: it did not. The purchase is repeated all the
   * same while it is not certain that the holds are gone.
   */
  refusal(saleId: string): PurchaseRefusal | null
  /** True while the loop is carrying out effects, and once it is faulted: no command is taken then. */
  busy(saleId: string): boolean
  /** Tickets of a sale are coming out: the printer says by them how it is. */
  printing(): boolean
  /** True where staff may answer: also while the program asks by itself, for what it is told then may never end. */
  answerable(saleId: string): boolean
  /**
   * A person's act, turned into an event. The caller has checked the state; an impossible event throws. `payer` goes to the
   * tender's driver with the tender that this starts, and nowhere else.
   */
  act(saleId: string, event: SaleEvent, payer?: string): Sale
  setLanguage(saleId: string, language: string): void
  /** Asks a running card payment to stop; the terminal may still answer that money moved. */
  cancelTender(saleId: string): void
  /** What the device that takes its payment wants now; null where none says so. */
  progress(saleId: string): DeviceProgress | null
  /** Resolves when the sale waits for a person or is over. */
  settled(saleId: string): Promise<Sale>
  /** Every unfinished sale of the ledger goes on; returns how many there were. */
  recover(): number
  subscribe(listener: SaleListener): () => void
  /** Forgets a sale that is over or that only the ledger needs to remember. */
  close(saleId: string): void
  /** Lets running effects end without recording them; the next start resumes. */
  stop(): Promise<void>
}

/** What was put in above the amount is owed by a slip all the same. */
function rowsLost({ ids }: Pick<WatchedPorts, 'ids'>, sale: Sale): SaleEvent {
  const over = overOf(sale, false)
  return { type: 'rows-lost', ...(over > 0 && { slip: newSlip(ids, over, sale.currency) }) }
}

export function createSaleService(ports: WatchedPorts): SaleService {
  const live = new Map<string, LiveSale>()
  const listeners = new Set<SaleListener>()
  const stopping = new AbortController()
  const printing = createPrintQueue()
  const loops = { stopping: stopping.signal, loops: new Set<Promise<void>>(), printing }
  const publish: SaleListener = (...step) => listeners.forEach((listener) => listener(...step))

  function enter(sale: Sale, recorded: boolean): LiveSale {
    const entered = createLiveSale(ports, { sale, recorded }, loops, publish)
    live.set(sale.saleId, entered)
    return entered
  }

  function liveSale(saleId: string): LiveSale {
    const known = live.get(saleId)
    if (known) return known
    const kept = ports.ledger.find(saleId)
    if (!kept) throw new Error(`no sale ${saleId} here or in the ledger`)
    return enter(kept, true)
  }

  return {
    open(sale) {
      enter(sale, false)
    },
    find(saleId) {
      return live.get(saleId)?.steps.sale ?? ports.ledger.find(saleId)
    },
    faulted: (saleId) => live.get(saleId)?.loop.activity.is === 'faulted',
    waitsForRoom: (saleId) => live.get(saleId)?.steps.waitsForRoom ?? false,
    refusal: (saleId) => live.get(saleId)?.steps.refusal ?? null,
    busy(saleId) {
      const known = live.get(saleId)
      return known !== undefined && known.loop.activity.is !== 'resting'
    },
    printing: () => printing.isTaken(),
    answerable(saleId) {
      const known = live.get(saleId)
      if (!known || known.loop.activity.is === 'resting') return true
      return known.loop.activity.is === 'driven' && known.steps.sale.state === 'needs-staff'
    },
    act: (saleId, event, payer) => liveSale(saleId).act(event, payer),
    setLanguage: (saleId, language) => liveSale(saleId).steps.setLanguage(language),
    cancelTender: (saleId) => liveSale(saleId).loop.cancelTender(),
    progress: (saleId) => live.get(saleId)?.loop.progress ?? null,
    async settled(saleId) {
      const {
        steps,
        loop: { activity },
      } = liveSale(saleId)
      if (activity.is === 'driven') await activity.loop
      return steps.sale
    },
    recover() {
      const unfinished = ports.ledger.unfinished()
      const inDoubt = ports.ledger.inDoubt()
      for (const sale of unfinished)
        enter(sale, true).resume(inDoubt.has(sale.saleId) ? rowsLost(ports, sale) : { type: 'resumed' })
      return unfinished.length
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close(saleId) {
      live.get(saleId)?.close(() => live.delete(saleId))
    },
    async stop() {
      stopping.abort()
      for (const sale of live.values()) sale.loop.cancelTender()
      await Promise.all(loops.loops)
    },
  }
}
