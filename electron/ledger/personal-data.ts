import type { Database } from 'better-sqlite3'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { type Buyer, type Customer, phoneTail } from '../../shared/domain/customer.ts'
import { wordsOf } from '../../shared/domain/desk/desk-command.ts'
import { instantOf } from '../../shared/domain/documents/local-date.ts'
import { RETENTION_DAYS } from '../../shared/domain/personal-request.ts'
import type { Instant, PurchaseRequest, Sale } from '../../shared/domain/sale/sale.ts'
import { eventEnd, type EventOffer } from '../../shared/domain/seats/offer.ts'
import { openAfterSales, openCancellations, owedOf } from './books/after-sales.ts'
import type { Sealed } from './books/entries.ts'
import { openPayments, openRefunds } from './books/open-payments.ts'
import { faultOf } from './connection.ts'

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
   * Forgets what is past its time and belongs to a finished sale without open money, or was erased once and came back with a copy;
   * returns how many sales that were. Call inside a transaction.
   */
  forget(now: Instant): number
  /** Returns the customer of each sale that has one. Leaves out data sealed with a secret that this machine lacks. */
  everyone(): readonly PersonOfSale[]
  /** Erases the customers of these sales. Call inside a transaction. */
  erase(saleIds: readonly string[]): void
  /** The bytes that lie sealed for these sales, and that no other sale has. */
  sealedOf(saleIds: readonly string[]): readonly Buffer[]
  /** Sales whose customers were erased, by the rows that say so. */
  erased(): readonly string[]
}

/** Customer of a sale, as staff noted it and as the booking service was told. */
export interface PersonOfSale {
  readonly saleId: string
  /** Null: the sale never had an order. */
  readonly orderId: string | null
  /** Null: not noted, or dropped because nothing was sold. */
  readonly customer: Customer | null
  /** Customer data sent with the purchase; null if there was no purchase. */
  readonly buyer: Buyer | null
  /** Until when they are kept at most, ISO 8601 UTC. */
  readonly keptUntil: string
}

type PersonalSale = Pick<Sale, 'saleId' | 'event'>

const DAY_MS = 86_400_000
/** The row that names the sales whose customers were erased by request. */
export const DATA_ERASED = 'CUSTOMER_DATA_ERASED'
const ERASED = `SELECT value FROM journal, json_each(CASE WHEN json_valid(payload) THEN payload END, '$.saleIds') WHERE journal.sale_id IS NULL AND code = '${DATA_ERASED}'`
/** Days are compared as texts, and from the year 10000 on they have another form. */
const LAST_DAY = Date.parse('9999-12-31T00:00:00.000Z')

export interface PersonalDataOptions {
  /** 32 bytes that seal. */
  readonly key: Uint8Array
  /** IANA time zone of the venues. */
  readonly timeZone: string
  /** How long after the event they are kept; default: `RETENTION_DAYS`. */
  readonly retentionDays?: number | undefined
}

export function openPersonalData(
  db: Database,
  { key, timeZone, retentionDays = RETENTION_DAYS }: PersonalDataOptions,
): PersonalData {
  const keepUntil = (event: EventOffer, now: Instant): string => deleteAfter(event, now, timeZone, retentionDays)
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
  const due = db.prepare(
    `SELECT sale_id AS saleId, sale_id IN (${ERASED}) AS wasErased FROM (SELECT sale_id, delete_after FROM customer_pii UNION SELECT sale_id, delete_after FROM customer)
       JOIN sale USING (sale_id) GROUP BY sale_id HAVING finished = 1 AND (max(delete_after) < ? OR wasErased)`,
  )
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
  function forgetSale(saleId: string): void {
    remove.run(saleId)
    removeCustomer.run(saleId)
    blank.run(saleId)
  }
  return {
    keep({ saleId, event }, { body, sha256 }, now) {
      const salt = randomBytes(32)
      const until = keepUntil(event, now)
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
      const until = keepUntil(event, now)
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
      const rows = due.all(now.wallUtc) as DueRow[]
      const idsOf = (which: readonly DueRow[]): readonly string[] => which.map(({ saleId }) => saleId)
      const sales = [
        ...idsOf(rows.filter(({ wasErased }) => wasErased)),
        ...withoutOpenMoney(db, idsOf(rows.filter(({ wasErased }) => !wasErased))),
      ]
      for (const saleId of sales) forgetSale(saleId)
      return sales.length
    },
    ...personalRequests(db, { opened, buyerOf: (saleId, sealed) => buyerIn(sealing, saleId, sealed), forgetSale }),
  }
}

interface DueRow {
  readonly saleId: string
  /** 0 or 1. */
  readonly wasErased: number
}

