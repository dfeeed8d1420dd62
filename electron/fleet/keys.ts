import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isExposed } from '../host/files/file-text.ts'

/** An Ed25519 key (RFC 8032) of a kiosk or a hub. */
export interface SigningKey {
  /** Public key in base64 (DER, SPKI). */
  readonly publicKey: string
  /** Returns the base64 signature over the purpose, a line feed, and the bytes. */
  sign(purpose: Purpose, bytes: Uint8Array): string
  /** Derives a secret for another use. The derived secret does not reveal the key. */
  derive(use: string): Buffer
}

export type Purpose =
  | 'guichet heartbeat 1'
  | 'guichet settings 1'
  | 'guichet access codes 1'
  | 'guichet-vouch-1'
  | 'guichet slips 1'
  | 'guichet purchases 1'
  | 'guichet calls 1'
  | 'guichet agent badge 1'
  | 'guichet slip spent 1'
  | 'guichet accounts 1'
  | 'guichet account 1'
  | 'guichet ticket page 1'
  | 'guichet ticket address 1'
  | 'guichet messages 1'

/** Reads the key from a file that only its owner may read (0600). Creates a missing file. */
export function openSigningKey(path: string): SigningKey {
  if (!existsSync(path)) makeKey(path)
  const key = keyIn(path)
  if (isExposed(path)) throw new Error(`${path}: other accounts can read it; protect it with chmod 600`)
  return {
    publicKey: textOf(createPublicKey(key)),
    sign: (purpose, bytes) => sign(null, signed(purpose, bytes), key).toString('base64'),
    derive: (use) =>
      createHmac('sha256', key.export({ type: 'pkcs8', format: 'der' }))
        .update(use)
        .digest(),
  }
}

function keyIn(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path, 'utf8'))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The parser's error message may contain a part of the key, so a different error is thrown below.
  }
  throw new Error(
    `${path}: contains no Ed25519 key; restore it from a backup, or move it away so that a new key is created, and enrol all devices again`,
  )
}

function makeKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // If another process created the key file at the same time, both processes use the same key.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Returns whether the signature is valid; false also for an invalid key. */
export function isSignedBy(publicKey: string, purpose: Purpose, bytes: Uint8Array, signature: string): boolean {
  try {
    const key = publicKeyFrom(publicKey)
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, signed(purpose, bytes), key, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}

/** Returns whether a text is an Ed25519 public key in the format of `SigningKey.publicKey`. */
export function isPublicKey(text: string): boolean {
  try {
    return publicKeyFrom(text).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

const signed = (purpose: Purpose, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(`${purpose}\n`), bytes])

/**
 * Returns a random code in Crockford's base 32, which omits letters that are easily confused. Each character has 5
 * bits.
 */
export const randomCode = (length: number): string =>
  [...randomBytes(length)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte & 31)).join('')

/** Derives a key that proves possession of an enrolment code. Dashes and blanks in the code are ignored. */
export function codeKey(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/gu, '').toUpperCase()).digest()
}

export function proofOf(by: Buffer, who: 'device' | 'hub', deviceId: string, publicKey: string): string {
  return createHmac('sha256', by).update(`guichet enrol ${who} 1\n${deviceId}\n${publicKey}`).digest('base64')
}

/** An X25519 key (RFC 7748) that decrypts messages to its owner. */
interface SealingKey {
  /** Public key in base64 (DER, SPKI). */
  readonly publicKey: string
  /** Returns null if the message was sealed for a different key or a different `use`, or was modified. */
  open(sealed: Sealed, use: string): Buffer | null
}

interface Sealed {
  /** The sender's ephemeral X25519 public key in base64 (DER, SPKI). */
  readonly key: string
  /** Ciphertext and tag of AES-256-GCM in base64. */
  readonly box: string
}

const ALGORITHM = 'aes-256-gcm'
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16]
/** Bytes before the 32 key bytes in a PKCS #8 encoding of an X25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** Returns the key with the given 32 secret bytes. */
export function sealingKeyOf(secret: Buffer): SealingKey {
  const own = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secret]), format: 'der', type: 'pkcs8' })
  const publicKey = textOf(createPublicKey(own))
  return {
    publicKey,
    open(sealed, use) {
      try {
        const { key, nonce } = derive(own, publicKeyFrom(sealed.key), [use, sealed.key, publicKey])
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

/** Seals a message to a public key for the purpose named in `use`. Returns null if the key is invalid. */
export function sealTo(publicKey: string, use: string, bytes: Uint8Array): Sealed | null {
  try {
    const once = generateKeyPairSync('x25519')
    const sender = textOf(once.publicKey)
    const { key, nonce } = derive(once.privateKey, publicKeyFrom(publicKey), [use, sender, publicKey])
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    const box = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    return { key: sender, box: box.toString('base64') }
  } catch {
    return null
  }
}

/** Derives the key of one message from the shared secret by HKDF-SHA-256 (RFC 5869) without salt. */
function derive(own: KeyObject, other: KeyObject, info: readonly string[]) {
  const shared = diffieHellman({ privateKey: own, publicKey: other })
  const bytes = Buffer.from(hkdfSync('sha256', shared, '', info.join('\n'), KEY_BYTES + NONCE_BYTES))
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) }
}

const publicKeyFrom = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

const textOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64')
