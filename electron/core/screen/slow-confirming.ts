import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { Clock } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'

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
