import { createHmac } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'
import type { SaleBook } from './sale-book.ts'
import { sha256 } from './signatures.ts'

interface SaleRow {
  readonly sale_id: string
  readonly body: string
  readonly request_body: string | null
}

/** `tables`: the sales' own texts, and the commitments to what names a customer. */
export function checkTexts(db: Database, findings: Findings, book: SaleBook): void {
  const salts = new Map(
    (db.prepare('SELECT sale_id, salt FROM customer_pii').all() as { sale_id: string; salt: Buffer }[]).map((row) => [
      row.sale_id,
      row.salt,
    ]),
  )
  const hashes = db.prepare('SELECT DISTINCT body_sha256 FROM attempt WHERE sale_id = ?').pluck()
  for (const row of db.prepare('SELECT sale_id, body, request_body FROM sale').iterate() as IterableIterator<SaleRow>) {
    const sale = book.sales.get(row.sale_id)
    if (sale) checkSaleTexts(findings, sale, row)
  }
  for (const sale of book.sales.values()) {
    if (sale.requestMac)
      checkCommitment(findings, sale, hashes.all(sale.saleId) as (string | null)[], salts.get(sale.saleId))
  }
  for (const saleId of salts.keys()) {
    if (!book.sales.get(saleId)?.requestMac)
      findings.error('tables', null, `customer_pii ${saleId}`, 'is in no journal row')
  }
}

function checkSaleTexts(findings: Findings, sale: SaleAccount, { body, request_body }: SaleRow): void {
  const bad = (why: string): void => findings.error('tables', sale.lastSeq, `sale ${sale.saleId}`, why)
  if (sha256(body) !== sale.stateSha256) bad('its state is not the one that was journalled')
  const state = parsed(body)
  if (state['state'] !== sale.state) bad(`its state says ${JSON.stringify(state['state'])}, the journal ${sale.state}`)
  for (const [member, seq] of rowsNamed(state)) {
    const brought = sale.rows.get(member) ?? null
    if (seq !== brought) bad(`its ${member} should stand in row ${JSON.stringify(seq)}, and stands in ${brought}`)
  }
  const sends = sale.state === 'confirming' || sale.state === 'unknown'
  if (sends !== (request_body !== null))
    bad(sends ? "the purchase's bytes are missing" : "the purchase's bytes should be gone")
  if (request_body !== null) sale.requestSha256 = sha256(request_body)
}

type Member = 'event' | 'order' | 'seats' | 'tickets'

const MEMBERS: readonly Member[] = ['event', 'order', 'seats', 'tickets']

/** Members that stand in a row of the journal, with the number that the body gives. */
function rowsNamed(state: Readonly<Record<string, unknown>>): readonly (readonly [Member, unknown])[] {
  return MEMBERS.flatMap((member) => {
    const value = state[member]
    return typeof value === 'object' && value !== null && 'seq' in value ? [[member, value.seq] as const] : []
  })
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const state = JSON.parse(body) as unknown
    return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Before it is forgotten the bytes' hash must be the committed one; after, nothing of it may be left. */
function checkCommitment(
  findings: Findings,
  sale: SaleAccount,
  hashes: readonly (string | null)[],
  salt?: Buffer,
): void {
  const bad = (why: string): void => findings.error('tables', null, `attempt ${sale.saleId}`, why)
  const [sha = null, ...more] = hashes
  if (more.length > 0) return bad('its attempts sent different bytes')
  if ((salt === undefined) !== (sha === null)) return bad('the hash of its bytes and their salt must go together')
  if (salt && sha && createHmac('sha256', salt).update(sha).digest('hex') !== sale.requestMac) {
    bad('body_sha256 is not the hash that was journalled')
  }
  if (sale.requestSha256 && sha !== sale.requestSha256) bad('body_sha256 is not the hash of request_body')
}
