import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { spendingText } from '../../shared/domain/money/credit-voucher.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import {
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
import { FLEET_PATHS, SIGNATURE_HEADER } from '../../shared/api/fleet/paths.ts'
import { wholeReply } from '../../shared/json.ts'
import { REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import type { HubSpending, SlipHub } from '../kiosk/ports/devices.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { codeKey, isSignedBy, proofOf, type Purpose, type SigningKey } from './keys.ts'

const TIMEOUT_MS = 10_000

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
    const done = await this.#send(FLEET_PATHS.enrol, Buffer.from(JSON.stringify(wish)))
    if (!done.ok) return done
    const read = enrolled.safeParse(done.value)
    if (!read.success || !sameText(read.data.proof, proofOf(by, 'hub', deviceId, read.data.hubKey)))
      return err({ type: 'not-the-hub' })
    return ok({ hubKey: read.data.hubKey })
  }

  /** Returns the hub's reply; null if its format is unsupported. Does not check signatures in the reply. */
  beat(beat: Heartbeat, signal?: AbortSignal): Promise<Result<HeartbeatReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.heartbeat, 'guichet heartbeat 1', beat, heartbeatReply, signal)
  }

  /** Returns the hub's reply about vouchers; null if its format is unsupported. */
  slips(call: SlipCall): Promise<Result<SlipReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.slips, 'guichet slips 1', call, slipReply)
  }

  /** Returns the purchases that the hub found; null if the reply's format is unsupported. */
  purchases(call: PurchaseCall): Promise<Result<PurchaseReply | null, HubRefused>> {
    return this.#sendSigned(FLEET_PATHS.purchases, 'guichet purchases 1', call, purchaseReply)
  }

  async #sendSigned<T>(
    path: string,
    purpose: Purpose,
    content: object,
    shape: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<Result<T | null, HubRefused>> {
    const body = Buffer.from(JSON.stringify(content))
    const sent = await this.#send(path, body, { [SIGNATURE_HEADER]: this.#key.sign(purpose, body) }, signal)
    if (!sent.ok) return sent
    const read = shape.safeParse(sent.value)
    return ok(read.success ? read.data : null)
  }

  async #send(
    path: string,
    body: Buffer<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Result<unknown, HubRefused>> {
    const requestId = randomUUID()
    const began = performance.now()
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    let status: number | null = null
    try {
      const answer = await this.#network.fetch(
        new Request(new URL(path, this.#hub), {
          method: 'POST',
          headers: { 'content-type': 'application/json', [REQUEST_ID_HEADER]: requestId, ...headers },
          body,
          redirect: 'error',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        }),
      )
      status = answer.status
      const read = reply.safeParse(JSON.parse(new TextDecoder().decode(await wholeReply(answer.body))))
      if (!read.success) return err({ type: 'unreachable', detail: `${answer.status}, which is no reply of a hub` })
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
