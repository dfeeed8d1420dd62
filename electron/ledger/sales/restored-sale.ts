import type { Database } from 'better-sqlite3'
import type { Instant, PurchaseRequest, Sale } from '../../../shared/domain/sale/sale.ts'
import { changedJobs } from '../books/entries.ts'
import type { Journal, JournalRow } from '../chain/journal.ts'
import { cameToNothing, customerHash, type PersonalData } from './personal-data.ts'
import type { Projection } from './projection.ts'
import { jobsOf } from './remade-sale.ts'
import { replaySale } from './replay.ts'
import { maySend, textHash } from './sale-body.ts'
import type { JournalledStep, StepPayload } from './step.ts'

export interface SaleBooks {
  readonly target: Database
  /** The damaged database, where there is one and it can be opened at all. */
  readonly damaged: Database | null
  readonly journal: Journal
  readonly projection: Projection
  readonly personalData: PersonalData
}

/**
 * Unfinished sales whose text, or whose purchase's bytes, are not those that the chain vouches for are made out again
 * from their rows. Returns their ids. Call inside a transaction.
 */
export function mendSales(books: SaleBooks, now: Instant): readonly string[] {
  const { target, personalData } = books
  const unfinished = target.prepare(
    `SELECT sale.sale_id AS saleId, body, journal.payload,
       (SELECT body_sha256 FROM attempt WHERE attempt.sale_id = sale.sale_id LIMIT 1) AS sent FROM sale
     JOIN journal ON journal.seq = sale.last_seq WHERE finished = 0`,
  )
  return (unfinished.all() as UnfinishedSale[]).flatMap(({ saleId, body, sent, payload }) => {
    const last = JSON.parse(payload) as StepPayload
    const request = maySend(last.to) ? attempt(() => personalData.read(saleId)) : null
    const whole = !maySend(last.to) || (request !== null && textHash(request) === sent)
    if (whole && customerIsWhole(books, saleId) && textHash(body) === last.stateSha256) return []
    restoreSale(books, saleId, last, now)
    return [saleId]
  })
}

interface UnfinishedSale {
  readonly saleId: string
  readonly body: string
  /** Hash of the purchase's bytes. */
  readonly sent: string | null
  /** Of its last row. */
  readonly payload: string
}

/**
 * The sale's text as the damaged file has it, where it is the one the chain vouches for. Else the sale's rows are
 * replayed, and if that leads to another text a row of its own says so.
 */
export function restoreSale(books: SaleBooks, saleId: string, last: StepPayload, now: Instant): void {
  const { target, journal, projection, personalData } = books
  copyPersonalData(books, saleId)
  const stored = storedBody(books, saleId)
  const request = requestOf(attempt(() => personalData.read(saleId)))
  restoreCommitment(books, saleId, request)
  const lost = restoreCustomer(books, saleId, last.to)
  const vouched = (body: string): boolean => textHash(body) === last.stateSha256
  if (!lost && stored !== null && vouched(stored) && (request !== null || !maySend(last.to))) {
    projection.setState(saleId, { body: stored, request })
    return
  }
  const steps = stepsOf(target, saleId)
  const { sale, text } = replaySale(steps, request)
  if (!lost && vouched(text.body)) {
    projection.setState(saleId, text)
    return
  }
  const jobs = changedJobs(jobsOf(steps), sale)
  const payload = {
    event: { type: 'restored' },
    from: last.to,
    to: sale.state,
    stateSha256: textHash(text.body),
    ...(jobs.length > 0 && { jobs }),
  }
  projection.apply(journal.append({ code: 'RESTORED', saleId, staffId: null, payload }, now), payload, text)
  if (cameToNothing(sale.state)) personalData.drop(saleId)
}

/** The hash of the request and its salt stay together, or go together: one without the other proves nothing. */
function restoreCommitment({ damaged, target }: SaleBooks, saleId: string, request: PurchaseRequest | null): void {
  const stored = attempt(() =>
    damaged?.prepare('SELECT body_sha256 FROM attempt WHERE sale_id = ?').pluck().get(saleId),
  )
  const salted = target.prepare('SELECT 1 FROM customer_pii WHERE sale_id = ?').get(saleId) !== undefined
  const sha256 = request?.sha256 ?? (stored as string | null | undefined) ?? null
  const kept = salted ? sha256 : null
  if (kept === null) target.prepare('DELETE FROM customer_pii WHERE sale_id = ?').run(saleId)
  target.prepare('UPDATE attempt SET body_sha256 = ? WHERE sale_id = ?').run(kept, saleId)
}

