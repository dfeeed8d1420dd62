import { existsSync, statfsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { isOpenAt } from '../../shared/domain/fleet/update.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { messageOf } from '../../shared/errors.ts'
import type { DeviceState, SettingsReport, SettingValues } from '../../shared/fleet-api/contract.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { readCertificates } from '../config/certificates.ts'
import { faultLine, faultOf, type FoundProblem } from '../config/setting-problem.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { Clock, Log, Printers } from '../core/ports/ports.ts'
import type { PrinterStatus, SlipHub } from '../core/ports/devices.ts'
import type { Kiosk } from '../core/kiosk.ts'
import { staffCases } from '../core/sale/staff-cases.ts'
import { keepHeartbeat } from '../fleet/heartbeat.ts'
import { type HubCodes, type HubCodesOptions, openHubCodes } from '../fleet/hub-codes.ts'
import { createHubMemory } from '../fleet/ledger-book.ts'
import { type HubRefused, type HubRequest, openHubClient, openSlipLine } from '../fleet/hub-client.ts'
import { openSigningKey } from '../fleet/keys.ts'
import { openRemoteSettings } from '../fleet/remote-settings.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createHttpClient, type HttpClient } from '../partner/http-client.ts'
import { changeSettings } from '../office/settings-file.ts'
import { filesSetAside, readWhole, writeWhole } from '../host/files/whole-file.ts'

const MAX_FILES_NAMED = 20

/** A sale further back is looked for in no heartbeat. */
const ROWS_READ = 500

const membership = z.strictObject({
  hub: z.string(),
  /** Base64 of the hub's key. */
  hubKey: z.string(),
  enrolledUtc: z.string(),
})

const keyFile = (directory: string): string => join(directory, 'fleet-key.pem')
const memberFile = (directory: string): string => join(directory, 'fleet.json')

export type NotEnrolled = HubRefused | { readonly type: 'not-set-up' } | FoundProblem

/** Whether the machine is a device of that hub: with files of the enrolment that are what they should be. */
export function isMember(dataDirectory: string, hub: string): boolean {
  try {
    return existsSync(keyFile(dataDirectory)) && readWhole(memberFile(dataDirectory), membership)?.hub === hub
  } catch {
    return false
  }
}

/** Makes the device one of its hub's, by a code that the hub gave for it. */
export async function enrolDevice(
  config: Config,
  code: string,
): Promise<Result<{ readonly hub: string }, NotEnrolled>> {
  const { fleet, deviceId, dataDirectory } = config
  if (!fleet) return err({ type: 'not-set-up' })
  const way = wayToHub(config, fleet)
  if (!way.ok) return way
  const client = openHubClient(fleet.hub, openSigningKey(keyFile(dataDirectory)), way.value)
  const done = await client.enrol(deviceId, code)
  way.value.close()
  if (!done.ok) return done
  const { hubKey } = done.value
  writeWhole(memberFile(dataDirectory), { hub: fleet.hub, hubKey, enrolledUtc: new Date().toISOString() })
  return ok({ hub: fleet.hub })
}

export function whyNotEnrolled({ settingsFile, fleet, language }: Config, why: NotEnrolled): string {
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

/**
 * The network to the hub, with the certificates that the settings name: its own, or the partner's where that is the same
 * hub.
 */
function wayToHub(config: Config, { caFile }: NonNullable<Config['fleet']>): Result<HttpClient, FoundProblem> {
  if (caFile === undefined && sellsForItsHub(config)) return ok(createHttpClient({ ca: config.partner?.ca }))
  const ca = readCertificates('fleet.caFile', caFile, config.settingsFile)
  return ca.ok ? ok(createHttpClient({ ca: ca.value })) : ca
}

/** Whether the hub that looks after a machine is also the service that it sells for. */
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

export interface HeartbeatParts {
  readonly version: string
  readonly mode: DeviceState['mode']
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Ledger
  readonly printers: Printers
  readonly kiosk: Kiosk
  /** Null: access codes do not come from the hub. */
  readonly codes: HubCodes | null
  /** Why the settings were taken back at this start; null: they were not. */
  readonly takenBack: string | null
  readonly onFiled: () => void
  readonly blocker: () => Blocker | null
}

export interface DeviceOfFleet {
  /** How far the hub's settings have come. */
  settings(): SettingsReport
  /** The program runs well with them. */
  proved(): void
  stop(): Promise<void>
}

/** Tells the hub of the settings how this machine is; null where they name none, or the machine is not one of its own. */
export function startHeartbeat(config: Config, parts: HeartbeatParts): DeviceOfFleet | null {
  try {
    return heartbeatOf(config, parts)
  } catch (error) {
    // A box office sells without its hub.
    parts.log.warn('heartbeat.not-started', { reason: messageOf(error) })
    return null
  }
}

/** Null where the machine is not enrolled at the hub of its settings. Throws for a file of the enrolment that is not what it should be. */
function membershipOf({ fleet, dataDirectory }: Config) {
  const member = readWhole(memberFile(dataDirectory), membership)
  if (!fleet || member?.hub !== fleet.hub || !existsSync(keyFile(dataDirectory))) return null
  return { hubKey: member.hubKey, key: openSigningKey(keyFile(dataDirectory)) }
}

/** Returns the names of files that were set aside and of unreadable enrolment files. The latter stay in place; the machine sells without its hub. */
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
    ...(isBroken(() => readWhole(member, membership)) ? [basename(member)] : []),
    ...(existsSync(key) && isBroken(() => openSigningKey(key)) ? [basename(key)] : []),
  ]
}

