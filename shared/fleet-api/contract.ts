import { z } from 'zod'
import { blockers } from '../domain/fleet/fleet.ts'
import {
  ledgerConditions,
  ledgerDoubts,
  type ObstacleOf,
  type ObstacleType,
  printerFaults,
  screenSides,
} from '../domain/fleet/readiness.ts'
import { providerFaults } from '../domain/money/examination.ts'
import { noteStops } from '../domain/money/notes.ts'
import { tenderKinds } from '../domain/money/tender.ts'
import { termsSettings } from '../domain/terms.ts'
import { textForms } from '../domain/text-forms.ts'
import { remoteSettingNames } from './settings.ts'

/** Members of several messages between a hub and its devices. */
export const deviceId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,32}$/u, 'expected 1 to 32 letters, digits, dashes or underscores')

/** A key or a signature. */
const base64 = z.base64().max(400)

/** What a device tells that takes its access codes from the hub. */
const reportedCodes = z.strictObject({
  /** Its X25519 key, to which they are sealed: Base64 of the DER (SPKI). */
  key: base64,
  /** `mark` of those that it has; null: none. */
  mark: z.string().max(64).nullable(),
})
export type ReportedCodes = z.infer<typeof reportedCodes>

/** What the hub signs. */
export const codesDocument = z.strictObject({
  format: z.literal(1),
  /** The one device that may take it. */
  deviceId,
  /** Of the heartbeat that it answers: with another one it is not taken. */
  number: z.int().min(1),
  /** The hub's X25519 key for this once: Base64 of the DER (SPKI). */
  key: base64,
  /** Base64: `codesInside` as JSON, encrypted. */
  box: z.base64(),
})
export type CodesDocument = z.infer<typeof codesDocument>

/** What a box is sealed for: one device, in answer to one heartbeat. */
export const codesUse = (device: string, number: number): string => `guichet access codes 1\n${device}\n${number}`

export const codesInside = z.strictObject({
  /** Another one with every change of a code. */
  mark: z.string(),
  /** Of all events on sale, by event id. */
  codes: z.record(z.string(), z.string().min(1)),
})
export type CodesInside = z.infer<typeof codesInside>

/** `document` as it was signed: Base64 of the Ed25519 signature over `guichet access codes 1`, a line feed, and its bytes (UTF-8). */
export const signedCodes = z.strictObject({ document: z.string().max(1_000_000), signature: base64 })
export type SignedCodes = z.infer<typeof signedCodes>

const hash = z.string().regex(/^[0-9a-f]{64}$/u, 'expected 64 hexadecimal digits')
const row = z.strictObject({ seq: z.int().min(1), hash })

/** The end of a device's ledger: which one it is, whose key signs it, and its last row. */
export const ledgerHead = z.strictObject({
  /** The name in every row of it. */
  register: z.string().min(1).max(200),
  ledgerId: z.string().min(1).max(100),
  keyId: z.string().regex(/^[0-9a-f]{32}$/u, 'expected 32 hexadecimal digits'),
  seq: z.int().min(1),
  hash,
})
export type LedgerHead = z.infer<typeof ledgerHead>

/** What a device tells of its ledger, once its hub has said that it wants to know. */
const toldLedger = z.strictObject({
  head: ledgerHead,
  /** The row of the last head that the hub named, as this ledger has it; `hash` null: it has no such row. Null: the hub named none. */
  known: z.strictObject({ seq: z.int().min(1), hash: hash.nullable() }).nullable(),
})
export type ReportedLedger = z.infer<typeof toldLedger>

const vouch = z.strictObject({
  keyId: z.string(),
  hubKey: z.base64(),
  /** Base64 of the Ed25519 signature by `hubKey` over `guichet-vouch-1`, a line feed, the ledger's id, a line feed, and `keyId`. */
  sig: z.base64(),
})

/** What the hub answers about it. */
const ledgerReply = z.object({
  /** The last head that it keeps, and of which ledger; null: none. */
  head: row.extend({ ledgerId: z.string() }).nullable(),
  /** What an administrator has to settle; null: nothing. */
  doubt: z.enum(ledgerDoubts).nullable(),
  /** For the key that it pinned, or that an administrator vouched for; null: not for the key that was told. */
  vouch: vouch.nullable(),
})
export type LedgerReply = z.infer<typeof ledgerReply>

