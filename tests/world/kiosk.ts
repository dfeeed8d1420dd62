import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { type ConfiguredKiosk, createKiosk } from '../../electron/app/kiosk.ts'
import { readProgram } from '../../electron/app/program.ts'
import type { OpenKiosk } from '../../electron/app/setup/checks.ts'
import { Setup } from '../../electron/app/setup/setup.ts'
import { readVenuePlans } from '../../electron/booking/booking-service.ts'
import { DEMO_PIN, loadConfig } from '../../electron/config/config.ts'
import type { Settings } from '../../electron/config/setup-settings.ts'
import type { Clock, Log } from '../../electron/kiosk/ports/ports.ts'
import { bookingFile } from '../../electron/host/system.ts'
import { LOG_FILE, openProgramLog } from '../../electron/host/log.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import type { OpenDocuments } from '../../electron/printing/document-thread.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { PlanSection, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { KioskEvent } from '../../shared/api/kiosk/contract.ts'
import type { SaleStage, SaleView, VisitView } from '../../shared/api/kiosk/views.ts'
import { logLine, type LogLine } from '../../shared/log-line.ts'
import { beatingClock } from '../support/clocks.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'
import { filesLeftBy, type FolderFiles, temporaryFolder, writeFiles } from '../support/temporary-folder.ts'
import { need } from './kiosk-fixture.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

/** A kiosk with all its real components, and the events and faults that it reported. */
export interface Machine extends ConfiguredKiosk {
  readonly directory: string
  readonly events: KioskEvent[]
  /** Logged errors, such as bugs and disk failures. Must be empty unless the test expects errors. */
  readonly faults: string[]
  restart(settings?: object): Promise<Machine>
}

export type SoldSale = Extract<Sale, { tickets: unknown; jobs: unknown }>

export const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url))

const ROWS_PER_SECTION = 3
const SEATS_PER_ROW = 8

function smallSection({ accessible, companion, restrictedView, ...section }: PlanSection): PlanSection {
  const rows = section.rows.slice(0, ROWS_PER_SECTION).map((row) => ({ ...row, blocks: [SEATS_PER_ROW] }))
  const inRows = (list: PlanSection['accessible']) =>
    list?.flatMap(({ row, numbers }) => {
      const left = numbers.filter((number) => number <= SEATS_PER_ROW)
      return rows.some(({ label }) => label === row) && left.length > 0 ? [{ row, numbers: left }] : []
    })
  const special = { accessible: inRows(accessible), companion: inRows(companion) }
  return { ...section, rows, ...special, restrictedView: inRows(restrictedView) }
}

function smallPlan(plan: VenuePlan): VenuePlan {
  const sections = plan.zones.flatMap(({ code }) => plan.sections.find(({ zone }) => zone === code) ?? [])
  return { ...plan, sections: sections.map(smallSection) }
}

let plans: readonly string[] | undefined

/** Writes the program's resources with 865 instead of 26,200 seats, so that kiosks start four times as fast. */
function writeSmallVenues(folder: string): string {
  plans ??= readVenuePlans(join(resourcesDirectory, 'venues')).map((plan) => JSON.stringify(smallPlan(plan)))
  mkdirSync(join(folder, 'venues'))
  for (const [index, plan] of plans.entries()) writeFileSync(join(folder, 'venues', `${index}.json`), plan)
  for (const name of readdirSync(resourcesDirectory))
    if (name !== 'venues') symlinkSync(join(resourcesDirectory, name), join(folder, name))
  return folder
}

export const smallVenues = (): string => writeSmallVenues(temporaryFolder())

/** Creates empty documents, which are much faster than real documents, for tests that do not inspect printouts. */
export const blankPapers: OpenDocuments = () => {
  const blank = (): Promise<Uint8Array> => Promise.resolve(Buffer.from('%PDF-1.7\n'))
  const undrawn = (): never => {
    throw new Error('this test draws no paper: start it with `startPrintingMachine`')
  }
  return {
    renderTickets: blank,
    renderReceipt: blank,
    renderReport: blank,
    renderAccountPaper: blank,
    renderSalesList: blank,
    renderTestPage: blank,
    renderCard: blank,
    renderBadge: blank,
    rasterisePage: undrawn,
    pictureOf: undrawn,
    faultOfPages: () => Promise.resolve(null),
    close: () => Promise.resolve(),
    cancel: () => Promise.resolve(),
  }
}

/** Files of a first start (the demo events and an empty ledger), which halve the time of later starts. */
let firstStart: Promise<FolderFiles> | undefined

