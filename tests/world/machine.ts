import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type SellerApi, type Machine, type MachineOptions, startMachine } from '../../electron/app/machine.ts'
import type { Stop } from '../../electron/app/program.ts'
import { createBookingService } from '../../electron/booking/booking-service.ts'
import { demoEventDrafts } from '../../electron/booking/demo-events.ts'
import { serveBookingService } from '../../electron/booking/serve.ts'
import { showMachine } from '../../electron/browser-host.ts'
import { bookingFile } from '../../electron/host/system.ts'
import { openProgramLog } from '../../electron/host/log.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import type { DrivenTender } from '../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../shared/api/kiosk/views.ts'
import { need } from './kiosk-fixture.ts'
import { stadium } from '../seat-map/plans.ts'
import { type Shell, startShell, temporaryFolder } from '../shells/shell.ts'
import { cleanUp } from '../support/clean-up.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'
import { readPdf, readPdfText } from '../support/pdf.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

/** A ticket as listed by the service (specification, step 7). */
export interface ServiceTicket {
  readonly id: string
  readonly status: string
  readonly qr_code: string
  readonly place: {
    readonly place: string
    readonly numero_place: number
    readonly rangee: string
    readonly secteur: string
    readonly porte: { readonly nom: string }
    readonly tribune: { readonly nom: string; readonly couleur: string }
    readonly route: readonly string[]
  }
}

export interface Service {
  readonly data: string
  readonly url: string
  readonly accessCodes: Readonly<Record<string, string>>
  tickets(ownerRef: string): Promise<readonly ServiceTicket[]>
  readonly stop: () => Promise<void>
}

export type ServicePlace = Pick<Service, 'url' | 'accessCodes'>

export interface ServiceProgram extends Service {
  readonly shell: Shell
}

/** Starts a demo booking service in the test process. Stops the service at the end of the test. */
export async function startService(port = 0, data = temporaryFolder()): Promise<Service> {
  const database = bookingFile(data)
  await copySeededDatabase(database)
  const hub = await startDemoHub(database, { port })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => (stopped ??= hub.stop())
  cleanUp(stop)
  return { ...serviceAt(hub.url, data, hub.accessCodes), stop }
}

/** Starts a demo booking service as a separate process, `cli.js serve`, for tests that kill it. */
export async function startServiceProgram(port = 0, data = temporaryFolder()): Promise<ServiceProgram> {
  await copySeededDatabase(bookingFile(data))
  const shell = startShell('cli.js', ['serve', '--port', String(port), '--data', data])
  const [, url = ''] = await shell.says(/ at (http:\/\/127\.0\.0\.1:\d+) /u)
  const accessCodes: Record<string, string> = {}
  // The program prints each code on a separate line, at an unknown time.
  for (const { id } of (await ask<{ events: readonly { id: string }[] }>(url, 'events?page=1&limit=100')).events) {
    const [, code = ''] = await shell.says(new RegExp(`^event ${id}: access code (\\S+)\n`, 'mu'))
    accessCodes[id] = code
  }
  return { ...serviceAt(url, data, accessCodes), shell, stop: () => terminate(shell) }
}

async function terminate(shell: Shell): Promise<void> {
  shell.kill('SIGTERM')
  await shell.ended
}

function serviceAt(url: string, data: string, accessCodes: Service['accessCodes']): Omit<Service, 'stop'> {
  return {
    data,
    url,
    accessCodes,
    async tickets(ownerRef) {
      const query = new URLSearchParams({ owner_ref: ownerRef })
      return (await ask<{ tickets: readonly ServiceTicket[] }>(url, `tickets?${query}`)).tickets
    },
  }
}

async function ask<T>(url: string, path: string): Promise<T> {
  const reply = await fetch(`${url}/api/v1/public/${path}`, { headers: { 'x-partner-code': 'demo' } })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

/** Hold time in seconds, longer than any payment, including Orange Money (11.5 minutes). */
const HOLD_SECONDS = 1200

/** Starts a booking service whose holds outlast any payment and whose prices are in `currency`. */
export async function startPatientService(currency = 'GNF'): Promise<ServicePlace> {
  const database = bookingFile(temporaryFolder())
  const drafts = (today: string) => demoEventDrafts([stadium], today).map((draft) => ({ ...draft, currency }))
  const service = await createBookingService({ database, venues: [stadium], holdSeconds: HOLD_SECONDS, drafts })
  const served = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  cleanUp(async () => {
    await served.close()
    await service.close()
  })
  return { url: served.url, accessCodes: await service.accessCodes() }
}

/** Addresses of a running kiosk or desk, in a separate process or in the test process. */
export interface MachineAddresses {
  /** Entry address of the seller's or the customer's screen, valid for one browser. */
  readonly entryUrl: string
  /** Resolves with the entry address of the customer display once a desk serves it. */
  readonly displayUrl: () => Promise<string>
}

export interface ServedMachine extends MachineAddresses {
  readonly api: SellerApi
  /** Stops the program in the same way as SIGTERM. */
  readonly stop: () => Promise<void>
}

/** Serves a kiosk with the built screens from the test process, like `browser-host.js --no-browser`. */
export async function serveMachine(data: string, options: Omit<MachineOptions, 'data'> = {}): Promise<ServedMachine> {
  await copySeededDatabase(bookingFile(join(data, 'demo')))
  const stopping = Promise.withResolvers<Stop>()
  const started = await startMachine(
    { ...options, data },
    // Starting a thread for the documents would take as long as drawing six tickets.
    {
      log: (config, id) => openProgramLog(config, id, false),
      onLost: stopping.reject,
      openDocuments: createDocumentService,
    },
  )
  if (!started.ok) throw new Error(started.error.lines.join('\n'))
  const machine = started.value
  const entry = Promise.withResolvers<string>()
  const display = Promise.withResolvers<string>()
  const ended = showMachine(machine, stopping.promise, {
    port: 0,
    displayPort: 0,
    inBrowser: false,
    say(line) {
      const [, url = ''] = /: (http\S+)$/u.exec(line) ?? []
      if (line.startsWith('Guichet:')) entry.resolve(url)
      else display.resolve(url)
    },
  })
  const stop = async (): Promise<void> => {
    stopping.resolve('asked')
    await ended
  }
  cleanUp(stop)
  void ended.catch(entry.reject)
  return {
    get api() {
      return deskApiOf(machine)
    },
    entryUrl: await entry.promise,
    displayUrl: () => display.promise,
    stop,
  }
}

function deskApiOf({ api }: Machine): SellerApi {
  if (api && 'getKiosk' in api) return api
  throw new Error('the machine is being set up')
}

export type Sold = ReturnType<typeof soldInto>

export interface SaleMachine extends Sold, MachineAddresses {
  readonly data: string
  /** Stops the program in the same way as SIGTERM. */
  readonly stop: () => Promise<void>
}

/** Writes the settings of a kiosk that sells from the service. By default, simulated card payments take no time. */
export function writeSettings(data: string, service: Service, settings: object): void {
  const partner = { baseUrl: service.url, partnerCode: 'demo', timeoutSeconds: 5 }
  const standard = { partner, accessCodes: service.accessCodes, simulatedTerminal: { customerDelaySeconds: 0 } }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ ...standard, ...settings }))
}

