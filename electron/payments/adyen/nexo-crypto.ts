import { createCipheriv, createDecipheriv, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Key for messages between a point of sale and its terminal (AES-256-CBC, HMAC of the plain text). */
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

type Sealed = z.infer<typeof sealedReading>

const SALT = 'AdyenNexoV1Salt'
const ROUNDS = 4000
const BLOCK = 16

export class NexoCrypto {
  readonly #identifier: string
  readonly #version: number
  readonly #hmacKey: Buffer
  readonly #cipherKey: Buffer
  readonly #iv: Buffer

  constructor({ identifier, version, passphrase }: SharedKey) {
    const derived = pbkdf2Sync(passphrase, SALT, ROUNDS, 80, 'sha1')
    this.#identifier = identifier
    this.#version = version
    this.#hmacKey = derived.subarray(0, 32)
    this.#cipherKey = derived.subarray(32, 64)
    this.#iv = derived.subarray(64)
  }

  seal(text: string, nonce: Buffer = randomBytes(BLOCK)): Sealed {
    const plain = Buffer.from(text)
    const cipher = createCipheriv('aes-256-cbc', this.#cipherKey, this.#vectorOf(nonce))
    return {
      NexoBlob: Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64'),
      SecurityTrailer: {
        AdyenCryptoVersion: 1,
        KeyIdentifier: this.#identifier,
        KeyVersion: this.#version,
        Nonce: nonce.toString('base64'),
        Hmac: this.#hmacOf(plain).toString('base64'),
      },
    }
  }

  /** Returns the plain text, or null if the message was sealed with another key or modified in transit. */
  open({ NexoBlob: blob, SecurityTrailer: trailer }: Sealed): string | null {
    const [nonce, hmac] = [Buffer.from(trailer.Nonce, 'base64'), Buffer.from(trailer.Hmac, 'base64')]
    const isOurs = trailer.KeyIdentifier === this.#identifier && trailer.KeyVersion === this.#version
    if (!isOurs || nonce.length !== BLOCK || hmac.length !== 32) return null
    const plain = decrypted(Buffer.from(blob, 'base64'), this.#cipherKey, this.#vectorOf(nonce))
    return plain !== null && timingSafeEqual(this.#hmacOf(plain), hmac) ? plain.toString() : null
  }

  #vectorOf(nonce: Buffer): Buffer {
    return Buffer.from(this.#iv.map((byte, index) => byte ^ (nonce[index] ?? 0)))
  }

  #hmacOf(plain: Buffer): Buffer {
    return createHmac('sha256', this.#hmacKey).update(plain).digest()
  }
}

function decrypted(blob: Buffer, key: Buffer, vector: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-cbc', key, vector)
  try {
    return Buffer.concat([decipher.update(blob), decipher.final()])
  } catch {
    return null
  }
}
