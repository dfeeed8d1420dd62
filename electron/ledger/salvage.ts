import { copyFileSync, existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { Instant, PurchaseRequest } from '../../shared/domain/sale.ts'
import { removeDatabase } from './backup.ts'
import { publicKey, signedWith } from './check.ts'
import { openConnection } from './connection.ts'
import { type Journal, type JournalRow, openJournal, rowHash } from './journal.ts'
import { openPersonalData, type PersonalData } from './personal-data.ts'
import { openProjection, type Projection } from './projection.ts'
import { type JournalledStep, replaySale } from './replay.ts'
import { textHash } from './sale-body.ts'
import type { StepPayload } from './step.ts'
import type { Signer } from './signer.ts'
import type { LockedSale, StoreOptions } from './store.ts'

/** What could be carried over from a damaged ledger into a sound one. */
export interface Salvage {
  readonly rows: number
  /** Sales whose state could not be made out again: only staff can settle them, with the service's word by `ownerRef`. */
  readonly lockedSales: readonly LockedSale[]
}

/**
 * Takes every row that follows `target`'s own chain and is signed by this register out of the damaged file, until the
 * first that cannot be read or trusted, and rebuilds from them what stands beside the journal. The damaged file is read
 * through a copy and stays as it is.
 */
export function salvage(damaged: string, target: Database, options: StoreOptions): Salvage {
  const copy = `${damaged}.reading`
  removeDatabase(copy)
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${damaged}${suffix}`)) copyFileSync(`${damaged}${suffix}`, `${copy}${suffix}`)
  }
  try {
    const source = openDamaged(copy, options)
    if (!source) return { rows: 0, lockedSales: [] }
    try {
      return target.transaction(() => carryOver(source, target, options)).immediate()
    } finally {
      source.close()
    }
  } finally {
    removeDatabase(copy)
  }
}

function openDamaged(path: string, options: StoreOptions): Database | null {
  return attempt(() => {
    const db = openConnection(path, options)
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return db
  })
}

/** Damaged pages make reads throw; what cannot be read counts as absent. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

interface Books {
  readonly target: Database
  readonly journal: Journal
  readonly projection: Projection
  readonly personalData: PersonalData
}

function carryOver(source: Database, target: Database, options: StoreOptions): Salvage {
  const journal = openJournal(target, options)
  const projection = openProjection(target)
  const books = { target, journal, projection, personalData: openPersonalData(target, options.signer.sealingKey) }
  const touched = new Map<string, StepPayload>()
  let rows = 0
  for (let row = nextRow(source, books, options); row; row = nextRow(source, books, options)) {
    const payload = JSON.parse(row.payload) as unknown
    journal.copy(row)
    projection.apply(row, payload, { body: '', request: null })
    if (row.sale_id !== null) touched.set(row.sale_id, payload as StepPayload)
    rows += 1
  }
  const now = options.now()
  const lockedSales = [...touched].filter(([saleId, last]) => !restoreSale(source, books, saleId, last, now))
  return { rows, lockedSales: lockedSales.map(([saleId]) => lockedSale(target, saleId)) }
}

function nextRow(source: Database, { target, journal }: Books, { signer }: StoreOptions): JournalRow | null {
  const head = journal.head()
  const row = attempt(() =>
    source.prepare('SELECT * FROM journal WHERE seq = ?').get(head.seq + 1),
  ) as JournalRow | null
  if (!row?.prev_hash.equals(head.hash) || !row.hash.equals(rowHash(row))) return null
  const key = row.key_id === signer.keyId ? signer.publicKey : formerKey(source, target, row, signer)
  return key !== null && signedWith(row, publicKey(key)) ? row : null
}

/** A key that this register had before it got its present one: the damaged file must name both. */
function formerKey(source: Database, target: Database, row: JournalRow, { keyId }: Signer): string | null {
  const known = attempt(() => source.prepare('SELECT 1 FROM signing_key WHERE key_id = ?').get(keyId))
  if (!known) return null
  const named = JSON.parse(row.payload) as { keyId?: string; publicKey?: string }
  if (named.keyId === row.key_id && named.publicKey !== undefined) return named.publicKey
  const key = target.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck().get(row.key_id)
  return (key as string | undefined) ?? null
}

/**
 * The sale's text as the damaged file has it, where it is the one the chain vouches for. Else the sale's rows are
 * replayed, and if that leads to another text a row of its own says so.
 */
function restoreSale(source: Database, books: Books, saleId: string, last: StepPayload, now: Instant): boolean {
  const { target, journal, projection } = books
  copyPersonalData(source, target, saleId)
  const stored = attempt(() =>
    source.prepare('SELECT body, request_body FROM sale WHERE sale_id = ?').get(saleId),
  ) as StoredSale | null
  const request = requestOf(stored?.request_body ?? attempt(() => books.personalData.read(saleId)))
  restoreCommitment(source, target, saleId, request)
  const vouched = (body: string): boolean => textHash(body) === last.stateSha256
  if (stored && vouched(stored.body)) {
    projection.setState(saleId, { body: stored.body, request: requestOf(stored.request_body) })
    return true
  }
  const replayed = replaySale(stepsOf(target, saleId), request)
  if (replayed === null) return false
  const { sale, text } = replayed
  if (vouched(text.body)) {
    projection.setState(saleId, text)
    return true
  }
  const payload = { event: { type: 'restored' }, from: last.to, to: sale.state, stateSha256: textHash(text.body) }
  projection.apply(journal.append({ code: 'RESTORED', saleId, staffId: null, payload }, now), payload, text)
  return true
}

/** The hash of the request and its salt stay together, or go together: one without the other proves nothing. */
function restoreCommitment(source: Database, target: Database, saleId: string, request: PurchaseRequest | null): void {
  const stored = attempt(() => source.prepare('SELECT body_sha256 FROM attempt WHERE sale_id = ?').pluck().get(saleId))
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

function requestOf(body: string | null): PurchaseRequest | null {
  return body === null ? null : { body, sha256: textHash(body) }
}

function copyPersonalData(source: Database, target: Database, saleId: string): void {
  const row = attempt(() => source.prepare('SELECT * FROM customer_pii WHERE sale_id = ?').get(saleId))
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

function lockedSale(target: Database, saleId: string): LockedSale {
  return target
    .prepare('SELECT sale_id AS saleId, owner_ref AS ownerRef, order_id AS orderId, state FROM sale WHERE sale_id = ?')
    .get(saleId) as LockedSale
}
