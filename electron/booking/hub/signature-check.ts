import { constants, createHash, createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { operations, PARTNER_CODE_HEADER } from '../../../shared/api/partner/operations.ts'
import {
  readByteSequences,
  type ReadSignature,
  readSignatures,
  type SignatureAlgorithm,
  signatureBase,
  STADEPASS_HEADERS,
  stadepassText,
} from '../../../shared/api/partner/signatures.ts'
import { sameBytes, sameText } from '../../host/secrets/same-secret.ts'
import type { PartnerKey } from '../sql/administration.ts'
import type { SignatureCheck, SignatureVerdict, SignedRequest } from './partner-admission.ts'

/** Maximum difference between the time of a request and the hub's clock, in both directions. */
const WINDOW_SECONDS = 300

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
  if (!key)
    return { ok: false, what: 'The key id is missing or matches no key of this partner.', where: `header.${names.key}` }
  const time = request.header(names.time) ?? ''
  const id = request.header(names.id) ?? ''
  const given = request.header(names.signature) ?? ''
  if (!/^\d{1,12}$/u.test(time) || Math.abs(nowSeconds - Number(time)) > WINDOW_SECONDS) {
    const what = `The time is missing, or differs by more than ${WINDOW_SECONDS} s from the server's clock.`
    return { ok: false, what, where: `header.${names.time}` }
  }
  if (id === '' || id.length > 200) {
    return { ok: false, what: 'The request has no unique id.', where: `header.${names.id}` }
  }
  const [path = ''] = request.target.split('?', 1)
  const bodySha256 = createHash('sha256').update(request.body).digest('hex')
  const expected = createHmac('sha256', secretBytes(key.secret))
    .update(stadepassText({ time, method: request.method, path, bodySha256 }))
    .digest('hex')
  if (!sameText(given.toLowerCase(), expected)) {
    return { ok: false, what: 'The signature does not match the request.', where: `header.${names.signature}` }
  }
  const nonce = mayComeTwice(request.method, path) ? `${id} ${expected}` : expected
  return { ok: true, nonce, expiresAt: (Number(time) + WINDOW_SECONDS + 1) * 1000 }
}

/**
 * Returns true for requests that may legitimately have equal signatures. The time in a signature has a resolution of
 * one second, so several kiosks may send identical reads in one second. A replay that opens a session opens only
 * another session. Other requests contain a session, hold or order, so an equal signature means a repeated request.
 */
function mayComeTwice(method: string, path: string): boolean {
  return method === 'GET' || (method === 'POST' && path === operations.openSession.path)
}

type KnownKey = PartnerKey & { readonly secret: string }

const INPUT = 'header.signature-input'

/**
 * Checks an HTTP Message Signature (RFC 9421, section 3.2), which must cover the method, target, partner code and
 * digest of a body (RFC 9530). The signature must contain a nonce and a current time.
 */
function checkMessageSignature(
  request: SignedRequest,
  keys: readonly KnownKey[],
  nowSeconds: number,
  windowSeconds: number,
): SignatureVerdict {
  const read = readSignatures(request.header('signature-input') ?? '', request.header('signature') ?? '')
  if (!read) return refuse('The headers Signature-Input and Signature cannot be read.')
  const named = read.flatMap((signature) => {
    const key = keys.find(({ keyId }) => keyId === signature.params.keyid)
    return key ? [{ signature, key }] : []
  })
  const [first] = named
  if (!first) return refuse('The key id is missing or matches no key of this partner.')
  const { signature, key } = first
  const { created, expires, nonce } = signature.params
  if (created === undefined || Math.abs(nowSeconds - created) > windowSeconds) {
    return refuse(`"created" is missing, or differs by more than ${windowSeconds} s from the server's clock.`)
  }
  if (expires !== undefined && expires < nowSeconds) return refuse('The signature has expired.')
  if (!nonce || nonce.length > 200) return refuse('The signature has no unique nonce.')
  const missing = missingComponent(signature.params.components, request)
  if (missing !== null) return refuse(`The signature does not cover ${missing}.`)
  if (request.body.length > 0 && !digestFits(request)) {
    return { ok: false, what: 'The digest does not match the body.', where: 'header.content-digest' }
  }
  if (!fits(request, signature, key)) {
    return { ok: false, what: 'The signature does not match the request.', where: 'header.signature' }
  }
  return { ok: true, nonce: `${key.keyId} ${nonce}`, expiresAt: (created + windowSeconds + 1) * 1000 }
}

