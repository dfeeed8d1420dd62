import { nextEffect } from '../../shared/domain/sale/sale-effects.ts'
import { holdRemainingMs } from '../../shared/domain/sale/sale-clock.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { SaleFailure } from '../../shared/kiosk-api/failures.ts'
import type { EventsView, KioskInfo, SaleView, ScreenMeasure, TenderKind } from '../../shared/kiosk-api/views.ts'
import { dueFor, isCash, isDriven, isMobileMoney, sumOf } from '../../shared/domain/money/tender.ts'
import { admit, type Commands, identifyCashier } from './access/access.ts'
import type { Attendance } from './access/attendance.ts'
import { officeCommands, type OfficeSettings } from './office/office-commands.ts'
import type { WatchedPorts } from './watch/partner-watch.ts'
import type { Identify } from './ports/ports.ts'
import type { SaleService } from './sale/sale-service.ts'
import { screenCommands, type ScreenSettings } from './screen-commands.ts'
import { printerView, saleView, type PaymentBlock } from './sale/sale-view.ts'
import { tenderCommands } from './payment/tender-commands.ts'
import { createStaffCommands, type StaffSettings } from './staff/staff-commands.ts'
import type { ReadBack } from './sale/read-back.ts'
import { findEvent, partnerFailure, visitCommands } from './visit/visit-commands.ts'
import { createCustomerDisplay } from './customer-display.ts'
import { openDrawer } from './payment/open-drawer.ts'
import { createParkedSales, type ShownSale } from './visit/parked-sales.ts'
import { chosenSeats, visitView, type Visit } from './visit/visits.ts'
import { watchPurchases } from './sale/purchase-breaker.ts'
import { watchStorage } from './watch/storage-watch.ts'
import type { Result } from '../../shared/domain/result.ts'

export interface KioskSettings
  extends
    StaffSettings,
    OfficeSettings,
    ScreenSettings,
    Pick<
      KioskInfo,
      | 'deviceId'
      | 'version'
      | 'mode'
      | 'languages'
      | 'defaultLanguage'
      | 'maxSeats'
      | 'numerals'
      | 'theme'
      | 'role'
      | 'lockAfterMs'
      | 'shortcuts'
    > {
  /** As it was measured when the program started. */
  readonly screen: ScreenMeasure
  readonly tenders: readonly TenderKind[]
  /** Payment starts only if the holds outlast this (sale safety, "priced"). */
  readonly tenderBudgetMs: number
  readonly plan: (venueName: string) => VenuePlan | null
  readonly identify: Identify
  /** How long a printed ticket may take to be read by the kiosk's scanner; absent: it is not asked for. */
  readonly readBackMs?: number | undefined
  /** Who signs in here, as far as a screen may know it. */
  readonly people: () => Pick<KioskInfo, 'hasStaff' | 'demoStaff' | 'demoPin'>
}

export interface KioskService {
  readonly api: KioskApi
  /** Whose sale is on the screen, or put aside for them. */
  serving(): 'sale' | 'parked' | null
  subscribe(listener: (event: KioskEvent) => void): () => void
}

