import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type AccountEntryKind, entryText } from '../../shared/domain/money/customer-account.ts'
import { type HubAttestation, spendingText } from '../../shared/domain/money/credit-voucher.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SaleQuery } from '../../shared/domain/sale/sale-file.ts'
import { BADGE_PREFIX } from '../../shared/domain/staff.ts'
import {
  type AccountAct,
  type AccountCall,
  accountReply,
  type AccountReply,
  badgeText,
  type CallAct,
  callReply,
  type CallReply,
  type CallRequest,
  enrolled,
  type Heartbeat,
  heartbeatReply,
  type HeartbeatReply,
  type PurchaseCall,
  purchaseReply,
  type PurchaseReply,
  type SlipAct,
  type SlipCall,
  slipReply,
  type SlipReply,
} from '../../shared/api/fleet/contract.ts'
import {
  type PageCall,
  pageReply,
  type PageReply,
  type MessageCall,
  messageReply,
  type MessageReply,
} from '../../shared/api/fleet/ticket-pages.ts'
import { FLEET_PATHS, SIGNATURE_HEADER } from '../../shared/api/fleet/paths.ts'
import { PARTNER_CODE_HEADER } from '../../shared/api/partner/operations.ts'
import { wholeReply } from '../../shared/json.ts'
import { REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import type {
  AccountHub,
  AgentHub,
  CallState,
  HubCharge,
  HubSpending,
  PurchaseHub,
  ReportedBadge,
  SlipHub,
  WatchedCalls,
} from '../kiosk/ports/devices.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { codeKey, isSignedBy, proofOf, type Purpose, randomCode, type SigningKey } from './keys.ts'

const TIMEOUT_MS = 10_000
/** Timeout of a request for a call or a badge. It is short because a customer is waiting. */
const CALL_TIMEOUT_MS = 4_000
/** Timeout of a watch. Must exceed the time for which the hub delays its reply. */
const WATCH_TIMEOUT_MS = 30_000

export type HubRefused =
  | { readonly type: 'unreachable'; readonly detail: string }
  | { readonly type: 'refused'; readonly code: string; readonly detail: string; readonly after: number | null }
  /** The server could not prove possession of the enrolment code. */
  | { readonly type: 'not-the-hub' }

const reply = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({
    success: z.literal(false),
    message: z.string(),
    error: z.object({ code: z.string(), details: z.object({ after: z.int().optional() }) }),
  }),
])

export interface HubRequest {
  /** Value of the header `x-request-id`. */
  readonly requestId: string
  readonly operation: string
  readonly status: number | null
  readonly milliseconds: number
}

/** Partner in whose purchases the hub searches. */
export interface RequestingPartner {
  readonly partnerCode: string
  /** Returns the headers with the partner's signature. If absent, the partner has no key. */
  readonly sign?: (request: {
    readonly method: string
    readonly url: URL
    readonly headers: Headers
    readonly body: string
  }) => Readonly<Record<string, string>>
}

interface SendOptions {
  readonly partner?: RequestingPartner
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

export class HubClient {
  readonly #hub: string
  readonly #key: SigningKey
  readonly #network: { fetch(request: Request): Promise<Response> }
  readonly #onExchanged: ((request: HubRequest) => void) | undefined

  /** `network`: by default `globalThis`, with the system's certificates. */
  constructor(
    hub: string,
    key: SigningKey,
    network: { fetch(request: Request): Promise<Response> } = globalThis,
    onExchanged?: (request: HubRequest) => void,
  ) {
    this.#hub = hub
    this.#key = key
    this.#network = network
    this.#onExchanged = onExchanged
  }

