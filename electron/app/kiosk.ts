import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Blocker } from '../../shared/domain/fleet/blocker.ts'
import { drivenTenders, isMobileMoney, type DrivenTender, type TenderKind } from '../../shared/domain/money/tender.ts'
import { isOpenAt } from '../../shared/domain/fleet/update.ts'
import { createBookingService } from '../booking-service/booking-service.ts'
import { readVenuePlans } from '../booking-service/venue-files.ts'
import { createSystemClock } from '../host/clock.ts'
import { DEMO_PIN, type Config } from '../config/config.ts'
import { createAfterSaleService } from '../core/sale/after-sale-service.ts'
import type { Clock, Log, Ports, TenderDriver } from '../core/ports/ports.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { createReconcileService } from '../core/office/reconcile-service.ts'
import { startKiosk, type Kiosk } from '../core/kiosk.ts'
import type { TimeOfDay } from '../core/staff/scheduled-close.ts'
import { createShiftService } from '../core/staff/shift-service.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createPartnerClient } from '../partner/client.ts'
import { logLeftOut } from '../partner/left-out.ts'
import { connectPartner, openLocalApi } from './partner-connection.ts'
import { createAttendedTerminal } from '../payment/attended-terminal.ts'
import { createSimulatedTerminal } from '../payment/simulated-terminal.ts'
import { createOffice } from './office.ts'
import { readBrand } from '../printing/brand-files.ts'
import { startHeartbeat } from './fleet-membership.ts'
import { createPrinterPool } from '../printing/printers/printer-pool.ts'
import { loadPrinters } from '../printing/printers/printers.ts'
import { createReportIssuer } from '../printing/report-issuer.ts'
import { createSlipIssuer } from '../printing/slip-issuer.ts'
import { createTestPrint } from '../printing/test-print.ts'
import { createTicketIssuer } from '../printing/ticket-issuer.ts'
import { copyLedger, newArchive, openSaleLedger, reportFolder, reportOpening } from './sale-ledger.ts'
import { writeScreenFile } from '../host/screen-file.ts'
import { keepStatus, type Observed } from '../host/status-file.ts'
import { createIdentify } from '../staff/identify.ts'
import { withDemoStaff } from '../staff/demo-staff.ts'
import { openStaffFile } from '../staff/staff-file.ts'
import { staffPath } from './staff-list.ts'
import { bookingFile } from '../host/data-directory.ts'

/** Customers are forgotten within the hour that it is time. */
const PURGE_EVERY_MS = 3_600_000

export interface Runtime {
  readonly version: string
  /** Fonts and venue plans. */
  readonly resourcesDirectory: string
  readonly log: Log
  /** A build of better-sqlite3 for this runtime where the package's own does not fit. */
  readonly sqliteBinding: string | undefined
  /** Where the program runs in a window that can print. */
  readonly windowPrinting?: WindowPrinting
  /** Ends the program, where staff may do so from its screen. */
  readonly quit?: () => void
  /** Why the settings were taken back at this start; left out: they were not. */
  readonly takenBack?: string
  /** Stops this kiosk and asks again what the machine has to know. */
  readonly setUpAgain?: () => Promise<void>
}

export interface ConfiguredKiosk extends Kiosk {
  /** The settings file is another than this kiosk was started with. */
  settingsWait(): boolean
  /** Whether a sale could begin and its tickets come out; the partner is not asked. */
  canSell(): Promise<boolean>
  /** The settings that it was started with are good. */
  proveSettings(): void
}

/**
 * The composition root: one kiosk out of its settings. Order of start (sale safety, "Start-up"): the ledger is locked
 * and checked, unfinished sales go on, the printer is asked how it is, then the screen may ask. Rejects with the ledger's own errors when it must not open.
 */
export async function createKiosk(config: Config, runtime: Runtime): Promise<ConfiguredKiosk> {
  const opened: Opened = []
  try {
    return await putTogether(config, runtime, opened)
  } catch (error) {
    // A second try, with other settings, finds nothing locked.
    for (const close of opened.toReversed()) await close()
    throw error
  }
}

/** What is open so far, and how it is closed. */
type Opened = (() => void | Promise<void>)[]