/** The kiosk's commands over the sale desk: one customer at a time, the screen told of every step. */
export function createKioskService(
  ports: WatchedPorts,
  sales: SaleService,
  settings: KioskSettings,
  readBack: ReadBack | null,
  attendance: Pick<Attendance, 'note' | 'during'>,
): KioskService {
  const { partner, clock } = ports
  const listeners = new Set<(event: KioskEvent) => void>()
  /** The sale on this machine's screen. */
  let shown: ShownSale | null = null
  let recalls = 0
  const display = createCustomerDisplay(settings)
  let blocked: PaymentBlock | null = null
  const attended = settings.tenders.filter((kind) => ports.tenders[kind]?.tell)
  let printer = printerView({ state: 'unknown', detail: '' }, false)
  let lastEvents: EventsView | null = null
  let { screen } = settings

  const emit = (event: KioskEvent): void => listeners.forEach((listener) => listener(event))

  function view(sale: Sale): SaleView {
    return saleView(sale, { now: clock.now(), tenders: settings.tenders, attended, blocked, printer, sales })
  }

  const breaker = watchPurchases(ports, sales, (standing) =>
    emit({ name: 'purchases-changed', payload: { purchasesRefused: standing } }),
  )
  const parked = createParkedSales(sales, view, (waiting) => emit({ name: 'parked-changed', payload: waiting }))

  sales.subscribe((sale) => {
    if (sale.saleId !== shown?.saleId) return parked.follow(sale)
    blocked = null
    if (sale.state === 'refund-due' && isCash(sale.tender.kind) && !nextEffect(sale)) openDrawer(ports)
    const told = view(sale)
    display.follow(told)
    emit({ name: 'sale-changed', payload: told })
    const otherPrinter = (printer.standsIn ?? false) !== (ports.printers.standsIn() !== null)
    if (sale.state === 'print-unknown' || otherPrinter) void refreshPrinter()
  })
  const storageFull = watchStorage(ports.ledger, (full) =>
    emit({ name: 'storage-changed', payload: { storageFull: full } }),
  )
  partner.onChange((up) => emit({ name: 'partner-changed', payload: { state: up ? 'up' : 'down' } }))

  async function refreshPrinter(): Promise<void> {
    const before = printer
    printer = printerView(await ports.tickets.status(), ports.printers.standsIn() !== null)
    const same = before.state === printer.state && before.reason === printer.reason
    if (same && before.standsIn === printer.standsIn) return
    emit({ name: 'printer-changed', payload: printer })
    const sale = shown && sales.find(shown.saleId)
    if (sale?.state === 'print-unknown') emit({ name: 'sale-changed', payload: view(sale) })
  }

  /** The sale a command names, if it waits for a person and is in one of the states the command belongs to. */
  function waiting<S extends Sale['state']>(
    saleId: string,
    ...states: readonly S[]
  ): Result<Extract<Sale, { state: S }>, SaleFailure> {
    const sale = onScreen(saleId)
    if (!sale) return err({ type: 'unknown-sale' })
    const fits = states.some((state) => state === sale.state) && !sales.busy(saleId) && nextEffect(sale) === null
    return fits ? ok(sale as Extract<Sale, { state: S }>) : err({ type: 'wrong-stage', stage: sale.state })
  }

  function onScreen(saleId: string): Sale | null {
    return shown?.saleId === saleId ? sales.find(saleId) : null
  }

  function act(saleId: string, event: SaleEvent, payer?: string): SaleView {
    blocked = null
    return view(sales.act(saleId, event, payer))
  }

  function visitOf(saleId: string): Visit | null {
    return shown?.saleId === saleId ? shown.visit : null
  }

  function block(sale: Sale, reason: PaymentBlock): SaleView {
    blocked = reason
    const refused = view(sale)
    emit({ name: 'sale-changed', payload: refused })
    return refused
  }

  /** A customer who walked away before paying leaves nothing behind; a sale with money in it is never dropped. */
  function vacate(reason: 'cancelled' | 'idle'): boolean {
    if (!shown) return true
    const { saleId } = shown
    const sale = sales.find(saleId)
    if (sale && (sales.busy(saleId) || sale.state === 'paying')) return false
    if (sale?.state === 'choosing' || sale?.state === 'priced') sales.act(saleId, { type: 'abandoned', reason })
    shown = null
    sales.close(saleId)
    return true
  }

  async function lookAround() {
    await refreshPrinter()
    return { partner: { state: partner.isUp() ? 'up' : 'down' } as const, printer }
  }

  const commands: Commands = {
    ...createStaffCommands(ports, sales, breaker, settings, lookAround, (saleId) => shown?.saleId === saleId),
    ...officeCommands(ports, sales, settings),
    ...tenderCommands(ports, sales, { onScreen, view, act }),
    ...screenCommands(ports, settings, {
      measure: () => screen,
      measured(measure) {
        screen = measure
        emit({ name: 'screen-measured', payload: measure })
      },
    }),

    async getKiosk() {
      await refreshPrinter()
      const sale = shown && sales.find(shown.saleId)
      const refusal = breaker.standing()
      const { deviceId, version, mode, languages, defaultLanguage, maxSeats, tenders } = settings
      const shared = { deviceId, version, mode, languages, defaultLanguage, maxSeats, tenders }
      return ok({
        ...shared,
        ...screen,
        ...(settings.numerals && { numerals: settings.numerals }),
        ...(settings.theme && { theme: settings.theme }),
        ...(readBack && { readBack: true }),
        ...(settings.role && { role: settings.role }),
        ...(settings.shortcuts && { shortcuts: settings.shortcuts }),
        ...(attended.length > 0 && { attended }),
        ...(storageFull() && { storageFull: true }),
        ...(refusal && { purchasesRefused: refusal }),
        ...(settings.lockAfterMs !== undefined && { lockAfterMs: settings.lockAfterMs }),
        ...settings.people(),
        partner: { state: partner.isUp() ? 'up' : 'down' },
        printer,
        sale: sale ? view(sale) : null,
        parked: parked.views(),
      })
    },

    async viewDisplay() {
      const sale = shown && sales.find(shown.saleId)
      return ok(display.view(sale ? view(sale) : null))
    },

    async listEvents(input) {
      storageFull()
      const reply = await partner.listEvents(input)
      if (reply.ok) {
        const events = { ...reply.value, stale: false }
        if (input.page === 1) lastEvents = events
        return ok(events)
      }
      if (input.page === 1 && lastEvents) return ok({ ...lastEvents, stale: true })
      return err(partnerFailure(reply.error))
    },

    async startVisit({ eventId, language }) {
      if (storageFull()) return err({ type: 'storage-full' })
      if (breaker.standing()) return err({ type: 'purchases-refused' })
      const accessCode = await settings.accessCode(eventId)
      if (accessCode === null) return err({ type: 'no-access-code' })
      const event = await findEvent(partner, lastEvents, eventId)
      if (!event.ok) return event
      if (!vacate('cancelled')) return err({ type: 'sale-in-progress' })
      const recallsBefore = recalls
      const session = await partner.openSession({ eventId, accessCode })
      if (!session.ok) {
        const refusedCode = session.error.type === 'refused' && session.error.status === 403
        return err(refusedCode ? { type: 'no-access-code' } : partnerFailure(session.error))
      }
      // Another visit may have begun while this one waited for its session; what was recalled meanwhile stays.
      if (recalls !== recallsBefore || !vacate('cancelled')) return err({ type: 'sale-in-progress' })
      const { sessionId, ownerRef, currency } = session.value
      const saleId = ports.ids.uuid()
      const [register, begun] = [settings.deviceId, { state: 'choosing', notice: null } as const]
      sales.open({ ...begun, saleId, register, language, event: event.value, sessionId, ownerRef, currency })
      const visit: Visit = {
        saleId,
        event: event.value,
        session: session.value,
        plan: settings.plan(event.value.venue.name),
        overview: session.value.overview,
        sections: new Map(),
      }
      shown = { saleId, visit }
      return ok(visitView(visit))
    },

    async parkSale({ saleId }, { staffId }) {
      const sale = waiting(saleId, 'priced')
      if (!sale.ok || !shown) return sale.ok ? err({ type: 'unknown-sale' }) : sale
      const put = parked.park(shown, staffId)
      if (!put.ok) return put
      shown = null
      return ok(null)
    },

    async recallSale({ saleId }, { staffId }) {
      const wanted = parked.find(saleId)
      if (!wanted.ok) return wanted
      // Neither customer loses seats over it.
      const instead = shown && waiting(shown.saleId, 'priced').ok ? shown : null
      if (!instead && !vacate('cancelled')) return err({ type: 'sale-in-progress' })
      shown = wanted.value
      recalls += 1
      const sale = parked.recall(saleId, staffId)
      if (instead) parked.exchange(instead, staffId)
      return ok({ sale: view(sale), visit: shown.visit && visitView(shown.visit) })
    },

    ...visitCommands(ports, visitOf),

    async noteAttention(said) {
      attendance.note(said)
      return ok(null)
    },

    async holdSeats({ saleId, sectionId, seatIds }) {
      const sale = waiting(saleId, 'choosing')
      const current = visitOf(saleId)
      if (!sale.ok) return sale
      if (!current) return err({ type: 'unknown-sale' })
      if (seatIds.length > settings.maxSeats) return err({ type: 'too-many-seats', limit: settings.maxSeats })
      const seats = chosenSeats(current, sectionId, seatIds)
      if (seats.length !== new Set(seatIds).size || seats.length !== seatIds.length)
        return err({ type: 'seat-unknown' })
      if (!partner.isUp()) return err({ type: 'partner-unreachable' })
      return ok(act(saleId, { type: 'seats-chosen', seats }))
    },

    async changeSeats({ saleId }) {
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      // What was taken was taken for these seats.
      if (sale.value.parts) return err({ type: 'wrong-stage', stage: 'paying' })
      return ok(act(saleId, { type: 'seats-changed' }))
    },

    async pay({ saleId, tender, amount, payer, by }) {
      const split = amount !== undefined
      if (!settings.tenders.includes(tender) || (split && settings.role !== 'cashier'))
        return err({ type: 'tender-not-offered' })
      if (isMobileMoney(tender) && !attended.includes(tender) && payer === undefined)
        return err({ type: 'payer-needed' })
      // Cash names its cashier when it is counted.
      const named = settings.role === 'cashier' && isDriven(tender)
      const cashier = named ? await identifyCashier(settings.identify, by) : null
      if (cashier?.ok === false) return cashier
      await refreshPrinter()
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      const { order, parts = [] } = sale.value
      const due = order.amount - sumOf(parts)
      if (split && amount > due) return err({ type: 'too-much', due })
      // Money for seats that cannot be confirmed now would have to be given back.
      if (breaker.standing()) return err({ type: 'purchases-refused' })
      if (!partner.isUp()) return err({ type: 'partner-unreachable' })
      if (printer.state === 'not-ready')
        return ok(block(sale.value, { type: 'printer-not-ready', reason: printer.reason }))
      const left = holdRemainingMs(order.hold, clock.now())
      if (left < settings.tenderBudgetMs) return ok(block(sale.value, { type: 'too-little-time' }))
      const begun = { ...(split && { amount }), ...(cashier && { staffId: cashier.value.staffId }) }
      const waits = attended.includes(tender) ? ({ attended: true } as const) : {}
      return ok(act(saleId, { type: 'tender-started', kind: tender, ...begun, ...waits }, payer))
    },

    async confirmCash({ saleId, received }, { staffId }) {
      const sale = waiting(saleId, 'paying')
      if (!sale.ok) return sale
      const due = dueFor(sale.value.tender, sale.value.currency)
      if (received < due) return err({ type: 'too-little', due })
      openDrawer(ports)
      return ok(act(saleId, { type: 'tender-approved', received, change: received - due, approval: staffId, staffId }))
    },

    async retryPrint({ saleId }) {
      const sale = waiting(saleId, 'print-unknown')
      return sale.ok ? ok(act(saleId, { type: 'print-retried' })) : sale
    },

    async abandonSale({ saleId, reason }) {
      const sale = waiting(saleId, 'choosing', 'priced')
      if (!sale.ok) return sale
      // What was taken is to be given back: the sale stays on the screen for that.
      if ('parts' in sale.value && sale.value.parts) act(saleId, { type: 'abandoned', reason })
      else vacate(reason)
      return ok(null)
    },

    async noteCustomer({ saleId, customer }, { staffId }) {
      const sale = waiting(saleId, 'priced')
      return sale.ok ? ok(act(saleId, { type: 'customer-noted', customer, staffId })) : sale
    },

    async leaveSale({ saleId }) {
      if (shown?.saleId !== saleId) return err({ type: 'unknown-sale' })
      const state = sales.find(saleId)?.state
      const over =
        state && ['abandoned', 'done', 'print-unknown', 'refund-due', 'refunded', 'needs-staff'].includes(state)
      if (!over && !sales.faulted(saleId) && !sales.refusal(saleId))
        return err({ type: 'wrong-stage', stage: state ?? 'gone' })
      shown = null
      sales.close(saleId)
      emit({ name: 'display-changed', payload: null })
      return ok(null)
    },

    async setLanguage({ saleId, language }) {
      if (shown?.saleId !== saleId) return err({ type: 'unknown-sale' })
      sales.setLanguage(saleId, language)
      emit({ name: 'display-changed', payload: null })
      return ok(null)
    },

    async readTicket({ code }) {
      return ok(readBack?.scanned(code) ?? 'nothing-wanted')
    },
  }

  return {
    api: admit(commands, settings.identify, attendance),
    serving: () => (shown ? 'sale' : parked.views().length > 0 ? 'parked' : null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
