import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { isOwn, type ReadinessIssue } from '../../shared/domain/fleet/readiness.ts'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import { type Config, demoTicketsOf } from '../config/config.ts'
import { hasTerms, missingTerms, sellerOf } from '../config/terms.ts'
import { type Kiosk, type KioskSettings, startKiosk } from '../kiosk/kiosk.ts'
import { ReconcileService } from '../kiosk/office/reconcile.ts'
import { type Clock, type Ports, type PostSaleLedger, type ShiftBook, within } from '../kiosk/ports/ports.ts'
import { AfterSaleService } from '../kiosk/sale/after-sale.ts'
import { ShiftService, type TimeOfDay } from '../kiosk/staff/shifts.ts'
import { createHeadphoneJack } from '../host/headphone-jack.ts'
import { inSale } from '../host/log.ts'
import { writeScreenFile } from '../host/screen-file.ts'
import { createSystemClock, referenceFor } from '../host/system.ts'
import { openAccessCodesFile } from '../office/office-files.ts'
import { codesOfHub, damagedFiles, KioskAccessCodes, observeDevice, startStatusReporting } from './hub-link.ts'
import type { FiscalQueue } from '../kiosk/sale/invoices.ts'
import type { KioskDependencies, LiveModeDependencies, Runtime } from './kiosk-context.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { copyLedger, newArchive, openSaleLedger, reportOpening, setAsideDemo } from './ledger.ts'
import { MachineMetrics } from './machine-metrics.ts'
import { createOffice } from './office.ts'
import { brandFolder, deleteSavedTickets, type KioskPrinting, openPrinting, ticketPagesOver } from './kiosk-printing.ts'
import { openBookingBackend } from './partner.ts'
import { openFiscalQueue, openTenderDrivers } from './payment-devices.ts'
import { openStaffStore } from './people.ts'
import { speechFolders } from './speech.ts'

/** Customer data and saved tickets are deleted at most one hour after their retention period ends. */
const PURGE_EVERY_MS = 3_600_000

/** Training starts without the live events if the booking service does not return the events in time. */
const EVENTS_WITHIN_MS = 2_000

export interface ConfiguredKiosk extends Kiosk {
  settingsWait(): boolean
  /** Returns whether a sale could start and its tickets could be printed, without querying the partner. */
  canSell(): Promise<boolean>
  proveSettings(): void
  readonly asLive: LiveModeDependencies
  noteTraining(
    code: 'TRAINING_STARTED' | 'TRAINING_ENDED',
    payload: Readonly<Record<string, unknown>>,
    staffId?: string,
  ): void
}

/**
 * Composition root: creates a kiosk from its settings. Start-up order: locks and checks the ledger, resumes unfinished
 * sales, queries the printer, then accepts requests from the screen. Rejects with ledger errors such as `LedgerInUse`.
 */
export async function createKiosk(config: Config, runtime: Runtime): Promise<ConfiguredKiosk> {
  const opened: Opened = []
  try {
    return await putTogether(config, runtime, opened)
  } catch (error) {
    // Files opened by a failed start are closed, so that a second start with other settings does not find them locked.
    for (const close of opened.toReversed()) await close()
    throw error
  }
}

const ids: Ports['ids'] = { uuid: () => randomUUID(), referenceFor }

type Opened = (() => void | Promise<void>)[]

/** Returns whether new settings may resolve the issue; a screen failure does not depend on the settings. */
const keepsFromSelling = (issue: ReadinessIssue): boolean => isOwn(issue) && issue.type !== 'screen-failing'

function followKiosk(
  metrics: MachineMetrics,
  kiosk: Kiosk,
  { config, clock, ...given }: KioskDependencies & Pick<Ports, 'printers'>,
): void {
  const { mode } = config
  if (mode === 'training') return
  const startedUtc = clock.now().wallUtc
  metrics.follow(kiosk.sales, () => observeDevice(config, { ...given, clock, mode, kiosk }, startedUtc))
}

