import { z } from 'zod'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import type { Result } from '../../shared/domain/result.ts'
import {
  codesDocument,
  codesInside,
  type CodesInside,
  codesUse,
  type ReportedCodes,
  settingsDocument,
  settingsReport,
  type SettingsReport,
  settingValues,
  type SettingValues,
  signedCodes,
  type SignedCodes,
  type SignedSettings,
} from '../../shared/api/fleet/contract.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { messageOf } from '../../shared/errors.ts'
import { firstIssue, inEnglish, parseInEnglish } from '../../shared/i18n/issue-text.ts'
import { readJsonFile, readSpare, writeFileAtomic } from '../host/files/atomic-file.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import { isSignedBy, sealingKeyOf, type SigningKey } from './keys.ts'

/** Timeout in milliseconds of a request for access codes. */
const TIMEOUT_MS = 3_000
/** Minimum delay in milliseconds after a request that returned no new codes. */
const AGAIN_AFTER_MS = 5_000

export interface HubCodes {
  all(): Readonly<Record<string, string>>
  /** Returns the report for the next heartbeat; undefined until the hub has offered access codes. */
  told(): ReportedCodes | undefined
  /**
   * Applies the hub's reply to the heartbeat with the given `number`. `reply`: undefined if the hub offers no access
   * codes. Returns true if the hub has just started to offer codes, which its reply to the next heartbeat will contain.
   */
  take(reply: SignedCodes | null | undefined, number: number): boolean
  /**
   * Requests access codes now, unless a recent request returned no new codes. Resolves within three seconds, even
   * without a reply.
   */
  renew(): Promise<void>
  /** Sets the function that sends a heartbeat to request access codes. Pass null when heartbeats have stopped. */
  askBy(beat: (() => Promise<void>) | null): void
}

export interface HubCodesOptions {
  /** File with the access codes as received: encrypted, and signed by the hub. */
  readonly path: string
  readonly deviceId: string
  readonly key: SigningKey
  /** Public key of the hub in base64, as proved at the enrolment. */
  readonly hubKey: string
  readonly clock: Clock
  readonly log: Log
}

/**
 * Opens the store of the hub's access codes. New codes are accepted only if the hub has signed them for this device and
 * in reply to the given heartbeat.
 */
export function openHubCodes(options: HubCodesOptions): HubCodes {
  const { path, deviceId, key, hubKey, clock, log } = options
  const sealingKey = sealingKeyOf(key.derive('guichet access codes 1'))
  let offered = false
  let kept = readKeptCodes()
  let trouble = ''
  let beat: (() => Promise<void>) | null = null
  let asking: Promise<void> | null = null
  let inVainMs = -AGAIN_AFTER_MS

  /** Returns null if the stored codes are unreadable. The hub then sends them again. */
  function readKeptCodes(): CodesInside | null {
    try {
      const found = readJsonFile(path, signedCodes)
      return found && open(found, null)
    } catch (error) {
      log.warn('hub-codes.unreadable', { path, why: messageOf(error) })
      return null
    }
  }

  /** Decrypts access codes. `number`: number of the answered heartbeat; null to accept codes from any reply. */
  function open({ document, signature }: SignedCodes, number: number | null): CodesInside {
    if (!isSignedBy(hubKey, 'guichet access codes 1', Buffer.from(document), signature))
      throw new Error('not signed by the hub at which this machine is enrolled')
    const read = codesDocument.safeParse(JSON.parse(document))
    if (!read.success) throw new Error('of another form')
    if (read.data.deviceId !== deviceId) throw new Error('for another device')
    if (number !== null && read.data.number !== number) throw new Error('the reply to another heartbeat')
    const bytes = sealingKey.open(read.data, codesUse(deviceId, read.data.number))
    if (bytes === null) throw new Error('sealed to another key')
    return parseInEnglish(codesInside, JSON.parse(bytes.toString('utf8')))
  }

  function keep(signed: SignedCodes, number: number): void {
    try {
      kept = open(signed, number)
      log.info('hub-codes.received', { events: Object.keys(kept.codes).length })
      writeFileAtomic(path, signed)
      trouble = ''
    } catch (error) {
      const why = messageOf(error)
      if (why !== trouble) log.warn('hub-codes.not-saved', { why })
      trouble = why
    }
  }

  async function ask(): Promise<void> {
    const before = kept?.mark
    const answered = new AbortController()
    const inTime = clock.sleep(TIMEOUT_MS, answered.signal)
    await Promise.race([beat?.(), inTime])
    answered.abort()
    if (kept?.mark === before) inVainMs = clock.now().monoMs
  }

  return {
    all: () => kept?.codes ?? {},
    told: () => (offered ? { key: sealingKey.publicKey, mark: kept?.mark ?? null } : undefined),
    take(reply, number) {
      const isNew = reply !== undefined && !offered
      offered = reply !== undefined
      if (reply) keep(reply, number)
      return isNew
    },
    async renew() {
      if (beat === null || (asking === null && clock.now().monoMs - inVainMs < AGAIN_AFTER_MS)) return
      asking ??= ask().finally(() => {
        asking = null
      })
      await asking
    },
    askBy(how) {
      beat = how
    },
  }
}

export interface RemoteSettings {
  report(): SettingsReport
  /**
   * Saves the valid settings from the hub and records the faults of invalid settings. Must be called only between
   * sales.
   */
  take(signed: SignedSettings): void
  postpone(waiting: boolean): void
  proved(): void
}

