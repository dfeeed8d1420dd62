import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { nextEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Sale, SaleEvent, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Clock } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { PaymentBlock } from '../sale/sale-view.ts'
import type { ShownSale, Visit } from '../visit/visits.ts'

/** The sale on this machine's screen: one customer at a time. */
export interface SaleScreen {
  /** Null: nobody is served. */
  readonly shown: ShownSale | null
  sale(): Sale | null
  readonly view: (sale: Sale) => SaleView
  /** The sale that a command names, if it is on the screen. */
  readonly find: (saleId: string) => Sale | null
  readonly visitOf: (saleId: string) => Visit | null
  /** The same, if it waits for a person and is in one of the states that the command belongs to. */
  readonly waiting: <S extends Sale['state']>(
    saleId: string,
    ...states: readonly S[]
  ) => Result<Extract<Sale, { state: S }>, SaleFailure>
  readonly act: (saleId: string, event: SaleEvent, payer?: string) => SaleView
  /** Says why a payment cannot start now; stands until the sale's next step. */
  readonly block: (sale: Sale, reason: PaymentBlock) => SaleView
  /** Told of every step of the sale on the screen. */
  stepped(): void
  show(sale: ShownSale): void
  /** The sale goes from the screen as it is. */
  clear(): void
  /** A customer who walked away before paying leaves nothing behind; false: there is money in the sale, and it stays. */
  vacate(reason: 'cancelled' | 'idle'): boolean
}

/** `changed` tells the screens; `moved` is called when another sale is on this one, or none. */
export function createSaleScreen(
  sales: SaleService,
  view: (sale: Sale, blocked: PaymentBlock | null) => SaleView,
  changed: (sale: SaleView) => void,
  moved: () => void,
): SaleScreen {
  let shown: ShownSale | null = null
  let blocked: PaymentBlock | null = null

  const find = (saleId: string): Sale | null => (shown?.saleId === saleId ? sales.find(saleId) : null)

  return {
    get shown() {
      return shown
    },
    sale: () => shown && sales.find(shown.saleId),
    view: (sale) => view(sale, blocked),
    find,
    visitOf: (saleId) => (shown?.saleId === saleId ? shown.visit : null),
    waiting<S extends Sale['state']>(saleId: string, ...states: readonly S[]) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      const fits = states.some((state) => state === sale.state) && !sales.busy(saleId) && nextEffect(sale) === null
      return fits ? ok(sale as Extract<Sale, { state: S }>) : err({ type: 'wrong-stage', stage: sale.state })
    },
    act(saleId, event, payer) {
      blocked = null
      return view(sales.act(saleId, event, payer), blocked)
    },
    block(sale, reason) {
      blocked = reason
      const refused = view(sale, blocked)
      changed(refused)
      return refused
    },
    stepped() {
      blocked = null
    },
    show(sale) {
      shown = sale
      moved()
    },
    clear() {
      shown = null
      moved()
    },
    vacate(reason) {
      if (!shown) return true
      const { saleId } = shown
      const sale = sales.find(saleId)
      if (sale && (sales.busy(saleId) || sale.state === 'paying')) return false
      if (sale?.state === 'choosing' || sale?.state === 'priced') sales.act(saleId, { type: 'abandoned', reason })
      shown = null
      sales.close(saleId)
      moved()
      return true
    },
  }
}

/** A service that is well confirms long before. */
const SLOW_AFTER_MS = 8_000

const unconfirmed: ReadonlySet<SaleState> = new Set(['paid', 'confirming', 'unknown'])

/** Whether a sale that is paid has waited too long for its confirmation; `tell` hears of each once. */
export function watchConfirming(
  clock: Pick<Clock, 'sleep'>,
  sales: Pick<SaleService, 'subscribe'>,
  stopping: AbortSignal,
  tell: (sale: Sale) => void,
): (saleId: string) => boolean {
  const waiting = new Map<string, Sale>()
  const slow = new Set<string>()

  sales.subscribe((sale) => {
    const { saleId, state } = sale
    if (unconfirmed.has(state)) {
      if (state === 'paid') void wait(saleId)
      waiting.set(saleId, sale)
    } else {
      waiting.delete(saleId)
      slow.delete(saleId)
    }
  })

  async function wait(saleId: string): Promise<void> {
    await clock.sleep(SLOW_AFTER_MS, stopping)
    const sale = waiting.get(saleId)
    if (stopping.aborted || !sale) return
    slow.add(saleId)
    tell(sale)
  }

  return (saleId) => slow.has(saleId)
}
