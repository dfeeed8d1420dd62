import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { MessageChannel } from '../../shared/domain/customer.ts'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { isOfLedger } from '../../shared/domain/fleet/readiness.ts'
import { isOpenAt } from '../../shared/domain/fleet/update.ts'
import { isNotes, type TenderKind } from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import type { DeviceState, SettingValues } from '../../shared/api/fleet/contract.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { CodeSource, SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { readCertificates } from '../config/partner.ts'
import { faultLine, faultOf, type FoundProblem } from '../config/setting-problem.ts'
import type { Kiosk } from '../kiosk/kiosk.ts'
import type { PrinterStatus } from '../kiosk/ports/devices.ts'
import type { AccessCodes, KnownCode } from '../kiosk/ports/office.ts'
import type { Log, Printers } from '../kiosk/ports/ports.ts'
import { staffCases } from '../kiosk/sale/staff-cases.ts'
import { runHeartbeatLoop } from '../fleet/heartbeat.ts'
import {
  AccountClient,
  AgentClient,
  HubClient,
  type HubRefused,
  type HubRequest,
  PurchaseClient,
  VoucherClient,
} from '../fleet/hub-client.ts'
import { type HubCodes, type HubCodesOptions, openHubCodes, openRemoteSettings } from '../fleet/hub-documents.ts'
import { openSigningKey } from '../fleet/keys.ts'
import { HubLedgerCheck } from '../fleet/ledger-heads.ts'
import { MessageClient } from '../fleet/ticket-messages.ts'
import { TicketPageClient } from '../fleet/ticket-pages.ts'
import { filesSetAside, readJsonFile, writeFileAtomic } from '../host/files/atomic-file.ts'
import { silentLog } from '../host/log.ts'
import { startStatusFile, type KioskStatus } from '../host/status-file.ts'
import { createSystemClock } from '../host/system.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type AccessCodesFile, readAccessCodesFile } from '../office/office-files.ts'
import { changeSettings } from '../office/settings-file.ts'
import { HttpClient } from '../partner/http-client.ts'
import { requestSigner } from '../partner/signer.ts'
import type { KioskDependencies } from './kiosk-context.ts'

const MAX_FILES_NAMED = 20

/** Maximum number of journal rows that a heartbeat searches for the last sale. */
const ROWS_READ = 500

const membership = z.strictObject({
  hub: z.string(),
  /** Public key of the hub in base64. */
  hubKey: z.string(),
  enrolledUtc: z.string(),
})

const keyFile = (directory: string): string => join(directory, 'fleet-key.pem')
const memberFile = (directory: string): string => join(directory, 'fleet.json')

type NotEnrolled = HubRefused | { readonly type: 'not-set-up' } | FoundProblem

export function isMember(dataDirectory: string, hub: string): boolean {
  try {
    return existsSync(keyFile(dataDirectory)) && readJsonFile(memberFile(dataDirectory), membership)?.hub === hub
  } catch {
    return false
  }
}

export async function enrolDevice(
  config: Config,
  code: string,
): Promise<Result<{ readonly hub: string }, NotEnrolled>> {
  const { fleet, deviceId, dataDirectory } = config
  if (!fleet) return err({ type: 'not-set-up' })
  const way = wayToHub(config, fleet)
  if (!way.ok) return way
  const client = new HubClient(fleet.hub, openSigningKey(keyFile(dataDirectory)), way.value)
  const done = await client.enrol(deviceId, code)
  way.value.close()
  if (!done.ok) return done
  const { hubKey } = done.value
  writeFileAtomic(memberFile(dataDirectory), { hub: fleet.hub, hubKey, enrolledUtc: new Date().toISOString() })
  return ok({ hub: fleet.hub })
}

