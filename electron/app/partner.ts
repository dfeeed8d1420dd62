import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { localTime, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import {
  assessReadiness,
  type PrinterFault,
  type Readiness,
  type UnavailableTender,
} from '../../shared/domain/fleet/readiness.ts'
import type { Language } from '../../shared/domain/language.ts'
import { customerTenders } from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { venuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { type BookingService, createBookingService, readVenuePlans } from '../booking/booking-service.ts'
import { eventsLike } from '../booking/demo-events.ts'
import type { Config } from '../config/config.ts'
import type { PartnerConfig } from '../config/partner.ts'
import { isUnattended } from '../config/payments.ts'
import { missingTerms } from '../config/terms.ts'
import { type Clock, type Log, type VenuePlans, within } from '../kiosk/ports/ports.ts'
import { readSpare, type Report, writeFileAtomic } from '../host/files/atomic-file.ts'
import { LOCAL_API_LOG_FILE, openProgramLog } from '../host/log.ts'
import { bookingFile, createSystemClock } from '../host/system.ts'
import {
  PartnerClient,
  type PartnerOptions,
  readVenuePlan,
  type VenuePlanReply,
  type VersionedPlan,
} from '../partner/client.ts'
import { describeFinding, examinePartner, type Finding, type TriedEvent } from '../partner/doctor.ts'
import { allInOneCall, type HoldDialect, seatBySeat } from '../partner/holds.ts'
import { HttpClient } from '../partner/http-client.ts'
import { type LocalApi, type LocalApiOptions, createForwarder, serveLocalApi } from '../partner/local-api.ts'
import { logSkipped } from '../partner/mapping.ts'
import { requestSigner } from '../partner/signer.ts'
import { clockSkewSeconds, type OnExchanged } from '../partner/transport.ts'
import { damagedFiles, readAccessCodes, sellsForItsHub } from './hub-link.ts'
import type { KioskDependencies } from './kiosk-context.ts'
import type { MachineMetrics } from './machine-metrics.ts'

/** Maximum delay in milliseconds before a failed read request is retried (full jitter). */
const RETRY_MS = 500

/** Returns the connection to the booking service. `line`: the network client; null for the embedded service. */
export function connectPartner(
  { mode, partner, deviceId }: Config,
  service: Pick<BookingService, 'fetch'> | null,
  clock: Clock,
): { readonly connection: PartnerOptions; readonly line: HttpClient | null } {
  const common = { clock, anonymousCustomer: anonymousBuyer(deviceId, partner?.anonymousCustomer) }
  if (partner) {
    const line = new HttpClient({ ca: partner.ca, httpProxy: partner.httpProxy })
    const { partnerCode, signing } = partner
    const connection = {
      ...common,
      baseUrl: partner.baseUrl.replace(/\/+$/u, ''),
      partnerCode,
      // A demo kiosk must never sell real tickets, and a live kiosk must never sell demo tickets.
      demo: mode === 'demo',
      hold: dialectOf(partner),
      fetch: (request: Request) => line.fetch(request),
      timeoutMs: partner.timeoutSeconds * 1000,
      jitterMs: () => Math.random() * RETRY_MS,
      ...(signing && { sign: requestSigner(signing, { now: () => clock.now(), uuid: () => randomUUID() }) }),
    }
    return { connection, line }
  }
  if (!service) throw new Error('a kiosk needs a partner or the embedded service')
  const fetch = (request: Request) => service.fetch(request)
  const place = { baseUrl: 'http://booking-service.internal', partnerCode: 'demo', demo: true, timeoutMs: 15_000 }
  return { connection: { ...common, ...place, hold: seatBySeat, fetch }, line: null }
}

function dialectOf({ hold }: PartnerConfig): HoldDialect {
  const { method, path, batch, release } = hold
  const body = hold.body ?? (batch ? allInOneCall : seatBySeat).body
  if (release === 'none') return { hold: { method, path }, body, batch, release: null }
  const route = { method: release.method, path: release.path }
  return { hold: { method, path }, body, batch, release: { route, ...(release.body && { body: release.body }) } }
}

/** Returns null if no local API is configured or its token cannot be read. Rejects if the port is in use. */
async function openLocalApi(
  { localApi, tenderNames }: Config,
  { connection, line }: ReturnType<typeof connectPartner>,
  dataDirectory: string,
  { log, readiness, metricsPage }: Pick<LocalApiOptions, 'log' | 'readiness' | 'metricsPage'>,
): Promise<LocalApi | null> {
  if (!localApi) return null
  const token = ownToken(join(dataDirectory, 'local-api-token'))
  if (!token.ok) {
    log.warn('local-api.not-started', { reason: token.error.detail })
    return null
  }
  const { hold } = connection
  return serveLocalApi({
    ...localApi,
    token: token.value,
    routes: [hold.hold, ...(hold.release ? [hold.release.route] : [])],
    onward: createForwarder(connection, line),
    timeoutMs: connection.timeoutMs,
    tenderNames,
    readiness,
    metricsPage,
    log,
  })
}

/** Returns the token of the local API, created on first use in a file that only its owner can read. */
function ownToken(file: string): Result<string, { readonly type: 'no-token'; readonly detail: string }> {
  const none = (why: string) =>
    err({ type: 'no-token', detail: `${file}: ${why}; remove it so that a new one is created` } as const)
  try {
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    const token = readFileSync(file, 'utf8').trim()
    return /^[\w-]{32,}$/u.test(token) ? ok(token) : none('holds no token')
  } catch (error) {
    return none((error as Error).message)
  }
}

export type DescribedFinding = Finding & { readonly title: string; readonly text: string }

interface ExaminationWish {
  readonly hold: boolean
  readonly language: Language
  /** True if the findings are phrased for a screen instead of the command line. */
  readonly spoken?: boolean
  /** Null or absent if tickets can be printed, or if the printers were not checked. */
  readonly printerFault?: PrinterFault | null
  /** Absent if the payment providers were not checked. */
  readonly waysDown?: readonly UnavailableTender[]
  readonly onFinding?: (finding: DescribedFinding) => void
}

export interface Examined {
  readonly findings: readonly DescribedFinding[]
  readonly events: readonly TriedEvent[]
  /** Readiness of the kiosk, as far as it can be determined without running the kiosk. */
  readonly readiness: Readiness
}

/** Tests the connection to the configured partner step by step. Returns null if no partner is configured. */
export async function examine(
  config: Config,
  { hold, language, spoken = false, printerFault = null, waysDown = [], onFinding }: ExaminationWish,
): Promise<Examined | null> {
  const { connection, line } = config.partner
    ? connectPartner(config, null, createSystemClock())
    : { connection: null, line: null }
  if (!config.partner || !connection || !line) return null
  const { partner, role, tenders } = config
  const described = (finding: Finding): DescribedFinding => ({
    ...finding,
    ...describeFinding(finding, language, spoken),
  })
  const { findings, facts } = await examinePartner({
    connection,
    line,
    httpProxy: partner.httpProxy,
    codesOf: readAccessCodes(config),
    hubSendsCodes: sellsForItsHub(config),
    nowMs: Date.now,
    timeZone: venueTimeZone(config),
    hold,
    onFinding: (finding) => onFinding?.(described(finding)),
  })
  line.close()
  const sound = { inTraining: false, purchasesRefused: null, ledger: 'sound', screensFailing: [] } as const
  const own = { ...sound, damagedFiles: damagedFiles(config), termsMissing: missingTerms(config), unsigned: [] }
  const paid = { ways: customerTenders(role, tenders, (kind) => isUnattended(kind, config)), waysDown }
  const readiness = assessReadiness({ ...facts, ...own, ...paid, printerFault })
  return { findings: findings.map(described), events: facts.events, readiness }
}

/**
 * Opens the booking service and the local API. `readiness` returns null while the kiosk starts. `metrics` is null if
 * the kiosk has no metrics; otherwise, it is closed together with the booking service.
 */
export async function openBookingBackend(
  { config, directory, resourcesDirectory, live, sqliteBinding, clock, log, report }: Omit<KioskDependencies, 'ledger'>,
  readiness: LocalApiOptions['readiness'],
  metrics: Pick<MachineMetrics, 'page' | 'close'> | null,
) {
  const own = readVenuePlans(join(resourcesDirectory, 'venues'))
  const drafts = live
    ? eventsLike(await live.events(), live.planOf, localTime(Date.parse(clock.now().wallUtc), venueTimeZone(config)))
    : []
  const service = config.partner
    ? null
    : await createBookingService({
        database: bookingFile(directory),
        venues: own,
        ...(drafts.length > 0 && { drafts: () => drafts }),
        holdSeconds: config.demoHoldSeconds,
        timeZone: config.timeZone,
        ...(sqliteBinding && { nativeBinding: sqliteBinding }),
      })
  const { connection, line } = connectPartner(config, service, clock)
  const connected = { line, connection: { ...connection, onExchanged: logExchanged(log) } }
  const plans = openVenuePlans({
    folder: join(directory, 'venue-plans'),
    own,
    read: (event, known) => readVenuePlan(connected.connection, event, known),
    clock,
    log,
    report,
  })
  async function close(): Promise<void> {
    plans.close()
    metrics?.close()
    connected.line?.close()
    await service?.close()
  }
  const metricsPage = metrics ? () => metrics.page() : undefined
  const requests = openProgramLog(config, () => config.deviceId, false, LOCAL_API_LOG_FILE)
  const forOthers = { line, connection: { ...connection, onExchanged: logExchanged(requests) } }
  const localApi = await openLocalApi(config, forOthers, directory, { log, readiness, metricsPage }).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )
  let clockOff: number | null = null
  const onDate = (date: string | null): void => {
    clockOff = clockSkewSeconds(date, Date.parse(clock.now().wallUtc))
  }
  return {
    partner: new PartnerClient({ ...connected.connection, onSkipped: logSkipped(log), onDate }),
    /**
     * Returns the kiosk's clock minus the partner's in seconds, from the last reply; null if the reply has no Date
     * header.
     */
    clockOff: () => clockOff,
    plans,
    /** Returns the embedded service's access codes, which change whenever the service recreates its events. */
    demoCodes: async () => (await service?.accessCodes()) ?? {},
    isBusy: () => localApi?.isBusy() ?? false,
    closeLocalApi: async () => localApi?.close(),
    close,
  }
}

const logExchanged =
  (log: Log): OnExchanged =>
  ({ status, ...facts }) => {
    if (status === null) log.info('partner.request-unanswered', facts)
    else log.info('partner.request-answered', { ...facts, status })
  }

interface PlanSource extends Pick<KioskDependencies, 'clock' | 'log' | 'report'> {
  /** Folder for the last valid seating plan of each venue, used after upgrades and while the service is unreachable. */
  readonly folder: string
  /** Seating plans supplied with the program, used if the booking service has provided none. */
  readonly own: readonly VenuePlan[]
  readonly read: (event: EventOffer, known: string | null) => Promise<VenuePlanReply>
}

/**
 * Time in milliseconds for which the reply to a seating plan request is reused, by type of reply. A service without
 * seating plans is queried less often.
 */
const ASK_AGAIN_MS = { plan: 600_000, unchanged: 600_000, none: 3_600_000, unreachable: 60_000 } as const
/** Maximum time in milliseconds that a customer waits for a seat map. */
const PATIENCE_MS = 2_000

const keptPlan = z.strictObject({ sha256: z.string().regex(textForms.sha256), plan: venuePlan })

interface Asked {
  /** Seating plan of the event; null if the newest plan of its venue applies. */
  readonly plan: VersionedPlan | null
  /** Monotonic time in milliseconds until which the reply is valid. */
  readonly until: number
}

export function openVenuePlans({ folder, own, read, clock, log, report }: PlanSource) {
  const kept = new Map<string, VersionedPlan | null>()
  const asked = new Map<string, Asked>()
  const running = new Map<string, Promise<void>>()
  let closed = false

  function keptOf(venueName: string): VersionedPlan | null {
    let plan = kept.get(venueName)
    if (plan === undefined) {
      plan = readKeptPlan(folder, venueName, report)
      kept.set(venueName, plan)
    }
    return plan
  }

  const named = (venueName: string): VenuePlan | null =>
    keptOf(venueName)?.plan ?? own.find(({ venue }) => venue.name === venueName) ?? null

  function keep(plan: VersionedPlan): void {
    const { name } = plan.plan.venue
    if (keptOf(name)?.sha256 === plan.sha256) return
    kept.set(name, plan)
    try {
      writeFileAtomic(fileOf(folder, name), plan)
      log.info('partner.plan-received', { venue: name, sha256: plan.sha256 })
    } catch (error) {
      report(`the plan of ${name} could not be saved: ${(error as Error).message}`)
    }
  }

  async function ask(event: EventOffer): Promise<void> {
    const known = asked.get(event.eventId)?.plan ?? keptOf(event.venue.name)
    const reply = await read(event, known?.sha256 ?? null)
    if (closed) return
    if (reply.type === 'plan') keep(reply.found)
    if (reply.type === 'none') log.info('partner.plan-missing', { venue: event.venue.name, detail: reply.detail })
    const plan = reply.type === 'plan' ? reply.found : known
    asked.set(event.eventId, { plan, until: clock.now().monoMs + ASK_AGAIN_MS[reply.type] })
  }

  function askOnce(event: EventOffer): Promise<void> {
    const { eventId } = event
    if (closed || (asked.get(eventId)?.until ?? -Infinity) > clock.now().monoMs) return Promise.resolve()
    const begun = running.get(eventId) ?? ask(event).finally(() => running.delete(eventId))
    running.set(eventId, begun)
    return begun
  }

  async function askForAll(events: readonly EventOffer[]): Promise<void> {
    for (const event of events) await askOnce(event)
  }

  return {
    /** Returns the newest plan of a venue for printing, or else the plan supplied with the program. */
    named,

    prepare(events: readonly EventOffer[]) {
      void askForAll(events)
    },

    async of(event: EventOffer) {
      await within(clock, PATIENCE_MS, askOnce(event))
      return asked.get(event.eventId)?.plan?.plan ?? named(event.venue.name)
    },

    close() {
      closed = true
    },
  } satisfies VenuePlans & Record<string, unknown>
}

function readKeptPlan(folder: string, venueName: string, report: Report): VersionedPlan | null {
  try {
    const found = readSpare(fileOf(folder, venueName), keptPlan, report)
    return found?.plan.venue.name === venueName ? found : null
  } catch (error) {
    report(`${folder}: ${(error as Error).message}; remove it so that plans can be saved again`)
    return null
  }
}

/**
 * Returns the path of a venue's file. The hash in the name distinguishes venues whose names differ only in accents or
 * punctuation.
 */
function fileOf(folder: string, venueName: string): string {
  const words = venueName
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/gu)
  const hash = createHash('sha256').update(venueName).digest('hex').slice(0, 8)
  return join(folder, `${[...(words ?? []), hash].join('-').slice(-80)}.json`)
}
