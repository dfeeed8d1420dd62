import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { nextEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Sale, SaleEvent, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { SaleFailure } from '../../../shared/api/kiosk/failures.ts'
import type { SaleView } from '../../../shared/api/kiosk/views.ts'
import type { Clock } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { PaymentBlock } from '../sale/sale-view.ts'
import type { ShownSale, Visit } from '../visit/visits.ts'

export abstract class SaleScreen {
  #shown: ShownSale | null = null
  /** Reason why a payment could not start; reset by the next step of the sale. */
  #blocked: PaymentBlock | null = null
  readonly #sales: SaleService

  constructor(sales: SaleService) {
    this.#sales = sales
  }

  protected abstract viewWith(sale: Sale, blocked: PaymentBlock | null): SaleView
  /** Sends the sale to the screens. */
  protected abstract tell(sale: SaleView): void
  /** Called when the sale on the screen is replaced or removed. */
  protected abstract moved(): void

  get shown(): ShownSale | null {
    return this.#shown
  }

  sale(): Sale | null {
    return this.#shown && this.#sales.find(this.#shown.saleId)
  }

  readonly view = (sale: Sale): SaleView => this.viewWith(sale, this.#blocked)

  readonly find = (saleId: string): Sale | null => (this.#shown?.saleId === saleId ? this.#sales.find(saleId) : null)

  readonly visitOf = (saleId: string): Visit | null => (this.#shown?.saleId === saleId ? this.#shown.visit : null)

  /** Returns the sale if it is on the screen, waits for a person and is in one of these states. */
  readonly waiting = <S extends Sale['state']>(
    saleId: string,
    ...states: readonly S[]
  ): Result<Extract<Sale, { state: S }>, SaleFailure> => {
    const sale = this.find(saleId)
    if (!sale) return err({ type: 'unknown-sale' })
    const fits = states.some((state) => state === sale.state) && !this.#sales.busy(saleId) && nextEffect(sale) === null
    return fits ? ok(sale as Extract<Sale, { state: S }>) : err({ type: 'invalid-state', stage: sale.state })
  }

  readonly act = (saleId: string, event: SaleEvent, payer?: string): SaleView => {
    this.#blocked = null
    return this.view(this.#sales.act(saleId, event, payer))
  }

  readonly block = (sale: Sale, reason: PaymentBlock): SaleView => {
    this.#blocked = reason
    const refused = this.view(sale)
    this.tell(refused)
    return refused
  }

  protected unblock(): void {
    this.#blocked = null
  }

  show(sale: ShownSale): void {
    this.#shown = sale
    this.moved()
  }

  /** Removes the sale from the screen without changing it. */
  clear(): void {
    this.#shown = null
    this.moved()
  }

  /** Abandons the sale of a customer who left. Returns false while the sale is busy or being paid. */
  vacate(reason: 'cancelled' | 'idle'): boolean {
    if (!this.#shown) return true
    const { saleId } = this.#shown
    const sale = this.#sales.find(saleId)
    if (sale && (this.#sales.busy(saleId) || sale.state === 'paying')) return false
    if (sale?.state === 'choosing' || sale?.state === 'priced') this.#sales.act(saleId, { type: 'abandoned', reason })
    this.#shown = null
    this.#sales.close(saleId)
    this.moved()
    return true
  }
}

/** Time in milliseconds after which a confirmation counts as slow. */
const SLOW_AFTER_MS = 8_000

const unconfirmed: ReadonlySet<SaleState> = new Set(['paid', 'confirming', 'unknown'])

/** Calls `tell` once for each sale whose confirmation takes too long. */
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
