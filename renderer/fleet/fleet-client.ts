import type {
  CallAnswer,
  DevicesReply,
  LedgerHead,
  OpenCall,
  OpenCallsReply,
  SessionReply,
  SettingsTarget,
  SettingValues,
} from '../../shared/api/fleet/contract.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { createContext, use } from 'react'
import type { Language } from '../../shared/domain/language.ts'
import { byLanguage, localeOf } from '../i18n/languages.ts'
import type { FleetCatalogue } from '../i18n/fr/fleet.ts'

type Asked<T> =
  | { readonly type: 'ok'; readonly value: T }
  | { readonly type: 'signed-out' }
  /** Wrong name or password. */
  | { readonly type: 'refused' }
  | { readonly type: 'rate-limited' }
  | { readonly type: 'invalid'; readonly faults: readonly SettingFault[] }
  /** The call has ended, or the device or badge no longer exists. */
  | { readonly type: 'unknown' }
  | { readonly type: 'unreachable' }

export type Fleet = DevicesReply['data']

/**
 * Reads the fleet. With `mayBeSignedOut`, checks the session first, because browsers log rejected requests to their
 * console.
 */
export async function readFleet(mayBeSignedOut: boolean): Promise<Asked<Fleet>> {
  if (mayBeSignedOut) {
    const session = await ask<SessionReply>('GET', FLEET_PATHS.session)
    if (session.type !== 'ok') return session
    if (!session.value.data.signedIn) return { type: 'signed-out' }
  }
  return dataOf(await ask<DevicesReply>('GET', FLEET_PATHS.devices))
}

export const signIn = (name: string, password: string): Promise<Asked<unknown>> =>
  ask('POST', FLEET_PATHS.signIn, { name, password })

export const signOut = (): Promise<Asked<unknown>> => ask('POST', FLEET_PATHS.signOut, {})

export const sendSettings = (target: SettingsTarget, values: SettingValues): Promise<Asked<unknown>> =>
  ask('POST', FLEET_PATHS.settings, { target, values })

export const settleLedger = (device: string, told: LedgerHead | null): Promise<Asked<unknown>> =>
  ask('POST', FLEET_PATHS.ledger, { device, told })

export type Calls = OpenCallsReply['data']

/** Request timeout in milliseconds. It must exceed the time for which the hub delays its reply if nothing changes. */
const WATCH_MS = 30_000

/**
 * Requests the open calls. The hub replies when they differ from the version with the mark `known`, or after some
 * seconds. With `known` null, the hub replies immediately.
 */
export async function watchCalls(known: string | null, signal: AbortSignal): Promise<Asked<Calls>> {
  const path = known === null ? FLEET_PATHS.openCalls : `${FLEET_PATHS.openCalls}?known=${known}`
  return dataOf(
    await ask<OpenCallsReply>('GET', path, undefined, AbortSignal.any([signal, AbortSignal.timeout(WATCH_MS)])),
  )
}

export const answerCall = ({ deviceId, callId }: OpenCall, answer: CallAnswer): Promise<Asked<unknown>> =>
  ask('POST', FLEET_PATHS.answerCall, { device: deviceId, callId, answer })

export const revokeBadge = ({ desk, id }: Calls['badges'][number]): Promise<Asked<unknown>> =>
  ask('POST', FLEET_PATHS.revokeBadge, { desk, id })

const dataOf = <T>(reply: Asked<{ readonly data: T }>): Asked<T> =>
  reply.type === 'ok' ? { type: 'ok', value: reply.value.data } : reply

async function ask<T>(
  method: string,
  path: string,
  body?: object,
  signal = AbortSignal.timeout(8_000),
): Promise<Asked<T>> {
  try {
    const reply = await fetch(path, {
      method,
      signal,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (reply.ok) return { type: 'ok', value: (await reply.json()) as T }
    if (reply.status === 401) return path === FLEET_PATHS.signIn ? { type: 'refused' } : { type: 'signed-out' }
    if (reply.status === 400) return { type: 'invalid', faults: await faultsOf(reply) }
    if (reply.status === 404) return { type: 'unknown' }
    return { type: reply.status === 429 ? 'rate-limited' : 'unreachable' }
  } catch {
    return { type: 'unreachable' }
  }
}

async function faultsOf(reply: Response): Promise<readonly SettingFault[]> {
  const { error } = (await reply.json()) as { error: { details: { faults?: readonly SettingFault[] } } }
  return error.details.faults ?? []
}

export const fleetCatalogues = byLanguage(
  import.meta.glob<FleetCatalogue>('../i18n/*/fleet.ts', { eager: true, import: 'fleet' }),
)

export function fleetWords(language: Language) {
  const locale = localeOf(language)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const gigabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = new Intl.DateTimeFormat(locale, time)
  const dayAndClock = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...time })
  return {
    language,
    t: fleetCatalogues[language],
    /** `il y a 3 minutes` */
    ago: (milliseconds: number): string => {
      const seconds = Math.max(0, Math.round(milliseconds / 1000))
      if (seconds < 90) return relative.format(-seconds, 'second')
      if (seconds < 5_400) return relative.format(-Math.round(seconds / 60), 'minute')
      if (seconds < 129_600) return relative.format(-Math.round(seconds / 3_600), 'hour')
      return relative.format(-Math.round(seconds / 86_400), 'day')
    },
    /** `1,2 Go` */
    bytes: (count: number): string => gigabytes.format(count / 1e9),
    /** `16:05` in local time, with the date for a day other than today. */
    time: (utc: string): string => {
      const at = new Date(utc)
      return (at.toDateString() === new Date().toDateString() ? clock : dayAndClock).format(at)
    },
  }
}

export const WordsContext = createContext(fleetWords('fr'))

export const useWords = () => use(WordsContext)