/**
 * Creates the folder of the kiosk's data. If it contains data of an earlier demo build, that folder is renamed first.
 */
function createDataFolder(
  config: Config,
  runtime: Runtime,
  { clock, directory, report }: Pick<KioskDependencies, 'clock' | 'directory' | 'report'>,
): void {
  const aside = setAsideDemo(config, runtime, clock)
  // Other accounts on the computer must not read tickets and sales.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (aside !== null) report(catalogues[config.language].refusals.demoSetAside(aside))
}

async function putTogether(config: Config, runtime: Runtime, opened: Opened): Promise<ConfiguredKiosk> {
  const { version, rollbackReason = null, quit, setUpAgain, training, clock = createSystemClock() } = runtime
  const metrics = config.localApi?.metrics ? new MachineMetrics(runtime.log, version, clock) : null
  const log = metrics?.log ?? runtime.log
  const directory = join(config.dataDirectory, config.mode)
  const report = (remark: string): void => log.warn('program.remark', { remark })
  config.remarks.forEach(report)

  createDataFolder(config, runtime, { clock, directory, report })
  const ledger = await openSaleLedger(config, { ...runtime, log }, directory, clock)
  opened.push(() => ledger.close())
  const ground: KioskDependencies = { ...runtime, log, config, directory, clock, ledger, report }
  let started: Kiosk | null = null
  const seller = await openBookingBackend(ground, () => started?.readiness() ?? null, metrics)
  opened.push(seller.close, seller.closeLocalApi)
  const planOf = seller.plans.named
  const paper = await openPrinting(ground, planOf)
  const { printers, tickets } = paper
  const { staffList, locks, ...people } = await openStaffStore(ground)
  let settingsWait = false
  const onFiled = (): void => void (settingsWait = true)
  const codes = codesOfHub(config, ground)
  const accessCodes = new KioskAccessCodes(config, codes, openAccessCodesFile(directory, report), seller.demoCodes)
  const office = createOffice(ground, paper, { allCodes: () => accessCodes.all(), people: staffList, onFiled })
  reportOpening(ledger, clock, log)
  const { close: closeDrivers, pages, ...means } = await openTenderDrivers(ground)
  const ticketPages = pages && ticketPagesOver(pages, paper.ticketDrawing, ground)
  const sold = { partner: seller.partner, ledger, ...means, ...(ticketPages && { ticketPages }) }
  const ports: Ports = { clock, ids, ...sold, tickets, printers, log, inSale }
  const fiscal = openFiscalQueue(ground, afterSaleBook(ground))
  opened.push(closeDrivers, paper.close, () => fiscal?.close())
  const kiosk = await startKiosk(ports, {
    ...settingsOf(config),
    speech: speechFolders({ ...ground, dataDirectory: config.dataDirectory }).packs.map(({ at }) => at),
    ...servicesOver(ground, ports, paper, fiscal?.queue),
    ...headphonesOf(ground),
    ...people,
    version,
    accessCodes,
    clockOff: seller.clockOff,
    damagedFiles: () => damagedFiles(config),
    // Delays the first readiness check until the screens have started.
    ...(config.mode !== 'training' && { triesItself: (begin: () => void) => void setImmediate(begin) }),
    office,
    plans: seller.plans,
    quit,
    setUpAgain,
    training,
  })
  started = kiosk
  if (metrics) followKiosk(metrics, kiosk, { ...ground, printers })
  // `kiosk.stop()` also closes the ledger, so the ledger needs no separate close function.
  opened[0] = () => kiosk.stop()
  const practice = training?.side === 'live' ? training : null
  const blocker = (): Blocker | null => kiosk.blocker() ?? practice?.blocker() ?? (seller.isBusy() ? 'work' : null)
  if (rollbackReason !== null) ledger.note('SETTINGS_ROLLED_BACK', { reason: rollbackReason }, clock.now())
  const wait = (): boolean => settingsWait
  const told = startStatusReporting(ground, { kiosk, codes, pages, printers, rollbackReason, blocker, onFiled }, wait)
  const stopPurging = purgeData(ground, kiosk)
  let stopped: Promise<void> | null = null
  async function stop(): Promise<void> {
    stopPurging()
    await practice?.stop()
    await told.stop()
    await seller.closeLocalApi()
    await kiosk.stop()
    fiscal?.close()
    await Promise.all([paper.close(), closeDrivers()])
    await seller.close()
    if (config.mode !== 'training') await copyLedger(ground)
  }
  return {
    ...kiosk,
    blocker,
    settingsWait: wait,
    canSell: async () => !(await kiosk.readiness()).issues.some(keepsFromSelling),
    proveSettings: () => told.proveSettings(),
    asLive: { directory, locks, printers: paper.loaded, planOf, events: () => eventsOf(kiosk, clock) },
    noteTraining: (code, payload, staffId) => ledger.note(code, payload, clock.now(), staffId),
    stop: () => (stopped ??= stop()),
  }
}