export function soldInto(data: string, service: Service) {
  const folder = join(data, 'demo', 'tickets')
  return {
    service,
    savedOrders: (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.pdf')),
    printed: async (name: string) => readPdf(new Uint8Array(readFileSync(join(folder, name)))),
    printedTexts: async (name: string) => readPdfText(new Uint8Array(readFileSync(join(folder, name)))),
  }
}

/** Starts a kiosk in the test process that sells from the service. Stops the kiosk at the end of the test. */
export async function startKiosk(service: Service, settings: object = {}, data = temporaryFolder()) {
  writeSettings(data, service, settings)
  return Object.assign(await serveMachine(data), { ...soldInto(data, service), data })
}

/** Starts a kiosk with `browser-host.js`, for tests that kill the kiosk and for a few end-to-end tests. */
export async function startKioskProgram(service: Service, settings: object = {}, data = temporaryFolder()) {
  writeSettings(data, service, settings)
  const program = await startKioskShell(data)
  return { ...soldInto(data, service), data, ...program, stop: () => terminate(program.shell) }
}

async function startKioskShell(data: string, args: readonly string[] = []) {
  const shell = startShell('browser-host.js', ['--data', data, '--no-browser', ...args])
  const [, entryUrl = ''] = await shell.says(/^Guichet: (\S+)$/mu)
  const displayUrl = async () => (await shell.says(/^Guichet, customer's display: (\S+)$/mu))[1] ?? ''
  return { shell, entryUrl, displayUrl }
}

/** Resolution of a common 32-inch screen. */
export const PIXELS_PER_MM = 2.75

/** Payment provider of a payment method. `settingsFor` also writes its secrets to the data folder. */
export interface ConnectedProvider {
  settingsFor(data: string): object
}

export function writeLiveKiosk(
  data: string,
  service: ServicePlace,
  providers: Readonly<Partial<Record<DrivenTender, ConnectedProvider>>>,
  more: object = {},
): void {
  const settingsOf = Object.entries(providers).map(([kind, provider]) => [kind, provider.settingsFor(data)])
  const payments: unknown = Object.fromEntries(settingsOf)
  const partner = { baseUrl: service.url, partnerCode: 'demo' }
  const own = { mode: 'live', role: 'kiosk', pixelsPerMillimetre: PIXELS_PER_MM, partner }
  const settings = { ...own, accessCodes: service.accessCodes, payments, ...more }
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
}

export const savedOrders = (data: string): readonly string[] =>
  readdirSync(join(data, 'live', 'tickets')).filter((name) => name.endsWith('.pdf'))

type WithApi = Pick<ServedMachine, 'api'>

export async function atStage({ api }: WithApi, stage: SaleStage['name']) {
  const shown = async () => need(await api.getKiosk({})).sale
  await expect.poll(async () => (await shown())?.stage.name, { interval: 20 }).toBe(stage)
  return (await shown())!
}

/** Ends the sale on the screen at any stage. Cancels a payment, and waits for stages that end by themselves. */
export async function endSale({ api }: WithApi): Promise<void> {
  const shown = async () => need(await api.getKiosk({})).sale
  await expect
    .poll(async () => {
      const sale = await shown()
      if (!sale) return null
      const { saleId, stage } = sale
      if (stage.name === 'paying') need(await api.cancelPayment({ saleId }))
      else if (stage.name === 'choosing' || stage.name === 'review')
        need(await api.abandonSale({ saleId, reason: 'cancelled' }))
      else need(await api.dismissSale({ saleId }))
      return (await shown())?.stage.name ?? null
    })
    .toBe(null)
}

/** Starts a sale for a match in the stadium, reserves the first offer and waits for the review screen. */
export async function holdSeats(machine: WithApi, count: number) {
  const { api } = machine
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ venue }) => venue.name.startsWith('Stade'))
  const { saleId, session } = need(await api.startVisit({ eventId: event?.eventId ?? '', language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count }))
  if (!offer) throw new Error('no offer')
  need(await api.holdSeats({ saleId, groups: bySection(offer.seats) }))
  await atStage(machine, 'review')
  return { saleId, ownerRef: session.ownerRef, total: offer.total, seats: offer.seats }
}
