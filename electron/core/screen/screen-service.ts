import { ok } from '../../../shared/domain/result.ts'
import { isCash } from '../../../shared/domain/money/tender.ts'
import { nextEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { KioskApi, KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import { admit, type Commands } from '../access/access.ts'
import type { Attendance } from '../access/attendance.ts'
import { createSignIns } from '../access/sign-ins.ts'
import type { Identify } from '../ports/ports.ts'
import { accessCodeCommands } from '../office/access-code-commands.ts'
import { bookCommands } from '../office/book-commands.ts'
import { machineCommands } from '../office/machine-commands.ts'
import type { ReconcileService } from '../office/reconcile-service.ts'
import type { OfficePorts } from '../ports/office.ts'
import { openDrawer } from '../payment/open-drawer.ts'
import { paymentCommands, type PaymentSettings } from '../payment/payment-commands.ts'
import { tenderCommands } from '../payment/tender-commands.ts'
import { afterSaleCommands } from '../sale/after-sale-commands.ts'
import type { AfterSaleService } from '../sale/after-sale-service.ts'
import { caseCommands } from '../sale/case-commands.ts'
import { watchPurchases } from '../sale/purchase-breaker.ts'
import type { ReadBack } from '../sale/read-back.ts'
import { saleCommands } from '../sale/sale-commands.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { saleView } from '../sale/sale-view.ts'
import { serviceCommands, type ServiceSettings } from '../staff/service-commands.ts'
import { shiftCommands, type ShiftSettings } from '../staff/shift-commands.ts'
import type { ShiftService } from '../staff/shift-service.ts'
import { eventCommands, type EventSettings } from '../visit/event-commands.ts'
import { createParkedSales } from '../visit/parked-sales.ts'
import { parkingCommands } from '../visit/parking-commands.ts'
import { visitCommands } from '../visit/visit-commands.ts'
import type { OfferWatch } from '../watch/offer-watch.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { watchPrinter } from '../watch/printer-watch.ts'
import { watchReadiness, type ReadinessSettings, type ReadinessWatch } from '../watch/readiness-watch.ts'
import { watchStorage } from '../watch/storage-watch.ts'
import { createCustomerDisplay } from './customer-display.ts'
import { infoCommands, type InfoSettings } from './kiosk-info.ts'
import { measureCommands, type MeasureSettings } from './measure-commands.ts'
import { createSaleScreen } from './sale-screen.ts'

export interface ScreenSettings
  extends
    PaymentSettings,
    EventSettings,
    InfoSettings,
    MeasureSettings,
    ReadinessSettings,
    ServiceSettings,
    ShiftSettings {
  readonly identify: Identify
  readonly office: OfficePorts
  readonly shifts: ShiftService
  readonly afterSales: AfterSaleService
  readonly reconciling: ReconcileService
}

/** What the screens ask, and what they are told. */
export interface ScreenService {
  readonly api: KioskApi
  /** Whose sale is on the screen, or put aside for them. */
  serving(): 'sale' | 'parked' | null
  readonly readiness: ReadinessWatch
  subscribe(listener: (event: KioskEvent) => void): () => void
}

/** Answers the contract's commands over the sales, and tells the screens of every step. */
export function createScreenService(
  ports: WatchedPorts & { readonly offer: OfferWatch },
  sales: SaleService,
  settings: ScreenSettings,
  readBack: ReadBack | null,
  attendance: Pick<Attendance, 'note' | 'during'>,
): ScreenService {
  const { partner, clock } = ports
  const { tenders, office, afterSales } = settings
  const attended = tenders.filter((kind) => ports.tenders[kind]?.tell)
  const listeners = new Set<(event: KioskEvent) => void>()
  const emit = (event: KioskEvent): void => listeners.forEach((listener) => listener(event))

  const printer = watchPrinter(ports, (payload) => {
    emit({ name: 'printer-changed', payload })
    const sale = screen.sale()
    if (sale?.state === 'print-unknown') emit({ name: 'sale-changed', payload: screen.view(sale) })
  })
  const screen = createSaleScreen(
    sales,
    (sale, blocked) =>
      saleView(sale, { now: clock.now(), tenders, attended, blocked, printer: printer.known(), sales }),
    (payload) => emit({ name: 'sale-changed', payload }),
  )
  const display = createCustomerDisplay(settings)
  const displayChanged = (): void => emit({ name: 'display-changed', payload: null })
  const breaker = watchPurchases(ports, sales, (purchasesRefused) =>
    emit({ name: 'purchases-changed', payload: { purchasesRefused } }),
  )
  const parked = createParkedSales(sales, screen.view, (payload) => emit({ name: 'parked-changed', payload }))
  const storageFull = watchStorage(ports.ledger, (full) =>
    emit({ name: 'storage-changed', payload: { storageFull: full } }),
  )
  const { measure, measureScreen } = measureCommands(ports, settings, (payload) =>
    emit({ name: 'screen-measured', payload }),
  )
  partner.onChange((up) => emit({ name: 'partner-changed', payload: { state: up ? 'up' : 'down' } }))

  sales.subscribe((sale) => {
    if (sale.saleId !== screen.shown?.saleId) return parked.follow(sale)
    screen.stepped()
    if (sale.state === 'refund-due' && isCash(sale.tender.kind) && !nextEffect(sale)) void openDrawer(ports)
    const told = screen.view(sale)
    display.follow(told)
    emit({ name: 'sale-changed', payload: told })
    if (sale.state === 'print-unknown' || printer.isOther()) void printer.look()
  })

  const signIns = createSignIns(settings.identify, ports.ids, clock)
  const now = { partner, printer, breaker, storageFull, measure, screen, parked, readBack: readBack !== null, attended }
  const readiness = watchReadiness({ ...ports, ...now }, settings)
  const commands: Commands = {
    ...infoCommands(settings, now),
    ...eventCommands(ports, sales, screen, ports.offer.sessions, settings, now),
    ...visitCommands(ports, screen, settings.maxSeats),
    ...paymentCommands(ports, screen, settings, attended, { ...now, signIns }),
    ...tenderCommands(ports, sales, screen),
    ...saleCommands(sales, screen, readBack, displayChanged),
    ...parkingCommands(screen, parked),
    ...caseCommands(ports, sales, afterSales, (saleId) => screen.shown?.saleId === saleId),
    ...afterSaleCommands(afterSales, clock),
    ...shiftCommands(settings.shifts, settings, ports.log),
    ...serviceCommands(ports, settings, { ...now, signIns, attendance, readiness }),
    ...bookCommands(ports, sales, office, settings.reconciling),
    ...accessCodeCommands(ports, ports.offer.sessions, settings.accessCodes),
    ...machineCommands(ports, sales, office),
    measureScreen,
    async viewDisplay() {
      const sale = screen.sale()
      return ok(display.view(sale && screen.view(sale)))
    },
  }

  return {
    api: admit(commands, signIns, attendance),
    readiness,
    serving: () => (screen.shown ? 'sale' : parked.views().length > 0 ? 'parked' : null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
