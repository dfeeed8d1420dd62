import { notInCash } from '../../../shared/domain/money/cash.ts'
import {
  dueFor,
  isCash,
  isDriven,
  isFree,
  isNotes,
  sumOf,
  type TenderKind,
} from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { KioskInfo } from '../../../shared/kiosk-api/views.ts'
import { type Commands, identifyCashier } from '../access/access.ts'
import type { SignIns } from '../access/sign-ins.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { Gate } from './payment-gate.ts'
import { atProvider, TIME_FOR_NOTES_MS } from './tender-effects.ts'
import { openDrawer } from './open-drawer.ts'

export interface PaymentSettings extends Pick<KioskInfo, 'role'> {
  readonly tenders: readonly TenderKind[]
  /** Payment starts only if the holds outlast this (sale safety, "priced"). */
  readonly tenderBudgetMs: number
}

/** How a payment begins, and how cash is taken. `attended`: tenders that wait for a person's word. */
export function paymentCommands(
  ports: WatchedPorts,
  { waiting, act, block }: SaleScreen,
  { tenders, role }: PaymentSettings,
  attended: readonly TenderKind[],
  { signIns, gate }: { readonly signIns: SignIns; readonly gate: Gate },
): Pick<Commands, 'pay' | 'checkPin' | 'confirmCash'> {
  /** No payment is due. At a desk a cashier issues the tickets; at a kiosk the customer does. */
  async function acceptFree(saleId: string, by: CommandInput<'pay'>['by']): ReturnType<Commands['pay']> {
    const cashier = role === 'cashier' ? await identifyCashier(signIns, by) : null
    if (cashier?.ok === false) return cashier
    const sale = await gate(saleId, undefined)
    if (!sale.ok) return sale.error.type === 'blocked' ? ok(block(sale.error.sale, sale.error.by)) : err(sale.error)
    const still = waiting(saleId, 'priced')
    if (!still.ok) return still
    return ok(act(saleId, { type: 'free-order-accepted', ...(cashier && { staffId: cashier.value.staffId }) }))
  }

  return {
    async pay({ saleId, tender, amount, payer, by }) {
      const split = amount !== undefined
      const asked = waiting(saleId, 'priced')
      if (!asked.ok) return asked
      if (isFree(tender) !== (asked.value.order.amount === 0)) return err({ type: 'tender-not-offered' })
      if (isFree(tender)) return acceptFree(saleId, by)
      if (!tenders.includes(tender) || (split && role !== 'cashier')) return err({ type: 'tender-not-offered' })
      const driver = ports.tenders[tender]
      if (driver?.traits.payer === 'phone' && payer === undefined) return err({ type: 'payer-needed' })
      // Who takes cash says so when it is counted.
      const named = role === 'cashier' && isDriven(tender)
      const cashier = named ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      const sale = await gate(saleId, driver, isNotes(tender) ? TIME_FOR_NOTES_MS : 0)
      if (!sale.ok) return sale.error.type === 'blocked' ? ok(block(sale.error.sale, sale.error.by)) : err(sale.error)
      // The printer answers two taps in one instant: the gate lets both through, and the first one begins.
      const still = waiting(saleId, 'priced')
      if (!still.ok) return still
      const { order, currency, parts = [], tenderAttempts } = still.value
      const due = order.amount - sumOf(parts)
      if (split && amount > due) return err({ type: 'too-much', due })
      const fault = split && amount < due && isCash(tender) ? notInCash(amount, currency) : null
      if (fault) return err(fault)
      const provider = driver && atProvider(driver, paymentReference(order, tenderAttempts + 1), ports.ids)
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
      const { tender, currency } = sale.value
      const due = dueFor(tender, currency)
      if (received < due) return err({ type: 'too-little', due })
      const fault = notInCash(received, currency)
      if (fault) return err(fault)
      const change = received - due
      const taken = act(saleId, { type: 'tender-approved', received, change, approval: staffId, staffId })
      void openDrawer(ports)
      return ok(taken)
    },
  }
}
