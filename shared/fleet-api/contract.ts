import { z } from 'zod'

/** What machines tell their hub, and what the hub shows of them: see docs/fleet.md. No personal data is in any of it. */
export const deviceId = z.string().regex(/^[\w-]{1,32}$/u, 'expected 1 to 32 letters, digits, dashes or underscores')

const base64 = z.base64().max(400)
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
  ledger: z.enum(['sound', 'disk-nearly-full', 'disk-failed', 'chain-broken']),
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
})
export type DeviceState = z.infer<typeof deviceState>

export const heartbeat = z.strictObject({
  deviceId,
  /** Grows with every heartbeat of a device: what comes again is told by it. */
  number: z.int().min(1),
  sentUtc: instant,
  /** To the next one. */
  everySeconds: z.int().min(1).max(3600),
  state: deviceState,
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
})
export type DeviceView = z.infer<typeof deviceView>

export const devicesReply = z.object({
  success: z.literal(true),
  data: z.object({ nowUtc: instant, version: z.string(), devices: z.array(deviceView) }),
})
export type DevicesReply = z.infer<typeof devicesReply>
