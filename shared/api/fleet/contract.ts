import { z } from 'zod'
import { blockers } from '../../domain/fleet/fleet.ts'
import {
  ledgerConditions,
  ledgerMismatches,
  type ReadinessIssueOf,
  type ReadinessIssueType,
  printerFaults,
  screenSides,
} from '../../domain/fleet/readiness.ts'
import { providerFaults } from '../../domain/money/examination.ts'
import { noteStops } from '../../domain/money/notes.ts'
import { tenderKinds } from '../../domain/money/tender.ts'
import { termsSettings } from '../../domain/terms.ts'
import { textForms } from '../../domain/text-forms.ts'
import { remoteSettingNames } from './settings.ts'

/** Fields that several messages between a hub and its devices have. */
export const deviceId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,32}$/u, 'expected 1 to 32 letters, digits, dashes or underscores')

/** A key or a signature. */
const base64 = z.base64().max(400)

/** Sent by a device that receives its access codes from the hub. */
const reportedCodes = z.strictObject({
  /** X25519 key of the device, to which the codes are sealed: Base64 of the DER (SPKI). */
  key: base64,
  /** `mark` of the codes that the device has; null if it has none. */
  mark: z.string().max(64).nullable(),
})
export type ReportedCodes = z.infer<typeof reportedCodes>

/** Document that the hub signs. */
export const codesDocument = z.strictObject({
  format: z.literal(1),
  /** The only device that may accept the document. */
  deviceId,
  /** Number of the heartbeat that the document answers. The device rejects any other number. */
  number: z.int().min(1),
  /** Ephemeral X25519 key of the hub: Base64 of the DER (SPKI). */
  key: base64,
  /** `codesInside` as encrypted JSON: Base64. */
  box: z.base64(),
})
export type CodesDocument = z.infer<typeof codesDocument>

/** Returns the context that a box is sealed to: one device and the heartbeat that it answers. */
export const codesUse = (device: string, number: number): string => `guichet access codes 1\n${device}\n${number}`

export const codesInside = z.strictObject({
  /** Changes whenever a code changes. */
  mark: z.string(),
  /** Access codes of all events on sale, by event id. */
  codes: z.record(z.string(), z.string().min(1)),
})
export type CodesInside = z.infer<typeof codesInside>

/**
 * `document`: the text as signed. `signature`: Base64 of the Ed25519 signature over `guichet access codes 1`, a line
 * feed, and the bytes of `document` (UTF-8).
 */
export const signedCodes = z.strictObject({ document: z.string().max(1_000_000), signature: base64 })
export type SignedCodes = z.infer<typeof signedCodes>

const hash = z.string().regex(/^[0-9a-f]{64}$/u, 'expected 64 hexadecimal digits')
const row = z.strictObject({ seq: z.int().min(1), hash })

/** The last row of a device's ledger, with the ledger's id and the key that signs it. */
export const ledgerHead = z.strictObject({
  /** Register name in every row of the ledger. */
  register: z.string().min(1).max(200),
  ledgerId: z.string().min(1).max(100),
  keyId: z.string().regex(/^[0-9a-f]{32}$/u, 'expected 32 hexadecimal digits'),
  seq: z.int().min(1),
  hash,
})
export type LedgerHead = z.infer<typeof ledgerHead>

/** Ledger status that a device reports once a reply of its hub had a `ledger`. */
const toldLedger = z.strictObject({
  head: ledgerHead,
  /**
   * This ledger's row with the number of the last head that the hub sent; null if the hub sent none. `hash`: null if
   * there is no such row.
   */
  known: z.strictObject({ seq: z.int().min(1), hash: hash.nullable() }).nullable(),
})
export type ReportedLedger = z.infer<typeof toldLedger>

const vouch = z.strictObject({
  keyId: z.string(),
  hubKey: z.base64(),
  /** Base64 of the Ed25519 signature by `hubKey` over `guichet-vouch-1`, a line feed, the ledger's id, a line feed, and `keyId`. */
  sig: z.base64(),
})