export function enrolmentErrorText({ settingsFile, fleet, language }: Config, why: NotEnrolled): string {
  const texts = catalogues[language]
  switch (why.type) {
    case 'not-set-up':
      return `${settingsFile}: fleet.hub: ${texts.values.missing(texts.values.checks.httpsAddress)}`
    case 'not-the-hub':
      return texts.refusals.notTheHub
    case 'setting-problem':
      return faultLine(faultOf(why, texts))
    case 'unreachable':
      return texts.refusals.unreachable(fleet?.hub ?? '', why.detail)
    default:
      return `${fleet?.hub}: ${why.detail}`
  }
}

/** Falls back to the partner's certificates if `fleet.caFile` is absent and the hub is also the partner. */
function wayToHub(config: Config, { caFile }: NonNullable<Config['fleet']>): Result<HttpClient, FoundProblem> {
  if (caFile === undefined && sellsForItsHub(config)) return ok(new HttpClient({ ca: config.partner?.ca }))
  const ca = readCertificates('fleet.caFile', caFile, config.settingsFile)
  return ca.ok ? ok(new HttpClient({ ca: ca.value })) : ca
}

/** Returns whether the hub that manages the kiosk is also its booking service. */
export function sellsForItsHub({
  fleet,
  partner,
}: {
  readonly fleet?: { readonly hub: string } | null | undefined
  readonly partner?: { readonly baseUrl: string } | undefined
}): boolean {
  return Boolean(fleet && partner && originOf(fleet.hub) === originOf(partner.baseUrl))
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)

interface KioskReport extends Pick<KioskDependencies, 'version' | 'clock' | 'log' | 'ledger'> {
  readonly mode: DeviceState['mode']
  readonly kiosk: Kiosk
  readonly codes: HubCodes | null
  readonly pages: TicketPageClient | null
  readonly printers: Printers
  readonly rollbackReason: string | null
  readonly blocker: () => Blocker | null
  readonly onFiled: () => void
}

/** Returns null if no hub is configured, or if the kiosk is not enrolled at its hub. */
function startHeartbeat(config: Config, parts: KioskReport): ReturnType<typeof heartbeatOf> {
  try {
    return heartbeatOf(config, parts)
  } catch (error) {
    // A kiosk must be able to sell even while its hub is unreachable or its enrolment files are damaged.
    parts.log.warn('heartbeat.not-started', { reason: messageOf(error) })
    return null
  }
}

/**
 * Returns null if the kiosk is not enrolled at the hub named in its settings. Throws if an enrolment file is invalid.
 */
function membershipOf({ fleet, dataDirectory }: Config) {
  const member = readJsonFile(memberFile(dataDirectory), membership)
  if (!fleet || member?.hub !== fleet.hub || !existsSync(keyFile(dataDirectory))) return null
  return { hubKey: member.hubKey, key: openSigningKey(keyFile(dataDirectory)) }
}

/** Returns the names of damaged files that were renamed, and of unreadable enrolment files. */
export function damagedFiles(config: Config): readonly string[] {
  const { dataDirectory, mode } = config
  const aside = filesSetAside([dataDirectory, join(dataDirectory, mode)])
  return [...aside, ...brokenEnrolment(config)].slice(0, MAX_FILES_NAMED)
}

function brokenEnrolment({ fleet, dataDirectory }: Config): readonly string[] {
  if (!fleet) return []
  const [member, key] = [memberFile(dataDirectory), keyFile(dataDirectory)]
  const isBroken = (read: () => unknown): boolean => {
    try {
      read()
      return false
    } catch {
      return true
    }
  }
  return [
    ...(isBroken(() => readJsonFile(member, membership)) ? [basename(member)] : []),
    ...(existsSync(key) && isBroken(() => openSigningKey(key)) ? [basename(key)] : []),
  ]
}

