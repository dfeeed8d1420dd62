import { createHash, createHmac } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { SaleState } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'
import type { SaleBook } from './sale-book.ts'
import { sha256 } from '../chain/signatures.ts'

interface SaleRow {
  readonly sale_id: string
  readonly body: string
  /** Of schemas up to 5: the purchase while it may be sent again. */
  readonly request_body?: string | null
}

interface CustomerRow {
  readonly sale_id: string
  readonly ciphertext: Buffer
  readonly phone_key: Buffer | null
}

/** `tables`: the sales' own texts, and the commitments to what names a customer. */
export function checkTexts(db: Database, version: number, findings: Findings, book: SaleBook): void {
  const salts = new Map(
    (db.prepare('SELECT sale_id, salt FROM customer_pii').all() as { sale_id: string; salt: Buffer }[]).map((row) => [
      row.sale_id,
      row.salt,
    ]),
  )
  const hashes = db.prepare('SELECT DISTINCT body_sha256 FROM attempt WHERE sale_id = ?').pluck()
  for (const row of db.prepare('SELECT * FROM sale').iterate() as IterableIterator<SaleRow>) {
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
  if (version >= 6) checkCustomers(db, findings, book, salts)
}

const NOTHING_SOLD: ReadonlySet<SaleState> = new Set(['abandoned', 'refunded'])

/** What lies sealed is what was noted last; it goes with the purchase's bytes, or with a sale that came to nothing. */
function checkCustomers(db: Database, findings: Findings, book: SaleBook, requests: ReadonlyMap<string, Buffer>): void {
  const wanted = new Map<string, string>()
  for (const { saleId, state, customerSha256, requestMac } of book.sales.values()) {
    const kept = !NOTHING_SOLD.has(state) && (requestMac === null || requests.has(saleId))
    if (customerSha256 !== null && kept) wanted.set(saleId, customerSha256)
  }
  for (const row of db.prepare('SELECT * FROM customer').iterate() as IterableIterator<CustomerRow>) {
    const said = wanted.get(row.sale_id)
    wanted.delete(row.sale_id)
    const lies = createHash('sha256').update(row.ciphertext)
    if (row.phone_key) lies.update(row.phone_key)
    if (lies.digest('hex') === said) continue
    const why = said ? 'is not what was journalled' : 'should not be there'
    findings.error('tables', null, `customer ${row.sale_id}`, why)
  }
  for (const saleId of wanted.keys()) {
    if (!book.sales.get(saleId)?.rowsLost) findings.error('tables', null, `customer ${saleId}`, 'is missing')
  }
}

function checkSaleTexts(findings: Findings, sale: SaleAccount, row: SaleRow): void {
  const { body, request_body } = row
  const bad = (why: string): void => findings.error('tables', sale.lastSeq, `sale ${sale.saleId}`, why)
  if (sha256(body) !== sale.stateSha256) bad('its state is not the one that was journalled')
  const state = parsed(body)
  if (state['state'] !== sale.state) bad(`its state says ${JSON.stringify(state['state'])}, the journal ${sale.state}`)
  for (const [member, seq] of rowsNamed(state)) {
    const brought = sale.rows.get(member) ?? null
    if (seq !== brought) bad(`its ${member} should stand in row ${JSON.stringify(seq)}, and stands in ${brought}`)
  }
  if (request_body === undefined) return
  if (mayBeSent(sale) !== (request_body !== null))
    bad(request_body === null ? "the purchase's bytes are missing" : "the purchase's bytes should be gone")
  if (request_body !== null) sale.requestSha256 = sha256(request_body)
}

function mayBeSent({ state }: SaleAccount): boolean {
  return state === 'confirming' || state === 'unknown'
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
  if (mayBeSent(sale) && salt === undefined) return bad("the purchase's bytes are missing")
  if ((salt === undefined) !== (sha === null)) return bad('the hash of its bytes and their salt must go together')
  if (salt && sha && createHmac('sha256', salt).update(sha).digest('hex') !== sale.requestMac) {
    bad('body_sha256 is not the hash that was journalled')
  }
  if (sale.requestSha256 && sha !== sale.requestSha256) bad('body_sha256 is not the hash of request_body')
}
