import type { Database } from 'better-sqlite3'
import type { Instant, PurchaseRequest } from '../../shared/domain/sale.ts'
import { changedJobs } from './entries.ts'
import type { Journal, JournalRow } from './journal.ts'
import type { PersonalData } from './personal-data.ts'
import type { Projection } from './projection.ts'
import { jobsOf } from './remade-sale.ts'
import { replaySale } from './replay.ts'
import { textHash } from './sale-body.ts'
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
    `SELECT sale.sale_id AS saleId, body, request_body AS request, journal.payload FROM sale
     JOIN journal ON journal.seq = sale.last_seq WHERE finished = 0`,
  )
  return (unfinished.all() as UnfinishedSale[]).flatMap(({ saleId, body, request, payload }) => {
    const last = JSON.parse(payload) as StepPayload
    const sends = last.to === 'confirming' || last.to === 'unknown'
    const whole = request === (sends ? attempt(() => personalData.read(saleId)) : null)
    if (whole && (request !== null) === sends && textHash(body) === last.stateSha256) return []
    restoreSale(books, saleId, last, now)
    return [saleId]
  })
}

interface UnfinishedSale {
  readonly saleId: string
  readonly body: string
  readonly request: string | null
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
  const stored = storedSale(books, saleId)
  const request = requestOf(stored?.request_body ?? attempt(() => personalData.read(saleId)))
  restoreCommitment(books, saleId, request)
  const vouched = (body: string): boolean => textHash(body) === last.stateSha256
  if (stored && vouched(stored.body)) {
    projection.setState(saleId, { body: stored.body, request: requestOf(stored.request_body) })
    return
  }
  const steps = stepsOf(target, saleId)
  const { sale, text } = replaySale(steps, request)
  if (vouched(text.body)) {
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

interface StoredSale {
  readonly body: string
  readonly request_body: string | null
}

function storedSale({ damaged }: SaleBooks, saleId: string): StoredSale | null {
  const found = attempt(() => damaged?.prepare('SELECT body, request_body FROM sale WHERE sale_id = ?').get(saleId))
  return (found as StoredSale | undefined) ?? null
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