/** Returns null if the kiosk sells for a different booking service or is not enrolled at a hub. */
export function codesOfHub(config: Config, ground: Pick<HubCodesOptions, 'clock' | 'log'>): HubCodes | null {
  const { deviceId, dataDirectory, mode } = config
  if (!sellsForItsHub(config)) return null
  try {
    const member = membershipOf(config)
    const path = join(dataDirectory, mode, 'hub-access-codes.json')
    return member && openHubCodes({ ...member, ...ground, path, deviceId })
  } catch {
    return null
  }
}

const logHubRequests =
  (log: Log) =>
  ({ status, ...facts }: HubRequest): void => {
    if (status === null) log.info('hub.request-unanswered', facts)
    else log.info('hub.request-answered', { ...facts, status })
  }

/**
 * Creates the clients for vouchers, purchases and calls at the hub. Null in training mode or if the kiosk is not
 * enrolled.
 */
export function clientsOfHub({ config, clock, log }: Pick<KioskDependencies, 'config' | 'clock' | 'log'>) {
  const { fleet, deviceId, mode } = config
  if (!fleet || mode === 'training') return null
  try {
    const member = membershipOf(config)
    const way = member && wayToHub(config, fleet)
    if (!member || !way?.ok) return null
    const client = new HubClient(fleet.hub, member.key, way.value, logHubRequests(log))
    const { partner } = config
    const sign = partner?.signing && requestSigner(partner.signing, { now: () => clock.now(), uuid: randomUUID })
    const asPartner = partner && { partnerCode: partner.partnerCode, ...(sign && { sign }) }
    const purchases = asPartner && sellsForItsHub(config) ? new PurchaseClient(deviceId, asPartner, client) : null
    const pages = new TicketPageClient(member.hubKey, deviceId, client, log)
    return {
      slips: new VoucherClient({ url: fleet.hub, key: member.hubKey }, { deviceId, mode }, client, log),
      accounts: new AccountClient({ url: fleet.hub, key: member.hubKey }, { deviceId, mode }, client, log),
      purchases,
      pages,
      messages: new MessageClient(deviceId, client, pages, log),
      // This client has no request log, because calls are repeated every few seconds. `AgentClient` logs failures.
      agents: new AgentClient(member.hubKey, deviceId, new HubClient(fleet.hub, member.key, way.value), log),
      close: () => way.value.close(),
    }
  } catch {
    return null
  }
}

/**
 * Returns the channels by which the hub sends messages for a desk; null if the hub does not reply. Undefined if the
 * machine is not a desk of a hub.
 */
export async function examineMessages(config: Config): Promise<readonly MessageChannel[] | null | undefined> {
  if (config.role !== 'cashier') return undefined
  const hub = clientsOfHub({ config, clock: createSystemClock(), log: silentLog })
  if (!hub) return undefined
  try {
    // The hub has no messages about an unknown sale, but its reply names the channels.
    const reply = await hub.messages.list(randomUUID())
    return reply && reply.channels
  } finally {
    hub.close()
  }
}

function heartbeatOf(config: Config, parts: KioskReport) {
  const { fleet, deviceId, dataDirectory } = config
  const { clock, log, ledger, kiosk, codes, pages, rollbackReason, onFiled, blocker } = parts
  if (!fleet) return null
  const member = membershipOf(config)
  if (member === null) {
    const files = [memberFile(dataDirectory), keyFile(dataDirectory)]
    log.warn('heartbeat.not-enrolled', { hub: fleet.hub, files })
    return null
  }
  const way = wayToHub(config, fleet)
  if (!way.ok) {
    log.warn('heartbeat.certificates-unreadable', { reason: faultLine(faultOf(way.error, catalogues.en)) })
    return null
  }
  const startedUtc = new Date().toISOString()
  const settings = openRemoteSettings({
    path: join(dataDirectory, 'fleet-settings.json'),
    deviceId,
    hubKey: member.hubKey,
    nowMs: Date.now,
    apply: (values) => applySettings(config, values, onFiled),
    rollbackReason,
    blocker,
    log,
  })
  const memory = new HubLedgerCheck(
    {
      head: () => ledger.head(),
      hashOf: (seq) => ledger.hashOf(seq),
      isVouched: (hubKey) => ledger.isVouched(hubKey),
      vouch: (vouch) => ledger.note('KEY_ATTESTED', { ...vouch }, clock.now()),
      setHubMismatch: (doubt) => ledger.setHubMismatch(doubt),
    },
    member.hubKey,
    log,
  )
  const heartbeat = runHeartbeatLoop({
    deviceId,
    heartbeatSeconds: fleet.heartbeatSeconds,
    line: new HubClient(fleet.hub, member.key, way.value, logHubRequests(log)),
    observe: () => observeDevice(config, parts, startedUtc),
    readiness: () => kiosk.readiness(),
    settings,
    memory,
    codes,
    pages,
    clock,
    log,
  })
  return {
    settings: () => settings.report(),
    proved: () => settings.proved(),
    async stop() {
      await heartbeat.stop()
      way.value.close()
    },
  }
}

