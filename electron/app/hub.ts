import { randomBytes, X509Certificate } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type DestinationStream, pino } from 'pino'
import { messageOf } from '../../shared/errors.ts'
import { TranslatedError } from '../../shared/i18n/catalogues.ts'
import { fingerprintText } from '../../shared/domain/fleet/fleet.ts'
import {
  bookingServiceOver,
  isPostgres,
  readVenuePlans,
  SECRETS_KEY_FILE,
  type StoreOptions,
} from '../booking/booking-service.ts'
import {
  clientAddressOf,
  PartnerAdmission,
  RateLimiter,
  privateRangesOf,
  rangesOf,
} from '../booking/hub/partner-admission.ts'
import { failureReply } from '../booking/http/http.ts'
import { createHubHandler, createHubLog, createMetricsHandler } from '../booking/hub/hub-handler.ts'
import { Metrics } from '../booking/hub/metrics.ts'
import { partnersWithoutSecret } from '../booking/hub/partner-secrets.ts'
import {
  serveBookingService,
  type ServedBookingService,
  type ServedHandlers,
  type TlsIdentity,
} from '../booking/serve.ts'
import { checkSignature } from '../booking/hub/signature-check.ts'
import type { HubStore, Partner, RequestRate } from '../booking/sql/administration.ts'
import { messageChannels } from '../../shared/domain/customer.ts'
import { type MessageSettings, messageSettings, openMessageDrivers } from '../fleet/message-drivers.ts'
import { MessageSender } from '../fleet/ticket-messages.ts'
import { createFleetHandler, fleetMetrics } from '../fleet/fleet-handler.ts'
import { openSigningKey } from '../fleet/keys.ts'
import { createTicketPageHandler, PAGES } from '../fleet/ticket-page-view.ts'
import { readWalletKeys, type WalletKeys, walletNotices } from '../fleet/wallet-keys.ts'
import { createPasses } from '../fleet/wallet-passes.ts'
import { type Fleet, fleetOf, openHubStore } from './hub-store.ts'
import { type RotationLimits, openRotatingFile } from '../host/log.ts'
import { StaticFiles } from '../transport/static-files.ts'
import { readTextFile } from '../host/files/file-text.ts'

export { isPostgres, type MessageSettings, messageSettings, openMessageDrivers, SECRETS_KEY_FILE }

export interface HubOptions {
  readonly host: string
  /** Port of the booking service; 0 selects any free port. */
  readonly port: number
  /** Path of an SQLite file, or a `postgres://…` address. */
  readonly database: string
  /** File with the key that encrypts the partners' secrets; default: beside the SQLite file. */
  readonly secretsKeyFile?: string | undefined
  /** Key that identifies the hub to its devices, created on first use. If absent, the hub manages no devices. */
  readonly fleetKeyFile?: string | undefined
  /** Folder with `wallet.json` and the keys that sign wallet passes. Without that file, the hub creates no passes. */
  readonly walletDirectory?: string | undefined
  readonly rendererDirectory?: string | undefined
  /** Addresses (`postgres://…`) of database replicas for read-only queries whose results are only displayed. */
  readonly replicas?: string | undefined
  /** Maximum connections to a PostgreSQL database; the same maximum applies to its replicas. */
  readonly connections?: number
  readonly resourcesDirectory: string
  readonly sqliteBinding: string | undefined
  readonly version: string
  /** `demo`: demo events stay on sale, and unsigned requests of the partner `demo` are accepted. */
  readonly mode: 'demo' | 'live'
  /** Paths of PEM files, and the cipher list for TLS 1.2. */
  readonly tls?:
    | { readonly keyFile: string; readonly certFile: string; readonly ciphers?: string | undefined }
    | undefined
  /** IANA time zone of the venues; default: the time zone of the computer. */
  readonly timeZone?: string | undefined
  /** Loopback or private address ranges from which a live hub accepts partners without a key. */
  readonly unsignedFrom?: readonly string[]
  /** Header in which trusted proxies pass the client address. If absent, the socket's peer address is used. */
  readonly proxies?: { readonly header: string; readonly addresses: readonly string[] } | undefined
  readonly rate?: RequestRate
  /**
   * Public origin of the hub (`https://…`), at which customers' telephones open ticket pages. If absent, the hub
   * publishes no tickets.
   */
  readonly publicUrl?: string | undefined
  /** Port that serves only the ticket pages, so that the rest of the hub is not exposed. */
  readonly publicPort?: number | undefined
  /** Mail server and SMS gateway; requires `publicUrl`. If absent, the hub sends no messages. */
  readonly messages?: MessageSettings | undefined
  readonly metricsToken?: string | undefined
  /** Port on the loopback interface that serves only `/metrics`. */
  readonly metricsPort?: number | undefined
  /** Log destination and minimum level. If absent, nothing is logged. */
  readonly log?: { readonly destination: DestinationStream; readonly level: 'info' | 'error' }
}

