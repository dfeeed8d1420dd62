import { z } from 'zod'
import { blockers, type Wallet } from '../../domain/fleet/fleet.ts'
import { ledgerConditions, ledgerMismatches, readinessIssues } from '../../domain/fleet/readiness.ts'
import { ACCOUNT_NUMBER, chargeRefusals, MAX_ACCOUNT_NAME } from '../../domain/money/customer-account.ts'
import { MAX_AMOUNT_MINOR } from '../../domain/money/money.ts'
import { MAX_PURCHASE_WORDS } from '../../domain/sale/sale-file.ts'
import { agentCallReasons, MAX_DESK_BADGES } from '../../domain/staff.ts'
import { textForms } from '../../domain/text-forms.ts'
import { remoteSettingNames } from '../kiosk/settings.ts'

export const deviceId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,32}$/u, 'expected 1 to 32 letters, digits, dashes or underscores')

export const base64 = z.base64().max(400)

const reportedCodes = z.strictObject({
  /** Device's X25519 public key, used to encrypt the access codes: Base64 of the DER (SPKI). */
  key: base64,
  /** Identifier (`mark`) of the access codes on the device; null if the device has none. */
  mark: z.string().max(64).nullable(),
})
export type ReportedCodes = z.infer<typeof reportedCodes>

export const codesDocument = z.strictObject({
  format: z.literal(1),
  /** The only device that may accept the document. */
  deviceId,
  /** Number of the heartbeat that the document replies to. The device rejects any other number. */
  number: z.int().min(1),
  /** Ephemeral X25519 key of the hub: Base64 of the DER (SPKI). */
  key: base64,
  /** Encrypted JSON of `codesInside` in Base64. */
  box: z.base64(),
})
export type CodesDocument = z.infer<typeof codesDocument>

/** Returns the context that binds encrypted access codes to one device and one heartbeat. */
export const codesUse = (device: string, number: number): string => `guichet access codes 1\n${device}\n${number}`

export const codesInside = z.strictObject({
  /** Identifier that changes whenever an access code changes. */
  mark: z.string(),
  /** Access codes of all events on sale, by event id. */
  codes: z.record(z.string(), z.string().min(1)),
})
export type CodesInside = z.infer<typeof codesInside>

/** `signature`: Ed25519 in Base64, over `guichet access codes 1`, a line feed, and `document` in UTF-8. */
export const signedCodes = z.strictObject({ document: z.string().max(1_000_000), signature: base64 })
export type SignedCodes = z.infer<typeof signedCodes>

export const hash = z.string().regex(/^[0-9a-f]{64}$/u, 'expected 64 hexadecimal digits')
const row = z.strictObject({ seq: z.int().min(1), hash })

export const ledgerHead = z.strictObject({
  /** Name of the register, as recorded in every row of the ledger. */
  register: z.string().min(1).max(200),
  ledgerId: z.string().min(1).max(100),
  keyId: z.string().regex(/^[0-9a-f]{32}$/u, 'expected 32 hexadecimal digits'),
  seq: z.int().min(1),
  hash,
})
export type LedgerHead = z.infer<typeof ledgerHead>

const toldLedger = z.strictObject({
  head: ledgerHead,
  /**
   * Device's ledger row with the `seq` of the last head that the hub sent; null if the hub sent none. `hash`: null if
   * the row does not exist.
   */
  known: z.strictObject({ seq: z.int().min(1), hash: hash.nullable() }).nullable(),
})
export type ReportedLedger = z.infer<typeof toldLedger>

const vouch = z.strictObject({
  keyId: z.string(),
  hubKey: z.base64(),
  /** Ed25519 in Base64 by `hubKey`, over `guichet-vouch-1`, the ledger's id and `keyId`, separated by line feeds. */
  sig: z.base64(),
})

const ledgerReply = z.object({
  /** Last ledger head that the hub has stored; null if the hub has stored none. */
  head: row.extend({ ledgerId: z.string() }).nullable(),
  /** Ledger mismatch that an administrator has to resolve; null for none. */
  doubt: z.enum(ledgerMismatches).nullable(),
  /** Attestation of the reported key; null if the hub has not pinned it and no administrator accepted it. */
  vouch: vouch.nullable(),
})
export type LedgerReply = z.infer<typeof ledgerReply>

