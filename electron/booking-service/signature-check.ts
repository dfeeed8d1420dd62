import { createHash, createHmac } from 'node:crypto'
import type { SignatureCheck, SignatureVerdict, SignedRequest } from './partner-gate.ts'
import { sameSecret } from './random.ts'
import type { PartnerKey } from './store-administration.ts'

/** How far a request's own time may lie from ours, before and after. */
const WINDOW_SECONDS = 300

/** `stadepass-hmac`, as decisions.md describes it: its headers, and what is signed. */
const HEADERS = { key: 'x-api-key', time: 'x-api-timestamp', id: 'x-request-id', signature: 'x-api-signature' } as const

export const checkSignature: SignatureCheck = (request, keys, now) => {
  const keyId = request.header(HEADERS.key)
  const key = keys.find((one) => one.scheme === 'stadepass-hmac' && one.keyId === keyId)
  return key === undefined
    ? { ok: false, what: 'No key of this partner is named.', where: `header.${HEADERS.key}` }
    : checkStadepass(request, key, now)
}

function checkStadepass(request: SignedRequest, key: PartnerKey, now: number): SignatureVerdict {
  const time = request.header(HEADERS.time) ?? ''
  const id = request.header(HEADERS.id) ?? ''
  const given = request.header(HEADERS.signature) ?? ''
  if (!/^\d{1,12}$/u.test(time) || Math.abs(now / 1000 - Number(time)) > WINDOW_SECONDS) {
    const what = `The time is missing, or more than ${WINDOW_SECONDS} s from ours.`
    return { ok: false, what, where: `header.${HEADERS.time}` }
  }
  if (id === '' || id.length > 200) {
    return { ok: false, what: 'The request has no id of its own.', where: `header.${HEADERS.id}` }
  }
  const [path = ''] = request.target.split('?', 1)
  const bodyHash = createHash('sha256').update(request.body).digest('hex')
  const expected = createHmac('sha256', key.secret)
    .update([time, request.method, path, bodyHash].join('\n'))
    .digest('hex')
  if (!sameSecret(given.toLowerCase(), expected)) {
    return { ok: false, what: 'The signature does not fit the request.', where: `header.${HEADERS.signature}` }
  }
  return { ok: true, nonce: `${id} ${expected}`, expiresAt: (Number(time) + WINDOW_SECONDS + 1) * 1000 }
}
