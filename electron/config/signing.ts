import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { textForms } from '../../shared/domain/text-forms.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { ok, type Result } from '../../shared/domain/result.ts'
import {
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
  STADEPASS_HEADERS,
} from '../../shared/partner-api/signatures.ts'
import type { SettingProblem } from '../../shared/i18n/setting-texts.ts'
import { readSecret } from './secret.ts'
import { type FoundProblem, refuseSetting } from './setting-problem.ts'

const headerName = z.string().regex(textForms.headerName)
const text = z.string().regex(textForms.asciiText)

/** Exactly one of the two says where the secret is; it never stands in the settings themselves. */
const common = {
  /** How the partner calls our key. */
  keyId: text,
  /** A file that nobody but its owner may read, sealed by a keyring or not; beside the settings or by its full path. */
  secretFile: z.string().min(1).optional(),
  /** An environment variable. */
  secretVariable: z.string().regex(textForms.environmentVariable).optional(),
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
      .array(z.string().regex(textForms.signatureComponent))
      .min(1)
      .refine((each) => new Set(each).size === each.length, expects('distinct'))
      .default(['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code', 'x-env']),
    lifeSeconds: z.int().min(10).max(3600).default(300),
    label: z.string().regex(textForms.signatureLabel).default('guichet'),
    tag: text.optional(),
  }),
])

type Settings = z.infer<typeof signingSchema>

/** A key object shows its bytes to no log, error or JSON text. */
export type Signing = Settings & { readonly key: KeyObject }

const refused = (problem: SettingProblem) => refuseSetting('partner.signing', problem)

/** Fetches the key; no error holds what was read. */
export function withKey(
  signing: Settings,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Signing, FoundProblem> {
  const secret = readSecret('partner.signing', signing, directory, environment)
  if (!secret.ok) return secret
  const key = keyOf(signing, secret.value)
  return key.ok ? ok({ ...signing, key: key.value }) : key
}

/** As Node names curves and keys. */
const KEY_KINDS: Readonly<Record<Exclude<SignatureAlgorithm, 'hmac-sha256'>, readonly string[]>> = {
  ed25519: ['ed25519'],
  'ecdsa-p256-sha256': ['prime256v1'],
  'rsa-pss-sha512': ['rsa', 'rsa-pss'],
}

function keyOf(signing: Settings, secret: string): Result<KeyObject, FoundProblem> {
  const algorithm = signing.scheme === 'rfc9421' ? signing.algorithm : 'hmac-sha256'
  if (algorithm === 'hmac-sha256') {
    const bytes = bytesOf(secret)
    return bytes.length > 0 ? ok(createSecretKey(bytes)) : refused({ type: 'secret-empty' })
  }
  try {
    const key = createPrivateKey(secret)
    const kind = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? 'unknown'
    const wanted = KEY_KINDS[algorithm]
    return wanted.includes(kind) ? ok(key) : refused({ type: 'wrong-key', kind, wanted, algorithm })
  } catch {
    return refused({ type: 'no-private-key', algorithm })
  }
}

/** Editors end a file with a line break, which belongs to no secret; `base64:` is for secrets that are no text. */
function bytesOf(written: string): Buffer {
  const plain = written.replace(/\r?\n$/u, '')
  return plain.startsWith('base64:') ? Buffer.from(plain.slice('base64:'.length), 'base64') : Buffer.from(plain)
}