/** Returns the events on sale; empty if the booking service does not respond within `EVENTS_WITHIN_MS`. */
async function eventsOf({ api }: Kiosk, clock: Clock): Promise<readonly EventOffer[]> {
  const listed = await within(clock, EVENTS_WITHIN_MS, api.listEvents({}))
  return listed?.ok ? listed.value.events : []
}

function servicesOver(
  ground: KioskDependencies,
  ports: Ports,
  {
    opensDrawer,
    ticketDrawing: drawing,
    slips,
    invoices,
    reports,
    collectionSlips,
    creditSlips,
    accountReceipts,
    unprintableIn,
  }: KioskPrinting,
  fiscal?: FiscalQueue,
) {
  const { config, ledger } = ground
  const shown = demoTicketsOf(config)
  return {
    ...(shown && { demoTickets: { shown, drawing } }),
    collectionSlips,
    creditSlips,
    accountReceipts,
    unprintableIn,
    shifts: new ShiftService({
      ...ports,
      book: shiftBook(ground),
      currencies: config.cashCurrencies,
      opensDrawer,
      archivesAtZ: config.shifts.archiveFolder !== undefined,
      closeAt: config.shifts.closeAt ?? null,
      reports,
    }),
    afterSales: new AfterSaleService({
      ...ports,
      book: afterSaleBook(ground),
      slips,
      invoices,
      ...(fiscal && { fiscal }),
      register: config.deviceId,
    }),
    reconciling: new ReconcileService({ ...ports, sales: (shiftNo) => ledger.recordedSales(shiftNo), reports }),
  } satisfies Partial<KioskSettings>
}

/** At a desk, the cashier speaks to the customer, so no headphones are used. */
function headphonesOf({ config, clock, log }: KioskDependencies): Pick<KioskSettings, 'headphones'> {
  const { headphones, role } = config
  if (role === 'cashier' || headphones === 'none') return {}
  return { headphones: headphones === 'always' ? 'always' : createHeadphoneJack(clock, log) }
}