async function putTogether(config: Config, runtime: Runtime, opened: Opened): Promise<ConfiguredKiosk> {
  const { log, sqliteBinding, version } = runtime
  const dataDirectory = join(config.dataDirectory, config.mode)
  // Tickets and sales are nobody else's business on this machine.
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const clock = createSystemClock()
  const report = (remark: string): void => log.warn(remark)
  config.remarks.forEach(report)

  const ledger = await openSaleLedger(config, runtime, dataDirectory, clock)
  opened.push(() => ledger.close())
  const plans = readVenuePlans(join(runtime.resourcesDirectory, 'venues'))
  const service =
    config.mode === 'demo' && !config.partner
      ? await createBookingService({
          database: bookingFile(dataDirectory),
          venues: plans,
          holdSeconds: config.demoHoldSeconds,
          ...(sqliteBinding && { nativeBinding: sqliteBinding }),
        })
      : null
  if (service) opened.push(() => service.close())
  const planOf = (venueName: string) => plans.find(({ venue }) => venue.name === venueName) ?? null

  const { devices, drawer = null, ...roles } = config.printers
  const loaded = loadPrinters(devices, {
    paper: config.tickets.paper,
    clock,
    printing: runtime.windowPrinting ?? null,
    resourcesDirectory: runtime.resourcesDirectory,
  })
  const printers = createPrinterPool({ printers: loaded, roles, drawer, log })
  const brand = await readBrand(config.tickets)
  const press = { fontsDirectory: join(runtime.resourcesDirectory, 'fonts'), brand, numerals: config.numerals }
  const demo = config.mode === 'demo'
  const connected = connectPartner(config, service, clock)
  const { connection, line } = connected
  if (line) opened.push(() => line.close())
  const localApi = await openLocalApi(config, connected, dataDirectory, log)
  if (localApi) opened.push(() => localApi.close())
  const ports: Ports = {
    clock,
    ids: { uuid: () => randomUUID() },
    partner: createPartnerClient({ ...connection, onLeftOut: logLeftOut(log) }),
    ledger,
    tenders: tenderDrivers(config, dataDirectory, clock),
    tickets: createTicketIssuer({
      ...press,
      folder: config.tickets.folder ?? join(dataDirectory, 'tickets'),
      paper: config.tickets.paper,
      printers,
      demo,
      selfCheck: config.tickets.selfCheck,
      planOf,
      log,
    }),
    printers,
    log,
  }
  const reports = createReportIssuer({
    fontsDirectory: join(runtime.resourcesDirectory, 'fonts'),
    folder: reportFolder(dataDirectory),
    printers,
    language: config.language,
    numerals: config.numerals,
    demo: config.mode === 'demo',
    brand,
  })
  const testPrint = createTestPrint(press.fontsDirectory, config.language)
  const { staffPin } = config
  const staffFile = openStaffFile(staffPath(dataDirectory), report)
  // A PIN of the settings' own is a secret: then nobody's is shown.
  const demoDesk = demo && staffPin === DEMO_PIN && config.role === 'cashier'
  const { staff, shown: demoStaff } = demoDesk ? await withDemoStaff(staffFile) : { staff: staffFile, shown: () => [] }
  let settingsWait = false
  const onFiled = (): void => {
    settingsWait = true
  }
  const office = createOffice(config, {
    directory: dataDirectory,
    version,
    nativeBinding: sqliteBinding,
    ledger,
    // Demo events are made again as the days go by, and their codes with them.
    demoCodes: async () => (await service?.accessCodes()) ?? {},
    async testPrint(name) {
      const on = loaded.get(name)
      return on ? testPrint(name, on) : null
    },
    onSettingsFiled: onFiled,
    names: () => staff.all().map(({ name }) => name),
    report,
  })
  reportOpening(ledger, clock, log)
  const kiosk = await startKiosk(ports, {
    deviceId: config.deviceId,
    version,
    mode: config.mode,
    languages: config.languages,
    defaultLanguage: config.language,
    maxSeats: config.maxSeats,
    screen: {
      pixelsPerMillimetre: config.pixelsPerMillimetre,
      screenFootMillimetres: config.screenFootMillimetres,
    },
    saveScreen: (measure) => writeScreenFile(config.dataDirectory, measure),
    numerals: config.numerals,
    readBackMs: config.tickets.readBackSeconds === undefined ? undefined : config.tickets.readBackSeconds * 1000,
    theme: config.theme,
    role: config.role,
    shortcuts: config.shortcuts,
    ...(config.lockAfterMinutes > 0 && { lockAfterMs: config.lockAfterMinutes * 60_000 }),
    tenders: config.tenders,
    tenderBudgetMs: config.tenderBudgetSeconds * 1000,
    accessCode: (eventId) => office.accessCode(eventId),
    office,
    plan: planOf,
    shifts: createShiftService({
      book: {
        close(kind, staffId) {
          const { seq } = ledger.closeShift(kind, staffId, clock.now())
          const report = ledger.shiftReport(seq)
          if (!report) throw new Error(`row ${seq}: the closure just journalled is not there`)
          return report
        },
        record: (act, staffId) => ledger.recordDrawer(act, staffId, clock.now()),
        state: () => ledger.shiftState(),
        closures: (limit) => ledger.closures(limit),
        report: (closureSeq) => ledger.shiftReport(closureSeq),
        archive: async () => ledger.archive(newArchive(config, dataDirectory, clock), clock.now()),
        backup: () => ledger.backup(clock.now()),
      },
      printers,
      currencies: config.drawerCurrencies,
      opensDrawer: drawer !== null,
      archivesAtZ: config.shifts.archiveFolder !== undefined,
      closeAt: config.shifts.closeAt ?? null,
      reports,
      log,
    }),
    closeAt: timeOfDay(config.shifts.closeAt),
    quietMs: config.quietSeconds * 1000,
    afterSales: createAfterSaleService({
      book: {
        files: ledger.files,
        find: (saleId) => ledger.find(saleId),
        record: (act, staffId) => ledger.recordAfterSale(act, staffId, clock.now()),
        openCopies: () => ledger.openCopies(),
      },
      tickets: ports.tickets,
      slips: createSlipIssuer({ ...press, folder: join(dataDirectory, 'slips'), printers, demo }),
      printers,
      register: config.deviceId,
      log,
    }),
    reconciling: createReconcileService({
      ...ports,
      sales: (shiftNo) => ledger.recordedSales(shiftNo),
      reports,
    }),
    quit: runtime.quit,
    setUpAgain: runtime.setUpAgain,
    identify: createIdentify({
      staff,
      machinePin: staffPin,
      locksPath: join(dataDirectory, 'staff-locks.json'),
      report,
      clock,
      onLocked: (id, seconds) => ledger.note('PIN_LOCKED', { id, seconds }, clock.now()),
    }),
    people: () => ({
      ...(staffFile.all().length > 0 && { hasStaff: true }),
      ...(demoStaff().length > 0 && { demoStaff: demoStaff() }),
      ...(demo && staffPin === DEMO_PIN && { demoPin: DEMO_PIN }),
    }),
  })
  // It closes the ledger itself.
  opened[0] = () => kiosk.stop()
  const blocker = (): Blocker | null => kiosk.blocker() ?? (localApi?.isBusy() ? 'work' : null)
  const { takenBack = null } = runtime
  if (takenBack !== null) ledger.note('SETTINGS_TAKEN_BACK', { reason: takenBack }, clock.now())
  const fleet = startHeartbeat(config, {
    version,
    clock,
    log,
    ledger,
    printers,
    kiosk,
    takenBack,
    onFiled,
    blocker,
  })
  const status = keepStatus(
    config.dataDirectory,
    clock,
    async () => ({
      ...(await observe(kiosk, ledger)),
      open: isOpenAt(config.updates?.openingHours, new Date()),
      settings: {
        running: fleet?.settings().running ?? 0,
        waiting: settingsWait,
        waitsFor: settingsWait || fleet?.settings().waits ? blocker() : null,
        // The program of another version reads it under this name.
        givenUp: takenBack,
      },
    }),
    (error) => log.error('status not told', error),
  )
  const purging = setInterval(() => {
    try {
      ledger.purgeCustomerData(clock.now())
    } catch (error) {
      log.error('customers were not forgotten in time', error)
    }
  }, PURGE_EVERY_MS)
  purging.unref()
  let stopped: Promise<void> | null = null
  async function stop(): Promise<void> {
    clearInterval(purging)
    await fleet?.stop()
    await status.stop()
    await localApi?.close()
    await kiosk.stop()
    line?.close()
    await service?.close()
    await copyLedger(dataDirectory, clock, runtime)
  }
  return {
    ...kiosk,
    blocker,
    settingsWait: () => settingsWait,
    async canSell() {
      const info = await kiosk.api.getKiosk({})
      return info.ok && info.value.printer.state !== 'not-ready' && ledger.canStartSale()
    },
    proveSettings: () => fleet?.proved(),
    stop: () => (stopped ??= stop()),
  }
}

