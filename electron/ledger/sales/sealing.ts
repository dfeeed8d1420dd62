import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { phoneTail } from '../../../shared/domain/customer.ts'

/** What the register's secret opens and finds again, and nothing else does. */
export interface Sealing {
  /** AES-256-GCM, the sale's id and what it is as associated data: nonce ‖ ciphertext ‖ tag. */
  seal(saleId: string, what: SealedThing, text: string): Buffer
  /** Throws where another secret sealed it, or somebody changed it. */
  open(saleId: string, what: SealedThing, sealed: Buffer): string
  /** Keyed hash of a telephone number, 32 bytes: the same however it is written; null for what is no number. */
  readonly phoneKey: (phone: string) => Buffer | null
}

export type SealedThing = 'request' | 'customer'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function sealingWith(secret: Uint8Array): Sealing {
  // A key made of the bytes at each call costs as much as the sealing itself.
  const key = createSecretKey(secret)
  const phones = Buffer.from(hkdfSync('sha256', key, '', 'guichet customer telephone', 32))
  return {
    seal(saleId, what, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(saleId, what))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(saleId, what, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAAD(associated(saleId, what)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    phoneKey(phone) {
      const tail = phoneTail(phone)
      return tail === null ? null : createHmac('sha256', phones).update(tail).digest()
    },
  }
}

/** Purchases were sealed under the sale's id alone before there was anything else. */
function associated(saleId: string, what: SealedThing): Buffer {
  return Buffer.from(what === 'request' ? saleId : `${what} ${saleId}`)
}
