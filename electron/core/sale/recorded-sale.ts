import { isForGood, type PurchaseRefusal, type Sale, type SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { orderOf } from '../../../shared/domain/sale/sale-base.ts'
import { transition } from '../../../shared/domain/sale/sale-transition.ts'
import { type Ports, StorageFull } from '../ports/ports.ts'

/** A sale as it is now. What happens to it is written down before anything else is done. */
export interface RecordedSale {
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
export type SaleListener = (sale: Sale, event?: SaleEvent) => void

/** How often a full disk is tried again. */
const ROOM_DELAY_MS = 2_000

/** A sale is not in the ledger before its first hold is asked for: `begun`. */
export function recordSale(
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