async function recordFirstStart(resourcesDirectory: string): Promise<FolderFiles> {
  const files = await filesLeftBy(async (folder) => {
    const host = { version: '0.0.0', resourcesDirectory, openDocuments: blankPapers, sqliteBinding: undefined }
    await (await createKiosk(need(loadConfig({ dataDirectory: folder })), { ...host, log: noLog })).stop()
  })
  // Excludes daily backups, because each kiosk makes its own.
  return new Map([...files].filter(([path]) => !path.includes('-backups')))
}

/** Returns true if a first start with the settings would write the files of the template. */
const isUsualMachine = (settings: object, directory: string): boolean =>
  !('deviceId' in settings) && !('mode' in settings) && !vi.isFakeTimers() && !existsSync(join(directory, 'demo'))

/** Starts a kiosk. `settings` is the content of `config.json`. The simulated terminal answers immediately. */
export async function startMachine(
  settings: object = {},
  directory = temporaryFolder(),
  resources?: string,
  openDocuments = blankPapers,
  clock?: Clock,
): Promise<Machine> {
  const resourcesDirectory = resources ?? smallVenues()
  mkdirSync(directory, { recursive: true })
  if (resources === undefined && isUsualMachine(settings, directory))
    writeFiles(directory, await (firstStart ??= recordFirstStart(resourcesDirectory)))
  const quick = { simulatedTerminal: { customerDelaySeconds: 0 } }
  writeFileSync(join(directory, 'config.json'), JSON.stringify({ ...quick, ...settings }))
  const config = need(loadConfig({ dataDirectory: directory }))
  const faults: string[] = []
  const written = openProgramLog(config, () => config.deviceId, false)
  const log: Log = {
    ...written,
    error(event, error, details) {
      faults.push(`${event}: ${String(error)}`)
      written.error(event, error, details)
    },
  }
  onTestFinished(() => expectLogLines(directory))
  const runtime = { version: '0.0.0', resourcesDirectory, openDocuments, log, sqliteBinding: undefined, clock }
  const kiosk = await createKiosk(config, runtime)
  const events: KioskEvent[] = []
  kiosk.subscribe((event) => void events.push(event))
  onTestFinished(() => kiosk.stop())
  return {
    ...kiosk,
    directory,
    events,
    faults,
    async restart(changed = settings) {
      await kiosk.stop()
      return startMachine(changed, directory, resourcesDirectory, openDocuments, clock)
    },
  }
}

export const startPrintingMachine = (settings: object = {}, directory = temporaryFolder()): Promise<Machine> =>
  startMachine(settings, directory, undefined, createDocumentService)

/** Starts a kiosk on `beatingClock`. */
export const startBeatingMachine = (settings: object, directory = temporaryFolder()): Promise<Machine> =>
  startMachine(settings, directory, undefined, undefined, beatingClock)

/** Returns the parsed lines of a log and of the previous day's log. Fails if a line does not follow the schema. */
export function logLinesOf(path: string): readonly LogLine[] {
  const before = existsSync(`${path}.1`) ? readFileSync(`${path}.1`, 'utf8') : ''
  const mayBeCut = isSmallDisk(path)
  return `${before}${readFileSync(path, 'utf8')}`
    .split('\n')
    .filter((line) => line !== '' && !(mayBeCut && !line.endsWith('}')))
    .map((line) => logLine.parse(JSON.parse(line)))
}

/** Returns whether a test mounted the disk, which it may have filled. */
function isSmallDisk(path: string): boolean {
  const { blocks, bsize } = statfsSync(path)
  return blocks * bsize < 2 ** 30
}

function expectLogLines(directory: string): void {
  const path = join(directory, LOG_FILE)
  if (existsSync(path)) logLinesOf(path)
}

/** Starts a kiosk with the shipped venues, for tests about many seats and sections. */
export async function startStadium(settings: object = {}): Promise<Machine> {
  const directory = temporaryFolder()
  await copySeededDatabase(bookingFile(join(directory, 'demo')))
  return startMachine(settings, directory, resourcesDirectory)
}

export async function startStadiumHub(): ReturnType<typeof startHub> {
  const directory = temporaryFolder()
  await copySeededDatabase(bookingFile(directory))
  return startHub(0, directory, resourcesDirectory)
}

let hubFiles: Promise<FolderFiles> | undefined

const recordHub = (resourcesDirectory: string): Promise<FolderFiles> =>
  filesLeftBy(async (folder) => (await startDemoHub(bookingFile(folder), { resourcesDirectory })).stop())

