import { z } from 'zod'
import { blockers } from '../domain/fleet/blocker.ts'
import { ledgerConditions } from '../domain/fleet/readiness.ts'
import { signedCodes, toldCodes } from './access-codes.ts'
import { base64, deviceId } from './fields.ts'
import { ledgerReply, ledgerView, toldLedger } from './ledger.ts'
import { readiness } from './readiness.ts'
import { remoteSettingNames } from './settings.ts'

/** What machines tell their hub, and what the hub shows of them: see docs/integrating/fleet-api.md. No personal data is in any of it. */
export { deviceId } from './fields.ts'

const instant = z.iso.datetime()

const printer = z.strictObject({
  name: z.string().max(40),
  roles: z.array(z.enum(['tickets', 'receipts', 'reports'])),
  state: z.enum(['ready', 'paper-low', 'offline', 'paper-out', 'jammed', 'stopped', 'missing', 'unknown']),
})

export const deviceState = z.strictObject({
  version: z.string().max(40),
  mode: z.enum(['demo', 'live']),
  role: z.enum(['kiosk', 'cashier']),
  startedUtc: instant,
  partner: z.enum(['up', 'down']),
  printers: z.array(printer).max(20),
  ledger: z.enum(ledgerConditions),
  /** Bytes of the disk that the ledger lies on. */
  freeBytes: z.int().min(0),
  /** Whether somebody is being served. */
  serving: z.boolean(),
  /** Whether the box office sells at this hour; null where the settings do not say. */
  open: z.boolean().nullable(),
  lastSaleUtc: instant.nullable(),
  /** Sales that are not at their end. */
  queue: z.int().min(0),
  /** Those of them, and gaps of the ledger, that wait for staff. */
  staffCases: z.int().min(0),
  /** Whether it can sell, and if not why. Left out until a reply of this hub had `obstacles`, and by older devices. */
  readiness: readiness.optional(),
})
export type DeviceState = z.infer<typeof deviceState>

const settingValue = z.union([z.string().max(300), z.number(), z.boolean(), z.null()])

/** Null takes the key out of the machine's settings: its default holds then. */
export const settingValues = z.partialRecord(z.enum(remoteSettingNames), settingValue)
export type SettingValues = z.infer<typeof settingValues>

/** What the hub signs. */
export const settingsDocument = z.strictObject({
  format: z.literal(1),
  /** The one device that may take it. */
  deviceId,
  /** Grows with every change: an older one is not taken again. */
  version: z.int().min(1),
  expiresUtc: instant,
  settings: settingValues,
})
export type SettingsDocument = z.infer<typeof settingsDocument>

/** `document` as it was signed: Base64 of the Ed25519 signature over `guichet settings 1`, a line feed, and its bytes (UTF-8). */
export const signedSettings = z.strictObject({ document: z.string().max(20_000), signature: base64 })
export type SignedSettings = z.infer<typeof signedSettings>

export const settingsReport = z.strictObject({
  /** The version that the machine's settings file holds; 0: none of the hub's. */
  filed: z.int().min(0),
  /** The version that the program was started with. */
  running: z.int().min(0),
  /** The last one, where it was not taken. `version` 0: it could not be believed. */
  refused: z
    .strictObject({
      version: z.int().min(0),
      /** `failed`: the program did not start with it, and runs with the settings before. */
      reason: z.enum(['signature', 'another-device', 'older', 'expired', 'unreadable', 'invalid', 'failed']),
      detail: z.string().max(300),
    })
    .nullable(),
  /** What another version waits for; null: none does, or for nothing more. */
  waits: z.enum(blockers).nullable().default(null),
})
export type SettingsReport = z.infer<typeof settingsReport>

export const heartbeatReply = z.object({
  receivedUtc: instant,
  settings: signedSettings.nullable(),
  /** Left out by hubs that remember no ledgers: a device tells them nothing of its own. */
  ledger: ledgerReply.optional(),
  /** The kinds of obstacles that this hub knows; a device tells others as `other`. Left out by hubs that take none. */
  obstacles: z.array(z.string()).optional(),
  /** Null: no others than the device has told. Left out by hubs that send none: a device tells them nothing of its own. */
  accessCodes: signedCodes.nullable().optional(),
})
export type HeartbeatReply = z.infer<typeof heartbeatReply>

export const heartbeat = z.strictObject({
  deviceId,
  /** Grows with every heartbeat of a device: what comes again is told by it. */
  number: z.int().min(1),
  sentUtc: instant,
  /** To the next one. */
  everySeconds: z.int().min(1).max(3600),
  state: deviceState,
  settings: settingsReport,
  /** Left out until a reply of this hub had a `ledger`, and by older devices. */
  ledger: toldLedger.optional(),
  /** Left out until a reply of this hub had `accessCodes`, by older devices, and by those that sell for another service. */
  accessCodes: toldCodes.optional(),
})
export type Heartbeat = z.infer<typeof heartbeat>

/** `proof`: Base64 of the HMAC-SHA-256, by the SHA-256 of the code, of `guichet enrol device 1`, the device and its key, a line each. */
export const enrolment = z.strictObject({ deviceId, publicKey: base64, proof: base64 })
export type Enrolment = z.infer<typeof enrolment>

/** `proof`: the same of `guichet enrol hub 1`, the device and the hub's key: nobody else knows the code. */
export const enrolled = z.object({ hubKey: base64, proof: base64 })

export const signInForm = z.strictObject({ name: z.string().max(64), password: z.string().max(200) })

export const deviceView = z.object({
  deviceId,
  group: z.string().nullable(),
  enrolledUtc: instant,
  /** By the hub's clock; null: it has never said anything. */
  seenUtc: instant.nullable(),
  everySeconds: z.int(),
  state: deviceState.nullable(),
  /** What it said of the hub's settings, and the version that the hub wants; null: none. */
  settings: settingsReport.nullable(),
  wanted: z.int().nullable(),
  /** Null: it has told nothing of its ledger. */
  ledger: ledgerView.nullable(),
})
export type DeviceView = z.infer<typeof deviceView>

/** One device, or all of a group. */
export const settingsTarget = z.union([
  z.strictObject({ device: deviceId }),
  z.strictObject({ group: z.string().max(100) }),
])
export type SettingsTarget = z.infer<typeof settingsTarget>

/** The refusal names a key or value that machines do not accept. */
export const settingsForm = z.strictObject({ target: settingsTarget, values: z.record(z.string(), settingValue) })
export type AskedSettings = z.infer<typeof settingsForm>['values']

const setSettings = z.object({ target: settingsTarget, version: z.int(), values: settingValues })
export type SetSettings = z.infer<typeof setSettings>

export const devicesReply = z.object({
  success: z.literal(true),
  data: z.object({ nowUtc: instant, version: z.string(), devices: z.array(deviceView), set: z.array(setSettings) }),
})
export type DevicesReply = z.infer<typeof devicesReply>

export interface SessionReply {
  readonly success: true
  readonly data: { readonly signedIn: boolean }
}
