import { type DeviceProgress, isCash } from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs, orderOf } from '../../../shared/domain/sale/sale-base.ts'
import { nextEffect, type SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import { overOf } from '../../../shared/domain/sale/sale-notes.ts'
import { transition } from '../../../shared/domain/sale/sale-transition.ts'
import {
  isPermanentRefusal,
  type PurchaseRefusal,
  type Sale,
  type SaleEvent,
  type TicketLink,
} from '../../../shared/domain/sale/sale.ts'
import { newSlip } from '../payment/slips.ts'
import { StorageFull } from '../ports/ports.ts'
import type { SalePorts } from './booking-sessions.ts'
import { performEffect } from './effects.ts'

/** `event`: cause of the new state; absent if the sale stopped or waits for disk space. */
type SaleListener = (sale: Sale, event?: SaleEvent) => void

/**
 * Runs one loop per unfinished sale: performs the next effect, applies its event, and records the step before
 * publishing it. A sale accepts commands only while it waits for a person; an answer to a staff question also
 * interrupts a running loop.
 */
export class SaleService {
  readonly #ports: SalePorts
  readonly #live = new Map<string, LiveSale>()
  readonly #listeners = new Set<SaleListener>()
  readonly #stopping = new AbortController()
  readonly #shared: Shared = {
    stopping: this.#stopping.signal,
    loops: new Set(),
    printing: new PrintQueue(),
    publish: (...step) => this.#listeners.forEach((listener) => listener(...step)),
  }

  constructor(ports: SalePorts) {
    this.#ports = ports
  }

  /** Adds a new sale. The ledger does not record the sale until its first seats are chosen. */
  open(sale: Sale): void {
    this.#enter(sale, false)
  }

  find(saleId: string): Sale | null {
    return this.#live.get(saleId)?.sale ?? this.#ports.ledger.find(saleId)
  }

  /** Returns whether a bug or disk failure stopped the sale; the next program start resumes the sale. */
  faulted(saleId: string): boolean {
    return this.#live.get(saleId)?.activity.is === 'faulted'
  }

  /** Returns whether the last step waits for disk space, after which the sale continues automatically. */
  waitsForRoom(saleId: string): boolean {
    return this.#live.get(saleId)?.waitsForRoom ?? false
  }

  /** Returns the final refusal of the purchase; null if the purchase was not refused. */
  refusal(saleId: string): PurchaseRefusal | null {
    return this.#live.get(saleId)?.refusal ?? null
  }

  /** Returns whether the sale is being processed or has failed, so that it accepts no command. */
  busy(saleId: string): boolean {
    return (this.#live.get(saleId)?.activity.is ?? 'resting') !== 'resting'
  }

  printing(): boolean {
    return this.#shared.printing.isTaken()
  }

  /** Returns whether staff may answer the sale's question, even while polling a provider that may never reply. */
  answerable(saleId: string): boolean {
    const live = this.#live.get(saleId)
    if (!live || live.activity.is === 'resting') return true
    return live.activity.is === 'driven' && live.sale.state === 'needs-staff'
  }

  /** Applies an event caused by a person. Throws if the event is impossible. `payer` is not stored. */
  act(saleId: string, event: SaleEvent, payer?: string): Sale {
    return this.#liveSale(saleId).act(event, payer)
  }

  setLanguage(saleId: string, language: string): void {
    const live = this.#liveSale(saleId)
    live.sale = { ...live.sale, language }
  }

  /** Chooses the page on which the tickets are published instead of printed; null chooses paper. */
  choosePage(saleId: string, page: TicketLink | null): Sale {
    const live = this.#liveSale(saleId)
    const { page: _, ...sale } = live.sale
    return (live.sale = { ...sale, ...(page && { page }) })
  }

  /** Requests the running payment to stop; the terminal may still report a charge. */
  cancelTender(saleId: string): void {
    this.#liveSale(saleId).cancelTender()
  }

  /** Returns the payment device's current instruction to the customer; null if there is none. */
  progress(saleId: string): DeviceProgress | null {
    return this.#live.get(saleId)?.progress ?? null
  }

  /** Resolves when the sale waits for a person or is over. */
  async settled(saleId: string): Promise<Sale> {
    const live = this.#liveSale(saleId)
    if (live.activity.is === 'driven') await live.activity.loop
    return live.sale
  }

  /** Resumes every unfinished sale of the ledger. Returns the number of resumed sales. */
  recover(): number {
    const { ledger, ids } = this.#ports
    const unfinished = ledger.unfinished()
    const unconfirmedSales = ledger.unconfirmedSales()
    for (const sale of unfinished) {
      // Notes in excess of the amount are owed as a voucher, even if ledger rows were lost.
      const over = unconfirmedSales.has(sale.saleId) ? overOf(sale, false) : 0
      const slip = over > 0 && { slip: newSlip(ids, over, sale.currency) }
      this.#enter(sale, true).start(
        unconfirmedSales.has(sale.saleId) ? { type: 'rows-lost', ...slip } : { type: 'resumed' },
      )
    }
    return unfinished.length
  }

  subscribe(listener: SaleListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Removes a sale from memory; the ledger retains the sale. */
  close(saleId: string): void {
    this.#live.get(saleId)?.close(() => this.#live.delete(saleId))
  }

  /** Lets running effects end without recording their results; the next start resumes the sales. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const live of this.#live.values()) live.cancelTender()
    await Promise.all(this.#shared.loops)
  }

  #enter(sale: Sale, recorded: boolean): LiveSale {
    const live = new LiveSale(this.#ports, sale, recorded, this.#shared)
    this.#live.set(sale.saleId, live)
    return live
  }

  #liveSale(saleId: string): LiveSale {
    const live = this.#live.get(saleId)
    if (live) return live
    const sale = this.#ports.ledger.find(saleId)
    if (!sale) throw new Error(`no sale ${saleId} here or in the ledger`)
    return this.#enter(sale, true)
  }
}

/** `loops` includes interrupted loops, whose effects may still be running. */
interface Shared {
  readonly stopping: AbortSignal
  readonly loops: Set<Promise<void>>
  readonly printing: PrintQueue
  readonly publish: SaleListener
}

type Activity =
  /** The sale waits for a person, or is over. */
  | { readonly is: 'resting' }
  /** After `interrupted`, the results of the loop's effects are not recorded. */
  | { readonly is: 'driven'; readonly loop: Promise<void>; readonly interrupted: AbortController }
  /** The ledger may be one step ahead of memory, so the sale does not continue until the next start. */
  | { readonly is: 'faulted' }

/** Interval in milliseconds between two attempts to write to a full disk. */
const ROOM_DELAY_MS = 2_000

class LiveSale {
  sale: Sale
  waitsForRoom = false
  refusal: PurchaseRefusal | null = null
  activity: Activity = { is: 'resting' }
  progress: DeviceProgress | null = null
  readonly #ports: SalePorts
  readonly #shared: Shared
  #recorded: boolean
  #tender: AbortController | null = null
  #expiry: AbortController | null = null
  #forget: (() => void) | null = null

  constructor(ports: SalePorts, sale: Sale, recorded: boolean, shared: Shared) {
    this.#ports = ports
    this.sale = sale
    this.#recorded = recorded
    this.#shared = shared
  }

  act(event: SaleEvent, payer?: string): Sale {
    if (this.sale.state === 'needs-staff') this.#interrupt()
    if (this.activity.is !== 'resting') throw new Error(`sale ${this.sale.saleId} takes no "${event.type}" now`)
    try {
      this.#advance(event)
    } catch (error) {
      // The disk was full before the step was recorded, so the command may be repeated later.
      if (!(error instanceof StorageFull)) this.#fault(error)
      this.start(null)
      throw error
    }
    this.start(null, payer)
    return this.sale
  }

  /** Records `first` before the loop runs; `payer` is passed to the driver of the payment. */
  start(first: SaleEvent | null, payer?: string): void {
    const { stopping, loops, printing } = this.#shared
    if (this.activity.is !== 'resting' || stopping.aborted || !(first ?? nextEffect(this.sale))) return
    const interrupted = new AbortController()
    const loop = this.#ports
      .inSale(this.sale.saleId, () => this.#drive(first, payer, AbortSignal.any([stopping, interrupted.signal])))
      .catch((error: unknown) => {
        if (!interrupted.signal.aborted) this.#fault(error)
      })
      .finally(() => {
        loops.delete(loop)
        if (interrupted.signal.aborted) return
        printing.leave(this.sale.saleId)
        if (this.activity.is === 'driven') this.activity = { is: 'resting' }
        this.#forget?.()
      })
    loops.add(loop)
    this.activity = { is: 'driven', loop, interrupted }
  }

  cancelTender(): void {
    this.#tender?.abort()
  }

  /** Calls `forget` as soon as no effect is running. */
  close(forget: () => void): void {
    this.#expiry?.abort()
    this.#forget = forget
    if (this.activity.is !== 'driven') forget()
  }

  async #drive(first: SaleEvent | null, payer: string | undefined, over: AbortSignal): Promise<void> {
    let told = payer
    if (first) await this.#record(first, over)
    for (let effect = nextEffect(this.sale); effect && !over.aborted; effect = nextEffect(this.sale)) {
      if (effect.type === 'start-print') await this.#shared.printing.turn(this.sale.saleId, over)
      if (over.aborted) return
      // A stop that was requested while the payment began also applies to its next step.
      this.#tender = mayStop(effect) ? (this.#tender ?? new AbortController()) : null
      const ended = new AbortController()
      const isOver = AbortSignal.any([over, ended.signal])
      const onProgress = (now: DeviceProgress): void => {
        if (isOver.aborted) return
        this.progress = now
        this.#shared.publish(this.sale)
      }
      const taking = this.#tender ? { signal: this.#tender.signal, payer: told, onProgress } : undefined
      const event = await performEffect(this.#ports, this.sale, effect, over, taking)
      ended.abort()
      this.progress = null
      if (over.aborted) return
      told = undefined
      await this.#record(event, over)
    }
    this.#tender = null
  }

  /** Interrupts the loop, because a staff answer replaces the pending effect. */
  #interrupt(): void {
    if (this.activity.is !== 'driven') return
    this.activity.interrupted.abort()
    this.activity = { is: 'resting' }
  }

  #fault(error: unknown): void {
    const { saleId, state } = this.sale
    this.activity = { is: 'faulted' }
    this.#ports.log.error('sale.stopped', error, { saleId, state })
    this.#shared.publish(this.sale)
  }

  /** Throws without changing anything if the step cannot be recorded. */
  #advance(event: SaleEvent): void {
    const { ledger, clock } = this.#ports
    const before = this.sale
    const now = clock.now()
    const next = transition(before, event, now)
    if (next === before) return
    if (this.#recorded || event.type === 'seats-chosen') {
      ledger.record(this.#recorded ? before : null, next, event, now)
      this.#recorded = true
    }
    this.refusal = refusalAfter(before, this.refusal, event, next)
    this.sale = next
    this.#watchExpiry()
    this.#shared.publish(next, event)
  }

  /** Waits for disk space if the sale has an order, because a terminal reports a charge only once. */
  async #record(event: SaleEvent, ended: AbortSignal): Promise<void> {
    const { clock, log } = this.#ports
    for (let again = false; !ended.aborted; again = true) {
      this.waitsForRoom = false
      try {
        this.#advance(event)
        return
      } catch (error) {
        if (!(error instanceof StorageFull) || !orderOf(this.sale)) throw error
        this.waitsForRoom = true
        if (!again) log.error('sale.waits-for-disk', error, { saleId: this.sale.saleId })
        if (!again) this.#shared.publish(this.sale)
      }
      await clock.sleep(ROOM_DELAY_MS, ended)
    }
  }

  #watchExpiry(): void {
    this.#expiry?.abort()
    this.#expiry = null
    const { sale } = this
    if (sale.state !== 'priced' && sale.state !== 'paying') return
    const { signal } = (this.#expiry = new AbortController())
    const ended = AbortSignal.any([signal, this.#shared.stopping])
    const left = Math.max(0, holdRemainingMs(sale.order.hold, this.#ports.clock.now()))
    void this.#ports.clock
      .sleep(left, ended)
      .then(() => this.#endExpired(ended))
      .catch((error: unknown) => this.#fault(error))
  }

  async #endExpired(ended: AbortSignal): Promise<void> {
    const isOver = (): boolean => ended.aborted || this.activity.is === 'faulted'
    if (isOver()) return
    // A terminal is only requested to stop, because it may already have made the charge.
    if (this.sale.state === 'paying' && !isCash(this.sale.tender.kind)) return this.cancelTender()
    if (this.activity.is === 'driven') await this.activity.loop
    if (isOver()) return
    if (this.sale.state === 'paying') this.start({ type: 'tender-cancelled' })
    if (this.sale.state === 'priced') this.start({ type: 'hold-expired' })
  }
}

/** Retains the refusal while the purchase is repeated. */
function refusalAfter(
  sale: Sale,
  refusal: PurchaseRefusal | null,
  event: SaleEvent,
  next: Sale,
): PurchaseRefusal | null {
  if (next.state !== 'confirming' && next.state !== 'unknown') return null
  return sale.state === 'unknown' && event.type === 'tickets-not-found' && isPermanentRefusal(sale.reply)
    ? sale.reply
    : refusal
}

function mayStop(effect: SaleEffect): boolean {
  if (effect.type === 'follow-tender') return effect.until === 'decided'
  return effect.type === 'begin-tender' || effect.type === 'await-note' || effect.type === 'take-note'
}

/** Reserves the ticket printer for one sale at a time, so that a customer's tickets stay together. */
class PrintQueue {
  /** Waiting sales in order of arrival; the first sale is printing. */
  readonly #sales = new Map<string, PromiseWithResolvers<void>>()

  /** Resolves when the turn of the sale begins, or immediately when `over` aborts; `leave` ends the turn. */
  turn(saleId: string, over: AbortSignal): Promise<void> {
    const turn = this.#sales.get(saleId) ?? Promise.withResolvers<void>()
    if (!this.#sales.has(saleId)) over.addEventListener('abort', () => turn.resolve(), { once: true })
    this.#sales.set(saleId, turn)
    this.#beginFirst()
    return turn.promise
  }

  leave(saleId: string): void {
    this.#sales.delete(saleId)
    this.#beginFirst()
  }

  isTaken(): boolean {
    return this.#sales.size > 0
  }

  #beginFirst(): void {
    this.#sales.values().next().value?.resolve()
  }
}
