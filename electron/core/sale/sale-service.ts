import { isDriven } from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-clock.ts'
import { nextEffect } from '../../../shared/domain/sale/sale-effects.ts'
import { transition } from '../../../shared/domain/sale/sale-transition.ts'
import { isForGood, type PurchaseRefusal } from '../../../shared/domain/sale/purchase-refusal.ts'
import type { Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { StorageFull } from '../ports/ports.ts'
import { performEffect } from './sale-effects-runner.ts'

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
  /** Resolves when the sale waits for a person or is over. */
  settled(saleId: string): Promise<Sale>
  /** Every unfinished sale of the ledger goes on; returns how many there were. */
  recover(): number
  /** `event`: what led to the sale as it is now; absent where it stopped, or waits for room. */
  subscribe(listener: SaleListener): () => void
  /** Forgets a sale that is over or that only the ledger needs to remember. */
  close(saleId: string): void
  /** Lets running effects end without recording them; the next start resumes. */
  stop(): Promise<void>
}

type SaleListener = (sale: Sale, event?: SaleEvent) => void

interface Entry {
  sale: Sale
  recorded: boolean
  loop: Promise<void> | null
  /** Ends the loop: what its effect says after that is not recorded. */
  interrupted: AbortController
  /** Aborts the tender being taken. */
  tender: AbortController | null
  payer: string | undefined
  /** Aborts the wait for the holds' expiry. */
  expiry: AbortController | null
  /** A sale nobody looks at any more is dropped once its loop has ended. */
  closing: boolean
  faulted: boolean
  waitsForRoom: boolean
  refusal: PurchaseRefusal | null
}

/** How often a full disk is tried again. */
const ROOM_DELAY_MS = 2_000

/** A refusal stands while its purchase is repeated. */
function refusalAfter(
  { sale, refusal }: Pick<Entry, 'sale' | 'refusal'>,
  event: SaleEvent,
  next: Sale,
): PurchaseRefusal | null {
  if (next.state !== 'confirming' && next.state !== 'unknown') return null
  return sale.state === 'unknown' && event.type === 'tickets-absent' && isForGood(sale.reply) ? sale.reply : refusal
}

