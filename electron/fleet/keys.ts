import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** An Ed25519 key (RFC 8032) of a machine, or of a hub. */
export interface SigningKey {
  /** Base64 of its DER (SPKI). */
  readonly publicKey: string
  /** Base64 of the signature over the purpose, a line feed, and the bytes. */
  sign(purpose: Purpose, bytes: Uint8Array): string
  /** A secret of the same holder for other uses, which gives the key away to nobody. */
  derive(use: string): Buffer
}

export type Purpose =
  | 'guichet heartbeat 1'
  | 'guichet settings 1'
  | 'guichet access codes 1'
  | 'guichet-vouch-1'
  | 'guichet slips 1'
  | 'guichet slip spent 1'

/** The key in a file for its owner's eyes only (0600); made with the first use. */
export function openSigningKey(path: string): SigningKey {
  if (!existsSync(path)) makeKey(path)
  const key = keyIn(path)
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new Error(`${path}: accounts other than its owner's may read it: protect it with chmod 600`)
  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
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
    // Said below: what the parser says may have a piece of the key in it.
  }
  throw new Error(
    `${path}: holds no Ed25519 key: put it back from a backup, or move it away; then a new one is made, and devices are enrolled again`,
  )
}

function makeKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // Of two processes that make it at once, one does and the other takes that.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** False also for an invalid key or signature. */
export function isSignedBy(publicKey: string, purpose: Purpose, bytes: Uint8Array, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, signed(purpose, bytes), key, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}

/** Whether this is an Ed25519 key, as `publicKey` gives it. */
export function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

const signed = (purpose: Purpose, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(`${purpose}\n`), bytes])

/** What is kept of an enrolment code, and what proves that one knows it. Dashes and blanks are for people. */
export function codeKey(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/gu, '').toUpperCase()).digest()
}

export function proofOf(by: Buffer, who: 'device' | 'hub', deviceId: string, publicKey: string): string {
  return createHmac('sha256', by).update(`guichet enrol ${who} 1\n${deviceId}\n${publicKey}`).digest('base64')
}