const ledgerView = z.object({
  head: ledgerHead.extend({ atUtc: z.iso.datetime() }),
  doubt: z
    .object({
      type: z.enum(ledgerMismatches),
      sinceUtc: z.iso.datetime(),
      /** Mismatching head that the device reported; null if a later report matched. */
      told: ledgerHead.nullable(),
    })
    .nullable(),
})
export type LedgerView = z.infer<typeof ledgerView>

/**
 * An administrator's decision to accept the head `told` of a device. It does not cover heads that the device reports
 * later.
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

const issues = readinessIssues(z)

export const readinessIssueTypes: readonly string[] = Object.keys(issues)

export const readiness = z.strictObject({
  sells: z.boolean(),
  issues: z.array(z.union(Object.values(issues))).readonly(),
})

export const instant = z.iso.datetime()

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
  /** Absent from older devices, and until the hub has sent a reply with `issues`. */
  readiness: readiness.optional(),
})
export type DeviceState = z.infer<typeof deviceState>

const settingValue = z.union([z.string().max(300), z.number(), z.boolean(), z.null()])

/** New values by setting; null removes a setting, so that its default applies. */
export const settingValues = z.partialRecord(z.enum(remoteSettingNames), settingValue)
export type SettingValues = z.infer<typeof settingValues>

export const settingsDocument = z.strictObject({
  format: z.literal(1),
  /** The only device that may accept the document. */
  deviceId,
  /** Number that grows with every change of the settings; a device rejects an older version. */
  version: z.int().min(1),
  expiresUtc: instant,
  settings: settingValues,
})
export type SettingsDocument = z.infer<typeof settingsDocument>

/** `signature`: Ed25519 in Base64, over `guichet settings 1`, a line feed, and `document` in UTF-8. */
const signedSettings = z.strictObject({ document: z.string().max(20_000), signature: base64 })
export type SignedSettings = z.infer<typeof signedSettings>

export const settingsReport = z.strictObject({
  /** Version of the hub's settings in the device's file; 0 if the file has none. */
  filed: z.int().min(0),
  /** Version of the hub's settings with which the program was started. */
  running: z.int().min(0),
  /** Last settings version if the device rejected it, otherwise null. `version`: 0 for an untrusted document. */
  refused: z
    .strictObject({
      version: z.int().min(0),
      /** `failed`: the program did not start with the new settings and uses the previous ones. */
      reason: z.enum(['signature', 'another-device', 'older', 'expired', 'unreadable', 'invalid', 'failed']),
      detail: z.string().max(300),
    })
    .nullable(),
  /** Reason why the restart with new settings is delayed; null if no restart is pending or delayed. */
  waits: z.enum(blockers).nullable().default(null),
})
export type SettingsReport = z.infer<typeof settingsReport>

export const heartbeatReply = z.object({
  receivedUtc: instant,
  settings: signedSettings.nullable(),
  /** Absent if the hub stores no ledger heads, so that devices omit `ledger` from their heartbeats. */
  ledger: ledgerReply.optional(),
  /** Issue types that the hub supports; a device reports others as `other`. Absent if the hub accepts none. */
  issues: z.array(z.string()).optional(),
  /** Null if the device has the current access codes; absent if the hub sends no access codes. */
  accessCodes: signedCodes.nullable().optional(),
  /** Whether the hub publishes tickets for telephones; false when absent. */
  ticketPages: z.literal(true).optional(),
})
export type HeartbeatReply = z.infer<typeof heartbeatReply>

export const heartbeat = z.strictObject({
  deviceId,
  /** Number that grows with every heartbeat, so that the hub detects a replayed heartbeat. */
  number: z.int().min(1),
  sentUtc: instant,
  heartbeatSeconds: z.int().min(1).max(3600),
  state: deviceState,
  settings: settingsReport,
  /** Absent from older devices, and until the hub has sent a reply with `ledger`. */
  ledger: toldLedger.optional(),
  /**
   * Absent from older devices, from devices that sell for another service, and until the hub has sent a reply with
   * `accessCodes`.
   */
  accessCodes: reportedCodes.optional(),
})
export type Heartbeat = z.infer<typeof heartbeat>

/**
 * `proof`: Base64 of an HMAC-SHA-256 whose key is the SHA-256 of the enrolment code. The HMAC covers `guichet enrol
 * device 1`, the device id and the public key, one per line.
 */
export const enrolment = z.strictObject({ deviceId, publicKey: base64, proof: base64 })
export type Enrolment = z.infer<typeof enrolment>