export function createSaleService(ports: WatchedPorts): SaleService {
  const entries = new Map<string, Entry>()
  /** Those of interrupted sales too: their effects may still be under way. */
  const loops = new Set<Promise<void>>()
  const listeners = new Set<SaleListener>()
  const stopping = new AbortController()

  function enter(sale: Sale, recorded: boolean): Entry {
    const idle = { loop: null, tender: null, payer: undefined, expiry: null, closing: false }
    const interrupted = new AbortController()
    const entry: Entry = { sale, recorded, interrupted, ...idle, faulted: false, waitsForRoom: false, refusal: null }
    entries.set(sale.saleId, entry)
    return entry
  }

  function entryOf(saleId: string): Entry {
    const entry = entries.get(saleId)
    if (entry) return entry
    const kept = ports.ledger.find(saleId)
    if (!kept) throw new Error(`no sale ${saleId} here or in the ledger`)
    return enter(kept, true)
  }

  function advance(entry: Entry, event: SaleEvent): void {
    const now = ports.clock.now()
    const next = transition(entry.sale, event, now)
    if (next === entry.sale) return
    if (entry.recorded || event.type === 'seats-chosen') {
      ports.ledger.record(entry.recorded ? entry.sale : null, next, event, now)
      entry.recorded = true
    }
    entry.refusal = refusalAfter(entry, event, next)
    entry.sale = next
    watchExpiry(entry)
    publish(next, event)
  }

  /**
   * What happened is written down before anything else is done. With money or an order in it, it waits for room on a full
   * disk: what a terminal said is said once. Without one nobody has paid, and the sale stops where it was.
   */
  async function record(entry: Entry, event: SaleEvent, ended: AbortSignal): Promise<void> {
    for (let told = false; !ended.aborted; told = true) {
      entry.waitsForRoom = false
      try {
        advance(entry, event)
        return
      } catch (error) {
        if (!(error instanceof StorageFull) || !('order' in entry.sale)) throw error
        entry.waitsForRoom = true
        if (!told) ports.log.error(`sale ${entry.sale.saleId} waits for room on the disk`, error)
        if (!told) publish(entry.sale)
      }
      await ports.clock.sleep(ROOM_DELAY_MS, ended)
    }
  }

  /** The ledger may be a step ahead of this now, so nothing more is done here; the next start knows. */
  function fault(entry: Entry, error: unknown): void {
    entry.faulted = true
    ports.log.error(`sale ${entry.sale.saleId} stopped while "${entry.sale.state}"`, error)
    publish(entry.sale)
  }

  function publish(sale: Sale, event?: SaleEvent): void {
    for (const listener of listeners) listener(sale, event)
  }

  /** `first`: what happened meanwhile, before the loop goes on. */
  function start(entry: Entry, first: SaleEvent | null = null): void {
    if (entry.loop || entry.faulted || stopping.signal.aborted || !(first ?? nextEffect(entry.sale))) return
    const { signal } = (entry.interrupted = new AbortController())
    const loop = drive(entry, first, AbortSignal.any([stopping.signal, signal]))
      .catch((error: unknown) => {
        if (!signal.aborted) fault(entry, error)
      })
      .finally(() => {
        loops.delete(loop)
        if (entry.loop !== loop) return
        entry.loop = null
        if (entry.closing) entries.delete(entry.sale.saleId)
      })
    loops.add(loop)
    entry.loop = loop
  }

  /** A person answers in place of what the program is waiting for. */
  function interrupt(entry: Entry): void {
    entry.interrupted.abort()
    entry.loop = null
  }

  async function drive(entry: Entry, first: SaleEvent | null, ended: AbortSignal): Promise<void> {
    if (first) await record(entry, first, ended)
    for (let effect = nextEffect(entry.sale); effect && !ended.aborted; effect = nextEffect(entry.sale)) {
      entry.tender = effect.type === 'take-tender' ? new AbortController() : null
      const taking = entry.tender ? { signal: entry.tender.signal, payer: entry.payer } : undefined
      const event = await performEffect(ports, entry.sale, effect, ended, taking)
      if (ended.aborted) return
      entry.tender = null
      entry.payer = undefined
      await record(entry, event, ended)
    }
  }

  /**
   * While the customer reviews, or pays, the holds may run out: the sale then says so by itself. A terminal is only
   * asked to stop, for it may have charged already.
   */
  function watchExpiry(entry: Entry): void {
    entry.expiry?.abort()
    entry.expiry = null
    const { sale } = entry
    if (sale.state !== 'priced' && sale.state !== 'paying') return
    const expiry = new AbortController()
    entry.expiry = expiry
    const left = Math.max(0, holdRemainingMs(sale.order.hold, ports.clock.now()))
    void ports.clock
      .sleep(left, AbortSignal.any([expiry.signal, stopping.signal]))
      .then(async () => {
        const over = (): boolean => expiry.signal.aborted || stopping.signal.aborted || entry.faulted
        if (over()) return
        if (entry.sale.state === 'paying' && isDriven(entry.sale.tender.kind)) return entry.tender?.abort()
        await entry.loop
        if (over()) return
        if (entry.sale.state === 'paying') start(entry, { type: 'tender-cancelled' })
        if (entry.sale.state === 'priced') start(entry, { type: 'hold-expired' })
      })
      .catch((error: unknown) => fault(entry, error))
  }

  return {
    open(sale) {
      enter(sale, false)
    },
    find(saleId) {
      return entries.get(saleId)?.sale ?? ports.ledger.find(saleId)
    },
    faulted: (saleId) => entries.get(saleId)?.faulted ?? false,
    waitsForRoom: (saleId) => entries.get(saleId)?.waitsForRoom ?? false,
    refusal: (saleId) => entries.get(saleId)?.refusal ?? null,
    busy(saleId) {
      const entry = entries.get(saleId)
      return entry !== undefined && (entry.loop !== null || entry.faulted)
    },
    answerable(saleId) {
      const entry = entries.get(saleId)
      return !entry || (!entry.faulted && (!entry.loop || entry.sale.state === 'needs-staff'))
    },
    act(saleId, event, payer) {
      const entry = entryOf(saleId)
      if (entry.sale.state === 'needs-staff') interrupt(entry)
      if (entry.loop || entry.faulted) throw new Error(`sale ${saleId} takes no "${event.type}" now`)
      entry.payer = payer
      try {
        advance(entry, event)
      } catch (error) {
        // Refused for want of room before anything was begun: it may be tried again later.
        if (!(error instanceof StorageFull)) fault(entry, error)
        start(entry)
        throw error
      }
      start(entry)
      return entry.sale
    },
    setLanguage(saleId, language) {
      const entry = entryOf(saleId)
      entry.sale = { ...entry.sale, language }
    },
    cancelTender(saleId) {
      entryOf(saleId).tender?.abort()
    },
    async settled(saleId) {
      const entry = entryOf(saleId)
      await entry.loop
      return entry.sale
    },
    recover() {
      const unfinished = ports.ledger.unfinished()
      const inDoubt = ports.ledger.inDoubt()
      for (const sale of unfinished) {
        const entry = enter(sale, true)
        start(entry, { type: inDoubt.has(sale.saleId) ? 'rows-lost' : 'resumed' })
      }
      return unfinished.length
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close(saleId) {
      const entry = entries.get(saleId)
      if (!entry) return
      entry.expiry?.abort()
      entry.closing = true
      if (!entry.loop) entries.delete(saleId)
    },
    async stop() {
      stopping.abort()
      for (const { tender } of entries.values()) tender?.abort()
      await Promise.all(loops)
    },
  }
}
