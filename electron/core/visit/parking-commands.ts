import { err, ok } from '../../../shared/domain/result.ts'
import type { StaffCommands } from '../access/access.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { ParkedSales } from './parked-sales.ts'
import type { SalesBehind } from './sales-behind.ts'
import { visitView } from './visits.ts'

/** How a cashier puts a sale aside for another customer, and takes it up again, or one that went on behind. */
export function parkingCommands(
  screen: SaleScreen,
  sales: Pick<SaleService, 'find'>,
  parked: ParkedSales,
  behind: Pick<SalesBehind, 'has'>,
): Pick<StaffCommands, 'parkSale' | 'recallSale'> {
  return {
    async parkSale({ saleId }, { staffId }) {
      const sale = screen.waiting(saleId, 'priced')
      if (!sale.ok || !screen.shown) return sale.ok ? err({ type: 'unknown-sale' }) : sale
      const put = parked.park(screen.shown, staffId)
      if (put.ok) screen.clear()
      return put
    },

    async recallSale({ saleId }, { staffId }) {
      const gone = behind.has(saleId) ? sales.find(saleId) : null
      const wanted = gone ? ok({ visit: null }) : parked.find(saleId)
      if (!wanted.ok) return wanted
      const { shown } = screen
      // Neither customer loses seats over it.
      const instead = shown && screen.waiting(shown.saleId, 'priced').ok ? shown : null
      if (!instead && !screen.vacate('cancelled')) return err({ type: 'sale-in-progress' })
      const { visit } = wanted.value
      screen.show({ saleId, visit, recalled: true })
      const sale = gone ?? parked.recall(saleId, staffId)
      if (instead) parked.exchange(instead, staffId)
      return ok({ sale: screen.view(sale), visit: visit && visitView(visit) })
    },
  }
}