/** The customer noted last is there, and can be read; or none is. */
function customerIsWhole({ target, personalData }: SaleBooks, saleId: string): boolean {
  const row = customerRow(target, saleId)
  if (!row) return true
  const same = customerHash(row.ciphertext, row.phone_key) === notedHash(target, saleId)
  return same && attempt(() => personalData.customer(saleId)) !== null
}

/**
 * From the damaged file, or as it was in the copy, if it is what the chain says and can be read; it goes with the
 * purchase's bytes. Whether it is lost before its time.
 */
function restoreCustomer(books: SaleBooks, saleId: string, to: Sale['state']): boolean {
  const { damaged, target, personalData } = books
  const there = (sql: string): boolean => target.prepare(sql).get(saleId) !== undefined
  const kept =
    there('SELECT 1 FROM customer_pii WHERE sale_id = ?') || !there('SELECT 1 FROM attempt WHERE sale_id = ?')
  if (cameToNothing(to) || !kept) {
    personalData.drop(saleId)
    return false
  }
  const row = attempt(() => damaged && customerRow(damaged, saleId))
  if (row && customerHash(row.ciphertext, row.phone_key) === notedHash(target, saleId)) {
    target
      .prepare(
        `INSERT OR REPLACE INTO customer (sale_id, ciphertext, phone_key, delete_after)
         VALUES (@sale_id, @ciphertext, @phone_key, @delete_after)`,
      )
      .run(row)
  }
  if (!customerIsWhole(books, saleId)) personalData.drop(saleId)
  return notedHash(target, saleId) !== null && !customerRow(target, saleId)
}

function notedHash(db: Database, saleId: string): string | null {
  const payload = db
    .prepare("SELECT payload FROM journal WHERE sale_id = ? AND code = 'CUSTOMER_NOTED' ORDER BY seq DESC LIMIT 1")
    .pluck()
    .get(saleId) as string | undefined
  return payload === undefined ? null : ((JSON.parse(payload) as StepPayload).customerSha256 ?? null)
}

interface CustomerRow {
  readonly ciphertext: Buffer
  readonly phone_key: Buffer | null
}

function customerRow(db: Database, saleId: string): CustomerRow | undefined {
  return db.prepare('SELECT * FROM customer WHERE sale_id = ?').get(saleId) as CustomerRow | undefined
}

function storedBody({ damaged }: SaleBooks, saleId: string): string | null {
  const found = attempt(() => damaged?.prepare('SELECT body FROM sale WHERE sale_id = ?').pluck().get(saleId))
  return (found as string | undefined) ?? null
}

function requestOf(body: string | null): PurchaseRequest | null {
  return body === null ? null : { body, sha256: textHash(body) }
}

function copyPersonalData({ damaged, target }: SaleBooks, saleId: string): void {
  const row = attempt(() => damaged?.prepare('SELECT * FROM customer_pii WHERE sale_id = ?').get(saleId))
  if (!row) return
  target
    .prepare(
      `INSERT OR REPLACE INTO customer_pii (sale_id, ciphertext, salt, delete_after)
       VALUES (@sale_id, @ciphertext, @salt, @delete_after)`,
    )
    .run(row)
}

function stepsOf(target: Database, saleId: string): readonly JournalledStep[] {
  const rows = target.prepare('SELECT * FROM journal WHERE sale_id = ? ORDER BY seq').all(saleId) as JournalRow[]
  return rows.map((row) => ({
    seq: row.seq,
    saleId,
    register: row.register,
    payload: JSON.parse(row.payload) as StepPayload,
    now: { monoMs: row.mono_ms, bootId: row.boot_id, wallUtc: row.wall_utc },
  }))
}

/** Damaged pages make reads throw; what cannot be read counts as absent. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
