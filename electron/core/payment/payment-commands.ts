import { dueFor, isDriven, sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/payment-reference.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-clock.ts'
import type { KioskInfo, TenderKind } from '../../../shared/kiosk-api/views.ts'
import { type Commands, identifyCashier } from '../access/access.ts'
import type { SignIns } from '../access/sign-ins.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { PrinterWatch } from '../watch/printer-watch.ts'
import type { SalesBehind } from '../visit/sales-behind.ts'
import { atProvider, timeFor } from './tender-effects.ts'
import { openDrawer } from './open-drawer.ts'

export interface PaymentSettings extends Pick<KioskInfo, 'role'> {
  readonly tenders: readonly TenderKind[]
  /** Payment starts only if the holds outlast this (sale safety, "priced"). */
  readonly tenderBudgetMs: number
}

/** A kiosk takes no more payments over providers while so many are asked about that their customers left. */
const MOST_OPEN = 20

interface Standing {
  readonly breaker: PurchaseBreaker
  readonly printer: PrinterWatch
  readonly signIns: SignIns
  /** While tickets come out, the printer is at work and is not asked how it is. */
  readonly sales: Pick<SaleService, 'printing'>
  readonly behind: Pick<SalesBehind, 'openPayments'>
}

/** How a payment begins, and how cash is taken. `attended`: tenders that wait for a person's word. */
export function paymentCommands(
  ports: WatchedPorts,
  { waiting, act, block }: SaleScreen,
  { tenders, tenderBudgetMs, role }: PaymentSettings,
  attended: readonly TenderKind[],
  { breaker, printer, signIns, sales, behind }: Standing,
): Pick<Commands, 'pay' | 'checkPin' | 'confirmCash'> {
  return {
    async pay({ saleId, tender, amount, payer, by }) {
      const split = amount !== undefined
      if (!tenders.includes(tender) || (split && role !== 'cashier')) return err({ type: 'tender-not-offered' })
      const driver = ports.tenders[tender]
      if (driver?.traits.payer === 'phone' && payer === undefined) return err({ type: 'payer-needed' })
      // Who takes cash says so when it is counted.
      const named = role === 'cashier' && isDriven(tender)
      const cashier = named ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      // One that prints is asked only where what is known of it would refuse the money: it may go again since.
      if (!sales.printing() || printer.known().state === 'not-ready') await printer.look()
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      const { order, parts = [] } = sale.value
      const due = order.amount - sumOf(parts)
      if (split && amount > due) return err({ type: 'too-much', due })
      // Money for seats that cannot be confirmed now would have to be given back.
      if (breaker.standing()) return err({ type: 'purchases-refused' })
      if (!ports.partner.isUp()) return err({ type: 'partner-unreachable' })
      const { state, reason } = printer.known()
      if (state === 'not-ready') return ok(block(sale.value, { type: 'printer-not-ready', reason }))
      if (driver && driver.traits.findBy !== 'people' && role !== 'cashier' && behind.openPayments() >= MOST_OPEN)
        return ok(block(sale.value, { type: 'too-many-open' }))
      const left = holdRemainingMs(order.hold, ports.clock.now())
      if (left < timeFor(driver, tenderBudgetMs)) return ok(block(sale.value, { type: 'too-little-time' }))
      const provider = driver && atProvider(driver, paymentReference(order, sale.value.tenderAttempts + 1), ports.ids)
      const begun = { ...(split && { amount }), ...(cashier && { staffId: cashier.value.staffId }) }
      const waits = attended.includes(tender) ? ({ attended: true } as const) : {}
      return ok(
        act(saleId, { type: 'tender-started', kind: tender, ...begun, ...waits, ...(provider && { provider }) }, payer),
      )
    },

    async checkPin() {
      return ok(null)
    },

    async confirmCash({ saleId, received }, { staffId }) {
      const sale = waiting(saleId, 'paying')
      if (!sale.ok) return sale
      const due = dueFor(sale.value.tender, sale.value.currency)
      if (received < due) return err({ type: 'too-little', due })
      void openDrawer(ports)
      return ok(act(saleId, { type: 'tender-approved', received, change: received - due, approval: staffId, staffId }))
    },
  }
}