interface RemoteSettingsOptions {
  /** File that stores the last settings version, so that older settings are rejected after a restart. */
  readonly path: string
  readonly deviceId: string
  /** Public key of the hub in base64, as verified during enrolment. */
  readonly hubKey: string
  readonly nowMs: () => number
  /** Adds all values to the settings for the next start, or no values if the program would not start with them. */
  readonly apply: (
    values: SettingValues,
  ) => Result<unknown, { readonly type: string; readonly faults: readonly SettingFault[] }>
  readonly rollbackReason: string | null
  readonly blocker: () => Blocker | null
  readonly log: Log
}

type Refusal = NonNullable<SettingsReport['refused']>

const shape = z.strictObject({
  filed: z.int(),
  /** Version of the settings with which the program last started; default: the saved version. */
  proved: z.int().optional(),
  /**
   * Newest version of the settings with which the program could not start. A failed version is never accepted again.
   */
  failed: z.int().default(0),
  refused: settingsReport.shape.refused,
})

/** Accepts unknown settings, which are validated later, because a newer hub may send unsupported settings. */
const documentOfAnyHub = settingsDocument.extend({ settings: z.record(z.string(), z.unknown()) })

/** Returns whether two setting paths are identical, or whether one is a parent of the other. */
const concerns = (setting: string, key: string): boolean =>
  setting === key || setting.startsWith(`${key}.`) || key.startsWith(`${setting}.`)

/** `filed`: version of the applied settings; null if no setting was accepted. */
interface Taking {
  readonly filed: number | null
  readonly refused: Refusal | null
}

/** Applies settings only if the hub signed them for the device and their version is newer than all earlier ones. */
export function openRemoteSettings(options: RemoteSettingsOptions): RemoteSettings {
  const { path, deviceId, hubKey, nowMs, apply, rollbackReason, blocker, log } = options
  // Without the stored version, the hub sends the newest settings again.
  const kept = readSpare(path, shape, (remark) => log.warn('settings.remark', { remark }))
  let { filed, failed, refused } = kept ?? { filed: 0, failed: 0, refused: null }
  let { proved = filed } = kept ?? {}
  let postponed = false
  const save = (): void => writeFileAtomic(path, { filed, proved, failed, refused })
  if (rollbackReason !== null && filed !== proved) {
    refused = { version: filed, reason: 'failed', detail: rollbackReason.slice(0, 300) }
    failed = filed
    filed = proved
    log.warn('settings.hub-settings-withdrawn', { ...refused })
    save()
  }
  const running = filed

  /** Saves the settings with which the program would start, and reports the faults of the remaining settings. */
  function fileGood(version: number, settings: Readonly<Record<string, unknown>>): Taking {
    const faults: SettingFault[] = []
    let good: SettingValues = {}
    for (const [key, value] of Object.entries(settings)) {
      const read = settingValues.safeParse({ [key]: value })
      if (read.success) good = { ...good, ...read.data }
      else faults.push({ setting: key, detail: 'unknown to this version of the program' })
    }
    let isFiled = false
    while (!isFiled && Object.keys(good).length > 0) {
      const done = apply(good)
      if (done.ok) isFiled = true
      else {
        const found = done.error.faults
        const others = Object.entries(good).filter(([key]) => !found.some(({ setting }) => concerns(setting, key)))
        faults.push(...found)
        // If the faults concern only settings that the hub did not send, none of the hub's settings is applied.
        good = others.length === Object.keys(good).length ? {} : Object.fromEntries(others)
      }
    }
    if (faults.length === 0) return { filed: version, refused: null }
    const detail = faults.map((fault) => `${fault.setting}: ${fault.detail}`).join('; ')
    return { filed: isFiled ? version : null, refused: { version, reason: 'invalid', detail: detail.slice(0, 300) } }
  }

  function judge({ document, signature }: SignedSettings): Refusal | Taking {
    if (!isSignedBy(hubKey, 'guichet settings 1', Buffer.from(document), signature))
      return { version: 0, reason: 'signature', detail: 'not signed by the hub at which this machine is enrolled' }
    const read = documentOfAnyHub.safeParse(JSON.parse(document), inEnglish)
    if (!read.success) return { version: 0, reason: 'unreadable', detail: firstIssue(read.error) }
    const { deviceId: whose, version, expiresUtc, settings } = read.data
    if (whose !== deviceId) return { version: 0, reason: 'another-device', detail: `it is for ${whose}` }
    const last = Math.max(filed, failed)
    if (version <= last) return { version: 0, reason: 'older', detail: `${version} came after ${last}` }
    if (Date.parse(expiresUtc) <= nowMs()) return { version: 0, reason: 'expired', detail: `at ${expiresUtc}` }
    return fileGood(version, settings)
  }

  return {
    report: () => ({ filed, running, refused, waits: postponed || filed !== running ? blocker() : null }),
    postpone(waiting) {
      postponed = waiting
    },
    proved() {
      if (proved === filed) return
      proved = filed
      save()
    },
    take(signed) {
      const judged = judge(signed)
      refused = 'reason' in judged ? judged : judged.refused
      if ('filed' in judged && judged.filed !== null) {
        filed = judged.filed
        log.info('settings.filed', { version: filed })
      }
      if (refused !== null) log.warn('settings.rejected', { ...refused })
      save()
    },
  }
}
