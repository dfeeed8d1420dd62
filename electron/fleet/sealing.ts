import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

/** An X25519 key (RFC 7748), to which others seal what only its holder may read. */
export interface SealingKey {
  /** Base64 of its DER (SPKI). */
  readonly publicKey: string
  /** What was sealed to this key for this use; null: nothing was, or it was changed. */
  open(sealed: Sealed, use: string): Buffer | null
}

export interface Sealed {
  /** The sender's X25519 key for this once: Base64 of its DER (SPKI). */
  readonly key: string
  /** Base64 of AES-256-GCM's ciphertext and tag. */
  readonly box: string
}

const ALGORITHM = 'aes-256-gcm'
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16]
/** PKCS #8 of an X25519 key (RFC 8410) up to its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The key that these 32 secret bytes are. */
export function sealingKeyOf(secret: Buffer): SealingKey {
  const own = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secret]), format: 'der', type: 'pkcs8' })
  const publicKey = textOf(createPublicKey(own))
  return {
    publicKey,
    open(sealed, use) {
      try {
        const { key, nonce } = derive(own, keyIn(sealed.key), [use, sealed.key, publicKey])
        const bytes = Buffer.from(sealed.box, 'base64')
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Seals to that key, for that use alone; null: it is no X25519 key. */
export function sealTo(publicKey: string, use: string, bytes: Uint8Array): Sealed | null {
  try {
    const once = generateKeyPairSync('x25519')
    const sender = textOf(once.publicKey)
    const { key, nonce } = derive(once.privateKey, keyIn(publicKey), [use, sender, publicKey])
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    const box = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    return { key: sender, box: box.toString('base64') }
  } catch {
    return null
  }
}

/** HKDF-SHA-256 (RFC 5869), without salt, over what both keys come to; it is used for one message. */
function derive(own: KeyObject, other: KeyObject, info: readonly string[]) {
  const shared = diffieHellman({ privateKey: own, publicKey: other })
  const bytes = Buffer.from(hkdfSync('sha256', shared, '', info.join('\n'), KEY_BYTES + NONCE_BYTES))
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) }
}

const keyIn = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

const textOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64')