  /** Returns the hub's public key after the hub has proved possession of the enrolment code, which is never sent. */
  async enrol(deviceId: string, code: string): Promise<Result<{ readonly hubKey: string }, HubRefused>> {
    const by = codeKey(code)
    const { publicKey } = this.#key
    const wish = { deviceId, publicKey, proof: proofOf(by, 'device', deviceId, publicKey) }
    const done = await this.#send(FLEET_PATHS.enrol, JSON.stringify(wish))
    if (!done.ok) return done
    const read = enrolled.safeParse(done.value)
    if (!read.success || !sameText(read.data.proof, proofOf(by, 'hub', deviceId, read.data.hubKey)))
      return err({ type: 'not-the-hub' })
    return ok({ hubKey: read.data.hubKey })
  }

  /** Returns the hub's reply; null if its format is unsupported. Does not check signatures in the reply. */
  beat(beat: Heartbeat, signal?: AbortSignal): Promise<Result<HeartbeatReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.heartbeat, 'guichet heartbeat 1', beat, heartbeatReply, { signal })
  }

  /** Returns the hub's reply about vouchers; null if its format is unsupported. */
  slips(call: SlipCall): Promise<Result<SlipReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.slips, 'guichet slips 1', call, slipReply)
  }

  /** Returns the hub's reply about customer accounts; null if its format is unsupported. */
  accounts(call: AccountCall): Promise<Result<AccountReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.accounts, 'guichet accounts 1', call, accountReply)
  }

  /** Returns the purchases that the hub has found; null if the format of the reply is unsupported. */
  purchases(call: PurchaseCall, partner: RequestingPartner): Promise<Result<PurchaseReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.purchases, 'guichet purchases 1', call, purchaseReply, { partner })
  }

  /** Returns the hub's reply about calls and badges; null if its format is unsupported. */
  calls(request: CallRequest, signal?: AbortSignal): Promise<Result<CallReply | null, HubRefused>> {
    const timeoutMs = request.act.type === 'watch' ? WATCH_TIMEOUT_MS : CALL_TIMEOUT_MS
    return this.#sendSigned(FLEET_PATHS.calls, 'guichet calls 1', request, callReply, { signal, timeoutMs })
  }

  /** Returns the base URL at which the hub serves the page; null if the format of the reply is unsupported. */
  publish(call: PageCall): Promise<Result<PageReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.ticketPages, 'guichet ticket page 1', call, pageReply)
  }

  /** Returns the hub's reply about messages; null if its format is unsupported. */
  messages(call: MessageCall): Promise<Result<MessageReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.messages, 'guichet messages 1', call, messageReply)
  }

  async #sendSigned<T>(
    path: string,
    purpose: Purpose,
    content: object,
    shape: z.ZodType<T>,
    options: SendOptions = {},
  ): Promise<Result<T | null, HubRefused>> {
    const body = JSON.stringify(content)
    const signature = this.#key.sign(purpose, Buffer.from(body))
    const sent = await this.#send(path, body, { ...options, signature })
    if (!sent.ok) return sent
    const read = shape.safeParse(sent.value)
    return ok(read.success ? read.data : null)
  }

  async #send(
    path: string,
    body: string,
    { signature, partner, signal, timeoutMs = TIMEOUT_MS }: SendOptions & { readonly signature?: string } = {},
  ): Promise<Result<unknown, HubRefused>> {
    const requestId = randomUUID()
    const url = new URL(path, this.#hub)
    const headers = new Headers({ 'content-type': 'application/json', [REQUEST_ID_HEADER]: requestId })
    if (signature !== undefined) headers.set(SIGNATURE_HEADER, signature)
    if (partner) headers.set(PARTNER_CODE_HEADER, partner.partnerCode)
    const signed = partner?.sign?.({ method: 'POST', url, headers, body }) ?? {}
    for (const [name, value] of Object.entries(signed)) headers.set(name, value)
    const began = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    let status: number | null = null
    try {
      const answer = await this.#network.fetch(
        new Request(url, {
          method: 'POST',
          headers,
          body,
          redirect: 'error',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        }),
      )
      status = answer.status
      const read = reply.safeParse(JSON.parse(new TextDecoder().decode(await wholeReply(answer.body))))
      if (!read.success) return err({ type: 'unreachable', detail: `${answer.status}, which is not a hub's reply` })
      if (read.data.success) return ok(read.data.data)
      const { message, error } = read.data
      return err({ type: 'refused', code: error.code, detail: message, after: error.details.after ?? null })
    } catch (error) {
      const { message, cause } = error as Error
      return err({ type: 'unreachable', detail: cause instanceof Error ? cause.message : message })
    } finally {
      const operation = `POST ${path}`
      const milliseconds = Math.round(performance.now() - began)
      this.#onExchanged?.({ requestId, operation, status, milliseconds })
    }
  }
}