type HubLog = ReturnType<typeof createHubLog>

export type Hub = Awaited<ReturnType<typeof createHub>>

const DEFAULT_RATE: RequestRate = { perSecond: 100, burst: 200 }
/** Rate limits: enrolment codes and passwords per client address; searches and requests about calls per device. */
const TRIES = {
  code: { perSecond: 0.2, burst: 10 },
  password: { perSecond: 0.2, burst: 10 },
  search: { perSecond: 1, burst: 30 },
  call: { perSecond: 0.5, burst: 20 },
  watch: { perSecond: 1, burst: 20 },
  page: { perSecond: 1, burst: 60 },
  'unknown-page': { perSecond: 0.2, burst: 20 },
} as const satisfies Readonly<Record<string, RequestRate>>
const PURGE_MS = 600_000
/** The partner `demo` has no keys, and its rate limit is too high for test clients to reach. */
const DEMO_PARTNER: Partner = { code: 'demo', name: 'Demo', keys: [], rate: { perSecond: 1e6, burst: 1e6 } }

function admissionOf(store: HubStore, { mode, rate = DEFAULT_RATE, unsignedFrom = [] }: HubOptions): PartnerAdmission {
  const unsigned = mode === 'demo' ? null : privateRangesOf(unsignedFrom)
  return new PartnerAdmission({
    store,
    clock: Date.now,
    rates: new RateLimiter(() => performance.now()),
    rate,
    verify: checkSignature,
    unsignedFrom: (address) => unsigned === null || unsigned.has(address),
    builtIn: mode === 'demo' ? [DEMO_PARTNER] : [],
  })
}

