import { z } from 'zod'
import type { Result } from '../../shared/domain/result.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import {
  settingsDocument,
  settingsReport,
  settingValues,
  type SettingsReport,
  type SettingValues,
  type SignedSettings,
} from '../../shared/api/fleet/contract.ts'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { readSpare, writeFileAtomic } from '../host/files/atomic-file.ts'
import { isSignedBy } from './keys.ts'

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

/** Returns whether a setting and a key are identical, or whether one of them contains the other. */
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

  /** Saves the settings with which the program would start, and reports the faults of the others. */
  function fileGood(version: number, settings: Readonly<Record<string, unknown>>): Taking {
    const faults: SettingFault[] = []
    let good: SettingValues = {}
    for (const [key, value] of Object.entries(settings)) {
      const read = settingValues.safeParse({ [key]: value })
      if (read.success) good = { ...good, ...read.data }
      else faults.push({ setting: key, detail: 'not known to this version of the program' })
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
      return { version: 0, reason: 'signature', detail: 'not signed by the hub of the enrolment' }
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
