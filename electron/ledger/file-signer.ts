import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from './durable-file.ts'
import { signP256 } from './ecdsa.ts'
import type { Signer } from './signer.ts'

/**
 * The secrets in a file readable by the program's user only (0600), made at the first call. For machines without a
 * secret store: who can read the file can sign.
 */
export function openFileSigner(path: string): Signer {
  if (!existsSync(path)) createKeyFile(path)
  return signerFromText(readFileSync(path, 'utf8'))
}

function newSecretText(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signing = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return `${JSON.stringify({ signing, sealing: randomBytes(32).toString('base64') })}\n`
}

function signerFromText(text: string): Signer {
  const { signing, sealing } = JSON.parse(text) as { signing: string; sealing: string }
  const key = createPrivateKey({ key: Buffer.from(signing, 'base64'), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    keyId: createHash('sha256').update(spki).digest('hex').slice(0, 32),
    publicKey: spki.toString('base64'),
    sign: (bytes) => signP256(bytes, key),
    sealingKey: Buffer.from(sealing, 'base64'),
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
