import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { instantOf } from '../../../shared/domain/documents/local-date.ts'
import type { Customer } from '../../../shared/domain/customer.ts'
import { eventEnd } from '../../../shared/domain/seats/event-end.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { Instant, PurchaseRequest, Sale } from '../../../shared/domain/sale/sale.ts'
import { wordsOf } from '../../../shared/domain/desk/folded.ts'
import { sealingWith } from './sealing.ts'
import type { Sealed } from './step.ts'

/**
 * The chain must not hold what names a customer: it holds commitments that nobody can test guesses against once the sealed
 * side is gone. Who the customer is, and the purchase's exact bytes, lie sealed beside it until their time is over.
 */
export interface PersonalData {
  /** Seals the request until a while after the event and returns the chain's commitment: HMAC-SHA256 of its hash under a fresh salt. */
  keep(sale: PersonalSale, request: PurchaseRequest, now: Instant): Required<Pick<Sealed, 'requestMac' | 'deleteAfter'>>
  /** The sealed bytes of a sale, or null when they were never there or are forgotten. Throws where they cannot be opened. */
  read(saleId: string): string | null
  /** Seals who the customer is for as long, and returns the chain's commitment: SHA-256 of what lies sealed. */
  note(sale: PersonalSale, customer: Customer, now: Instant): Required<Pick<Sealed, 'customerSha256' | 'deleteAfter'>>
  /** Null when nobody was noted, or they are forgotten. Throws where it cannot be opened. */
  customer(saleId: string): Customer | null
  /** By this the rows of a customer's sales are found; null for what is no telephone number. */
  readonly phoneKey: (phone: string) => Buffer | null
  /**
   * The sales whose customer's name, or the note of staff, has all of these words or parts of them, small and without
   * accents (`wordsOf`). Every name is opened for it: nothing lies in the ledger by which names could be compared.
   */
  readonly named: (words: readonly string[]) => readonly string[]
  /** The sale came to nothing, or its customer would rather not be noted. */
  drop(saleId: string): void
  /**
   * Forgets what is past its time and belongs to a finished sale; returns how many sales that were. Call inside a
   * transaction.
   */
  forget(now: Instant): number
}

type PersonalSale = Pick<Sale, 'saleId' | 'event'>

const DAY_MS = 86_400_000
const RETENTION_DAYS = 30
/** Days are compared as texts, and from the year 10000 on they have another form. */
const LAST_DAY = Date.parse('9999-12-31T00:00:00.000Z')

export function openPersonalData(db: Database, key: Uint8Array, timeZone: string): PersonalData {
  const sealing = sealingWith(key)
  const insert = db.prepare(
    'INSERT OR REPLACE INTO customer_pii (sale_id, ciphertext, salt, delete_after) VALUES (?, ?, ?, ?)',
  )
  const select = db.prepare('SELECT ciphertext FROM customer_pii WHERE sale_id = ?').pluck()
  const insertCustomer = db.prepare(
    'INSERT OR REPLACE INTO customer (sale_id, ciphertext, phone_key, delete_after) VALUES (?, ?, ?, ?)',
  )
  const everyone = db.prepare('SELECT sale_id, ciphertext FROM customer')
  const selectCustomer = db.prepare('SELECT ciphertext FROM customer WHERE sale_id = ?').pluck()
  const due = db
    .prepare(
      `SELECT sale_id FROM (SELECT sale_id, delete_after FROM customer_pii UNION SELECT sale_id, delete_after FROM customer)
       JOIN sale USING (sale_id) GROUP BY sale_id HAVING finished = 1 AND max(delete_after) < ?`,
    )
    .pluck()
  const remove = db.prepare('DELETE FROM customer_pii WHERE sale_id = ?')
  const removeCustomer = db.prepare('DELETE FROM customer WHERE sale_id = ?')
  const blank = db.prepare('UPDATE attempt SET body_sha256 = NULL WHERE sale_id = ?')
  const parsed = (saleId: string, sealed: Buffer): Customer =>
    JSON.parse(sealing.open(saleId, 'customer', sealed)) as Customer
  /** Null for what another secret sealed. */
  const opened = (saleId: string, sealed: Buffer): Customer | null => {
    try {
      return parsed(saleId, sealed)
    } catch {
      return null
    }
  }
  return {
    keep({ saleId, event }, { body, sha256 }, now) {
      const salt = randomBytes(32)
      const until = deleteAfter(event, now, timeZone)
      insert.run(saleId, sealing.seal(saleId, 'request', body), salt, until)
      return { requestMac: createHmac('sha256', salt).update(sha256).digest('hex'), deleteAfter: until }
    },
    read(saleId) {
      const sealed = select.get(saleId) as Buffer | undefined
      return sealed ? sealing.open(saleId, 'request', sealed) : null
    },
    note({ saleId, event }, { name, phone, note }, now) {
      const sealed = sealing.seal(saleId, 'customer', JSON.stringify({ name, phone, note }))
      const phoneKey = sealing.phoneKey(phone)
      const until = deleteAfter(event, now, timeZone)
      insertCustomer.run(saleId, sealed, phoneKey, until)
      return { customerSha256: customerHash(sealed, phoneKey), deleteAfter: until }
    },
    customer(saleId) {
      const sealed = selectCustomer.get(saleId) as Buffer | undefined
      return sealed ? parsed(saleId, sealed) : null
    },
    phoneKey: sealing.phoneKey,
    named(words) {
      const rows = everyone.iterate() as IterableIterator<{ readonly sale_id: string; readonly ciphertext: Buffer }>
      return [...rows].flatMap(({ sale_id: saleId, ciphertext }) => {
        const who = opened(saleId, ciphertext)
        return who && answersTo(who, words) ? [saleId] : []
      })
    },
    drop: (saleId) => void removeCustomer.run(saleId),
    forget(now) {
      const sales = due.all(now.wallUtc) as string[]
      for (const saleId of sales) {
        remove.run(saleId)
        removeCustomer.run(saleId)
        blank.run(saleId)
      }
      return sales.length
    },
  }
}

function answersTo({ name, note = '' }: Customer, words: readonly string[]): boolean {
  const own = wordsOf(`${name} ${note}`)
  return words.every((word) => own.some((each) => each.includes(word)))
}

/** Who a sale without tickets was for is nobody's business any more. */
export function cameToNothing(state: Sale['state']): boolean {
  return state === 'abandoned' || state === 'refunded'
}

/** What the chain says of a customer's row. */
export function customerHash(sealed: Buffer, phoneKey: Buffer | null): string {
  const hash = createHash('sha256').update(sealed)
  if (phoneKey) hash.update(phoneKey)
  return hash.digest('hex')
}

function deleteAfter(event: EventOffer, { wallUtc }: Instant, timeZone: string): string {
  const over = Math.max(Date.parse(wallUtc), instantOf(eventEnd(event) ?? 0, timeZone))
  return new Date(Math.min(over + RETENTION_DAYS * DAY_MS, LAST_DAY)).toISOString()
}
