import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { TranslatedError } from '../../../shared/i18n/catalogues.ts'
import type { HubStore, Partner, PartnerKey } from '../store/administration.ts'

/**
 * Secrets shared with partners, sealed (AES-256-GCM) by a key in a file of its own: the hub has to compute with them, so
 * hashes would not do, and who gets the database or a copy of it gets none. A sealed secret opens only for the
 * partner, key id and scheme that it was sealed for.
 */
interface SecretBox {
  readonly seal: (secret: string, about: string) => string
  /** Null where it is not sealed, or by a key that is not at hand, or for something else. */
  readonly open: (sealed: string, about: string) => string | null
}

const SEALED = /^sealed:1:([0-9a-f]{16}):([A-Za-z0-9+/=]+)$/u
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16]

/**
 * The same store with sealed secrets. `file` is read when it is first needed and made with the first secret; left out, no
 * secret can be kept.
 */
export function withSealedSecrets(store: HubStore, file: string | undefined): HubStore {
  const box = createSecretBox(file)
  return {
    ...store,
    listPartners: async () => (await store.listPartners()).map((partner) => mapSecrets(partner, box.open)),
    keepPartner: (partner) => store.keepPartner(mapSecrets(partner, box.seal)),
  }
}

/** Codes of partners with a secret that was sealed by a key which is not at hand. */
export async function partnersWithoutSecret(store: Pick<HubStore, 'listPartners'>): Promise<readonly string[]> {
  const partners = await store.listPartners()
  return partners.filter(({ keys }) => keys.some(({ secret }) => secret === null)).map(({ code }) => code)
}

/** A public key is no secret. */
const isShared = (key: PartnerKey): key is PartnerKey & { readonly secret: string } =>
  key.secret !== null && !key.secret.startsWith('-----BEGIN')

function mapSecrets(partner: Partner, change: (secret: string, about: string) => string | null): Partner {
  const keys = partner.keys.map((key) => {
    if (!isShared(key)) return key
    return { ...key, secret: change(key.secret, [partner.code, key.keyId, key.scheme].join('\n')) }
  })
  return { ...partner, keys }
}

function createSecretBox(file: string | undefined): SecretBox {
  let kept: Buffer | null = null
  const known = (): Buffer | null => (kept ??= file === undefined ? null : readKey(file))

  return {
    seal(secret, about) {
      if (SEALED.test(secret)) return secret
      if (file === undefined) throw new Error('there is no file for the key that secrets are sealed by')
      const by = (kept = known() ?? makeKey(file))
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', by, iv).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `sealed:1:${nameOf(by)}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`
    },

    open(sealed, about) {
      const [, name, content] = SEALED.exec(sealed) ?? []
      if (content === undefined) return null
      const by = known()
      if (by === null || nameOf(by) !== name) return null
      const bytes = Buffer.from(content, 'base64')
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', by, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
      } catch {
        return null
      }
    },
  }
}

/** Tells keys apart and says nothing about them. */
const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Null where there is no file. Throws for one that others may read, or that holds no key. */
function readKey(file: string): Buffer | null {
  let [text, mode] = ['', 0]
  try {
    ;({ mode } = statSync(file))
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new TranslatedError(({ refusals }) => refusals.brokenKey(file), { cause: error })
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new TranslatedError(({ config }) => config['secret-exposed']({ type: 'secret-exposed', path: file }))
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new TranslatedError(({ refusals }) => refusals.brokenKey(file))
  return key
}

/** Of two processes that make it at once, one does and the other takes that. */
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
