import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { loadConfig } from '../../electron/config/config.ts'
import type { Hub } from '../../electron/app/hub.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'
import { createKiosk, type ConfiguredKiosk } from '../../electron/app/kiosk.ts'
import type { Log } from '../../electron/core/ports/ports.ts'
import { bookingFile } from '../../electron/host/data-directory.ts'
import { LOG_FILE, openProgramLog } from '../../electron/host/log.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import type { OpenDocuments } from '../../electron/printing/document-thread.ts'
import type { KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { SaleStage, SaleView, VisitView } from '../../shared/kiosk-api/views.ts'
import { logLine, type LogLine } from '../../shared/log-line.ts'
import { need } from '../world/small-kiosk.ts'
import { resourcesDirectory, writeSmallVenues } from './small-venues.ts'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-kiosk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A kiosk with everything real that belongs to it, and what it said on its way. */
export interface Machine extends ConfiguredKiosk {
  readonly directory: string
  readonly events: KioskEvent[]
  /** Bugs and broken disks; empty in every test that does not say otherwise. */
  readonly faults: string[]
  /** Stops it and starts it again on the same data. */
  restart(settings?: object): Promise<Machine>
}

export const smallVenues = (): string => writeSmallVenues(temporaryFolder())

/** Writes empty documents, for tests that do not inspect printouts. Much faster than real documents. */
export const blankPapers: OpenDocuments = () => {
  const blank = (): Promise<Uint8Array> => Promise.resolve(Buffer.from('%PDF-1.7\n'))
  const undrawn = (): never => {
    throw new Error('this test draws no paper: start it with `startPrintingMachine`')
  }
  return {
    renderTickets: blank,
    renderReceipt: blank,
    renderSlip: blank,
    renderCollectionSlip: blank,
    renderCreditSlip: blank,
    renderReport: blank,
    renderTestPage: blank,
    renderCard: blank,
    rasterisePage: undrawn,
    pictureOf: undrawn,
    faultOfPages: () => Promise.resolve(null),
    close: () => Promise.resolve(),
    cancel: () => Promise.resolve(),
  }
}

/** Files that a first start writes, by their paths in the data folder. */
let template: ReadonlyMap<string, Buffer> | null = null

/**
 * Fills a new folder with the files that a first start writes: the demo events and an empty ledger. A start with these
 * files takes half the time.
 */
async function fillFolder(directory: string, resources: string): Promise<void> {
  template ??= await makeTemplate(resources)
  for (const [path, bytes] of template) {
    mkdirSync(dirname(join(directory, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(directory, path), bytes, { mode: 0o600 })
  }
}

async function makeTemplate(resourcesDirectory: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-template-'))
  try {
    const config = loadConfig({ dataDirectory: folder })
    if (!config.ok) throw new Error(config.error.lines.join('\n'))
    const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const runtime = { version: '0.0.0', resourcesDirectory, openDocuments: blankPapers, log, sqliteBinding: undefined }
    const kiosk = await createKiosk(config.value, runtime)
    await kiosk.stop()
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      // Each machine makes its own daily backup.
      .filter((path) => !path.includes('-backups'))
    return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns whether a first start with these settings would write the files of the template. */
const isUsualMachine = (settings: object, directory: string): boolean =>
  !('deviceId' in settings) && !('mode' in settings) && !vi.isFakeTimers() && !existsSync(join(directory, 'demo'))

/**
 * Starts a machine. `settings` is the content of `config.json`. By default, the simulated terminal answers immediately and
 * `resources` are those of the program with the small venues.
 */
export async function startMachine(
  settings: object = {},
  directory = temporaryFolder(),
  resources?: string,
  openDocuments = blankPapers,
): Promise<Machine> {
  const resourcesDirectory = resources ?? smallVenues()
  mkdirSync(directory, { recursive: true })
  if (resources === undefined && isUsualMachine(settings, directory)) await fillFolder(directory, resourcesDirectory)
  writeFileSync(join(directory, 'config.json'), JSON.stringify({ simulatedTerminal: { thinkSeconds: 0 }, ...settings }))
  const config = loadConfig({ dataDirectory: directory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  const faults: string[] = []
  const written = openProgramLog(config.value, () => config.value.deviceId, false)
  const log: Log = {
    ...written,
    error(event, error, details) {
      faults.push(`${event}: ${String(error)}`)
      written.error(event, error, details)
    },
  }
  onTestFinished(() => expectLogLines(directory))
  const runtime = { version: '0.0.0', resourcesDirectory, openDocuments, log, sqliteBinding: undefined }
  const kiosk = await createKiosk(config.value, runtime)
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
      return startMachine(changed, directory, resourcesDirectory, openDocuments)
    },
  }
}

/** Starts a machine that renders its documents. */
export const startPrintingMachine = (settings: object = {}, directory = temporaryFolder()): Promise<Machine> =>
  startMachine(settings, directory, undefined, createDocumentService)

/** Returns the lines of a log, parsed. Fails if a line does not follow the schema. */
export function logLinesOf(path: string): readonly LogLine[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => logLine.parse(JSON.parse(line)))
}

function expectLogLines(directory: string): void {
  const path = join(directory, LOG_FILE)
  if (existsSync(path)) logLinesOf(path)
}

/** A kiosk with the shipped venues, for tests about many seats and sections. */
export async function startStadium(settings: object = {}): Promise<Machine> {
  const directory = temporaryFolder()
  await copySeededDatabase(bookingFile(join(directory, 'demo')))
  return startMachine(settings, directory, resourcesDirectory)
}

/** The booking service of the shipped venues on a socket. */
export async function startStadiumHub(): ReturnType<typeof startHub> {
  const directory = temporaryFolder()
  await copySeededDatabase(bookingFile(directory))
  return startHub(0, directory, resourcesDirectory)
}

/** The booking service on a socket, for several kiosks, and settings that point a kiosk to it. */
export async function startHub(
  port = 0,
  dataDirectory = temporaryFolder(),
  resources = smallVenues(),
): Promise<Hub & { settings: object }> {
  const options = { port, resourcesDirectory: resources }
  const hub = await startDemoHub(bookingFile(dataDirectory), options)
  onTestFinished(() => hub.stop())
  return { ...hub, settings: settingsFor(hub.url, hub.accessCodes) }
}

export function settingsFor(baseUrl: string, accessCodes: Readonly<Record<string, string>>): object {
  return { partner: { baseUrl, partnerCode: 'demo', timeoutSeconds: 30 }, accessCodes }
}

export { need }

/** The customer's way up to the offers: first event, `count` seats. */
export async function visit({ api }: Machine, count = 3) {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ homeTeam }) => homeTeam !== '') ?? events[0]!
  const opened: VisitView = need(await api.startVisit({ eventId: event.eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId: opened.saleId, count }))
  if (!offer) throw new Error('no offer')
  const seatIds = offer.seats.map(({ seatId }) => seatId)
  return { ...opened, offer, wish: { saleId: opened.saleId, sectionId: offer.sectionId, seatIds } }
}

/** What the screen shows once the kiosk has nothing more to do by itself. */
export async function settled({ api, sales }: Machine, saleId: string): Promise<SaleView> {
  await sales.settled(saleId)
  const { sale } = need(await api.getKiosk({}))
  if (sale?.saleId !== saleId) throw new Error(`the screen shows ${sale?.saleId ?? 'no sale'}`)
  return sale
}

/** Seats on hold, at the review screen. */
export async function review(machine: Machine, count = 3) {
  const chosen = await visit(machine, count)
  need(await machine.api.holdSeats(chosen.wish))
  const shown = await settled(machine, chosen.saleId)
  if (shown.stage.name !== 'review') throw new Error(`at ${JSON.stringify(shown.stage)}`)
  return { ...chosen, shown }
}

/** Names of the stages that a sale went through, as the screens were told. */
export function stages({ events }: Machine, saleId: string): readonly SaleStage['name'][] {
  const names = events.flatMap((event) =>
    event.name === 'sale-changed' && event.payload.saleId === saleId ? [event.payload.stage.name] : [],
  )
  return names.filter((name, index) => name !== names[index - 1])
}

/** The PDF of an order, as it lies in the folder; null when there is none. */
export function savedTickets({ directory }: Machine, orderId: string): Uint8Array | null {
  const path = join(directory, 'demo', 'tickets', `${orderId}.pdf`)
  return existsSync(path) ? readFileSync(path) : null
}
