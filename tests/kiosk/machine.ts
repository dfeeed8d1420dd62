import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../../electron/config/config.ts'
import type { Hub } from '../../electron/app/hub.ts'
import { startDemoHub } from '../support/demo-hub.ts'
import { createKiosk, type ConfiguredKiosk } from '../../electron/app/kiosk.ts'
import type { Log } from '../../electron/core/ports/ports.ts'
import { LOG_FILE, openProgramLog } from '../../electron/host/log.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import type { OpenDocuments } from '../../electron/printing/document-thread.ts'
import type { KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { SaleStage, SaleView, VisitView } from '../../shared/kiosk-api/views.ts'
import { logLine, type LogLine } from '../../shared/log-line.ts'
import type { Result } from '../../shared/domain/result.ts'
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

/** `settings` is the content of `config.json`. Without settings of its own, the simulated terminal answers at once. */
export async function startMachine(
  settings: object = {},
  directory = temporaryFolder(),
  resources = smallVenues(),
  openDocuments: OpenDocuments = createDocumentService,
): Promise<Machine> {
  mkdirSync(directory, { recursive: true })
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
  const runtime = { version: '0.0.0', resourcesDirectory: resources, openDocuments, log, sqliteBinding: undefined }
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
      return startMachine(changed, directory, resources, openDocuments)
    },
  }
}

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
export const startStadium = (settings: object = {}): Promise<Machine> =>
  startMachine(settings, temporaryFolder(), resourcesDirectory)

/** The booking service on a socket, for several kiosks, and settings that point a kiosk to it. */
export async function startHub(
  port = 0,
  dataDirectory = temporaryFolder(),
  resources = smallVenues(),
): Promise<Hub & { settings: object }> {
  const options = { port, resourcesDirectory: resources }
  const hub = await startDemoHub(join(dataDirectory, 'booking-service.db'), options)
  onTestFinished(() => hub.stop())
  return { ...hub, settings: settingsFor(hub.url, hub.accessCodes) }
}

export function settingsFor(baseUrl: string, accessCodes: Readonly<Record<string, string>>): object {
  return { partner: { baseUrl, partnerCode: 'demo', timeoutSeconds: 30 }, accessCodes }
}

export function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

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
