import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../../shared/partner-api/signing/message-signatures.ts'
import { STADEPASS_HEADERS } from '../../shared/partner-api/signing/stadepass-hmac.ts'
import { readSecret } from './secret.ts'

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/u, "expected a header's name")
const text = z.string().regex(/^[\x20-\x7e]{1,200}$/u, 'expected 1 to 200 letters, digits and signs')

/** Exactly one of the two says where the secret is; it never stands in the settings themselves. */
const common = {
  /** How the partner calls our key. */
  keyId: text,
  /** A file that nobody but its owner may read, sealed by a keyring or not; beside the settings or by its full path. */
  secretFile: z.string().min(1).optional(),
  /** An environment variable. */
  secretVariable: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/u, 'expected the name of an environment variable')
    .optional(),
}

/** `partner.signing`: how every request to the partner is signed. */
export const signingSchema = z.discriminatedUnion('scheme', [
  z.strictObject({
    scheme: z.literal('stadepass-hmac'),
    ...common,
    headers: z
      .strictObject({
        key: headerName.default(STADEPASS_HEADERS.key),
        time: headerName.default(STADEPASS_HEADERS.time),
        id: headerName.default(STADEPASS_HEADERS.id),
        signature: headerName.default(STADEPASS_HEADERS.signature),
      })
      .prefault({}),
  }),
  z.strictObject({
    scheme: z.literal('rfc9421'),
    ...common,
    algorithm: z.enum(SIGNATURE_ALGORITHMS).default('hmac-sha256'),
    components: z
      .array(
        z
          .string()
          .regex(
            /^(?:@(?:method|target-uri|authority|scheme|request-target|path|query|query-param;name="[\w.%*-]{1,100}")|[a-z0-9!#$%&'*+.^_`|~-]{1,100})$/u,
            'expected a header\'s name in small letters, or @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param;name="…"',
          ),
      )
      .min(1)
      .refine((each) => new Set(each).size === each.length, 'names a component twice')
      .default(['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code', 'x-env']),
    lifeSeconds: z.int().min(10).max(3600).default(300),
    label: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,30}$/u, 'expected small letters, digits, dashes or underscores')
      .default('guichet'),
    tag: text.optional(),
  }),
])

type Settings = z.infer<typeof signingSchema>

/** A key object shows its bytes to no log, error or JSON text. */
export type Signing = Settings & { readonly key: KeyObject }

/** `detail` says which setting to look at, and what to do. */
interface SigningFault {
  readonly type: 'signing-fault'
  readonly detail: string
}

const fault = (detail: string): Result<never, SigningFault> => err({ type: 'signing-fault', detail })

/** Fetches the key; no error holds what was read. */
export function withKey(
  signing: Settings,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Signing, SigningFault> {
  const secret = readSecret('partner.signing', signing, directory, environment)
  if (!secret.ok) return fault(secret.error.detail)
  const key = keyOf(signing, secret.value)
  return key.ok ? ok({ ...signing, key: key.value }) : key
}

/** As Node names curves and keys. */
const KEY_KINDS: Readonly<Record<Exclude<SignatureAlgorithm, 'hmac-sha256'>, readonly string[]>> = {
  ed25519: ['ed25519'],
  'ecdsa-p256-sha256': ['prime256v1'],
  'rsa-pss-sha512': ['rsa', 'rsa-pss'],
}

function keyOf(signing: Settings, secret: string): Result<KeyObject, SigningFault> {
  const algorithm = signing.scheme === 'rfc9421' ? signing.algorithm : 'hmac-sha256'
  if (algorithm === 'hmac-sha256') {
    const bytes = bytesOf(secret)
    return bytes.length > 0 ? ok(createSecretKey(bytes)) : fault('partner.signing: the secret is empty')
  }
  try {
    const key = createPrivateKey(secret)
    const kind = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? 'unknown'
    const wanted = KEY_KINDS[algorithm]
    return wanted.includes(kind)
      ? ok(key)
      : fault(`partner.signing: a key of the kind ${kind}, where ${wanted.join(' or ')} was expected for ${algorithm}`)
  } catch {
    return fault(`partner.signing: ${algorithm} needs a private key in PEM (PKCS #8), without a password`)
  }
}

/** Editors end a file with a line break, which belongs to no secret; `base64:` is for secrets that are no text. */
function bytesOf(written: string): Buffer {
  const plain = written.replace(/\r?\n$/u, '')
  return plain.startsWith('base64:') ? Buffer.from(plain.slice('base64:'.length), 'base64') : Buffer.from(plain)
}