/**
 * `proof`: Base64 of an HMAC-SHA-256, with the key of the device's `proof`, over `guichet enrol hub 1`, the device id
 * and the hub's key. Only the device and the hub have the enrolment code.
 */
export const enrolled = z.object({ hubKey: base64, proof: base64 })

export const signInForm = z.strictObject({ name: z.string().max(64), password: z.string().max(200) })

const deviceView = z.object({
  deviceId,
  group: z.string().nullable(),
  enrolledUtc: instant,
  /** Time of the last heartbeat by the hub's clock; null before the first heartbeat. */
  seenUtc: instant.nullable(),
  heartbeatSeconds: z.int(),
  state: deviceState.nullable(),
  /** `settings`: null if the device has reported none. `wanted`: version set by the hub; null if none is set. */
  settings: settingsReport.nullable(),
  wanted: z.int().nullable(),
  /** Null if the device has not reported its ledger. */
  ledger: ledgerView.nullable(),
})
export type DeviceView = z.infer<typeof deviceView>

const settingsTarget = z.union([z.strictObject({ device: deviceId }), z.strictObject({ group: z.string().max(100) })])
export type SettingsTarget = z.infer<typeof settingsTarget>

export const settingsForm = z.strictObject({ target: settingsTarget, values: z.record(z.string(), settingValue) })
export type AskedSettings = z.infer<typeof settingsForm>['values']

const setSettings = z.object({ target: settingsTarget, version: z.int(), values: settingValues })
export type SetSettings = z.infer<typeof setSettings>

/** A wallet for which the hub makes no passes, or whose certificate expires within 30 days. */
const walletNotice = z.object({
  wallet: z.enum(['apple', 'google'] satisfies readonly Wallet[]),
  /** Expiry of the certificate; null if a key failed a check when the hub started. */
  untilUtc: instant.nullable(),
  isOff: z.boolean(),
})
export type WalletNotice = z.infer<typeof walletNotice>

const devicesReply = z.object({
  success: z.literal(true),
  data: z.object({
    nowUtc: instant,
    version: z.string(),
    devices: z.array(deviceView),
    set: z.array(setSettings),
    wallets: z.array(walletNotice),
  }),
})
export type DevicesReply = z.infer<typeof devicesReply>

export interface SessionReply {
  readonly success: true
  readonly data: { readonly signedIn: boolean }
}

/** Maximum length of a searched period in milliseconds: 25 hours, as on the day on which summer time ends. */
const MAX_PERIOD_MS = 25 * 3_600_000

/** Search for purchases of the partner that signed the request, when the customer has no ticket. */
export const purchaseCall = z.strictObject({
  deviceId,
  /** Number that grows with every search, so that the hub detects a replayed search. */
  number: z.int().min(1),
  /** Seat, amount, or the last digits (3 to 15) of a telephone number; empty for all purchases of the period. */
  words: z.string().max(MAX_PURCHASE_WORDS),
  period: z
    .strictObject({ fromUtc: instant, untilUtc: instant })
    .refine(({ fromUtc, untilUtc }) => Date.parse(untilUtc) - Date.parse(fromUtc) <= MAX_PERIOD_MS, {
      error: 'expected at most 25 hours',
    })
    .nullable(),
})
export type PurchaseCall = z.infer<typeof purchaseCall>

export const purchaseReply = z.object({
  /** At most 20, latest first. The only personal data is the end of the telephone number: two digits. */
  purchases: z
    .array(
      z.object({
        orderId: z.string(),
        /** Owner reference of the tickets, with which the partner API returns them. */
        ownerRef: z.string(),
        eventId: z.string(),
        eventTitle: z.string(),
        startsAt: z.string(),
        boughtUtc: instant,
        amount: z.int(),
        currency: z.string(),
        phoneEnd: z.string(),
        tickets: z
          .array(z.object({ ticketNumber: z.string(), seatCode: z.string(), zoneName: z.string(), price: z.int() }))
          .readonly(),
      }),
    )
    .readonly(),
})
export type PurchaseReply = z.infer<typeof purchaseReply>

const slipId = z.string().regex(/^[2-9A-Z]{10}$/u, 'expected ten letters and digits')
const reference = z.string().min(1).max(64)