/**
 * Client for voucher requests. A voucher counts as spent only if the hub at which the kiosk is enrolled has signed the
 * reply.
 */
export class VoucherClient implements SlipHub {
  readonly host: string
  readonly hubKey: string
  readonly #device: { readonly deviceId: string; readonly mode: 'demo' | 'live' }
  readonly #client: Pick<HubClient, 'slips'>
  readonly #log: Log
  #trouble = ''

  constructor(
    hub: { readonly url: string; readonly key: string },
    device: { readonly deviceId: string; readonly mode: 'demo' | 'live' },
    client: Pick<HubClient, 'slips'>,
    log: Log,
  ) {
    this.host = hub.url
    this.hubKey = hub.key
    this.#device = device
    this.#client = client
    this.#log = log
  }

  async find(slipId: string): ReturnType<SlipHub['find']> {
    const reply = await this.#request({ type: 'find', slipId })
    if (reply?.type !== 'found' || (reply.slip && reply.slip.slipId !== slipId)) return 'no-answer'
    return reply.slip ?? 'unknown'
  }

  async tell(slips: Parameters<SlipHub['tell']>[0]): Promise<boolean> {
    const reply = await this.#request({
      type: 'tell',
      slips: slips.map(({ slipId, amount, currency, register, issuedUtc }) => {
        return { slipId, amount, currency, register, issuedUtc }
      }),
    })
    if (reply?.type === 'told' && reply.others.length > 0) this.#log.warn('hub-slips.differ', { others: reply.others })
    return reply?.type === 'told'
  }

  async spend(slipId: string, reference: string): Promise<HubSpending> {
    const spending = this.#spendingOf(await this.#request({ type: 'spend', slipId, reference }), reference)
    return spending.outcome === 'spent' && spending.slip.slipId !== slipId ? { outcome: 'unknown' } : spending
  }

  async settle(reference: string): Promise<HubSpending> {
    return this.#spendingOf(await this.#request({ type: 'settle', reference }), reference)
  }

  async release(reference: string): Promise<boolean> {
    return (await this.#request({ type: 'release', reference }))?.type === 'void'
  }

  async #request(act: SlipAct): Promise<SlipReply | null> {
    const answer = await this.#client.slips({ ...this.#device, act })
    const trouble = answer.ok ? '' : answer.error.type === 'refused' ? answer.error.code : answer.error.type
    if (trouble !== this.#trouble && !answer.ok) this.#log.warn('hub-slips.no-answer', { ...answer.error })
    this.#trouble = trouble
    return answer.ok ? answer.value : null
  }

  #spendingOf(reply: SlipReply | null, reference: string): HubSpending {
    switch (reply?.type) {
      case 'refused':
      case 'void':
        return { outcome: 'refused' }
      case 'spent': {
        const { slip, sig } = reply
        const { hubKey } = this
        const word = { register: slip.register, deviceId: this.#device.deviceId, reference, hubKey, sig }
        if (isSignedBy(hubKey, 'guichet slip spent 1', Buffer.from(spendingText(slip, word)), sig))
          return { outcome: 'spent', slip, word }
        this.#log.warn('hub-slips.not-signed-by-hub', { slipId: slip.slipId })
        return { outcome: 'unknown' }
      }
      default:
        return { outcome: 'unknown' }
    }
  }
}

