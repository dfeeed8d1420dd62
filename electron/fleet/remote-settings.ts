import { z } from 'zod'
import type { Result } from '../../shared/domain/result.ts'
import type { Blocker } from '../../shared/domain/fleet/blocker.ts'
import {
  settingsDocument,
  settingsReport,
  type SettingsReport,
  type SettingValues,
  type SignedSettings,
} from '../../shared/fleet-api/contract.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { Log } from '../core/ports/ports.ts'
import { readWhole, writeWhole } from '../host/files/whole-file.ts'
import { isSignedBy } from './keys.ts'

export interface RemoteSettings {
  /** What is told of them with each heartbeat. */
  report(): SettingsReport
  /** Files what the hub signed for this device, or notes why not. Call while nobody is served. */
  take(signed: SignedSettings): void
  /** Whether others wait at the hub, because somebody is being served. */
  postpone(waiting: boolean): void
  /** The program runs well with what is filed. */
  proved(): void
}

export interface RemoteSettingsOptions {
  /** Remembers the version across starts: nothing older is taken. */
  readonly path: string
  readonly deviceId: string
  /** Base64, as the hub proved it at the enrolment. */
  readonly hubKey: string
  readonly nowMs: () => number
  /** Changes all of them in the settings of the next start, or none: what the program would not start with, a line each. */
  readonly apply: (
    values: SettingValues,
  ) => Result<unknown, { readonly type: string; readonly faults: readonly SettingFault[] }>
  /** Why the machine's settings were taken back at this start; null: they were not. */
  readonly takenBack: string | null
  readonly blocker: () => Blocker | null
  readonly log: Log
}

type Refusal = NonNullable<SettingsReport['refused']>

const shape = z.strictObject({
  filed: z.int(),
  /** The version that the program last ran well with; left out: the one that is filed. */
  proved: z.int().optional(),
  /** The newest one that it did not start with: never taken again. */
  failed: z.int().default(0),
  refused: settingsReport.shape.refused,
})

/** What a hub sets on this machine. Only its own word for this device, each version once, and never an older one. */
export function openRemoteSettings(options: RemoteSettingsOptions): RemoteSettings {
  const { path, deviceId, hubKey, nowMs, apply, takenBack, blocker, log } = options
  const kept = readWhole(path, shape)
  let { filed, failed, refused } = kept ?? { filed: 0, failed: 0, refused: null }
  let { proved = filed } = kept ?? {}
  let postponed = false
  const save = (): void => writeWhole(path, { filed, proved, failed, refused })
  if (takenBack !== null && filed !== proved) {
    refused = { version: filed, reason: 'failed', detail: takenBack.slice(0, 300) }
    failed = filed
    filed = proved
    log.warn('settings of the hub taken back', { ...refused })
    save()
  }
  const running = filed

  function judge({ document, signature }: SignedSettings): Refusal | number {
    if (!isSignedBy(hubKey, 'guichet settings 1', Buffer.from(document), signature))
      return { version: 0, reason: 'signature', detail: 'not signed by the hub of the enrolment' }
    const read = settingsDocument.safeParse(JSON.parse(document))
    if (!read.success) return { version: 0, reason: 'unreadable', detail: read.error.issues[0]?.message ?? '' }
    const { deviceId: whose, version, expiresUtc, settings } = read.data
    if (whose !== deviceId) return { version: 0, reason: 'another-device', detail: `it is for ${whose}` }
    const last = Math.max(filed, failed)
    if (version <= last) return { version: 0, reason: 'older', detail: `${version} came after ${last}` }
    if (Date.parse(expiresUtc) <= nowMs()) return { version: 0, reason: 'expired', detail: `at ${expiresUtc}` }
    const done = apply(settings)
    if (done.ok) return version
    const faults = done.error.faults.map((fault) => `${fault.setting}: ${fault.detail}`)
    return { version, reason: 'invalid', detail: faults.join('; ').slice(0, 300) }
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
      if (typeof judged === 'number') {
        filed = judged
        refused = null
        log.info('settings of the hub filed', { version: filed })
      } else {
        refused = judged
        log.warn('settings of the hub not taken', { ...judged })
      }
      save()
    },
  }
}
