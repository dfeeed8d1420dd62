import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { spendingText } from '../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import {
  enrolled,
  type Heartbeat,
  heartbeatReply,
  type HeartbeatReply,
  type SlipAct,
  type SlipCall,
  slipReply,
  type SlipReply,
} from '../../shared/fleet-api/contract.ts'
import { FLEET_PATHS, SIGNATURE_HEADER } from '../../shared/fleet-api/paths.ts'
import { wholeReply } from '../../shared/json.ts'
import { REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import type { HubSpending, SlipHub } from '../core/ports/devices.ts'
import type { Log } from '../core/ports/ports.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { codeKey, isSignedBy, proofOf, type SigningKey } from './keys.ts'

const PATIENCE_MS = 10_000

export type HubRefused =
  | { readonly type: 'unreachable'; readonly detail: string }
  | { readonly type: 'refused'; readonly code: string; readonly detail: string; readonly after: number | null }
  /** What answered does not know the code. */
  | { readonly type: 'not-the-hub' }

const reply = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({
    success: z.literal(false),
    message: z.string(),
    error: z.object({ code: z.string(), details: z.object({ after: z.int().optional() }) }),
  }),
])

/** A device's calls to its hub. */
export interface HubClient {
  /** The hub's key, once it has proved that it knows the code; the code itself is never sent. */
  enrol(deviceId: string, code: string): Promise<Result<{ readonly hubKey: string }, HubRefused>>
  /** The hub's reply; null where this program cannot read it. No signature in it is looked at here. */
  beat(beat: Heartbeat, signal?: AbortSignal): Promise<Result<HeartbeatReply | null, HubRefused>>
  /** The same about credit slips. */
  slips(call: SlipCall): Promise<Result<SlipReply | null, HubRefused>>
}

/** Outcome of one HTTP request to the hub; `status` is null if no reply came. */
export interface HubRequest {
  /** Sent as `x-request-id`. */
  readonly requestId: string
  readonly operation: string
  readonly status: number | null
  readonly milliseconds: number
}

/** `network`: default the platform's own, with the system's certificates. */
export function openHubClient(
  hub: string,
  key: SigningKey,
  network: { fetch(request: Request): Promise<Response> } = globalThis,
  onExchanged?: (request: HubRequest) => void,
): HubClient {
  async function send(
    path: string,
    body: Buffer<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
    signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
  ): Promise<Result<unknown, HubRefused>> {
    const requestId = randomUUID()
    const began = performance.now()
    let status: number | null = null
    try {
      const answer = await network.fetch(
        new Request(new URL(path, hub), {
          method: 'POST',
          headers: { 'content-type': 'application/json', [REQUEST_ID_HEADER]: requestId, ...headers },
          body,
          redirect: 'error',
          signal,
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
      onExchanged?.({ requestId, operation, status, milliseconds: Math.round(performance.now() - began) })
    }
  }

  return {
    async enrol(deviceId, code) {
      const by = codeKey(code)
      const { publicKey } = key
      const wish = { deviceId, publicKey, proof: proofOf(by, 'device', deviceId, publicKey) }
      const done = await send(FLEET_PATHS.enrol, Buffer.from(JSON.stringify(wish)))
      if (!done.ok) return done
      const read = enrolled.safeParse(done.value)
      if (!read.success || !sameText(read.data.proof, proofOf(by, 'hub', deviceId, read.data.hubKey)))
        return err({ type: 'not-the-hub' })
      return ok({ hubKey: read.data.hubKey })
    },

    async beat(beat, signal) {
      const body = Buffer.from(JSON.stringify(beat))
      const patience = AbortSignal.timeout(PATIENCE_MS)
      const either = signal ? AbortSignal.any([signal, patience]) : patience
      const sent = await send(
        FLEET_PATHS.heartbeat,
        body,
        { [SIGNATURE_HEADER]: key.sign('guichet heartbeat 1', body) },
        either,
      )
      if (!sent.ok) return sent
      const read = heartbeatReply.safeParse(sent.value)
      return ok(read.success ? read.data : null)
    },

    async slips(call) {
      const body = Buffer.from(JSON.stringify(call))
      const sent = await send(FLEET_PATHS.slips, body, { [SIGNATURE_HEADER]: key.sign('guichet slips 1', body) })
      if (!sent.ok) return sent
      const read = slipReply.safeParse(sent.value)
      return ok(read.success ? read.data : null)
    },
  }
}

export interface SlipLineOptions {
  readonly hub: string
  readonly hubKey: string
  readonly deviceId: string
  readonly mode: 'demo' | 'live'
  readonly client: Pick<HubClient, 'slips'>
  readonly log: Log
}

/** A machine's calls about credit slips. That one is spent is believed only with the signature of the hub of the enrolment. */
export function openSlipLine({ hub, hubKey, deviceId, mode, client, log }: SlipLineOptions): SlipHub {
  let trouble = ''

  async function ask(act: SlipAct): Promise<SlipReply | null> {
    const answer = await client.slips({ deviceId, mode, act })
    const now = answer.ok ? '' : answer.error.type === 'refused' ? answer.error.code : answer.error.type
    if (now !== trouble && !answer.ok) log.warn('hub-slips.no-answer', { ...answer.error })
    trouble = now
    return answer.ok ? answer.value : null
  }

  function spendingOf(reply: SlipReply | null, reference: string): HubSpending {
    switch (reply?.type) {
      case 'refused':
      case 'void':
        return { outcome: 'refused' }
      case 'spent': {
        const { slip, sig } = reply
        const word = { register: slip.register, deviceId, reference, hubKey, sig }
        if (isSignedBy(hubKey, 'guichet slip spent 1', Buffer.from(spendingText(slip, word)), sig))
          return { outcome: 'spent', slip, word }
        log.warn('hub-slips.not-signed-by-hub', { slipId: slip.slipId })
        return { outcome: 'unknown' }
      }
      default:
        return { outcome: 'unknown' }
    }
  }

  return {
    host: hub,
    hubKey,
    async find(slipId) {
      const reply = await ask({ type: 'find', slipId })
      if (reply?.type !== 'found' || (reply.slip && reply.slip.slipId !== slipId)) return 'no-answer'
      return reply.slip ?? 'unknown'
    },
    async tell(slips) {
      const reply = await ask({
        type: 'tell',
        slips: slips.map(({ slipId, amount, currency, register, issuedUtc }) => ({
          slipId,
          amount,
          currency,
          register,
          issuedUtc,
        })),
      })
      if (reply?.type === 'told' && reply.others.length > 0) log.warn('hub-slips.differ', { others: reply.others })
      return reply?.type === 'told'
    },
    async spend(slipId, reference) {
      const spending = spendingOf(await ask({ type: 'spend', slipId, reference }), reference)
      return spending.outcome === 'spent' && spending.slip.slipId !== slipId ? { outcome: 'unknown' } : spending
    },
    settle: async (reference) => spendingOf(await ask({ type: 'settle', reference }), reference),
    release: async (reference) => (await ask({ type: 'release', reference }))?.type === 'void',
  }
}
