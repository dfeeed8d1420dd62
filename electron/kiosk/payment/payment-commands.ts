import { notInCash } from '../../../shared/domain/money/cash.ts'
import {
  dueFor,
  isAccount,
  isCash,
  isDocument,
  isDriven,
  isFree,
  isNotes,
  sumOf,
  type TenderKind,
  customerTenders,
} from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { Paying, Sale } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/api/kiosk/contract.ts'
import type { ApprovalKnown, PartnerFailure, SaleFailure } from '../../../shared/api/kiosk/failures.ts'
import type { KioskInfo, SaleView, WayToPay } from '../../../shared/api/kiosk/views.ts'
import { type Commands, identifyCashier, type SignIns } from '../access.ts'
import type { TenderDriver, TenderOutcome } from '../ports/devices.ts'
import type { Ports } from '../ports/ports.ts'
import type { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { settleStaffCase } from '../sale/staff-cases.ts'
import type { PaymentBlock } from '../sale/sale-view.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { BackgroundSales } from '../visit/parking-commands.ts'
import type { PrinterWatch } from '../monitors/device-watch.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import { atProvider, openDrawer, TIME_FOR_NOTES_MS, timeFor } from './tender.ts'

export interface PaymentSettings extends Pick<KioskInfo, 'role'> {
  readonly tenders: readonly TenderKind[]
  /** Minimum remaining time of the seat holds, in milliseconds, to start a payment. */
  readonly tenderBudgetMs: number
}

/** `attended`: tenders whose result staff enter. */
export function paymentCommands(
  ports: WatchedPorts,
  { waiting, act }: SaleScreen,
  { tenders, role }: PaymentSettings,
  attended: readonly TenderKind[],
  { signIns, gate }: { readonly signIns: SignIns; readonly gate: Gate },
) {
  async function acceptFree(saleId: string, by: CommandInput<'pay'>['by']): ReturnType<Commands['pay']> {
    const cashier = role === 'cashier' ? await identifyCashier(signIns, by) : null
    if (cashier?.ok === false) return cashier
    const refused = await gate(saleId, undefined)
    if (refused) return refused
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
      // A sale on account needs a supervisor: see `payOnAccount`.
      if (!tenders.includes(tender) || isAccount(tender) || (split && role !== 'cashier'))
        return err({ type: 'tender-not-offered' })
      const driver = ports.tenders[tender]
      if (driver?.traits.payer === 'phone' && payer === undefined) return err({ type: 'payer-needed' })
      // A cashier who takes cash is identified when the cash is counted.
      const named = role === 'cashier' && isDriven(tender)
      const cashier = named ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      const refused = await gate(saleId, driver, isNotes(tender) ? TIME_FOR_NOTES_MS : 0)
      if (refused) return refused
      // Two taps may pass the checks at the same time, but only the first tap may start a payment.
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

    checkPin: async () => ok(null),

    async confirmCash({ saleId, received, pin }, { staffId, badgeOf }) {
      const sale = waiting(saleId, 'paying')
      if (!sale.ok) return sale
      const { tender, currency } = sale.value
      const due = dueFor(tender, currency)
      if (received < due) return err({ type: 'too-little', due })
      const fault = notInCash(received, currency)
      if (fault) return err(fault)
      const change = received - due
      const by =
        badgeOf === undefined
          ? ({ means: pin === undefined ? 'sign-in' : 'pin' } as const)
          : ({ means: 'badge', desk: badgeOf } as const)
      const taken = act(saleId, { type: 'tender-approved', received, change, approval: staffId, staffId, by })
      signIns.endBadge()
      void openDrawer(ports)
      return ok(taken)
    },
  } satisfies Partial<Commands>
}

/** Maximum number of abandoned payments that are polled before a kiosk refuses payments by providers. */
const MAX_OPEN = 20

interface GateStanding {
  readonly breaker: PurchaseCircuitBreaker
  readonly printer: PrinterWatch
  readonly sales: Pick<SaleService, 'printing'>
  readonly behind: Pick<BackgroundSales, 'openPayments'>
}

/** Returns null if a payment may begin, otherwise the reply to the command. `leastMs`: minimum remaining hold time. */
export type Gate = (
  saleId: string,
  driver: TenderDriver | undefined,
  leastMs?: number,
) => Promise<Result<SaleView, SaleFailure | PartnerFailure> | null>

export function paymentGate(
  ports: WatchedPorts,
  { waiting, block }: Pick<SaleScreen, 'waiting' | 'block'>,
  { tenderBudgetMs, role }: { readonly tenderBudgetMs: number; readonly role?: 'kiosk' | 'cashier' | undefined },
  { breaker, printer, sales, behind }: GateStanding,
): Gate {
  return async (saleId, driver, leastMs = 0) => {
    // A printer that is printing is queried only if its last known state would block the payment.
    if (!sales.printing() || printer.known().state === 'not-ready') await printer.look()
    const sale = waiting(saleId, 'priced')
    if (!sale.ok) return sale
    const blocked = (by: PaymentBlock) => ok(block(sale.value, by))
    // A payment for seats that cannot be confirmed would have to be refunded.
    if (breaker.standing()) return err({ type: 'purchasing-suspended' })
    if (!ports.partner.isUp()) return err({ type: 'partner-unreachable' })
    const { state, reason } = printer.known()
    if (state === 'not-ready') return blocked({ type: 'printer-not-ready', reason })
    if (driver && driver.traits.findBy !== 'people' && role !== 'cashier' && behind.openPayments() >= MAX_OPEN)
      return blocked({ type: 'too-many-open' })
    const left = holdRemainingMs(sale.value.order.hold, ports.clock.now())
    const neededMs = sale.value.order.amount === 0 ? 0 : Math.max(leastMs, timeFor(driver, tenderBudgetMs))
    if (left < neededMs) return blocked({ type: 'too-little-time' })
    return null
  }
}

export function tenderCommands(
  { tenders, ledger, ids }: Pick<Ports, 'tenders' | 'ledger' | 'ids'>,
  sales: SaleService,
  screen: SaleScreen,
) {
  const { find, view, act } = screen

  /** Reports the result of the pending payment, and returns the view of the next step of the sale. */
  async function report(sale: Paying, outcome: TenderOutcome): Promise<Result<SaleView, SaleFailure>> {
    const { kind, reference } = sale.tender
    const told = nextStep(sales, sale.saleId)
    if (tenders[kind]?.tell?.(reference, outcome)) return ok(view(await told.step))
    told.forget()
    return err({ type: 'invalid-state', stage: sale.state })
  }

  /**
   * Returns the failure for an approval number that another payment already has; null unless staff must confirm the
   * number.
   */
  function knownApproval(kind: TenderKind, approval: string, again?: boolean): ApprovalKnown | null {
    const orderId = again ? null : ledger.orderPaidBy(kind, approval)
    return orderId === null ? null : { type: 'approval-known', orderId }
  }

  return {
    async cancelPayment({ saleId }) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (sale.state !== 'paying') return err({ type: 'invalid-state', stage: sale.state })
      if (isCash(sale.tender.kind) && !sales.busy(saleId)) return ok(act(saleId, { type: 'tender-cancelled' }))
      sales.cancelTender(saleId)
      return ok(view(sale))
    },

    async reportTenderResult({ saleId, reference, word }, { staffId }) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (sale.state !== 'paying' || sale.tender.reference !== reference)
        return err({ type: 'invalid-state', stage: sale.state })
      const { kind } = sale.tender
      if (word.type !== 'approved') return report(sale, outcomeOf(word))
      if (isDocument(kind)) return err({ type: 'approval-required' })
      // Two payments may have the same approval number by chance, so staff must confirm a number already recorded.
      const known = knownApproval(kind, word.approval, word.again)
      return known ? err(known) : report(sale, { outcome: 'approved', approval: word.approval, staffId })
    },

    async acceptDocument({ saleId, reference, number, again }, { staffId }, second) {
      const sale = sales.find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (!('tender' in sale) || sale.tender.reference !== reference)
        return err({ type: 'invalid-state', stage: sale.state })
      if (!isDocument(sale.tender.kind)) return err({ type: 'invalid-answer' })
      const approved = { approval: number, second: second.staffId }
      if (sale.state !== 'paying') {
        const answer = { type: 'money-moved', moved: true, again, ...approved } as const
        return settleStaffCase({ ledger, ids }, sales, saleId, answer, staffId, screen.shown?.saleId === saleId)
      }
      const known = knownApproval(sale.tender.kind, number, again)
      if (known) return err(known)
      const taken = await report(sale, { outcome: 'approved', ...approved, staffId })
      return taken.ok ? ok(null) : taken
    },
  } satisfies Partial<Commands>
}

