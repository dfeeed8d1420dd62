import { DEMO, ENVIRONMENT_HEADER, PARTNER_CODE_HEADER } from '../../shared/partner-api/operations.ts'
import type { PartnerOptions } from './client.ts'
import type { HttpClient } from './http-client.ts'
import type { Onward } from './local-api.ts'

type Connection = Pick<PartnerOptions, 'baseUrl' | 'partnerCode' | 'demo' | 'sign' | 'fetch'>

/** Adds code and signature; the body goes through as bytes, neither unpacked nor read. `line` null: the service is embedded. */
export function onwardOver(
  { baseUrl, partnerCode, demo, sign, fetch }: Connection,
  line: Pick<HttpClient, 'send'> | null,
): Onward {
  const ours = { [PARTNER_CODE_HEADER]: partnerCode, ...(demo && { [ENVIRONMENT_HEADER]: DEMO }) }
  return async ({ method, target, headers: passed, body, signal }) => {
    const url = new URL(baseUrl + target)
    const named = { ...passed, ...ours }
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
}