/** Starts the booking service on a socket. Returns the service with settings that connect a kiosk to it. */
export async function startHub(port = 0, dataDirectory = temporaryFolder(), resourcesDirectory = smallVenues()) {
  if (!existsSync(bookingFile(dataDirectory)))
    writeFiles(dataDirectory, await (hubFiles ??= recordHub(resourcesDirectory)))
  const hub = await startDemoHub(bookingFile(dataDirectory), { port, resourcesDirectory })
  onTestFinished(() => hub.stop())
  return { ...hub, settings: settingsFor(hub.url, hub.accessCodes) }
}

export function settingsFor(baseUrl: string, accessCodes: Readonly<Record<string, string>>): object {
  return { partner: { baseUrl, partnerCode: 'demo', timeoutSeconds: 30 }, accessCodes }
}

/** Starts a visit to the first match and requests offers of `count` seats. Returns the visit with its first offer. */
export async function visit({ api }: Machine, count = 3) {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ homeTeam }) => homeTeam !== '') ?? events[0]!
  const opened: VisitView = need(await api.startVisit({ eventId: event.eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId: opened.saleId, count }))
  if (!offer) throw new Error('no offer')
  return { ...opened, offer, wish: { saleId: opened.saleId, groups: bySection(offer.seats) } }
}

/** Returns the sale on the screen after the kiosk has finished all pending work on it. */
export async function settled({ api, sales }: Machine, saleId: string): Promise<SaleView> {
  await sales.settled(saleId)
  const { sale } = need(await api.getKiosk({}))
  if (sale?.saleId !== saleId) throw new Error(`the screen shows ${sale?.saleId ?? 'no sale'}`)
  return sale
}

export async function review(machine: Machine, count = 3) {
  const chosen = await visit(machine, count)
  need(await machine.api.holdSeats(chosen.wish))
  const shown = await settled(machine, chosen.saleId)
  if (shown.stage.name !== 'review') throw new Error(`at ${JSON.stringify(shown.stage)}`)
  return { ...chosen, shown }
}

/** Sells seats by card or for cash. The sale remains on the screen. */
export async function sold(machine: Machine, count = 1, tender: 'card' | 'cash' = 'card') {
  const chosen = await review(machine, count)
  const { saleId } = chosen
  need(await machine.api.pay({ saleId, tender }))
  if (tender === 'cash') need(await machine.api.confirmCash({ saleId, pin: DEMO_PIN, received: chosen.shown.amount }))
  const { stage } = await settled(machine, saleId)
  return { ...chosen, stage, sale: machine.sales.find(saleId) as SoldSale }
}

/** Stops the kiosk. Expects no logged errors, and no errors of the verifier in its ledger. */
export async function expectSound(machine: Machine): Promise<void> {
  await machine.stop()
  const { findings } = await verifyDatabase({ path: join(machine.directory, 'demo', 'ledger.db') })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(machine.faults).toEqual([])
}

/** Returns the names of the stages of a sale, in the order in which the screens received them. */
export function stages({ events }: Machine, saleId: string): readonly SaleStage['name'][] {
  const names = events.flatMap((event) =>
    event.name === 'sale-changed' && event.payload.saleId === saleId ? [event.payload.stage.name] : [],
  )
  return names.filter((name, index) => name !== names[index - 1])
}

export function savedTickets({ directory }: Machine, orderId: string): Uint8Array | null {
  const path = join(directory, 'demo', 'tickets', `${orderId}.pdf`)
  return existsSync(path) ? readFileSync(path) : null
}

export const noLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export function startOn(dataDirectory: string, before: Settings | null = null): Setup {
  return new Setup({
    dataDirectory,
    settingsFile: join(dataDirectory, 'config.json'),
    before,
    keyring: { ok: false, error: { type: 'no-keyring', detail: 'none' } },
    version: '0.0.0',
    resourcesDirectory: smallVenues(),
    openDocuments: createDocumentService,
    windowPrinting: null,
    log: noLog,
    openKiosk: () => startKiosk(dataDirectory),
    onFinished: () => Promise.resolve(),
    onLeft: () => Promise.resolve(),
  })
}

export const smallVenueRuntime = (log: Log) => {
  const resourcesDirectory = smallVenues()
  return { version: '0.0.0', resourcesDirectory, log, openDocuments: createDocumentService, sqliteBinding: undefined }
}

export async function startKiosk(dataDirectory: string, log: Log = noLog): ReturnType<OpenKiosk> {
  const { config } = need(await readProgram({ data: dataDirectory }))
  const kiosk = await createKiosk(config, smallVenueRuntime(log))
  onTestFinished(() => kiosk.stop())
  return { kiosk, config }
}
