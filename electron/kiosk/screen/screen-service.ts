import { isCash, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { ok } from '../../../shared/domain/result.ts'
import { isAskedOn } from '../../../shared/domain/sale/sale-base.ts'
import { nextEffect } from '../../../shared/domain/sale/sale-effects.ts'
import { publishedOf } from '../../../shared/domain/sale/sale-printing.ts'
import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { KioskApi, KioskEvent } from '../../../shared/api/kiosk/contract.ts'
import type { SaleView } from '../../../shared/api/kiosk/views.ts'
import { admit, type PresenceTracker, type Commands, SignIns } from '../access.ts'
import { accessCodeCommands, bookCommands, machineCommands, peopleCommands } from '../office/office-commands.ts'
import type { ReconcileService } from '../office/reconcile.ts'
import { type Cashbox, cashboxCommands, type CashboxSettings, NotesWatch } from '../payment/notes.ts'
import { accountCommands, type AccountEntries } from '../payment/accounts.ts'
import {
  describeWays,
  availableTenders,
  paymentCommands,
  paymentGate,
  type PaymentSettings,
  tenderCommands,
} from '../payment/payment-commands.ts'
import { openDrawer } from '../payment/tender.ts'
import type { ProviderRefunds } from '../payment/refunds.ts'
import { slipCommands, SlipPapers } from '../payment/slip-commands.ts'
import type { VoucherRegistration } from '../payment/slips.ts'
import type { HeadphoneJack } from '../ports/devices.ts'
import type {
  AccountReceiptIssuer,
  CollectionSlipIssuer,
  CreditSlipIssuer,
  Identify,
  Person,
  SaleLedger,
} from '../ports/ports.ts'
import type { OfficePorts } from '../ports/office.ts'
import {
  afterSaleCommands,
  caseCommands,
  type ReadBack,
  saleCommands,
  telephoneCommands,
} from '../sale/sale-commands.ts'
import type { AfterSaleService } from '../sale/after-sale.ts'
import {
  CustomerDisplay,
  demoTicketCommands,
  type DemoTicketSettings,
  displayCommands,
  infoCommands,
  type InfoSettings,
  measureCommands,
  type MeasureSettings,
} from './screen-commands.ts'
import { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { type PaymentBlock, saleView } from '../sale/sale-view.ts'
import { serviceCommands, type ServiceSettings, shiftCommands, type ShiftSettings } from '../staff/staff-commands.ts'
import { agentCommands, type AgentSettings, callsAtHub, noBadges } from '../staff/agent-calls.ts'
import type { ShiftService } from '../staff/shifts.ts'
import { trainingCommands, type TrainingSettings } from '../staff/training-commands.ts'
import { collectionCommands, CollectionSlips } from '../visit/collection.ts'
import { eventCommands, type EventOfferParts, type EventSettings } from '../visit/event-commands.ts'
import { ParkedSales } from '../visit/visits.ts'
import { parkingCommands, BackgroundSales } from '../visit/parking-commands.ts'
import { visitCommands, watchSeatLimit } from '../visit/visit-commands.ts'
import { PrinterWatch, watchChange, watchHeadphones } from '../monitors/device-watch.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import { type ReadinessSettings, ReadinessWatch } from '../monitors/readiness-watch.ts'
import { type ScreenWatch, watchScreens } from '../monitors/screen-watch.ts'
import { SaleScreen, watchConfirming } from './sale-screen.ts'

export interface ScreenSettings
  extends
    DemoTicketSettings,
    PaymentSettings,
    EventSettings,
    InfoSettings,
    MeasureSettings,
    CashboxSettings,
    ReadinessSettings,
    AgentSettings,
    ServiceSettings,
    ShiftSettings,
    TrainingSettings {
  readonly identify: Identify
  readonly office: OfficePorts
  readonly shifts: ShiftService
  readonly afterSales: AfterSaleService
  readonly reconciling: ReconcileService
  readonly headphones?: HeadphoneJack | 'always'
  /** Absent if vouchers with a collection code are not printed. */
  readonly collectionSlips?: CollectionSlipIssuer
  /** Absent if credit vouchers are not printed; customers must then write the number down. */
  readonly creditSlips?: CreditSlipIssuer
  readonly accountReceipts?: AccountReceiptIssuer
}

interface ScreenService {
  readonly api: KioskApi
  readonly screen: Screen
  readonly readiness: ReadinessWatch
  readonly screens: Pick<ScreenWatch, 'note'>
}

/** `cashbox`: null if there is no note acceptor. `registration`, `accountEntries`: null if no hub is configured. */
interface ScreenParts {
  readonly readBack: ReadBack | null
  readonly presence: PresenceTracker
  readonly refunds: ProviderRefunds
  readonly cashbox: Cashbox | null
  readonly registration: VoucherRegistration | null
  readonly accountEntries: AccountEntries | null
  readonly stopping: AbortSignal
}

export function serveScreens(
  ports: WatchedPorts & EventOfferParts,
  sales: SaleService,
  given: ScreenSettings,
  { readBack, presence, refunds, cashbox, registration, accountEntries, stopping }: ScreenParts,
): ScreenService {
  const { clock, partner, ledger } = ports
  const settings = { ...given, tenders: availableTenders(ports, given) }
  const { tenders, office, afterSales, role } = settings
  const screen = new Screen(ports, sales, settings, stopping)
  const { emit, printer, parked, behind, display, notes, attended, papers } = screen
  const ways = describeWays(ports, tenders, settings.tenderBudgetMs)
  const breaker = new PurchaseCircuitBreaker(ports, sales, (purchasesRefused) =>
    emit({ name: 'purchases-changed', payload: { purchasesRefused } }),
  )
  const storageFull = watchChange(
    () => !ledger.canStartSale(),
    (full) => emit({ name: 'storage-changed', payload: { storageFull: full } }),
    false,
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

  const signIns = new SignIns(settings.identify, ports.ids, clock)
  const { badges = noBadges, shifts } = settings
  const { call, desk } = callsAtHub(ports, settings, screen, stopping)
  const watchedScreens = watchScreens(ports)
  const screens: ScreenWatch = {
    ...watchedScreens,
    note: (side, fault) => ports.inSale(screen.shown?.saleId ?? null, () => watchedScreens.note(side, fault)),
  }
  const watches = { partner, breaker, storageFull, measure, headphones, sales, signIns, presence, screens }
  const now = { ...watches, screen, printer, parked, behind, notes, readBack: readBack !== null, attended, ways }
  const readiness = new ReadinessWatch({ ...ports, ...now }, settings)
  const displayChanged = (): void => emit({ name: 'display-changed', payload: null })
  const gate = paymentGate(ports, screen, settings, now)
  const commands: Commands = {
    ...infoCommands(settings, { ...now, behind: role === 'cashier' ? behind : null, call, desk }),
    ...eventCommands(ports, afterSales.files, sales, screen, settings, now),
    ...visitCommands(ports, screen, settings.maxSeats, notes, role === 'cashier' ? watchSeatLimit(sales) : undefined),
    ...paymentCommands(ports, screen, settings, attended, { signIns, gate }),
    ...slipCommands(ports, screen, { role, shifts: settings.shifts, signIns, gate, registration, papers }),
    ...accountCommands(ports, screen, { ...settings, attended, gate, entries: accountEntries }),
    ...tenderCommands(ports, sales, screen),
    ...saleCommands(sales, screen, readBack, behind, role, displayChanged),
    ...demoTicketCommands(screen, settings),
    ...telephoneCommands(ports, sales, screen, afterSales, settings, (sale) => {
      display.followBehind(screen.view(sale))
      displayChanged()
    }),
    ...parkingCommands(screen, sales, parked, behind),
    ...collectionCommands(ports, afterSales.files, sales, screen),
    ...caseCommands(ports, sales, afterSales, refunds, (saleId) => mayPayOn(role, screen.find(saleId))),
    ...afterSaleCommands(afterSales, ports, { ...settings, attended }, papers),
    ...cashboxCommands(ledger, cashbox, settings),
    ...shiftCommands(shifts, settings, ports.log),
    ...agentCommands(ports, screen, { call, desk, badges, signIns, printBadge: office.printBadge }),
    ...serviceCommands(ports, settings, { ...now, readiness }),
    ...trainingCommands(ports, settings, now),
    ...bookCommands(ports, sales, office, settings.reconciling),
    ...accessCodeCommands(ports, settings.accessCodes),
    ...machineCommands(ports, sales, office),
    ...peopleCommands(ports, office.people, () => desk?.report()),
    measureScreen,
    reportScreenFault: async (fault) => ok(screens.note('seller', fault)),
    ...displayCommands(display, screen, displayChanged),
  }
  const onStaff = ({ staffId }: Person): void => {
    call?.close()
    desk?.activateBadge(staffId)
    if (badges.attempts.secondsLeft() > 0) badges.attempts.passed()
  }
  return { api: admit(commands, signIns, presence, ports.inSale, onStaff), screen, readiness, screens }
}

type Listener = (event: KioskEvent) => void

class Screen extends SaleScreen {
  readonly attended: readonly TenderKind[]
  readonly notes: NotesWatch
  readonly printer: PrinterWatch
  readonly display: CustomerDisplay
  readonly parked: ParkedSales
  readonly behind: BackgroundSales
  readonly papers: SlipPapers
  readonly #slips: CollectionSlips | null
  readonly #slow: (saleId: string) => boolean
  readonly #ports: WatchedPorts
  readonly #sales: SaleService
  readonly #listeners = new Set<Listener>()
  readonly #afterSales: Pick<AfterSaleService, 'linkOf' | 'onlyPublished'>
  #onShown: (sale: SaleView | null) => void = () => undefined

  constructor(ports: WatchedPorts, sales: SaleService, settings: ScreenSettings, stopping: AbortSignal) {
    super(sales)
    const { role, afterSales, tenders, collectionSlips, creditSlips = null } = settings
    const refresh = (saleId: string): void => this.#refresh(this.find(saleId))
    this.#ports = ports
    this.#sales = sales
    this.#afterSales = afterSales
    this.attended = tenders.filter((kind) => ports.tenders[kind]?.tell)
    this.notes = new NotesWatch(ports, tenders, (offered) => {
      this.emit({ name: 'ways-changed', payload: { tenders: offered } })
      this.#refresh(this.sale(), 'priced')
    })
    this.printer = new PrinterWatch(ports, stopping, (payload) => {
      this.emit({ name: 'printer-changed', payload })
      this.behind.changed()
      this.#refresh(this.sale(), 'print-unknown')
    })
    this.#slow = watchConfirming(ports.clock, sales, stopping, ({ saleId }) => refresh(saleId))
    this.display = new CustomerDisplay(settings)
    this.parked = new ParkedSales(sales, this.view, (payload) => this.emit({ name: 'parked-changed', payload }))
    this.behind = new BackgroundSales({ ...ports, files: afterSales.files }, sales, this, (payload) => {
      // A customer at a kiosk must not see the sales of other customers.
      if (role === 'cashier') this.emit({ name: 'behind-changed', payload })
    })
    this.#slips = role === 'cashier' || !collectionSlips ? null : new CollectionSlips(ports, collectionSlips, refresh)
    this.papers = new SlipPapers(ports, creditSlips, refresh)
    sales.subscribe((sale) => this.#follow(sale))
  }

  /** Returns whether a sale is on the screen or only parked; null if there is no sale. */
  serving(): 'sale' | 'parked' | null {
    return this.shown ? 'sale' : this.parked.views().length > 0 ? 'parked' : null
  }

  readonly emit = (event: KioskEvent): void => this.#listeners.forEach((listener) => listener(event))

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  protected override viewWith(sale: Sale, blocked: PaymentBlock | null): SaleView {
    const { saleId, currency } = sale
    return saleView(sale, {
      attended: this.attended,
      sales: this.#sales,
      tenders: this.notes.offered(),
      notesTaken: this.notes.values(currency),
      now: this.#ports.clock.now(),
      blocked,
      slow: this.#slow(saleId),
      printer: this.printer.known(),
      slip: this.#slips?.state(saleId) ?? null,
      credits: this.papers.views(sale),
      takesSlips: this.papers.takesSlips(),
      leavesOpen: (each) => mayBeOpen(this.#ports.ledger, each),
      pageOf: (each) => this.#pageOf(each),
    })
  }

  #pageOf(sale: Sale): SaleView['telephone'] {
    const { ticketPages } = this.#ports
    const link = this.#afterSales.linkOf(sale)
    const original = link !== null && link === publishedOf(sale)?.link
    if (original && this.#afterSales.onlyPublished(sale).length === 0) return undefined
    const address = (link && ticketPages?.addressOf(link)) ?? (ticketPages?.isOffered() ? null : undefined)
    return address === undefined ? undefined : { address, ...(original && { original }) }
  }

  /** Sets the function to call when the sale on the screen changes. */
  follow(onShown: (sale: SaleView | null) => void): void {
    this.#onShown = onShown
  }

  protected override tell(payload: SaleView): void {
    this.emit({ name: 'sale-changed', payload })
    this.#onShown(payload)
  }

  protected override moved(): void {
    this.behind.changed()
    const sale = this.sale()
    this.#onShown(sale && this.view(sale))
  }

  #refresh(sale: Sale | null, only?: SaleState): void {
    if (sale && (only ?? sale.state) === sale.state) this.tell(this.view(sale))
  }

  #follow(sale: Sale): void {
    const { printer, display, parked, papers } = this
    const printsAgain = sale.state === 'done' && printer.known().state === 'not-ready'
    if (sale.state === 'print-unknown' || printsAgain || printer.isOther()) void printer.look()
    if (sale.saleId !== this.shown?.saleId) {
      parked.follow(sale)
      display.followBehind(this.view(sale))
      return
    }
    this.unblock()
    if (sale.state === 'refund-due' && isCash(sale.tender.kind) && !nextEffect(sale)) void openDrawer(this.#ports)
    this.#slips?.follow(sale, this.view(sale).stage.name)
    papers.follow(sale)
    const view = this.view(sale)
    display.follow(view)
    this.tell(view)
  }
}

/** Returns whether an abandoned payment may have succeeded; true if the ledger cannot be read. */
function mayBeOpen(ledger: Pick<SaleLedger, 'abandonedPayment'>, saleId: string): boolean {
  try {
    const states = [...ledger.abandonedPayment(saleId).values()]
    return states.some((state) => state !== 'closed' && state !== 'paid-back')
  } catch {
    return true
  }
}

/** At a kiosk, a second payment is not allowed while the first payment may still succeed. */
function mayPayOn(role: ScreenSettings['role'], shown: Sale | null): boolean {
  return shown !== null && (role === 'cashier' || !isAskedOn(shown))
}
