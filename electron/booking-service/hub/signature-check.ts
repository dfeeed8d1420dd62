import { createHash, createHmac } from 'node:crypto'
import { operations } from '../../../shared/partner-api/operations.ts'
import { STADEPASS_HEADERS, stadepassText } from '../../../shared/partner-api/signatures.ts'
import { checkMessageSignature, secretBytes, type KnownKey } from './message-signature-check.ts'
import type { SignatureCheck, SignatureVerdict, SignedRequest } from './partner-admission.ts'
import type { PartnerKey } from '../store/administration.ts'
import { sameText } from '../../host/secrets/same-secret.ts'

/** How far a request's own time may lie from ours, before and after. */
const WINDOW_SECONDS = 300

/** Either scheme, by whichever of the partner's keys the request names. */
export const checkSignature: SignatureCheck = (request, keys, now) => {
  const ofScheme = (scheme: PartnerKey['scheme']): readonly KnownKey[] =>
    keys.filter((key): key is KnownKey => key.scheme === scheme && key.secret !== null)
  const messageKeys = ofScheme('rfc9421')
  const isMessage = request.header('signature-input') !== undefined && messageKeys.length > 0
  return isMessage
    ? checkMessageSignature(request, messageKeys, now / 1000, WINDOW_SECONDS)
    : checkStadepass(request, ofScheme('stadepass-hmac'), now / 1000)
}

function checkStadepass(request: SignedRequest, keys: readonly KnownKey[], nowSeconds: number): SignatureVerdict {
  const names = STADEPASS_HEADERS
  const keyId = request.header(names.key)
  const key = keys.find((one) => one.keyId === keyId)
  if (!key) return { ok: false, what: 'No key of this partner is named.', where: `header.${names.key}` }
  const time = request.header(names.time) ?? ''
  const id = request.header(names.id) ?? ''
  const given = request.header(names.signature) ?? ''
  if (!/^\d{1,12}$/u.test(time) || Math.abs(nowSeconds - Number(time)) > WINDOW_SECONDS) {
    const what = `The time is missing, or more than ${WINDOW_SECONDS} s from ours.`
    return { ok: false, what, where: `header.${names.time}` }
  }
  if (id === '' || id.length > 200) {
    return { ok: false, what: 'The request has no id of its own.', where: `header.${names.id}` }
  }
  const [path = ''] = request.target.split('?', 1)
  const bodySha256 = createHash('sha256').update(request.body).digest('hex')
  const expected = createHmac('sha256', secretBytes(key.secret))
    .update(stadepassText({ time, method: request.method, path, bodySha256 }))
    .digest('hex')
  if (!sameText(given.toLowerCase(), expected)) {
    return { ok: false, what: 'The signature does not fit the request.', where: `header.${names.signature}` }
  }
  const nonce = mayComeTwice(request.method, path) ? `${id} ${expected}` : expected
  return { ok: true, nonce, expiresAt: (Number(time) + WINDOW_SECONDS + 1) * 1000 }
}

/**
 * The signature does not cover the request's id, and its time counts whole seconds. Several honest machines read, and open
 * sessions, with the same bytes in the same second: there the id tells requests apart, and one sent again under a new id
 * gets no more than a session of its own. All else names its session, hold or order: the same signature is the same request.
 */
function mayComeTwice(method: string, path: string): boolean {
  return method === 'GET' || (method === 'POST' && path === operations.openSession.path)
}
