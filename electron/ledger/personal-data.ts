import type { Database } from 'better-sqlite3'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { type Buyer, type Customer, phoneTail } from '../../shared/domain/customer.ts'
import { wordsOf } from '../../shared/domain/desk/desk-command.ts'
import { instantOf, localDate, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { INVOICE_YEARS, RETENTION_DAYS } from '../../shared/domain/personal-request.ts'
import type { InvoiceBuyer } from '../../shared/domain/sale/after-sale.ts'
import type { Instant, PurchaseRequest, Sale } from '../../shared/domain/sale/sale.ts'
import { eventEnd, type EventOffer } from '../../shared/domain/seats/offer.ts'
import { openAfterSales, openCancellations, owedOf } from './accounts/after-sales.ts'
import { openPayments, openRefunds } from './accounts/open-payments.ts'
import { faultOf, LedgerConflict } from './connection.ts'
import type { Signer } from './signer.ts'

/** Customer of a sale, as noted by staff and as sent to the booking service. */
export interface PersonOfSale {
  readonly saleId: string
  /** Id of the order; null if the sale never had an order. */
  readonly orderId: string | null
  /** Null if no customer was noted, or if the customer was removed because nothing was sold. */
  readonly customer: Customer | null
  /** Customer data sent with the purchase; null if there was no purchase. */
  readonly buyer: Buyer | null
  /** Buyer on the invoice of the sale; null if the sale has no invoice. */
  readonly invoice: InvoiceBuyer | null
  /** End of the retention period (ISO 8601 UTC). */
  readonly keptUntil: string
}

type PersonalSale = Pick<Sale, 'saleId' | 'event'>

const DAY_MS = 86_400_000
/** Code of the row that names the sales whose customer data was erased by request. */
export const DATA_ERASED = 'CUSTOMER_DATA_ERASED'
const ERASED = `SELECT value FROM journal, json_each(CASE WHEN json_valid(payload) THEN payload END, '$.saleIds') WHERE journal.sale_id IS NULL AND code = '${DATA_ERASED}'`
/** Latest supported date. Dates are compared as text, and from the year 10000 on their format differs. */
const LAST_DAY = Date.parse('9999-12-31T00:00:00.000Z')

interface SealingOptions {
  readonly signer: Signer
  readonly timeZone?: string | undefined
  readonly retentionDays?: number | undefined
  readonly invoiceYears?: number | undefined
}

/**
 * Customer data, encrypted and stored outside the hash chain until the retention period ends. The chain contains only
 * commitments, which cannot confirm a guess after the encrypted data is erased.
 */
export class PersonalData {
  readonly #db: Database
  readonly #sql: ReturnType<typeof preparePersonalData>
  readonly #sealing: Sealing
  readonly #keepUntil: (event: EventOffer, now: Instant) => string
  readonly #invoiceYears: number
  readonly #timeZone: string

  constructor(db: Database, options: SealingOptions) {
    const { signer, timeZone, retentionDays = RETENTION_DAYS, invoiceYears = INVOICE_YEARS } = options
    this.#db = db
    this.#sql = preparePersonalData(db)
    this.#sealing = new Sealing(signer.sealingKey)
    this.#invoiceYears = invoiceYears
    const zone = venueTimeZone({ timeZone })
    this.#timeZone = zone
    this.#keepUntil = (event, now) => deleteAfter(event, now, zone, retentionDays)
  }

  /**
   * Encrypts and stores the request until the retention period ends. Returns the commitment for the hash chain:
   * HMAC-SHA256 of the request's hash with a fresh salt.
   */
  keep({ saleId, event }: PersonalSale, { body, sha256 }: PurchaseRequest, now: Instant) {
    const salt = randomBytes(32)
    const until = this.#keepUntil(event, now)
    this.#sql.insert.run(saleId, this.#sealing.seal(saleId, 'request', body), salt, until)
    return { requestMac: createHmac('sha256', salt).update(sha256).digest('hex'), deleteAfter: until }
  }

  /** Returns the decrypted request; null if there was no request or it was erased. Throws if the decryption fails. */
  read(saleId: string): string | null {
    const sealed = this.#sql.request.get(saleId) as Buffer | undefined
    return sealed ? this.#sealing.open(saleId, 'request', sealed) : null
  }

  /**
   * Encrypts and stores the customer's details until the retention period ends. Returns the commitment for the hash
   * chain: SHA-256 of the encrypted data and the telephone key.
   */
  note({ saleId, event }: PersonalSale, { name, phone, note }: Customer, now: Instant) {
    const sealed = this.#sealing.seal(saleId, 'customer', JSON.stringify({ name, phone, note }))
    const phoneKey = this.#sealing.phoneKey(phone)
    const until = this.#keepUntil(event, now)
    this.#sql.insertCustomer.run(saleId, sealed, phoneKey, until)
    return { customerSha256: customerHash(sealed, phoneKey), deleteAfter: until }
  }

  /** Returns the customer; null if not noted or erased. Throws if the data cannot be decrypted. */
  customer(saleId: string): Customer | null {
    const sealed = this.#sql.customer.get(saleId) as Buffer | undefined
    return sealed ? (JSON.parse(this.#sealing.open(saleId, 'customer', sealed)) as Customer) : null
  }

  /**
   * Encrypts and stores the buyer on an invoice until the retention period ends. Returns the commitment for the hash
   * chain: SHA-256 of the encrypted data.
   */
  noteBuyer(saleId: string, buyer: InvoiceBuyer, { wallUtc }: Instant) {
    const sealed = this.#sealedBuyer(saleId, buyer)
    const { year } = localDate(wallUtc, this.#timeZone)
    const end = instantOf(Date.UTC(year + this.#invoiceYears + 1, 0), this.#timeZone)
    const until = new Date(end).toISOString()
    this.#sql.insertBuyer.run(saleId, sealed, until)
    return { buyerSha256: buyerHash(sealed), deleteAfter: until }
  }

  /**
   * Replaces the buyer of an invoice. The retention period still ends on the same day. Returns the new commitment.
   * Throws if the buyer was erased.
   */
  correctBuyer(saleId: string, buyer: InvoiceBuyer) {
    const sealed = this.#sealedBuyer(saleId, buyer)
    if (this.#sql.correctBuyer.run(sealed, saleId).changes !== 1)
      throw new LedgerConflict(`the buyer on the invoice of sale ${saleId} was erased`)
    return { buyerSha256: buyerHash(sealed) }
  }

  #sealedBuyer(saleId: string, { company, address, taxNumber }: InvoiceBuyer): Buffer {
    return this.#sealing.seal(saleId, 'invoice', JSON.stringify({ company, address, taxNumber }))
  }

  /** Returns the buyer on the invoice of a sale; null if there is no invoice, or the buyer is erased or unreadable. */
  readonly buyer = (saleId: string): InvoiceBuyer | null => {
    const sealed = this.#sql.buyer.get(saleId) as Buffer | undefined
    return sealed ? this.#openedBuyer(saleId, sealed) : null
  }

  /** Returns the keyed hash of a telephone number; null if the text is not a telephone number. */
  phoneKey(phone: string): Buffer | null {
    return this.#sealing.phoneKey(phone)
  }

  /**
   * Returns the sales whose customer name, staff note or company on the invoice contains all given words or word parts,
   * in lower case without accents (`wordsOf`). Decrypts every record, because the ledger has no searchable form of the
   * names.
   */
  named(words: readonly string[]): readonly string[] {
    const billed = (this.#sql.buyers.all() as SealedRow[]).flatMap(({ saleId, ciphertext }) => {
      const buyer = this.#openedBuyer(saleId, ciphertext)
      return buyer && hasWords(buyer.company, words) ? [saleId] : []
    })
    return [...this.#matching(({ name, note = '' }) => hasWords(`${name} ${note}`, words)), ...billed]
  }

  /** Returns the sales whose customer's telephone number ends with the given digits. Decrypts every customer record. */
  phonesEnding(digits: string): readonly string[] {
    return this.#matching(({ phone }) => phone.endsWith(digits))
  }

  #matching(isWanted: (customer: Customer) => boolean): readonly string[] {
    const rows = this.#sql.customers.all() as SealedRow[]
    return rows.flatMap(({ saleId, ciphertext }) => {
      const who = this.#openedCustomer(saleId, ciphertext)
      return who && isWanted(who) ? [saleId] : []
    })
  }

  drop(saleId: string): void {
    this.#sql.removeCustomer.run(saleId)
  }

  /**
   * Erases data whose retention period has ended, if its sale is finished and has no unsettled payment. Also erases
   * data that a restored backup brought back after an earlier erasure. Returns the number of affected sales. Must be
   * called inside a transaction.
   */
  forget(now: Instant): number {
    const rows = this.#sql.due.all(now.wallUtc) as DueRow[]
    const idsOf = (erased: boolean): readonly string[] =>
      rows.flatMap(({ saleId, wasErased }) => (Boolean(wasErased) === erased ? [saleId] : []))
    const sales = [...idsOf(true), ...withoutOpenMoney(this.#db, idsOf(false))]
    this.#eraseCustomers(sales)
    const buyers = this.#sql.dueBuyers.all(now.wallUtc) as string[]
    this.#eraseBuyers(buyers)
    return new Set([...sales, ...buyers]).size
  }

  /** Returns the customer of each sale. Omits undecryptable data and default buyers that no customer entered. */
  everyone(): readonly PersonOfSale[] {
    return (this.#sql.people.all() as PersonRow[]).flatMap(({ noted, bought, billed, ...row }) => {
      const customer = noted && this.#openedCustomer(row.saleId, noted)
      const buyer = bought && buyerIn(this.#sealing, row.saleId, bought)
      const invoice = billed && this.#openedBuyer(row.saleId, billed)
      return customer || buyer || invoice ? [{ ...row, customer, buyer, invoice }] : []
    })
  }

  /** Erases the customer data of the given sales. Must be called inside a transaction. */
  erase(saleIds: readonly string[]): void {
    this.#eraseCustomers(saleIds)
    this.#eraseBuyers(saleIds)
  }

  #eraseBuyers(saleIds: readonly string[]): void {
    for (const saleId of saleIds) this.#sql.removeBuyer.run(saleId)
  }

  #eraseCustomers(saleIds: readonly string[]): void {
    for (const saleId of saleIds) {
      this.#sql.remove.run(saleId)
      this.#sql.removeCustomer.run(saleId)
      this.#sql.blank.run(saleId)
    }
  }

  /** Returns the encrypted data and telephone keys that belong only to the given sales. */
  sealedOf(saleIds: readonly string[]): readonly Buffer[] {
    return this.#sql.sealed.all(JSON.stringify(saleIds)) as Buffer[]
  }

  /** Returns the ids of the sales whose customer data was erased by request, according to the journal. */
  erased(): readonly string[] {
    return this.#sql.erased.all() as string[]
  }

  #openedCustomer(saleId: string, sealed: Buffer): Customer | null {
    return this.#opened(saleId, 'customer', sealed) as Customer | null
  }

  #openedBuyer(saleId: string, sealed: Buffer): InvoiceBuyer | null {
    return this.#opened(saleId, 'invoice', sealed) as InvoiceBuyer | null
  }

  /** Returns null for data encrypted with another key. */
  #opened(saleId: string, what: SealedThing, sealed: Buffer): unknown {
    try {
      return JSON.parse(this.#sealing.open(saleId, what, sealed)) as unknown
    } catch {
      return null
    }
  }
}

/** SQL condition: the buyer of the purchase is the customer, and not a default buyer. */
const IS_NAMED = "(CASE WHEN json_valid(body) THEN body ->> '$.customer' END) = 1"

function preparePersonalData(db: Database) {
  return {
    insert: db.prepare(
      'INSERT OR REPLACE INTO customer_pii (sale_id, ciphertext, salt, delete_after) VALUES (?, ?, ?, ?)',
    ),
    request: db.prepare('SELECT ciphertext FROM customer_pii WHERE sale_id = ?').pluck(),
    insertCustomer: db.prepare(
      'INSERT OR REPLACE INTO customer (sale_id, ciphertext, phone_key, delete_after) VALUES (?, ?, ?, ?)',
    ),
    customers: db.prepare('SELECT sale_id AS saleId, ciphertext FROM customer'),
    customer: db.prepare('SELECT ciphertext FROM customer WHERE sale_id = ?').pluck(),
    insertBuyer: db.prepare('INSERT INTO invoice_buyer (sale_id, ciphertext, delete_after) VALUES (?, ?, ?)'),
    correctBuyer: db.prepare('UPDATE invoice_buyer SET ciphertext = ? WHERE sale_id = ?'),
    buyers: db.prepare('SELECT sale_id AS saleId, ciphertext FROM invoice_buyer'),
    buyer: db.prepare('SELECT ciphertext FROM invoice_buyer WHERE sale_id = ?').pluck(),
    dueBuyers: db.prepare(`SELECT sale_id FROM invoice_buyer WHERE delete_after < ? OR sale_id IN (${ERASED})`).pluck(),
    removeBuyer: db.prepare('DELETE FROM invoice_buyer WHERE sale_id = ?'),
    due: db.prepare(
      `SELECT sale_id AS saleId, sale_id IN (${ERASED}) AS wasErased FROM (SELECT sale_id, delete_after FROM customer_pii UNION SELECT sale_id, delete_after FROM customer)
         JOIN sale USING (sale_id) GROUP BY sale_id HAVING finished = 1 AND (max(delete_after) < ? OR wasErased)`,
    ),
    remove: db.prepare('DELETE FROM customer_pii WHERE sale_id = ?'),
    removeCustomer: db.prepare('DELETE FROM customer WHERE sale_id = ?'),
    blank: db.prepare('UPDATE attempt SET body_sha256 = NULL WHERE sale_id = ?'),
    people: db.prepare(
      `SELECT sale.sale_id AS saleId, order_id AS orderId, customer.ciphertext AS noted, invoice_buyer.ciphertext AS billed,
         CASE WHEN ${IS_NAMED} THEN customer_pii.ciphertext END AS bought,
         max(coalesce(customer.delete_after, ''), coalesce(customer_pii.delete_after, ''),
           coalesce(invoice_buyer.delete_after, '')) AS keptUntil
       FROM sale LEFT JOIN customer USING (sale_id) LEFT JOIN customer_pii USING (sale_id)
         LEFT JOIN invoice_buyer USING (sale_id)
       WHERE invoice_buyer.sale_id IS NOT NULL
         OR ((customer.sale_id IS NOT NULL OR customer_pii.sale_id IS NOT NULL) AND ${IS_NAMED})
       ORDER BY first_seq`,
    ),
    sealed: db
      .prepare(
        `WITH erased AS (SELECT value AS sale_id FROM json_each(?))
         SELECT ciphertext FROM customer_pii JOIN erased USING (sale_id)
         UNION ALL SELECT ciphertext FROM customer JOIN erased USING (sale_id)
         UNION ALL SELECT ciphertext FROM invoice_buyer JOIN erased USING (sale_id)
         UNION ALL SELECT phone_key FROM customer JOIN erased USING (sale_id) WHERE phone_key IS NOT NULL
           AND phone_key NOT IN (SELECT phone_key FROM customer WHERE phone_key IS NOT NULL AND sale_id NOT IN erased)`,
      )
      .pluck(),
    erased: db.prepare(ERASED).pluck(),
  }
}

interface DueRow {
  readonly saleId: string
  /** 1 if the customer data was erased earlier, otherwise 0. */
  readonly wasErased: number
}

/** Returns the sales without unsettled payments; empty if rows about payments cannot be read. */
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

interface PersonRow extends Pick<PersonOfSale, 'saleId' | 'orderId' | 'keptUntil'> {
  readonly noted: Buffer | null
  readonly bought: Buffer | null
  readonly billed: Buffer | null
}

interface SealedRow {
  readonly saleId: string
  readonly ciphertext: Buffer
}

/** Returns null for data encrypted with another key, or for a purchase without a readable buyer. */
function buyerIn(sealing: Sealing, saleId: string, sealed: Buffer): Buyer | null {
  try {
    const request = JSON.parse(sealing.open(saleId, 'request', sealed)) as unknown
    const first = (Array.isArray(request) ? JSON.parse(String(request[0])) : request) as { customer?: Partial<Buyer> }
    const { customer } = first
    return customer ? { name: customer.name ?? '', phone: customer.phone ?? '', email: customer.email ?? '' } : null
  } catch {
    return null
  }
}

function hasWords(text: string, words: readonly string[]): boolean {
  const own = wordsOf(text)
  return words.every((word) => own.some((each) => each.includes(word)))
}

/** Returns whether a sale ended without tickets, so that its customer data is no longer needed. */
export function endedWithoutTickets(state: Sale['state']): boolean {
  return state === 'abandoned' || state === 'refunded'
}

export function customerHash(sealed: Buffer, phoneKey: Buffer | null): string {
  const hash = createHash('sha256').update(sealed)
  if (phoneKey) hash.update(phoneKey)
  return hash.digest('hex')
}

export const buyerHash = (sealed: Buffer): string => customerHash(sealed, null)

function deleteAfter(event: EventOffer, { wallUtc }: Instant, timeZone: string, retentionDays: number): string {
  const over = Math.max(Date.parse(wallUtc), instantOf(eventEnd(event) ?? 0, timeZone))
  return new Date(Math.min(over + retentionDays * DAY_MS, LAST_DAY)).toISOString()
}

type SealedThing = 'request' | 'customer' | 'invoice'

const NONCE_BYTES = 12
const TAG_BYTES = 16

class Sealing {
  readonly #key: KeyObject
  readonly #phones: Buffer

  constructor(secret: Uint8Array) {
    // Creating the key object at each call would cost as much as the encryption.
    this.#key = createSecretKey(secret)
    this.#phones = Buffer.from(hkdfSync('sha256', this.#key, '', 'guichet customer telephone', 32))
  }

  /** Encrypts with AES-256-GCM, with sale id and kind of data as associated data. Returns nonce ‖ ciphertext ‖ tag. */
  seal(saleId: string, what: SealedThing, text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(associated(saleId, what))
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws if the data was encrypted with another key or was modified. */
  open(saleId: string, what: SealedThing, sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAAD(associated(saleId, what)).setAuthTag(sealed.subarray(-TAG_BYTES))
    const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  }

  /** Returns a keyed 32-byte hash of a telephone number, independent of its notation; null for other text. */
  phoneKey(phone: string): Buffer | null {
    const tail = phoneTail(phone)
    return tail === null ? null : createHmac('sha256', this.#phones).update(tail).digest()
  }
}

/** Requests have only the sale id as associated data, for compatibility with existing ledgers. */
function associated(saleId: string, what: SealedThing): Buffer {
  return Buffer.from(what === 'request' ? saleId : `${what} ${saleId}`)
}