/** Client for customer accounts. A charge counts only if the hub at which the desk is enrolled has signed the reply. */
export class AccountClient implements AccountHub {
  readonly host: string
  readonly #hubKey: string
  readonly #device: { readonly deviceId: string; readonly mode: 'demo' | 'live' }
  readonly #client: Pick<HubClient, 'accounts'>
  readonly #log: Log

  constructor(
    hub: { readonly url: string; readonly key: string },
    device: { readonly deviceId: string; readonly mode: 'demo' | 'live' },
    client: Pick<HubClient, 'accounts'>,
    log: Log,
  ) {
    this.host = hub.url
    this.#hubKey = hub.key
    this.#device = device
    this.#client = client
    this.#log = log
  }

  async find(text: string): ReturnType<AccountHub['find']> {
    const reply = await this.#request({ type: 'find', text })
    return reply?.type === 'found' ? reply.accounts : null
  }

  async charge({ account, reference, amount, currency, receipt }: Parameters<AccountHub['charge']>[0]) {
    const sum = { account, reference, amount, currency, receipt }
    const charge = this.#chargeOf(await this.#request({ type: 'charge', ...sum }), reference)
    return charge.outcome === 'charged' && charge.account !== account ? ({ outcome: 'unknown' } as const) : charge
  }

  async settle(reference: string): Promise<HubCharge> {
    return this.#chargeOf(await this.#request({ type: 'settle', reference }), reference)
  }

  async book({ kind, account, reference, amount, currency, receipt, items }: Parameters<AccountHub['book']>[0]) {
    if (kind === 'charge') throw new Error('book() accepts only credits and payments')
    const entry = { kind, account, reference, amount, currency }
    const reply = await this.#request({ type: 'book', ...entry, receipt, items: [...items] })
    if (reply?.type === 'not-booked') return 'refused'
    return (reply?.type === 'booked' && this.#wordFor(kind, entry, reply.sig)) || 'no-answer'
  }

  async #request(act: AccountAct): Promise<AccountReply | null> {
    const answer = await this.#client.accounts({ ...this.#device, act })
    if (!answer.ok) this.#log.warn('hub-accounts.no-answer', { ...answer.error })
    return answer.ok ? answer.value : null
  }

