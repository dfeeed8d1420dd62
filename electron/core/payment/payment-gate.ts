import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { Priced } from '../../../shared/domain/sale/sale.ts'
import type { PartnerFailure, SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { TenderDriver } from '../ports/tender-driver.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { PaymentBlock } from '../sale/sale-view.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { PrinterWatch } from '../watch/printer-watch.ts'
import type { SalesBehind } from '../visit/sales-behind.ts'
import { timeFor } from './tender-effects.ts'

/** A kiosk takes no more payments over providers while so many are asked about that their customers left. */
const MOST_OPEN = 20

export interface GateStanding {
  readonly breaker: PurchaseBreaker
  readonly printer: PrinterWatch
  /** While tickets come out, the printer is at work and is not asked how it is. */
  readonly sales: Pick<SaleService, 'printing'>
  readonly behind: Pick<SalesBehind, 'openPayments'>
}

/** The sale that a payment may begin for now, or why it may not; `blocked` is shown with the sale. */
export type Gate = (
  saleId: string,
  driver: TenderDriver | undefined,
  /** The holds have to last so long at least, whatever takes the money. */
  leastMs?: number,
) => Promise<
  Result<
    Priced,
    SaleFailure | PartnerFailure | { readonly type: 'blocked'; readonly sale: Priced; readonly by: PaymentBlock }
  >
>

/** Everything that has to be in order before money is taken, whatever it is taken by. */
export function paymentGate(
  ports: WatchedPorts,
  { waiting }: Pick<SaleScreen, 'waiting'>,
  { tenderBudgetMs, role }: { readonly tenderBudgetMs: number; readonly role?: 'kiosk' | 'cashier' | undefined },
  { breaker, printer, sales, behind }: GateStanding,
): Gate {
  return async (saleId, driver, leastMs = 0) => {
    // One that prints is asked only where what is known of it would refuse the money: it may go again since.
    if (!sales.printing() || printer.known().state === 'not-ready') await printer.look()
    const sale = waiting(saleId, 'priced')
    if (!sale.ok) return sale
    const blocked = (by: PaymentBlock) => err({ type: 'blocked', sale: sale.value, by } as const)
    // Money for seats that cannot be confirmed now would have to be given back.
    if (breaker.standing()) return err({ type: 'purchases-refused' })
    if (!ports.partner.isUp()) return err({ type: 'partner-unreachable' })
    const { state, reason } = printer.known()
    if (state === 'not-ready') return blocked({ type: 'printer-not-ready', reason })
    if (driver && driver.traits.findBy !== 'people' && role !== 'cashier' && behind.openPayments() >= MOST_OPEN)
      return blocked({ type: 'too-many-open' })
    const left = holdRemainingMs(sale.value.order.hold, ports.clock.now())
    // No tender needs time for an order that costs nothing.
    const neededMs = sale.value.order.amount === 0 ? 0 : Math.max(leastMs, timeFor(driver, tenderBudgetMs))
    if (left < neededMs) return blocked({ type: 'too-little-time' })
    return ok(sale.value)
  }
}
