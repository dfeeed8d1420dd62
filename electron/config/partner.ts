import { createPrivateKey, createSecretKey, type KeyObject, X509Certificate } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { phoneTail } from '../../shared/domain/customer.ts'
import { ok, type Result } from '../../shared/domain/result.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { describe, expects } from '../../shared/i18n/issue-text.ts'
import type { SettingProblem } from '../../shared/i18n/setting-texts.ts'
import { operations } from '../../shared/api/partner/operations.ts'
import {
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
  STADEPASS_HEADERS,
} from '../../shared/api/partner/signatures.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { proxyAddress } from '../payments/settings-fields.ts'
import { readSecret } from './secret.ts'
import { type FoundProblem, refuseSetting } from './setting-problem.ts'

/** Returns the certificates in the file `named`, relative to the settings file; undefined if `named` is absent. */
export function readCertificates(
  setting: string,
  named: string | undefined,
  settingsFile: string,
): Result<string | undefined, FoundProblem> {
  if (named === undefined) return ok(undefined)
  const file = resolve(dirname(settingsFile), named)
  try {
    const pem = readTextFile(file)
    void new X509Certificate(pem)
    return ok(pem)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return /^E[A-Z]+$/u.test(code)
      ? refuseSetting(setting, { type: 'file-unreadable', path: file, code })
      : refuseSetting(setting, { type: 'no-certificate', path: file })
  }
}

const headerName = z.string().regex(textForms.headerName)
const text = z.string().regex(textForms.asciiText)

/** Exactly one of `secretFile` and `secretEnv` is required, so that the settings never contain the secret. */
const common = {
  /** Id of the client's key, as assigned by the partner. */
  keyId: text,
  /** Path of a file that only its owner may read: absolute, or relative to the settings file. */
  secretFile: z.string().min(1).optional(),
  secretEnv: z.string().regex(textForms.environmentVariable).optional(),
}

/** Schema of `partner.signing`, the settings for signing every request to the partner. */
const signingSchema = z.discriminatedUnion('scheme', [
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
    validSeconds: z.int().min(10).max(3600).default(300),
    label: z.string().regex(textForms.signatureLabel).default('guichet'),
    tag: text.optional(),
  }),
])

type SigningSettings = z.infer<typeof signingSchema>

/** Signing settings with a key object, which never reveals its bytes in logs, errors or JSON. */
type Signing = SigningSettings & { readonly key: KeyObject }

const refused = (problem: SettingProblem) => refuseSetting('partner.signing', problem)

/** Adds the signing key to the settings. No error message contains the secret that was read. */
function withKey(
  signing: SigningSettings,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Signing, FoundProblem> {
  const secret = readSecret('partner.signing', signing, directory, environment)
  if (!secret.ok) return secret
  const key = keyOf(signing, secret.value)
  return key.ok ? ok({ ...signing, key: key.value }) : key
}

/** Node's names of key types and curves, by signature algorithm. */
const KEY_KINDS: Readonly<Record<Exclude<SignatureAlgorithm, 'hmac-sha256'>, readonly string[]>> = {
  ed25519: ['ed25519'],
  'ecdsa-p256-sha256': ['prime256v1'],
  'rsa-pss-sha512': ['rsa', 'rsa-pss'],
}

function keyOf(signing: SigningSettings, secret: string): Result<KeyObject, FoundProblem> {
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

/** Decodes a secret, which may begin with `base64:`. Removes the line break that editors add at the end of a file. */
function bytesOf(written: string): Buffer {
  const plain = written.replace(/\r?\n$/u, '')
  return plain.startsWith('base64:') ? Buffer.from(plain.slice('base64:'.length), 'base64') : Buffer.from(plain)
}

type JsonObject = { readonly [name: string]: z.core.util.JSONType }
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const path = (name: string, expected: 'sessionPath' | 'holdPath') =>
  z.string().refine((text) => /^\/[^?#\s]*$/u.test(text) && text.includes(`{${name}}`), expects(expected))

/**
 * Format of the request that holds seats (step 4). The partner specification does not define it: see
 * docs/integrating/partner.md.
 */
export const holdSchema = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
    path: path('session_id', 'sessionPath').default(operations.holdSeats.path),
    /** True for one call for all seats, false for one call per seat. */
    batch: z.boolean().default(false),
    body: jsonObject.optional(),
    release: z
      .union([
        z.literal('none'),
        z.strictObject({
          method: z.enum(['DELETE', 'POST', 'PUT']).default('DELETE'),
          path: path('hold_id', 'holdPath').default(operations.releaseHold.path),
          body: jsonObject.optional(),
        }),
      ])
      .prefault({}),
  })
  .prefault({})
  .refine(
    ({ batch, body }) => body === undefined || JSON.stringify(body).includes(batch ? '"{seat_ids}"' : '"{seat_id}"'),
    { ...expects('holdBody'), path: ['body'] },
  )

/** Buyer of a purchase if the customer gives no details. Empty texts are sent unchanged. */
export const anonymousCustomerSchema = z.strictObject({
  /** Default: "Guichet" and the `deviceId`. */
  name: z.string().regex(textForms.customerName).optional(),
  phone: z
    .string()
    .refine((text) => text.length <= 30 && (text === '' || phoneTail(text) !== null), expects('telephone'))
    .optional(),
  email: z
    .string()
    .refine((text) => text === '' || (text.length <= 200 && z.email().safeParse(text).success), expects('emailAddress'))
    .optional(),
})

export const partnerSchema = z.strictObject({
  /** Base URL, to which the paths of the specification are appended. */
  baseUrl: describe('webAddress', z.url({ protocol: /^https?$/u }).refine(isPlain, expects('plainAddress'))),
  partnerCode: z.string().regex(textForms.headerText),
  /**
   * A read request is sent at most twice. Both attempts must finish within 120 s, after which a sale has to continue.
   */
  timeoutSeconds: z.number().min(1).max(45).default(15),
  hold: holdSchema,
  anonymousCustomer: anonymousCustomerSchema.optional(),
  /** PEM file, relative to the settings file, of certificates that are trusted instead of the system's. */
  caFile: z.string().min(1).optional(),
  httpProxy: proxyAddress.optional(),
  /** Required in production, where every request is signed (specification, "Signing"). */
  signing: signingSchema.optional(),
})

type Settings = z.infer<typeof partnerSchema>

export interface PartnerConfig extends Omit<Settings, 'signing'> {
  readonly signing?: Signing
  readonly ca?: string
}

/** Loads the files that the settings refer to. `file`: path of the settings file. */
export function loadPartner(
  settings: Settings,
  mode: 'demo' | 'live',
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
) {
  const { signing, ...connection } = settings
  const { protocol, hostname } = new URL(settings.baseUrl)
  if (mode === 'live' && protocol !== 'https:' && !isLoopback(hostname)) {
    return refuseSetting('partner.baseUrl', { type: 'plain-partner' })
  }
  const ca = readCertificates('partner.caFile', settings.caFile, file)
  if (!ca.ok) return ca
  const signed = signing && environment !== 'without-key' ? withKey(signing, dirname(file), environment) : ok(undefined)
  if (!signed.ok) return signed
  const partner: PartnerConfig = {
    ...connection,
    ...(ca.value !== undefined && { ca: ca.value }),
    ...(signed.value && { signing: signed.value }),
  }
  return ok(partner)
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/u.test(host)

/** Returns whether the paths of the specification can be appended to the address unchanged. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password, search, hash } = new URL(address)
  return username + password + search + hash === '' && !/[?#]/u.test(address)
}
