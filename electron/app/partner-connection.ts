import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { judgeReadiness, type PrinterFault, type Readiness, type WayDown } from '../../shared/domain/fleet/readiness.ts'
import { waysToPay } from '../../shared/domain/money/tender.ts'
import { isUnattended } from '../config/payments.ts'
import { missingTerms } from '../config/terms.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { BookingService } from '../booking-service/booking-service.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { Config } from '../config/config.ts'
import type { PartnerConfig } from '../config/partner.ts'
import { readAccessCodes } from './access-codes.ts'
import { damagedFiles, sellsForItsHub } from './fleet-membership.ts'
import { createSystemClock } from '../host/clock.ts'
import type { Clock } from '../core/ports/ports.ts'
import type { PartnerOptions } from '../partner/client.ts'
import { describeFinding, examinePartner, type Finding, type TriedEvent } from '../partner/doctor.ts'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { allInOneCall, type HoldDialect, seatBySeat } from '../partner/holds.ts'
import { createHttpClient, type HttpClient } from '../partner/http-client.ts'
import { type LocalApi, type LocalApiOptions, onwardOver, serveLocalApi } from '../partner/local-api.ts'
import { createSigner } from '../partner/signer.ts'

/** Most that a lost read waits before it is sent again (full jitter). */
const RETRY_MS = 500

/** Live and demo differ by these options alone. `line` is the network, absent where the service is embedded. */
export function connectPartner(
  { mode, partner, deviceId }: Config,
  service: Pick<BookingService, 'fetch'> | null,
  clock: Clock,
): { readonly connection: PartnerOptions; readonly line: HttpClient | null } {
  const anonymousCustomer = anonymousBuyer(deviceId, partner?.anonymousCustomer)
  if (partner) {
    const line = createHttpClient({ ca: partner.ca, httpProxy: partner.httpProxy })
    const { partnerCode, signing } = partner
    const connection = {
      baseUrl: partner.baseUrl.replace(/\/+$/u, ''),
      partnerCode,
      // A demo machine must never sell real tickets, nor a live one tickets of the demo.
      demo: mode === 'demo',
      hold: dialectOf(partner),
      anonymousCustomer,
      fetch: (request: Request) => line.fetch(request),
      clock,
      timeoutMs: partner.timeoutSeconds * 1000,
      jitterMs: () => Math.random() * RETRY_MS,
      ...(signing && { sign: createSigner(signing, { now: () => clock.now(), uuid: () => randomUUID() }) }),
    }
    return { connection, line }
  }
  if (!service) throw new Error('a kiosk needs a partner or the embedded service')
  const connection = {
    baseUrl: 'http://booking-service.internal',
    partnerCode: 'demo',
    demo: true,
    hold: seatBySeat,
    anonymousCustomer,
    fetch: (request: Request) => service.fetch(request),
    clock,
    timeoutMs: 15_000,
  }
  return { connection, line: null }
}

function dialectOf({ hold }: PartnerConfig): HoldDialect {
  const { method, path, batch, release } = hold
  const body = hold.body ?? (batch ? allInOneCall : seatBySeat).body
  if (release === 'none') return { hold: { method, path }, body, batch, release: null }
  const route = { method: release.method, path: release.path }
  return { hold: { method, path }, body, batch, release: { route, ...(release.body && { body: release.body }) } }
}

/** The local API of these settings; null where none is asked for, or its token cannot be read. Rejects when its port is in use. */
export async function openLocalApi(
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
    onward: onwardOver(connection, line),
    timeoutMs: connection.timeoutMs,
    tenderNames,
    readiness,
    metricsPage,
    log,
  })
}

/** Made once, for its owner's eyes only. */
function ownToken(file: string): Result<string, { readonly type: 'no-token'; readonly detail: string }> {
  const none = (why: string) =>
    err({ type: 'no-token', detail: `${file}: ${why}; remove it, and a new one is made` } as const)
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

export interface ExaminationWish {
  readonly hold: boolean
  readonly language: Language
  /** In words for a screen. */
  readonly spoken?: boolean
  /** Why no ticket comes out; left out: it does, or nobody asked. */
  readonly printerFault?: PrinterFault | null
  /** What was found of the providers of payments; left out: nobody asked them. */
  readonly waysDown?: readonly WayDown[]
  readonly onFinding?: (finding: DescribedFinding) => void
}

export interface Examined {
  readonly findings: readonly DescribedFinding[]
  readonly events: readonly TriedEvent[]
  /** What its own kiosk would judge of it, as far as can be known without one. */
  readonly readiness: Readiness
}

/** Tests the partner of these settings step by step; null where they name none. */
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
  const own = { ...sound, damagedFiles: damagedFiles(config), termsMissing: missingTerms(config) }
  const paid = { ways: waysToPay(role, tenders, (kind) => isUnattended(kind, config)), waysDown }
  const readiness = judgeReadiness({ ...facts, ...own, ...paid, printerFault })
  return { findings: findings.map(described), events: facts.events, readiness }
}