/** Credit voucher as reported by the device that issued it. */
const told = z.strictObject({
  slipId,
  amount: z.int().min(1),
  currency: z.string().regex(textForms.currency),
  /** Register name in the ledger of the issuing device. */
  register: z.string().min(1).max(200),
  issuedUtc: z.iso.datetime(),
})

/**
 * `spend`: a voucher can be spent once; a retry with the same reference gets the same reply. `settle`: returns the
 * outcome of a `spend` and makes the outcome final. `release`: undoes a `spend`.
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
  /** A voucher issued in demo mode does not exist in live mode, and vice versa. */
  mode: z.enum(['demo', 'live']),
  act: slipAct,
})
export type SlipCall = z.infer<typeof slipCall>

/** `sig`: Ed25519 in Base64, over `guichet slip spent 1` and the members listed in docs/integrating/fleet-api.md. */
export const slipReply = z.discriminatedUnion('type', [
  /** `others`: reported voucher numbers that the hub already uses for other vouchers and therefore rejects. */
  z.object({ type: z.literal('told'), others: z.array(slipId) }),
  /** `slip`: null if the hub does not have the voucher. `free`: true if the voucher has not been spent. */
  z.object({ type: z.literal('found'), slip: told.extend({ free: z.boolean() }).nullable() }),
  z.object({ type: z.literal('spent'), slip: told, sig: base64 }),
  /** The voucher was spent under another reference, or was never reported to the hub. */
  z.object({ type: z.literal('refused') }),
  /** No voucher was spent under this reference, and none can be spent under it later. */
  z.object({ type: z.literal('void') }),
])
export type SlipReply = z.infer<typeof slipReply>

const accountNumber = z.string().regex(ACCOUNT_NUMBER, 'expected capitals, digits and hyphens')
const accountSum = { amount: z.int().min(1).max(MAX_AMOUNT_MINOR), currency: z.string().regex(textForms.currency) }
const receipt = z.string().max(64)

/**
 * `find`: accounts by number, or by a part of the name. `charge`: a sale is charged once; a retry with the same
 * reference gets the same reply. `settle`: returns the outcome of a `charge` and makes the outcome final. `book`: a
 * credit or payment, which is booked once.
 */
const accountAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('find'), text: z.string().min(1).max(MAX_ACCOUNT_NAME) }),
  z.strictObject({ type: z.literal('charge'), account: accountNumber, reference, ...accountSum, receipt }),
  z.strictObject({ type: z.literal('settle'), reference }),
  z.strictObject({
    type: z.literal('book'),
    kind: z.enum(['credit', 'payment']),
    account: accountNumber,
    reference,
    ...accountSum,
    receipt,
    items: z.array(reference).max(100),
  }),
])
export type AccountAct = z.infer<typeof accountAct>

export const accountCall = z.strictObject({ deviceId, mode: z.enum(['demo', 'live']), act: accountAct })
export type AccountCall = z.infer<typeof accountCall>

const accountView = z.object({
  number: accountNumber,
  name: z.string(),
  currency: z.string(),
  limit: z.int(),
  state: z.enum(['open', 'closed']),
  balance: z.int(),
  items: z.array(
    z.object({
      reference: z.string(),
      receipt: z.string(),
      deviceId: z.string(),
      atUtc: instant,
      amount: z.int(),
      open: z.int(),
    }),
  ),
})

/** `sig`: Ed25519 in Base64, over `guichet account 1` and the members listed in docs/integrating/fleet-api.md. */
export const accountReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('found'), accounts: z.array(accountView) }),
  z.object({
    type: z.literal('charged'),
    account: accountNumber,
    amount: z.int(),
    currency: z.string(),
    sig: base64,
  }),
  z.object({ type: z.literal('refused'), reason: z.enum(chargeRefusals) }),
  /** Nothing was charged under this reference, and nothing can be charged under it later. */
  z.object({ type: z.literal('void') }),
  z.object({ type: z.literal('booked'), sig: base64 }),
  /** The account is unknown, or the reference belongs to another entry. */
  z.object({ type: z.literal('not-booked') }),
])
export type AccountReply = z.infer<typeof accountReply>

const callId = z.guid()
/** SHA-256 of a badge's code in hexadecimal. */
const badgeHash = hash