/** The hub's reply to a reported ledger. */
const ledgerReply = z.object({
  /** Last head that the hub has stored, with the id of its ledger; null if there is none. */
  head: row.extend({ ledgerId: z.string() }).nullable(),
  /** Mismatch that an administrator has to settle; null if there is none. */
  doubt: z.enum(ledgerMismatches).nullable(),
  /**
   * Attestation of a key that the hub pinned or an administrator accepted; null if it does not cover the reported key.
   */
  vouch: vouch.nullable(),
})
export type LedgerReply = z.infer<typeof ledgerReply>

/** A device's ledger as the hub's page shows it. */
const ledgerView = z.object({
  head: ledgerHead.extend({ atUtc: z.iso.datetime() }),
  doubt: z
    .object({
      type: z.enum(ledgerMismatches),
      sinceUtc: z.iso.datetime(),
      /** Mismatching head that the device reported; null if a later report matched again. */
      told: ledgerHead.nullable(),
    })
    .nullable(),
})
export type LedgerView = z.infer<typeof ledgerView>

/**
 * Accepts the head that a device reported, as an administrator's decision. The decision does not apply to a head that
 * was reported later.
 */
export const ledgerForm = z.strictObject({ device: z.string(), told: ledgerHead.nullable() })

/** File that `guichet ledger verify --trust` reads: see docs/integrating/ledger-format.md. */
export interface TrustFile {
  readonly format: 'guichet-trust-1'
  readonly hubs: readonly string[]
  readonly registers: readonly {
    readonly register: string
    readonly keys: readonly string[]
    readonly heads: readonly { readonly seq: number; readonly hash: string }[]
  }[]
}

const events = {
  events: z.array(z.strictObject({ eventId: z.string(), title: z.string() })),
  all: z.boolean(),
}
const refusal = { status: z.int(), code: z.string() }
const of = <T extends ReadinessIssueType, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

const kinds: { readonly [T in ReadinessIssueType]: z.ZodType<ReadinessIssueOf<T>> } = {
  training: of('training', {}),
  'partner-unreachable': of('partner-unreachable', {}),
  'clock-skew': of('clock-skew', { minutes: z.int(), refused: z.boolean() }),
  'access-denied': of('access-denied', refusal),
  'unreadable-response': of('unreadable-response', { detail: z.string() }),
  'access-code-missing': of('access-code-missing', events),
  'access-code-refused': of('access-code-refused', events),
  'session-refused': of('session-refused', { ...events, ...refusal }),
  'purchasing-suspended': of('purchasing-suspended', refusal),
  'no-tender-available': of('no-tender-available', {}),
  'payments-unavailable': of('payments-unavailable', {
    ways: z.array(z.strictObject({ tender: z.enum(tenderKinds), fault: z.enum([...providerFaults, ...noteStops]) })),
    all: z.boolean(),
  }),
  'ticket-printer-unavailable': of('ticket-printer-unavailable', { fault: z.enum(printerFaults) }),
  ledger: of('ledger', { condition: z.enum(['disk-failed', 'chain-broken']) }),
  'disk-full': of('disk-full', {}),
  'damaged-files': of('damaged-files', { files: z.array(z.string().max(100)).max(20).readonly() }),
  'unprintable-characters': of('unprintable-characters', {
    events: events.events.readonly(),
    characters: z.array(z.string().max(20)).max(20).readonly(),
  }),
  'screen-failing': of('screen-failing', { side: z.enum(screenSides) }),
  'terms-missing': of('terms-missing', { settings: z.array(z.enum(termsSettings)).readonly() }),
  other: of('other', {}),
}

/** Kinds of issues that a hub supports. A machine reports any other kind as `other`. */
export const readinessIssueTypes: readonly string[] = Object.keys(kinds)

/** Whether a machine can sell, and what prevents it. */
export const readiness = z.strictObject({
  sells: z.boolean(),
  issues: z.array(z.union(Object.values(kinds))).readonly(),
})

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
  /** Free bytes on the disk that contains the ledger. */
  freeBytes: z.int().min(0),
  /** Whether a sale is on the screen or parked. */
  serving: z.boolean(),
  /** Whether the box office is open now; null if the settings have no opening hours. */
  open: z.boolean().nullable(),
  lastSaleUtc: instant.nullable(),
  /** Number of unfinished sales. */
  queue: z.int().min(0),
  /** Number of unfinished sales and ledger gaps that need staff. */
  staffCases: z.int().min(0),
  /**
   * Whether the machine can sell, and what prevents it. Absent until a reply of this hub had `issues`, and from
   * older devices.
   */
  readiness: readiness.optional(),
})
export type DeviceState = z.infer<typeof deviceState>

