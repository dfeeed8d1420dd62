import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from '../../host/files/durable-file.ts'
import { signP256 } from './ecdsa.ts'
import type { Signer } from './signer.ts'
import { readKept, reportOnStderr, writeKeptText, type Report } from '../../host/files/whole-file.ts'

/**
 * The secrets in a file readable by the program's user only (0600), made at the first call. For machines without a
 * secret store: who can read the file can sign. A file that is gone or broken comes back from its copy (`.last`): a new
 * key is for a ledger that has none.
 */
export function openFileSigner(path: string, report: Report = reportOnStderr): Signer {
  const read = (): Signer | null => readKept(path, soundSigner, report)
  const kept = read()
  if (kept) return kept
  createKeyFile(path)
  const made = read()
  if (!made) throw new Error(`${path}: it was made and is gone again`)
  return made
}

function soundSigner(text: string): Signer {
  try {
    const signer = signerFromText(text)
    if (signer.sealingKey.length === 32) return signer
  } catch {
    // Said below: what the parser says may have a piece of the key in it.
  }
  throw new Error('it holds no key')
}

/**
 * Puts a new signing key into the file, and the one before beside it, so that it can vouch for the new one; what seals
 * customers stays. Call with the program stopped. Returns the new key's id.
 */
export function renewFileSigner(path: string): string {
  const { signing: previous, sealing } = JSON.parse(readFileSync(path, 'utf8')) as Secrets
  const text = `${JSON.stringify({ signing: newSigningKey(), sealing, previous })}\n`
  writeKeptText(path, text)
  syncDirectory(dirname(path))
  return signerFromText(text).keyId
}

interface Secrets {
  /** PKCS #8 DER, base64. */
  readonly signing: string
  readonly sealing: string
  /** The signing key before. */
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

/** Whole or not at all, and never over another's: two first starts at once end up with one key. */
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
