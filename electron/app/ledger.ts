import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { instantOf, localTime, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Language } from '../../shared/domain/language.ts'
import { reconcileSettlement, type ProviderLine, type Settlement } from '../../shared/domain/money/settlement.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Difference, Reconciliation } from '../../shared/domain/sale/reconcile.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { parseJson } from '../../shared/json.ts'
import { logLine } from '../../shared/log-line.ts'
import { createBookingService, readVenuePlans } from '../booking/booking-service.ts'
import type { Config } from '../config/config.ts'
import { reconcile } from '../kiosk/office/reconcile.ts'
import type { SalesListWish } from '../kiosk/ports/office.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import { syncDirectory } from '../host/files/atomic-file.ts'
import { LOCAL_API_LOG_FILE, LOG_FILE, silentLog } from '../host/log.ts'
import { bookingFile, createSystemClock, ledgerFile } from '../host/system.ts'
import { backupWhenDue } from '../ledger/backup.ts'
import { lockLedger, namedFault } from '../ledger/connection.ts'
import { type Ledger, openLedger } from '../ledger/ledger.ts'
import { type Period, readProviderPayments } from '../ledger/sales/provider-payments.ts'
import { readRecordedSales, readSalesOf } from '../ledger/sales/recorded-sales.ts'
import type { SalesListFilter } from '../ledger/sales/sales-list.ts'
import { clearSideFiles } from '../ledger/salvage.ts'
import { isOfOtherBuild } from '../ledger/schema.ts'
import { openFileSigner } from '../ledger/signer.ts'
import { PartnerClient } from '../partner/client.ts'
import { drivers, isDriver } from '../payments/drivers.ts'
import { formOf, readSettlement, type UnreadableSettlement } from '../payments/settlement.ts'
import { type CsvStyle, reconcileCsv, salesCsv, settlementCsv } from '../printing/documents/csv.ts'
import { FolderPrinter } from '../printing/printers/folder-printer.ts'
import type { KioskDependencies, Runtime } from './kiosk-context.ts'
import { connectPartner } from './partner.ts'
import { openProvider } from './payment-devices.ts'
import type { Program } from './program.ts'

export { salesCsv, settlementCsv }

interface SettledDays {
  readonly driver: string
  /** Calendar days at the venue, such as `2026-11-22`; `to` is the last day included. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

interface SettlementWish extends SettledDays {
  /** Default currency, for report lines that do not specify a currency. */
  readonly currency: string
  readonly report: Uint8Array
  readonly language: Language
}

export function ledgerOf({ dataDirectory, mode }: Pick<Config, 'dataDirectory' | 'mode'>): string | null {
  const path = ledgerFile(join(dataDirectory, mode))
  return existsSync(path) ? path : null
}

/** Compares a ledger with a payment provider's report. Changes nothing; the program may be running. */
export function compareReport(
  path: string,
  { currency, report, language, ...days }: SettlementWish,
  nativeBinding: string | undefined,
): Result<Settlement, UnreadableSettlement> {
  const form = formOf(isDriver(days.driver) ? drivers[days.driver].report : {})
  const lines = readSettlement(report, form, currency, catalogues[language])
  return lines.ok ? ok(compareLines(path, days, lines.value, nativeBinding)) : lines
}

/**
 * Returns `no-list` if the provider is not configured or has no list of payments. Returns `unread-list` if the list
 * could not be read completely.
 */
export async function compareList(
  path: string,
  { payments }: Pick<Config, 'payments'>,
  days: SettledDays,
  nativeBinding: string | undefined,
): Promise<Result<Settlement, { readonly type: 'no-list' | 'unread-list' }>> {
  const provider = Object.values(payments).find((each) => each.driver === days.driver)
  if (!provider) return err({ type: 'no-list' })
  const open = await openProvider(provider, { clock: createSystemClock(), log: silentLog })
  try {
    if (!open.driver.list) return err({ type: 'no-list' })
    const lines = await open.driver.list({ ...days, ...periodOf(days) }, new AbortController().signal)
    if (lines === null) return err({ type: 'unread-list' })
    return ok(compareLines(path, days, lines, nativeBinding))
  } finally {
    open.close()
  }
}

function compareLines(
  path: string,
  days: SettledDays,
  lines: readonly ProviderLine[],
  nativeBinding: string | undefined,
): Settlement {
  const { driver, from, to } = days
  const period = periodOf(days)
  const { fromUtc, toUtc } = period
  const { register, payments } = readProviderPayments(path, driver, period, { nativeBinding })
  const compared = reconcileSettlement(payments, lines, ({ atUtc }) => atUtc >= fromUtc && atUtc < toUtc)
  return { register, driver, from, to, comparedUtc: createSystemClock().now().wallUtc, ...compared }
}