const settingValue = z.union([z.string().max(300), z.number(), z.boolean(), z.null()])

/** Values by setting. Null removes the key from the machine's settings, so that its default applies. */
export const settingValues = z.partialRecord(z.enum(remoteSettingNames), settingValue)
export type SettingValues = z.infer<typeof settingValues>

/** Document that the hub signs. */
export const settingsDocument = z.strictObject({
  format: z.literal(1),
  /** The only device that may accept the document. */
  deviceId,
  /** Grows with every change. A device rejects an older version. */
  version: z.int().min(1),
  expiresUtc: instant,
  settings: settingValues,
})
export type SettingsDocument = z.infer<typeof settingsDocument>

/**
 * `document`: the text as signed. `signature`: Base64 of the Ed25519 signature over `guichet settings 1`, a line feed,
 * and the bytes of `document` (UTF-8).
 */
const signedSettings = z.strictObject({ document: z.string().max(20_000), signature: base64 })
export type SignedSettings = z.infer<typeof signedSettings>

export const settingsReport = z.strictObject({
  /** Version in the machine's settings file; 0 if it has no settings from the hub. */
  filed: z.int().min(0),
  /** Version with which the program was started. */
  running: z.int().min(0),
  /** The last version if it was rejected, otherwise null. `version`: 0 if the document could not be trusted. */
  refused: z
    .strictObject({
      version: z.int().min(0),
      /** `failed`: the program did not start with this version and uses the previous settings. */
      reason: z.enum(['signature', 'another-device', 'older', 'expired', 'unreadable', 'invalid', 'failed']),
      detail: z.string().max(300),
    })
    .nullable(),
  /** What delays the start with another version; null if no version is pending or nothing delays it. */
  waits: z.enum(blockers).nullable().default(null),
})
export type SettingsReport = z.infer<typeof settingsReport>

export const heartbeatReply = z.object({
  receivedUtc: instant,
  settings: signedSettings.nullable(),
  /** Absent if the hub stores no ledger heads; a device then sends this hub no `ledger`. */
  ledger: ledgerReply.optional(),
  /**
   * Kinds of issues that this hub supports; a device reports other kinds as `other`. Absent if the hub accepts no
   * issues.
   */
  issues: z.array(z.string()).optional(),
  /**
   * Null if the device already has the current codes. Absent if the hub sends no access codes; a device then sends this
   * hub no `accessCodes`.
   */
  accessCodes: signedCodes.nullable().optional(),
})
export type HeartbeatReply = z.infer<typeof heartbeatReply>

export const heartbeat = z.strictObject({
  deviceId,
  /** Grows with every heartbeat of a device, so that a replay is detected. */
  number: z.int().min(1),
  sentUtc: instant,
  /** Seconds until the next heartbeat. */
  heartbeatSeconds: z.int().min(1).max(3600),
  state: deviceState,
  settings: settingsReport,
  /** Absent until a reply of this hub had a `ledger`, and from older devices. */
  ledger: toldLedger.optional(),
  /**
   * Absent until a reply of this hub had `accessCodes`, from older devices, and from devices that sell for another
   * service.
   */
  accessCodes: reportedCodes.optional(),
})
export type Heartbeat = z.infer<typeof heartbeat>

/**
 * `proof`: Base64 of an HMAC-SHA-256 whose key is the SHA-256 of the code. It covers `guichet enrol device 1`, the
 * device and its key, one per line.
 */
export const enrolment = z.strictObject({ deviceId, publicKey: base64, proof: base64 })
export type Enrolment = z.infer<typeof enrolment>

/**
 * `proof`: Base64 of an HMAC-SHA-256 with the key of the device's `proof`, over `guichet enrol hub 1`, the device and
 * the hub's key. Apart from the device, only the hub has the code.
 */