/** Starts the booking service of a venue on a socket, for several kiosks and for client tests. */
export async function createHub(options: HubOptions) {
  const { host, port, database, resourcesDirectory, mode, version, timeZone } = options
  const tls = identityOf(options)
  const isDemo = mode === 'demo'
  const proxies = options.proxies ? proxiesOf(options.proxies) : null
  const log = createHubLog(options.log?.destination ?? nowhere, options.log?.level)
  const report = (fault: unknown): void => log.error('hub.fault', fault)
  const metrics = new Metrics()
  const store = await openOwnStore(options, { report, onRead: (from) => metrics.countRead(from) })
  const wallets = options.walletDirectory === undefined ? null : readWalletKeys(options.walletDirectory, Date.now())
  const warnings = await warningsOf(store, wallets, options)
  for (const warning of warnings) log.warn('hub.warning', { warning: messageOf(warning) })
  const admission = admissionOf(store, options)
  const venues = isDemo ? readVenuePlans(join(resourcesDirectory, 'venues')) : []
  const parts = { store, admission, venues, timeZone, clock: Date.now, random: randomBytes, report }
  const service = await bookingServiceOver({ ...parts, demo: isDemo, seed: isDemo })
  let draining = false
  const opened: ServedBookingService[] = []

  const fleet = options.fleetKeyFile === undefined ? null : fleetOf(store, options.fleetKeyFile, report)
  const sender = fleet && openSender(fleet, options, log)
  const fleetPaths = fleet && openFleetPaths(fleet, admission, wallets, options, sender)
  const ticketPages = fleet && openTicketPages(fleet, store, wallets, options)
  const stopPurging = fleet && purgePages(fleet, log)
  const metricsPage = async (): Promise<string> => {
    const page = metrics.page({ counts: await store.counts().catch(() => null), ...(await openOn(opened)), version })
    return page + (fleet === null ? '' : await fleetPageOf(fleet))
  }
  const served = createHubHandler({
    handle: (request) => ticketPages?.(request) ?? fleetPaths?.(request) ?? service.handle(request),
    report,
    addressOf: (request) => clientAddressOf(request, proxies),
    metrics,
    log,
    health: () => (draining ? Promise.resolve('draining' as const) : healthOf(store)),
    metricsPage,
    metricsToken: options.metricsToken,
    clock: () => performance.now(),
  })
  const closeAll = async (): Promise<void> => {
    stopPurging?.()
    fleet?.desk.calls.stop()
    await sender?.stop()
    await Promise.all(opened.map((server) => server.close()))
    await service.close()
    metrics.close()
  }

  try {
    const server = await listen({ service: served, host, port, tls })
    opened.push(server)
    const metricsServer = await listenForMetrics(metricsPage, options)
    if (metricsServer) opened.push(metricsServer)
    const pagesServer = ticketPages && (await listenForPages(served, options, tls))
    if (pagesServer) opened.push(pagesServer)
    const accessCodes = await service.accessCodes()
    log.info('hub.listening', { url: server.url, mode, version, store: isPostgres(database) ? 'postgresql' : 'sqlite' })
    return {
      url: server.url,
      /**
       * Fingerprint of the hub's certificate, for comparison during the set-up of a kiosk. Null if the hub does not use
       * TLS.
       */
      fingerprint: tls ? fingerprintOf(tls) : null,
      metricsUrl: metricsServer === null ? null : `${metricsServer.url}/metrics`,
      /** Address of the port that serves only ticket pages; null if no such port is configured. */
      pagesUrl: pagesServer?.url ?? null,
      warnings,
      /** Event access codes, for the operator only; the hub never sends them over the network. */
      accessCodes,
      /** Reloads the certificate files. If a file is invalid, throws and retains the previous certificate. */
      renewIdentity() {
        if (options.tls !== undefined) server.renewIdentity(readIdentity(options.tls))
      },
      /** Makes `/healthz` report draining, and stops the hub after `drainSeconds`. Answers pending requests. */
      async stop(drainSeconds = 0) {
        draining = true
        log.info('hub.stopping', { drainSeconds })
        if (drainSeconds > 0) await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000))
        await closeAll()
        log.info('hub.stopped')
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function warningsOf(
  store: HubStore,
  wallets: WalletKeys | null,
  options: HubOptions,
): Promise<readonly (string | TranslatedError)[]> {
  const partners = options.mode === 'demo' ? [] : await partnersWithoutKey(store, options)
  return [...partners, ...fleetKeyFault(options), ...(wallets?.warnings ?? [])]
}

async function openOwnStore(options: HubOptions, told: Pick<StoreOptions, 'report' | 'onRead'>): Promise<HubStore> {
  const { database, secretsKeyFile, replicas, connections, timeZone, sqliteBinding } = options
  const where = { database, secretsKeyFile, replicas, connections, timeZone, sqliteBinding }
  const store = await openHubStore({ ...where, ...told })
  const unreadable = await partnersWithoutSecret(store)
  if (unreadable.length > 0) {
    await store.close()
    throw new TranslatedError(({ refusals }) => refusals.otherKey(unreadable.join(', ')))
  }
  return store
}

function identityOf({ mode, host, tls }: HubOptions): TlsIdentity | undefined {
  if (mode === 'live' && tls === undefined && !isLoopback(host)) {
    throw new TranslatedError(({ refusals }) => refusals.needsTls(host))
  }
  return tls && readIdentity(tls)
}

/** Returns a JSON Lines destination: standard error if `file` is undefined, otherwise a rotated file. */
export function logDestination(file: string | undefined, keeping: RotationLimits): DestinationStream {
  return file === undefined
    ? pino.destination({ dest: 2, sync: true })
    : openRotatingFile(file, keeping, { machine: hostname })
}

/**
 * Returns the error of reading the fleet key; empty if the key is readable or does not exist. Without the key, the hub
 * sells tickets but manages no devices.
 */
function fleetKeyFault({ fleetKeyFile }: HubOptions): readonly string[] {
  if (fleetKeyFile === undefined || !lstatSync(fleetKeyFile, { throwIfNoEntry: false })) return []
  try {
    openSigningKey(fleetKeyFile)
    return []
  } catch (error) {
    return [messageOf(error)]
  }
}

async function partnersWithoutKey(store: HubStore, { unsignedFrom = [], proxies }: HubOptions): Promise<string[]> {
  const codes = (await store.listPartners()).filter(({ keys }) => keys.length === 0).map(({ code }) => code)
  const known = codes.length === 0 ? 'there is none now' : codes.join(', ')
  if (unsignedFrom.length > 0) {
    const behind = proxies
      ? ''
      : '; behind a proxy this includes every client, unless --client-address-header names its header'
    return [
      `partners without a key (${known}) are accepted from ${unsignedFrom.join(', ')}: any client there that knows such a code can sell and read tickets with it${behind}`,
    ]
  }
  if (codes.length === 0) return []
  return [
    `partners without a key are refused: ${known}; create a key for each (guichet hub partners key CODE KEY-ID), or name a private network from which they are accepted without one (--unsigned-from)`,
  ]
}

function openFleetPaths(
  fleet: Fleet,
  admission: PartnerAdmission,
  wallets: WalletKeys | null,
  { rendererDirectory, version, tls, publicUrl }: HubOptions,
  sender: ReturnType<typeof openSender>,
) {
  const tries = new RateLimiter(() => performance.now())
  return createFleetHandler({
    ...fleet,
    page: rendererDirectory === undefined ? null : new StaticFiles(rendererDirectory).reply,
    version,
    nowMs: Date.now,
    async admitPartner(request, bytes) {
      const { method, target, remote } = request
      const header = (name: string) => request.header(name)
      const admitted = await admission.admit({ method, target, remote, header, body: () => Promise.resolve(bytes) })
      return admitted.ok ? admitted : { ok: false, reply: failureReply(admitted.failure, admitted.headers) }
    },
    takeTry: (what, who) => tries.take(`${what} ${who}`, TRIES[what]),
    pageAddress: pageAddressOf(publicUrl),
    sender,
    walletNotices: () => (wallets ? walletNotices(wallets, Date.now()) : []),
    secure: tls !== undefined,
  })
}

const pageAddressOf = (publicUrl: string | undefined): string | null =>
  publicUrl === undefined ? null : new URL(PAGES, publicUrl).href

/** Starts sending messages, including messages queued before a restart. Returns null if messages are not configured. */
function openSender({ desk }: Fleet, { messages: settings, publicUrl }: HubOptions, log: HubLog) {
  const pageAddress = pageAddressOf(publicUrl)
  if (!settings || pageAddress === null) return null
  const drivers = openMessageDrivers(settings)
  const sender = new MessageSender({ messages: desk.messages, drivers, pageAddress, nowMs: Date.now, log })
  sender.wake()
  const channels = messageChannels.filter((channel) => drivers[channel])
  return { channels, perHour: settings.perHour, wake: sender.wake, stop: () => sender.stop() }
}

async function listenForMetrics(page: () => Promise<string>, { metricsPort: port }: HubOptions) {
  if (port === undefined) return null
  return listen({ service: { handle: createMetricsHandler(page) }, host: '127.0.0.1', port })
}

/** Returns the handler for ticket pages; null if the hub has no public address. */
function openTicketPages(
  { desk }: Fleet,
  store: HubStore,
  wallets: WalletKeys | null,
  { publicUrl, resourcesDirectory }: HubOptions,
) {
  if (publicUrl === undefined) return null
  const icons = join(resourcesDirectory, 'icons')
  const listCancelled = (codes: readonly string[]) => store.listCancelled({ codes })
  const tries = new RateLimiter(() => performance.now())
  return createTicketPageHandler({
    pages: desk.pages,
    directory: join(resourcesDirectory, 'ticket-page'),
    icons,
    passesOf: wallets && createPasses({ keys: wallets, icons, nowMs: Date.now, listCancelled }),
    takeTry: (what, who) => tries.take(`${what} ${who}`, TRIES[what]),
  })
}

/** Starts the port that serves only ticket pages. Resolves with null if no such port is configured. */
async function listenForPages(
  served: Required<ServedHandlers>,
  { publicPort: port, host }: HubOptions,
  tls: TlsIdentity | undefined,
) {
  if (port === undefined) return null
  const handle: ServedHandlers['handle'] = (request) =>
    request.target.startsWith(PAGES)
      ? served.handle(request)
      : Promise.resolve({ status: 404, headers: { 'content-type': 'text/plain' }, body: [Buffer.from('not found\n')] })
  return listen({ service: { ...served, handle }, host, port, tls })
}

/** Deletes expired pages and messages now and every ten minutes. Returns a function that stops the deletion. */
function purgePages({ desk }: Fleet, log: HubLog): () => void {
  async function purgeAll(): Promise<void> {
    await desk.pages.purge()
    for (const { id, channel, attempts } of await desk.messages.purge())
      log.warn('message.refused', { id, channel, attempts, reason: 'expired' })
  }
  const purge = (): void => void purgeAll().catch((fault: unknown) => log.error('hub.fault', fault))
  purge()
  const timer = setInterval(purge, PURGE_MS).unref()
  return () => clearInterval(timer)
}

async function listen(options: Parameters<typeof serveBookingService>[0]): Promise<ServedBookingService> {
  try {
    return await serveBookingService(options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const { port, host } = options
    throw new TranslatedError(({ refusals }) => refusals.portInUse(port, host), { cause: error })
  }
}

const proxiesOf = ({ header, addresses }: NonNullable<HubOptions['proxies']>) => ({
  header: header.toLowerCase(),
  addresses: rangesOf(addresses),
})

const fingerprintOf = ({ cert }: TlsIdentity): string => fingerprintText(new X509Certificate(cert).fingerprint256)

function readIdentity({ keyFile, certFile, ciphers }: NonNullable<HubOptions['tls']>): TlsIdentity {
  return { key: readTextFile(keyFile), cert: readTextFile(certFile), ciphers }
}

async function openOn(servers: readonly ServedBookingService[]): Promise<{ readonly connections: number }> {
  const counts = await Promise.all(servers.map((server) => server.connections()))
  return { connections: counts.reduce((sum, count) => sum + count, 0) }
}

async function fleetPageOf({ desk }: Fleet): Promise<string> {
  const devices = await desk.devices().catch(() => null)
  return devices === null ? '' : fleetMetrics(devices, Date.now())
}

const healthOf = (store: HubStore): Promise<'ok' | 'database-unavailable'> =>
  store.check().then(
    () => 'ok',
    () => 'database-unavailable',
  )

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

const nowhere: DestinationStream = { write: () => undefined }