  #chargeOf(reply: AccountReply | null, reference: string): HubCharge {
    switch (reply?.type) {
      case 'refused':
        return { outcome: 'refused', reason: reply.reason }
      case 'void':
        return { outcome: 'void' }
      case 'charged': {
        const { account, amount, currency, sig } = reply
        const word = this.#wordFor('charge', { account, amount, currency, reference }, sig)
        return word ? { outcome: 'charged', account, amount, currency, word } : { outcome: 'unknown' }
      }
      default:
        return { outcome: 'unknown' }
    }
  }

  #wordFor(
    kind: AccountEntryKind,
    entry: Omit<Parameters<typeof entryText>[0], 'kind'>,
    sig: string,
  ): HubAttestation | null {
    const { deviceId } = this.#device
    const { account, reference } = entry
    const text = entryText({ ...entry, kind }, deviceId)
    if (isSignedBy(this.#hubKey, 'guichet account 1', Buffer.from(text), sig))
      return { register: account, deviceId, reference, hubKey: this.#hubKey, sig }
    this.#log.warn('hub-accounts.not-signed-by-hub', { account, reference })
    return null
  }
}

/** Searches for purchases at the hub. The device and its partner sign each search. */
export class PurchaseClient implements PurchaseHub {
  readonly #deviceId: string
  readonly #partner: RequestingPartner
  readonly #client: Pick<HubClient, 'purchases'>
  readonly #numbers = new RequestNumbers()

  constructor(deviceId: string, partner: RequestingPartner, client: Pick<HubClient, 'purchases'>) {
    this.#deviceId = deviceId
    this.#partner = partner
    this.#client = client
  }

  async find(search: SaleQuery): ReturnType<PurchaseHub['find']> {
    const reply = await this.#numbers.send((number) =>
      this.#client.purchases({ deviceId: this.#deviceId, number, ...search }, this.#partner),
    )
    return (reply.ok && reply.value?.purchases) || null
  }
}

/** Numbers of a device's requests to the hub, which accepts only increasing numbers. */
class RequestNumbers {
  #last = 0

  /**
   * Sends a request with the next number. If the hub refuses the number because the clock was set back, sends the
   * request again with a number higher than the one in the refusal.
   */
  async send<T>(send: (number: number) => Promise<Result<T, HubRefused>>): Promise<Result<T, HubRefused>> {
    const sent = await send(this.#next())
    if (sent.ok || sent.error.type !== 'refused' || sent.error.after === null) return sent
    this.#last = Math.max(this.#last, sent.error.after)
    return send(this.#next())
  }

  #next(): number {
    this.#last = Math.max(Date.now(), this.#last + 1)
    return this.#last
  }
}

/** Number of characters of a badge code after its prefix: 160 random bits. */
const BADGE_LENGTH = 32

/** Client for calls and badges. Accepts a badge only if the hub of the kiosk's enrolment has signed the reply. */
export class AgentClient implements AgentHub {
  readonly #hubKey: string
  readonly #deviceId: string
  readonly #client: Pick<HubClient, 'calls'>
  readonly #log: Log
  readonly #numbers = new RequestNumbers()
  #trouble = ''

  constructor(hubKey: string, deviceId: string, client: Pick<HubClient, 'calls'>, log: Log) {
    this.#hubKey = hubKey
    this.#deviceId = deviceId
    this.#client = client
    this.#log = log
  }

  async call({ callId, reason, pressed }: Parameters<AgentHub['call']>[0]): Promise<CallState> {
    const { reply } = await this.#send({ type: 'call', callId, reason, pressed })
    if (reply?.type === 'open') return { state: 'open', coming: reply.coming }
    return { state: reply?.type === 'closed' ? 'closed' : 'unreachable' }
  }

  async clear(): Promise<boolean> {
    return (await this.#send({ type: 'clear' })).reply?.type === 'closed'
  }

  async watch(
    known: string | null,
    badges: readonly ReportedBadge[],
    giveUp: AbortSignal,
  ): Promise<WatchedCalls | null> {
    const { reply } = await this.#send({ type: 'watch', known, badges: [...badges] }, giveUp)
    return reply?.type === 'calls' ? reply : null
  }

  async answer(device: string, callId: string, answer: 'coming' | 'done'): Promise<boolean> {
    return (await this.#send({ type: 'answer', device, callId, answer })).reply?.type === 'answered'
  }

  newBadge(): { readonly code: string; readonly hash: string } {
    const code = BADGE_PREFIX + randomCode(BADGE_LENGTH)
    return { code, hash: hashOf(code) }
  }

  async badge(code: string): ReturnType<AgentHub['badge']> {
    const hash = hashOf(code)
    const { reply, request } = await this.#send({ type: 'badge', hash })
    if (reply?.type === 'no-badge') return 'refused'
    if (reply?.type !== 'badge') return 'unreachable'
    const { staff, name, desk, sig } = reply
    const text = badgeText(request, { hash, staff, name, desk })
    if (isSignedBy(this.#hubKey, 'guichet agent badge 1', Buffer.from(text), sig)) return { staff, name, desk }
    this.#log.warn('agent-badge.not-signed-by-hub')
    return 'unreachable'
  }

  async #send(act: CallAct, giveUp?: AbortSignal): Promise<{ reply: CallReply | null; request: CallRequest }> {
    let request: CallRequest = { deviceId: this.#deviceId, number: 0, act }
    const sent = await this.#numbers.send((number) => {
      request = { ...request, number }
      return this.#client.calls(request, giveUp)
    })
    const trouble = sent.ok ? '' : sent.error.type === 'refused' ? sent.error.code : sent.error.type
    if (giveUp?.aborted !== true) {
      if (trouble !== this.#trouble && !sent.ok) this.#log.warn('agent-call.no-answer', { ...sent.error })
      this.#trouble = trouble
    }
    return { reply: sent.ok ? sent.value : null, request }
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
