import { venueTimeZone } from '../../../shared/domain/documents/local-date.ts'
import { isCash, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { ok } from '../../../shared/domain/result.ts'
import { isAskedOn } from '../../../shared/domain/sale/sale-base.ts'
import { nextEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { KioskApi, KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import { admit, type Attendance, type Commands, createSignIns } from '../access.ts'
import { accessCodeCommands, bookCommands, machineCommands, peopleCommands } from '../office/office-commands.ts'
import type { ReconcileService } from '../office/reconcile.ts'
import { type NoteBox, noteBoxCommands, type NoteBoxSettings, type NotesWatch, watchNotes } from '../payment/notes.ts'
import {
  describeWays,
  openDrawer,
  payableHere,
  paymentCommands,
  paymentGate,
  type PaymentSettings,
  tenderCommands,
} from '../payment/payment-commands.ts'
import type { ProviderRefunds } from '../payment/refunds.ts'
import { createSlipPapers, type PrintSlip, slipCommands, slipPrinting } from '../payment/slip-commands.ts'
import type { SlipTeller } from '../payment/slips.ts'
import type { CollectionSlipIssuer, CreditSlipIssuer, HeadphoneJack, Identify, SaleLedger } from '../ports/ports.ts'
import type { OfficePorts } from '../ports/office.ts'
import { afterSaleCommands, caseCommands, type ReadBack, saleCommands } from '../sale/sale-commands.ts'
import type { AfterSaleService } from '../sale/after-sale.ts'
import {
  createCustomerDisplay,
  demoTicketCommands,
  type DemoTicketSettings,
  displayCommands,
  infoCommands,
  type InfoSettings,
  measureCommands,
  type MeasureSettings,
} from './screen-commands.ts'
import { watchPurchases } from '../sale/purchase-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { saleView } from '../sale/sale-view.ts'
import { serviceCommands, type ServiceSettings, shiftCommands, type ShiftSettings } from '../staff/staff-commands.ts'
import type { ShiftService } from '../staff/shifts.ts'
import { trainingCommands, type TrainingSettings } from '../staff/training-commands.ts'
import { collectionCommands, createCollectionSlips } from '../visit/collection.ts'
import { eventCommands, type EventOfferParts, type EventSettings } from '../visit/event-commands.ts'
import { createParkedSales } from '../visit/visits.ts'
import { createSalesBehind, parkingCommands } from '../visit/parking-commands.ts'
import { visitCommands } from '../visit/visit-commands.ts'
import { watchHeadphones, watchPrinter, watchStorage } from '../watch/device-watch.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { type ReadinessSettings, type ReadinessWatch, watchReadiness } from '../watch/readiness-watch.ts'
import { type ScreenWatch, watchScreens } from '../watch/screen-watch.ts'
import { createSaleScreen, watchConfirming } from './sale-screen.ts'

export interface ScreenSettings
  extends
    DemoTicketSettings,
    PaymentSettings,
    EventSettings,
    InfoSettings,
    MeasureSettings,
    NoteBoxSettings,
    ReadinessSettings,
    ServiceSettings,
    ShiftSettings,
    TrainingSettings {
  readonly identify: Identify
  readonly office: OfficePorts
  readonly shifts: ShiftService
  readonly afterSales: AfterSaleService
  readonly reconciling: ReconcileService
  /** Absent: nobody hears anything alone. */
  readonly headphones?: HeadphoneJack | 'always'
  /** Absent: no paper tells customers their collection code. */
  readonly collectionSlips?: CollectionSlipIssuer
  /** Absent: credit slips have no paper, and customers write the number down. */
  readonly creditSlips?: CreditSlipIssuer
}

/** What the screens ask, and what they are told. */
export interface ScreenService {
  readonly api: KioskApi
  /** Returns whether a sale is on the screen, or else set aside; null if neither. */
  serving(): 'sale' | 'parked' | null
  readonly readiness: ReadinessWatch
  readonly screens: Pick<ScreenWatch, 'note'>
  subscribe(listener: (event: KioskEvent) => void): () => void
}

interface Surroundings {
  readonly readBack: ReadBack | null
  readonly attendance: Pick<Attendance, 'note' | 'during'>
  readonly refunds: ProviderRefunds
  /** Null: no device takes notes here. */
  readonly noteBox: NoteBox | null
  readonly teller: SlipTeller | null
  readonly stopping: AbortSignal
}

/** Answers the contract's commands over the sales, and tells the screens of every step. */
export function createScreenService(
  ports: WatchedPorts & EventOfferParts,
  sales: SaleService,
  given: ScreenSettings,
  { readBack, attendance, refunds, noteBox, teller, stopping }: Surroundings,
): ScreenService {
  const { clock, partner } = ports
  const settings = { ...given, tenders: payableHere(ports, given) }
  const { tenders, office, afterSales, role } = settings
  const attended = tenders.filter((kind) => ports.tenders[kind]?.tell)
  const ways = describeWays(ports, tenders, settings.tenderBudgetMs)
  const { emit, subscribe } = createEvents()
  const notes = watchNotes(ports, tenders, (offered) => {
    emit({ name: 'ways-changed', payload: { tenders: offered } })
    const sale = shown.screen.sale()
    if (sale?.state === 'priced') emit({ name: 'sale-changed', payload: shown.screen.view(sale) })
  })
  const printSlip = slipPrinting(ports, given.creditSlips ?? null)
  const shown = showSales(ports, sales, { ...settings, attended, notes }, { emit, stopping, printSlip })
  const { screen, parked, behind, display } = shown
  const breaker = watchPurchases(ports, sales, (purchasesRefused) =>
    emit({ name: 'purchases-changed', payload: { purchasesRefused } }),
  )
  const storageFull = watchStorage(ports.ledger, (full) =>
    emit({ name: 'storage-changed', payload: { storageFull: full } }),
  )
  const { measure, measureScreen } = measureCommands(ports, settings, (payload) =>
    emit({ name: 'screen-measured', payload }),
  )
  const headphones = watchHeadphones(
    given.headphones,
    (payload) => emit({ name: 'headphones-changed', payload }),
    stopping,
  )
  partner.onChange((up) => emit({ name: 'partner-changed', payload: { state: up ? 'up' : 'down' } }))

  const signIns = createSignIns(settings.identify, ports.ids, clock)
  const watchedScreens = watchScreens(ports)
  const screens: ScreenWatch = {
    ...watchedScreens,
    note: (side, fault) => ports.inSale(screen.shown?.saleId ?? null, () => watchedScreens.note(side, fault)),
  }
  const watches = { partner, breaker, storageFull, measure, headphones, sales, signIns, attendance, screens }
  const now = { ...shown, ...watches, notes, readBack: readBack !== null, attended, ways }
  const readiness = watchReadiness({ ...ports, ...now }, settings)
  const displayChanged = (): void => emit({ name: 'display-changed', payload: null })
  const gate = paymentGate(ports, screen, settings, now)
  const commands: Commands = {
    ...infoCommands(settings, { ...now, behind: role === 'cashier' ? behind : null }),
    ...eventCommands(ports, afterSales.files, sales, screen, settings, now),
    ...visitCommands(ports, screen, settings.maxSeats, notes),
    ...paymentCommands(ports, screen, settings, attended, { signIns, gate }),
    ...slipCommands(ports, screen, { role, shifts: settings.shifts, signIns, gate, teller, printSlip }),
    ...tenderCommands(ports, sales, screen),
    ...saleCommands(sales, screen, readBack, behind, role, displayChanged),
    ...demoTicketCommands(screen, settings),
    ...parkingCommands(screen, sales, parked, behind),
    ...collectionCommands(ports, afterSales.files, sales, screen),
    ...caseCommands(ports, sales, afterSales, refunds, (saleId) => mayPayOn(role, screen.find(saleId))),
    ...afterSaleCommands(afterSales, { ...ports, timeZone: venueTimeZone(settings) }, printSlip),
    ...noteBoxCommands(ports.ledger, noteBox, settings),
    ...shiftCommands(settings.shifts, settings, ports.log),
    ...serviceCommands(ports, settings, { ...now, readiness }),
    ...trainingCommands(ports, settings, now),
    ...bookCommands(ports, sales, office, settings.reconciling),
    ...accessCodeCommands(ports, settings.accessCodes),
    ...machineCommands(ports, sales, office),
    ...peopleCommands(ports, office.people),
    measureScreen,
    reportScreenFault: async (fault) => ok(screens.note('seller', fault)),
    ...displayCommands(display, screen, displayChanged),
  }

  return {
    api: admit(commands, signIns, attendance, ports.inSale),
    readiness,
    screens,
    serving: () => (screen.shown ? 'sale' : parked.views().length > 0 ? 'parked' : null),
    subscribe,
  }
}

/** Where every sale stands in sight, and that the screens hear of each of its steps. */
function showSales(
  ports: WatchedPorts,
  sales: SaleService,
  settings: ScreenSettings & { readonly attended: readonly TenderKind[]; readonly notes: NotesWatch },
  {
    emit,
    stopping,
    printSlip,
  }: {
    readonly emit: (event: KioskEvent) => void
    readonly stopping: AbortSignal
    readonly printSlip: PrintSlip
  },
) {
  const { clock, ledger } = ports
  const { role, attended, notes, afterSales, collectionSlips } = settings
  const printer = watchPrinter(ports, stopping, (payload) => {
    emit({ name: 'printer-changed', payload })
    behind.changed()
    const sale = screen.sale()
    if (sale?.state === 'print-unknown') emit({ name: 'sale-changed', payload: screen.view(sale) })
  })
  const viewing = { attended, sales }
  const screen = createSaleScreen(
    sales,
    (sale, blocked) =>
      saleView(sale, {
        ...viewing,
        tenders: notes.offered(),
        notesTaken: notes.values(sale.currency),
        now: clock.now(),
        blocked,
        slow: slow(sale.saleId),
        printer: printer.known(),
        slip: slips?.state(sale.saleId) ?? null,
        credits: papers.views(sale),
        takesSlips: papers.takesSlips(),
        leavesOpen: (saleId) => mayBeOpen(ledger, saleId),
      }),
    (payload) => emit({ name: 'sale-changed', payload }),
    () => behind.changed(),
  )
  const slow = watchConfirming(clock, sales, stopping, (sale) => {
    if (sale.saleId === screen.shown?.saleId) emit({ name: 'sale-changed', payload: screen.view(sale) })
  })
  const display = createCustomerDisplay(settings)
  const parked = createParkedSales(sales, screen.view, (payload) => emit({ name: 'parked-changed', payload }))
  const sources = { ledger, clock, files: afterSales.files, sales, screen }
  const behind = createSalesBehind(sources, (payload) => {
    // Nobody else's sale is a kiosk's customer's business.
    if (role === 'cashier') emit({ name: 'behind-changed', payload })
  })
  const slips =
    role === 'cashier' || !collectionSlips
      ? null
      : createCollectionSlips(ports, collectionSlips, (saleId) => {
          const sale = screen.find(saleId)
          if (sale) emit({ name: 'sale-changed', payload: screen.view(sale) })
        })

  const papers = createSlipPapers(ports, printSlip, (saleId) => {
    const sale = screen.find(saleId)
    if (sale) emit({ name: 'sale-changed', payload: screen.view(sale) })
  })

  sales.subscribe((sale) => {
    const printsAgain = sale.state === 'done' && printer.known().state === 'not-ready'
    if (sale.state === 'print-unknown' || printsAgain || printer.isOther()) void printer.look()
    if (sale.saleId !== screen.shown?.saleId) {
      parked.follow(sale)
      display.followBehind(screen.view(sale))
      return
    }
    screen.stepped()
    if (sale.state === 'refund-due' && isCash(sale.tender.kind) && !nextEffect(sale)) void openDrawer(ports)
    slips?.follow(sale, screen.view(sale).stage.name)
    papers.follow(sale)
    const told = screen.view(sale)
    display.follow(told)
    emit({ name: 'sale-changed', payload: told })
  })

  return { printer, screen, display, parked, behind }
}

/** Whether an abandoned payment of this sale may have succeeded. True if the ledger cannot be read. */
function mayBeOpen(ledger: Pick<SaleLedger, 'leftOpen'>, saleId: string): boolean {
  try {
    const states = [...ledger.leftOpen(saleId).values()]
    return states.some((state) => state !== 'closed' && state !== 'paid-back')
  } catch {
    return true
  }
}

/**
 * Whether the customer of a sale in question is still here to pay otherwise. At a kiosk none does while their first payment may yet
 * succeed: nobody would tell them of it.
 */
function mayPayOn(role: ScreenSettings['role'], shown: Sale | null): boolean {
  return shown !== null && (role === 'cashier' || !isAskedOn(shown))
}

function createEvents(): Pick<ScreenService, 'subscribe'> & { readonly emit: (event: KioskEvent) => void } {
  const listeners = new Set<(event: KioskEvent) => void>()
  return {
    emit: (event) => listeners.forEach((listener) => listener(event)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
