import { createCipheriv, createDecipheriv, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What seals messages between a point of sale and its terminal: AES-256-CBC, and an HMAC over the plain text. */
export interface SharedKey {
  readonly identifier: string
  readonly version: number
  readonly passphrase: string
}

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/u)

export const sealedReading = z.object({
  NexoBlob: base64,
  SecurityTrailer: z.object({
    AdyenCryptoVersion: z.literal(1),
    KeyIdentifier: z.string(),
    KeyVersion: z.number(),
    Nonce: base64,
    Hmac: base64,
  }),
})

export type Sealed = z.infer<typeof sealedReading>

export interface NexoCrypto {
  /** `nonce`: fresh bytes, where none are given. */
  seal(text: string, nonce?: Buffer): Sealed
  /** Null: it was not sealed with this key, or was changed on the way. */
  open(sealed: Sealed): string | null
}

const SALT = 'AdyenNexoV1Salt'
const ROUNDS = 4000
const BLOCK = 16

export function createNexoCrypto({ identifier, version, passphrase }: SharedKey): NexoCrypto {
  const derived = pbkdf2Sync(passphrase, SALT, ROUNDS, 80, 'sha1')
  const [hmacKey, cipherKey, iv] = [derived.subarray(0, 32), derived.subarray(32, 64), derived.subarray(64)]
  const vectorOf = (nonce: Buffer): Buffer => Buffer.from(iv.map((byte, index) => byte ^ (nonce[index] ?? 0)))
  const hmacOf = (plain: Buffer): Buffer => createHmac('sha256', hmacKey).update(plain).digest()

  return {
    seal(text, nonce = randomBytes(BLOCK)) {
      const plain = Buffer.from(text)
      const cipher = createCipheriv('aes-256-cbc', cipherKey, vectorOf(nonce))
      return {
        NexoBlob: Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64'),
        SecurityTrailer: {
          AdyenCryptoVersion: 1,
          KeyIdentifier: identifier,
          KeyVersion: version,
          Nonce: nonce.toString('base64'),
          Hmac: hmacOf(plain).toString('base64'),
        },
      }
    },
    open({ NexoBlob: blob, SecurityTrailer: trailer }) {
      const [nonce, hmac] = [Buffer.from(trailer.Nonce, 'base64'), Buffer.from(trailer.Hmac, 'base64')]
      const isOurs = trailer.KeyIdentifier === identifier && trailer.KeyVersion === version
      if (!isOurs || nonce.length !== BLOCK || hmac.length !== 32) return null
      const plain = decrypted(Buffer.from(blob, 'base64'), cipherKey, vectorOf(nonce))
      return plain !== null && timingSafeEqual(hmacOf(plain), hmac) ? plain.toString() : null
    },
  }
}

/** Null: no whole blocks, or no padding at their end. */
function decrypted(blob: Buffer, key: Buffer, vector: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-cbc', key, vector)
  try {
    return Buffer.concat([decipher.update(blob), decipher.final()])
  } catch {
    return null
  }
}
