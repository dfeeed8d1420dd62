import { createHmac, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import type { Result } from '../../shared/domain/result.ts'
import {
  accountCall,
  answerForm,
  callRequest,
  type DevicesReply,
  type DeviceView,
  enrolment,
  heartbeat,
  ledgerForm,
  type OpenCallsReply,
  purchaseCall,
  readinessIssueTypes,
  revokeForm,
  type SessionReply,
  type WalletNotice,
  settingsForm,
  signInForm,
  slipCall,
} from '../../shared/api/fleet/contract.ts'
import { MAX_PAGE_BOX, pageCall, messageCall } from '../../shared/api/fleet/ticket-pages.ts'
import { assessMachine } from '../../shared/domain/fleet/fleet.ts'
import { FLEET_PATHS, SIGNATURE_HEADER } from '../../shared/api/fleet/paths.ts'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import { labels, series } from '../../shared/prometheus-text.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import type { CallRejected, ChangeRejected } from './agent-calls.ts'
import { type FleetService, type HeartbeatRejected, whyNotSet } from './fleet-service.ts'
import type { SigningKey } from './keys.ts'
import { readRecord, type RecordStore } from './ledger-heads.ts'
import type { MessageOffer } from './ticket-messages.ts'

const BODY_BYTES = 64_000
const COOKIE = 'guichet-fleet'

interface FleetRequest {
  readonly method: string
  readonly target: string
  readonly remote?: string | undefined
  header(name: string): string | undefined
  /** Returns the body; null if it is longer than `limit` bytes. */
  body(limit: number): Promise<Uint8Array | null>
}

interface FleetReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly Uint8Array[]
}

interface FleetHandlerOptions {
  readonly desk: FleetService
  readonly administrators: Administrators
  /** Returns a file of the fleet page, by path; null if the hub serves no page. */
  readonly page:
    | ((path: string) => { status: number; headers: Readonly<Record<string, string>>; body: string | Buffer })
    | null
  readonly version: string
  readonly nowMs: () => number
  /** Returns the partner that signed the request, or a refusal. `body`: the received body. */
  readonly admitPartner: (
    request: FleetRequest,
    body: Uint8Array,
  ) => Promise<{ readonly ok: true; readonly partnerCode: string } | { readonly ok: false; readonly reply: FleetReply }>
  /**
   * Counts a client's attempt to enter a secret, or a device's search or request about calls. Returns 0 if it is allowed,
   * otherwise the seconds to wait.
   */
  readonly takeTry: (what: 'code' | 'password' | 'search' | 'call' | 'watch', who: string) => number
  /** Base URL of the ticket pages; null if the hub does not publish tickets. */
  readonly pageAddress: string | null
  /** Returns the wallets whose passes are disabled, and the wallets whose certificate expires soon. */
  readonly walletNotices: () => readonly WalletNotice[]
  /** Sends messages with the address of a page; null if no mail server or gateway is configured. */
  readonly sender: (MessageOffer & { readonly wake: () => void }) | null
  /** True if browsers may send the cookie over TLS only. */
  readonly secure: boolean
}

type Handle = (request: FleetRequest) => Promise<FleetReply>

/** Creates the handler for requests of devices and of the administrators' page. It returns null for other paths. */
export function createFleetHandler(
  options: FleetHandlerOptions,
): (request: FleetRequest) => Promise<FleetReply> | null {
  const { page } = options
  const posts: Readonly<Record<string, Handle>> = { ...deviceCalls(options), ...pageCalls(options) }
  const gets: Readonly<Record<string, Handle>> = {
    [FLEET_PATHS.session]: async (request) => {
      const data = { signedIn: (await whoIs(options.administrators, request)) !== null }
      return json(200, { success: true, data } satisfies SessionReply)
    },
    [FLEET_PATHS.devices]: (request) => devices(options, request),
    [FLEET_PATHS.openCalls]: (request) => openCalls(options, request),
  }

  return (request) => {
    const [path = ''] = request.target.split('?', 1)
    const post = Object.hasOwn(posts, path) ? posts[path] : undefined
    if (post) return request.method === 'POST' ? post(request) : Promise.resolve(wrongMethod('POST'))
    const get = Object.hasOwn(gets, path) ? gets[path] : undefined
    if (get) return request.method === 'GET' ? get(request) : Promise.resolve(wrongMethod('GET'))
    const file = path === '/fleet' ? '/fleet.html' : path.startsWith('/assets/') ? path : null
    if (page === null || file === null || request.method !== 'GET') return null
    const { status, headers, body } = page(file)
    return Promise.resolve({ status, headers, body: [Buffer.from(body)] })
  }
}