/** The access codes that come from the hub; null where the machine sells for another service than its hub. */
export function codesOfHub(config: Config, ground: Pick<HubCodesOptions, 'clock' | 'log'>): HubCodes | null {
  const { deviceId, dataDirectory, mode } = config
  if (!sellsForItsHub(config)) return null
  try {
    const member = membershipOf(config)
    const path = join(dataDirectory, mode, 'hub-access-codes.json')
    return member && openHubCodes({ ...member, ...ground, path, deviceId })
  } catch {
    // The heartbeat says what is wrong with the enrolment.
    return null
  }
}

export interface SlipsOfHub {
  readonly line: SlipHub
  close(): void
}

/** Writes a line for each HTTP request to the hub, under its request id. The heartbeat warns of a hub that is unreachable. */
const logHubRequests =
  (log: Log) =>
  ({ status, ...facts }: HubRequest): void => {
    if (status === null) log.info('hub.request-unanswered', facts)
    else log.info('hub.request-answered', { ...facts, status })
  }

/** Who says of credit slips whether they are spent; null where the machine is no hub's. Nothing of training is told to anybody. */
export function slipsOfHub(config: Config, log: Log): SlipsOfHub | null {
  const { fleet, deviceId, mode } = config
  if (!fleet || mode === 'training') return null
  try {
    const member = membershipOf(config)
    const way = member && wayToHub(config, fleet)
    if (!member || !way?.ok) return null
    const client = openHubClient(fleet.hub, member.key, way.value, logHubRequests(log))
    return {
      line: openSlipLine({ hub: fleet.hub, hubKey: member.hubKey, deviceId, mode, client, log }),
      close: () => way.value.close(),
    }
  } catch {
    // The heartbeat says what is wrong with the enrolment.
    return null
  }
}

/** Throws for a file of the enrolment that is not what it should be. */
function heartbeatOf(config: Config, parts: HeartbeatParts): DeviceOfFleet | null {
  const { fleet, deviceId, dataDirectory } = config
  const { clock, log, ledger, kiosk, codes, takenBack, onFiled, blocker } = parts
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
    takenBack,
    blocker,
    log,
  })
  const memory = createHubMemory(
    {
      head: () => ledger.head(),
      hashOf: (seq) => ledger.hashOf(seq),
      isVouched: (hubKey) => ledger.isVouched(hubKey),
      vouch: (vouch) => ledger.note('KEY_VOUCHED', { ...vouch }, clock.now()),
      doubtedByHub: (doubt) => ledger.doubtedByHub(doubt),
    },
    member.hubKey,
    log,
  )
  const heartbeat = keepHeartbeat({
    deviceId,
    everySeconds: fleet.everySeconds,
    line: openHubClient(fleet.hub, member.key, way.value, logHubRequests(log)),
    observe: () => observeDevice(config, parts, startedUtc),
    readiness: () => kiosk.readiness(),
    settings,
    memory,
    codes,
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

/** Returns how this machine is. Rejects if the kiosk does not answer. */
export async function observeDevice(
  config: Config,
  parts: Pick<HeartbeatParts, 'version' | 'mode' | 'clock' | 'ledger' | 'printers' | 'kiosk'>,
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