/** Returns whether a text is an existing date such as `2026-11-22`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))

/** Returns the start of a day at the venue, `addedDays` days after `day`, as ISO 8601 UTC. */
export const startOfDay = (day: string, timeZone: string, addedDays = 0): string =>
  new Date(instantOf(Date.parse(`${day}T00:00:00Z`) + addedDays * 86_400_000, timeZone)).toISOString()

function periodOf({ from, to, timeZone }: Omit<SettledDays, 'driver'>): Period {
  return { fromUtc: startOfDay(from, timeZone), toUtc: startOfDay(to, timeZone, 1) }
}

export const today = (timeZone: string): string =>
  localTime(Date.parse(createSystemClock().now().wallUtc), timeZone).slice(0, 10)

export function firstOf(problems: UnreadableSettlement['problems']): { readonly line: number; readonly what: string } {
  const [{ line, what } = { line: 1, what: '' }] = problems
  return { line, what }
}

/** Saves the differences between the ledger and a payment report. Returns the file path; empty if writing failed. */
export async function saveSettlement(compared: Settlement, folder: string, style: CsvStyle): Promise<string> {
  const { register, driver, from, comparedUtc } = compared
  const jobId = `${register}-${driver}-${from}-${comparedUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
  return saveTable(folder, jobId, settlementCsv(compared, style))
}

/** Saves a table as CSV. Returns the file path; empty if writing failed. */
export async function saveTable(folder: string, jobId: string, table: string): Promise<string> {
  const document = Buffer.from(table)
  const saved = await new FolderPrinter(folder, 'csv').print({ jobId, title: jobId, paper: 'a4', document })
  return saved.outcome === 'printed' ? saved.evidence : ''
}

/**
 * Converts a request to a filter. If only one day is given, the period is that day. An empty request selects the
 * running shift.
 */
export function salesListFilter(
  { shiftNo, from, to = from, eventId, staffId }: SalesListWish,
  { timeZone }: { readonly timeZone: string },
): SalesListFilter {
  return {
    ...(shiftNo !== undefined && { shiftNo }),
    ...(to !== undefined && { period: periodOf({ from: from ?? to, to, timeZone }) }),
    ...(eventId !== undefined && { eventId }),
    ...(staffId !== undefined && { staffId }),
    ...([shiftNo, to, eventId].every((each) => each === undefined) && { shiftNo: null }),
  }
}

/** Compares a kiosk's ledger with the tickets issued by its partner. The program may be running. */
export async function reconcileMachine(
  { config, resourcesDirectory, sqliteBinding }: Pick<Program, 'config' | 'resourcesDirectory' | 'sqliteBinding'>,
  { shiftNo, language }: { readonly shiftNo: number | null; readonly language: Language },
  onProgress: (soFar: Reconciliation) => void,
) {
  const directory = join(config.dataDirectory, config.mode)
  const path = ledgerFile(directory)
  if (!existsSync(path)) return err({ type: 'no-ledger', path } as const)
  const recorded = readRecordedSales(path, shiftNo, { nativeBinding: sqliteBinding })
  if (!recorded) return err({ type: 'no-shift', path } as const)
  const clock = createSystemClock()
  const service = config.partner
    ? null
    : await createBookingService({
        database: bookingFile(directory),
        venues: readVenuePlans(join(resourcesDirectory, 'venues')),
        ...(sqliteBinding && { nativeBinding: sqliteBinding }),
      })
  const { connection, line } = connectPartner(config, service, clock)
  try {
    const ports = { partner: new PartnerClient(connection), clock }
    const result = await reconcile(ports, recorded, onProgress, new AbortController().signal)
    const toDo = ({ kind }: Difference): string => catalogues[language].reconcileAdvice[kind]
    return ok({ result, csv: reconcileCsv(result, { language, timeZone: venueTimeZone(config) }), toDo })
  } finally {
    line?.close()
    await service?.close()
  }
}

/**
 * Renames the demo's folder if its ledger was written by another build, so that the demo starts with new data. Returns
 * the new path; null if the folder was not renamed. Never renames the data folder of a live machine. Throws
 * `LedgerInUse`.
 */
export function setAsideDemo(
  { dataDirectory, mode }: Pick<Config, 'dataDirectory' | 'mode'>,
  { sqliteBinding }: Pick<Runtime, 'sqliteBinding'>,
  clock: Clock,
): string | null {
  const directory = join(dataDirectory, mode)
  const path = ledgerFile(directory)
  if (mode !== 'demo' || !existsSync(path) || !isOfOtherBuild(path)) return null
  lockLedger(path, { nativeBinding: sqliteBinding }).release()
  const aside = `${directory}-${clock.now().wallUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
  renameSync(directory, aside)
  syncDirectory(dataDirectory)
  return aside
}

/** Opens the kiosk's ledger. Archives and reports in the data directory show whether a ledger existed before. */
export async function openSaleLedger(
  config: Config,
  runtime: Pick<Runtime, 'version' | 'sqliteBinding' | 'log'>,
  directory: string,
  clock: Clock,
): Promise<Ledger> {
  const path = ledgerFile(directory)
  const report = (remark: string): void => runtime.log.warn('ledger.remark', { remark })
  clearSideFiles(path, report)
  try {
    return await openLedger({
      path,
      register: config.deviceId,
      appVersion: runtime.version,
      signer: openFileSigner(join(directory, 'ledger-key.pem'), report),
      archives: archiveFolder(config, directory),
      reports: reportFolder(directory),
      now: () => clock.now(),
      timeZone: config.timeZone,
      retentionDays: config.personalData.retentionDays,
      invoiceYears: config.invoices.keepYears,
      nativeBinding: runtime.sqliteBinding,
    })
  } catch (error) {
    throw namedFault(path, error)
  }
}

export function newArchive(config: Config, dataDirectory: string, clock: Clock): string {
  const folder = archiveFolder(config, dataDirectory)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${config.deviceId}-${clock.now().wallUtc.replaceAll(/[-:]|\.\d+/gu, '')}.jsonl`)
}

const archiveFolder = ({ shifts }: Config, dataDirectory: string): string =>
  shifts.archiveFolder ?? join(dataDirectory, 'archives')

export const reportFolder = (dataDirectory: string): string => join(dataDirectory, 'reports')

/** Makes the daily backup when the program ends normally, because no customer or cashier is waiting then. */
export async function copyLedger({ directory, clock, log, sqliteBinding }: KioskDependencies): Promise<void> {
  const path = ledgerFile(directory)
  const { wallUtc } = clock.now()
  try {
    await backupWhenDue(path, `${path}-backups`, wallUtc, { nativeBinding: sqliteBinding })
  } catch (error) {
    log.error('ledger.copy-failed', error)
  }
}

/** Logs repairs and damage found when the ledger was opened. Records a clock jump in the log and the ledger. */
export function reportOpening(ledger: Ledger, clock: Clock, log: Log): void {
  const { rebuilt, repaired: mended, missing, chain } = ledger.opening
  if (rebuilt) log.warn('ledger.rebuilt', { ...rebuilt })
  if (mended.length > 0) log.warn('ledger.sales-restored', { mended })
  if (missing) log.warn('ledger.rows-missing', { ...missing })
  const keys = ledger.gaps().flatMap((gap) => (gap.kind === 'key' ? [gap.keyId] : []))
  if (keys.length > 0) log.warn('ledger.key-unknown', { keys })
  if (chain) log.warn('ledger.chain-broken', { ...chain })
  const jump = ledger.clockJump(clock.now())
  if (!jump) return
  log.warn('clock.jumped', { ...jump })
  ledger.note('CLOCK_JUMP', { ...jump }, clock.now())
}

interface LogSearch {
  /** Ticket number, or the id of a ticket, an order or a sale. */
  readonly number?: string | undefined
  readonly requestId?: string | undefined
  /** Log files of hubs that are also searched, including their rotated files in the same folder. */
  readonly hubLogs: readonly string[]
}

/**
 * Returns the log lines about a sale or request, oldest first, including lines of the hubs' logs with the same request
 * ids.
 */
export function searchLogs(
  { dataDirectory, mode }: Pick<Config, 'dataDirectory' | 'mode'>,
  { number, requestId, hubLogs }: LogSearch,
  nativeBinding: string | undefined,
): readonly string[] {
  const ledger = ledgerFile(join(dataDirectory, mode))
  const inLedger = number !== undefined && existsSync(ledger) ? readSalesOf(ledger, number, { nativeBinding }) : []
  const sales = new Set(number === undefined ? [] : [number, ...inLedger])
  const requests = new Set(requestId === undefined ? [] : [requestId])
  const own = [LOG_FILE, LOCAL_API_LOG_FILE]
    .flatMap((file) => linesIn(join(dataDirectory, file)))
    .filter((line) => line.saleId !== undefined || line.requestId)
  for (const line of own) if (isIn(sales, line.saleId) && line.requestId !== undefined) requests.add(line.requestId)
  return [...own, ...hubLogs.flatMap(linesIn)]
    .filter((line) => isIn(sales, line.saleId) || isIn(requests, line.requestId))
    .toSorted((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)))
    .map(({ text }) => text)
}

const isIn = (ids: ReadonlySet<string>, id: string | undefined): boolean => id !== undefined && ids.has(id)

function linesIn(path: string) {
  const files = [path]
  for (let index = 1; existsSync(`${path}.${index}`); index += 1) files.unshift(`${path}.${index}`)
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .flatMap((text) => {
      const read = logLine.safeParse(parseJson(text))
      return read.success ? [{ ...read.data, text }] : []
    })
}
