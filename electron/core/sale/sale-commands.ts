import { err, ok } from '../../../shared/domain/result.ts'
import type { SaleState } from '../../../shared/domain/sale/sale.ts'
import type { KioskInfo } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access/access.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { SalesBehind } from '../visit/sales-behind.ts'
import type { ReadBack } from './read-back.ts'
import type { SaleService } from './sale-service.ts'

type SaleCommand = 'retryPrint' | 'abandonSale' | 'noteCustomer' | 'leaveSale' | 'setLanguage' | 'readTicket'

/** States in which the screen may let go of a sale. */
const mayBeLeft: ReadonlySet<SaleState | undefined> = new Set([
  'abandoned',
  'done',
  'print-unknown',
  'refund-due',
  'refunded',
  'needs-staff',
])

/** Those in which it goes on by itself with all that was to be paid, and a desk may serve the next customer. */
const goesOn: ReadonlySet<SaleState | undefined> = new Set(['paid', 'confirming', 'unknown', 'confirmed', 'printing'])

/** What a customer, or the cashier for them, does with the sale on the screen beside choosing and paying. */
export function saleCommands(
  sales: SaleService,
  screen: SaleScreen,
  readBack: ReadBack | null,
  behind: Pick<SalesBehind, 'has'>,
  role: KioskInfo['role'],
  displayChanged: () => void,
): Pick<Commands, SaleCommand> {
  const { waiting, act } = screen
  return {
    async retryPrint({ saleId }) {
      const sale = waiting(saleId, 'print-unknown')
      return sale.ok ? ok(act(saleId, { type: 'print-retried' })) : sale
    },

    async abandonSale({ saleId, reason }) {
      const sale = waiting(saleId, 'choosing', 'priced')
      if (!sale.ok) return sale
      // What was taken is to be given back: the sale stays on the screen for that.
      if ('parts' in sale.value && sale.value.parts) act(saleId, { type: 'abandoned', reason })
      else screen.vacate(reason)
      return ok(null)
    },

    async noteCustomer({ saleId, customer }, { staffId }) {
      const sale = waiting(saleId, 'priced')
      return sale.ok ? ok(act(saleId, { type: 'customer-noted', customer, staffId })) : sale
    },

    async leaveSale({ saleId }) {
      if (screen.shown?.saleId !== saleId) return err({ type: 'unknown-sale' })
      const state = sales.find(saleId)?.state
      const left = mayBeLeft.has(state) || (role === 'cashier' && goesOn.has(state))
      if (!left && !sales.faulted(saleId) && !sales.refusal(saleId))
        return err({ type: 'wrong-stage', stage: state ?? 'gone' })
      screen.clear()
      if (!behind.has(saleId)) sales.close(saleId)
      displayChanged()
      return ok(null)
    },

    async setLanguage({ saleId, language }) {
      if (screen.shown?.saleId !== saleId) return err({ type: 'unknown-sale' })
      sales.setLanguage(saleId, language)
      displayChanged()
      return ok(null)
    },

    async readTicket({ code }) {
      return ok(readBack?.scanned(code) ?? 'nothing-wanted')
    },
  }
}
