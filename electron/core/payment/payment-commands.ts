import { notInCash } from '../../../shared/domain/money/cash.ts'
import {
  dueFor,
  isCash,
  isDriven,
  isFree,
  isNotes,
  sumOf,
  type TenderKind,
  waysToPay,
} from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { Priced, Sale } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { PartnerFailure, SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { KioskInfo, WayToPay } from '../../../shared/kiosk-api/views.ts'
import { type Commands, identifyCashier, type SignIns } from '../access.ts'
import type { TenderDriver, TenderOutcome } from '../ports/devices.ts'
import type { Log, Ports, Printers } from '../ports/ports.ts'
import type { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { PaymentBlock } from '../sale/sale-view.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { BackgroundSales } from '../visit/parking-commands.ts'
import type { PrinterWatch } from '../monitors/device-watch.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import { atProvider, TIME_FOR_NOTES_MS, timeFor } from './tender.ts'

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
) {
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

    checkPin: async () => ok(null),

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
  } satisfies Partial<Commands>
}

/** A kiosk takes no more payments over providers while so many are asked about that their customers left. */
const MOST_OPEN = 20

export interface GateStanding {
  readonly breaker: PurchaseCircuitBreaker
  readonly printer: PrinterWatch
  /** While tickets come out, the printer is at work and is not asked how it is. */
  readonly sales: Pick<SaleService, 'printing'>
  readonly behind: Pick<BackgroundSales, 'openPayments'>
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

/** A drawer that stays shut has a key, and stops nothing: it is logged. */
export async function openDrawer({
  printers,
  log,
}: {
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly log: Log
}): Promise<void> {
  try {
    const drawer = await printers.openDrawer()
    if (drawer && drawer.outcome !== 'opened') log.warn('drawer.not-opened', { ...drawer })
  } catch (error) {
    log.error('drawer.failed', error)
  }
}

/** What may be said about a payment while it runs. */
export function tenderCommands(
  { tenders, ledger }: Pick<Ports, 'tenders' | 'ledger'>,
  sales: SaleService,
  { find, view, act }: SaleScreen,
) {
  return {
    async cancelPayment({ saleId }) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (sale.state !== 'paying') return err({ type: 'wrong-stage', stage: sale.state })
      if (isCash(sale.tender.kind) && !sales.busy(saleId)) return ok(act(saleId, { type: 'tender-cancelled' }))
      sales.cancelTender(saleId)
      return ok(view(sale))
    },

    async answerTender({ saleId, reference, word }, { staffId }) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (sale.state !== 'paying' || sale.tender.reference !== reference)
        return err({ type: 'wrong-stage', stage: sale.state })
      const { kind } = sale.tender
      if (word.type === 'approved' && !word.again) {
        // Two cards may have the same number by chance, and their money was taken: people look again, and decide.
        const orderId = ledger.approvedAs(kind, word.approval)
        if (orderId !== null) return err({ type: 'approval-known', orderId })
      }
      const told = nextStep(sales, saleId)
      if (tenders[kind]?.tell?.(reference, outcomeOf(word, staffId))) return ok(view(await told.step))
      told.forget()
      return err({ type: 'wrong-stage', stage: sale.state })
    },
  } satisfies Partial<Commands>
}

function outcomeOf(word: CommandInput<'answerTender'>['word'], staffId: string): TenderOutcome {
  switch (word.type) {
    case 'approved':
      return { outcome: 'approved', approval: word.approval, staffId }
    case 'refused':
      return { outcome: 'refused', reason: 'declined' }
    case 'not-paid':
      return { outcome: 'cancelled' }
  }
}

/** The sale once it has gone on, so that staff see what their answer led to. */
function nextStep(sales: SaleService, saleId: string): { readonly step: Promise<Sale>; readonly forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<Sale>()
  const forget = sales.subscribe((sale) => {
    if (sale.saleId !== saleId) return
    forget()
    resolve(sale)
  })
  return { step: promise, forget }
}

/** Of the tenders that the settings name those that customers can pay with here, as their drivers are. */
export function availableTenders(
  { tenders: drivers, notes }: Pick<Ports, 'tenders' | 'notes'>,
  { role = 'kiosk', tenders }: Pick<PaymentSettings, 'role' | 'tenders'>,
): readonly TenderKind[] {
  const here = tenders.filter((kind) => !isNotes(kind) || notes)
  return waysToPay(role, here, (kind) => drivers[kind]?.traits.unattended !== false)
}

/** What a screen has to know of those that something outside the program decides about. */
export function describeWays(
  { tenders: drivers }: Pick<Ports, 'tenders'>,
  tenders: readonly TenderKind[],
  usualMs: number,
): readonly WayToPay[] {
  return tenders.filter(isDriven).flatMap((kind): readonly WayToPay[] => {
    const driver = drivers[kind]
    if (!driver) return []
    const { payer, shows, simulated, decideMs } = driver.traits
    const { numbering } = driver
    const more = { ...(simulated && { simulated }), ...(numbering && { numbering }) }
    return [{ kind, payer, shows, decideMs, timeMs: timeFor(driver, usualMs), ...more }]
  })
}
