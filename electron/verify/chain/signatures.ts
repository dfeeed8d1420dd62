import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/** A register's public key and its id as computed from the key itself. */
export interface VerifyKey {
  readonly keyId: string
  holds(message: Uint8Array, sigBase64: string): boolean
}

/** Null when the text is no P-256 public key. */
export function readKey(spkiBase64: string): VerifyKey | null {
  const der = Buffer.from(spkiBase64, 'base64')
  let key: KeyObject
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return null
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 32),
    holds(message, sigBase64) {
      const sig = Buffer.from(sigBase64, 'base64')
      return sig.length === 64 && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, sig)
    },
  }
}

/** Whether this is that hub's signature; false also for what is no Ed25519 key. */
export function hubHolds(spkiBase64: string, message: Uint8Array, sigBase64: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, message, key, Buffer.from(sigBase64, 'base64'))
  } catch {
    return false
  }
}

/** `label`, a line feed, then what is signed. */
export function labelled(label: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat([Buffer.from(`${label}\n`), ...parts.map((part) => Buffer.from(part))])
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
