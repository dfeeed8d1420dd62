import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { EventOffer } from '../../shared/domain/offer.ts'
import type { Instant, PurchaseRequest, Sale } from '../../shared/domain/sale.ts'

/**
 * The purchase's exact bytes name the customer, so the chain must not hold them: it holds a commitment that nobody can
 * test guesses against once the salt is gone. The bytes stay sealed beside it until their time is over.
 */
export interface PersonalData {
  /** Seals the request until a while after the event and returns the chain's commitment: HMAC-SHA256 of its hash under a fresh salt, in hexadecimal. */
  keep(sale: Pick<Sale, 'saleId' | 'event'>, request: PurchaseRequest, now: Instant): string
  /** The sealed bytes of a sale, or null when they were never there or are forgotten. */
  read(saleId: string): string | null
  /**
   * Forgets what is past its time and belongs to a finished sale; returns how many sales that were. Call inside a
   * transaction.
   */
  forget(now: Instant): number
}

const DAY_MS = 86_400_000
const RETENTION_DAYS = 30
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function openPersonalData(db: Database, key: Uint8Array): PersonalData {
  const insert = db.prepare(
    'INSERT OR REPLACE INTO customer_pii (sale_id, ciphertext, salt, delete_after) VALUES (?, ?, ?, ?)',
  )
  const select = db.prepare('SELECT ciphertext FROM customer_pii WHERE sale_id = ?').pluck()
  const due = db
    .prepare(`SELECT sale_id FROM customer_pii JOIN sale USING (sale_id) WHERE finished = 1 AND delete_after < ?`)
    .pluck()
  const remove = db.prepare('DELETE FROM customer_pii WHERE sale_id = ?')
  const blank = db.prepare('UPDATE attempt SET body_sha256 = NULL WHERE sale_id = ?')
  return {
    keep({ saleId, event }, { body, sha256 }, now) {
      const salt = randomBytes(32)
      const over = Math.max(Date.parse(now.wallUtc), endOf(event))
      const deleteAfter = new Date(over + RETENTION_DAYS * DAY_MS).toISOString()
      insert.run(saleId, seal(key, saleId, body), salt, deleteAfter)
      return createHmac('sha256', salt).update(sha256).digest('hex')
    },
    read(saleId) {
      const sealed = select.get(saleId) as Buffer | undefined
      return sealed ? unseal(key, saleId, sealed) : null
    },
    forget(now) {
      const sales = due.all(now.wallUtc) as string[]
      for (const saleId of sales) {
        remove.run(saleId)
        blank.run(saleId)
      }
      return sales.length
    },
  }
}

/** The venue's own clock read as UTC: half a day more or less is nothing here. 0 where the partner says none. */
function endOf({ startsAt, endsAt }: EventOffer): number {
  const at = Date.parse(`${endsAt === '' ? startsAt : endsAt}Z`)
  return Number.isNaN(at) ? 0 : at
}

/** AES-256-GCM, the sale's id as associated data: nonce ‖ ciphertext ‖ tag. */
function seal(key: Uint8Array, saleId: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(saleId))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function unseal(key: Uint8Array, saleId: string, sealed: Buffer): string {
  const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(saleId))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