/** Badge as reported by the desk that issued it. The code itself is never sent to the hub. */
const badge = z.strictObject({
  hash: badgeHash,
  /** Staff number and name of the owner. */
  staff: z.string().regex(textForms.staffNumber),
  name: z.string().min(1).max(80),
  issuedUtc: instant,
  /** True for a printed badge, which is valid in every shift of its owner. */
  permanent: z.boolean().default(false),
  /** Whether the owner has an open shift at the desk. Otherwise the badge is refused. */
  onShift: z.boolean().default(true),
})
export type ReportedBadge = z.infer<typeof badge>

/** `coming`: an agent is on the way. `done`: the call has ended. */
const callAnswer = z.enum(['coming', 'done'])
export type CallAnswer = z.infer<typeof callAnswer>

/**
 * `call` opens the device's only call, or keeps it open; `clear` ends it. `badge` finds the owner of a badge that a
 * kiosk has read. Only desks may `watch` the calls of all devices and `answer` them.
 */
const callAct = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    callId,
    reason: z.enum(agentCallReasons),
    /** Number of times that the customer has called. If the number grows, the desks sound again. */
    pressed: z.int().min(1).max(1_000_000),
  }),
  z.strictObject({ type: z.literal('clear') }),
  z.strictObject({ type: z.literal('badge'), hash: badgeHash }),
  z.strictObject({
    type: z.literal('watch'),
    /** `mark` of the last reply; null for an immediate reply. */
    known: z.string().max(64).nullable(),
    /** All badges of the desk. An omitted badge becomes invalid. */
    badges: z.array(badge).max(MAX_DESK_BADGES),
  }),
  z.strictObject({ type: z.literal('answer'), device: deviceId, callId, answer: callAnswer }),
])
export type CallAct = z.infer<typeof callAct>

export const callRequest = z.strictObject({
  deviceId,
  /** Increases with every request of the device, so that the hub detects replayed requests. */
  number: z.int().min(1),
  act: callAct,
})
export type CallRequest = z.infer<typeof callRequest>

const openCall = z.object({
  callId,
  deviceId,
  reason: z.enum(agentCallReasons),
  sinceUtc: instant,
  /** Increases when the call must sound again. */
  rings: z.int(),
  /** Device or administrator whose user is on the way; null if no agent is on the way. */
  coming: z.string().max(64).nullable(),
})
export type OpenCall = z.infer<typeof openCall>

const openCalls = z.object({
  nowUtc: instant,
  /** Digest of the calls and badges; pass it as `known` in the next request. */
  mark: z.string(),
  calls: z.array(openCall),
})

/** `sig`: Ed25519 in Base64, over `guichet agent badge 1` and the members listed in docs/integrating/fleet-api.md. */
export const callReply = z.discriminatedUnion('type', [
  /** `coming`: true if an agent is on the way. */
  z.object({ type: z.literal('open'), sinceUtc: instant, coming: z.boolean() }),
  /** No call is open: it was cleared, or answered with `done`. */
  z.object({ type: z.literal('closed') }),
  z.object({ type: z.literal('badge'), staff: z.string(), name: z.string(), desk: deviceId, sig: base64 }),
  /** The badge is unknown or revoked, its shift is closed, or its desk has not reported recently. */
  z.object({ type: z.literal('no-badge') }),
  openCalls.extend({ type: z.literal('calls'), revoked: z.array(badgeHash) }),
  z.object({ type: z.literal('answered') }),
])
export type CallReply = z.infer<typeof callReply>

/** Returns the text that the hub signs for a badge. `number`: number of the request. */
export const badgeText = (
  { deviceId: device, number }: Pick<CallRequest, 'deviceId' | 'number'>,
  {
    hash: ofBadge,
    staff,
    name,
    desk,
  }: { readonly hash: string; readonly staff: string; readonly name: string; readonly desk: string },
): string => [device, number, ofBadge, staff, name, desk].join('\n')

const shownBadge = z.object({
  desk: deviceId,
  /** First 16 digits of the hash; identifies the badge at its desk. */
  id: z.string().regex(/^[0-9a-f]{16}$/u),
  staff: z.string(),
  name: z.string(),
  issuedUtc: instant,
  permanent: z.boolean(),
})

const openCallsReply = z.object({
  success: z.literal(true),
  data: openCalls.extend({ badges: z.array(shownBadge) }),
})
export type OpenCallsReply = z.infer<typeof openCallsReply>

export const answerForm = z.strictObject({ device: deviceId, callId, answer: callAnswer })

export const revokeForm = shownBadge.pick({ desk: true, id: true }).strict()