/** Returns the handlers for device requests, which are signed or contain a proof of the enrolment code. */
function deviceCalls(options: FleetHandlerOptions): Readonly<Record<string, Handle>> {
  const { desk, nowMs, takeTry, admitPartner, pageAddress, sender } = options
  return {
    [FLEET_PATHS.enrol]: async (request) => {
      const wait = takeTry('code', request.remote ?? '')
      if (wait > 0) return tooManyTries(wait)
      const read = await readJson(request, enrolment)
      if (!read.ok) return read.reply
      const done = await desk.enrol(read.value)
      if (done.ok) return json(200, { success: true, data: done.value })
      return refusal(403, 'CODE_REFUSED', 'No valid code exists for this device. Create a new one at the hub.')
    },

    [FLEET_PATHS.heartbeat]: async (request) => {
      const read = await readJson(request, heartbeat)
      if (!read.ok) return read.reply
      const heard = await desk.hear(read.value, read.bytes, request.header(SIGNATURE_HEADER) ?? '')
      if (heard.ok) {
        const receivedUtc = new Date(nowMs()).toISOString()
        const offered = pageAddress !== null && { ticketPages: true }
        const data = { receivedUtc, ...heard.value, issues: readinessIssueTypes, ...offered }
        return json(200, { success: true, data })
      }
      return refusedHeartbeat(heard.error)
    },

    [FLEET_PATHS.slips]: async (request) => {
      const read = await readJson(request, slipCall)
      if (!read.ok) return read.reply
      const done = await desk.slips(read.value, read.bytes, request.header(SIGNATURE_HEADER) ?? '')
      return done.ok ? json(200, { success: true, data: done.value }) : refusedHeartbeat(done.error)
    },

    [FLEET_PATHS.accounts]: async (request) => {
      const read = await readJson(request, accountCall)
      if (!read.ok) return read.reply
      const done = await desk.accounts(read.value, read.bytes, request.header(SIGNATURE_HEADER) ?? '')
      return done.ok ? json(200, { success: true, data: done.value }) : refusedCall(done.error)
    },

    [FLEET_PATHS.purchases]: async (request) => {
      const read = await readJson(request, purchaseCall)
      if (!read.ok) return read.reply
      const admitted = await admitPartner(request, read.bytes)
      if (!admitted.ok) return admitted.reply
      const signature = request.header(SIGNATURE_HEADER) ?? ''
      const done = await desk.purchases(read.value, admitted.partnerCode, read.bytes, signature, takeTry)
      return done.ok ? json(200, { success: true, data: done.value }) : refusedCall(done.error)
    },

    [FLEET_PATHS.ticketPages]: async (request) => {
      if (pageAddress === null) return refusal(404, 'NO_TICKET_PAGES', 'The hub has no public address.')
      const read = await readJson(request, pageCall, MAX_PAGE_BOX + BODY_BYTES)
      if (!read.ok) return read.reply
      const done = await desk.publish(read.value, read.bytes, request.header(SIGNATURE_HEADER) ?? '', pageAddress)
      if (done.ok) return json(200, { success: true, data: done.value })
      switch (done.error.type) {
        case 'page-refused':
          return refusal(409, 'PAGE_REFUSED', 'The link has other content, or its end has passed.')
        case 'page-limit':
          return refusal(409, 'PAGE_LIMIT', 'The page would last too long, or the device has too many pages.')
        default:
          return refusedHeartbeat(done.error)
      }
    },

    [FLEET_PATHS.messages]: async (request) => {
      const read = await readJson(request, messageCall)
      if (!read.ok) return read.reply
      const done = await desk.message(read.value, read.bytes, request.header(SIGNATURE_HEADER) ?? '', sender)
      if (!done.ok) return refusedCall(done.error)
      if (read.value.act.type === 'send' && done.value.refused === null) sender?.wake()
      return json(200, { success: true, data: done.value })
    },

    [FLEET_PATHS.calls]: async (request) => {
      const read = await readJson(request, callRequest)
      if (!read.ok) return read.reply
      const signature = request.header(SIGNATURE_HEADER) ?? ''
      const done = await desk.calls.act(read.value, read.bytes, signature, takeTry)
      return done.ok ? json(200, { success: true, data: done.value }) : refusedCall(done.error)
    },
  }
}

