import { constants, createHash, createHmac, type KeyObject, sign } from 'node:crypto'
import {
  coveredOf,
  type SignatureAlgorithm,
  signedText,
  type StadepassHeaders,
  stadepassText,
  writeSignatureParams,
} from '../../shared/api/partner/signatures.ts'
import { REQUEST_ID_HEADER } from '../../shared/log-line.ts'

interface OutgoingRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | undefined
}

/** Returns the headers to add. Called for each attempt. */
export type RequestSigner = (request: OutgoingRequest) => SigningHeaders

type SigningHeaders = Readonly<Record<string, string>>

interface SignerClock {
  readonly now: () => { readonly wallUtc: string }
  readonly uuid: () => string
}

/** Both schemes are described byte by byte in docs/integrating/hub-clients.md. */
export type SignerSettings =
  | {
      readonly scheme: 'stadepass-hmac'
      readonly keyId: string
      readonly key: KeyObject
      readonly headers: StadepassHeaders
    }
  | {
      readonly scheme: 'rfc9421'
      readonly keyId: string
      readonly key: KeyObject
      readonly algorithm: SignatureAlgorithm
      /** Signature components that the request does not contain are omitted. */
      readonly components: readonly string[]
      readonly validSeconds: number
      readonly label: string
      readonly tag?: string | undefined
    }

export function requestSigner(settings: SignerSettings, clock: SignerClock): RequestSigner {
  return settings.scheme === 'stadepass-hmac' ? stadepass(settings, clock) : messageSignatures(settings, clock)
}

function stadepass(
  { keyId, key, headers }: Extract<SignerSettings, { scheme: 'stadepass-hmac' }>,
  { now, uuid }: SignerClock,
): RequestSigner {
  return ({ method, url, headers: sent, body = '' }) => {
    const time = String(unixSeconds(now))
    const bodySha256 = createHash('sha256').update(body).digest('hex')
    const text = stadepassText({ time, method, path: url.pathname, bodySha256 })
    return {
      [headers.key]: keyId,
      [headers.time]: time,
      [headers.id]: sent.get(REQUEST_ID_HEADER) ?? uuid(),
      [headers.signature]: createHmac('sha256', key).update(text).digest('hex'),
    }
  }
}

/** RFC 9421, with a Content-Digest (RFC 9530) for a body. */
function messageSignatures(
  { keyId, key, algorithm, components, validSeconds, label, tag }: Extract<SignerSettings, { scheme: 'rfc9421' }>,
  { now, uuid }: SignerClock,
): RequestSigner {
  return ({ method, url, headers, body }) => {
    const digest: SigningHeaders =
      body === undefined ? {} : { 'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:` }
    const header = (name: string): string | undefined => digest[name] ?? headers.get(name) ?? undefined
    const covered = coveredOf({ method, url, header }, components)
    const created = unixSeconds(now)
    const written = writeSignatureParams({
      components: covered.map(({ component }) => component),
      created,
      expires: created + validSeconds,
      nonce: uuid(),
      alg: algorithm,
      keyid: keyId,
      ...(tag !== undefined && { tag }),
    })
    return {
      ...digest,
      'signature-input': `${label}=${written}`,
      signature: `${label}=:${signatureOf(signedText(covered, written), algorithm, key).toString('base64')}:`,
    }
  }
}

function signatureOf(text: string, algorithm: SignatureAlgorithm, key: KeyObject): Buffer {
  switch (algorithm) {
    case 'hmac-sha256':
      return createHmac('sha256', key).update(text).digest()
    case 'ed25519':
      return sign(null, Buffer.from(text), key)
    case 'ecdsa-p256-sha256':
      // RFC 9421, section 3.3.4: the two numbers of an ECDSA signature are concatenated, not encoded in DER.
      return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
    case 'rsa-pss-sha512':
      // RFC 9421, section 3.3.1.
      return sign('sha512', Buffer.from(text), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 })
  }
}

const unixSeconds = (now: SignerClock['now']): number => Math.floor(Date.parse(now().wallUtc) / 1000)