const refuse = (what: string): SignatureVerdict => ({ ok: false, what, where: INPUT })

function missingComponent(components: readonly string[], { target, body }: SignedRequest): string | null {
  const covers = (name: string): boolean => components.includes(name)
  if (!covers('@method')) return '@method'
  if (!covers('@target-uri') && !covers('@request-target')) {
    if (!covers('@path')) return '@path'
    if (target.includes('?') && !covers('@query')) return '@query'
  }
  if (!covers(PARTNER_CODE_HEADER)) return PARTNER_CODE_HEADER
  return body.length > 0 && !covers('content-digest') ? 'content-digest' : null
}

const DIGESTS = ['sha-256', 'sha-512'] as const

/** Requires at least one digest of a known kind; all known digests must match. */
function digestFits({ header, body }: SignedRequest): boolean {
  const given = readByteSequences(header('content-digest') ?? '')
  const known = DIGESTS.filter((name) => given?.has(name))
  return (
    known.length > 0 &&
    known.every((name) => createHash(name.replace('-', '')).update(body).digest('base64') === given?.get(name))
  )
}

/** Tries both URL schemes, because a proxy may have terminated the client's TLS. */
function fits(request: SignedRequest, { params, written, signature }: ReadSignature, key: KnownKey): boolean {
  const judge = judgeOf(key)
  if (!judge || (params.alg !== undefined && params.alg !== judge.algorithm)) return false
  const host = request.header('host') ?? ''
  return ['https', 'http'].some((scheme) => {
    const address = `${scheme}://${host}${request.target}`
    if (!URL.canParse(address)) return false
    const facts = { method: request.method, url: new URL(address), header: request.header }
    const base = signatureBase(facts, params.components, written)
    return base !== null && judge.holds(Buffer.from(base), Buffer.from(signature, 'base64'))
  })
}

interface Judge {
  readonly algorithm: SignatureAlgorithm
  readonly holds: (base: Buffer, signature: Buffer) => boolean
}

/** The key, never the request, determines the algorithm (RFC 9421, section 3.2). */
function judgeOf({ secret }: KnownKey): Judge | null {
  if (!secret.startsWith('-----BEGIN')) {
    const holds = (base: Buffer, signature: Buffer): boolean => {
      const expected = createHmac('sha256', secretBytes(secret)).update(base).digest()
      return sameBytes(signature, expected)
    }
    return { algorithm: 'hmac-sha256', holds }
  }
  const key = publicKeyOf(secret)
  if (key?.asymmetricKeyType === 'ed25519') {
    return { algorithm: 'ed25519', holds: (base, signature) => verify(null, base, key, signature) }
  }
  if (key?.asymmetricKeyType === 'rsa' || key?.asymmetricKeyType === 'rsa-pss') {
    const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 } as const
    return { algorithm: 'rsa-pss-sha512', holds: (base, signature) => verify('sha512', base, pss, signature) }
  }
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null
  const dsa = { key, dsaEncoding: 'ieee-p1363' } as const
  return { algorithm: 'ecdsa-p256-sha256', holds: (base, signature) => verify('sha256', base, dsa, signature) }
}

/** Binary secrets have the prefix `base64:`, as in a kiosk's settings. */
function secretBytes(secret: string): Buffer {
  return secret.startsWith('base64:') ? Buffer.from(secret.slice('base64:'.length), 'base64') : Buffer.from(secret)
}

function publicKeyOf(text: string): KeyObject | null {
  try {
    return createPublicKey(text)
  } catch {
    return null
  }
}