/** What `guichet status` and the update may know. */
async function observe({ api }: Kiosk, ledger: Ledger): Promise<Omit<Observed, 'settings' | 'open'>> {
  const info = await api.getKiosk({})
  if (!info.ok) throw new Error(info.error.type)
  const { version, mode, deviceId, partner, purchasesRefused, printer, sale, parked = [] } = info.value
  return {
    version,
    mode,
    deviceId,
    partner: partner.state,
    ...(purchasesRefused && { purchasesRefused }),
    printer: printer.state === 'not-ready' ? printer.reason : printer.state,
    canSell: ledger.canStartSale(),
    ledger: ledger.gaps().map(({ kind }) => kind),
    unfinished: ledger.unfinished().length,
    serving: sale !== null || parked.length > 0,
  }
}

/** Of `HH:MM`. */
function timeOfDay(text: string | undefined): TimeOfDay | undefined {
  const [hour, minute] = text?.split(':').map(Number) ?? []
  return hour === undefined || minute === undefined ? undefined : { hour, minute }
}

/** Cash has no driver: staff say what they received. What is not offered is not asked for what it did, either. */
function tenderDrivers(config: Config, directory: string, clock: Clock): Partial<Record<TenderKind, TenderDriver>> {
  if (config.terminals === 'attended') {
    const offered = drivenTenders.filter((kind) => config.tenders.includes(kind))
    return Object.fromEntries(offered.map((kind) => [kind, createAttendedTerminal()]))
  }
  const simulated = (kind: DrivenTender): TenderDriver => {
    const settings = isMobileMoney(kind) ? config.simulatedMobileMoney : config.simulatedTerminal
    const journalPath = join(directory, kind === 'card' ? 'simulated-terminal.jsonl' : `simulated-${kind}.jsonl`)
    return createSimulatedTerminal({ journalPath, clock, ...settings })
  }
  return Object.fromEntries(drivenTenders.map((kind) => [kind, simulated(kind)]))
}
