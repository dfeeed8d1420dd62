import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { TranslatedError } from '../../../shared/i18n/catalogues.ts'
import { refuseExposed } from '../../host/files/file-text.ts'
import type { HubStore, Partner, PartnerKey } from '../sql/administration.ts'

const SEALED = /^sealed:1:([0-9a-f]{16}):([A-Za-z0-9+/=]+)$/u
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16]

/** Returns the codes of partners with a secret whose sealing key is missing. */
export async function partnersWithoutSecret(store: Pick<HubStore, 'listPartners'>): Promise<readonly string[]> {
  const partners = await store.listPartners()
  return partners.filter(({ keys }) => keys.some(({ secret }) => secret === null)).map(({ code }) => code)
}

/** A public key is not secret, so it is stored unencrypted. */
const isShared = (key: PartnerKey): key is PartnerKey & { readonly secret: string } =>
  key.secret !== null && !key.secret.startsWith('-----BEGIN')

export function mapSecrets(partner: Partner, change: (secret: string, about: string) => string | null): Partner {
  const keys = partner.keys.map((key) => {
    if (!isShared(key)) return key
    return { ...key, secret: change(key.secret, [partner.code, key.keyId, key.scheme].join('\n')) }
  })
  return { ...partner, keys }
}

/**
 * Secrets shared with partners, sealed (AES-256-GCM) with a key in a separate file, so that a copy of the database
 * reveals no secret. Hashes would not suffice, because signatures are computed from the secrets. A sealed secret can be
 * opened only for its own partner, key id and scheme.
 */
export class SecretBox {
  readonly #file: string | undefined
  #key: Buffer | null = null

  /** The key file is created with the first secret. Without a file, no secret can be stored. */
  constructor(file: string | undefined) {
    this.#file = file
  }

  readonly seal = (secret: string, about: string): string => {
    if (SEALED.test(secret)) return secret
    if (this.#file === undefined) throw new Error("the key file for the partners' secrets is missing")
    const key = (this.#key = this.#known() ?? makeKey(this.#file))
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return `sealed:1:${nameOf(key)}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`
  }

  /**
   * Returns null if the key that sealed the secret is missing, or if the secret was sealed with a different `about`
   * text.
   */
  readonly open = (sealed: string, about: string): string | null => {
    const [, name, content] = SEALED.exec(sealed) ?? []
    if (content === undefined) return null
    const key = this.#known()
    if (key === null || nameOf(key) !== name) return null
    const bytes = Buffer.from(content, 'base64')
    if (bytes.length < IV_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
    } catch {
      return null
    }
  }

  #known(): Buffer | null {
    return (this.#key ??= this.#file === undefined ? null : readKey(this.#file))
  }
}

const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Returns null without a file. Throws if other users may read the file, or the file contains no key. */
function readKey(file: string): Buffer | null {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new TranslatedError(({ refusals }) => refusals.brokenKey(file), { cause: error })
  }
  refuseExposed(file)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new TranslatedError(({ refusals }) => refusals.brokenKey(file))
  return key
}

/** If two processes create the key at the same time, both use the key that was written first. */
function makeKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return key
  } catch (error) {
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKey(file) : null
    if (made === null) throw error
    return made
  }
}