/** None of them where rows about money cannot be read: the chain's check tells of those. */
function withoutOpenMoney(db: Database, saleIds: readonly string[]): readonly string[] {
  if (saleIds.length === 0) return []
  try {
    const [open, afterSales] = [salesWithOpenMoney(db), openAfterSales(db)]
    return saleIds.filter((saleId) => !open.has(saleId) && owedOf(afterSales(saleId)) === 0)
  } catch (error) {
    if (faultOf(error) !== 'other') throw error
    return []
  }
}

/** Returns the ids of sales with an unsettled payment, refund or cancellation. */
export function salesWithOpenMoney(db: Database): ReadonlySet<string> {
  const open = [...openPayments(db), ...openRefunds(db), ...openCancellations(db)]
  return new Set(open.map(({ saleId }) => saleId))
}

interface Opening {
  /** Null for what another secret sealed. */
  readonly opened: (saleId: string, sealed: Buffer) => Customer | null
  readonly buyerOf: (saleId: string, sealed: Buffer) => Buyer | null
  readonly forgetSale: (saleId: string) => void
}

/** Answers requests of people for their data. */
function personalRequests(
  db: Database,
  { opened, buyerOf, forgetSale }: Opening,
): Pick<PersonalData, 'everyone' | 'erase' | 'sealedOf' | 'erased'> {
  // Nobody is noted for a machine's own purchases: their buyer is the machine.
  const peopleRows = db.prepare(
    `SELECT sale.sale_id AS saleId, order_id AS orderId, customer.ciphertext AS noted, customer_pii.ciphertext AS bought,
       max(coalesce(customer.delete_after, ''), coalesce(customer_pii.delete_after, '')) AS keptUntil
     FROM sale LEFT JOIN customer USING (sale_id) LEFT JOIN customer_pii USING (sale_id)
     WHERE (customer.sale_id IS NOT NULL OR customer_pii.sale_id IS NOT NULL)
       AND (CASE WHEN json_valid(body) THEN body ->> '$.customer' END) = 1
     ORDER BY first_seq`,
  )
  const sealedRows = db
    .prepare(
      `WITH erased AS (SELECT value AS sale_id FROM json_each(?))
     SELECT ciphertext FROM customer_pii JOIN erased USING (sale_id)
     UNION ALL SELECT ciphertext FROM customer JOIN erased USING (sale_id)
     UNION ALL SELECT phone_key FROM customer JOIN erased USING (sale_id) WHERE phone_key IS NOT NULL
       AND phone_key NOT IN (SELECT phone_key FROM customer WHERE phone_key IS NOT NULL AND sale_id NOT IN erased)`,
    )
    .pluck()
  const erased = db.prepare(ERASED).pluck()
  return {
    everyone() {
      return (peopleRows.all() as PersonRow[]).flatMap(({ noted, bought, ...row }) => {
        const { saleId } = row
        const customer = noted && opened(saleId, noted)
        const buyer = bought && buyerOf(saleId, bought)
        return customer || buyer ? [{ ...row, customer, buyer }] : []
      })
    },
    erase(saleIds) {
      for (const saleId of saleIds) forgetSale(saleId)
    },
    sealedOf: (saleIds) => sealedRows.all(JSON.stringify(saleIds)) as Buffer[],
    erased: () => erased.all() as string[],
  }
}

interface PersonRow extends Pick<PersonOfSale, 'saleId' | 'orderId' | 'keptUntil'> {
  readonly noted: Buffer | null
  readonly bought: Buffer | null
}

/** Null for what another secret sealed, or a purchase that names its buyer otherwise. */
function buyerIn(sealing: Sealing, saleId: string, sealed: Buffer): Buyer | null {
  try {
    const { customer } = JSON.parse(sealing.open(saleId, 'request', sealed)) as { readonly customer?: Partial<Buyer> }
    return customer ? { name: customer.name ?? '', phone: customer.phone ?? '', email: customer.email ?? '' } : null
  } catch {
    return null
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

function deleteAfter(event: EventOffer, { wallUtc }: Instant, timeZone: string, retentionDays: number): string {
  const over = Math.max(Date.parse(wallUtc), instantOf(eventEnd(event) ?? 0, timeZone))
  return new Date(Math.min(over + retentionDays * DAY_MS, LAST_DAY)).toISOString()
}

/** What the register's secret opens and finds again, and nothing else does. */
interface Sealing {
  /** AES-256-GCM, the sale's id and what it is as associated data: nonce ‖ ciphertext ‖ tag. */
  seal(saleId: string, what: SealedThing, text: string): Buffer
  /** Throws where another secret sealed it, or somebody changed it. */
  open(saleId: string, what: SealedThing, sealed: Buffer): string
  /** Keyed hash of a telephone number, 32 bytes: the same however it is written; null for what is no number. */
  readonly phoneKey: (phone: string) => Buffer | null
}

type SealedThing = 'request' | 'customer'

const NONCE_BYTES = 12
const TAG_BYTES = 16

function sealingWith(secret: Uint8Array): Sealing {
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
