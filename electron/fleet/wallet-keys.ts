import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { WalletNotice } from '../../shared/api/fleet/contract.ts'
import { type Wallet, walletNames } from '../../shared/domain/fleet/fleet.ts'
import { catalogues, errorText, type ProgramTexts, TranslatedError } from '../../shared/i18n/catalogues.ts'
import { problemLines, readJsonFile, refuseExposed } from '../host/files/file-text.ts'

/** Signs passes for Apple Wallet. The certificates are in DER. */
export interface AppleKeys {
  readonly teamIdentifier: string
  readonly passTypeIdentifier: string
  readonly certificate: Buffer
  readonly intermediate: Buffer
  readonly key: KeyObject
  /** Time at which the first of the two certificates expires, in milliseconds of the Unix epoch. */
  readonly untilMs: number
}

/** Signs passes for Google Wallet. `keyId` and `email` identify the service account. */
export interface GoogleKeys {
  readonly issuerId: string
  readonly email: string
  readonly keyId: string
  readonly key: KeyObject
}

export interface WalletKeys {
  /** Null if not configured, or if a check failed. */
  readonly apple: AppleKeys | null
  readonly google: GoogleKeys | null
  /** Configured wallets whose keys failed a check. */
  readonly off: readonly Wallet[]
  /** Failed checks, and certificates that expire soon. */
  readonly warnings: readonly TranslatedError[]
}

const SETTINGS = 'wallet.json'
const fileName = z.string().min(1).max(200)
const applePart = z.strictObject({
  /** Ten characters: capital letters and digits. */
  teamIdentifier: z.string().regex(/^[A-Z\d]{10}$/u),
  passTypeIdentifier: z.string().regex(/^pass\.[\w.-]{1,100}$/u),
  certificate: fileName,
  intermediate: fileName,
  key: fileName,
  passphrase: z.string().max(1000).optional(),
})
const googlePart = z.strictObject({ issuerId: z.string().regex(/^\d{5,25}$/u), key: fileName })
/** Content of `wallet.json`. */
export const walletSettings = z.strictObject({ apple: applePart.optional(), google: googlePart.optional() })

/** Required members of the key file of a Google Cloud service account. */
const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key_id: z.string().min(1).max(200),
  private_key: z.string(),
})

type Sentences = ProgramTexts['wallet']

/** An error whose text contains no part of a key file. */
const refused = (sentence: (texts: Sentences) => string) => new TranslatedError(({ wallet }) => sentence(wallet))

/** Reads and checks the keys in a folder. Returns null if the folder has no `wallet.json`. Never throws. */
export function readWalletKeys(folder: string, nowMs: number): WalletKeys | null {
  const path = join(folder, SETTINGS)
  if (!existsSync(path)) return null
  const off: Wallet[] = []
  const warnings: TranslatedError[] = []
  const attempt = <T>(wallets: readonly Wallet[], read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      off.push(...wallets)
      const names = wallets.map((wallet) => walletNames[wallet]).join(', ')
      warnings.push(new TranslatedError((texts) => texts.wallet.off(names, errorText(error, texts))))
      return null
    }
  }
  const settings = attempt(['apple', 'google'], () => secretJson(path, walletSettings))
  const [ofApple, ofGoogle] = [settings?.apple, settings?.google]
  const apple = ofApple ? attempt(['apple'], () => appleKeysOf(folder, ofApple, nowMs)) : null
  const google = ofGoogle ? attempt(['google'], () => googleKeysOf(folder, ofGoogle)) : null
  if (apple && apple.untilMs - nowMs <= SOON_MS) {
    const days = Math.ceil((apple.untilMs - nowMs) / DAY_MS)
    warnings.push(refused(({ expires }) => expires(dayOf(apple.untilMs), days)))
  }
  return { apple, google, off, warnings }
}

const DAY_MS = 86_400_000
/** The hub warns when a certificate expires within this time: 30 days. */
const SOON_MS = 30 * DAY_MS