function outcomeOf({ type }: { readonly type: 'refused' | 'not-paid' }): TenderOutcome {
  return type === 'refused' ? { outcome: 'refused', reason: 'declined' } : { outcome: 'cancelled' }
}

/** Returns a promise of the next step of the sale, so that staff see the result of their answer. */
function nextStep(sales: SaleService, saleId: string): { readonly step: Promise<Sale>; readonly forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<Sale>()
  const forget = sales.subscribe((sale) => {
    if (sale.saleId !== saleId) return
    forget()
    resolve(sale)
  })
  return { step: promise, forget }
}

/** Returns the configured tenders that the devices of the kiosk support. */
export function availableTenders(
  { tenders: drivers, notes }: Pick<Ports, 'tenders' | 'notes'>,
  { role = 'kiosk', tenders }: Pick<PaymentSettings, 'role' | 'tenders'>,
): readonly TenderKind[] {
  const here = tenders.filter((kind) => (!isNotes(kind) || notes) && (!isAccount(kind) || drivers.account))
  return customerTenders(role, here, (kind) => drivers[kind]?.traits.unattended !== false)
}

/** Returns a description of every tender that has a driver. */
export function describeWays(
  { tenders: drivers }: Pick<Ports, 'tenders'>,
  tenders: readonly TenderKind[],
  defaultMs: number,
): readonly WayToPay[] {
  return tenders.filter(isDriven).flatMap((kind): readonly WayToPay[] => {
    const driver = drivers[kind]
    if (!driver) return []
    const { payer, shows, simulated, decideMs } = driver.traits
    const { numbering } = driver
    const more = { ...(simulated && { simulated }), ...(numbering && { numbering }) }
    return [{ kind, payer, shows, decideMs, timeMs: timeFor(driver, defaultMs), ...more }]
  })
}
