import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  readFileWithBackup,
  type Report,
  reportOnStderr,
  syncDirectory,
  writeKeptText,
} from '../host/files/atomic-file.ts'

/** Secrets of a register. Signatures are ECDSA on P-256 with SHA-256, r ‖ s, 64 bytes (IEEE P1363). */
export interface Signer {
  /** First 16 bytes of the SHA-256 of the public key's SPKI DER, in hexadecimal. */
  readonly keyId: string
  /** SPKI DER in base64. */
  readonly publicKey: string
  sign(bytes: Uint8Array): Uint8Array
  /** The previous key, if available, which signs the change to the current key. */
  readonly previous?: Pick<Signer, 'keyId' | 'sign'> | undefined
  /** AES-256 key of 32 bytes for encrypting customer data. */
  readonly sealingKey: Uint8Array
}

/**
 * Returns an ECDSA signature on P-256 with SHA-256, r ‖ s of 32 bytes each (IEEE P1363). Converts Node's default DER
 * signature, because Node takes twice as long to return IEEE P1363.
 */
export function signP256(bytes: Uint8Array, key: KeyObject): Buffer {
  const der = sign('sha256', bytes, key)
  const signature = Buffer.alloc(2 * SCALAR_BYTES)
  // DER: SEQUENCE { INTEGER r, INTEGER s }, with one-byte lengths and minimal integers.
  const sAt = putInteger(der, 2, signature, 0)
  putInteger(der, sAt, signature, SCALAR_BYTES)
  return signature
}

/** Converts the signature to DER, which Node checks in three fifths of the time. */
export function verifyP256(bytes: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  if (signature.length !== 2 * SCALAR_BYTES) return false
  const integers = [integerOf(signature.subarray(0, SCALAR_BYTES)), integerOf(signature.subarray(SCALAR_BYTES))].flat()
  return verify('sha256', bytes, key, Uint8Array.of(0x30, integers.length, ...integers))
}

const SCALAR_BYTES = 32

/** Returns the DER of a positive integer. */
function integerOf(bytes: Uint8Array): readonly number[] {
  const minimal = bytes.subarray(
    Math.max(
      0,
      bytes.findIndex((byte) => byte !== 0),
    ),
  )
  const digits = (minimal[0] ?? 0) >= 0x80 ? [0, ...minimal] : [...minimal]
  return [0x02, digits.length, ...digits]
}

/** Copies the integer at `at`, right-aligned, into 32 bytes. Returns the position of the next element. */
function putInteger(der: Buffer, at: number, target: Buffer, offset: number): number {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  // In DER, a leading zero byte marks a positive integer and is not part of the value.
  const from = end - Math.min(length, SCALAR_BYTES)
  der.copy(target, offset + SCALAR_BYTES - (end - from), from, end)
  return end
}

/**
 * Opens secrets in a file that only the program's user can read (0600), and creates it on the first call. Any process
 * that can read the file can sign. A missing or damaged file is restored from its backup (`.last`), because a new key
 * is only valid for a new ledger.
 */
export function openFileSigner(path: string, report: Report = reportOnStderr): Signer {
  const read = (): Signer | null => readFileWithBackup(path, soundSigner, report)
  const kept = read()
  if (kept) return kept
  createKeyFile(path)
  const made = read()
  if (!made) throw new Error(`${path}: it was created but has disappeared`)
  return made
}

function soundSigner(text: string): Signer {
  try {
    const signer = signerFromText(text)
    if (signer.sealingKey.length === 32) return signer
  } catch {
    // The parser's message may contain part of the key, so a different error is thrown below.
  }
  throw new Error('it holds no key')
}

/**
 * Replaces the signing key and returns the new key's id. Retains the previous key for signing the key change. The
 * program must be stopped.
 */
export function renewFileSigner(path: string): string {
  const { signing: previous, sealing } = JSON.parse(readFileSync(path, 'utf8')) as Secrets
  const text = `${JSON.stringify({ signing: newSigningKey(), sealing, previous })}\n`
  writeKeptText(path, text)
  syncDirectory(dirname(path))
  return signerFromText(text).keyId
}

interface Secrets {
  /** PKCS #8 DER in base64. */
  readonly signing: string
  readonly sealing: string
  readonly previous?: string
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
}

function newSecretText(): string {
  return `${JSON.stringify({ signing: newSigningKey(), sealing: randomBytes(32).toString('base64') })}\n`
}

function signerFromText(text: string): Signer {
  const { signing, sealing, previous } = JSON.parse(text) as Secrets
  return {
    ...keyFrom(signing),
    ...(previous !== undefined && { previous: keyFrom(previous) }),
    sealingKey: Buffer.from(sealing, 'base64'),
  }
}

function keyFrom(pkcs8: string): Pick<Signer, 'keyId' | 'publicKey' | 'sign'> {
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    keyId: createHash('sha256').update(spki).digest('hex').slice(0, 32),
    publicKey: spki.toString('base64'),
    sign: (bytes) => signP256(bytes, key),
  }
}

/** Creates the file atomically without overwriting, so that two simultaneous first starts get the same key. */
function createKeyFile(path: string): void {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, newSecretText())
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  syncDirectory(dirname(path))
}