function applySettings({ settingsFile, dataDirectory }: Config, values: SettingValues, onFiled: () => void) {
  const faultsOf = (file: string): readonly SettingFault[] => {
    const judged = loadConfig({ dataDirectory, file })
    return judged.ok ? [] : judged.error.faults
  }
  return changeSettings({ path: settingsFile, faultsOf, onFiled }, values)
}

export async function observeDevice(
  config: Config,
  parts: Pick<KioskReport, 'version' | 'mode' | 'clock' | 'ledger' | 'printers' | 'kiosk'>,
  startedUtc: string,
): Promise<DeviceState> {
  const { version, mode, clock, ledger, printers, kiosk } = parts
  const info = await kiosk.api.getKiosk({})
  if (!info.ok) throw new Error(info.error.type)
  const { partner, sale, parked = [] } = info.value
  const { bavail, bsize } = statfsSync(config.dataDirectory)
  const rows = ledger.journalLines({ before: null, saleId: null, limit: ROWS_READ })
  return {
    version,
    mode,
    role: config.role,
    startedUtc,
    partner: partner.state,
    printers: (await printers.report()).map(({ name, roles, status }) => ({
      name,
      roles: [...roles],
      state: printerState(status),
    })),
    ledger: ledger.condition(),
    freeBytes: bavail * bsize,
    serving: sale !== null || parked.length > 0,
    open: isOpenAt(config.updates?.openingHours, new Date(), venueTimeZone(config)),
    lastSaleUtc: rows.find(({ code }) => code === 'PURCHASE_CONFIRMED')?.atUtc ?? null,
    queue: ledger.unfinished().length,
    readiness: await kiosk.readiness(),
    staffCases: staffCases(ledger, kiosk.sales, clock.now()).length,
  }
}

function printerState(status: PrinterStatus): DeviceState['printers'][number]['state'] {
  if (status.state === 'not-ready') return status.reason
  return status.state === 'ready' && status.paperLow ? 'paper-low' : status.state
}

type Codes = Readonly<Record<string, string>>

const sources = ['hub', 'typed', 'settings', 'demo'] as const satisfies readonly CodeSource[]

/**
 * Access codes by source. The hub's codes are tried first, because the hub is also the booking service that checks the
 * codes.
 */
type CodesBySource = Readonly<Record<CodeSource, Codes>>

function codesOf(told: CodesBySource, eventId: string): readonly KnownCode[] {
  return sources.flatMap((source) => {
    const code = Object.hasOwn(told[source], eventId) ? told[source][eventId] : undefined
    return code === undefined ? [] : [{ code, source }]
  })
}

export class KioskAccessCodes implements AccessCodes {
  readonly #config: Config
  readonly #codes: HubCodes | null
  readonly #typed: AccessCodesFile
  readonly #demoCodes: () => Promise<Codes>