function settingsOf(config: Config) {
  const { deviceId, mode, role, languages, numerals, theme, shortcuts, tenders, soundVolume, keypad } = config
  const asTheyAre = { deviceId, mode, role, languages, numerals, theme, shortcuts, tenders, soundVolume, keypad }
  const { pixelsPerMillimetre, screenBottomMillimetres, dataDirectory, lockAfterMinutes, shifts, timeZone } = config
  const { refundRule, tenderNames, seller, terms } = config
  const { scanTimeoutSeconds } = config.tickets
  const { terminalSide: terminal, ticketSlot: tickets, noteSlot: notes, helpPlace: help } = config
  const pointed = Object.entries({ terminal, tickets, notes, help }).filter(([, edge]) => edge !== undefined)
  const pictures = brandFolder(dataDirectory).pictures.map(({ name }) => name)
  return {
    ...asTheyAre,
    defaultLanguage: config.language,
    maxSeats: role === 'cashier' ? Math.max(config.maxSeats, config.groupSeats) : config.maxSeats,
    ...(Object.keys(refundRule).length > 0 && { refundRule }),
    ...(Object.keys(tenderNames).length > 0 && { tenderNames }),
    ...(hasTerms(terms) && { terms: { seller: sellerOf(seller), texts: terms } }),
    taxRates: { ...(seller.taxRate !== undefined && { usual: seller.taxRate }), zones: seller.zoneTaxRates },
    ...(pointed.length > 0 && { surroundings: Object.fromEntries(pointed) }),
    ...(pictures.length > 0 && { pictures }),
    screen: { pixelsPerMillimetre, screenBottomMillimetres },
    saveScreen: (measure) => writeScreenFile(dataDirectory, measure),
    readBackMs: scanTimeoutSeconds === undefined ? undefined : scanTimeoutSeconds * 1000,
    ...(lockAfterMinutes > 0 && { lockAfterMs: lockAfterMinutes * 60_000 }),
    tenderBudgetMs: config.tenderBudgetSeconds * 1000,
    ...(timeZone && { timeZone }),
    wheelchairReleaseMs: config.spaceReleaseMinutes * 60_000,
    closeAt: timeOfDay(shifts.closeAt),
    noteCurrency: config.notes?.currency,
    maxCashierCashMove: shifts.maxCashierCashMove,
    place: config.place,
    quietMs: config.idleBeforeReloadSeconds * 1000,
    termsMissing: missingTerms(config),
  } satisfies Partial<KioskSettings>
}

function purgeData(ground: KioskDependencies, { sales }: Kiosk): () => void {
  const { ledger, clock, log } = ground
  const savedTickets = deleteSavedTickets(ground, sales)
  // Only saved tickets are purged here, because expired customer data is purged when the ledger is opened.
  void savedTickets.purge()
  const purging = setInterval(() => {
    try {
      ledger.purgeCustomerData(clock.now())
    } catch (error) {
      log.error('customer-data.purge-failed', error)
    }
    void savedTickets.purge()
  }, PURGE_EVERY_MS)
  purging.unref()
  return () => {
    savedTickets.stop()
    clearInterval(purging)
  }
}

function timeOfDay(text: string | undefined): TimeOfDay | undefined {
  const [hour, minute] = text?.split(':').map(Number) ?? []
  return hour === undefined || minute === undefined ? undefined : { hour, minute }
}

function shiftBook({ ledger, config, directory, clock }: KioskDependencies): ShiftBook {
  return {
    close(kind, staffId) {
      const { seq } = ledger.closeShift(kind, staffId, clock.now())
      const report = ledger.shiftReport(seq)
      if (!report) throw new Error(`row ${seq}: the closure just recorded is missing`)
      return report
    },
    record: (act, staffId) => ledger.recordDrawer(act, staffId, clock.now()),
    state: () => ledger.shiftState(),
    terminalDays: {
      due: (terminal) => ledger.terminalDayDue(terminal),
      ask: (day, terminal, staffId) => ledger.askTerminalDay(day, terminal, staffId, clock.now()),
      note: (day, end) => ledger.noteTerminalDay(day, end, clock.now()),
    },
    closures: (limit) => ledger.closures(limit),
    report: (closureSeq) => ledger.shiftReport(closureSeq),
    archive: async () => ledger.archive(newArchive(config, directory, clock), clock.now()),
    backup: () => ledger.backup(clock.now()),
  }
}

export function afterSaleBook({ ledger, clock }: Pick<KioskDependencies, 'ledger' | 'clock'>): PostSaleLedger {
  return {
    ...ledger,
    record: (act, staffId) => ledger.recordAfterSale(act, staffId, clock.now()),
    issueInvoice: (wish, staffId) => ledger.issueInvoice(wish, staffId, clock.now()),
  }
}