/** Returns the wallets whose passes are disabled, and the wallets whose certificate expires within 30 days. */
export function walletNotices({ apple, off }: WalletKeys, nowMs: number): readonly WalletNotice[] {
  const failed = off.map((wallet) => ({ wallet, untilUtc: null, isOff: true }))
  if (!apple || apple.untilMs - nowMs > SOON_MS) return failed
  const untilUtc = new Date(apple.untilMs).toISOString()
  return [...failed, { wallet: 'apple', untilUtc, isOff: apple.untilMs <= nowMs }]
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Reads a file. Throws if other users can read or write the file. */
function secretFile(path: string): Buffer {
  const bytes = contentOf(path)
  refuseExposed(path)
  return bytes
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return fail(({ unreadable }) => unreadable(path))
  }
}

/** Reads a JSON file with secrets. The error of an invalid file contains no value of the file. */
function secretJson<T>(path: string, shape: z.ZodType<T>): T {
  const bytes = secretFile(path)
  const readIn = (texts: ProgramTexts) => readJsonFile(bytes, shape, texts, { isSecret: true })
  const read = readIn(catalogues.en)
  if (read.ok) return read.value
  throw new TranslatedError((texts) => {
    const again = readIn(texts)
    return again.ok ? '' : problemLines(path, again.problems).join('; ')
  })
}

function appleKeysOf(folder: string, settings: z.infer<typeof applePart>, nowMs: number): AppleKeys {
  const { teamIdentifier, passTypeIdentifier, passphrase } = settings
  const [certPath, intermediatePath] = [join(folder, settings.certificate), join(folder, settings.intermediate)]
  const keyPath = join(folder, settings.key)
  const key = rsaKeyOf(secretFile(keyPath), passphrase) ?? fail(({ key: text }) => text(keyPath))
  const [certificate, intermediate] = [certificateIn(certPath), certificateIn(intermediatePath)]
  if (!certificate.checkPrivateKey(key)) fail(({ otherKey }) => otherKey(certPath, keyPath))
  for (const [name, part, wanted] of [
    ['teamIdentifier', 'OU', teamIdentifier],
    ['passTypeIdentifier', 'UID', passTypeIdentifier],
  ] as const) {
    const found = partOf(certificate.subject, part)
    if (found !== wanted) fail(({ otherName }) => otherName(certPath, name, found, wanted))
  }
  if (!certificate.checkIssued(intermediate) || !certificate.verify(intermediate.publicKey))
    fail(({ otherIssuer }) => otherIssuer(intermediatePath, partOf(certificate.issuer, 'CN')))
  for (const [path, { validFromDate, validToDate }] of [
    [certPath, certificate],
    [intermediatePath, intermediate],
  ] as const) {
    if (validToDate.getTime() <= nowMs) fail(({ expired }) => expired(path, dayOf(validToDate.getTime())))
    if (validFromDate.getTime() > nowMs) fail(({ early }) => early(path, dayOf(validFromDate.getTime())))
  }
  const untilMs = Math.min(certificate.validToDate.getTime(), intermediate.validToDate.getTime())
  return {
    teamIdentifier,
    passTypeIdentifier,
    certificate: certificate.raw,
    intermediate: intermediate.raw,
    key,
    untilMs,
  }
}

function googleKeysOf(folder: string, { issuerId, key: file }: z.infer<typeof googlePart>): GoogleKeys {
  const path = join(folder, file)
  const { client_email: email, private_key_id: keyId, private_key: pem } = secretJson(path, serviceAccount)
  return { issuerId, email, keyId, key: rsaKeyOf(Buffer.from(pem)) ?? fail(({ account }) => account(path)) }
}

function fail(sentence: (texts: Sentences) => string): never {
  throw refused(sentence)
}

const MIN_RSA_BITS = 2048

/** Returns null for a wrong passphrase, another kind of key, or a key that is too short. */
function rsaKeyOf(pem: Buffer, passphrase?: string): KeyObject | null {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= MIN_RSA_BITS ? key : null
  } catch {
    return null
  }
}

function certificateIn(path: string): X509Certificate {
  const bytes = contentOf(path)
  try {
    return new X509Certificate(bytes)
  } catch {
    return fail(({ certificate }) => certificate(path))
  }
}

/** Returns a part of a distinguished name, such as `OU`; empty if it is absent. */
const partOf = (name: string, part: string): string =>
  name
    .split('\n')
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1) ?? ''