  constructor(config: Config, codes: HubCodes | null, typed: AccessCodesFile, demoCodes: () => Promise<Codes>) {
    this.#config = config
    this.#codes = codes
    this.#typed = typed
    this.#demoCodes = demoCodes
  }

  async #told(): Promise<CodesBySource> {
    const { accessCodes: settings } = this.#config
    return { hub: this.#codes?.all() ?? {}, typed: this.#typed.all(), settings, demo: await this.#demoCodes() }
  }

  async of(eventId: string): Promise<readonly KnownCode[]> {
    return codesOf(await this.#told(), eventId)
  }

  /** Returns all access codes, which must not appear in files that other users can read. */
  async all(): Promise<readonly string[]> {
    return Object.values(await this.#told()).flatMap((each: Codes) => Object.values(each))
  }

  keep(eventId: string, code: string): void {
    this.#typed.keep({ [eventId]: code })
  }

  async renew(): Promise<void> {
    await this.#codes?.renew()
  }
}

/**
 * Returns a function that finds an event's access codes, in the order to try, for a program that runs separately from
 * the kiosk.
 */
export function readAccessCodes(config: Config): (eventId: string) => Promise<readonly string[]> {
  const typed = readAccessCodesFile(join(config.dataDirectory, config.mode))
  const hub = codesOfHub(config, { clock: createSystemClock(), log: silentLog })?.all() ?? {}
  const told = { hub, typed, settings: config.accessCodes, demo: {} }
  return async (eventId) => codesOf(told, eventId).map(({ code }) => code)
}

export function startStatusReporting(
  { config, ledger, clock, log, version, screenSandboxed }: KioskDependencies,
  told: Omit<KioskReport, 'version' | 'clock' | 'log' | 'ledger' | 'mode'>,
  settingsWait: () => boolean,
) {
  const { kiosk, rollbackReason, blocker } = told
  const { mode } = config
  // During training, the live desk continues to run and reports to the hub that training is active.
  if (mode === 'training') return { proveSettings: () => undefined, stop: () => Promise.resolve() }
  const fleet = startHeartbeat(config, { version, mode, clock, log, ledger, ...told })
  const status = startStatusFile(
    config.dataDirectory,
    clock,
    async () => ({
      ...(await observe(kiosk, ledger, config.tenders)),
      mode,
      ...(screenSandboxed !== undefined && { screenSandboxed }),
      open: isOpenAt(config.updates?.openingHours, new Date(), venueTimeZone(config)),
      settings: {
        running: fleet?.settings().running ?? 0,
        waiting: settingsWait(),
        waitsFor: settingsWait() || fleet?.settings().waits ? blocker() : null,
        // Other program versions read the field `settingsRolledBack`, so its name must not change.
        settingsRolledBack: rollbackReason,
      },
    }),
    (error) => log.error('status.write-failed', error),
  )
  return {
    proveSettings: () => fleet?.proved(),
    async stop() {
      await fleet?.stop()
      await status.stop()
    },
  }
}

async function observe(
  kiosk: Kiosk,
  ledger: Ledger,
  ways: readonly TenderKind[],
): Promise<Omit<KioskStatus, 'settings' | 'open' | 'mode'>> {
  const info = await kiosk.api.getKiosk({})
  const readiness = await kiosk.readiness()
  if (!info.ok) throw new Error(info.error.type)
  const { version, deviceId, partner, purchasesRefused, printer, sale, parked = [] } = info.value
  return {
    version,
    deviceId,
    partner: partner.state,
    ...(purchasesRefused && { purchasesRefused }),
    printer: printer.state === 'not-ready' ? printer.reason : printer.state,
    canSell: !readiness.issues.some(isOfLedger),
    readiness,
    ledger: ledger.gaps().map(({ kind }) => kind),
    ...(ways.some(isNotes) && { notesInBox: ledger.notesInBox() }),
    unfinished: ledger.unfinished().length,
    serving: sale !== null || parked.length > 0,
  }
}