export const enrolled = z.object({ hubKey: base64, proof: base64 })

export const signInForm = z.strictObject({ name: z.string().max(64), password: z.string().max(200) })

const deviceView = z.object({
  deviceId,
  group: z.string().nullable(),
  enrolledUtc: instant,
  /** Time of the last heartbeat by the hub's clock; null if there was none. */
  seenUtc: instant.nullable(),
  heartbeatSeconds: z.int(),
  state: deviceState.nullable(),
  /**
   * Reported status of the hub's settings; null if none was reported. `wanted`: version that the hub has set; null if
   * none.
   */
  settings: settingsReport.nullable(),
  wanted: z.int().nullable(),
  /** Null if the device has not reported its ledger. */
  ledger: ledgerView.nullable(),
})
export type DeviceView = z.infer<typeof deviceView>

/** One device, or all of a group. */
const settingsTarget = z.union([z.strictObject({ device: deviceId }), z.strictObject({ group: z.string().max(100) })])
export type SettingsTarget = z.infer<typeof settingsTarget>

/** Sets settings. A refusal names the key or value that machines do not accept. */
export const settingsForm = z.strictObject({ target: settingsTarget, values: z.record(z.string(), settingValue) })
export type AskedSettings = z.infer<typeof settingsForm>['values']

const setSettings = z.object({ target: settingsTarget, version: z.int(), values: settingValues })
export type SetSettings = z.infer<typeof setSettings>

const devicesReply = z.object({
  success: z.literal(true),
  data: z.object({ nowUtc: instant, version: z.string(), devices: z.array(deviceView), set: z.array(setSettings) }),
})
export type DevicesReply = z.infer<typeof devicesReply>

export interface SessionReply {
  readonly success: true
  readonly data: { readonly signedIn: boolean }
}

const slipId = z.string().regex(/^[2-9A-Z]{10}$/u, 'expected ten letters and digits')
const reference = z.string().min(1).max(64)

/** A credit voucher as reported by the machine that issued it. */
const told = z.strictObject({
  slipId,
  amount: z.int().min(1),
  currency: z.string().regex(textForms.currency),
  /** Register name in the ledger that issued the voucher. */
  register: z.string().min(1).max(200),
  issuedUtc: z.iso.datetime(),
})

/**
 * Request of a device. `spend`: each voucher can be spent once; the same reference gets the same reply. `settle`:
 * returns the outcome of a `spend` and makes it final. `release`: undoes a `spend` and frees the voucher.
 */
const slipAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tell'), slips: z.array(told).min(1).max(100) }),
  z.strictObject({ type: z.literal('find'), slipId }),
  z.strictObject({ type: z.literal('spend'), slipId, reference }),
  z.strictObject({ type: z.literal('settle'), reference }),
  z.strictObject({ type: z.literal('release'), reference }),
])
export type SlipAct = z.infer<typeof slipAct>

export const slipCall = z.strictObject({
  deviceId,
  /** Vouchers of one mode do not exist in the other. */
  mode: z.enum(['demo', 'live']),
  act: slipAct,
})
export type SlipCall = z.infer<typeof slipCall>

/**
 * `sig`: Base64 of the Ed25519 signature over `guichet slip spent 1` and the members listed in
 * docs/integrating/fleet-api.md, one per line.
 */
export const slipReply = z.discriminatedUnion('type', [
  /** Numbers that the hub already uses for other vouchers. The hub rejects the reported vouchers with these numbers. */
  z.object({ type: z.literal('told'), others: z.array(slipId) }),
  /** `slip`: null if the hub has no such voucher. `free`: true if it has not been spent. */
  z.object({ type: z.literal('found'), slip: told.extend({ free: z.boolean() }).nullable() }),
  z.object({ type: z.literal('spent'), slip: told, sig: base64 }),
  /** The voucher was spent under another reference, or was never reported to the hub. */
  z.object({ type: z.literal('refused') }),
  /** Nothing was or can be spent under this reference. */
  z.object({ type: z.literal('void') }),
])
export type SlipReply = z.infer<typeof slipReply>
