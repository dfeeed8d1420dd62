import { randomUUID } from 'node:crypto'
import { DEMO, ENVIRONMENT_HEADER, PARTNER_CODE_HEADER } from '../../shared/partner-api/operations.ts'
import { REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import type { PartnerOptions } from './client.ts'
import type { HttpClient } from './http-client.ts'
import type { Onward, PassedReply, PassedRequest } from './local-api.ts'

type Connection = Pick<PartnerOptions, 'baseUrl' | 'partnerCode' | 'demo' | 'sign' | 'fetch' | 'onExchanged'>

/**
 * Adds code, signature and request id; the body goes through as bytes, neither unpacked nor read. The reply names the
 * request id. `line` null: the service is embedded.
 */
export function onwardOver(
  { baseUrl, partnerCode, demo, sign, fetch, onExchanged }: Connection,
  line: Pick<HttpClient, 'send'> | null,
): Onward {
  const ours = { [PARTNER_CODE_HEADER]: partnerCode, ...(demo && { [ENVIRONMENT_HEADER]: DEMO }) }

  async function forward(
    { method, target, headers: passed, body, signal }: PassedRequest,
    requestId: string,
  ): Promise<PassedReply> {
    const url = new URL(baseUrl + target)
    const named = { ...passed, ...ours, [REQUEST_ID_HEADER]: requestId }
    const text = body && Buffer.from(body).toString('utf8')
    const headers = { ...named, ...sign?.({ method, url, headers: new Headers(named), body: text }) }
    if (line) {
      const reply = await line.send({ method, url, headers, body: text, signal })
      return { status: reply.statusCode ?? 502, headers: reply.headers, body: reply }
    }
    const reply = await fetch(new Request(url, { method, headers, ...(text !== undefined && { body: text }), signal }))
    const whole = new Uint8Array(await reply.arrayBuffer())
    const length = reply.status === 304 ? {} : { 'content-length': String(whole.byteLength) }
    return { status: reply.status, headers: { ...Object.fromEntries(reply.headers), ...length }, body: [whole] }
  }

  return async (request) => {
    const requestId = randomUUID()
    const began = performance.now()
    let status: number | null = null
    try {
      const reply = await forward(request, requestId)
      status = reply.status
      return { ...reply, headers: { ...reply.headers, [REQUEST_ID_HEADER]: requestId } }
    } finally {
      const { operation } = request
      onExchanged?.({ requestId, operation, status, milliseconds: Math.round(performance.now() - began) })
    }
  }
}
