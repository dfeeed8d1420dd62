import { type DeviceProgress, isCash } from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs, orderOf } from '../../../shared/domain/sale/sale-base.ts'
import { nextEffect, type SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import { overOf } from '../../../shared/domain/sale/sale-notes.ts'
import { transition } from '../../../shared/domain/sale/sale-transition.ts'
import { isForGood, type PurchaseRefusal, type Sale, type SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { newSlip } from '../payment/slips.ts'
import { type Ports, StorageFull } from '../ports/ports.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { performEffect } from './effects.ts'

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

/** A sale that people act on, and time: its holds run out. */
interface LiveSale {
  readonly steps: Pick<RecordedSale, 'sale' | 'waitsForRoom' | 'refusal' | 'setLanguage'>
  readonly loop: Pick<SaleLoop, 'activity' | 'cancelTender' | 'progress'>
  act(event: SaleEvent, payer?: string): Sale
  /** Goes on after a start of the program. */
  resume(event: SaleEvent): void
  /** Calls `forget` as soon as nothing is being done about it. */
  close(forget: () => void): void
}

function createLiveSale(
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

/** A sale as it is now. What happens to it is written down before anything else is done. */
interface RecordedSale {
  readonly sale: Sale
  /** What happened finds no room on the disk. */
  readonly waitsForRoom: boolean
  readonly refusal: PurchaseRefusal | null
  /** Throws, and changes nothing, where it cannot be written down. */
  advance(event: SaleEvent): void
  /**
   * The same, for what an effect did. With money or an order in the sale, it waits for room on a full disk: what a terminal
   * said is said once. Without one nobody has paid, and it throws.
   */
  record(event: SaleEvent, ended: AbortSignal): Promise<void>
  setLanguage(language: string): void
}

/** `event`: what led to the sale as it is now; absent where it stopped, or waits for room. */
type SaleListener = (sale: Sale, event?: SaleEvent) => void

/** How often a full disk is tried again. */
const ROOM_DELAY_MS = 2_000

/** A sale is not in the ledger before its first hold is asked for: `begun`. */
function recordSale(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  begun: { readonly sale: Sale; readonly recorded: boolean },
  told: SaleListener,
): RecordedSale {
  let { sale, recorded } = begun
  let refusal: PurchaseRefusal | null = null
  let waitsForRoom = false

  function advance(event: SaleEvent): void {
    const now = clock.now()
    const next = transition(sale, event, now)
    if (next === sale) return
    if (recorded || event.type === 'seats-chosen') {
      ledger.record(recorded ? sale : null, next, event, now)
      recorded = true
    }
    refusal = refusalAfter(sale, refusal, event, next)
    sale = next
    told(sale, event)
  }

  return {
    get sale() {
      return sale
    },
    get waitsForRoom() {
      return waitsForRoom
    },
    get refusal() {
      return refusal
    },
    advance,
    async record(event, ended) {
      for (let again = false; !ended.aborted; again = true) {
        waitsForRoom = false
        try {
          advance(event)
          return
        } catch (error) {
          if (!(error instanceof StorageFull) || !orderOf(sale)) throw error
          waitsForRoom = true
          if (!again) log.error('sale.waits-for-disk', error, { saleId: sale.saleId })
          if (!again) told(sale)
        }
        await clock.sleep(ROOM_DELAY_MS, ended)
      }
    },
    setLanguage(language) {
      sale = { ...sale, language }
    },
  }
}

/** A refusal stands while its purchase is repeated. */
function refusalAfter(
  sale: Sale,
  refusal: PurchaseRefusal | null,
  event: SaleEvent,
  next: Sale,
): PurchaseRefusal | null {
  if (next.state !== 'confirming' && next.state !== 'unknown') return null
  return sale.state === 'unknown' && event.type === 'tickets-absent' && isForGood(sale.reply) ? sale.reply : refusal
}

/** What is being done about a sale. */
export type Activity =
  /** It waits for a person, or is over. */
  | { readonly is: 'resting' }
  /** The loop carries out its effects; once interrupted, what they say is not recorded. */
  | { readonly is: 'driven'; readonly loop: Promise<void>; readonly interrupted: AbortController }
  /** The ledger may be a step ahead of what is known here, so nothing more is done; the next start knows. */
  | { readonly is: 'faulted' }

interface SaleLoop {
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
interface Loops {
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
function createSaleLoop(
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

/** Which sale has the ticket printer: the papers of one customer come out together. */
interface PrintQueue {
  /** Resolves once it is this sale's turn, which lasts until it leaves; at once where nobody waits for it any more. */
  turn(saleId: string, over: AbortSignal): Promise<void>
  /** Its papers are out, or a person has to look first: the next sale prints. */
  leave(saleId: string): void
  /** Whether a sale has the printer. */
  isTaken(): boolean
}

function createPrintQueue(): PrintQueue {
  /** In the order in which they came; the first one prints. */
  const sales = new Map<string, PromiseWithResolvers<void>>()
  const beginFirst = (): void => sales.values().next().value?.resolve()

  return {
    turn(saleId, over) {
      const turn = sales.get(saleId) ?? Promise.withResolvers<void>()
      if (!sales.has(saleId)) over.addEventListener('abort', () => turn.resolve(), { once: true })
      sales.set(saleId, turn)
      beginFirst()
      return turn.promise
    },
    leave(saleId) {
      sales.delete(saleId)
      beginFirst()
    },
    isTaken: () => sales.size > 0,
  }
}