/** A device's ledger as the hub's page shows it. */
const ledgerView = z.object({
  head: ledgerHead.extend({ atUtc: z.iso.datetime() }),
  doubt: z
    .object({
      type: z.enum(ledgerDoubts),
      sinceUtc: z.iso.datetime(),
      /** What the device told instead; null: it has told since what fits again. */
      told: ledgerHead.nullable(),
    })
    .nullable(),
})
export type LedgerView = z.infer<typeof ledgerView>

/** An administrator takes what the device tells for true: just this, and nothing that it told since. */
export const ledgerForm = z.strictObject({ device: z.string(), told: ledgerHead.nullable() })

/** What `guichet ledger verify --trust` reads: see docs/integrating/ledger-format.md. */
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
const of = <T extends ObstacleType, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

const kinds: { readonly [T in ObstacleType]: z.ZodType<ObstacleOf<T>> } = {
  training: of('training', {}),
  'partner-unreachable': of('partner-unreachable', {}),
  'clock-off': of('clock-off', { minutes: z.int(), refused: z.boolean() }),
  'not-let-in': of('not-let-in', refusal),
  'not-understood': of('not-understood', { detail: z.string() }),
  'access-code-missing': of('access-code-missing', events),
  'access-code-refused': of('access-code-refused', events),
  'session-refused': of('session-refused', { ...events, ...refusal }),
  'purchases-refused': of('purchases-refused', refusal),
  'no-way-to-pay': of('no-way-to-pay', {}),
  'payments-down': of('payments-down', {
    ways: z.array(z.strictObject({ tender: z.enum(tenderKinds), fault: z.enum([...providerFaults, ...noteStops]) })),
    all: z.boolean(),
  }),
  'no-tickets': of('no-tickets', { fault: z.enum(printerFaults) }),
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

/** Obstacles that a hub knows. A machine reports any other as `other`. */
export const obstacleKinds: readonly string[] = Object.keys(kinds)

/** Whether a machine can sell, and if not why. */
export const readiness = z.strictObject({
  sells: z.boolean(),
  obstacles: z.array(z.union(Object.values(kinds))).readonly(),
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
const signedSettings = z.strictObject({ document: z.string().max(20_000), signature: base64 })
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
  accessCodes: reportedCodes.optional(),
})
export type Heartbeat = z.infer<typeof heartbeat>

/** `proof`: Base64 of the HMAC-SHA-256, by the SHA-256 of the code, of `guichet enrol device 1`, the device and its key, a line each. */
export const enrolment = z.strictObject({ deviceId, publicKey: base64, proof: base64 })
export type Enrolment = z.infer<typeof enrolment>

/** `proof`: the same of `guichet enrol hub 1`, the device and the hub's key: nobody else knows the code. */
export const enrolled = z.object({ hubKey: base64, proof: base64 })

export const signInForm = z.strictObject({ name: z.string().max(64), password: z.string().max(200) })

const deviceView = z.object({
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
const settingsTarget = z.union([z.strictObject({ device: deviceId }), z.strictObject({ group: z.string().max(100) })])
export type SettingsTarget = z.infer<typeof settingsTarget>

/** The refusal names a key or value that machines do not accept. */
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

/** A credit slip as the machine that wrote it tells of it. */
const told = z.strictObject({
  slipId,
  amount: z.int().min(1),
  currency: z.string().regex(textForms.currency),
  /** The name in the ledger that wrote it. */
  register: z.string().min(1).max(200),
  issuedUtc: z.iso.datetime(),
})

/**
 * What a device asks. `spend`: once for each slip; the same answer to the same reference. `settle`: what became of that; nothing more
 * becomes of it. `release`: it is taken back, and the slip is free.
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
  /** Slips of a demonstration are known to demonstrations alone. */
  mode: z.enum(['demo', 'live']),
  act: slipAct,
})
export type SlipCall = z.infer<typeof slipCall>

/** `sig`: Base64 of the Ed25519 signature over `guichet slip spent 1` and the text, each member on a line, of docs/integrating/fleet-api.md. */
export const slipReply = z.discriminatedUnion('type', [
  /** Numbers under which the hub has other slips, and does not take these. */
  z.object({ type: z.literal('told'), others: z.array(slipId) }),
  /** Null: the hub knows no such slip. `free`: nobody has spent it. */
  z.object({ type: z.literal('found'), slip: told.extend({ free: z.boolean() }).nullable() }),
  z.object({ type: z.literal('spent'), slip: told, sig: base64 }),
  /** Somebody else has spent it, or nobody told the hub of it. */
  z.object({ type: z.literal('refused') }),
  /** Nothing was spent under that reference, and nothing will be. */
  z.object({ type: z.literal('void') }),
])
export type SlipReply = z.infer<typeof slipReply>