function pageCalls({ desk, administrators, takeTry, secure }: FleetHandlerOptions): Readonly<Record<string, Handle>> {
  const cookie = (token: string): string =>
    `${COOKIE}=${token}; Path=/fleet; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  const ofAdministrator =
    (foreign: string, handle: (request: FleetRequest, name: string) => Promise<FleetReply>): Handle =>
    async (request) => {
      if (!isOwnPage(request)) return refusal(403, 'FOREIGN_PAGE', foreign)
      const name = await whoIs(administrators, request)
      return name === null ? notSignedIn : handle(request, name)
    }

  return {
    [FLEET_PATHS.signIn]: async (request) => {
      if (!isOwnPage(request)) return refusal(403, 'FOREIGN_PAGE', "Only this hub's own page may sign in.")
      const wait = takeTry('password', request.remote ?? '')
      if (wait > 0) return tooManyTries(wait)
      const read = await readJson(request, signInForm)
      if (!read.ok) return read.reply
      const token = await administrators.signIn(read.value.name, read.value.password)
      if (token === null) return refusal(401, 'SIGN_IN_REFUSED', 'The name or the password is wrong.')
      return json(200, { success: true, data: {} }, { 'set-cookie': cookie(token) })
    },

    [FLEET_PATHS.settings]: ofAdministrator("Only this hub's own page may change settings.", async (request) => {
      const read = await readJson(request, settingsForm)
      if (!read.ok) return read.reply
      const done = await desk.set(read.value.target, read.value.values)
      if (done.ok) return json(200, { success: true, data: {} })
      const message = whyNotSet(read.value.target, done.error)
      if (done.error.type !== 'settings-invalid') {
        return refusal(404, done.error.type === 'group-unknown' ? 'GROUP_UNKNOWN' : 'DEVICE_UNKNOWN', message)
      }
      return refusal(400, 'SETTINGS_INVALID', message, { faults: done.error.faults })
    }),

    [FLEET_PATHS.ledger]: ofAdministrator("Only this hub's own page may accept ledgers.", async (request) => {
      const read = await readJson(request, ledgerForm)
      if (!read.ok) return read.reply
      const done = await desk.ledgers.accept(read.value.device, read.value.told)
      if (done) return json(200, { success: true, data: {} })
      return refusal(409, 'LEDGER_CHANGED', "The device's ledger report has changed. Reload the page.")
    }),

    [FLEET_PATHS.answerCall]: ofAdministrator("Only this hub's own page may answer calls.", async (request, name) => {
      const read = await readJson(request, answerForm)
      if (!read.ok) return read.reply
      return changeReply(await desk.calls.answer(read.value, name), 'CALL_UNKNOWN', 'The call has ended.')
    }),

    [FLEET_PATHS.revokeBadge]: ofAdministrator("Only this hub's own page may revoke badges.", async (request) => {
      const read = await readJson(request, revokeForm)
      if (!read.ok) return read.reply
      return changeReply(await desk.calls.revoke(read.value), 'BADGE_UNKNOWN', 'The desk no longer has this badge.')
    }),

    [FLEET_PATHS.signOut]: (request) =>
      Promise.resolve(
        isOwnPage(request)
          ? json(200, { success: true, data: {} }, { 'set-cookie': `${cookie('')}; Max-Age=0` })
          : refusal(403, 'FOREIGN_PAGE', "Only this hub's own page may sign out."),
      ),
  }
}

async function devices(
  { administrators, desk, version, nowMs, walletNotices }: FleetHandlerOptions,
  request: FleetRequest,
): Promise<FleetReply> {
  if ((await whoIs(administrators, request)) === null) return notSignedIn
  const [known, set] = [await desk.devices(), await desk.listSettings()]
  const nowUtc = new Date(nowMs()).toISOString()
  const data = { nowUtc, version, devices: [...known], set: [...set], wallets: [...walletNotices()] }
  return json(200, { success: true, data } satisfies DevicesReply)
}

async function openCalls({ administrators, desk }: FleetHandlerOptions, request: FleetRequest): Promise<FleetReply> {
  const name = await whoIs(administrators, request)
  if (name === null) return notSignedIn
  const known = new URLSearchParams(request.target.split('?', 2)[1]).get('known')
  const data = await desk.calls.watch(`administrator ${name}`, known)
  return json(200, { success: true, data } satisfies OpenCallsReply)
}

/** Returns the name of the signed-in administrator; null without a valid session. */
function whoIs(administrators: Administrators, request: FleetRequest): Promise<string | null> {
  const [, token = ''] = /(?:^|;\s*)guichet-fleet=([\w.-]+)/u.exec(request.header('cookie') ?? '') ?? []
  return administrators.whoHas(token)
}

/** Returns the reply to a change. `code` and `message`: contents of the refusal if the call or badge is unknown. */
function changeReply(done: Result<unknown, ChangeRejected>, code: string, message: string): FleetReply {
  if (done.ok) return json(200, { success: true, data: {} })
  if (done.error.type === 'unknown') return refusal(404, code, message)
  return refusal(503, 'UNAVAILABLE', 'Nothing was stored. Send the request again.')
}

function refusedCall(refused: CallRejected): FleetReply {
  switch (refused.type) {
    case 'rate-limited':
      return tooManyTries(refused.seconds)
    case 'not-a-desk':
      return refusal(403, 'NOT_A_DESK', 'Only a desk may send this request.')
    default:
      return refusedHeartbeat(refused)
  }
}

function refusedHeartbeat(refused: HeartbeatRejected): FleetReply {
  switch (refused.type) {
    case 'device-unknown':
      return refusal(401, 'DEVICE_UNKNOWN', 'The device is not enrolled with this hub. Enrol it first.')
    case 'signature-refused':
      return refusal(401, 'BAD_SIGNATURE', 'The signature does not match the device and the body.')
    case 'out-of-order':
      return refusal(409, 'OUT_OF_ORDER', 'The number must be greater than that of the previous request.', {
        after: refused.after,
      })
    case 'role-changed':
      return refusal(403, 'ROLE_CHANGED', `To change the role from ${refused.role}, enrol this device again.`)
    case 'busy':
      return refusal(503, 'UNAVAILABLE', 'Nothing was stored. Send the request again.')
  }
}

/** Returns whether a request comes from the hub's own page. Browsers send the page's origin with each POST. */
function isOwnPage(request: FleetRequest): boolean {
  const origin = request.header('origin')
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.header('host')
}

async function readJson<T>(
  request: FleetRequest,
  shape: z.ZodType<T>,
  limit = BODY_BYTES,
): Promise<{ ok: true; value: T; bytes: Uint8Array } | { ok: false; reply: FleetReply }> {
  const bytes = await request.body(limit).catch(() => undefined)
  if (bytes === undefined) return { ok: false, reply: refusal(400, 'MALFORMED_JSON', 'The body is incomplete.') }
  if (bytes === null) return { ok: false, reply: refusal(413, 'BODY_TOO_LARGE', `The limit is ${limit} bytes.`) }
  let content: unknown
  try {
    content = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return { ok: false, reply: refusal(400, 'MALFORMED_JSON', 'The body is not JSON.') }
  }
  const read = shape.safeParse(content, inEnglish)
  if (read.success) return { ok: true, value: read.data, bytes }
  return { ok: false, reply: refusal(400, 'INVALID_BODY', firstIssue(read.error)) }
}

const notSignedIn = refusal(401, 'NOT_SIGNED_IN', 'Sign in first.')

const wrongMethod = (allow: string): FleetReply => refusal(405, 'METHOD_NOT_ALLOWED', `Use ${allow}.`, {}, { allow })

function tooManyTries(seconds: number): FleetReply {
  const wait = Math.ceil(seconds)
  const headers = { 'retry-after': String(wait) }
  return refusal(429, 'RATE_LIMITED', `Too many attempts. Wait ${wait} s.`, { retry_after_seconds: wait }, headers)
}

function refusal(
  status: number,
  code: string,
  message: string,
  details: object = {},
  headers: Readonly<Record<string, string>> = {},
): FleetReply {
  return json(status, { success: false, message, error: { code, details } }, headers)
}

function json(status: number, content: object, headers: Readonly<Record<string, string>> = {}): FleetReply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: [Buffer.from(JSON.stringify(content))],
  }
}

const SESSION_MS = 12 * 3_600_000
const HASH = { N: 1 << 15, r: 8, p: 1, maxmem: 1 << 26 } as const

const shape = z.strictObject({ salt: z.string(), hash: z.string() })

/**
 * Administrators of a fleet. All hubs with the same key and store accept their session tokens; a new password
 * invalidates the tokens.
 */
export class Administrators {
  readonly #store: RecordStore
  readonly #hubKey: () => SigningKey
  readonly #nowMs: () => number

  constructor(store: RecordStore, hubKey: () => SigningKey, nowMs: () => number) {
    this.#store = store
    this.#hubKey = hubKey
    this.#nowMs = nowMs
  }

  /** Adds an administrator, or replaces the password and ends all sessions. Returns the password. */
  async add(name: string): Promise<string> {
    const password = randomBytes(15).toString('base64url')
    const salt = randomBytes(16)
    const hash = (await derive(password, salt)).toString('base64')
    const document = JSON.stringify({ salt: salt.toString('base64'), hash })
    await this.#store.removeRecord({ kind: 'administrator', name })
    await this.#store.keepRecord({ kind: 'administrator', name, version: 0, document })
    return password
  }

  remove(name: string): Promise<boolean> {
    return this.#store.removeRecord({ kind: 'administrator', name })
  }

  async names(): Promise<readonly string[]> {
    return (await this.#store.listRecords('administrator')).map(({ name }) => name)
  }

  /** Returns a session token; null if name and password do not match. */
  async signIn(name: string, password: string): Promise<string | null> {
    const stored = await this.#find(name)
    // Checking an unknown name takes as long as checking a known name, so that the response time does not reveal which
    // names exist.
    const found = await derive(password, Buffer.from(stored?.salt ?? '', 'base64'))
    if (stored === null || !sameText(found.toString('base64'), stored.hash)) return null
    const untilMs = this.#nowMs() + SESSION_MS
    return [Buffer.from(name).toString('base64url'), untilMs, this.#seal(name, untilMs, stored.hash)].join('.')
  }

  async whoHas(token: string): Promise<string | null> {
    const [named = '', until = '', sealed = ''] = token.split('.')
    const [name, untilMs] = [Buffer.from(named, 'base64url').toString(), Number(until)]
    if (!(untilMs > this.#nowMs())) return null
    const stored = await this.#find(name)
    return stored !== null && sameText(sealed, this.#seal(name, untilMs, stored.hash)) ? name : null
  }

  async #find(name: string): Promise<z.infer<typeof shape> | null> {
    return readRecord(await this.#store.findRecord({ kind: 'administrator', name }), shape)
  }

  #seal(name: string, untilMs: number, hash: string): string {
    const text = `${name}\n${untilMs}\n${hash}`
    return createHmac('sha256', this.#hubKey().derive('fleet sessions')).update(text).digest('base64url')
  }
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, HASH, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/**
 * Metrics for each device: name, help text, and a function that returns the value, or null if the device has not
 * reported it.
 */
const deviceMetrics: readonly (readonly [string, string, (device: DeviceView) => number | null])[] = [
  ['guichet_device_seen_timestamp_seconds', 'Time of the last heartbeat', ({ seenUtc }) => secondsOf(seenUtc)],
  [
    'guichet_device_ready',
    '1 if the machine can sell anything',
    ({ state }) => (state?.readiness ? Number(state.readiness.sells) : null),
  ],
  [
    'guichet_device_staff_cases',
    'Unfinished sales and ledger gaps that need staff',
    ({ state }) => state?.staffCases ?? null,
  ],
  ['guichet_device_free_bytes', 'Free bytes on the disk of the ledger', ({ state }) => state?.freeBytes ?? null],
  ['guichet_device_last_sale_timestamp_seconds', 'Time of the last sale', ({ state }) => secondsOf(state?.lastSaleUtc)],
  [
    'guichet_device_ledger_mismatch',
    "1 if the ledger does not match the hub's record and no administrator has accepted it",
    ({ ledger }) => ledger && Number(ledger.doubt !== null),
  ],
  [
    'guichet_device_ledger_rows',
    "Number of the last ledger row in the hub's record",
    ({ ledger }) => ledger?.head.seq ?? null,
  ],
]

const secondsOf = (utc: string | null | undefined): number | null => (utc ? Date.parse(utc) / 1000 : null)

export function fleetMetrics(devices: readonly DeviceView[], nowMs: number): string {
  const levels = devices.map((device) => assessMachine(device, nowMs).level)
  const family = (name: string, help: string, values: readonly (readonly [string, number])[]): readonly string[] =>
    values.length === 0 ? [] : series(name, 'gauge', help, new Map(values))
  return [
    ...family(
      'guichet_devices',
      'Devices by status: red needs attention now, amber soon',
      (['red', 'amber', 'green'] as const).map((level) => [
        labels({ level }),
        levels.filter((each) => each === level).length,
      ]),
    ),
    ...family(
      'guichet_device_readiness_issue',
      'Issues that prevent some or all sales',
      devices.flatMap(({ deviceId, state }) =>
        (state?.readiness?.issues ?? []).map(({ type }) => [labels({ device: deviceId, issue: type }), 1] as const),
      ),
    ),
    ...deviceMetrics.flatMap(([name, help, valueOf]) => {
      const known = devices.map((device) => [labels({ device: device.deviceId }), valueOf(device)] as const)
      return family(
        name,
        help,
        known.filter((each): each is [string, number] => each[1] !== null),
      )
    }),
    '',
  ].join('\n')
}
