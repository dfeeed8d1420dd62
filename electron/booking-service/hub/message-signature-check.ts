import { constants, createHash, createHmac, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { PARTNER_CODE_HEADER } from '../../../shared/partner-api/operations.ts'
import {
  readByteSequences,
  readSignatures,
  signatureBase,
  type ReadSignature,
  type SignatureAlgorithm,
} from '../../../shared/partner-api/signatures.ts'
import type { SignatureVerdict, SignedRequest } from './partner-admission.ts'
import type { PartnerKey } from '../store/administration.ts'
import { sameBytes } from '../../host/secrets/same-secret.ts'

/** One whose secret is at hand. */
export type KnownKey = PartnerKey & { readonly secret: string }

const INPUT = 'header.signature-input'

/**
 * An HTTP Message Signature (RFC 9421, section 3.2) by one of these keys: it has to cover method, whole target, partner
 * code and, where there is a body, its digest (RFC 9530); to be made within the window; and to carry a nonce.
 */
export function checkMessageSignature(
  request: SignedRequest,
  keys: readonly KnownKey[],
  nowSeconds: number,
  windowSeconds: number,
): SignatureVerdict {
  const read = readSignatures(request.header('signature-input') ?? '', request.header('signature') ?? '')
  if (!read) return refuse('Signature-Input and Signature cannot be read.')
  const named = read.flatMap((signature) => {
    const key = keys.find(({ keyId }) => keyId === signature.params.keyid)
    return key ? [{ signature, key }] : []
  })
  const [first] = named
  if (!first) return refuse('No key of this partner is named.')
  const { signature, key } = first
  const { created, expires, nonce } = signature.params
  if (created === undefined || Math.abs(nowSeconds - created) > windowSeconds) {
    return refuse(`"created" is missing, or more than ${windowSeconds} s from ours.`)
  }
  if (expires !== undefined && expires < nowSeconds) return refuse('The signature has expired.')
  if (!nonce || nonce.length > 200) return refuse('The signature has no nonce of its own.')
  const missing = missingComponent(signature.params.components, request)
  if (missing !== null) return refuse(`The signature does not cover ${missing}.`)
  if (request.body.length > 0 && !digestFits(request)) {
    return { ok: false, what: 'The digest does not fit the body.', where: 'header.content-digest' }
  }
  if (!fits(request, signature, key)) {
    return { ok: false, what: 'The signature does not fit the request.', where: 'header.signature' }
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

/** Every digest of a kind we know has to fit, and there has to be one. */
function digestFits({ header, body }: SignedRequest): boolean {
  const given = readByteSequences(header('content-digest') ?? '')
  const known = DIGESTS.filter((name) => given?.has(name))
  return (
    known.length > 0 &&
    known.every((name) => createHash(name.replace('-', '')).update(body).digest('base64') === given?.get(name))
  )
}

/** The client may have come to us over TLS that a proxy ended: either scheme is what it may have signed. */
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

/** The key decides the algorithm, never the request (section 3.2): a public key in PEM, or a shared secret. */
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

/** `base64:` stands before a secret that is no text, as in a kiosk's settings. */
export function secretBytes(secret: string): Buffer {
  return secret.startsWith('base64:') ? Buffer.from(secret.slice('base64:'.length), 'base64') : Buffer.from(secret)
}

/** Null for what only begins like a key: nothing is signed by it. */
function publicKeyOf(text: string): KeyObject | null {
  try {
    return createPublicKey(text)
  } catch {
    return null
  }
}
